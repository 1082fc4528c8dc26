"""What a seat has drawn, and what that says about its hand.

A draw history knows which draws have happened: None is a draw to come, 0 is a player who stood pat. The estimate
is three numbers, the least hand, its highest card and how sure one can be. It starts from the last draw (pat, one
card, more) and moves with the betting: level 0 for a quiet seat, 1 for one that bet or called a raise, 2 for one
that raised a bet.
"""

from dataclasses import dataclass

from gutshot.agents.badugi.states import HandType
from gutshot.errors import BadConfig
from gutshot.games.row import AGGRESSOR, BET, DRAWN, HIGH, MAX_SEATS, NO_DRAW, RAISES, Row
from gutshot.kernel import kernel

DRAW_PHASES = 3
MAX_DRAWN = 4
LEVELS = 3
HISTORIES = 1 + 5 + 25 + 125

KING = 13
TEN = 10
NINE = 9
EIGHT = 8
SEVEN = 7
SIX = 6
FIVE = 5


@dataclass(frozen=True)
class DrawHistory:
    """Cards drawn on the first, second and third draw; None where it has not happened yet."""

    counts: tuple[int | None, ...] = (None, None, None)

    def __post_init__(self) -> None:
        if len(self.counts) != DRAW_PHASES:
            raise BadConfig(f"draw history {self.counts}: expected {DRAW_PHASES} draws, None for those to come")
        for count in self.happened:
            if not 0 <= count <= MAX_DRAWN:
                raise BadConfig(f"{count} cards drawn: expected 0 to {MAX_DRAWN}")
        if any(count is not None for count in self.counts[len(self.happened) :]):
            raise BadConfig(f"draw history {self.counts}: a draw cannot happen before the one that precedes it")

    @property
    def happened(self) -> tuple[int, ...]:
        """The draws up to the first that has not happened."""
        done: list[int] = []
        for count in self.counts:
            if count is None:
                break
            done.append(count)
        return tuple(done)

    @property
    def last(self) -> int | None:
        """How many cards were thrown in the latest draw; None before the first."""
        return self.happened[-1] if self.happened else None

    @property
    def pat_since(self) -> int | None:
        """The draw, counted from 1, since which the seat has always stood pat; None if it drew last time."""
        pats = 0
        for count in reversed(self.happened):
            if count:
                break
            pats += 1
        return len(self.happened) - pats + 1 if pats else None

    @property
    def code(self) -> int:
        """The history as a number below HISTORIES, as `history_code` gives it for a row."""
        code = 0
        for count in self.happened:
            code = 5 * code + count + 1
        return code


def history_of_code(code: int) -> DrawHistory:
    """The history with this code."""
    counts: list[int | None] = []
    while code:
        counts.insert(0, (code - 1) % 5)
        code = (code - 1) // 5
    return DrawHistory((*counts, *[None] * (DRAW_PHASES - len(counts))))


def history_of(row: Row, seat: int) -> DrawHistory:
    """A seat's history in a hand; draws are public."""
    drawn = [int(row[DRAWN + MAX_SEATS * number + seat]) for number in range(1, DRAW_PHASES + 1)]
    return DrawHistory(tuple(None if count == NO_DRAW else count for count in drawn))


@kernel
def history_code(row: Row, seat: int) -> int:
    """A seat's draws as one number below HISTORIES; 0 before the first draw."""
    code = 0
    for number in range(1, DRAW_PHASES + 1):
        drawn = row[DRAWN + MAX_SEATS * number + seat]
        if drawn == NO_DRAW:
            break
        code = 5 * code + drawn + 1
    return code


@kernel
def last_drawn(row: Row, seat: int) -> int:
    """Cards taken on the seat's latest draw; NO_DRAW before its first."""
    drawn = NO_DRAW
    for number in range(1, DRAW_PHASES + 1):
        if row[DRAWN + MAX_SEATS * number + seat] != NO_DRAW:
            drawn = row[DRAWN + MAX_SEATS * number + seat]
    return drawn


@kernel
def pats_in_a_row(row: Row, seat: int) -> int:
    """How many of the seat's latest draws were pat."""
    pats = 0
    for number in range(1, DRAW_PHASES + 1):
        drawn = row[DRAWN + MAX_SEATS * number + seat]
        if drawn == 0:
            pats += 1
        elif drawn > 0:
            pats = 0
    return pats


@kernel
def aggression_level(row: Row, seat: int) -> int:
    """0, 1 or 2 from the betting of this street; while drawing, of the street before the draw."""
    if row[RAISES] == 0:
        return 0
    if row[AGGRESSOR] == seat:
        return 1 if row[RAISES] == 1 else 2
    return 1 if row[RAISES] > 1 and row[BET + seat] == row[HIGH] else 0


@dataclass(frozen=True)
class HandStrengthRange:
    """An estimate of one opponent: with `confidence`, at least this type, of that type no higher a high card."""

    min_hand_type: HandType
    max_high_card: int
    confidence: float

    def __post_init__(self) -> None:
        if not 1 <= self.max_high_card <= KING:
            raise BadConfig(f"high card {self.max_high_card}: expected 1 (ace) to 13 (king)")
        if not 0.0 <= self.confidence <= 1.0:
            raise BadConfig(f"confidence {self.confidence}: expected 0 to 1")


def _named(hand_type: HandType, max_high_card: int, confidence: float) -> HandStrengthRange:
    return HandStrengthRange(hand_type, max_high_card, confidence)


# A quiet seat, by cards drawn last; the same after every draw.
_QUIET = (
    _named(HandType.BADUGI, KING, 0.7),
    _named(HandType.THREE_CARD, EIGHT, 0.6),
    _named(HandType.TWO_CARD, KING, 0.5),
)
# One that bet or called a raise: [cards drawn last][draws so far], since a bet means more the later it comes.
_BET = (
    (_named(HandType.BADUGI, TEN, 0.7),) * DRAW_PHASES,
    (
        _named(HandType.THREE_CARD, SEVEN, 0.7),
        _named(HandType.THREE_CARD, SIX, 0.8),
        _named(HandType.THREE_CARD, FIVE, 0.9),
    ),
    (
        _named(HandType.THREE_CARD, SEVEN, 0.7),
        _named(HandType.THREE_CARD, SIX, 0.8),
        _named(HandType.THREE_CARD, FIVE, 0.9),
    ),
)
# One that raised a bet.
_RAISED = (
    _named(HandType.BADUGI, EIGHT, 0.8),
    _named(HandType.BADUGI, NINE, 0.9),
    _named(HandType.BADUGI, NINE, 0.9),
)
_BEFORE_DRAWS = (
    _named(HandType.ONE_CARD, KING, 0.0),
    _named(HandType.THREE_CARD, TEN, 0.6),
    _named(HandType.THREE_CARD, SIX, 0.9),
)


def estimate_range(history: DrawHistory, level: int = 0) -> HandStrengthRange:
    """What a seat with these draws and this betting level holds."""
    if not 0 <= level < LEVELS:
        raise BadConfig(f"betting level {level}: expected 0 to {LEVELS - 1}")
    if history.last is None:
        return _BEFORE_DRAWS[level]
    drawn = min(history.last, 2)
    return (_QUIET[drawn], _BET[drawn][len(history.happened) - 1], _RAISED[drawn])[level]
