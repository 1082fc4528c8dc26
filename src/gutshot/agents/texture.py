"""How wet a board is: how many draws and made straights or flushes it offers, from 0 (dry) to 1."""

from gutshot.games.row import BOARD, BOARD_COUNT, Row
from gutshot.kernel import kernel

_FLUSH_WETNESS = (0.0, 0.0, 0.25, 0.55, 0.9, 1.0)
_STRAIGHT_WETNESS = (0.0, 0.0, 0.1, 0.35, 0.7, 0.9)
_WINDOWS = 10


@kernel
def wetness(view: Row) -> float:
    """The larger of the flush and straight threats on the board."""
    suits = ranks = most_suited = 0
    for place in range(view[BOARD_COUNT]):
        card = view[BOARD + place]
        suits += 1 << 4 * (card & 3)
        most_suited = max(most_suited, suits >> 4 * (card & 3) & 15)
        ranks |= 2 << (card >> 2)
    ranks |= ranks >> 13 & 1
    most_linked = 0
    for low in range(_WINDOWS):
        linked = 0
        for step in range(5):
            linked += ranks >> low >> step & 1
        most_linked = max(most_linked, linked)
    return max(_FLUSH_WETNESS[most_suited], _STRAIGHT_WETNESS[most_linked])
