"""What a seat remembers of a hand while three or more are left, or before the draw of a larger table.

Tables of three to six seats have one strategy: a table of six whose first two fold goes on as one of four. Before the
first draw a seat knows its place, how many raises there have been, how many are in and how many still to come, and
where the last raise came from; its hand is one of the classes. Later it knows who drew fewest, the round's betting in
part and roughly the pot; its hand is how many cards play, and the high one. As soon as two are left after a draw, the
strategy for two goes on (`at_table`).
"""

import numpy as np

from gutshot.blueprint.badugi.at_table import hand_class
from gutshot.blueprint.badugi.hands import CLASSES, KINDS
from gutshot.blueprint.badugi.rounds import CAP
from gutshot.games.row import (
    ACTOR,
    AGGRESSOR,
    BET,
    BLIND,
    BUTTON,
    DRAWING,
    DRAWN,
    HIGH,
    LIVE,
    MAX_SEATS,
    NOBODY,
    PHASE,
    POT,
    RAISES,
    SEATS,
    STREET,
    TODO,
    Row,
)
from gutshot.games.rules import BET_SIZE
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Ints
from gutshot.numeric.bits import bit_count

FEWEST_SEATS, MOST_SEATS = 3, 6
LATE_PLACES, SMALL_BLIND, BIG_BLIND = 4, 4, 5
"""Places count back from the button, 0 to 3; then the blinds."""
PLACES = 6
DRAW_WIDTH, BET_WIDTH = 4, 3

_RAISES, _THREATS, _COUNTED, _POTS = CAP + 1, 4, 4, 3
_BEFORE = PLACES * _RAISES * _COUNTED * _COUNTED * 2 * _THREATS
_ROUNDS = 3 * 2 * 3 * 6 * _RAISES * 2 * 2 * _THREATS * _POTS
_DRAWS = 3 * 2 * 3 * 4 * 4 * 3 * _POTS
FIRST_LATER, FIRST_DRAW = _BEFORE, _BEFORE + _ROUNDS
VIEWS = _BEFORE + _ROUNDS + _DRAWS
_PAIRS = np.array([[0, 1, 2], [1, 3, 4], [2, 4, 5]])
"""The number of the least and the second of what two have drawn: pat, one, or more."""
_SMALL_POT, _MIDDLING_POT = 6, 10  # small bets

GROUP_OF_CLASS: Ints = np.unique([kind[:2] for kind in [(k[0], -k[1]) for k in KINDS]], axis=0, return_inverse=True)[1]
"""[CLASSES] by how many cards play and the high one, in order of strength."""
GROUP_OF_CLASS = np.ascontiguousarray(GROUP_OF_CLASS.reshape(-1), np.int64)
GROUP_OF_CLASS.setflags(write=False)
GROUPS = int(GROUP_OF_CLASS.max()) + 1
assert (np.diff(GROUP_OF_CLASS) >= 0).all() and len(GROUP_OF_CLASS) == CLASSES


@inline_kernel
def has_view(row: Row) -> bool:
    """Whether a decision that two players' strategy does not know is one of a table of three to six seats."""
    return bool(FEWEST_SEATS <= row[SEATS] <= MOST_SEATS)


@inline_kernel
def place_at(row: Row, seat: int) -> int:
    """A seat's place: from the button back, or a blind."""
    seats = row[SEATS]
    back = (row[BUTTON] - seat) % seats
    if back == seats - 1:
        return SMALL_BLIND
    return BIG_BLIND if back == seats - 2 else back


@inline_kernel
def _drew(row: Row, street: int, seat: int) -> int:
    """Pat, one, or more; pat before the first draw."""
    return int(min(max(row[DRAWN + MAX_SEATS * street + seat], 0), 2))


@inline_kernel
def _pot_group(row: Row, small_bet: int) -> int:
    pot = row[POT]
    for seat in range(row[SEATS]):
        pot -= row[BET + seat]
    bets = pot // max(small_bet, 1)
    return 0 if bets <= _SMALL_POT else 1 if bets <= _MIDDLING_POT else 2


@kernel
def crowd_view(rules: Row, row: Row) -> int:
    """The number of what the actor remembers, below VIEWS."""
    if row[PHASE] == DRAWING:
        return _view_of_draw(row, rules[BET_SIZE])
    return _view_before(row) if row[STREET] == 0 else _view_of_round(row, rules[BET_SIZE])


