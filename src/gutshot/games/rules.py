"""Variants as data: `Street`, `Limit` and `Rules`. The engine knows poker only through these.

The defaults are pokerkit's reading of the rules, which the engine is checked against step by step.
Two stricter or looser readings are options of `Limit`: the tournament directors' for short all-ins,
and the three departures of the ACPC dealer.
"""

from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache, cached_property

import numpy as np

from gutshot.arguments import checked, checked_fields
from gutshot.cards.card import DECK
from gutshot.errors import BadConfig
from gutshot.games.row import DECK_CARDS, MAX_BOARD, MAX_HOLE, MAX_SEATS, MAX_STREETS, Row

NO_CAP = 1 << 40


class _NamedNumber(IntEnum):
    """An IntEnum whose repr is its own name, so that a repr of rules can be read back."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Betting(_NamedNumber):
    """How much may be bet."""

    NO_LIMIT = 0
    POT_LIMIT = 1
    FIXED = 2


class Reopen(_NamedNumber):
    """When an all-in below a full raise lets a seat that has acted raise again."""

    CUMULATIVE = 0  # when the short all-ins in a row add up to the last raise; a first bet of any size is full
    FACING_FULL = 1  # when the seat faces at least a full raise, and a full first raise is one bet (TDA 47)
    ALWAYS = 2  # the ACPC dealer


class Showdown(_NamedNumber):
    """How hands compare."""

    HIGH = 0  # the best five of hole and board cards
    BADUGI = 1
    PAIR = 2  # a pair with the board beats any rank, then the higher rank: Kuhn and Leduc


@checked_fields
@dataclass(frozen=True)
class Street:
    """One round: cards first, then betting."""

    name: str
    hole: int = 0  # cards dealt to each seat
    board: int = 0  # cards dealt to the board
    draw: bool = False  # each live seat may discard and draw
    bet: int = 0  # the least bet and raise, or with a fixed limit the only one
    cap: int | None = None  # bets and raises allowed; None: any number


@checked_fields
@dataclass(frozen=True)
class Limit:
    """How much may be bet, and what a short all-in does to those who have acted."""

    betting: Betting = Betting.NO_LIMIT
    reopen: Reopen = Reopen.CUMULATIVE
    short_raise_counts: bool = False  # ACPC: least raise_to = max(the old one, all-in + its own increment)
    raise_covered: bool = False  # ACPC: a raise is allowed while another seat has chips, even if too few to answer
    full_blind: bool = False  # a call is never below the largest blind, even when that blind was posted short


@checked_fields
@dataclass(frozen=True)
class Rules:
    """A variant with its bet sizes. `packed` is the same as numbers, for the kernels."""

    name: str
    streets: tuple[Street, ...]
    limit: Limit = Limit()
    showdown: Showdown = Showdown.HIGH
    max_seats: int = MAX_SEATS
    dead_antes: bool = False  # antes go to the main pot whole, as a big-blind ante does
    deck: tuple[int, ...] = tuple(DECK)

    def __post_init__(self) -> None:
        if not 1 <= len(self.streets) <= MAX_STREETS:
            raise BadConfig(f"{self.name} has {len(self.streets)} streets: expected 1 to {MAX_STREETS}")
        hole, board = self.hole_cards, sum(street.board for street in self.streets)
        if not 1 <= hole <= MAX_HOLE or board > MAX_BOARD:
            raise BadConfig(
                f"{self.name} deals {hole} hole and {board} board cards: at most {MAX_HOLE} and {MAX_BOARD}"
            )
        for street in self.streets:
            if street.bet <= 0 or (street.cap is not None and street.cap < 0):
                raise BadConfig(f"{street.name} has bet {street.bet} and cap {street.cap}: expected a positive bet")

    @property
    def hole_cards(self) -> int:
        """How many each player is dealt in all."""
        return sum(street.hole for street in self.streets)

    @cached_property
    def packed(self) -> Row:
        """Read-only `[RULES_SIZE]`."""
        numbers = np.zeros(RULES_SIZE, dtype=np.int64)
        numbers[STREET_COUNT], numbers[SHOWDOWN_KIND] = len(self.streets), self.showdown
        numbers[BETTING_KIND], numbers[REOPEN_KIND] = self.limit.betting, self.limit.reopen
        numbers[SHORT_COUNTS], numbers[RAISE_COVERED] = self.limit.short_raise_counts, self.limit.raise_covered
        numbers[FULL_BLIND], numbers[DEAD_ANTES] = self.limit.full_blind, self.dead_antes
        numbers[DECK_SIZE], numbers[HOLE_CARDS] = len(self.deck), self.hole_cards
        numbers[BOARD_CARDS] = sum(street.board for street in self.streets)
        for index, street in enumerate(self.streets):
            numbers[DEAL_HOLE + index], numbers[DEAL_BOARD + index] = street.hole, street.board
            numbers[HAS_DRAW + index], numbers[BET_SIZE + index] = street.draw, street.bet
            numbers[CAP + index] = NO_CAP if street.cap is None else street.cap
        numbers[RULES_DECK : RULES_DECK + len(self.deck)] = self.deck
        numbers.setflags(write=False)
        return numbers


# Columns of `Rules.packed`.
STREET_COUNT = 0
SHOWDOWN_KIND = 1
BETTING_KIND = 2
REOPEN_KIND = 3
SHORT_COUNTS = 4
RAISE_COVERED = 5
FULL_BLIND = 6
DEAD_ANTES = 7
DECK_SIZE = 8
HOLE_CARDS = 9
BOARD_CARDS = 10
DEAL_HOLE = 11
DEAL_BOARD = DEAL_HOLE + MAX_STREETS
HAS_DRAW = DEAL_BOARD + MAX_STREETS
BET_SIZE = HAS_DRAW + MAX_STREETS
CAP = BET_SIZE + MAX_STREETS
RULES_DECK = CAP + MAX_STREETS
RULES_SIZE = RULES_DECK + DECK_CARDS

# Plain ints, because a kernel cannot close over an enum member with the JIT off and on alike.
POT_LIMIT = int(Betting.POT_LIMIT)
FIXED_LIMIT = int(Betting.FIXED)
REOPEN_CUMULATIVE = int(Reopen.CUMULATIVE)
REOPEN_FACING_FULL = int(Reopen.FACING_FULL)
REOPEN_ALWAYS = int(Reopen.ALWAYS)
HIGH_HAND = int(Showdown.HIGH)
BADUGI_HAND = int(Showdown.BADUGI)

ACPC_LIMIT = Limit(reopen=Reopen.ALWAYS, short_raise_counts=True, raise_covered=True)
TDA_LIMIT = Limit(reopen=Reopen.FACING_FULL, full_blind=True)


@checked
@cache
def holdem(min_bet: int, limit: Limit = Limit(), dead_antes: bool = False) -> Rules:  # noqa: B008 - frozen
    """No-limit (or pot-limit) hold'em; `min_bet` is the big blind."""
    streets = (
        Street("preflop", hole=2, bet=min_bet),
        Street("flop", board=3, bet=min_bet),
        Street("turn", board=1, bet=min_bet),
        Street("river", board=1, bet=min_bet),
    )
    return Rules("holdem", streets, limit, dead_antes=dead_antes)


