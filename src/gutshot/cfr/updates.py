"""The update rules of counterfactual regret minimisation: how regrets and averages change.

Every rule here is one formula with other numbers. In iteration t = 1, 2, ... each cumulative regret R meets
its new gain r, and each cumulative strategy S meets reach x strategy:

    R <- R * (positive if R > 0 else negative) + r        then [.]+ if the rule clips
    S <- S * average + reach * strategy

A weight t**g on the average of iteration t equals the discount ((t-1)/t)**g on what was there before, up to a
common factor that normalising removes, so a discount is all we keep and sums never grow without bound.

    cfr       no discounts                            Zinkevich et al. 2007
    cfr+      clips, weight t                         Tammelin 2014
    linear    R (t-1)/t, weight t                     Brown & Sandholm 2019
    dcfr      k/(k+1), k = (t-1)**a or (t-1)**b, g    Brown & Sandholm 2019; default here (1.5, 0, 3), not (1.5, 0, 2)
    dcfr+     clips, k/(k+1.5), k = (t-1)**a, g = 4   Xu et al. 2024
    pcfr+     clips, weight t**2, and plays [R + r of last time]+     Farina, Kroer & Sandholm 2021
    hs-dcfr   dcfr with a, b, g moving over a horizon n; held at their last values after it   Zhang et al. 2024

Departure: at t = 1 there is nothing to discount, so the first discounts are zero rather than 0**b.
"""

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from gutshot.arguments import checked_fields, shown
from gutshot.errors import BadConfig
from gutshot.kernel import inline_kernel
from gutshot.numeric.arrays import AnyReals


class Discounts(NamedTuple):
    """What one iteration multiplies onto the past: positive regrets, negative regrets, the average."""

    positive: float
    negative: float
    average: float


@checked_fields
@dataclass(frozen=True)
class UpdateRule:
    """A named rule with its parameters, made by `parse_rule`.

    `discounts(t)` are its numbers in iteration t; `clip` and `predict` its flags.
    """

    name: str
    alpha: float
    beta: float
    gamma: float
    horizon: int = 0

    def __post_init__(self) -> None:
        if self.name not in RULES:
            raise BadConfig(f"unknown update rule {self.name!r}: expected one of {', '.join(RULES)}")
        if self.name == "hs-dcfr" and self.horizon < 1:
            raise BadConfig(
                f"hs-dcfr needs a horizon of at least 1 iteration, as in 'hs-dcfr:1000', got {self.horizon}"
            )

    @property
    def clip(self) -> bool:
        """Whether regrets are kept at zero or above."""
        return self.name.endswith("+")

    @property
    def predict(self) -> bool:
        """Whether the strategy counts the last gain twice, which takes a third array."""
        return self.name == "pcfr+"

    def discounts(self, iteration: int) -> Discounts:
        """The factors of iteration 1, 2, ..."""
        past = iteration - 1
        if past == 0:
            return Discounts(0.0, 0.0, 0.0)
        share = past / iteration
        if self.name == "linear":
            return Discounts(share, share, share)
        if self.name in ("cfr", "cfr+", "pcfr+"):
            return Discounts(1.0, 1.0, share**self.gamma)
        alpha, beta, gamma = self._powers(iteration)
        offset = 1.5 if self.name == "dcfr+" else 1.0
        return Discounts(_fraction(past, alpha, offset), _fraction(past, beta, 1.0), share**gamma)

    def _powers(self, iteration: int) -> tuple[float, float, float]:
        if self.name != "hs-dcfr":
            return self.alpha, self.beta, self.gamma
        progress = min(1.0, iteration / self.horizon)
        return 1 + 3 * progress, -1 - 2 * progress, 15 - 5 * progress

    def __str__(self) -> str:
        """The text `parse_rule` reads back."""
        values = [float(getattr(self, field)) for field in _OPEN.get(self.name, ())]
        return self.name + (":" + ",".join(repr(value).removesuffix(".0") for value in values) if values else "")


