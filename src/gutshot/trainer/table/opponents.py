"""The opponents of a table: built-in players and installed bundles, their names, and a random hidden cast."""

import random
from collections.abc import Sequence
from string import ascii_uppercase

from gutshot.agents.agent import Agent
from gutshot.agents.registry import builtins, make
from gutshot.errors import BadConfig
from gutshot.strategies.catalogue import Library, registered
from gutshot.strategies.entries import Entry

RANDOM = "random"
"""In place of an agent's name: any of the usual ones."""

_USUAL = ("style:", "badugi:cpu")


def is_usual(kind: Entry) -> bool:
    """Whether a random cast may contain it."""
    return kind.agent.startswith(_USUAL)


def kinds_of(game: str) -> tuple[Entry, ...]:
    """The opponents of a game in the catalogue: the usual ones, bundles, and what is left."""
    players = [player for player in Library().players() if game in player.variants]
    return tuple(sorted(players, key=lambda player: 0 if is_usual(player) else 1 if is_bundle(player.agent) else 2))


def kind_of(game: str, agent: str) -> Entry:
    """The opponent of this name; BadConfig quotes what there is."""
    found = Library().player(agent)
    if found is not None and found.agent == agent and found.can_play and game in found.variants:
        return found
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
    """Different first names for the opponents, with an initial where there are many."""
    if count <= len(_NAMES):
        return tuple(random.Random(seed).sample(_NAMES, count))
    names = [f"{name} {initial}." for name in _NAMES for initial in ascii_uppercase]
    return tuple(random.Random(seed).sample(names, count))


def draw_cast(game: str, count: int, seed: int, wanted: Sequence[str] | None = None) -> tuple[str, ...]:
    """An agent for every seat: the chosen ones, "random" meaning any usual one, or all at random."""
    asked = list(wanted) if wanted is not None else [RANDOM] * count
    if len(asked) != count:
        raise BadConfig(f"{len(asked)} opponents for {count} seats: expected one each")
    dice = random.Random(seed)
    usual = [kind.agent for kind in registered() if is_usual(kind) and game in kind.variants]
    return tuple(dice.choice(usual) if name == RANDOM else kind_of(game, name).agent for name in asked)
