"""The settings of a postflop model, checked, with one line on each; what a backend has no use for is told, not refused.

postflop_model:
  solve_type: mccfr
  num_hand_buckets_flop: 30
  mccfr_sample_pct: 0.01
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from gutshot.cards.card import format_cards, parse_cards
from gutshot.cards.isomorphism import canonical_board
from gutshot.errors import BadConfig

SECTION = "postflop_model"
SOLVE_TYPES = ("bucketed", "mccfr", "exact")
STREET_KEYS = ("street", "flop")
LIVE_COMBOS = {"flop": 1176, "turn": 1128, "river": 1081}
ALL_FLOPS = 1755
COARSER = 3


def _setting(default: Any, meaning: str) -> Any:
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True)
class PostflopModelConfig:
    """What a postflop model is made by. Every field has its meaning in its metadata; docs print it from there."""

    solve_type: str = _setting("bucketed", "backend: bucketed, mccfr or exact")
    num_hand_buckets_flop: int = _setting(20, "buckets of the 1,176 live combos of a flop")
    num_hand_buckets_turn: int = _setting(20, "buckets of hands on all turns of the flop")
    num_hand_buckets_river: int = _setting(50, "buckets of hands on all rivers of the flop")
    mccfr_sample_pct: float = _setting(0.01, "deals (hand, hand, turn, river) to play, as a share of all there are")
    value_extraction_samples: int = _setting(10_000, "runouts on which hands are valued; from 2,352 on it is all")
    postflop_solve_iterations: int = _setting(200, "iterations at most")
    postflop_solve_samples: int = _setting(0, "pairs of flop buckets drawn for an iteration; 0: all of them")
    cfr_delta_threshold: float = _setting(0.001, "stop when an iteration moves the average strategy less; 0: never")
    postflop_sprs: tuple[float, ...] = _setting((), "stack-to-pot ratios to solve, between which values are read off")
    max_flop_boards: int = _setting(25, "flops in the weighted subset; 0 or 1755: all that differ")
    fixed_flops: tuple[str, ...] = _setting((), "these flops instead of a subset")
    rebucket_rounds: int = _setting(0, "times to cluster again by the values found, and to solve again")
    equity_rollout_fraction: float = _setting(1.0, "share of the runouts that features and transitions are taken from")
    street_keys: str = _setting(
        "street", "what turn and river strategies see: street (its bucket) or flop (nothing new)"
    )
    hands_per_bucket: int = _setting(2, "hands of each flop bucket and player that meet on one sampled runout")
    check_abstraction: bool = _setting(False, "measure the error of buckets by a second solve with a third of them")
    bets: str | Mapping[str, Any] = _setting("66%", "bet sizes, as in a spot")
    raises: str | Mapping[str, Any] = _setting("a", "raise sizes, as in a spot")
    add_allin_threshold: float = _setting(0.0, "add an all-in where it is at most so many pots")
    force_allin_threshold: float = _setting(0.15, "make a bet all-in when it leaves less than so many pots behind")
    exact_target: float = _setting(0.003, "exploitability, as a share of the pot, at which exact stops")
    seed: int = _setting(0, "of everything drawn")

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "postflop_sprs", _sprs(self.postflop_sprs))
        put(self, "fixed_flops", _flops(self.fixed_flops))
        _require_name("solve_type", self.solve_type, SOLVE_TYPES)
        _require_name("street_keys", self.street_keys, STREET_KEYS)
        for street, live in LIVE_COMBOS.items():
            name = f"num_hand_buckets_{street}"
            _require_whole(name, getattr(self, name), 1, live, f", the live combos of a {street}")
        _require_whole("value_extraction_samples", self.value_extraction_samples, 1, 10**9)
        _require_whole("postflop_solve_iterations", self.postflop_solve_iterations, 1, 10**7)
        _require_whole("postflop_solve_samples", self.postflop_solve_samples, 0, 10**9)
        _require_whole("max_flop_boards", self.max_flop_boards, 0, ALL_FLOPS)
        _require_whole("rebucket_rounds", self.rebucket_rounds, 0, 100)
        _require_whole("hands_per_bucket", self.hands_per_bucket, 1, LIVE_COMBOS["flop"])
        _require_whole("seed", self.seed, 0, 2**63 - 1)
        _require_share("mccfr_sample_pct", self.mccfr_sample_pct)
        _require_share("equity_rollout_fraction", self.equity_rollout_fraction)
        _require_share("exact_target", self.exact_target)
        _require_least("cfr_delta_threshold", self.cfr_delta_threshold)
        if not isinstance(self.check_abstraction, bool):
            raise BadConfig(f"check_abstraction {self.check_abstraction!r}: expected true or false")

    @classmethod
    def from_dict(cls, plain: Any) -> "PostflopModelConfig":
        """From YAML or JSON, with or without the heading `postflop_model`; unknown keys are errors."""
        settings = section(plain)
        known = [item.name for item in fields(cls)]
        for key in settings:
            if key not in known:
                raise BadConfig(f"unknown setting {key!r} of a postflop model: expected one of {', '.join(known)}")
        return cls(**settings)

    def to_dict(self) -> dict[str, Any]:
        """The plain form, which `from_dict` reads back."""
        return asdict(self) | {"postflop_sprs": list(self.postflop_sprs), "fixed_flops": list(self.fixed_flops)}

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
        return tuple(name for name in self.ignores() if name in section(plain))


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


def section(plain: Any) -> Mapping[str, Any]:
    """The model's settings of a file."""
    inner = plain.get(SECTION, plain) if isinstance(plain, Mapping) else plain
    if not isinstance(inner, Mapping):
        raise BadConfig(f"a postflop model is a map of settings, got {inner!r}")
    return inner


