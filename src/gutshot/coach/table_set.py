"""The blueprints of a table size as the coach asks them: also at tables of seven to nine, and for prize money.

At a larger table a seat that the blueprints do not have is answered from the nearest one that they do
(`smaller_table`), which is said. With prizes, jam or fold is solved for what the chips are worth in prize money
(`preflop.jam_advice`); its values are told in chips at their average price.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gutshot.blueprint.real_betting import log_of
from gutshot.blueprint.real_choice import nuts_of
from gutshot.cards.combos import COMBO_CLASS, combo_of, combos_of_cards
from gutshot.coach.prizes import NO_PRIZES, Prizes
from gutshot.coach.smaller_table import SmallerTable, smaller
from gutshot.errors import BadConfig
from gutshot.games.actions import ActionKind
from gutshot.games.hand import Hand
from gutshot.games.hidden_view import view_of
from gutshot.games.row import MAX_BOARD
from gutshot.numeric.arrays import Reals
from gutshot.preflop.jam_advice import JamAdvice, is_solved, jam_advice, players_to_solve
from gutshot.preflop.short_spot import EFFECTIVE, HERO, INSIDE
from gutshot.strategies.depth_set import DepthSet, Member, spots_of
from gutshot.strategies.strategy import Combos, Hands, Knowledge, Move, StopKind
from gutshot.strategies.table_strategy import require_asked
from gutshot.strategies.table_walk import Moment

FOR_CHIPS = "chips, not prize money"
MOST_AT_ONCE, MOST_SOLVED = 2, 4
"""Players to act for whom jam or fold is solved for prize money before anybody waits, and at all: it takes seconds."""


class PrizeSpot(NamedTuple):
    """A decision of jam or fold in a tournament: stacks from the small blind, who acts, and who is in."""

    stacks: tuple[float, ...]
    blinds: tuple[float, float]
    seat: int
    inside: tuple[int, ...]
    ante: float

    @property
    def players(self) -> int:
        """Still in the game that is solved."""
        return players_to_solve(len(self.stacks), self.seat, self.inside)


class TableSet(DepthSet):
    """A set of blueprints; with `prizes`, jam or fold of up to `most` players is for prize money."""

    def __init__(
        self, members: Sequence[Member], main: int, title: str, prizes: Prizes = NO_PRIZES, most: int = MOST_SOLVED
    ) -> None:
        super().__init__(members, main, title)
        self._prizes, self._most = prizes, most
        self._plain = TableSet(members, main, title) if prizes else None
        self._smaller = lru_cache(maxsize=256)(self._fresh_smaller)
        self._prize_spot = lru_cache(maxsize=256)(self.prize_spot)

    @classmethod
    def of(cls, found: DepthSet, prizes: Prizes = NO_PRIZES, most: int = MOST_SOLVED) -> "TableSet":
        """The set, with prizes where a tournament has them."""
        main = next(place for place, member in enumerate(found.members) if member.strategy is found.main)
        return cls(found.members, main, found.describe().title, prizes, most)

    @property
    def in_chips(self) -> "TableSet":
        """The same without prizes, for what does not matter to them: the cards of those who have folded."""
        return self if self._plain is None else self._plain

    # --- tables of seven to nine ------------------------------------------------------------------------------------

    def table_of_values(self, hand: Hand) -> SmallerTable | None:
        """The hand that is played out in place of one at a table too large for the blueprints; None for itself."""
        near, seats = self._smaller(hand), self.main.describe().seats
        return smaller(hand, seats) if near is None and hand.seats > seats and self.is_short(hand) else near

    def depth_at(self, hand: Hand) -> float | None:
        """Big blinds of the tree that answers; None where jam or fold does."""
        near = self._smaller(hand)
        asked = self._asked(hand if near is None else near.hand)
        return asked.member.depth if asked.short is None else None

    def _fresh_smaller(self, hand: Hand) -> SmallerTable | None:
        seats = self.main.describe().seats
        if hand.seats <= seats or super().knowledge_at(hand)[0] is not Knowledge.NONE:
            return None
        found = smaller(hand, seats)
        return None if found is None or super().knowledge_at(found.hand)[0] is Knowledge.NONE else found

    def knowledge_at(self, hand: Hand) -> tuple[Knowledge, tuple[str, ...]]:
        """As in the set, but solved or from a smaller table where that is closer."""
        near = self._smaller(hand)
        if near is not None:
            return Knowledge.NEAR, near.notes
        knowledge, notes = super().knowledge_at(hand)
        solved = self._solved(hand)
        if solved is not None:
            return (Knowledge.NEAR if solved.notes else Knowledge.EXACT), solved.notes
        spot = self._prize_spot(hand)
        if spot is not None:
            return Knowledge.NEAR, (*notes, FOR_CHIPS)
        return knowledge, notes

    def moves_at(self, hand: Hand) -> tuple[Move, ...]:
        """The actions of what answers there."""
        near = self._smaller(hand)
        return super().moves_at(hand if near is None else near.hand)

    def mix_at(self, hand: Hand, moves: Sequence[Move], cards: Combos) -> Reals:
        """[A, H] of what answers there."""
        require_asked(hand, moves, cards)
        solved, near = self._solved(hand), self._smaller(hand)
        if solved is None:
            mix = super().mix_at(hand if near is None else near.hand, moves, cards)
            return _with_the_nuts_kept(hand, moves, cards, mix)
        plays = solved.frequency[[COMBO_CLASS[combo_of(int(low), int(high))] for low, high in cards]]
        return np.stack([1 - plays, plays])

    def comes_here(self, hand: Hand, reach: Reals) -> Reals:
        """See `BlueprintStrategy`; to jam or fold every hand comes."""
        near = self._smaller(hand)
        asked = self._asked(hand if near is None else near.hand)
        if asked.short is not None:
            return np.ones(len(reach))
        return asked.member.comes_here(hand if near is None else near.hand, reach)

    def is_short(self, hand: Hand) -> bool:
        """Whether jam or fold answers."""
        return self._asked(hand).short is not None

    # --- prize money ------------------------------------------------------------------------------------------------

    def prize_spot(self, hand: Hand) -> PrizeSpot | None:
        """The decision as one of jam or fold for prizes; None where it is none."""
        if not self._prizes or self._asked(hand).short is None or hand.actor is None:
            return None
        seen = hand.observation(hand.actor)
        log = log_of(seen)
        spot = spots_of(view_of(seen)[0][None], log[None], np.array([len(log)]), seen.big_blind)[0]
        assert spot[EFFECTIVE] > 0
        first = hand.button if hand.seats == 2 else (hand.button + 1) % hand.seats
        order = [(first + place) % hand.seats for place in range(hand.seats)]
        return PrizeSpot(
            tuple(float(hand.setup.stacks[seat]) for seat in order),
            (float(hand.setup.blinds[first]), float(hand.rules.streets[0].bet)),
            int(spot[HERO]),
            tuple(place for place in range(hand.seats) if spot[INSIDE] >> place & 1),
            float(max(hand.setup.antes)),
        )

    def _solved(self, hand: Hand) -> JamAdvice | None:
        """Jam or fold for the prizes; None where it is not, or would take longer than somebody waits."""
        spot = self._prize_spot(hand)
        if spot is None or (spot.players > self._most and not is_solved(*spot, prizes=self._prizes.money)):
            return None
        try:
            return jam_advice(*spot, prizes=self._prizes.money)
        except BadConfig:  # the game does not come to it
            return None

    def solve_ahead(self, hand: Hand, seat: int) -> bool:
        """Solve what a seat will be asked if those before it fold, or one of them is the first to jam."""
        spots = list[PrizeSpot | None]()
        while hand.street == 0 and hand.actor is not None:
            spots.append(self._prize_spot(hand))
            if hand.actor == seat or not hand.legal.call:
                break
            hand = hand.act("fold")
        known = [spot for spot in reversed(spots) if spot is not None and spot.players <= self._most]
        for spot in known:
            with suppress(BadConfig):
                jam_advice(*spot, prizes=self._prizes.money)
        return bool(known)

    def _held(self, moments: Sequence[Moment], who: int, faced: Hands | None = None) -> Hands:
        """With the values of prize money, in chips at their average price."""
        held, last = super()._held(moments, who, faced), moments[-1]
        if last.stop.kind is not StopKind.DECISION or who != last.stop.actor or held.mix is None:
            return held
        solved = self._solved(last.hand)
        if solved is None:
            return held if self._prize_spot(last.hand) is None else _without_values(held)
        price = self._prizes.of_a_chip(sum(last.hand.setup.stacks))
        kinds = COMBO_CLASS[held.combos]
        worth = np.stack([np.zeros(len(kinds)), (solved.play - solved.fold)[kinds] / price])
        return _with_values(held, worth, solved.exploitability / price)


def _with_the_nuts_kept(hand: Hand, moves: Sequence[Move], cards: Combos, mix: Reals) -> Reals:
    """Hands of a bucket are played alike; one that nothing can beat is never folded with the others."""
    kinds = [move.kind for move in moves]
    calls = [place for place, move in enumerate(moves) if move.action.is_passive]
    if len(hand.board) < MAX_BOARD or ActionKind.FOLD not in kinds or not calls:
        return mix
    nuts = nuts_of(np.array(hand.board, np.int64))[combos_of_cards(cards[:, 0], cards[:, 1])]
    folds = kinds.index(ActionKind.FOLD)
    mix[calls[0], nuts] += mix[folds, nuts]
    mix[folds, nuts] = 0.0
    return mix


def _with_values(held: Hands, worth: Reals, error: float) -> Hands:
    assert held.mix is not None
    return replace(held, action_ev=worth, ev=(held.mix * worth).sum(axis=0), ev_error=error)


def _without_values(held: Hands) -> Hands:
    return replace(held, action_ev=None, ev=None, ev_error=None)
