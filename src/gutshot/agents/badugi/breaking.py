"""Which cards to throw away, and what breaking a badugi is worth.

Breakability is the equity gained by throwing the highest card of a badugi away and drawing, against the estimated
ranges: above zero the badugi should be broken. A smooth hand with one bad card behind a pat raiser scores high, the
A-2-3-4 badugi close to minus one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gutshot.agents.badugi.draws import DRAW_PHASES, LEVELS, DrawHistory
from gutshot.agents.badugi.odds import option_equity
from gutshot.agents.badugi.ranges import odds
from gutshot.agents.badugi.states import HIGH_CARD, STATE_MASK, STATE_SIZE, HandType, ranks_of, state_of
from gutshot.cards.badugi import low_rank
from gutshot.cards.card import Card
from gutshot.errors import BadConfig
from gutshot.games.row import HOLE, MAX_HOLE, Row
from gutshot.kernel import kernel


@kernel
def _low_bit(card: int) -> int:
    return 1 << ((card >> 2) + 1) % 13


@kernel
def _best_places(row: Row, at: int, ranks: int) -> int:
    """Mask of the places whose cards make the rank set with distinct suits; the first such."""
    for places in range(1, 16):
        held = suits = count = 0
        for place in range(4):
            if places >> place & 1:
                held |= _low_bit(row[at + place])
                suits |= 1 << (row[at + place] & 3)
                count += 1
        if held == ranks and (suits & 1) + (suits >> 1 & 1) + (suits >> 2 & 1) + (suits >> 3) == count:
            wanted = 0
            for low in range(13):
                wanted += ranks >> low & 1
            if wanted == count:
                return places
    return 0


@kernel
def lowest_ranks(state: int, option: int) -> int:
    """The rank set that an option keeps of a state."""
    ranks = STATE_MASK[state]
    for _ in range(min(option, STATE_SIZE[state] - 1)):
        top = 4096
        while ranks & top == 0:
            top >>= 1
        ranks &= ~top
    return int(ranks)


@kernel
def discards(row: Row, seat: int, state: int, option: int) -> int:
    """The draw mask that keeps an option's cards of the seat's hand."""
    at = HOLE + MAX_HOLE * seat
    places = _best_places(row, at, STATE_MASK[state])
    kept = lowest_ranks(state, option)
    mask = 15
    for place in range(4):
        if places >> place & 1 and kept & _low_bit(row[at + place]):
            mask &= ~(1 << place)
    return mask


@dataclass(frozen=True)
class BreakabilityScore:
    """What a badugi gains by being broken; zero, with nothing to break, for any other hand."""

    hand: tuple[Card, ...]
    hand_type: HandType
    high_card: int
    score: float  # equity after breaking less equity of standing pat, -1 to 1
    breakable_cards: tuple[Card, ...] = ()  # the highest card, the one to throw away
    improve_ranks: tuple[int, ...] = ()  # ranks that would make a better badugi, 1 for an ace

    def __post_init__(self) -> None:
        if not -1.0 <= self.score <= 1.0:
            raise BadConfig(f"breakability {self.score}: expected -1 to 1")
        if self.hand_type != HandType.BADUGI and (self.score or self.breakable_cards or self.improve_ranks):
            raise BadConfig(f"a {self.hand_type} card hand cannot be broken: its score is zero")
        held = {low_rank(card) + 1 for card in self.hand}
        if held & set(self.improve_ranks):
            raise BadConfig(f"improving ranks {self.improve_ranks} are already in the hand")


def breakability(
    hand: Sequence[Card], opponents: Sequence[tuple[DrawHistory, int]], draw_number: int
) -> BreakabilityScore:
    """The score of four cards before draw 1, 2 or 3, against opponents given by draw history and betting level."""
    if not 1 <= draw_number <= DRAW_PHASES:
        raise BadConfig(f"draw {draw_number}: expected 1 to {DRAW_PHASES}")
    cards = tuple(hand)
    state = int(state_of(*cards))
    kind = HandType(int(STATE_SIZE[state]))
    high = int(HIGH_CARD[state])
    if kind != HandType.BADUGI:
        return BreakabilityScore(cards, kind, high, 0.0)
    tables = odds()
    product = np.ones(tables.beats_knot.shape[1], dtype=np.float32)
    for history, level in opponents:
        product *= tables.beats_knot[history.code * LEVELS + level]
    left = DRAW_PHASES + 1 - draw_number
    pat, broken = (option_equity(tables, state, left, option, product) for option in (0, 1))
    top = max(cards, key=low_rank)
    better = tuple(rank for rank in range(1, high) if rank not in ranks_of(state))
    return BreakabilityScore(cards, kind, high, float(broken - pat), (top,), better)
