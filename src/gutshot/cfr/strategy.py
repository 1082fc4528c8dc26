"""Infosets as arrays, and a strategy over them: look up by infoset, compare, save and load.

The probabilities of all infosets lie in one array of slots: those of infoset i, in the order of its actions, are
`first[i]` .. `first[i + 1]`. Infosets are grouped by actor and, within one, an infoset comes after the one whose
action led to it.
"""

import json
import os
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from gutshot import artifacts
from gutshot.arguments import CheckedMethods, checked, checked_fields
from gutshot.cfr.updates import match_row
from gutshot.errors import BadConfig, GutshotError, MalformedInput
from gutshot.frames import Frame, columns_of, table_html
from gutshot.game import Action
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints32, Reals

KIND = "strategy"


@dataclass(frozen=True, eq=False, repr=False)
class Infosets:
    """Who acts where, with which actions: `actor` [I], `first` [I + 1], and the keys of the game's states."""

    actor: Ints32
    first: Ints32
    keys: tuple[Hashable, ...]
    actions: tuple[tuple[Action, ...], ...]

    def __len__(self) -> int:
        return len(self.keys)

    def __repr__(self) -> str:
        return f"Infosets({len(self):,} of {len(set(self.actor.tolist()))} players)"

    @property
    def slots(self) -> int:
        """Actions of all infosets."""
        return int(self.first[-1])

    @cached_property
    def index(self) -> dict[Hashable, int]:
        """From a state's `infoset` to its number; `find` distinguishes players who share a key."""
        return {key: number for number, key in enumerate(self.keys)}

    @cached_property
    def _by_player(self) -> dict[tuple[int, Hashable], int]:
        return {(int(p), key): i for i, (p, key) in enumerate(zip(self.actor, self.keys, strict=True))}

    def find(self, key: Hashable, player: int | None = None) -> int:
        """The number of an infoset; UnknownInfoset, a KeyError, if the game has none of that name."""
        try:
            return self.index[key] if player is None else self._by_player[player, key]
        except (KeyError, TypeError):
            whose = "" if player is None else f" of player {player!r}"
            raise UnknownInfoset(f"this game has no infoset {key!r}{whose}") from None


class UnknownInfoset(GutshotError, KeyError):
    """A key that a game does not have."""

    __str__ = ValueError.__str__  # that of KeyError would quote the sentence


def table_to_resume(arrays: Mapping[str, Reals], name: str, own: Reals) -> Reals:
    """What a run of this name left; BadConfig unless it fits this game's `own`."""
    found = arrays.get(name)
    if getattr(found, "shape", None) != own.shape:
        raise BadConfig(f"cannot resume: {name} has shape {getattr(found, 'shape', None)}, this game needs {own.shape}")
    return np.asarray(found, np.float64)


