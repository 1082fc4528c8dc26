"""A drill of whole hands: from one spot to the end, street by street, with the strategy in every other seat.

All players are dealt hands as often as they reach the spot, and the board from the remaining cards. The other seats do
what the strategy does with their hands, by dice that follow from the drill's seed, the hand and the line, so a hand is
the same however often it is read.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gutshot.cards.card import Card, format_cards
from gutshot.cards.combos import COMBO_CARDS, COMBO_MASKS, combo_name
from gutshot.errors import IllegalAction
from gutshot.strategies.hand_names import require_holdem
from gutshot.strategies.strategy import Stop, StopKind, Strategy
from gutshot.trainer.table.table import derived_seed

_TRIES = 400
_MOST_STEPS = 200


@dataclass(frozen=True)
class DealtHand:
    """The combos of the seats still in at the spot, and the cards to come in their order."""

    held: dict[int, int]
    to_come: tuple[Card, ...]


@dataclass(frozen=True)
class Reached:
    """Where a hand stands: at the person's decision, or ended, with a sentence."""

    line: str
    ended: str | None = None


def deal_whole(strategy: Strategy, line: str, seed: int, number: int) -> DealtHand:
    """Hand `number` of a drill at a line."""
    require_holdem(strategy.describe().game, "whole hands are drilled")
    stop = strategy.walk(line)[-1]
    dice = np.random.default_rng(derived_seed(seed, "whole", number))
    for _ in range(_TRIES):
        held, used = dict[int, int](), np.uint64(sum(1 << card for card in stop.board))
        for seat in _playing(stop):
            hands = strategy.hands(stop.line, seat)
            weight = np.where((COMBO_MASKS[hands.combos] & used) == 0, hands.reach, 0.0)
            if weight.sum() <= 0:
                break
            held[seat] = int(dice.choice(hands.combos, p=weight / weight.sum()))
            used |= COMBO_MASKS[held[seat]]
        if len(held) == len(_playing(stop)):
            taken = {*stop.board, *(Card(int(card)) for combo in held.values() for card in COMBO_CARDS[combo])}
            rest = [Card(card) for card in range(52) if card not in taken]
            dice.shuffle(rest)
            return DealtHand(held, tuple(rest[: 5 - len(stop.board)]))
    raise IllegalAction(f"line {line!r}: the hands that come there cannot be dealt together")


def _playing(stop: Stop) -> list[int]:
    """The actor first: his hand is dealt as often as it comes."""
    others = [seat for seat, chair in enumerate(stop.chairs) if not chair.folded and seat != stop.actor]
    return others if stop.actor is None else [stop.actor, *others]


def play_on(strategy: Strategy, line: str, hero: int, dealt: DealtHand, seed: int) -> Reached:
    """Deal and have the others act until the person decides or the hand is over."""
    coming = list(dealt.to_come)
    start = strategy.walk(line)
    shown = len(start[-1].board)
    coming = coming[max(0, shown - (5 - len(dealt.to_come))) :]
    for _ in range(_MOST_STEPS):
        stop = strategy.walk(line)[-1]
        if stop.kind is StopKind.OVER:
            return Reached(line, _ending(stop, hero, dealt, coming))
        if stop.kind is StopKind.CARD:
            cards, coming = coming[: stop.deals], coming[stop.deals :]
            line = stop.line_after(format_cards(cards))
        elif stop.actor == hero:
            return Reached(line)
        else:
            word = _others(strategy, stop, dealt, seed)
            if word is None:
                return Reached(line, "The strategy does not know this spot, so the hand ends here.")
            line = stop.line_after(word)
    raise IllegalAction(f"line {line!r}: the hand does not end")


def _others(strategy: Strategy, stop: Stop, dealt: DealtHand, seed: int) -> str | None:
    """What the seat to act does with its hand; None where the strategy does not say."""
    assert stop.actor is not None
    hands = strategy.hands(stop.line, stop.actor)
    place = np.flatnonzero(hands.combos == dealt.held[stop.actor])
    if hands.mix is None or not len(place):
        return None
    mix = hands.mix[:, place[0]]
    dice = np.random.default_rng(derived_seed(seed, stop.line))
    return stop.moves[int(dice.choice(len(mix), p=mix / mix.sum()))].word if mix.sum() > 0 else None


def _ending(stop: Stop, hero: int, dealt: DealtHand, coming: Sequence[Card]) -> str:
    """Who is left, with what."""
    left = [seat for seat in dealt.held if not stop.chairs[seat].folded]
    if hero not in left:
        return "You folded."
    others = [seat for seat in left if seat != hero]
    if not others:
        return "Everybody else folded: the pot is yours."
    shown = ", ".join(f"{stop.chairs[seat].name} {combo_name(dealt.held[seat])}" for seat in others)
    board = format_cards((*stop.board, *coming[: 5 - len(stop.board)]))
    return f"Showdown on {board}: {shown}."
