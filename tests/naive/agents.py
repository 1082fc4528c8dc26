"""Slow, obvious twins of the agents' kernels."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from gutshot.cards.card import DECK, Card, rank_of, suit_of
from gutshot.cards.evaluate import strength_of
from gutshot.games.events import Event, Kind


def wetness(board: Sequence[Card]) -> float:
    """The larger of the flush and straight threats, by counting suits and cards within five ranks."""
    suited = max(Counter(suit_of(card) for card in board).values())
    ranks = {rank_of(card) for card in board}
    ranks |= {-1} if 12 in ranks else set()
    linked = max(sum(low <= rank < low + 5 for rank in ranks) for low in range(-1, 9))
    return max((0, 0, 0.25, 0.55, 0.9, 1)[suited], (0, 0, 0.1, 0.35, 0.7, 0.9)[linked])


def share(own: Sequence[Card], others: Iterable[Sequence[Card]], board: Sequence[Card]) -> float:
    """The part of a pot that the first hand wins."""
    mine = strength_of((*own, *board))
    theirs = [strength_of((*other, *board)) for other in others]
    if max(theirs) > mine:
        return 0.0
    return 1 / (1 + theirs.count(mine))


def equity_against_any(own: Sequence[Card], board: Sequence[Card]) -> tuple[float, float]:
    """Shares against one random hand, after all cards and as the board lies, by enumeration. For turn and river."""
    rest = [card for card in DECK if card not in own and card not in board]
    final, now = [], []
    for other in combinations(rest, 2):
        now.append(share(own, [other], board))
        if len(board) == 5:
            final.append(now[-1])
        else:
            left = [card for card in rest if card not in other]
            final.append(sum(share(own, [other], (*board, card)) for card in left) / len(left))
    return sum(final) / len(final), sum(now) / len(now)


def statistics(history: Sequence[Event], seat: int) -> dict[str, int]:
    """What a tracker notes about one seat in one finished hold'em hand."""
    mine = [event for event in history if event.seat == seat]
    before_flop = [event for event in mine if event.street == 0]
    later = [event for event in mine if event.street > 0]
    folds = [event for event in mine if event.kind is Kind.FOLD]
    boards = any(event.kind is Kind.BOARD for event in history)
    showdown = any(event.kind in (Kind.SHOW, Kind.MUCK) for event in history) and not folds
    return {
        "vpip": any(event.kind in (Kind.CALL, Kind.BET, Kind.RAISE) for event in before_flop),
        "pfr": any(event.kind in (Kind.BET, Kind.RAISE) for event in before_flop),
        "bets": sum(event.kind in (Kind.BET, Kind.RAISE) for event in later),
        "calls": sum(event.kind is Kind.CALL for event in later),
        "three_bets": _third_bets(history, seat),
        "saw_flop": boards and not any(fold.street == 0 for fold in folds),
        "showdowns": showdown,
        "showdowns_won": showdown and any(event.kind is Kind.WIN for event in mine),
    }


def _third_bets(history: Sequence[Event], seat: int) -> int:
    """The blind is the first bet, a raise the second, the next the third."""
    raises = [event for event in history if event.street == 0 and event.kind in (Kind.BET, Kind.RAISE)]
    return int(len(raises) > 1 and raises[1].seat == seat)
