"""What a match is: who plays what for how long. Equal configs give equal results."""

from dataclasses import dataclass
from enum import IntEnum

from gutshot.agents.agent import ANY_VARIANT, BADUGI, HOLDEM
from gutshot.agents.own import class_of, is_own
from gutshot.agents.registry import BUNDLE_FAMILIES, find
from gutshot.arguments import checked_fields
from gutshot.errors import BadConfig
from gutshot.games.row import MAX_SEATS
from gutshot.games.rules import Rules, badugi, holdem
from gutshot.games.seats import forced_bets
from gutshot.games.setup import MAX_CHIPS
from gutshot.strategies.catalogue import Library

MOST_HANDS = 10**10


class Luck(IntEnum):
    """How much of the cards' luck is removed from the adjusted results (see `luck`)."""

    NONE = 0
    ALL_IN = 1
    ALL = 2


@checked_fields
@dataclass(frozen=True)
class MatchConfig:
    """A match. `agents` are names for `agents.make`; the rest has the defaults of the command line."""

    agents: tuple[str, ...]
    hands: int = 10_000
    variant: str = HOLDEM
    seats: int = 0  # at the table; 0: as many as there are agents
    stack: int = 10_000
    blinds: tuple[int, int] = (50, 100)
    ante: int = 0
    duplicate: bool = False  # the same cards for every rotation of the agents
    carry: bool = False  # stacks go on from hand to hand within a session
    seed: int = 0
    luck: Luck = Luck.ALL_IN
    free_names: bool = False  # the agents are the names of players that are passed to `run_match`
    substitute: bool = False  # check or fold for an agent that fails, instead of stopping
    aivat: bool = False  # also measure by AIVAT (see `aivat`), which takes some milliseconds a hand

    def __post_init__(self) -> None:
        if self.variant not in ANY_VARIANT:
            raise BadConfig(f"unknown variant {self.variant!r}: expected holdem or badugi")
        if self.seats == 0:
            object.__setattr__(self, "seats", len(self.agents))
        self._check_table()
        self._check_chips()
        for name in () if self.free_names else self.agents:
            _require_plays(name, self.variant)
        if self.aivat and (self.variant != HOLDEM or self.seats != 2 or self.carry):
            raise BadConfig("AIVAT measures hold'em for two seats whose stacks are not carried")

    def _check_table(self) -> None:
        most = self.rules.max_seats
        if len(self.agents) < 2:
            raise BadConfig(f"{len(self.agents)} agents: a match needs at least two")
        if len(self.agents) > MAX_SEATS:
            raise BadConfig(f"{len(self.agents)} agents: a match has room for {MAX_SEATS}")
        if not 2 <= self.seats <= most:
            raise BadConfig(f"{self.seats} seats: a {self.variant} table has 2 to {most}")
        if self.seats > len(self.agents):
            raise BadConfig(f"{self.seats} seats for {len(self.agents)} agents: name an agent for every seat")
        if not 1 <= self.hands <= MOST_HANDS:
            raise BadConfig(f"{self.hands} hands: expected 1 to {MOST_HANDS}")
        if self.duplicate and self.carry:
            raise BadConfig("duplicate deals need equal stacks: carried stacks cannot be compared")

    def _check_chips(self) -> None:
        small, big = self.blinds
        if not 0 <= small <= big or big <= 0:
            raise BadConfig(f"blinds {small}/{big}: expected a small blind no larger than a positive big blind")
        if self.stack < big:
            raise BadConfig(f"stacks of {self.stack}: expected at least the big blind of {big}")
        if self.ante < 0:
            raise BadConfig(f"ante {self.ante}: expected zero or more chips")
        for what, chips in (("stacks", self.stack), ("a big blind", big), ("an ante", self.ante)):
            if chips > MAX_CHIPS:
                raise BadConfig(f"{what} of {chips}: expected at most {MAX_CHIPS:,} chips")
        if not 0 <= self.seed < 1 << 63:
            raise BadConfig(f"seed {self.seed}: expected a whole number from 0 to {(1 << 63) - 1:,}")

    @property
    def rules(self) -> Rules:
        """The rules of its hands."""
        big = max(1, self.blinds[1])
        return holdem(big) if self.variant == HOLDEM else badugi(big, 2 * big)

    @property
    def big_blind(self) -> int:
        """In chips."""
        return self.blinds[1]

    @property
    def posts(self) -> tuple[int, ...]:
        """Blinds by distance from the button."""
        return forced_bets(self.blinds, self.seats, 0)

    @property
    def labels(self) -> tuple[str, ...]:
        """The agents' names, numbered where two are equal."""
        labels = []
        for place, name in enumerate(self.agents):
            earlier = self.agents[:place].count(name)
            labels.append(f"{name} ({earlier + 1})" if earlier else name)
        return tuple(labels)


def _require_plays(name: str, variant: str) -> None:
    builtin = find(name)
    variants = builtin.variants if builtin is not None else _variants_of_a_bundle(name)
    if variant not in variants:
        other = BADUGI if variant == HOLDEM else HOLDEM
        raise BadConfig(f"agent {name!r} plays {other}, not {variant}")


def _variants_of_a_bundle(name: str) -> tuple[str, ...]:
    """What the catalogue says; bundles by path play hold'em, an own agent whatever its class says in `variants`."""
    found = Library().player(name)
    if found is not None:
        return found.variants
    if not is_own(name) or name.partition(":")[0] in BUNDLE_FAMILIES:
        return (HOLDEM,)
    return tuple(getattr(class_of(name), "variants", (HOLDEM,)))
