"""What a hand starts from, checked: stacks, button, blinds, antes, seed and, if known, the top of the deck."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gutshot.cards.card import Card, format_cards, parse_cards, require_distinct
from gutshot.errors import BadConfig
from gutshot.games.poker import new_deck
from gutshot.games.row import ANTE, BLIND, BUTTON, DECK, SEATS, SHUFFLED, START, Row
from gutshot.games.rules import Limit, Rules, badugi, holdem
from gutshot.games.seats import forced_bets, require_table

Amounts: TypeAlias = int | Sequence[int]

MAX_CHIPS = 1 << 50  # ten stacks of them stay far below what a row can hold


@dataclass(frozen=True)
class Setup:
    """What a hand starts from, seat by seat; `deck` is the known top of the deck."""

    rules: Rules
    stacks: tuple[int, ...]
    button: int
    blinds: tuple[int, ...]
    antes: tuple[int, ...]
    seed: int
    deck: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        require_table(len(self.stacks), self.button)
        if len(self.stacks) > self.rules.max_seats:
            raise BadConfig(f"{len(self.stacks)} seats: {self.rules.name} has room for {self.rules.max_seats}")
        for seat, stack in enumerate(self.stacks):
            if stack <= 0:
                raise BadConfig(f"seat {seat} has a stack of {stack}: a stack is a positive number of chips")
        self._check_forced_bets()
        if not 0 <= self.seed < 1 << 63:
            raise BadConfig(f"seed {self.seed}: expected a number from 0 to 2**63 - 1")
        require_distinct(self.deck)
        strangers = [card for card in self.deck if card not in self.rules.deck]
        if strangers:
            raise BadConfig(f"card {strangers[0]} is not in the deck of {self.rules.name}")

    def _check_forced_bets(self) -> None:
        if not len(self.stacks) == len(self.blinds) == len(self.antes):
            raise BadConfig(f"{len(self.blinds)} blinds and {len(self.antes)} antes for {len(self.stacks)} seats")
        if min(self.antes) < 0:
            raise BadConfig(f"antes {self.antes}: an ante cannot be negative")
        largest = max(self.blinds)
        if largest <= 0 and not any(self.antes):
            raise BadConfig("no blind and no ante: a hand needs at least one of them")
        if largest > max(self.stacks):
            raise BadConfig(f"blind {largest} is larger than every stack (the largest is {max(self.stacks)})")

    def fill(self, row: Row) -> None:
        """Write the setup into a row, ready for `poker.start`."""
        seats = len(self.stacks)
        row[SEATS], row[BUTTON] = seats, self.button
        row[START : START + seats] = self.stacks
        row[BLIND : BLIND + seats] = self.blinds
        row[ANTE : ANTE + seats] = self.antes
        new_deck(self.rules.packed, row, self.seed, 0)
        if self.deck:
            rest = [card for card in self.rules.deck if card not in self.deck]
            row[DECK : DECK + len(self.rules.deck)] = (*self.deck, *rest)
            row[SHUFFLED] = len(self.deck)


def _whole(name: str, values: Iterable[int]) -> tuple[int, ...]:
    numbers = tuple(values)
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, int | np.integer):
            raise BadConfig(f"{name} {number!r}: chips are whole numbers")
        if abs(number) > MAX_CHIPS:
            raise BadConfig(f"{name} {number}: at most {MAX_CHIPS} chips")
    return tuple(int(number) for number in numbers)


def _per_seat(name: str, amounts: Amounts, seats: int) -> tuple[int, ...]:
    values = (amounts,) * seats if isinstance(amounts, int) else amounts
    if len(values) != seats:
        raise BadConfig(f"{len(values)} {name}s for {seats} seats: expected one each")
    return _whole(name, values)


def _blinds(blinds: Sequence[int]) -> tuple[int, ...]:
    amounts = _whole("blind", blinds)
    if not amounts or min(amounts) < 0:
        raise BadConfig(f"blinds {amounts}: expected a small and a big blind of zero or more chips")
    return amounts


def bet_unit(blinds: Sequence[int], antes: Amounts) -> int:
    """The big blind, or the ante where there are no blinds; 1 where there is neither, for the setup to refuse."""
    return max(_blinds(blinds)[:2]) or (antes if isinstance(antes, int) else max(antes)) or 1


def make_setup(
    game: Rules,
    stacks: Sequence[int],
    button: int,
    blinds: Sequence[int],
    antes: Amounts = 0,
    posts: Sequence[int] | None = None,
    seed: int | None = None,
    deck: str | Iterable[Card] = (),
) -> Setup:
    """A checked setup; without a seed a fresh one is drawn and kept, so that the hand can be repeated."""
    chips = _whole("stack", stacks)
    require_table(len(chips), button)
    owed = forced_bets(_blinds(blinds), len(chips), button) if posts is None else _per_seat("post", posts, len(chips))
    known = parse_cards(deck) if isinstance(deck, str) else tuple(deck)
    number = secrets.randbits(63) if seed is None else seed
    return Setup(game, chips, button, owed, _per_seat("ante", antes, len(chips)), number, known)


def constructor_text(setup: Setup) -> str:
    """The call that makes this setup, without its closing bracket."""
    first = setup.rules.streets[0]
    common = f"button={setup.button}, posts={setup.blinds}"
    common += f", antes={setup.antes}" if any(setup.antes) else ""
    common += ", dead_antes=True" if setup.rules.dead_antes else ""
    common += f", seed={setup.seed}"
    common += f", deck={format_cards(setup.deck)!r}" if setup.deck else ""
    if setup.rules == holdem(first.bet, setup.rules.limit, setup.rules.dead_antes):
        own = f"min_bet={first.bet}" + ("" if setup.rules.limit == Limit() else f", limit={setup.rules.limit!r}")
        return f"Hand.holdem(stacks={setup.stacks}, {own}, {common}"
    bets = (first.bet, setup.rules.streets[-1].bet)
    if first.cap is not None and setup.rules == badugi(*bets, first.cap, setup.rules.dead_antes):
        own = f"bets={bets}" + ("" if first.cap == 4 else f", cap={first.cap}")
        return f"Hand.badugi(stacks={setup.stacks}, {own}, {common}"
    return f"Hand({setup!r}"