@inline_kernel
def _view_before(row: Row) -> int:
    actor, raises = row[ACTOR], min(row[RAISES], CAP)
    others = row[LIVE] & ~(1 << actor)
    behind, inside = min(bit_count(row[TODO] & others), 3), min(bit_count(others & ~row[TODO]), 3)
    threat, aggressor = 0, row[AGGRESSOR]
    if raises > 0 and aggressor != NOBODY:
        place = place_at(row, aggressor)
        threat = 3 if place >= SMALL_BLIND else 1 if place >= 2 else 2
    acted = int(row[BET + actor] > abs(row[BLIND + actor]))
    at = (place_at(row, actor) * _RAISES + raises) * _COUNTED + behind
    return int(((at * _COUNTED + inside) * 2 + acted) * _THREATS + threat)


@inline_kernel
def _view_of_round(row: Row, small_bet: int) -> int:
    actor, street, raises = row[ACTOR], row[STREET], min(row[RAISES], CAP)
    others = row[LIVE] & ~(1 << actor)
    least, second, callers, threat = 2, 2, 0, 3
    for seat in range(row[SEATS]):
        if others >> seat & 1:
            drew = _drew(row, street, seat)
            if drew < least:
                least, second = drew, least
            else:
                second = min(second, drew)
            callers += row[TODO] >> seat & 1 == 0 and row[BET + seat] == row[HIGH] and seat != row[AGGRESSOR]
    if raises > 0 and row[AGGRESSOR] != NOBODY:
        threat = _drew(row, street, row[AGGRESSOR])
    else:
        callers = 0
    at = ((street - 1) * 2 + int(bit_count(others) > 2)) * 3 + _drew(row, street, actor)
    at = (at * 6 + _PAIRS[least, second]) * _RAISES + raises
    at = (at * 2 + int(row[TODO] & others != 0)) * 2 + int(callers > 0)
    return int(FIRST_LATER + (at * _THREATS + threat) * _POTS + _pot_group(row, small_bet))


@inline_kernel
def _view_of_draw(row: Row, small_bet: int) -> int:
    actor, street = row[ACTOR], row[STREET]
    others = row[LIVE] & ~(1 << actor)
    before, now = 0, 0  # one more than the least that those still to draw drew last, and that others have drawn now
    for seat in range(row[SEATS]):
        if others >> seat & 1:
            if row[TODO] >> seat & 1 == 0:
                drew = 1 + _drew(row, street, seat)
                now = drew if now == 0 else min(now, drew)
            elif street > 1:
                drew = 1 + _drew(row, street - 1, seat)
                before = drew if before == 0 else min(before, drew)
    last = 0
    if row[RAISES] > 0 and row[AGGRESSOR] != NOBODY:
        last = 1 if row[AGGRESSOR] == actor else 2
    own = _drew(row, street - 1, actor) if street > 1 else 0
    at = ((street - 1) * 2 + int(bit_count(others) > 2)) * 3 + own
    at = (at * 4 + now) * 4 + before
    return int(FIRST_DRAW + (at * 3 + last) * _POTS + _pot_group(row, small_bet))


@inline_kernel
def can_fold(row: Row) -> bool:
    """Whether the first action at a betting decision is a fold: told by the view, not by the chips."""
    return bool(row[RAISES] > 0 or (row[STREET] == 0 and place_at(row, row[ACTOR]) != BIG_BLIND))


@inline_kernel
def view_width(row: Row) -> int:
    """How many actions a decision has in its view."""
    if row[PHASE] == DRAWING:
        return DRAW_WIDTH
    return int(can_fold(row)) + 1 + int(row[RAISES] < CAP)


@inline_kernel
def crowd_hand(row: Row) -> int:
    """The actor's hand in his view: its class, or after the first betting round its group."""
    held = hand_class(row, row[ACTOR])
    return held if row[PHASE] != DRAWING and row[STREET] == 0 else int(GROUP_OF_CLASS[held])


@inline_kernel
def hands_of_view(view: int) -> int:
    """How many hands a view tells apart."""
    return CLASSES if view < FIRST_LATER else GROUPS
