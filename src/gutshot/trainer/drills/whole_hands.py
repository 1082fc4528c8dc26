"""A drill of whole hands: from one spot to the end, street by street, with the strategy in every other seat.

All players are dealt hands as often as they reach the spot, and the cards to come from those that remain: the board, or
in badugi what seats draw, in turn. The other seats do what the strategy does with their hands, by dice that follow from
the drill's seed, the hand and the line, so a hand is the same however often it is read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np

from gutshot.blueprint.badugi.hands import CLASS_OF_RANKS, MASKS, class_of, thrown
from gutshot.cards.badugi import strength, strengths
from gutshot.cards.card import DECK, Card, format_cards
from gutshot.cards.combos import COMBO_CARDS, COMBO_MASKS, combo_name
from gutshot.errors import IllegalAction
from gutshot.games.actions import ActionKind
from gutshot.numeric.arrays import Ints, Reals
from gutshot.strategies.badugi_strategy import GAME as BADUGI
from gutshot.strategies.strategy import Hands, Stop, StopKind, Strategy
from gutshot.trainer.table.table import derived_seed

_TRIES = 400
_MOST_STEPS = 200
_BADUGI_CARDS, _MOST_DRAWN = 4, 28
_MASK_BITS = np.uint64(1)
_HOLDEM_NUMBER = {frozenset(cards): number for number, cards in enumerate(COMBO_CARDS.tolist())}


@dataclass(frozen=True)
class DealtHand:
    """The cards of the seats still in at the spot, and the cards to come in their order."""

    cards: dict[int, tuple[Card, ...]]
    to_come: tuple[Card, ...]
    start: int  # how many stops there are at the spot
    game: str

    def cards_at(self, path: Sequence[Stop], seat: int) -> tuple[Card, ...]:
        """What a seat holds at the end of a path that goes on from the spot."""
        if self.game != BADUGI:
            return self.cards[seat]
        held, coming = dict(self.cards), list(self.to_come)
        for stop in path[self.start - 1 : -1]:
            move = next((move for move in stop.moves if move.word == stop.taken), None)
            if move is None or move.action.kind is not ActionKind.DRAW or stop.actor not in held:
                continue
            mask = int(thrown(np.array(held[stop.actor], np.int64), move.action.amount))
            held[stop.actor] = tuple(
                coming.pop(0) if mask >> place & 1 else card for place, card in enumerate(held[stop.actor])
            )
        return held[seat]

    def holding(self, path: Sequence[Stop], seat: int) -> int:
        """The number of that hand in the strategy: a combo, or a class."""
        cards = self.cards_at(path, seat)
        if self.game == BADUGI:
            return int(class_of(int(strength(*(int(card) for card in cards)))))
        return _HOLDEM_NUMBER[frozenset(cards)]


@dataclass(frozen=True)
class Reached:
    """Where a hand stands: at the person's decision, or ended, with a sentence."""

    line: str
    ended: str | None = None


