"""Poker in plain words: positions, starting hands, events, results."""

from collections.abc import Sequence
from functools import lru_cache

from gutshot.cards import badugi, evaluate
from gutshot.cards.card import Card, format_cards, rank_of, suit_of
from gutshot.games.events import Event, Kind
from gutshot.games.variants import Game

_ONE = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_MANY = tuple(name + ("es" if name == "six" else "s") for name in _ONE)

_POSITIONS = {
    "BTN": "on the button",
    "BTN/SB": "on the button, with the small blind",
    "SB": "in the small blind",
    "BB": "in the big blind",
    "UTG": "under the gun, first to act",
    "LJ": "in middle position, the lojack",
    "HJ": "in the hijack, two before the button",
    "CO": "in the cutoff, one before the button",
}


def one(rank: int) -> str:
    """A rank in words: "six"."""
    return _ONE[rank]


def many(rank: int) -> str:
    """Several of a rank: "sixes"."""
    return _MANY[rank]


def position_words(position: str) -> str:
    """ "CO" -> "in the cutoff, one before the button"."""
    if position.startswith("UTG+"):
        return f"in early position, {position[4:]} after under the gun"
    return _POSITIONS[position]


def starting_hand_words(cards: Sequence[Card]) -> str:
    """ "Pair of nines", "Ace-king suited"."""
    high, low = sorted((rank_of(card) for card in cards), reverse=True)
    if high == low:
        return f"Pair of {_MANY[high]}"
    suited = "suited" if suit_of(cards[0]) == suit_of(cards[1]) else "offsuit"
    return f"{_ONE[high].capitalize()}-{_ONE[low]} {suited}"


def hand_words(game: Game, cards: Sequence[Card], board: Sequence[Card]) -> str:
    """The current hand in words."""
    return _hand_words(game, tuple(cards), tuple(board))


@lru_cache(maxsize=4096)
def _hand_words(game: Game, cards: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    if game is Game.BADUGI:
        words = badugi.describe(cards)
        return words[0].upper() + words[1:]
    if len(board) < 3:
        return starting_hand_words(cards)
    return evaluate.describe((*cards, *board))


def short_hand_words(game: Game, cards: Sequence[Card], board: Sequence[Card]) -> str:
    """The hand without its kickers: "Pair, nines"."""
    words = hand_words(game, cards, board)
    return words.rsplit(", ", 1)[0] if words.endswith(("kicker", "kickers")) else words


def playing_cards(game: Game, cards: Sequence[Card], board: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that make the hand."""
    if game is Game.BADUGI:
        return badugi.best_subset(cards)
    return evaluate.best_five((*cards, *board)) if len(board) >= 3 else tuple(cards)


_YOU = {
    "antes": "ante", "posts": "post", "folds": "fold", "checks": "check", "calls": "call", "bets": "bet",
    "raises": "raise", "draws": "draw", "stands": "stand", "takes": "take", "shows": "show", "mucks": "muck",
    "wins": "win", "is": "are",
}  # fmt: skip

_STREETS = {3: "Flop", 4: "Turn", 5: "River"}


def event_words(event: Event, name: str, pot_name: str, all_in: bool, board_size: int) -> str:
    """One event as a sentence; `board_size` counts the board's cards after it."""
    cards = format_cards(event.cards, " ")
    if event.kind is Kind.BOARD:
        return f"{_STREETS.get(board_size, 'Board')}: {cards}"
    rest = f"{_did(event, cards, pot_name)}{' and is all-in' if all_in else ''}"
    if name != "You":
        return f"{name} {rest}"
    verb, _, tail = rest.partition(" ")
    return f"You {_YOU[verb]} {tail}".rstrip().replace("and is all-in", "and are all-in")


def _did(event: Event, cards: str, pot_name: str) -> str:
    match event.kind:
        case Kind.ANTE:
            return f"antes {event.amount}"
        case Kind.BLIND:
            return f"posts {event.amount}"
        case Kind.DEAL:
            return f"is dealt {cards or 'in'}"
        case Kind.CALL:
            return f"calls {event.amount}"
        case Kind.BET:
            return f"bets {event.raise_to}"
        case Kind.RAISE:
            return f"raises to {event.raise_to}"
        case Kind.DRAW:
            return _draw_words(event, cards)
        case Kind.REFUND:
            return f"takes back the uncalled {event.amount}"
        case Kind.SHOW:
            return f"shows {cards}"
        case Kind.WIN:
            return f"wins {event.amount} from the {pot_name}"
        case _:
            return f"{event.kind.value}s"


def _draw_words(event: Event, cards: str) -> str:
    if event.amount == 0:
        return "stands pat"
    count = "one card" if event.amount == 1 else f"{('', '', 'two', 'three', 'four')[event.amount]} cards"
    return f"draws {count}" + (f", discarding {cards}" if cards else "")


def pot_name(index: int, count: int) -> str:
    """The main pot, or side pots counted from 1; a pot alone is just the pot."""
    if count == 1:
        return "Pot"
    return "Main pot" if index == 0 else f"Side pot {index}"


def odds_words(pot: int, to_call: int) -> str:
    """The pot against the price: `odds_words(150, 50)` -> "3.0:1 (25 %)"."""
    return f"{pot / to_call:.1f}:1 ({100 * to_call / (pot + to_call):.0f} %)"
