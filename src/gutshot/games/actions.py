"""Actions as a player writes them, as the kernels number them, and why one is refused.

A choice is what a player tells the engine: "fold", "check", "call", a raise_to amount, or the cards to discard; as
text `"raise 300"` and `"draw 9cKd"` (or `"pat"`). `parse_choice(format_choice(x)) == x`. An `Action` is a betting
action with its name: trees, strategies and lines are made of them. Kernels have numbers: FOLD, CALL (or check), or
the amount raised to; `Action.number` and `action_of` lead there and back.
"""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from typing import NamedTuple, TypeAlias

import numpy as np

from gutshot.arguments import shown
from gutshot.cards.card import Card, format_cards, parse_cards
from gutshot.errors import IllegalAction, MalformedInput
from gutshot.games.betting import CALL, FOLD, raise_bounds, to_call
from gutshot.games.events import hole_cards
from gutshot.games.row import ACTOR, BET, BETTING, DRAWING, HIGH, PHASE, STACK, Row
from gutshot.games.rules import Rules

Choice: TypeAlias = str | int | tuple[Card, ...]


class ActionKind(StrEnum):
    """What an action is, in the order in which actions are listed; a draw is one where only how many go is known."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    ALL_IN = "all_in"
    DRAW = "draw"


_WORDS = {kind: kind.value.replace("_", "-") for kind in ActionKind}
PAT = "pat"
"""A draw of no card."""
_SIZED = (ActionKind.BET, ActionKind.RAISE, ActionKind.ALL_IN)


class Action(NamedTuple):
    """A betting action with the amount it bets or raises *to* on this street, or a draw of so many cards; 0 for others.

    Its text is `fold`, `check`, `call`, `bet 120`, `raise 300`, `all-in 900`, `draw 2` or `pat`. A request for an
    all-in may leave the amount open (0).
    """

    kind: ActionKind
    amount: int = 0

    def __str__(self) -> str:
        return self.text()

    def text(self, big_blind: int | None = None) -> str:
        """Its text, with the amount in big blinds if one is given: `raise 2.5bb`."""
        if not self.amount:
            return PAT if self.kind is ActionKind.DRAW else _WORDS[self.kind]
        if self.kind is ActionKind.DRAW:
            return f"{_WORDS[self.kind]} {self.amount}"
        amount = self.amount if big_blind is None else f"{self.amount / big_blind:.10g}bb"
        return f"{_WORDS[self.kind]} {amount}"

    @property
    def is_sized(self) -> bool:
        """Whether it bets or raises."""
        return self.kind in _SIZED

    @property
    def is_passive(self) -> bool:
        """Check or call."""
        return self.kind is ActionKind.CHECK or self.kind is ActionKind.CALL

    @property
    def number(self) -> int:
        """The kernels' number of a betting action."""
        return self.amount if self.is_sized else FOLD if self.kind is ActionKind.FOLD else CALL

    @property
    def choice(self) -> Choice:
        """What a player would tell the engine; a draw has to name its cards."""
        return self.amount if self.is_sized else self.kind.value


def name_action(number: int, faced: int, owed: int, most: int) -> Action:
    """A kernel's number as an action, where `faced` is the highest bet, `owed` the price, `most` an all-in."""
    if number == FOLD:
        return Action(ActionKind.FOLD)
    if number == CALL:
        return Action(ActionKind.CALL if owed else ActionKind.CHECK)
    if number == most:
        return Action(ActionKind.ALL_IN, number)
    return Action(ActionKind.RAISE if faced else ActionKind.BET, number)


def action_of(row: Row, number: int) -> Action:
    """The action that a kernel's number stands for in this position, while betting."""
    own = int(row[BET + row[ACTOR]] + row[STACK + row[ACTOR]])
    return name_action(int(number), int(row[HIGH]), int(to_call(row)), own)


_ACTION = re.compile(
    r"(?P<plain>fold|check|call|[fckx])(?![\w.]|\s+\d)"
    r"|(?P<sized>all[ -]?in|jam|bet|raise|[abr])?\s*(?:to\s+)?"
    r"(?P<amount>\d{1,18}(?:\.\d{1,6})?)(?:\s*(?P<bb>bb)(?!\s*:|\w))?(?![\w.])"
    r"|(?P<whole>all[ -]?in|jam|a)(?![\w.])"
    r"|(?:stand\s+)?(?P<pat>pat)(?![\w.])"
    r"|(?:draw|discard)\s+(?P<drawn>[0-4])(?![\w.])",
    re.IGNORECASE,
)
_MOST_DIGITS = 18
_LETTERS = {
    "f": ActionKind.FOLD,
    "x": ActionKind.CHECK,
    "k": ActionKind.CHECK,
    "c": ActionKind.CALL,
    "b": ActionKind.BET,
    "r": ActionKind.RAISE,
    "": ActionKind.RAISE,
}


def parse_action(text: str, big_blind: int | None = None) -> Action:
    """`check`, `x`, `bet 120`, `b120`, `raise to 300`, `r3bb`, `300`, `all-in`, `jam`; MalformedInput otherwise."""
    found = _ACTION.fullmatch(text.strip())
    if found is None:
        raise MalformedInput(
            f"unknown action {shown(text.strip())}: expected one like 'check', 'call', 'bet 120' or 'all-in'"
        )
    return action_matched(found, big_blind)


def match_action(text: str, at: int) -> re.Match[str] | None:
    """The action that is written at a place of a text, for `action_matched`."""
    return _ACTION.match(text, at)


def action_matched(found: re.Match[str], big_blind: int | None = None, in_blinds: bool = False) -> Action:
    """What was found, its amount in chips: `bb` counts in big blinds, and so does a bare amount if requested."""
    if found["pat"] or found["drawn"]:
        return Action(ActionKind.DRAW, int(found["drawn"] or 0))
    word = (found["plain"] or found["sized"] or found["whole"] or "").lower()
    all_in = word in ("jam", "a") or word.startswith("all")
    kind = ActionKind.ALL_IN if all_in else _LETTERS.get(word) or ActionKind(word)
    return Action(kind, _chips(found, big_blind, in_blinds) if found["amount"] else 0)


def _chips(found: re.Match[str], big_blind: int | None, in_blinds: bool) -> int:
    amount = Decimal(found["amount"])
    if found["bb"] or in_blinds:
        if big_blind is None:
            raise MalformedInput(f"{found[0]!r}: this game does not count in big blinds: give chips")
        amount *= big_blind
    elif "." in found["amount"]:
        raise MalformedInput(f"{found[0]!r}: chips are whole numbers; big blinds are written as in 2.5bb")
    if amount < 1:
        raise MalformedInput(f"{found[0]!r}: expected at least one chip")
    return int(amount.to_integral_value(ROUND_HALF_UP))


_DRAW = re.compile(r"(?:draw|discard)(\s.*)?", re.DOTALL)


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
        """Whether a bet or raise is allowed."""
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
    verb, _, amount = words.partition(" ")
    if verb in ("raise", "bet") and amount.isdecimal() and len(amount) <= _MOST_DIGITS:  # nearly all, without a pattern
        return int(amount)
    if words in ("pat", "stand pat"):
        return ()
    if found := _DRAW.fullmatch(words):
        return parse_cards(found[1] or "")
    if (found := _ACTION.fullmatch(words)) and (found["plain"] or found["amount"]):
        return action_matched(found).choice
    raise MalformedInput(f"unknown action {shown(text)}: expected fold, check, call, raise AMOUNT, draw CARDS or pat")


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
        raise MalformedInput(f"unknown action {shown(choice)}: expected text, a raise_to amount or cards to discard")
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
