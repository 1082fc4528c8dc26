"""Heads-up turn and river decisions, solved on demand: the value of each action in an equilibrium of the spot.

The spot begins with the street. Both ranges are those that `reading` gives each player for what he did before it, the
person's as his opponent would estimate it, so that the values hold against an opponent who does not know his cards. The
bets made on the street and the choice in question are among the sizes, so nothing is translated. Solving stops at the
target or when its time is up; how close it came is said with the advice.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from gutshot.cards.card import format_cards, parse_cards
from gutshot.cards.combos import combo_of
from gutshot.cards.ranges import Range
from gutshot.coach import holdem as coach
from gutshot.coach.advice import Advice, Method, Option, choice_words, doing, percent
from gutshot.coach.range_reading import Weights, estimate_range
from gutshot.games.actions import Action, ActionKind, Choice, name_action
from gutshot.games.events import Event, Kind
from gutshot.games.lines import format_line
from gutshot.games.observation import Observation
from gutshot.games.seats import order
from gutshot.postflop.solution import Solution
from gutshot.postflop.solver import Solver
from gutshot.postflop.spot import PLAYERS, Spot

_TURN, _RIVER = 2, 3  # streets of the engine
# Bets and raises of each street to come; a turn spot has few sizes, because its rivers multiply them.
_TREES = {
    _TURN: ({"turn": "66%", "river": "75%"}, {"turn": "3x", "river": "3x"}, 1.0),
    _RIVER: ({"river": "33%, 75%, 130%"}, {"river": "2.5x"}, 1.5),
}
"""And how many pots an all-in may be to be offered."""

SECONDS = {_TURN: 3.0, _RIVER: 1.0}
"""How long solving may take, by street."""
_TARGETS = {_TURN: 0.006, _RIVER: 0.002}
_ROUND = 10

_LEAST_WEIGHT = 0.01  # below it a hand is left out; one's own is at least this


@dataclass(frozen=True)
class SolvedSituation:
    """A decision as the solver sees it: the spot at the start of the street and the line that led here."""

    board: str
    ranges: tuple[bytes, bytes]  # weights of the players out of and in position
    pot: int
    stack: int
    street: int
    sizes: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]  # by player: bets, and raises over the bet faced
    line: str

    def spot(self) -> Spot:
        oop, ip = (Range(np.frombuffer(weights)) for weights in self.ranges)
        bets, raises, all_in_from = _TREES[self.street]
        return Spot(
            parse_cards(self.board),
            oop,
            ip,
            self.pot,
            self.stack,
            self._with_played(bets, 0),
            self._with_played(raises, 1),
            add_allin_threshold=all_in_from,
        )

    def _with_played(self, usual: dict[str, str], which: int) -> dict[str, Any]:
        """The usual sizes, on this street with those that were played."""
        street = "turn" if self.street == _TURN else "river"
        played = {who: _with(usual[street], self.sizes[k][which]) for k, who in enumerate(PLAYERS)}
        return {**usual, street: played}


def _with(text: str, chips: Sequence[int]) -> str:
    return ", ".join([text, *(f"{amount}c" for amount in chips)])


def situation_of(now: Observation, also: Choice | None = None) -> SolvedSituation | None:
    """The spot of a decision; None where it is not heads-up on turn or river from the start of the street."""
    moves = [event for event in now.history if event.is_betting and event.street == now.street]
    rivals = [seat for seat in range(now.seats) if now.live[seat] and seat != now.seat]
    if now.variant != "holdem" or now.street not in SECONDS or len(rivals) != 1:
        return None
    if {event.seat for event in moves} - {now.seat, rivals[0]}:
        return None
    players = sorted((now.seat, rivals[0]), key=order(now.seats, now.button).index)
    stack = min(now.stacks[seat] + now.bets[seat] for seat in players)
    line, sizes = _line(moves, players, stack)
    if isinstance(also, int):
        _add_size(sizes[players.index(now.seat)], min(also, stack), max(now.bets))
    return SolvedSituation(
        format_cards(now.board),
        (_range(now, players[0]).tobytes(), _range(now, players[1]).tobytes()),
        now.pot - sum(now.bets),
        stack,
        now.street,
        tuple((tuple(sorted(bets)), tuple(sorted(raises))) for bets, raises in sizes),
        line,
    )


Sizes = tuple[set[int], set[int]]


def _line(moves: Sequence[Event], players: Sequence[int], stack: int) -> tuple[str, tuple[Sizes, Sizes]]:
    """The street so far in the solver's words, and the sizes that it takes."""
    actions, faced = list[Action](), 0
    sizes: tuple[Sizes, Sizes] = ((set(), set()), (set(), set()))
    for event in moves:
        if not event.is_raise:
            actions.append(Action(ActionKind(event.kind.value)))
            continue
        amount = min(event.raise_to, stack)
        _add_size(sizes[players.index(event.seat or 0)], amount, faced)
        actions.append(name_action(amount, faced, 0, stack))
        faced = amount
    return format_line(actions), sizes


