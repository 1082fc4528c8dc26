"""What a tracker counts, hand by hand: VPIP, PFR, 3-bets, aggression, showdowns. Conventions in docs/arena.md."""

from enum import IntEnum

from gutshot.games.public_record import CALLED, FOLDED, NOT_FOLDED, RAISED, THREE_BET_CHANCES, THREE_BETS, at
from gutshot.games.row import LIVE, MAX_STREETS, PAID, SEATS, STACK, START, STREET, Row
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints


class Count(IntEnum):
    """Columns of a count table."""

    HANDS = 0
    VPIP = 1  # hands with a call or raise before the flop
    PFR = 2  # hands with a raise before the flop
    THREE_BET_CHANCES = 3
    THREE_BETS = 4
    BETS = 5  # bets and raises after the flop
    CALLS = 6  # calls after the flop
    SAW_FLOP = 7
    SHOWDOWNS = 8
    SHOWDOWNS_WON = 9


COUNTS = len(Count)
HANDS, VPIP, PFR, CHANCES, THREE_BET, BETS, CALLS, SAW_FLOP, SHOWDOWNS, SHOWDOWNS_WON = (int(count) for count in Count)


@kernel
def count_hand(hand: Row, record: Row, lineup: Row, counts: Ints) -> None:
    """Add a finished hand to the rows of its agents."""
    shown = hand[LIVE] & (hand[LIVE] - 1) != 0
    for seat in range(hand[SEATS]):
        row = counts[lineup[seat]]
        row[HANDS] += 1
        raised, called = record[at(RAISED, 0, seat)] > 0, record[at(CALLED, 0, seat)] > 0
        row[VPIP] += raised or called
        row[PFR] += raised
        row[CHANCES] += record[THREE_BET_CHANCES + seat]
        row[THREE_BET] += record[THREE_BETS + seat]
        for street in range(1, MAX_STREETS):
            row[BETS] += record[at(RAISED, street, seat)]
            row[CALLS] += record[at(CALLED, street, seat)]
        folded = record[FOLDED + seat]
        row[SAW_FLOP] += hand[STREET] > 0 and folded != 0
        if shown and folded == NOT_FOLDED:
            row[SHOWDOWNS] += 1
            row[SHOWDOWNS_WON] += hand[STACK + seat] > hand[START + seat] - hand[PAID + seat]