# Defaults of (alpha, beta, gamma); a rule that does not use one ignores it.
RULES: dict[str, tuple[float, float, float]] = {
    "cfr": (0.0, 0.0, 0.0),
    "cfr+": (0.0, 0.0, 1.0),
    "linear": (0.0, 0.0, 1.0),
    "dcfr": (1.5, 0.0, 3.0),
    "dcfr+": (1.5, 0.0, 4.0),
    "pcfr+": (0.0, 0.0, 2.0),
    "hs-dcfr": (0.0, 0.0, 0.0),
}
_OPEN = {"dcfr": ("alpha", "beta", "gamma"), "dcfr+": ("alpha", "gamma"), "hs-dcfr": ("horizon",)}


def parse_rule(text: str, horizon: int = 0) -> UpdateRule:
    """`"dcfr"`, `"dcfr:1.5,0,2"`, `"cfr+"`, `"hs-dcfr:1000"`; a bare `hs-dcfr` takes `horizon`."""
    name, _, rest = text.strip().lower().partition(":") if isinstance(text, str) else ("", "", "")
    if name not in RULES:
        raise BadConfig(f"unknown update rule {shown(text)}: expected one of {', '.join(RULES)}")
    numbers = _numbers(text, rest)
    wanted = _OPEN.get(name, ())
    if numbers and len(numbers) != len(wanted):
        raise BadConfig(f"update rule {shown(text)}: {name} takes {len(wanted)} numbers, got {len(numbers)}")
    chosen = dict(zip(wanted, numbers, strict=False))
    alpha, beta, gamma = (chosen.get(key, usual) for key, usual in zip(_OPEN["dcfr"], RULES[name], strict=True))
    return UpdateRule(name, alpha, beta, gamma, int(chosen.get("horizon", horizon if name == "hs-dcfr" else 0)))


def _numbers(text: str, rest: str) -> list[float]:
    try:
        numbers = [float(word) for word in rest.split(",")] if rest else []
    except ValueError:
        raise BadConfig(f"update rule {text!r}: expected numbers after the colon, as in 'dcfr:1.5,0,3'") from None
    if not all(np.isfinite(numbers)):
        raise BadConfig(f"update rule {text!r}: expected finite numbers")
    return numbers


def _fraction(past: int, power: float, offset: float) -> float:
    """k / (k + offset) with k = past**power; zero where k is too small for a float."""
    if -power * math.log(past) > 700:
        return 0.0
    return float(1.0 / (1.0 + offset * float(past) ** -power))


# --- one number ------------------------------------------------------------------------------------------------


@inline_kernel
def next_floored_regret(old: Any, gain: Any, positive: Any, negative: Any, floor: Any) -> Any:
    """A cumulative regret after one more gain; `floor` is 0 if the rule clips, else -inf."""
    return max(old * (positive if old > 0 else negative) + gain, floor)


@inline_kernel
def next_regret(old: Any, gain: Any, positive: Any, negative: Any, clip: bool) -> Any:
    """`next_floored_regret` in doubles, by the rule's own flag."""
    return next_floored_regret(old, gain, positive, negative, 0.0 if clip else -np.inf)


@inline_kernel
def next_average(old: Any, weight: Any, average: Any) -> Any:
    """A cumulative strategy after one more iteration; `weight` is own reach times probability."""
    return old * average + weight


# --- one infoset: `count` numbers from `first` on -----------------------------------------------------------------


@inline_kernel
def match_row(regrets: AnyReals, strategy: AnyReals, first: int, count: int) -> None:
    """Regret matching: play in proportion to positive regret, uniformly where there is none."""
    total = regrets.dtype.type(0)
    for k in range(first, first + count):
        total += max(regrets[k], regrets.dtype.type(0))
    if total > 0:
        for k in range(first, first + count):
            strategy[k] = max(regrets[k], regrets.dtype.type(0)) / total
    else:
        for k in range(first, first + count):
            strategy[k] = regrets.dtype.type(1) / count


@inline_kernel
def match_predicted_row(regrets: AnyReals, last: AnyReals, strategy: AnyReals, first: int, count: int) -> None:
    """Regret matching on the regrets there would be if the last gains came once more."""
    for k in range(first, first + count):
        strategy[k] = regrets[k] + last[k]
    match_row(strategy, strategy, first, count)
