"""Who can be put into a slot: the built-in players, and the bundles that came with the package or lie in `data`.

A name is accepted only if it is in this list, so that no path from a client is ever opened.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gutshot import artifacts
from gutshot.agents.agent import ANY_VARIANT, HOLDEM
from gutshot.agents.registry import builtins
from gutshot.errors import BadConfig, GutshotError
from gutshot.trainer.opponents import kinds_of

_BUNDLES = {"ppo-policy": "neural"}
"""Which family of agents plays a bundle, by its kind."""
_SHIPPED = Path(__file__).resolve().parents[2] / "data"


@dataclass(frozen=True)
class Installed:
    """An agent by its public name; `path` is where a bundle lies."""

    name: str
    label: str
    about: str
    variants: tuple[str, ...] = ANY_VARIANT
    path: Path | None = None

    @property
    def make_name(self) -> str:
        """What `agents.make` calls it."""
        return self.name if self.path is None else f"{self.name.partition(':')[0]}:{self.path}"


def installed(data: Path) -> list[Installed]:
    """Built-in players first, then bundles."""
    labels = {kind.agent: kind.label for variant in ANY_VARIANT for kind in kinds_of(variant)}
    found = [Installed(agent.name, labels[agent.name], agent.about, agent.variants) for agent in builtins().values()]
    return found + [bundle for folder in (_SHIPPED, data / "bundles") for bundle in _bundles(folder)]


def _bundles(folder: Path) -> Iterator[Installed]:
    for manifest in sorted(folder.glob("*/manifest.json")):
        try:
            held = artifacts.load(manifest.parent, check=False)
        except GutshotError:
            continue
        family, place = _BUNDLES.get(held.kind), manifest.parent
        if family is not None:
            label = place.name.replace("_", " ")
            yield Installed(f"{family}:{place.name}", label, "a trained network", (HOLDEM,), place)


def make_names(names: Sequence[str], data: Path) -> tuple[str, ...]:
    """The names that `agents.make` knows; BadConfig for the first that is not in the list."""
    known = {agent.name: agent.make_name for agent in installed(data)}
    for name in names:
        if name not in known:
            raise BadConfig(f"agent {name[:80]!r} is not installed: GET /api/simulations/agents lists all that are")
    return tuple(known[name] for name in names)
