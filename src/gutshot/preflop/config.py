"""The settings of a preflop solve, checked; its plain form is YAML. And the table of jam or fold.

players: 2
stack: 25                      # or stacks: [25, 40], small blind first; big blinds
bet_sizes: ["2.5x", "3x", a]   # first raise, second, ..; the last goes on
limps: true
postflop_model: {solve_type: mccfr, max_flop_boards: 25}
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from gutshot.cfr.updates import parse_rule
from gutshot.errors import BadConfig
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.trees.bet_sizes import BetSize, parse_sizes

MOST_SEATS = 6
CHECKED_DOWN = "checked_down"
"""A model of no betting after the flop: everybody takes his equity, bent by `realisation`."""


@dataclass(frozen=True)
class PreflopConfig:
    """A preflop game and how to solve it. Amounts in big blinds."""

    players: int = 2
    stacks: tuple[float, ...] = ()
    small_blind: float = 0.5
    ante: float = 0.0
    bet_sizes: tuple[str, ...] = ("2.5x", "3x", "2.5x", "a")
    limps: bool = True  # heads-up, or the small blind when all others have folded
    most_raises: int = 4
    force_allin_threshold: float = 0.25  # a raise that leaves less than so many pots behind is all-in
    heads_up_pots: bool = True  # three and more seats: a second caller is not offered
    rule: str = "linear"
    iterations: int = 100  # of each round
    rounds: int = 6
    damping: float = 0.0  # how much of the old values a new round keeps
    least_reach: float = 0.0005  # lines that reach a flop more rarely keep the values they have
    realisation: float = 0.0  # how much of his equity the player out of position gives up without a model
    postflop_model: PostflopModelConfig | str = field(default_factory=PostflopModelConfig)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "stacks", _stacks(self.stacks, self.players))
        put(self, "bet_sizes", _texts(self.bet_sizes))
        put(self, "postflop_model", _model(self.postflop_model))
        parse_rule(str(self.rule))
        self.sizes()
        _whole("iterations", self.iterations, 1, 10**6)
        _whole("rounds", self.rounds, 1, 1000)
        _whole("most_raises", self.most_raises, 1, 10)
        _between("small_blind", self.small_blind, 0, 1)
        _between("ante", self.ante, 0, 10)
        _between("damping", self.damping, 0, 0.99)
        _between("realisation", self.realisation, -1, 1)
        _between("least_reach", self.least_reach, 0, 1)
        _between("force_allin_threshold", self.force_allin_threshold, 0, 100)
        for name in ("limps", "heads_up_pots"):
            if not isinstance(getattr(self, name), bool):
                raise BadConfig(f"{name} {getattr(self, name)!r}: expected true or false")
        if self.players > 2 and not self.heads_up_pots:
            raise BadConfig(
                f"{self.players} players with heads_up_pots off: pots of three cannot be played on after a flop; "
                "for all-in pots of any number use jam or fold"
            )

    def sizes(self) -> tuple[tuple[BetSize, ...], ...]:
        """What each raise in turn may be."""
        return tuple(parse_sizes(text, raises=True) for text in self.bet_sizes)

    @classmethod
    def from_dict(cls, plain: Any) -> "PreflopConfig":
        """From YAML; unknown keys are errors, and `stack` is short for the same stack everywhere."""
        if not isinstance(plain, Mapping):
            raise BadConfig(f"a preflop solve is a map of settings, got {plain!r}")
        given = dict(plain)
        if "stack" in given:
            if "stacks" in given:
                raise BadConfig("stack and stacks are both given: expected one of them")
            given["stacks"] = (given.pop("stack"),)
        known = [item.name for item in fields(cls)]
        for key in given:
            if key not in known:
                raise BadConfig(
                    f"unknown setting {key!r} of a preflop solve: expected one of stack, {', '.join(known)}"
                )
        return cls(**given)

    def to_dict(self) -> dict[str, Any]:
        """The plain form, which `from_dict` reads back."""
        plain = {item.name: getattr(self, item.name) for item in fields(self)}
        model = self.postflop_model
        plain["postflop_model"] = model if isinstance(model, str) else model.to_dict()
        return plain | {"stacks": list(self.stacks), "bet_sizes": list(self.bet_sizes)}


@dataclass(frozen=True)
class JamTable:
    """Stacks before the hand by seat from the small blind, and what is posted; all in big blinds."""

    stacks: tuple[float, ...]
    ante: float = 0.0
    small_blind: float = 0.5

    def __post_init__(self) -> None:
        if not 2 <= len(self.stacks) <= MOST_SEATS:
            raise BadConfig(f"{len(self.stacks)} players: jam or fold is solved for 2 to {MOST_SEATS}")
        for stack in self.stacks:
            if not 0 < stack <= 1000:
                raise BadConfig(f"stack {stack:g}: expected big blinds above 0, at most 1000")
        if not 0 <= self.ante <= 10:
            raise BadConfig(f"ante {self.ante:g}: expected big blinds from 0 to 10")
        if not 0 <= self.small_blind <= 1:
            raise BadConfig(f"small blind {self.small_blind:g}: expected 0 to 1 big blind")

    @property
    def seats(self) -> int:
        return len(self.stacks)

    @property
    def order(self) -> tuple[int, ...]:
        """Seats as they act: left of the big blind first, the big blind last."""
        return (*range(2, self.seats), 0, 1)

    @property
    def posted(self) -> tuple[float, ...]:
        """What each seat has put in before anybody acts."""
        blinds = (self.small_blind, 1.0, *(0.0,) * (self.seats - 2))
        return tuple(min(stack, self.ante + blind) for stack, blind in zip(self.stacks, blinds, strict=True))


def _model(given: Any) -> PostflopModelConfig | str:
    if given == CHECKED_DOWN or isinstance(given, PostflopModelConfig):
        return given  # type: ignore[no-any-return]
    if isinstance(given, str):
        raise BadConfig(f"unknown postflop_model {given!r}: expected {CHECKED_DOWN} or a map of settings")
    return PostflopModelConfig.from_dict(given)


def _stacks(given: Any, players: Any) -> tuple[float, ...]:
    _whole("players", players, 2, MOST_SEATS)
    numbers = (given,) if isinstance(given, int | float) else tuple(given or ())
    if not numbers:
        raise BadConfig("no stack is given: expected big blinds, as in stack: 25")
    for number in numbers:
        _between("stack", number, 1.01, 1000)
    if len(numbers) not in (1, players):
        raise BadConfig(f"{len(numbers)} stacks for {players} players: expected one for all or one a seat")
    return tuple(float(number) for number in (numbers * players if len(numbers) == 1 else numbers))


def _texts(given: Any) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Sequence) or not given:
        raise BadConfig(
            f"bet_sizes {given!r}: expected a list of sizes, one for each raise in turn, like ['2.5x', '3x', a]"
        )
    return tuple(str(item) for item in given)


def _whole(what: str, given: Any, least: int, most: int) -> None:
    if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
        raise BadConfig(f"{what} {given!r}: expected a whole number from {least} to {most:,}")


def _between(what: str, given: Any, least: float, most: float) -> None:
    if isinstance(given, bool) or not isinstance(given, int | float) or not least <= given <= most:
        raise BadConfig(f"{what} {given!r}: expected a number from {least:g} to {most:g}")
