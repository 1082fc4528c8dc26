"""Installed bundles: trained players in folders, which everybody finds by a short name such as `neural:ppo_6max`.

A bundle is an artifact folder inside the package's `data` or the user's `bundles` (in his data folder, which
`GUTSHOT_DATA` names). The kind in its manifest says which family of agents plays it. Its name is the family and the
folder's own name, less the family where that comes first: `blueprint_hu` is `blueprint:hu`. A user's bundle takes the
place of a shipped one with the same name. A `quality` line in the manifest's summary is shown with it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from gutshot import artifacts
from gutshot.agents.agent import HOLDEM
from gutshot.errors import GutshotError
from gutshot.numeric.folders import data_folder

SHIPPED = Path(__file__).resolve().parents[1] / "data"
_FAMILIES = {"ppo-policy": "neural", "blueprint": "blueprint"}
_NEEDS = {"neural": "jax"}
_LABELS = {"neural": "Neural network", "blueprint": "Solved strategy"}
_USUAL_MEASURE = "tight-aggressive"


@dataclass(frozen=True)
class InstalledBundle:
    """A bundle by its name. `seats` are the table sizes it was made for, `quality` its measure in words."""

    name: str
    kind: str
    path: Path
    seats: tuple[int, ...]
    quality: str
    variants: tuple[str, ...] = (HOLDEM,)

    @property
    def family(self) -> str:
        return self.name.partition(":")[0]

    @property
    def label(self) -> str:
        """ "Neural network ppo 6max"."""
        return f"{_LABELS[self.family]} {self.name.partition(':')[2].replace('_', ' ')}"

    @property
    def about(self) -> str:
        sizes = f"for {_counted(self.seats)} seats" if self.seats else "for any table"
        return f"{sizes}; {self.quality}" if self.quality else sizes

    @property
    def missing(self) -> str | None:
        """The package that it cannot be played without and that is not there."""
        needed = _NEEDS.get(self.family)
        return needed if needed is not None and find_spec(needed) is None else None


def _counted(seats: tuple[int, ...]) -> str:
    return ", ".join(map(str, seats[:-1])) + (" or " if len(seats) > 1 else "") + str(seats[-1])


def installed() -> tuple[InstalledBundle, ...]:
    """Every bundle there is, shipped ones first."""
    found: dict[str, InstalledBundle] = {}
    for folder in (SHIPPED, data_folder() / "bundles"):
        found |= {bundle.name: bundle for bundle in _in(folder, _changed(folder))}
    return tuple(found.values())


def _changed(folder: Path) -> int:
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=8)
def _in(folder: Path, changed: int) -> tuple[InstalledBundle, ...]:
    """The bundles of a folder; read again when something was put there or taken away."""
    return tuple(_read(folder)) if changed else ()


def _read(folder: Path) -> Iterator[InstalledBundle]:
    for manifest in sorted(folder.glob(f"*/{artifacts.MANIFEST}")):
        try:
            held = artifacts.load(manifest.parent, check=False)
        except GutshotError:
            continue
        family = _FAMILIES.get(held.kind)
        if family is not None:
            tail = manifest.parent.name.removeprefix(f"{family}_")
            yield InstalledBundle(
                f"{family}:{tail}", held.kind, manifest.parent, _seats(held.config), _quality(held.summary)
            )


def _seats(config: dict[str, Any]) -> tuple[int, ...]:
    """Table sizes of a blueprint's game or of the tables that a network was trained at."""
    game = config.get("game")
    if isinstance(game, dict) and isinstance(game.get("num_players"), int):
        return (game["num_players"],)
    sizes = {size for table in config.get("tables", ()) for size in table.get("players", ())}
    return tuple(sorted(sizes))


def _quality(summary: dict[str, Any]) -> str:
    """The bundle's own line, or its measured win rate against tight-aggressive players at the largest table."""
    if summary.get("quality"):
        return str(summary["quality"])
    rates = {
        int(name.partition("@")[2]): rate
        for name, rate in (summary.get("measures") or {}).items()
        if name.startswith(f"{_USUAL_MEASURE}@")
    }
    if not rates:
        return ""
    seats = 6 if 6 in rates else max(rates)
    return f"{rates[seats]:+.0f} bb/100 against {_USUAL_MEASURE} players at {seats} seats"


def find_bundle(name: str) -> InstalledBundle | None:
    """The installed bundle of a full name, or of a short one that only it has."""
    bundles = installed()
    exact = [bundle for bundle in bundles if bundle.name == name]
    short = [bundle for bundle in bundles if bundle.name.partition(":")[2] == name]
    return exact[0] if exact else short[0] if len(short) == 1 else None
