"""The settings of a postflop model, checked, with one line on each; what a backend has no use for is told, not refused.

postflop_model:
  solve_type: mccfr
  num_hand_buckets_flop: 30
  mccfr_sample_pct: 0.01
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from gutshot.cards.card import format_cards, parse_cards
from gutshot.cards.isomorphism import canonical_board
from gutshot.errors import BadConfig
from gutshot.settings import LARGEST, Rule, Settings, names, number, setting

SECTION = "postflop_model"
SOLVE_TYPES = ("bucketed", "mccfr", "exact")
STREET_KEYS = ("street", "flop")
LIVE_COMBOS = {"flop": 1176, "turn": 1128, "river": 1081}
ALL_FLOPS = 1755
COARSER = 3

_SPR = Rule(above=0, most=10_000, expected="a stack-to-pot ratio above 0")


def _read_flops(given: Any, where: str) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise BadConfig(f"{where} {given!r}: expected a list of flops like [Td9d6h, AsKs2c]")
    seen: dict[tuple[int, ...], str] = {}
    for text in given:
        cards = parse_cards(str(text))
        if len(cards) != 3:
            raise BadConfig(f"{where} has {str(text)!r}: expected three cards, got {len(cards)}")
        form = canonical_board(cards)
        if form in seen:
            raise BadConfig(f"the flop {text} is given twice in {where}: {seen[form]} is the same up to suits")
        seen[form] = format_cards(cards)
    return tuple(seen.values())


def _read_sprs(given: Any, where: str) -> tuple[float, ...]:
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise BadConfig(f"{where} {given!r}: expected a list of stack-to-pot ratios like [1, 3, 8]")
    found = [number(spr, f"{where} has", _SPR) for spr in given]
    if len(set(found)) != len(found):
        raise BadConfig(f"{where} {list(given)}: one of them is given twice")
    return tuple(sorted(found))


def _buckets(default: int, street: str, doc: str) -> Any:
    live = LIVE_COMBOS[street]
    return setting(default, doc, least=1, most=live, because=f", the live combos of a {street}")


def _share(default: float, doc: str) -> Any:
    return setting(default, doc, above=0, most=1, expected="a share above 0 and at most 1")


@dataclass(frozen=True)
class PostflopModelConfig(Settings, noun="a postflop model", section=SECTION):
    """What a postflop model is made by. The names are those of the design the model follows."""

    solve_type: str = setting("bucketed", "backend: bucketed, mccfr or exact", choices=SOLVE_TYPES)
    num_hand_buckets_flop: int = _buckets(20, "flop", "buckets of the 1,176 live combos of a flop")
    num_hand_buckets_turn: int = _buckets(20, "turn", "buckets of hands on all turns of the flop")
    num_hand_buckets_river: int = _buckets(50, "river", "buckets of hands on all rivers of the flop")
    mccfr_sample_pct: float = _share(0.01, "deals (hand, hand, turn, river) to play, as a share of all deals")
    value_extraction_samples: int = setting(
        10_000, "runouts on which hands are valued; from 2,352 on, all of them", least=1, most=10**9
    )
    postflop_solve_iterations: int = setting(200, "maximum number of iterations", least=1, most=10**7)
    postflop_solve_samples: int = setting(
        0, "pairs of flop buckets sampled per iteration; 0: all pairs", least=0, most=10**9
    )
    cfr_delta_threshold: float = setting(
        0.001, "stop when an iteration moves the average strategy less than this; 0: never", least=0
    )
    postflop_sprs: tuple[float, ...] = setting(
        (),
        "stack-to-pot ratios to solve; values between them are interpolated",
        reader=_read_sprs,
        expected="a list of ratios above 0",
    )
    max_flop_boards: int = setting(25, "flops in the weighted subset; 0 or 1755: all of them", least=0, most=ALL_FLOPS)
    fixed_flops: tuple[str, ...] = setting(
        (), "these flops instead of a subset", reader=_read_flops, expected="a list of flops"
    )
    rebucket_rounds: int = setting(0, "rounds of clustering by the values found and solving again", least=0, most=100)
    equity_rollout_fraction: float = _share(1.0, "share of the runouts used for features and transitions")
    street_keys: str = setting(
        "street",
        "what turn and river strategies see: street (the new bucket) or flop (nothing new)",
        choices=STREET_KEYS,
    )
    hands_per_bucket: int = setting(
        2, "hands per flop bucket and player on one sampled runout", least=1, most=LIVE_COMBOS["flop"]
    )
    check_abstraction: bool = setting(False, "measure the error of buckets with a second solve with a third of them")
    bets: str | Mapping[str, Any] = setting(
        "66%", "bet sizes, as in a spot", expected="sizes as text, or maps of them", aliases=("bet_sizes",)
    )
    raises: str | Mapping[str, Any] = setting(
        "a", "raise sizes, as in a spot", expected="sizes as text, or maps of them", aliases=("raise_sizes",)
    )
    add_allin_threshold: float = setting(0.0, "offer all-in where it is at most this many pots", least=0)
    force_allin_threshold: float = setting(
        0.15, "make a bet all-in when it leaves less than this many pots behind", least=0
    )
    crowd_bets: str | Mapping[str, Any] = setting(
        "66%", "bet sizes while more than two players are left", expected="sizes as text, or maps of them"
    )
    crowd_raises: str | Mapping[str, Any] = setting(
        "a", "raise sizes while more than two players are left", expected="sizes as text, or maps of them"
    )
    crowd_runouts: int = setting(300, "deals to learn from on a flop with more than two players", least=1, most=10**7)
    crowd_valued: int = setting(100, "deals on which each of more than two players is valued", least=1, most=10**7)
    exact_target: float = _share(0.003, "exploitability, as a share of the pot, at which exact stops")
    seed: int = setting(0, "random seed", least=0, most=LARGEST)

    def bucket_settings(self) -> "PostflopModelConfig":
        """Only what buckets depend on."""
        names = ("solve_type", "street_keys", "equity_rollout_fraction", "seed", *_BUCKET_COUNTS)
        return PostflopModelConfig(**{name: getattr(self, name) for name in names})

    def coarser(self) -> "PostflopModelConfig":
        """A third of the buckets, other draws, as many runouts."""
        counts = {name: max(1, getattr(self, name) // COARSER) for name in _BUCKET_COUNTS}
        return replace(self, **counts, seed=self.seed + 1, mccfr_sample_pct=self.mccfr_sample_pct / COARSER**2)

    def ignores(self) -> tuple[str, ...]:
        """The fields this backend has no use for."""
        names = set(_IGNORED[self.solve_type])
        if self.solve_type == "mccfr" and self.street_keys == "flop":
            names |= {"num_hand_buckets_turn", "num_hand_buckets_river"}
        if self.fixed_flops:
            names.add("max_flop_boards")
        return tuple(item.name for item in fields(self) if item.name in names)

    def ignored_of(self, plain: Any) -> tuple[str, ...]:
        """Those of a file's settings that this backend has no use for."""
        known = names(type(self))
        given = {known.get(key) for key in self.own_part(plain)}
        return tuple(name for name in self.ignores() if name in given)


_SAMPLING = ("mccfr_sample_pct", "value_extraction_samples", "street_keys", "hands_per_bucket")
_BUCKET_COUNTS = ("num_hand_buckets_flop", "num_hand_buckets_turn", "num_hand_buckets_river")
_BUCKETS = (*_BUCKET_COUNTS, "rebucket_rounds", "check_abstraction")
_IGNORED = {
    "bucketed": (*_SAMPLING, "exact_target"),
    "mccfr": ("postflop_solve_samples", "exact_target"),
    "exact": (
        *_SAMPLING,
        *_BUCKETS,
        "postflop_solve_samples",
        "cfr_delta_threshold",
        "equity_rollout_fraction",
        "seed",
    ),
}
