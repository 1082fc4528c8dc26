"""The agents a match can use: the built-in players and the installed bundles, by name.

A name is accepted only if it is in this list, so that no path from a client is ever opened.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gutshot.agents.agent import ANY_VARIANT
from gutshot.agents.registry import builtins, playable_bundles
from gutshot.errors import BadConfig
from gutshot.trainer.table.opponents import kinds_of


@dataclass(frozen=True)
class Installed:
    """An agent by the name that `agents.make` knows."""

    name: str
    label: str
    about: str
    variants: tuple[str, ...]


def installed() -> list[Installed]:
    """Built-in players first, then bundles."""
    labels = {kind.agent: kind.label for variant in ANY_VARIANT for kind in kinds_of(variant)}
    found = [
        Installed(agent.name, labels.get(agent.name, agent.name), agent.about, agent.variants)
        for agent in builtins().values()
    ]
    return found + [Installed(each.name, each.label, each.about, each.variants) for each in playable_bundles()]


def require_installed(names: Sequence[str]) -> None:
    """BadConfig for the first name that is not in the list."""
    known = {agent.name for agent in installed()}
    for name in names:
        if name not in known:
            raise BadConfig(f"agent {name[:80]!r} is not installed: GET /api/simulations/agents lists those that are")
