"""A made hand as players name it: what the two cards add to the board, such as "Top pair, kings" or "A set of tens"."""

from collections.abc import Sequence

from gutshot.cards import evaluate
from gutshot.cards.card import Card, rank_of
from gutshot.cards.tables import CATEGORY_SHIFT
from gutshot.games.variants import Game
from gutshot.games.words import many, one, short_hand_words, starting_hand_words

HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL = range(7)
_PLACES = ("Top", "Second", "Third", "Fourth", "Bottom")


def made_words(cards: Sequence[Card], board: Sequence[Card]) -> str:
    """The hand by what the player's own cards do in it."""
    if len(board) < 3:
        ranks = {rank_of(card) for card in cards}
        return f"Pocket {many(ranks.pop())}" if len(ranks) == 1 else starting_hand_words(cards)
    made, shared = category(cards, board), category((), board)
    own = sorted((rank_of(card) for card in cards), reverse=True)
    common = [rank_of(card) for card in board]
    if made == HIGH or (made == shared and made in (PAIR, TWO_PAIR, TRIPS) and not _adds_a_pair(own, common)):
        return _nothing(own, shared)
    if made == PAIR:
        return _pair(own, common)
    if made == TWO_PAIR:
        return _two_pair(own, common)
    if made == TRIPS:
        return f"A set of {many(own[0])}" if own[0] == own[1] else f"Trips, {many(_paired(own, common)[0])}"
    words = short_hand_words(Game.HOLDEM, cards, board)
    return f"The board's {words[0].lower()}{words[1:]}" if _plays_the_board(cards, board) else words


def category(cards: Sequence[Card], board: Sequence[Card]) -> int:
    """High card 0, a pair 1, up to a straight flush 8."""
    together = (*cards, *board)
    if len(together) >= 5:
        return int(evaluate.strength_of(together) >> CATEGORY_SHIFT)
    counts = sorted((_counts([rank_of(card) for card in together])).values(), reverse=True)
    if counts[0] == 4:
        return 7
    if counts[0] == 3:
        return TRIPS
    return min(counts.count(2), 2)


def _counts(ranks: Sequence[int]) -> dict[int, int]:
    return {rank: ranks.count(rank) for rank in ranks}


def _paired(own: Sequence[int], common: Sequence[int]) -> list[int]:
    """The player's ranks that the board has, too."""
    return [rank for rank in dict.fromkeys(own) if rank in common]


def _adds_a_pair(own: Sequence[int], common: Sequence[int]) -> bool:
    return own[0] == own[1] or bool(_paired(own, common))


def _plays_the_board(cards: Sequence[Card], board: Sequence[Card]) -> bool:
    return len(board) == 5 and evaluate.strength_of((*cards, *board)) == evaluate.strength_of(tuple(board))


_SHARED = {PAIR: "on a paired board", TWO_PAIR: "and two pair on the board", TRIPS: "and trips on the board"}


def _nothing(own: Sequence[int], shared: int) -> str:
    """ "Ace high", with what is on the board for everybody."""
    words = f"{one(own[0]).capitalize()} high"
    return f"{words} {_SHARED[shared]}" if shared in _SHARED else words


def _pair(own: Sequence[int], common: Sequence[int]) -> str:
    """Top pair with its kicker, an overpair, a pocket pair below the board, and so on."""
    if own[0] == own[1]:
        return f"An overpair, {many(own[0])}" if own[0] > max(common) else f"Pocket {many(own[0])}"
    rank = _paired(own, common)[0]
    kicker = own[0] if own[1] == rank else own[1]
    words = f"{_place(rank, common)} pair, {many(rank)}"
    return f"{words}, {one(kicker)} kicker" if rank == max(common) else words


def _place(rank: int, common: Sequence[int]) -> str:
    ranks = sorted(set(common), reverse=True)
    return "Bottom" if rank == ranks[-1] and len(ranks) > 2 else _PLACES[ranks.index(rank)]


def _two_pair(own: Sequence[int], common: Sequence[int]) -> str:
    """Of one's own, or one pair beside the board's."""
    if own[0] == own[1]:
        over = own[0] > max(common)
        return f"{'An overpair, ' if over else 'Pocket '}{many(own[0])}, on a paired board"
    paired = _paired(own, common)
    if len(paired) == 2:
        return f"Two pair, {many(paired[0])} and {many(paired[1])}"
    return f"{_place(paired[0], common)} pair, {many(paired[0])}, on a paired board"
