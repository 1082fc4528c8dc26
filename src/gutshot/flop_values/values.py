"""`PostflopValues`: what a preflop solver needs from a postflop model, and the arithmetic on the answers.

A preflop line that ends in a call brings two ranges to the flop: an `Arrival`. A model answers, for every flop it
stands for, what each of the 1326 combos takes out of the pot on average from there on, in pots as they stand at the
flop: chips won back less chips still to be put in, so two shares that meet add up to one. Hands that the arriving range
does not hold have a value too, that of playing well against the opponent's range: a preflop solver has to know what
it gives up. Player 0 is out of position, player 1 in position; the caller maps them to seats.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from gutshot.cards.card import Card, mask_of
from gutshot.cards.combos import CLASS_COUNT, COMBO_CARDS, COMBO_CLASS, COMBO_COUNT, combos_with_any
from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Reals

Flop = tuple[Card, ...]


@dataclass(frozen=True, eq=False)
class Arrival:
    """Two ranges at a flop with a pot and the effective stack behind, in chips or big blinds, whole or not."""

    oop: Reals  # [1326] weights from 0 to 1
    ip: Reals
    pot: float
    stack: float

    def __post_init__(self) -> None:
        for name, given in (("out-of-position", self.oop), ("in-position", self.ip)):
            _require_range(given, f"the {name} range")
        if not (0 < self.pot < np.inf and 0 < self.stack < np.inf):
            raise BadConfig(f"pot {self.pot} and stack {self.stack}: expected both to be above 0")

    @property
    def ranges(self) -> tuple[Reals, Reals]:
        """Out of position, in position."""
        return self.oop, self.ip

    @property
    def spr(self) -> float:
        """Stack-to-pot ratio."""
        return self.stack / self.pot


MOST_PLAYERS = 6


@dataclass(frozen=True, eq=False)
class CrowdArrival:
    """The ranges of three to six players at a flop, in order of action, a pot, and what each has behind.

    Two players are taken as well, so that both kinds of answers can be compared.
    """

    ranges: tuple[Reals, ...]  # [1326] weights from 0 to 1
    pot: float
    stacks: tuple[float, ...]

    def __post_init__(self) -> None:
        count = len(self.ranges)
        if not 2 <= count <= MOST_PLAYERS or len(self.stacks) != count:
            raise BadConfig(
                f"{count} ranges and {len(self.stacks)} stacks at a flop: expected 2 to {MOST_PLAYERS} of both"
            )
        for place, given in enumerate(self.ranges):
            _require_range(given, f"range {place + 1} of {count}")
        if not (0 < self.pot < np.inf and min(self.stacks) > 0 and max(self.stacks) < np.inf):
            raise BadConfig(f"pot {self.pot} and stacks {list(self.stacks)}: expected all to be above 0")

    @property
    def depths(self) -> tuple[float, ...]:
        """Stacks in pots."""
        return tuple(stack / self.pot for stack in self.stacks)

    @property
    def spr(self) -> float:
        """Stack-to-pot ratio of the second-largest stack: what can be played for."""
        return sorted(self.depths)[-2]


def _require_range(given: Reals, name: str) -> None:
    if np.shape(given) != (COMBO_COUNT,):
        raise BadConfig(f"{name} has shape {np.shape(given)}: expected {COMBO_COUNT} weights")
    if not (np.min(given) >= 0 and np.max(given) <= 1):
        raise BadConfig(f"{name} has weights outside 0 to 1")
    if not np.max(given) > 0:
        raise BadConfig(f"{name} is empty")


@dataclass(frozen=True, eq=False)
class FlopValues:
    """What each combo is worth on one flop. All in pots; combos that hold a card of the flop have zeros.

    Of more than two players every array has a row for each, in order of action.
    """

    shares: Reals  # [2, 1326]
    standard_error: Reals  # [2, 1326] of `shares` by sampling; 0 where nothing was sampled
    abstraction_error: float  # root mean square error of a share by buckets and unfinished learning, estimated
    met: Reals  # [2, 1326] the weight of opponent's hands that share no card with the combo or the flop
    exploitability: float | None = None  # per player, where it was computed
    equity: Reals | None = None  # [n, 1326] of a crowd: what the same deals would have brought checked down

    @property
    def error(self) -> Reals:
        """[2, 1326] one standard deviation of everything that is known to be uncertain."""
        return np.sqrt(self.standard_error**2 + self.abstraction_error**2)

    def mean_shares(self, ranges: tuple[Reals, Reals]) -> tuple[float, float]:
        """What each range takes on average; the two add up to one."""
        means = []
        for player in range(2):
            weights = ranges[player] * self.met[player]
            means.append(float(weights @ self.shares[player] / weights.sum()))
        return means[0], means[1]


@dataclass(frozen=True)
class FlopProgress:
    """How far one flop is, and how far all of them are. `delta` is the change of the average strategy."""

    flop: str
    spr: float
    stage: str  # bucketing, solving, valuing, done, cached
    iteration: int
    iterations: int
    delta: float
    done: int
    total: int


Watch = Callable[[FlopProgress], None]


class PostflopValues(Protocol):
    """A model of play after the flop, for a preflop solver."""

    @property
    def flops(self) -> Mapping[Flop, float]:
        """The flops the model stands for, and what share of all flops each one represents; the shares sum to 1."""
        ...

    def evaluate(
        self, arrivals: Sequence[Arrival | CrowdArrival], watch: Watch | None = None
    ) -> list[list[FlopValues]]:
        """[arrival][flop], flops in the order of `flops`."""
        ...


@dataclass(frozen=True, eq=False)
class ClassValues:
    """What each of the 169 classes takes out of the pot on average over all flops, in pots."""

    shares: Reals  # [2, 169], or a row for each of more players
    error: Reals  # [2, 169] one standard deviation
    met: Reals  # [2, 169] mean weight of opponent's hands met by a combo of the class; 0: it can meet nobody


def class_values(weights: Sequence[float], found: Sequence[FlopValues]) -> ClassValues:
    """Average combos of a class over flops, each deal counted with its weight: flop, and opponent's hands not blocked.

    Errors of different flops are taken as independent, those of hands on one flop as the same.
    """
    players = len(found[0].shares)
    total, shares, spread = (np.zeros((players, CLASS_COUNT)) for _ in range(3))
    for weight, values in zip(weights, found, strict=True):
        counts = weight * values.met
        total += _by_class(counts)
        shares += _by_class(counts * values.shares)
        spread += _by_class(counts * values.error) ** 2
    some = total > 0
    scale = np.divide(1.0, total, out=np.zeros_like(total), where=some)
    live = _by_class(np.stack([_live_weight(weights, found)] * players))
    met = np.divide(total, live, out=np.zeros_like(total), where=live > 0)
    return ClassValues(shares * scale, np.sqrt(spread) * scale, met)


def _live_weight(weights: Sequence[float], found: Sequence[FlopValues]) -> Reals:
    """[1326] the weight of flops that leave each combo possible."""
    return np.asarray(sum(w * ((v.met > 0).any(axis=0)) for w, v in zip(weights, found, strict=True)), dtype=float)


def _by_class(values: Reals) -> Reals:
    return np.stack([np.bincount(COMBO_CLASS, weights=row, minlength=CLASS_COUNT) for row in values])


def meeting_weights(flop: Sequence[Card], weights: Reals) -> Reals:
    """[1326] for each combo, the weight of the opponent's combos that share no card with it or with the flop."""
    blocked = combos_with_any(mask_of(flop))
    live = np.where(blocked, 0.0, weights)
    cards = np.zeros(52)
    np.add.at(cards, COMBO_CARDS, live[:, None])
    met = live.sum() - cards[COMBO_CARDS].sum(axis=1) + live
    return np.where(blocked | (met < 1e-9 * live.sum()), 0.0, met)  # a difference of sums is never quite zero
