"""Players that decide hand by hand, as a strategy: one of them sits in every seat of a table.

A seat's range follows from its own decisions along the line. An action that the player never takes counts as the
nearest one that he does.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from gutshot.arguments import checked
from gutshot.cards.card import Card, mask_of
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, combos_with_any
from gutshot.errors import BadConfig, MalformedInput
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.games.public_hand import public_hands
from gutshot.games.row import DECK_CARDS
from gutshot.games.setup import Setup
from gutshot.numeric.arrays import Reals
from gutshot.strategies.equities import facing, the_rival
from gutshot.strategies.strategy import (
    About,
    Answer,
    Combos,
    Hands,
    Knowledge,
    Move,
    Named,
    Stop,
    StopKind,
    nothing_known,
    weights_of,
)
from gutshot.strategies.table_walk import Moment, acting, moves_of, walk_hand, walk_table


@dataclass(frozen=True)
class PublicPoint:
    """What the mixes of a decision depend on, with a hand at that point."""

    setup: Setup
    actions: tuple[Choice, ...]
    board: tuple[Card, ...]
    hand: Hand = field(compare=False)

    @classmethod
    def of(cls, hand: Hand) -> "PublicPoint":
        """What everybody at the table has seen."""
        return cls(replace(hand.setup, seed=0, deck=()), hand.actions, hand.board, hand)


class TableStrategy(Named, ABC):
    """A table whose every seat plays by `mix_at`; `setup` is the table that lines are about."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
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
        acting(hand)
        return moves_of(hand)

    def knowledge_at(self, hand: Hand) -> tuple[Knowledge, tuple[str, ...]]:
        """Whether it knows the actor's decision, and in words what differs."""
        acting(hand)
        return Knowledge.EXACT, ()

    def moments(self, line: str) -> tuple[Moment, ...]:
        """Every moment of a line: its stop, and the engine's hand there."""
        return self._moments(line)

    def _fresh_moments(self, line: str) -> tuple[Moment, ...]:
        return tuple(walk_table(self.setup, line, self.moves_at))

    def walk(self, line: str) -> Sequence[Stop]:
        return [moment.stop for moment in self.moments(line)]

    def hands(self, line: str, seat: int | None = None) -> Hands:
        return self._hands(line, seat)

    def _fresh_hands(self, line: str, seat: int | None) -> Hands:
        moments = self.moments(line)
        who = self._whose(moments, seat)
        return self._held(moments, who, self._facing(moments, who))

    @checked
    def at(self, seen: Hand | Observation, seat: int | None = None) -> Answer:
        moments = walk_hand(public_hands(seen), self.moves_at)
        return Answer(moments[-1].stop, self._held(moments, self._whose(moments, seat)))

    def _held(self, moments: Sequence[Moment], who: int, faced: Hands | None = None) -> Hands:
        """What a seat's hands do at the last of the moments; `faced` has them with their equities."""
        last, hand = moments[-1].stop, moments[-1].hand
        acts = last.kind is StopKind.DECISION
        knowledge, notes = self.knowledge_at(hand) if acts else (Knowledge.EXACT, ())
        if knowledge is Knowledge.NONE:
            return nothing_known(who, *notes)
        held = faced or _alone(who, self._reach(moments, who))
        mix = self._mix(PublicPoint.of(hand))[:, held.combos] if acts and who == last.actor else None
        return replace(held, mix=mix, knowledge=knowledge, notes=notes)

    def _fresh_mix(self, point: PublicPoint) -> Reals:
        """[moves, 1326] at a decision; zero for hands that share a card with the board."""
        hand = point.hand
        moves, live = self.moves_at(hand), ~combos_with_any(mask_of(hand.board))
        found = np.zeros((len(moves), COMBO_COUNT))
        found[:, live] = self.mix_at(hand, moves, COMBO_CARDS[live].astype(np.int64))
        return found

    def _facing(self, moments: Sequence[Moment], who: int) -> Hands | None:
        """The hands against those of the only other player in the hand, if there is just one."""
        last = moments[-1].stop
        rival = the_rival(last, who)
        if rival is None:
            return None
        return facing(who, self._reach(moments, who), self._reach(moments, rival), last.board)

    def _whose(self, moments: Sequence[Moment], seat: int | None) -> int:
        if seat is None:
            return next(moment.stop.actor for moment in reversed(moments) if moment.stop.actor is not None)
        if not 0 <= seat < len(moments[-1].stop.chairs):
            raise BadConfig(f"seat {seat}: this table has seats 0 to {len(moments[-1].stop.chairs) - 1}")
        return seat

    def _reach(self, moments: Sequence[Moment], who: int) -> Reals:
        """[1326] the product of the seat's own choices along the line; unknown decisions change nothing."""
        reach = np.where(combos_with_any(mask_of(moments[-1].stop.board)), 0.0, 1.0)
        for share in self._shares(moments, who):
            reach *= 1.0 if share is None else share
        return reach

    def shares_of(self, seen: Hand | Observation, seat: int) -> list[Reals | None]:
        """For each action of a seat so far, [1326] how often it is taken with every hand; None where unknown."""
        return list(self._shares(walk_hand(public_hands(seen), self.moves_at), seat))

    def _shares(self, moments: Sequence[Moment], who: int) -> Iterator[Reals | None]:
        for moment in moments[:-1]:
            if moment.stop.kind is StopKind.DECISION and moment.stop.actor == who:
                known = self.knowledge_at(moment.hand)[0] is not Knowledge.NONE
                yield self._share(moment) if known else None

    def _share(self, moment: Moment) -> Reals:
        """[1326] how often the actor does what the line does; a size that is not offered counts for the nearest."""
        moves, stop = self.moves_at(moment.hand), moment.stop
        words = [move.word for move in moves]
        if stop.taken in words:
            place = words.index(stop.taken)
        else:
            place = nearest_move(moves, next(move.amount for move in stop.moves if move.word == stop.taken))
        return np.asarray(self._mix(PublicPoint.of(moment.hand))[place])


