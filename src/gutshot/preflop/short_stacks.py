"""Jam or fold for real decisions: which solved chart speaks about a spot, and how far it is from the spot.

Two players are solved when asked for, at their own stacks, blinds and antes; the answer is kept. So are two who are
left in the blinds of a larger table, with the antes of those who folded. Three to six are looked up in the shipped
charts of equal stacks. Whatever differs from the table is said in `notes`; where nothing does, the answer is exact.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gutshot.numeric.arrays import Ints, Reals
from gutshot.preflop.config import JamTable
from gutshot.preflop.jam_fold import JamChart, solve_pushfold
from gutshot.preflop.jam_grid import JamGrid, Point, shipped_grid
from gutshot.preflop.short_spot import (
    ANTES,
    DEEP_BEHIND,
    EFFECTIVE,
    HERO,
    INSIDE,
    JAM_LINE,
    LEAST,
    LEFT,
    LINE,
    MOST,
    OWES,
    PLAYERS,
    SMALL_BLIND,
)

SHORTEST_TREE = 12.0
"""Big blinds up to which jam or fold is asked."""
_STEP = 0.05  # big blinds: two players are solved at stacks rounded to it
_SAME = 0.02
_SMALL_BLIND_SEAT, _BIG_BLIND_SEAT = 0, 1


@dataclass(frozen=True, eq=False)
class ShortAnswer:
    """How often each class plays for its stack, what that and folding are worth in big blinds, and what is only near.

    `calls` where playing means a call, because someone deep is still to act. Values count from before the blinds.
    """

    frequency: Reals  # [169]
    values: Reals | None = None  # [169, 2] of folding and of playing
    calls: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShortSpot:
    """A spot in big blinds; seats and masks count from the small blind."""

    players: int
    hero: int
    inside: int
    left: int
    stack: float
    small_blind: float
    ante: float  # from every seat
    is_jam_line: bool
    is_even: bool  # everybody left has the same stack
    deep_behind: bool
    owes: bool

    @classmethod
    def of(cls, spot: Ints, big_blind: int) -> "ShortSpot":
        """From a row of `short_spot`, rounded so that equal answers are found again."""
        players = int(spot[PLAYERS])
        return cls(
            players,
            int(spot[HERO]),
            int(spot[INSIDE]),
            int(spot[LEFT]),
            max(_STEP, round(spot[EFFECTIVE] / big_blind / _STEP) * _STEP),
            round(min(1.0, spot[SMALL_BLIND] / big_blind), 3),
            round(spot[ANTES] / players / big_blind, 4),
            bool(spot[LINE] == JAM_LINE),
            bool(spot[MOST] <= (1 + _SAME) * spot[LEAST]),
            bool(spot[DEEP_BEHIND]),
            bool(spot[OWES] > 0),
        )

    @property
    def is_blinds_alone(self) -> bool:
        """Whether only the two blinds are left, and the small one acts or has jammed."""
        blinds = 1 << _SMALL_BLIND_SEAT | 1 << _BIG_BLIND_SEAT
        return self.left == blinds and self.inside in (0, 1 << _SMALL_BLIND_SEAT)


def answer_of(spot: ShortSpot) -> ShortAnswer | None:
    """What jam or fold says; None where the game does not come to it."""
    return _answer(spot)


@lru_cache(maxsize=4096)
def _answer(spot: ShortSpot) -> ShortAnswer | None:
    notes = () if spot.is_jam_line else ("betting that is no jam is answered as one",)
    if spot.is_blinds_alone:
        return _of_two(spot, notes)
    return _of_many(spot, notes, shipped_grid())


def _of_two(spot: ShortSpot, notes: tuple[str, ...]) -> ShortAnswer | None:
    """The blinds alone: those who folded left their antes."""
    own_ante = spot.ante * spot.players / 2
    charts = _solved_two(round(spot.stack - spot.ante + own_ante, 4), own_ante, spot.small_blind)
    chart = next((each for each in charts if each.against == (("SB",) if spot.hero == _BIG_BLIND_SEAT else ())), None)
    if chart is None or not _acts(chart, spot.hero):
        return None
    if spot.players > 2:
        notes = (*notes, "solved for the two who are left: the cards of those who folded are not counted")
    lost = spot.ante - own_ante
    values = np.stack([chart.ev_fold - lost, chart.ev - lost], axis=1)
    return ShortAnswer(chart.frequency, values, False, notes)


def _acts(chart: JamChart, hero: int) -> bool:
    return chart.position == ("SB", "BB")[hero]


@lru_cache(maxsize=1024)
def _solved_two(stack: float, ante: float, small_blind: float) -> tuple[JamChart, ...]:
    return solve_pushfold(JamTable((stack, stack), ante, small_blind)).charts


def _of_many(spot: ShortSpot, notes: tuple[str, ...], grid: JamGrid) -> ShortAnswer | None:
    seats = grid.seats_for(spot.players)
    point = _moved(spot, spot.players - seats) if seats else None
    if point is None:
        return None
    found = grid.at(seats, point, spot.stack, spot.ante)
    if found is None:
        return None
    if spot.players > seats:
        notes = (*notes, f"a table of {spot.players} and charts for {seats} seats")
    return ShortAnswer(found.frequency, None, spot.deep_behind, (*notes, *_differences(spot, found.is_solved)))


def _differences(spot: ShortSpot, is_solved: bool) -> list[str]:
    """What the charts of equal stacks do not know about a table."""
    notes = []
    if not is_solved:
        ante = f" and an ante of {spot.ante:g}" if spot.ante else ""
        notes.append(f"{spot.stack:g} bb{ante}: between or beyond the solved charts")
    if spot.deep_behind:
        notes.append("somebody behind has more than the chart knows")
    elif not spot.is_even:
        notes.append(f"stacks differ, and the chart is one of {spot.stack:g} bb for everybody")
    if abs(spot.small_blind - 0.5) > _SAME:
        notes.append(f"a small blind of {spot.small_blind:g} bb, and 0.5 in the charts")
    return notes


def _moved(spot: ShortSpot, front: int) -> Point | None:
    """The point at a table without the `front` first seats; None where two of those who count would share a seat."""
    if front == 0:
        return spot.hero, spot.inside
    seats = [max(2, seat - front) if seat >= 2 else seat for seat in range(spot.players) if spot.inside >> seat & 1]
    hero = max(2, spot.hero - front) if spot.hero >= 2 else spot.hero
    if len({*seats, hero}) <= len(seats):
        return None
    return hero, sum(1 << seat for seat in seats)
