"""A hold'em hand as players speak of it: what is made, what is drawn to, where one sits, and who has the initiative."""

from collections.abc import Sequence

from gutshot.cards.card import Card, rank_of, suit_of
from gutshot.coach.made import FLUSH, TWO_PAIR, category, made_words
from gutshot.games.observation import Observation
from gutshot.games.seats import order, position

_FIVE, _FOUR = 5, 4
_RANKS = 13


def holding_words(seen: Observation) -> str:
    """ "Second pair, nines, with a flush draw", "Ace high with two overcards"."""
    words = made_words(seen.cards, seen.board)
    drawn = draws_of(seen.cards, seen.board)
    if _are_overcards(seen.cards, seen.board) and category(seen.cards, seen.board) < TWO_PAIR:
        drawn = [*drawn, "two overcards"]
    return f"{words}, with {listed(drawn)}" if drawn else words


def _are_overcards(cards: Sequence[Card], board: Sequence[Card]) -> bool:
    """Two different cards above the whole board, which can still be paired."""
    ranks = {rank_of(card) for card in cards}
    return 3 <= len(board) < _FIVE and len(ranks) == 2 and min(ranks) > max(rank_of(card) for card in board)


def draws_of(cards: Sequence[Card], board: Sequence[Card]) -> list[str]:
    """The draws to more than what is made that use a hole card, strongest first; only on the flop and the turn."""
    made = category(cards, board) if 3 <= len(board) < _FIVE else FLUSH
    if made >= FLUSH:
        return []
    flush, straight = _flush_draw(cards, board), _straight_draw(cards, board)
    if flush.startswith("a backdoor") and made >= TWO_PAIR:
        flush = ""
    return [draw for draw in (flush, straight) if draw]


def _flush_draw(cards: Sequence[Card], board: Sequence[Card]) -> str:
    for suit in {suit_of(card) for card in cards}:
        count = sum(suit_of(card) == suit for card in (*cards, *board))
        if count == _FOUR:
            higher = [rank for rank in range(_RANKS) if all((rank, suit) != (rank_of(c), suit_of(c)) for c in board)]
            own = max(rank_of(card) for card in cards if suit_of(card) == suit)
            return "the nut flush draw" if own == higher[-1] else "a flush draw"
        if count == 3 and len(board) == 3 and all(suit_of(card) == suit for card in cards):
            return "a backdoor flush draw"
    return ""


def _straight_draw(cards: Sequence[Card], board: Sequence[Card]) -> str:
    """By the ranks that would complete a straight that the board alone would not have."""
    own, common = {rank_of(card) for card in cards}, {rank_of(card) for card in board}
    if _has_straight(own | common):
        return ""
    completing = [r for r in range(_RANKS) if _has_straight(own | common | {r}) and not _has_straight(common | {r})]
    if len(completing) >= 2:
        return "an open-ended straight draw" if _is_row(own | common) else "a double gutshot"
    return "a gutshot" if completing else ""


def _has_straight(ranks: set[int]) -> bool:
    low = {-1} if _RANKS - 1 in ranks else set[int]()
    return any(all(start + step in ranks | low for step in range(_FIVE)) for start in range(-1, _RANKS - _FIVE + 1))


def _is_row(ranks: set[int]) -> bool:
    return any(all(start + step in ranks for step in range(_FOUR)) for start in range(_RANKS - _FOUR + 1))


def position_told(seen: Observation) -> str:
    """ "in position", "out of position", "between them", or "" where all others may still act before the flop."""
    if seen.street == 0:
        return ""
    acting = [seat for seat in order(seen.seats, seen.button) if seen.live[seat]]
    if acting[-1] == seen.seat:
        return "in position"
    return "out of position" if acting[0] == seen.seat else "between opponents"


def initiative_told(seen: Observation) -> str:
    """Who bet or raised last before this street; "" before the flop."""
    raises = [event for event in seen.history if event.is_raise and event.street < seen.street]
    if seen.street == 0 or not raises:
        return ""
    last = raises[-1].seat
    if last == seen.seat:
        return "with the initiative"
    return "" if last is None or not seen.live[last] else f"{name_of(seen, last)} has the initiative"


def name_of(seen: Observation, seat: int) -> str:
    """A seat by its position: "the button", "the big blind", "UTG"."""
    name = position(seat, seen.seats, seen.button)
    return {"BTN": "the button", "BTN/SB": "the button", "BB": "the big blind", "SB": "the small blind",
            "CO": "the cutoff", "HJ": "the hijack", "LJ": "the lojack"}.get(name, name)  # fmt: skip


def listed(words: Sequence[str]) -> str:
    """ "one", "one and two", "one, two and three"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