@checked_fields
@dataclass(frozen=True, eq=False, repr=False)
class TabularStrategy(Frame, CheckedMethods):
    """A behaviour strategy of every player: `probabilities` [slots], each infoset's summing to 1."""

    infosets: Infosets
    probabilities: Reals

    def __post_init__(self) -> None:
        if self.probabilities.shape != (self.infosets.slots,) or not np.isfinite(self.probabilities).all():
            shape = self.probabilities.shape
            raise MalformedInput(f"probabilities of shape {shape}: expected {self.infosets.slots} finite numbers")

    def __repr__(self) -> str:
        return f"TabularStrategy({self.infosets!r})"

    def columns(self) -> dict[str, list[Any]]:
        """One entry per infoset and action."""
        rows = [
            {"player": player, "infoset": str(key), "action": str(action), "probability": share}
            for player, key, row in self
            for action, share in row.items()
        ]
        return columns_of(rows)

    def _repr_html_(self) -> str:
        rows = [
            {"player": player, "infoset": str(key)} | {str(a): p for a, p in row.items()} for player, key, row in self
        ]
        return table_html(columns_of(rows), f"{len(self.infosets):,} infosets")

    @classmethod
    @checked
    def uniform(cls, infosets: Infosets) -> "TabularStrategy":
        """Every action alike."""
        return cls.normalised(infosets, np.zeros(infosets.slots))

    @classmethod
    @checked
    def normalised(cls, infosets: Infosets, weights: Reals) -> "TabularStrategy":
        """From non-negative weights per slot, such as cumulative strategies; uniform where all are zero."""
        if weights.shape != (infosets.slots,):
            raise BadConfig(f"a strategy here has {infosets.slots} weights, got an array of shape {weights.shape}")
        probabilities = np.empty(infosets.slots)
        _match_all(weights, infosets.first, probabilities)
        return cls(infosets, probabilities)

    def __getitem__(self, key: Hashable) -> dict[Action, float]:
        """Probabilities by action at an infoset, as in `strategy["Q:pb"]["bet"]`."""
        return self._row(self.infosets.find(key))

    def at(self, key: Hashable, player: int) -> dict[Action, float]:
        """As `strategy[key]` in games where two players may share a key."""
        return self._row(self.infosets.find(key, player))

    def _row(self, number: int) -> dict[Action, float]:
        row = self.probabilities[self.infosets.first[number] : self.infosets.first[number + 1]]
        return dict(zip(self.infosets.actions[number], map(float, row), strict=True))

    def __iter__(self) -> Iterator[tuple[int, Hashable, dict[Action, float]]]:
        """(player, infoset, probabilities by action), player by player."""
        for number, key in enumerate(self.infosets.keys):
            yield int(self.infosets.actor[number]), key, self._row(number)

    @checked
    def distance(self, other: "TabularStrategy") -> float:
        """The largest total variation between the two at any infoset: 0 the same, 1 disjoint somewhere."""
        self.require_same_game(other)
        gaps = np.abs(self.probabilities - other.probabilities)
        return float(np.add.reduceat(gaps, self.infosets.first[:-1]).max(initial=0.0)) / 2

    def require_same_game(self, other: "TabularStrategy") -> None:
        """BadConfig unless both have the same infosets and actions."""
        ours, theirs = self.infosets, other.infosets
        if ours is theirs:
            return
        same = [str(k) for k in ours.keys] == [str(k) for k in theirs.keys] and ours.actions == theirs.actions
        if not same or not np.array_equal(ours.actor, theirs.actor):
            raise BadConfig(f"these strategies are of different games: {len(ours)} and {len(theirs)} infosets")

    def save(self, path: str | os.PathLike[str], config: dict[str, Any] | None = None) -> None:
        """Write it as an artifact of kind "strategy"; keys that are not text are saved as their `str`."""
        arrays = {"probabilities": self.probabilities, **pack_infosets(self.infosets)}
        artifacts.save(path, KIND, arrays, config or {})

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "TabularStrategy":
        """The strategy of any artifact that holds one: a saved strategy, or a run with its average."""
        arrays = artifacts.load(path).arrays
        infosets = unpack_infosets(arrays)
        if "probabilities" not in arrays:
            raise MalformedInput(f"artifact {str(path)!r} holds no strategy")
        probabilities = np.array(arrays["probabilities"], np.float64)
        if probabilities.shape != (infosets.slots,):
            raise MalformedInput(f"strategy {str(path)!r} has {probabilities.size} weights for {infosets.slots} slots")
        return cls(infosets, probabilities)


@kernel
def _match_all(weights: Reals, first: Ints32, probabilities: Reals) -> None:
    for i in range(first.size - 1):
        match_row(weights, probabilities, first[i], first[i + 1] - first[i])


def pack_infosets(infosets: Infosets) -> dict[str, artifacts.Array]:
    """Infosets as arrays for an artifact; the names are JSON text, each different list of actions once."""
    menus = list(dict.fromkeys(infosets.actions))
    number = {menu: i for i, menu in enumerate(menus)}
    keys = [str(key) for key in infosets.keys]
    if len(set(zip(infosets.actor.tolist(), keys, strict=True))) < len(keys):
        raise BadConfig("cannot save these infosets: two of them read the same as text")
    text = json.dumps({"keys": keys, "menus": [[str(action) for action in menu] for menu in menus]})
    return {
        "actor": infosets.actor,
        "menu": np.array([number[menu] for menu in infosets.actions], np.int32),
        "names": np.frombuffer(text.encode(), np.uint8),
    }


def unpack_infosets(arrays: Any) -> Infosets:
    """What `pack_infosets` packed; MalformedInput if the arrays do not fit together."""
    try:
        names = artifacts.parse_json(bytes(arrays["names"]), "its list of infosets")
        menus = [tuple(menu) for menu in names["menus"]]
        actions = tuple(menus[number] for number in arrays["menu"])
        actor, keys = np.array(arrays["actor"], np.int32), tuple(names["keys"])
        if not len(actor) == len(keys) == len(actions):
            raise ValueError(f"{len(actor)} actors, {len(keys)} keys, {len(actions)} menus")
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise MalformedInput(f"this artifact holds no readable infosets: {error}") from None
    return Infosets(actor, offsets([len(menu) for menu in actions]), keys, actions)


def offsets(counts: list[int]) -> Ints32:
    """`[2, 3]` -> `[0, 2, 5]`."""
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype(np.int32)