def _add_size(sizes: Sizes, amount: int, faced: int) -> None:
    sizes[1 if faced else 0].add(max(1, amount - faced))


def _range(now: Observation, seat: int) -> Weights:
    """A player's range when the street began, as the other one estimates it; the person's own hand is always in."""
    before = tuple(event for event in now.history if event.street < now.street or event.kind is Kind.BOARD)
    weights = estimate_range(replace(now, history=before, cards=()), seat)
    weights = np.where(weights < _LEAST_WEIGHT, 0.0, weights).round(2)
    if seat == now.seat:
        own = combo_of(now.cards[0], now.cards[1])
        weights[own] = max(weights[own], _LEAST_WEIGHT)
    return weights


@lru_cache(maxsize=4)
def _solution(situation: SolvedSituation, seconds: float) -> Solution:
    """Solved to the target, or as far as the time goes; a grade after the advice finds the same one."""
    began = time.perf_counter()
    solver = Solver(situation.spot(), threads=1)
    target = _TARGETS[situation.street] * situation.pot
    while True:
        solver.iterate(_ROUND)
        exploitability = solver.exploitability()
        spent = time.perf_counter() - began
        if exploitability <= target or spent > seconds:
            return Solution(solver, exploitability, spent)


def advise(now: Observation, also: Choice | None = None) -> Advice | None:
    """The coach's view by solution; None where the spot is not one that can be solved while one waits."""
    situation = situation_of(now, None if _has_size(now, also) else also)
    if situation is None:
        return None
    solution = _solution(situation, SECONDS[now.street])
    position = solution.at(situation.line)
    hand = int(np.flatnonzero(position.combos[position.actor] == combo_of(now.cards[0], now.cards[1]))[0])
    options = [
        _option(now, action, float(position.action_ev[k, hand]), float(position.strategy[k, hand]))
        for k, action in enumerate(position.actions)
    ]
    if also == "fold" and now.legal.check:
        options.append(Option("fold", "Fold", 0.0, share=0.0))
    options = _ordered(options)
    by_equity = coach.advise(now)
    first = by_equity.why.split(". ")[0]
    return replace(
        by_equity,
        options=tuple(options),
        why=f"{first}. {_mix_words(options)}",
        kind=Method.SOLVER,
        method=_method(solution),
    )


def _has_size(now: Observation, also: Choice | None) -> bool:
    """Whether the usual tree has the choice already, so that the advice's solution can be used again."""
    if not isinstance(also, int):
        return True
    situation = situation_of(now)
    if situation is None:
        return True
    actions = _solution(situation, SECONDS[now.street]).at(situation.line).actions
    return any(_choice(now, action) == also for action in actions)


def _choice(now: Observation, action: Action) -> Choice:
    if not action.is_sized:
        return action.choice
    low, high = now.legal.min_raise_to or action.amount, now.legal.max_raise_to or action.amount
    return min(max(action.amount, low), high)


def _option(now: Observation, action: Action, value: float, share: float) -> Option:
    choice = _choice(now, action)
    return Option(choice, choice_words(now, choice), value, share=share)


def _ordered(options: list[Option]) -> list[Option]:
    """What the solution does most first, then the rest by what it is worth."""
    return sorted(options, key=lambda option: (-(option.share or 0.0) if option.is_solution else 0.0, -option.value))


def _mix_words(options: Sequence[Option]) -> str:
    often = sorted((option for option in options if (option.share or 0.0) >= 0.05), key=lambda o: -(o.share or 0.0))
    if len(often) == 1:
        other = next((option for option in options if option is not often[0]), None)
        than = f", not {doing(other.label)}" if other is not None else ""
        return f"With your hand, the solution of this spot is always {doing(often[0].label)}{than}."
    mix = ", ".join(f"{doing(option.label)} {percent(option.share or 0.0)}" for option in often)
    return f"With your hand, the solution of this spot mixes: {mix}."


def _method(solution: Solution) -> str:
    return (
        f"Solved with both ranges as estimated at the start of the street. An opponent who knew the solution could win "
        f"{solution.exploitability_percent:.1f} % of the pot against it."
    )
