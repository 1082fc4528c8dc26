"""Equity of 2 to 10 hands or ranges on any board: the chance to win plus the share of ties.

Exact results count every runout, isomorphic ones once; heads-up preflop they come from the kept `preflop_matrix`.
Where that is too much work, deals are sampled and a standard error is stated. Either way two players never hold the
same card: a deal has the product of its hands' weights, and deals that share a card do not exist. Counting and sampling
are compiled, so they are imported when they are needed: the matrix answers before Numba alone would be loaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gutshot.arguments import checked
from gutshot.cards.card import Card, read_cards
from gutshot.cards.combos import combo_name
from gutshot.cards.equity_columns import DEALS, SHARES, TIES, WINS
from gutshot.cards.equity_lookup import look_up
from gutshot.cards.equity_plan import EquityPlan, EquityQuestion, make_plan, make_situation
from gutshot.cards.ranges import Range
from gutshot.clock import Clock
from gutshot.errors import BadConfig
from gutshot.frames import Frame, columns_of, table_html
from gutshot.numeric.arrays import Ints, Reals
from gutshot.numeric.threads import Progress, thread_count

TARGET_ERROR = 0.0002
"""Sampling stops when every player's standard error is at most this, unless told otherwise."""

DEFAULT_SAMPLES = 50_000_000
"""Where sampling stops in any case, unless told otherwise."""

MAX_SAMPLES = 10**12
"""More would not fit the 64-bit sums of squares of shares, and would take a day on any machine."""


@dataclass(frozen=True, repr=False)
class ComboEquity(Frame):
    """Results by combo as parallel arrays: its number, its share of the player's deals, and how it fares."""

    combos: Ints
    chance: Reals
    equity: Reals
    win: Reals
    tie: Reals

    def __repr__(self) -> str:
        return f"ComboEquity({len(self.combos)} combos)"

    def columns(self) -> dict[str, list[Any]]:
        """One entry per combo; None for a combo that was never dealt."""
        names = ("combo", "chance", "equity", "win", "tie")
        return columns_of(dict(zip(names, row, strict=True)) for row in self.rows())

    def _repr_html_(self) -> str:
        return table_html(self.columns())

    def rows(self) -> list[tuple[str, float, float | None, float | None, float | None]]:
        """Name, chance, equity, win and tie of every combo; None for a combo that was never dealt."""
        names = [combo_name(int(combo)) for combo in self.combos]
        return [
            (name, chance, *((equity, win, tie) if chance > 0 else (None, None, None)))
            for name, chance, equity, win, tie in zip(
                names, self.chance.tolist(), self.equity.tolist(), self.win.tolist(), self.tie.tolist(), strict=True
            )
        ]


@dataclass(frozen=True)
class PlayerEquity:
    """`win` and `tie` are chances to win alone and to share the pot; `equity` is the expected part of the pot."""

    range: Range
    equity: float
    win: float
    tie: float
    standard_error: float
    by_combo: ComboEquity


@dataclass(frozen=True, repr=False)
class EquityResult(Frame):
    """`boards` counts the runouts behind an exact result, `samples` the deals behind a sampled one."""

    players: tuple[PlayerEquity, ...]
    exact: bool
    method: str
    boards: int | None
    samples: int | None
    seconds: float

    @property
    def standard_error(self) -> float:
        """The largest of the players' standard errors; 0 for an exact result."""
        return max(player.standard_error for player in self.players)

    def __repr__(self) -> str:
        told = ", ".join(f"{player.range} {100 * player.equity:.2f} %" for player in self.players)
        return f"EquityResult({told}, {'exact' if self.exact else f'{self.samples:,} samples'})"

    def columns(self) -> dict[str, list[Any]]:
        """One entry per player."""
        names = ("range", "equity", "win", "tie", "standard_error")
        return {name: [_plain(getattr(player, name)) for player in self.players] for name in names}

    def _repr_html_(self) -> str:
        work = f"exact, {self.boards:,} boards" if self.exact else f"{self.samples:,} samples"
        return table_html(self.columns(), f"Equity ({work})")


def _plain(value: Range | float) -> str | float:
    return value if isinstance(value, float) else str(value)


@checked
def equity(
    players: Sequence[Range | str],
    board: Sequence[Card] | str = (),
    dead: Sequence[Card] | str = (),
    *,
    exact: bool | None = None,
    samples: int | None = None,
    target_error: float | None = None,
    seed: int = 0,
    threads: int = 1,
    use_matrix: bool = True,
    progress: Progress | None = None,
) -> EquityResult:
    """Equities, exact if `exact`, or if nothing is said and the work is small; otherwise sampled.

    Players are ranges or text such as `"AA"`, board and dead cards numbers or text such as `"Td9d6h"`. Sampling stops
    at `samples` deals or at `target_error`, whichever is first; the same seed gives the same result on any number of
    threads. `use_matrix=False` counts runouts even where the preflop matrix would answer.
    """
    clock = Clock()
    _require_sensible(exact, samples, target_error, threads)
    situation = make_situation(players, read_cards(board), read_cards(dead))
    wants_sampling = samples is not None or target_error is not None
    plan = make_plan(situation, exact=False if wants_sampling else exact, use_matrix=use_matrix)
    if plan.method == "sampling":
        from gutshot.cards.equity_sampling import sample

        drawn = sample(situation, samples or DEFAULT_SAMPLES, _target(samples, target_error), seed, threads, progress)
        tallies, errors = drawn.tallies, drawn.standard_errors.tolist()
    else:
        drawn, errors = None, [0.0] * len(situation.weights)
        tallies = _exact_tallies(situation, plan, threads, progress)
    return EquityResult(
        tuple(_player(row, tally, error) for row, tally, error in zip(situation.weights, tallies, errors, strict=True)),
        exact=drawn is None,
        method=plan.method,
        boards=situation.boards if drawn is None else None,
        samples=drawn.samples if drawn is not None else None,
        seconds=clock.seconds,
    )


def _require_sensible(exact: bool | None, samples: int | None, target_error: float | None, threads: int) -> None:
    if samples is not None and not 1 <= samples <= MAX_SAMPLES:
        raise BadConfig(f"{samples} samples: expected 1 to {MAX_SAMPLES:,}")
    if target_error is not None and not target_error > 0:
        raise BadConfig(f"target standard error {target_error}: expected a number above 0")
    thread_count(threads)
    if exact and (samples is not None or target_error is not None):
        raise BadConfig("exact and sampled equity were both requested: expected one of them")


def _target(samples: int | None, target_error: float | None) -> float:
    if target_error is not None:
        return target_error
    return TARGET_ERROR if samples is None else 0.0


def _exact_tallies(situation: EquityQuestion, plan: EquityPlan, threads: int, progress: Progress | None) -> Reals:
    if plan.method == "matrix":
        return look_up(situation, threads, progress)
    from gutshot.cards.equity_exact import enumerate_runouts

    return enumerate_runouts(situation, plan, threads, progress)


def _player(weights: Reals, tally: Reals, error: float) -> PlayerEquity:
    """From [4, 1326] sums of deals, wins, ties and shares."""
    deals = tally[DEALS].sum()
    held = np.flatnonzero(weights)
    own = tally[:, held]
    with np.errstate(invalid="ignore"):
        rates = own / own[DEALS]
    combos = ComboEquity(held, own[DEALS] / deals, rates[SHARES], rates[WINS], rates[TIES])
    equity, win, tie = (float(tally[row].sum() / deals) for row in (SHARES, WINS, TIES))
    return PlayerEquity(Range(weights), equity, win, tie, error, combos)
