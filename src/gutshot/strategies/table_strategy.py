"""Players that decide hand by hand, as a source: every seat of a table is taken by one of them.

What a seat's range is follows from its own decisions along the line. Rule agents bet amounts of their own; each counts
for the nearest of the usual sizes.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from gutshot.agents.agent import HOLDEM, Builtin
from gutshot.agents.registry import find
from gutshot.cards.card import mask_of
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, combos_with_any
from gutshot.errors import BadConfig
from gutshot.games.actions import ActionKind
from gutshot.games.betting import CALL, FOLD
from gutshot.games.hand import Hand
from gutshot.strategies.equities import facing, the_rival
from gutshot.strategies.rule_mix import DICE, agent_answers
from gutshot.strategies.strategy import About, Combos, Hands, Move, Reals, Stop, StopKind, weights_of
from gutshot.strategies.table_walk import BIG_BLIND, Moment, TableSize, moves_of, walk_table


class TableSource(ABC):
    """A table whose every seat plays by `mix_at`."""

    def __init__(self, size: TableSize) -> None:
        self.size = size
        self._mix = lru_cache(maxsize=64)(self._fresh_mix)
        self._hands = lru_cache(maxsize=64)(self._fresh_hands)
        self._moments = lru_cache(maxsize=256)(self._fresh_moments)

    @abstractmethod
    def describe(self) -> About: ...

    @abstractmethod
    def mix_at(self, hand: Hand, moves: Sequence[Move], cards: Combos) -> Reals:
        """[moves, H] how often the actor takes each move with each hand of `cards` [H, 2]."""

    def moves_at(self, hand: Hand) -> tuple[Move, ...]:
        """What the actor chooses from: the usual sizes, unless the strategy has its own."""
        return moves_of(hand)

    def moments(self, line: str) -> tuple[Moment, ...]:
        """Every moment of a line: its stop, and the engine's hand there."""
        return self._moments(line)

    def _fresh_moments(self, line: str) -> tuple[Moment, ...]:
        return tuple(walk_table(self.size, line, self.moves_at))

    def walk(self, line: str) -> Sequence[Stop]:
        return [moment.stop for moment in self.moments(line)]

    def _fresh_mix(self, line: str) -> Reals:
        """[moves, 1326] at a decision; zero for hands that share a card with the board."""
        now = self.moments(line)[-1]
        live = ~combos_with_any(mask_of(now.stop.board))
        found = np.zeros((len(now.stop.moves), COMBO_COUNT))
        found[:, live] = self.mix_at(now.hand, now.stop.moves, COMBO_CARDS[live].astype(np.int64))
        return found

    def hands(self, line: str, seat: int | None = None) -> Hands:
        return self._hands(line, seat)

    def _fresh_hands(self, line: str, seat: int | None) -> Hands:
        stops = self.walk(line)
        last = stops[-1]
        who = self._whose(stops, seat)
        reach = self._reach(stops, who)
        reach[combos_with_any(mask_of(last.board))] = 0.0
        acts = last.kind is StopKind.DECISION and who == last.actor
        held = self._facing(stops, who, reach) or _alone(who, reach)
        return replace(held, mix=self._mix(last.line)[:, held.combos] if acts else None)

    def _facing(self, stops: Sequence[Stop], who: int, reach: Reals) -> Hands | None:
        """The hands against those of the only other player in the hand, if there is just one."""
        rival = the_rival(stops[-1], who)
        return None if rival is None else facing(who, reach, self._reach(stops, rival), stops[-1].board)

    def _whose(self, stops: Sequence[Stop], seat: int | None) -> int:
        if seat is None:
            return next(stop.actor for stop in reversed(stops) if stop.actor is not None)
        if not 0 <= seat < self.size.seats:
            raise BadConfig(f"seat {seat}: this table has seats 0 to {self.size.seats - 1}")
        return seat

    def _reach(self, stops: Sequence[Stop], who: int) -> Reals:
        """[1326] the product of the seat's own choices along the line."""
        reach = np.ones(COMBO_COUNT)
        for stop in stops[:-1]:
            if stop.kind is StopKind.DECISION and stop.actor == who:
                reach *= self._share(stop)
        return reach

    def _share(self, stop: Stop) -> Reals:
        """[1326] how often the line's action is taken; a size the strategy does not have counts as the nearest."""
        moves = self.walk(stop.line)[-1].moves
        words = [move.word for move in moves]
        taken = next(move for move in stop.moves if move.word == stop.taken)
        place = words.index(stop.taken) if stop.taken in words else _nearest(moves, taken.amount)
        return np.asarray(self._mix(stop.line)[place])


def _alone(seat: int, reach: Reals) -> Hands:
    live = np.flatnonzero(reach)
    return Hands(seat, live, reach[live], weights_of(reach[live]))


def _nearest(moves: Sequence[Move], amount: int) -> int:
    """The sized move whose amount is closest, as a factor; the passive one where there is none."""
    sized = [place for place, move in enumerate(moves) if move.amount]
    if not sized or amount <= 0:
        return next(place for place, move in enumerate(moves) if move.action.is_passive)
    return min(sized, key=lambda place: abs(np.log(moves[place].amount / amount)))


class RuleSource(TableSource):
    """A rule agent in every seat; frequencies are counted over dice."""

    def __init__(self, name: str, size: TableSize) -> None:
        super().__init__(size)
        builtin = find(name)
        if builtin is None or HOLDEM not in builtin.variants:
            raise BadConfig(f"agent {name!r}: expected a built-in player of hold'em, as `gutshot agents` lists them")
        self._builtin: Builtin = builtin

    def describe(self) -> About:
        config = {"agent": self._builtin.name, "about": self._builtin.about}
        table = {"seats": self.size.seats, "stack": self.size.stack, "dice": DICE}
        return About(f"{self._builtin.name}, {self.size.seats} seats", "agent", config | table, big_blind=BIG_BLIND)

    def mix_at(self, hand: Hand, moves: Sequence[Move], cards: Combos) -> Reals:
        actor = hand.actor
        assert actor is not None
        answers = agent_answers(self._builtin, hand.observation(actor), cards)
        place = {int(number): _place(int(number), moves) for number in np.unique(answers)}
        counts = np.zeros((len(moves), len(cards)))
        for number, move in place.items():
            counts[move] += (answers == number).sum(axis=1)
        return np.asarray(counts / answers.shape[1])


def _place(number: int, moves: Sequence[Move]) -> int:
    """Which of the moves a kernel's action number is."""
    kinds = [move.kind for move in moves]
    if number == FOLD and ActionKind.FOLD in kinds:
        return kinds.index(ActionKind.FOLD)
    if number in (FOLD, CALL):
        return next(place for place, move in enumerate(moves) if move.action.is_passive)
    return _nearest(moves, number)
