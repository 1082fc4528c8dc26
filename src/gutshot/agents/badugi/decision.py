"""Small facts about the position an opponent has to decide in, and the dice he decides with.

The dice are a hash of the seed and of what the seat knows, so the same spot always falls the same way.
"""

from gutshot.agents.badugi.draws import history_code, last_drawn
from gutshot.games.row import (
    BET,
    BLIND,
    BUTTON,
    DRAWING,
    HIGH,
    HOLE,
    LIVE,
    MAX_HOLE,
    PHASE,
    POT,
    RAISES,
    SEATS,
    STREET,
    Row,
)
from gutshot.kernel import inline_kernel, kernel

_WORD = 0xFFFFFFFF
_MULTIPLIER = 0x45D9F3B
_SCALE = 1.0 / 4294967296.0


@inline_kernel
def _mix(word: int, value: int) -> int:
    """Stir a small value into a word of 32 bits, without leaving 63."""
    word = ((word ^ (value & _WORD)) * _MULTIPLIER) & _WORD
    word ^= word >> 15
    word = (word * _MULTIPLIER) & _WORD
    return word ^ word >> 13


@kernel
def dice(row: Row, seat: int, seed: int, purpose: int) -> float:
    """A number in [0, 1) that depends on the seed, the purpose and what the seat knows, and on nothing else."""
    word = _mix(_mix(_mix(0x2545F491, seed), seed >> 32), purpose)
    for place in range(4):
        word = _mix(word, row[HOLE + MAX_HOLE * seat + place])
    word = _mix(word, (row[PHASE] * 8 + row[STREET]) * 16 + row[RAISES])
    word = _mix(word, row[POT])
    word = _mix(word, (row[LIVE] * 16 + row[BUTTON]) * 16 + seat)
    for other in range(row[SEATS]):
        word = _mix(word, history_code(row, other))
    return word * _SCALE


@kernel
def draws_left(row: Row) -> int:
    """Draws that the actor has still to make, the one he is about to make included."""
    return int(4 - row[STREET] if row[PHASE] == DRAWING else 3 - row[STREET])


@kernel
def is_first_in(row: Row, seat: int) -> bool:
    """Whether only the blinds have put chips in."""
    if row[RAISES] > 0:
        return False
    entered = 0
    for other in range(row[SEATS]):
        entered += other != seat and row[BET + other] > abs(row[BLIND + other])
    return entered == 0


@kernel
def drew_fewest(row: Row, seat: int) -> bool:
    """Whether the seat took strictly fewer cards on the latest draw than every opponent still in."""
    mine = last_drawn(row, seat)
    if mine < 0:
        return False
    for other in range(row[SEATS]):
        if other != seat and row[LIVE] >> other & 1 and last_drawn(row, other) <= mine:
            return False
    return True


@kernel
def is_full_price(row: Row, seat: int) -> bool:
    """Whether the seat has nothing in the pot yet on this street."""
    return bool(row[BET + seat] == 0 and row[HIGH] > 0)
