"""Actions as a player writes them, as the kernels number them, and why one is refused.

A choice is "fold", "check", "call", a raise_to amount, or the cards to discard; as text `"raise 300"`
and `"draw 9cKd"` (or `"pat"`). `parse_choice(format_choice(x)) == x`.
"""

import re
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gutshot.cards.card import Card, format_cards, parse_cards
from gutshot.errors import IllegalAction, MalformedInput
from gutshot.games.betting import CALL, FOLD, raise_bounds, to_call
from gutshot.games.events import hole_cards
from gutshot.games.row import ACTOR, BETTING, DRAWING, HIGH, PHASE, Row
from gutshot.games.rules import Rules

Choice: TypeAlias = str | int | tuple[Card, ...]

_RAISE = re.compile(r"(?:bet|raise)(?:\s+to)?\s+(\d{1,18})|(\d{1,18})")
_DRAW = re.compile(r"(?:draw|discard)((?:\s+\S+)*)")


@dataclass(frozen=True)
class Legal:
    """What the actor may do. `call` is the chips a call adds, 0 for a check; raise bounds are None if he cannot.

    A fold is always allowed, even where a check is free. `draw` is how many cards may be discarded,
    None while betting.
    """

    fold: bool = False
    check: bool = False
    call: int | None = None
    min_raise_to: int | None = None
    max_raise_to: int | None = None
    draw: int | None = None

    @property
    def can_raise(self) -> bool:
        return self.min_raise_to is not None

    def __bool__(self) -> bool:
        return self.fold or self.draw is not None


NOTHING = Legal()


def legal_of(rules: Rules, row: Row) -> Legal:
    """The actor's legal actions; falsy if no player is to act."""
    if row[PHASE] == BETTING:
        low, high = raise_bounds(rules.packed, row)
        owed = int(to_call(row))
        bounds = (int(low), int(high)) if high else (None, None)
        return Legal(True, owed == 0, owed or None, *bounds)
    if row[PHASE] == DRAWING:
        return Legal(draw=rules.hole_cards)
    return NOTHING


def parse_choice(text: str) -> Choice:
    """`"fold"`, `"check"`, `"call"`, `"raise 300"`, `"300"`, `"draw 9cKd"`, `"pat"`; MalformedInput otherwise."""
    words = " ".join(text.lower().split())
    if words in ("fold", "check", "call"):
        return words
    if words in ("pat", "stand pat"):
        return ()
    if found := _RAISE.fullmatch(words):
        return int(found[1] or found[2])
    if found := _DRAW.fullmatch(words):
        return parse_cards(found[1])
    raise MalformedInput(f"unknown action {text!r}: expected fold, check, call, raise AMOUNT, draw CARDS or pat")


def format_choice(choice: Choice) -> str:
    """The text that `parse_choice` reads back."""
    if isinstance(choice, tuple):
        return f"draw {format_cards(choice)}" if choice else "pat"
    return choice if isinstance(choice, str) else f"raise {choice}"


def read_action(rules: Rules, row: Row, choice: Choice) -> int:
    """The kernel's number of a choice in this position; IllegalAction says why it is not allowed."""
    read = _plain_choice(choice)
    if row[PHASE] == BETTING:
        return _betting_action(rules, row, read)
    if row[PHASE] == DRAWING:
        return _draw_action(rules, row, read)
    raise IllegalAction(f"{format_choice(read)}: the hand is over")


def _plain_choice(choice: object) -> Choice:
    """Text parsed, NumPy integers and lists of cards made plain; MalformedInput for anything else."""
    if isinstance(choice, str):
        return parse_choice(choice)
    if isinstance(choice, tuple | list):
        return tuple(choice)
    if isinstance(choice, bool) or not isinstance(choice, int | np.integer):
        raise MalformedInput(f"unknown action {choice!r}: expected text, a raise_to amount or the cards to discard")
    return int(choice)


def _betting_action(rules: Rules, row: Row, choice: Choice) -> int:
    if choice == "fold":
        return FOLD
    owed = int(to_call(row))
    if choice == "check":
        if owed:
            raise IllegalAction(f"check: seat {row[ACTOR]} faces a bet of {row[HIGH]} and has {owed} to call")
        return CALL
    if choice == "call":
        if not owed:
            raise IllegalAction(f"call: seat {row[ACTOR]} has nothing to call; check or bet")
        return CALL
    if not isinstance(choice, int):
        raise IllegalAction(f"{len(choice)} discards: seat {row[ACTOR]} is betting, not drawing")
    return _raise_action(rules, row, choice)


def _raise_action(rules: Rules, row: Row, amount: int) -> int:
    low, high = raise_bounds(rules.packed, row)
    if high == 0:
        raise IllegalAction(f"raise to {amount}: seat {row[ACTOR]} may not raise here, only fold or {_passive(row)}")
    if not low <= amount <= high:
        bounds = f"exactly {low}" if low == high else f"{low} to {high}"
        raise IllegalAction(f"raise to {amount}: seat {row[ACTOR]} may raise to {bounds}")
    return amount


def _passive(row: Row) -> str:
    owed = int(to_call(row))
    return f"call {owed}" if owed else "check"


def _draw_action(rules: Rules, row: Row, choice: Choice) -> int:
    """The mask of places of the discarded cards."""
    seat, count = int(row[ACTOR]), rules.hole_cards
    if not isinstance(choice, tuple):
        raise IllegalAction(f"{format_choice(choice)}: seat {seat} is to draw, with up to {count} discards or pat")
    if len(choice) > count:
        raise IllegalAction(f"{len(choice)} discards: seat {seat} holds {count} cards")
    if len(set(choice)) < len(choice):
        raise IllegalAction(f"discards {format_cards(choice, ' ')}: each card can be discarded only once")
    held = hole_cards(row, seat, count)
    mask = 0
    for card in choice:
        if card not in held:
            raise IllegalAction(f"discard {card_text(card)}: seat {seat} does not hold it")
        mask |= 1 << held.index(card)
    return mask


def card_text(card: int) -> str:
    """A card as text, or the number itself when it is no card."""
    return format_cards([Card(card)]) if isinstance(card, int) and 0 <= card < 52 else repr(card)


def choice_of(rules: Rules, row: Row, action: int) -> Choice:
    """The choice that a kernel's number means in this position."""
    if row[PHASE] == DRAWING:
        held = hole_cards(row, int(row[ACTOR]), rules.hole_cards)
        return tuple(card for place, card in enumerate(held) if action >> place & 1)
    if action == FOLD:
        return "fold"
    if action == CALL:
        return "call" if to_call(row) else "check"
    return int(action)