def _alone(seat: int, reach: Reals) -> Hands:
    live = np.flatnonzero(reach)
    return Hands(seat, live, reach[live], weights_of(reach[live]))


def require_asked(hand: Hand, moves: Sequence[Move], cards: Combos) -> None:
    """Refuse what no table asks: nobody acts, nothing to choose from, hands that are not two cards off the board."""
    acting(hand)
    if not moves:
        raise MalformedInput("no moves to choose from: expected those of `moves_at`")
    if cards.ndim != 2 or cards.shape[1] != 2:
        raise MalformedInput(f"hands of shape {list(cards.shape)}: expected [H, 2], the lower card of each first")
    in_order = (cards[:, 0] >= 0) & (cards[:, 0] < cards[:, 1]) & (cards[:, 1] < DECK_CARDS)
    wrong = np.flatnonzero(~in_order | np.isin(cards, hand.board).any(axis=1))
    if len(wrong):
        low, high = cards[wrong[0]].tolist()
        raise MalformedInput(f"hand {low}, {high}: expected two cards from 0 to 51, the lower first, off the board")


def place_of(move: Move, moves: Sequence[Move]) -> int:
    """Where a move is among those asked about; MalformedInput where it is not."""
    if move not in moves:
        raise MalformedInput(f"'{move.word}' is not among the moves: expected those of `moves_at`")
    return moves.index(move)


def nearest_move(moves: Sequence[Move], amount: int) -> int:
    """The place of the sized move whose amount is closest, as a factor; of the passive one where there is none.

    Who is only offered all-in or fold, and calls all the same, plays: the smallest bet is nearest to that.
    """
    sized = [place for place, move in enumerate(moves) if move.amount]
    if not sized or amount <= 0:
        passive = [place for place, move in enumerate(moves) if move.action.is_passive]
        return (passive or sorted(sized, key=lambda place: moves[place].amount) or [0])[0]
    return min(sized, key=lambda place: abs(np.log(moves[place].amount / amount)))
