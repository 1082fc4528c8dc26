"""Exact equity against the one remaining opponent, over every runout, for strategies without values."""

from collections.abc import Sequence

from gutshot.cards.card import Card
from gutshot.cards.equity import equity
from gutshot.cards.preflop_matrix import is_kept
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Reals
from gutshot.strategies.strategy import Combos, Hands, Stop


def the_rival(stop: Stop, seat: int) -> int | None:
    """The only other seat still in the hand, if there is exactly one and this seat is in too."""
    live = [place for place, chair in enumerate(stop.chairs) if not chair.folded]
    return live[1 - live.index(seat)] if len(live) == 2 and seat in live else None


def facing(seat: int, own: Reals, other: Reals, board: Sequence[Card]) -> Hands | None:
    """A seat's hands with their equities against the other's, by [1326] reach; None if they are unknown.

    Hands are weighted by the deals they are part of. Before the flop this needs the matrix of all-in results, which
    solving preflop builds; it is not built here, because that takes seconds.
    """
    if not (own.any() and other.any()) or not (board or is_kept()):
        return None
    try:
        found = equity([Range(own), Range(other)], board, exact=True).players[0].by_combo
    except BadConfig:  # no two of their hands can be dealt together
        return None
    combos: Combos = found.combos
    return Hands(seat, combos, own[combos], found.chance, equity=found.equity)
