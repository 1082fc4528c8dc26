"""The opponents of a table: built-in players and installed bundles, their names, and a random hidden cast."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from gutshot.agents.agent import Agent
from gutshot.agents.registry import builtins, make, playable_bundles
from gutshot.errors import BadConfig

RANDOM = "random"
"""In place of an agent's name: any of the usual ones."""

_LABELS = {
    "style:rock": "Rock",
    "style:maniac": "Maniac",
    "style:tag": "Tight-aggressive",
    "style:station": "Calling station",
    "style:shark": "Shark",
    "style:lag": "Loose-aggressive",
    "style:tight-passive": "Tight-passive",
    "style:loose-passive": "Loose-passive",
    "badugi:tight": "Plain and tight",
}
_USUAL = ("style:", "badugi:cpu")


@dataclass(frozen=True)
class OpponentKind:
    """One kind of opponent: the agent's name, its label and a line about it."""

    agent: str
    label: str
    about: str

    @property
    def is_usual(self) -> bool:
        """Whether a random cast may contain it."""
        return self.agent.startswith(_USUAL)


def kinds_of(game: str) -> tuple[OpponentKind, ...]:
    """The opponents of a game: the usual ones, installed bundles, then the rest."""
    usual = [kind for kind in _builtin_kinds(game) if kind.is_usual]
    plain = [kind for kind in _builtin_kinds(game) if not kind.is_usual]
    bundles = [OpponentKind(b.name, b.label, b.about) for b in playable_bundles() if game in b.variants]
    return (*usual, *bundles, *plain)


@cache
def _builtin_kinds(game: str) -> tuple[OpponentKind, ...]:
    kinds = [
        OpponentKind(agent.name, _label(agent.name), agent.about)
        for agent in builtins().values()
        if game in agent.variants
    ]
    return tuple(kinds)


def _label(agent: str) -> str:
    tail = agent.split(":")[-1]
    return _LABELS.get(agent) or (f"CPU {tail[3:]}" if tail.startswith("cpu") else tail.capitalize())


def kind_of(game: str, agent: str) -> OpponentKind:
    """The kind with this agent's name; BadConfig quotes what there is."""
    for kind in kinds_of(game):
        if kind.agent == agent:
            return kind
    known = ", ".join(kind.agent for kind in kinds_of(game))
    raise BadConfig(f"no opponent {agent!r} plays {game}: expected one of {known}")


def is_bundle(agent: str) -> bool:
    """Whether a player has to be loaded, which takes seconds, and then thinks for milliseconds."""
    return agent not in builtins()


def make_opponent(agent: str, seed: int) -> Agent:
    """The player behind a name."""
    return make(agent, seed)


_NAMES = (
    "Ada", "Boris", "Chloe", "Dmitri", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kemal", "Lucia",
    "Marek", "Nadia", "Oskar", "Priya", "Quentin", "Rosa", "Stefan", "Tomoko", "Ursula", "Viktor", "Wanda", "Yusuf",
)  # fmt: skip


def draw_names(count: int, seed: int) -> tuple[str, ...]:
    """Different first names for the opponents."""
    return tuple(random.Random(seed).sample(_NAMES, count))


def draw_cast(game: str, count: int, seed: int, wanted: Sequence[str] | None = None) -> tuple[str, ...]:
    """An agent for every seat: the chosen ones, "random" meaning any usual one, or all at random."""
    asked = list(wanted) if wanted is not None else [RANDOM] * count
    if len(asked) != count:
        raise BadConfig(f"{len(asked)} opponents for {count} seats: expected one each")
    dice = random.Random(seed)
    usual = [kind.agent for kind in kinds_of(game) if kind.is_usual]
    return tuple(dice.choice(usual) if name == RANDOM else kind_of(game, name).agent for name in asked)
