"""The settings of a preflop solve, checked; its plain form is YAML. And the table of jam or fold.

num_players: 2
stack_depth: 25                # or [25, 40], small blind first; big blinds
bet_sizes: ["2.5x", "3x", a]   # first raise, second, ..; the last goes on
limps: true
postflop_model: {solve_type: mccfr, max_flop_boards: 25}
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gutshot.arguments import checked_fields
from gutshot.cfr.updates import parse_rule
from gutshot.errors import BadConfig
from gutshot.flop_values.config import ALL_FLOPS, PostflopModelConfig
from gutshot.settings import Settings, read_map, setting
from gutshot.trees.bet_sizes import BetSize, parse_sizes

MOST_SEATS = 6
CHECKED_DOWN = "checked_down"
"""A model of no betting after the flop: everybody takes his equity, bent by `realisation`."""


def _read_texts(given: Any, where: str) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Sequence) or not given:
        raise BadConfig(
            f"{where} {given!r}: expected a list of sizes, one for each successive raise, like ['2.5x', '3x', a]"
        )
    texts = tuple(str(item) for item in given)
    for text in texts:
        parse_sizes(text, raises=True)
    return texts


def _read_rule(given: Any, where: str) -> str:
    parse_rule(given)
    return str(given)


def _read_model(given: Any, where: str) -> PostflopModelConfig | str:
    if given == CHECKED_DOWN or isinstance(given, PostflopModelConfig):
        return given  # type: ignore[no-any-return]
    if isinstance(given, str):
        raise BadConfig(f"unknown {where} {given!r}: expected {CHECKED_DOWN} or a map of settings")
    if not isinstance(given, Mapping):
        raise BadConfig(f"{where} {given!r}: expected {CHECKED_DOWN} or a map of settings")
    return read_map(PostflopModelConfig, given, where)


@dataclass(frozen=True)
class PreflopConfig(Settings, noun="a preflop solve"):
    """A preflop game and how to solve it. Amounts in big blinds."""

    num_players: int = setting(2, "seats at the table", least=2, most=MOST_SEATS, aliases=("players",))
    stack_depth: tuple[float, ...] = setting(
        (),
        "big blinds; one number, or one for each seat, the small blind first; required",
        least=1.01,
        most=1000,
        spread=True,
        aliases=("stack", "stacks"),
    )
    small_blind: float = setting(0.5, "big blinds", least=0, most=1)
    ante: float = setting(0.0, "big blinds, from every seat", least=0, most=10)
    bet_sizes: tuple[str, ...] = setting(
        ("2.5x", "3x", "2.5x", "a"),
        "the first raise, the second, ...; the last repeats",
        reader=_read_texts,
        expected="a list of sizes",
    )
    limps: bool = setting(True, "whether the small blind may limp, heads-up or when all others have folded")
    max_raises_per_street: int = setting(4, "raises preflop", least=1, most=10, aliases=("most_raises",))
    force_allin_threshold: float = setting(
        0.25, "make a raise all-in when it leaves less than this many pots behind", least=0, most=100
    )
    heads_up_pots: bool = setting(True, "with three or more seats: no second caller; quick")
    max_flop_players: int = setting(
        3, "with heads_up_pots off: a call that would bring more to the flop is not offered", least=2, most=MOST_SEATS
    )
    max_cold_call_raises: int = setting(
        1, "with heads_up_pots off: a seat with nothing but blinds may not call more raises", least=0, most=10
    )
    open_limps: bool = setting(False, "with heads_up_pots off: whether every seat may limp, not the small blind alone")
    max_raises_after_limp: int = setting(
        10, "with heads_up_pots off: raises once somebody has limped", least=0, most=10
    )
    rule: str = setting(
        "linear", "update rule", reader=_read_rule, expected="a rule such as linear, dcfr or dcfr:1.5,0,2"
    )
    iterations: int = setting(100, "iterations per round", least=1, most=10**6)
    rounds: int = setting(6, "rounds of preflop ranges and flop values", least=1, most=1000)
    warm_up: int = setting(0, "rounds whose play counts for nothing in the average strategy", least=0, most=1000)
    warm_up_flops: int = setting(
        0, "with a model: flops that the warm-up rounds ask about; 0: all", least=0, most=ALL_FLOPS
    )
    damping: float = setting(0.0, "share of the old values that a new round keeps", least=0, most=0.99)
    least_reach: float = setting(
        0.0005, "lines that reach a flop less often than this keep their values", least=0, most=1
    )
    realisation: float = setting(
        0.0, "without a model: share of equity that the player out of position gives up", least=-1, most=1
    )
    postflop_model: PostflopModelConfig | str = setting(
        PostflopModelConfig,
        f"value of flops; {CHECKED_DOWN}: no betting after the flop",
        reader=_read_model,
        expected=f"a map of settings or {CHECKED_DOWN}",
    )

    def __post_init__(self) -> None:
        if self.stack_depth is None or (isinstance(self.stack_depth, list | tuple) and not self.stack_depth):
            raise BadConfig("no stack is given: expected big blinds, as in stack_depth: 25")
        super().__post_init__()
        object.__setattr__(self, "stack_depth", self._depths())

    def _depths(self) -> tuple[float, ...]:
        given, seats = self.stack_depth, self.num_players
        if len(given) not in (1, seats):
            raise BadConfig(f"{len(given)} stacks for {seats} players: expected one for all or one per seat")
        return given * seats if len(given) == 1 else given

    def sizes(self) -> tuple[tuple[BetSize, ...], ...]:
        """What each raise in turn may be."""
        return tuple(parse_sizes(text, raises=True) for text in self.bet_sizes)


@checked_fields
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
        """How many."""
        return len(self.stacks)

    @property
    def order(self) -> tuple[int, ...]:
        """Seats as they act: left of the big blind first, the big blind last."""
        return (*range(2, self.seats), 0, 1)

    @property
    def posted(self) -> tuple[float, ...]:
        """What each seat has put in before the first action."""
        blinds = (self.small_blind, 1.0, *(0.0,) * (self.seats - 2))
        return tuple(min(stack, self.ante + blind) for stack, blind in zip(self.stacks, blinds, strict=True))
