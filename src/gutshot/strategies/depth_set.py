"""Blueprints of one table size by depth as one strategy, with jam or fold below them.

At a real hand the effective stack of the pot decides (`blueprint.real_depth`). Up to 12 big blinds before the flop
jam or fold answers (`preflop.short_stacks`). Otherwise the blueprint of the nearest depth, by ratio, answers; if the
depths differ, the answer says so and counts as near. A limp or a small raise at a short stack goes to the nearest
blueprint that is at most twice as deep; without one it is answered as a jam of the whole stack.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.real_betting import log_of
from gutshot.cards.combos import COMBO_CLASS, combo_of
from gutshot.games.betting import CALL, FOLD
from gutshot.games.hand import Hand
from gutshot.games.hidden_view import view_of
from gutshot.numeric.arrays import Ints, Reals
from gutshot.preflop.short_spot import EFFECTIVE, JAM_LINE, LINE, POSTFLOP, SPOT_SIZE, Logs, StackLimit, read_spots
from gutshot.preflop.short_stacks import SHORTEST_TREE, ShortAnswer, ShortSpot, answer_of
from gutshot.strategies.blueprint_strategy import BlueprintStrategy
from gutshot.strategies.strategy import Ability, About, Combos, Hands, Knowledge, Move, StopKind, Strategy
from gutshot.strategies.table_strategy import TableStrategy, require_asked
from gutshot.strategies.table_walk import BIG_BLIND, Moment, TableSize, move_at, seen_by_actor, table_setup

_FAR = 2.0
"""A tree so many times deeper than a short stack says nothing about its limps and small raises."""


def spots_of(views: Ints, logs: Logs, lengths: Ints, big_blind: int) -> Ints:
    """[n, SPOT_SIZE] of decisions as a table shows them: see `preflop.short_spot`."""
    spots = np.empty((len(views), SPOT_SIZE), np.int64)
    read_spots(views, logs, lengths, StackLimit(big_blind, int(SHORTEST_TREE * big_blind)), spots)
    return spots


def members_for(spots: Ints, big_blind: int, depths: Sequence[float]) -> tuple[Ints, NDArray[np.bool_]]:
    """[n] the place of the nearest depth, and whether jam or fold is asked first."""
    effective = np.maximum(spots[:, EFFECTIVE], 1) / big_blind
    gaps = np.abs(np.log(effective[:, None] / np.asarray(depths)))
    nearest = gaps.argmin(axis=1)
    far = gaps.min(axis=1) > np.log(_FAR) + 1e-9
    short = (spots[:, LINE] != POSTFLOP) & (effective <= SHORTEST_TREE)
    return nearest, short & ((spots[:, LINE] == JAM_LINE) | far)


@dataclass(frozen=True)
class Member:
    """A blueprint of a set, opened when it is first asked."""

    depth: float
    open: Callable[[], Strategy]

    @cached_property
    def strategy(self) -> BlueprintStrategy:
        """Opened when first asked for."""
        found = self.open()
        assert isinstance(found, BlueprintStrategy)
        return found


@dataclass(frozen=True)
class _Answering:
    """Who answers at a decision: jam or fold, or a member."""

    member: BlueprintStrategy
    short: ShortAnswer | None


class DepthSet(TableStrategy):
    """Blueprints of one table size, by depth; lines are about the table of the one at place `main`, or about `size`."""

    def __init__(self, members: Sequence[Member], main: int, title: str, size: TableSize | None = None) -> None:
        self.members, self._title, self._size = tuple(members), title, size
        self.main = self.members[main].strategy
        super().__init__(self.main.setup if size is None else table_setup(size))
        self._asked = lru_cache(maxsize=256)(self._fresh_asked)

    @property
    def depths(self) -> tuple[float, ...]:
        """Big blinds of the trees."""
        return tuple(member.depth for member in self.members)

    def alone_at(self, stack: float | None = None) -> "BlueprintStrategy | DepthSet":
        """The blueprint that decides everything where all stacks are this (by default its own); else the set."""
        depth = self.main.depth if stack is None else stack
        fits = (member.strategy for member in self.members if member.depth == depth > SHORTEST_TREE)
        return next(fits, self)

    def describe(self) -> About:
        about = self.main.describe()
        quality = {"depths": ", ".join(f"{depth:g} bb" for depth in self.depths), **about.quality}
        config = {**about.config, "jam_or_fold_to": SHORTEST_TREE}
        told = replace(about, title=self._title, config=config, quality=quality, abilities=(Ability.VALUES,))
        if self._size is None:
            return told
        seats, stack = self._size.seats, self._size.stack
        own = {**config, "seats": seats, "stack": stack}
        return replace(told, config=own, seats=seats, depth=float(stack), big_blind=BIG_BLIND)

    def knowledge_at(self, hand: Hand) -> tuple[Knowledge, tuple[str, ...]]:
        """That of whoever answers at this depth."""
        asked = self._asked(hand)
        if asked.short is None:
            return asked.member.knowledge_at(hand)
        return (Knowledge.NEAR if asked.short.notes else Knowledge.EXACT), asked.short.notes

    def moves_at(self, hand: Hand) -> tuple[Move, ...]:
        """Those of whoever answers at this depth."""
        asked = self._asked(hand)
        return asked.member.moves_at(hand) if asked.short is None else _short_moves(asked.short, hand)

    def mix_at(self, hand: Hand, moves: Sequence[Move], cards: Combos) -> Reals:
        """[A, H] of whoever answers at this depth."""
        require_asked(hand, moves, cards)
        asked = self._asked(hand)
        if asked.short is None:
            return asked.member.mix_at(hand, moves, cards)
        plays = asked.short.frequency[[COMBO_CLASS[combo_of(int(low), int(high))] for low, high in cards]]
        return np.stack([1 - plays, plays])

    def fold_shares(self, seen: Hand, amounts: Sequence[int]) -> Sequence[Reals | None]:
        """See `AnswersBets`: read from the tables of the member that answers each bet."""
        asked = [self._asked(seen.act(amount)) for amount in amounts]
        members = {id(each.member): each.member for each in asked if each.short is None}
        told = {key: member.fold_shares(seen, amounts) for key, member in members.items()}
        return [
            told[id(each.member)][place] if each.short is None else 1 - each.short.frequency[COMBO_CLASS]
            for place, each in enumerate(asked)
        ]

    def _fresh_asked(self, hand: Hand) -> _Answering:
        seen = seen_by_actor(hand)
        log = log_of(seen)
        spot = spots_of(view_of(seen)[0][None], log[None], np.array([len(log)]), seen.big_blind)
        nearest, short = members_for(spot, seen.big_blind, self.depths)
        asked = answer_of(ShortSpot.of(spot[0], seen.big_blind)) if short[0] else None
        return _Answering(self.members[int(nearest[0])].strategy, asked)

    def _held(self, moments: Sequence[Moment], who: int, faced: Hands | None = None) -> Hands:
        """With the values that jam or fold knows."""
        held, last = super()._held(moments, who, faced), moments[-1]
        if last.stop.kind is not StopKind.DECISION or who != last.stop.actor or held.mix is None:
            return held
        short = self._asked(last.hand).short
        if short is None or short.values is None:
            return held
        hand = last.hand
        paid = hand.setup.stacks[who] - hand.stacks[who]
        worth = short.values[COMBO_CLASS[held.combos]].T * hand.rules.streets[0].bet + paid
        return replace(held, action_ev=worth, ev=(held.mix * worth).sum(axis=0), ev_error=0.0)


def _short_moves(short: ShortAnswer, hand: Hand) -> tuple[Move, ...]:
    """To fold, or to check where that is free, and to play for the stack: a call where nothing can be raised."""
    owes, most = bool(hand.legal.call), hand.legal.max_raise_to
    plays = CALL if most is None or (short.calls and owes) else most
    return move_at(hand, FOLD if owes else CALL), move_at(hand, plays)
