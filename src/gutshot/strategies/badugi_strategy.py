"""The trained strategy of heads-up badugi as a strategy: hands are its classes, draws are actions that say how many.

Lines are about its own table, `raise 200,call,draw 1,pat,check`; real hands may have more seats, as long as two are
left (`blueprint.badugi.at_table`). What a seat does is exact. How likely a class is after a draw is worked out class by
class (`chances.chances`): cards that the other seat holds, and which hands of a class have drawn, are left out.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import TypeAlias

import numpy as np

from gutshot.arguments import checked
from gutshot.blueprint.badugi.at_table import first_action, is_known, place_of
from gutshot.blueprint.badugi.bundle import BadugiBundle
from gutshot.blueprint.badugi.chances import DRAWS, chances
from gutshot.blueprint.badugi.hands import CLASSES
from gutshot.blueprint.badugi.layout import FINE
from gutshot.cards.card import Card
from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.actions import Action, ActionKind, action_of
from gutshot.games.betting import CALL, FOLD, raise_bounds
from gutshot.games.events import Event, Kind
from gutshot.games.hand import Hand
from gutshot.games.hidden_view import usual_rules
from gutshot.games.lines import ActionStep, DealStep, format_line, parse_line, pick, require_seat
from gutshot.games.observation import Observation
from gutshot.games.setup import Setup
from gutshot.numeric.arrays import Reals
from gutshot.strategies.strategy import (
    About,
    Answer,
    Chair,
    Hands,
    Move,
    Named,
    Stop,
    StopKind,
    nothing_known,
    weights_of,
)

GAME = "badugi"
STREETS = ("before the draw", "first draw", "second draw", "third draw")
_BIG_BLIND = 100
_DEPTH = 100
_MOST_THROWN = 4
_MANY = "three players and more are not in the strategy"
_OTHER_GAME = "the strategy is of badugi"

Walked: TypeAlias = list[tuple[Stop, Hand]]


@cache
def _moves_of(drawn: int) -> Reals:
    """[from, to] how classes change by a draw."""
    return chances().matrix(min(drawn, DRAWS - 1)).astype(np.float64)


class BadugiStrategy(Named):
    """A bundle in both seats."""

    def __init__(self, bundle: BadugiBundle, title: str) -> None:
        self.bundle, self._title = bundle, title
        stacks = [_DEPTH * _BIG_BLIND] * 2
        self.setup = Hand.badugi(stacks, (_BIG_BLIND // 2, _BIG_BLIND), 0, seed=0).setup
        self._walked = lru_cache(maxsize=128)(self._fresh_walk)

    def describe(self) -> About:
        quality = {k: value for k, value in self.bundle.summary.items() if isinstance(value, int | float | str)}
        config = {"seats": 2, "classes": CLASSES}
        return About(self._title, "badugi", config, quality, (), _BIG_BLIND, 2, float(_DEPTH), GAME)

    # --- lines -----------------------------------------------------------------------------------------------------

    def walk(self, line: str) -> Sequence[Stop]:
        return [stop for stop, _ in self._walked(line)]

    def _fresh_walk(self, line: str) -> Walked:
        hand, done = Hand(self.setup), tuple[Action, ...]()
        walked = [(_stop(hand, hand, done), hand)]
        for step in parse_line(line, _BIG_BLIND):
            done = (*done, _asked(step, walked[-1][0], line))
            walked = _further(walked, done)
        return walked

    def hands(self, line: str, seat: int | None = None) -> Hands:
        return self._held(self._walked(line), seat)

    @checked
    def at(self, seen: Hand | Observation, seat: int | None = None) -> Answer:
        told = seen.observation(seen.actor or 0) if isinstance(seen, Hand) else seen
        if told.variant != GAME:
            raise BadConfig(f"a hand of {told.variant}: {_OTHER_GAME}")
        walked = _walk_real(told)
        return Answer(walked[-1][0], self._held(walked, seat))

    # --- hands -----------------------------------------------------------------------------------------------------

    def _held(self, walked: Walked, seat: int | None) -> Hands:
        last, hand = walked[-1]
        who = _whose(walked, seat)
        if last.kind is StopKind.DECISION and not is_known(hand.row):
            return nothing_known(who, _MANY)
        mass = self._mass(walked, who)
        live = np.flatnonzero(mass > 0)
        reach = mass / chances().dealt
        held = Hands(who, live, reach[live] / max(reach.max(), 1e-12), weights_of(mass[live]))
        if last.kind is StopKind.DECISION and who == last.actor:
            return replace(held, mix=self._mix(hand)[:, live])
        return held

    def _mass(self, walked: Walked, who: int) -> Reals:
        """[CLASSES] how likely a seat comes here with each class; decisions that are not known change nothing."""
        mass = chances().dealt.astype(np.float64)
        for stop, hand in walked[:-1]:
            if stop.actor != who or stop.kind is not StopKind.DECISION:
                continue
            words = [move.word for move in stop.moves]
            if is_known(hand.row):
                mix = self._mix(hand)
                mass = mass * mix[min(words.index(stop.taken), len(mix) - 1)]
            taken = stop.moves[words.index(stop.taken)]
            if taken.kind is ActionKind.DRAW:
                mass = mass @ _moves_of(taken.action.amount)
        return mass

    def _mix(self, hand: Hand) -> Reals:
        """[moves, CLASSES] what every class does at a decision, by the moves that `_moves` offers."""
        row, rules = hand.row, hand.rules.packed
        start, width = place_of(rules, row)
        codes = self.bundle.codes[start : start + CLASSES * (width - 1)].reshape(CLASSES, width - 1).T / FINE
        shares = np.concatenate([codes, 1.0 - codes.sum(axis=0, keepdims=True)])
        if hand.is_drawing:
            return np.asarray(shares)
        moves, mix = _moves(hand), np.zeros((len(_moves(hand)), CLASSES))
        for place, share in enumerate(shares, start=first_action(rules, row)):
            mix[_place(hand, moves, place)] += share
        return mix


def _place(hand: Hand, moves: Sequence[Move], action: int) -> int:
    """Which move an action of the strategy is: a raise that is not allowed is a call, a fold for nothing a check."""
    number = raise_bounds(hand.rules.packed, hand.row)[0] if action > CALL else action
    numbers = [move.action.number for move in moves]
    return numbers.index(number) if number in numbers else numbers.index(CALL)


def _moves(hand: Hand) -> tuple[Move, ...]:
    """What the actor chooses from."""
    if hand.is_drawing:
        width = place_of(hand.rules.packed, hand.row)[1] if is_known(hand.row) else _MOST_THROWN + 1
        return tuple(Move(Action(ActionKind.DRAW, count)) for count in range(width))
    low = raise_bounds(hand.rules.packed, hand.row)[0]
    numbers = [*([FOLD] if hand.legal.call else []), CALL, *([low] if low else [])]
    offered = [action_of(hand.row, number) for number in numbers]
    return tuple(Move.sized(action, hand.pot, max(hand.bets), hand.legal.call or 0) for action in offered)


def _asked(step: ActionStep | DealStep, stop: Stop, line: str) -> Action:
    """The move of a stop that a step of a line means."""
    if isinstance(step, DealStep):
        raise IllegalAction(f"line {line!r}: badugi has no board, and '{step}' deals cards")
    if stop.actor is None:
        raise IllegalAction(f"line {line!r}: no player can '{step.action}' there, the hand is over")
    require_seat(step, stop.chairs[stop.actor].name, line)
    offered = [move.action for move in stop.moves]
    if step.action.kind is offered[0].kind is ActionKind.DRAW:
        return step.action
    return offered[pick(step, offered, line)]


def _discards(hand: Hand, action: Action) -> tuple[Card, ...]:
    """Cards to throw away: which ones does not matter to anything public."""
    assert hand.actor is not None
    return hand.cards(hand.actor)[: action.amount]


def _stop(before: Hand, hand: Hand, done: tuple[Action, ...]) -> Stop:
    shown = before if hand.is_over else hand
    chairs = tuple(
        Chair(hand.position(seat), hand.stacks[seat], 0 if hand.is_over else hand.bets[seat], not hand.live[seat])
        for seat in range(hand.seats)
    )
    pot = before.pot + (sum(before.stacks) - sum(hand.stacks) if not hand.is_over else 0)
    line, street = format_line(done), STREETS[shown.street]
    if hand.is_over:
        return Stop(line, StopKind.OVER, street, (), pot, chairs)
    return Stop(line, StopKind.DECISION, street, (), hand.pot, chairs, hand.actor, _moves(hand))


def _whose(walked: Walked, seat: int | None) -> int:
    if seat is None:
        return next(stop.actor for stop, _ in reversed(walked) if stop.actor is not None)
    if not 0 <= seat < len(walked[-1][0].chairs):
        raise BadConfig(f"seat {seat}: this table has seats 0 to {len(walked[-1][0].chairs) - 1}")
    return seat


def _walk_real(seen: Observation) -> Walked:
    """A real hand so far, with placeholders for all cards."""
    hand, done = Hand(_setup_of(seen)), tuple[Action, ...]()
    walked = [(_stop(hand, hand, done), hand)]
    for event in seen.history:
        if not event.is_decision:
            continue
        done = (*done, _action_of(walked[-1][1], event))
        walked = _further(walked, done)
    if walked[-1][1].is_over:
        raise IllegalAction("no player acts there: the hand is over")
    return walked


def _further(walked: Walked, done: tuple[Action, ...]) -> Walked:
    """One action more, the last of `done`; where it is not offered, as a draw of more cards, it is added."""
    (stop, hand), action = walked[-1], done[-1]
    moves = stop.moves if any(move.action == action for move in stop.moves) else (*stop.moves, Move(action))
    here = replace(stop, moves=moves).left_by(str(action)), hand
    after = hand.act(_discards(hand, action) if action.kind is ActionKind.DRAW else action.choice)
    return [*walked[:-1], here, (_stop(hand, after, done), after)]


def _action_of(hand: Hand, event: Event) -> Action:
    if event.kind is Kind.DRAW:
        return Action(ActionKind.DRAW, event.amount)
    return action_of(hand.row, event.number)


def _setup_of(seen: Observation) -> Setup:
    blinds, antes = [0] * seen.seats, [0] * seen.seats
    for event in seen.history:
        if event.kind in (Kind.ANTE, Kind.BLIND) and event.seat is not None:
            (antes if event.kind is Kind.ANTE else blinds)[event.seat] = event.amount
    rules = usual_rules(seen.variant, seen.big_blind)
    return Setup(rules, seen.starting_stacks, seen.button, tuple(blinds), tuple(antes), 0)