@checked
@cache
def limit_holdem(
    small_bet: int, big_bet: int, caps: tuple[int, int, int, int] = (4, 4, 4, 4), dead_antes: bool = False
) -> Rules:
    """Fixed-limit hold'em; a cap counts bets and raises made by seats, not the blinds."""
    sizes = (small_bet, small_bet, big_bet, big_bet)
    streets = tuple(
        replace(street, bet=size, cap=cap)
        for street, size, cap in zip(holdem(small_bet).streets, sizes, caps, strict=True)
    )
    return Rules("limit-holdem", streets, Limit(Betting.FIXED), dead_antes=dead_antes)


@checked
@cache
def badugi(small_bet: int, big_bet: int, cap: int = 4, dead_antes: bool = False) -> Rules:
    """Fixed-limit badugi: four cards, three draws, bets small, small, big, big."""
    streets = (
        Street("predraw", hole=4, bet=small_bet, cap=cap),
        Street("first draw", draw=True, bet=small_bet, cap=cap),
        Street("second draw", draw=True, bet=big_bet, cap=cap),
        Street("third draw", draw=True, bet=big_bet, cap=cap),
    )
    return Rules("badugi", streets, Limit(Betting.FIXED), Showdown.BADUGI, max_seats=7, dead_antes=dead_antes)
