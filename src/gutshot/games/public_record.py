"""The public record of a hand: who checked, called, raised and folded on which street. One row of int64.

The engine's row is the current state; range estimates and statistics also need how it came about. A record is
kept by calling `note` before every betting action, or rebuilt from the history in an observation.
"""

from gutshot.games.betting import CALL, FOLD, to_call
from gutshot.games.row import ACTOR, DRAWING, MAX_SEATS, MAX_STREETS, PHASE, RAISES, STREET, Row
from gutshot.kernel import inline_kernel, kernel

_BLOCK = MAX_STREETS * MAX_SEATS
NOT_FOLDED = -1

# [street, seat]: how often the seat did it.
CHECKED = 0
CALLED = CHECKED + _BLOCK
RAISED = CALLED + _BLOCK
# [seat]
FOLDED = RAISED + _BLOCK  # the street on which the seat folded, or NOT_FOLDED
DECISIONS = FOLDED + MAX_SEATS  # decisions made so far, draws included
THREE_BET_CHANCES = DECISIONS + MAX_SEATS  # decisions before the flop that faced exactly one raise and could raise
THREE_BETS = THREE_BET_CHANCES + MAX_SEATS
# [street]
LAST_RAISER = THREE_BETS + MAX_SEATS  # the seat that bet or raised last, or -1
RECORD_SIZE = LAST_RAISER + MAX_STREETS


@kernel
def clear_record(record: Row) -> None:
    """Before the first decision of a hand."""
    record[:] = 0
    for seat in range(MAX_SEATS):
        record[FOLDED + seat] = NOT_FOLDED
    for street in range(MAX_STREETS):
        record[LAST_RAISER + street] = -1


@inline_kernel
def at(block: int, street: int, seat: int) -> int:
    """The place of a [street, seat] count."""
    return block + street * MAX_SEATS + seat


@kernel
def note(record: Row, hand: Row, action: int, can_raise: bool) -> None:
    """Enter the actor's decision; `hand` is the row (or a seat's view of it) before the action."""
    seat = hand[ACTOR]
    record[DECISIONS + seat] += 1
    if hand[PHASE] == DRAWING:
        return
    note_bet(record, hand[STREET], seat, action, to_call(hand) > 0)
    if hand[STREET] == 0 and hand[RAISES] == 1 and can_raise:
        record[THREE_BET_CHANCES + seat] += 1
        if action > CALL:
            record[THREE_BETS + seat] += 1


@inline_kernel
def note_bet(record: Row, street: int, seat: int, action: int, owes: bool) -> None:
    """Count one betting action."""
    if action == FOLD:
        record[FOLDED + seat] = street
    elif action > CALL:
        record[at(RAISED, street, seat)] += 1
        record[LAST_RAISER + street] = seat
    elif owes:
        record[at(CALLED, street, seat)] += 1
    else:
        record[at(CHECKED, street, seat)] += 1