def _flops(given: Any) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise BadConfig(f"fixed_flops {given!r}: expected a list of flops like [Td9d6h, AsKs2c]")
    seen: dict[tuple[int, ...], str] = {}
    for text in given:
        cards = parse_cards(str(text))
        if len(cards) != 3:
            raise BadConfig(f"fixed_flops has {str(text)!r}: expected three cards, got {len(cards)}")
        form = canonical_board(cards)
        if form in seen:
            raise BadConfig(f"the flop {text} is given twice in fixed_flops: {seen[form]} is the same up to suits")
        seen[form] = format_cards(cards)
    return tuple(seen.values())


def _sprs(given: Any) -> tuple[float, ...]:
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise BadConfig(f"postflop_sprs {given!r}: expected a list of stack-to-pot ratios like [1, 3, 8]")
    for spr in given:
        if not _is_number(spr) or not 0 < spr <= 10_000:
            raise BadConfig(f"postflop_sprs has {spr!r}: expected a stack-to-pot ratio above 0")
    if len(set(given)) != len(given):
        raise BadConfig(f"postflop_sprs {list(given)}: one of them is given twice")
    return tuple(sorted(float(spr) for spr in given))


def _is_number(given: Any) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool)


def _require_name(what: str, given: Any, known: tuple[str, ...]) -> None:
    if given not in known:
        raise BadConfig(f"unknown {what} {given!r}: expected one of {', '.join(known)}")


def _require_whole(what: str, given: Any, least: int, most: int, why: str = "") -> None:
    if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
        raise BadConfig(f"{what} {given!r}: expected a whole number from {least:,} to {most:,}{why}")


def _require_share(what: str, given: Any) -> None:
    if not _is_number(given) or not 0 < given <= 1:
        raise BadConfig(f"{what} {given!r}: expected a share above 0 and at most 1")


def _require_least(what: str, given: Any) -> None:
    if not _is_number(given) or not 0 <= given < float("inf"):
        raise BadConfig(f"{what} {given!r}: expected a number of at least 0")