@lru_cache(maxsize=2)
def _all_hands(game: str) -> tuple[Ints, Ints, Ints]:
    """Every hand of a game as cards, its mask of cards, and its number in strategies."""
    if game != BADUGI:
        return np.asarray(COMBO_CARDS, np.int64), np.asarray(COMBO_MASKS), np.arange(len(COMBO_CARDS))
    hands = np.array(list(combinations(range(len(DECK)), _BADUGI_CARDS)), np.int64)
    masks = (_MASK_BITS << hands.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return (
        hands,
        masks,
        CLASS_OF_RANKS[-strengths(hands.astype(np.uint8)).astype(np.int64) & (MASKS - 1)].astype(np.int64),
    )


def _weights(hands: Hands, game: str) -> Reals:
    """How much each hand of `_all_hands` counts."""
    numbers = _all_hands(game)[2]
    reach = np.zeros(int(numbers.max()) + 1)
    reach[hands.combos] = hands.reach
    return np.asarray(reach[numbers])


def deal_whole(strategy: Strategy, line: str, seed: int, number: int) -> DealtHand:
    """Hand `number` of a drill at a line."""
    game, path = strategy.describe().game, strategy.walk(line)
    stop, (hands, masks, _) = path[-1], _all_hands(game)
    dice = np.random.default_rng(derived_seed(seed, "whole", number))
    for _ in range(_TRIES):
        held, used = dict[int, tuple[Card, ...]](), np.uint64(sum(1 << card for card in stop.board))
        for seat in _playing(stop):
            weight = np.where((masks & used) == 0, _weights(strategy.hands(stop.line, seat), game), 0.0)
            if weight.sum() <= 0:
                break
            found = int(dice.choice(len(hands), p=weight / weight.sum()))
            held[seat] = tuple(Card(int(card)) for card in hands[found])
            used |= masks[found]
        if len(held) == len(_playing(stop)):
            taken = {*stop.board, *(card for cards in held.values() for card in cards)}
            rest = [Card(card) for card in range(52) if card not in taken]
            dice.shuffle(rest)
            count = _MOST_DRAWN if game == BADUGI else 5 - len(stop.board)
            return DealtHand(held, tuple(rest[:count]), len(path), game)
    raise IllegalAction(f"line {line!r}: the hands that come there cannot be dealt together")


def _playing(stop: Stop) -> list[int]:
    """The actor first: his hand is dealt as often as it comes."""
    others = [seat for seat, chair in enumerate(stop.chairs) if not chair.folded and seat != stop.actor]
    return others if stop.actor is None else [stop.actor, *others]


def play_on(strategy: Strategy, line: str, hero: int, dealt: DealtHand, seed: int) -> Reached:
    """Deal and have the others act until the person decides or the hand is over."""
    coming = list(dealt.to_come)
    if dealt.game != BADUGI:
        shown = len(strategy.walk(line)[-1].board)
        coming = coming[max(0, shown - (5 - len(dealt.to_come))) :]
    for _ in range(_MOST_STEPS):
        path = strategy.walk(line)
        stop = path[-1]
        if stop.kind is StopKind.OVER:
            return Reached(line, _ending(path, hero, dealt, coming))
        if stop.kind is StopKind.CARD:
            cards, coming = coming[: stop.deals], coming[stop.deals :]
            line = stop.line_after(format_cards(cards))
        elif stop.actor == hero:
            return Reached(line)
        else:
            word = _others(strategy, path, dealt, seed)
            if word is None:
                return Reached(line, "The strategy does not know this spot, so the hand ends here.")
            line = stop.line_after(word)
    raise IllegalAction(f"line {line!r}: the hand does not end")


def _others(strategy: Strategy, path: Sequence[Stop], dealt: DealtHand, seed: int) -> str | None:
    """What the seat to act does with its hand; None where the strategy does not say."""
    stop = path[-1]
    assert stop.actor is not None
    hands = strategy.hands(stop.line, stop.actor)
    place = np.flatnonzero(hands.combos == dealt.holding(path, stop.actor))
    if hands.mix is None or not len(place):
        return None
    mix = hands.mix[:, place[0]]
    dice = np.random.default_rng(derived_seed(seed, stop.line))
    return stop.moves[int(dice.choice(len(mix), p=mix / mix.sum()))].word if mix.sum() > 0 else None


def _ending(path: Sequence[Stop], hero: int, dealt: DealtHand, coming: Sequence[Card]) -> str:
    """Who is left, with what."""
    stop = path[-1]
    left = [seat for seat in dealt.cards if not stop.chairs[seat].folded]
    if hero not in left:
        return "You folded."
    others = [seat for seat in left if seat != hero]
    if not others:
        return "Everybody else folded: the pot is yours."
    shown = ", ".join(f"{stop.chairs[seat].name} {_told(dealt, path, seat)}" for seat in others)
    if dealt.game == BADUGI:
        return f"Showdown: {shown}, you {_told(dealt, path, hero)}."
    return f"Showdown on {format_cards((*stop.board, *coming[: 5 - len(stop.board)]))}: {shown}."


def _told(dealt: DealtHand, path: Sequence[Stop], seat: int) -> str:
    if dealt.game == BADUGI:
        return format_cards(dealt.cards_at(path, seat))
    return combo_name(dealt.holding(path, seat))
