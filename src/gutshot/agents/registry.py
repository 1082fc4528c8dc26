"""Agents by name: `make("tag")`, `make("style:maniac")`, `make("badugi:cpu3")`, `make("neural:ppo_6max")`.

Everybody is found in the catalogue of strategies, of which the built-in players are made part here. A plain name may
leave out its family where only one agent has it. After the family of a bundle comes its name in the catalogue, or the
path of any other.
"""

from collections.abc import Callable
from difflib import get_close_matches
from functools import cache

from gutshot.agents.agent import BADUGI, HOLDEM, STAND_IN, Agent, AgentKind, Builtin
from gutshot.agents.own import is_own, load_own
from gutshot.arguments import checked, shown
from gutshot.errors import BadConfig
from gutshot.search import players as search_players
from gutshot.strategies import catalogue
from gutshot.strategies.catalogue import Library
from gutshot.strategies.depth_entries import set_for
from gutshot.strategies.entries import Entry
from gutshot.strategies.strategy import Strategy
from gutshot.strategies.table_walk import TableSize

BundleMaker = Callable[[str, int], Agent]

_SOLVED_BADUGI = "badugi:solved"
_LABELS = {
    "style:rock": "Rock",
    "style:maniac": "Maniac",
    "style:tag": "Tight-aggressive",
    "style:station": "Calling station",
    "style:shark": "Shark",
    "style:lag": "Loose-aggressive",
    "style:tight-passive": "Tight-passive",
    "style:loose-passive": "Loose-passive",
    _SOLVED_BADUGI: "Solved, for two",
    "badugi:tight": "Plain and tight",
}


def _neural(path: str, seed: int) -> Agent:
    from gutshot.agents.neural import load_neural

    return load_neural(path, seed)


def _blueprint(path: str, seed: int) -> Agent:
    from gutshot.agents.blueprint import load_blueprint

    return load_blueprint(path, seed)


def _depth_set(entry: Entry, seed: int) -> Agent:
    from gutshot.agents.depth_set import DepthSetAgent

    return DepthSetAgent(entry, seed)


def _strategy_agent(name: str, seed: int) -> Agent:
    from gutshot.agents.strategy_agent import load_strategy

    return load_strategy(name, builtins()[STAND_IN], seed)


def _search(name: str, seed: int) -> Agent:
    from gutshot.agents.search import load_search

    return load_search(name, builtins()[STAND_IN], seed)


BUNDLE_FAMILIES: dict[str, tuple[str, BundleMaker]] = {
    "neural": ("a trained network; neural:PATH of its bundle", _neural),
    "blueprint": ("a strategy for whole hands; blueprint:PATH of its bundle", _blueprint),
    "search": ("a strategy that solves where it stands once two are left; search:PATH of its blueprint", _search),
    "strategy": ("any strategy that `gutshot show` opens, with dice; strategy:PATH or strategy:NAME", _strategy_agent),
}
"""Families of agents that are read from a folder: one line about each, and how to make one."""


_ABOVE = {
    "coach": (
        "Coach",
        "follows the coach's advice, and solves turns and rivers of two players",
        "CoachAgent",
        (HOLDEM, BADUGI),
    ),
    "coach:fast": ("Coach, at once", "follows what the coach says at once, and solves nothing", "FastCoach", (HOLDEM,)),
}
"""Players of a higher layer, which is loaded when one of them is made."""
_COACHES = "gutshot.coach.agent"


@cache
def builtins() -> dict[str, Builtin]:
    """Every agent that is only numbers, by full name."""
    from gutshot.agents.badugi.profiles import CPU_PROFILES, profile_of
    from gutshot.agents.simple import SIMPLE
    from gutshot.agents.style_play import STYLE_AGENTS

    cpus = tuple(
        Builtin(
            f"badugi:cpu{number}",
            f"badugi, aggression {profile.aggression_factor}, snows {profile.bluff_frequency:.0%}, "
            f"tightness {profile.tightness_factor}",
            AgentKind.BADUGI_CPU,
            tuple(profile.packed.tolist()),
            (BADUGI,),
        )
        for number, profile in enumerate(CPU_PROFILES, start=1)
    )
    tight = Builtin("badugi:tight", "badugi, plain and tight: the baseline", AgentKind.BADUGI_TIGHT, (), (BADUGI,))
    solved = Builtin(
        _SOLVED_BADUGI,
        "badugi, trained towards an equilibrium for two players; among more it plays as CPU 3 until two are left",
        AgentKind.BADUGI_SOLVED,
        tuple(profile_of("cpu3").packed.tolist()),
        (BADUGI,),
    )
    return {agent.name: agent for agent in (*SIMPLE, *STYLE_AGENTS, *cpus, solved, tight)}


@cache
def _entries() -> list[Entry]:
    """The built-in players as the catalogue has them."""
    return [
        Entry(
            f"agent:{agent.name}",
            agent.name,
            "agent",
            [("Name", agent.name), ("Plays", agent.about)],
            [],
            takes_table=HOLDEM in agent.variants,
            agent=agent.name,
            label=_label(agent.name),
            about=agent.about,
            variants=agent.variants,
        )
        for agent in builtins().values()
    ] + [
        Entry(
            f"agent:{name}",
            name,
            "agent",
            [("Name", name), ("Plays", about)],
            [],
            takes_table=True,
            agent=name,
            label=label,
            about=about,
            variants=variants,
        )
        for name, (label, about, _, variants) in _ABOVE.items()
    ]


def _label(agent: str) -> str:
    tail = agent.split(":")[-1]
    return _LABELS.get(agent) or (f"CPU {tail[3:]}" if tail.startswith("cpu") else tail.capitalize())


@cache
def _strategy(name: str, size: TableSize) -> Strategy:
    from gutshot.agents.rule_strategy import RuleStrategy

    if name in _ABOVE:
        return catalogue.open_strategy(f"blueprint:{set_for(size.seats)}")
    if name == _SOLVED_BADUGI:
        return catalogue.open_strategy("shipped:badugi_hu")
    return RuleStrategy(builtins()[name], size)


catalogue.register(catalogue.Players(_entries, _strategy))
assert search_players.FAMILY in BUNDLE_FAMILIES  # the import makes those that search part of the catalogue


def find(name: str) -> Builtin | None:
    """The built-in agent of a full or short name, or None for one that is read from a bundle."""
    family, _, path = name.partition(":")
    if family in BUNDLE_FAMILIES and path:
        return None
    found = Library().player(name)
    if found is None and is_own(name):
        return None
    if found is None:
        raise BadConfig(_unknown(name))
    return builtins().get(found.agent)


def _unknown(name: str) -> str:
    players = [entry.agent for entry in Library().players()]
    names = [*players, *(player.split(":")[-1] for player in players)]
    near = get_close_matches(name.lower(), names, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}?" if near else "expected one that `gutshot agents` lists"
    return f"unknown agent {shown(name)}: {hint}"


@checked
def make(name: str, seed: int = 0) -> Agent:
    """The agent of a name; BadConfig with the nearest name when there is none."""
    builtin = find(name)
    if name in _ABOVE:
        return load_own(f"{_COACHES}:{_ABOVE[name][2]}", seed)
    if builtin is None:
        entry = Library().player(name)
        family, _, path = name.partition(":")
        if entry is None and is_own(name) and family not in BUNDLE_FAMILIES:
            return load_own(name, seed)
        if entry is not None and entry.members:
            return _depth_set(entry, seed)
        if entry is not None:
            family, _, path = entry.agent.partition(":")
            path = path if entry.path is None else str(entry.path)
        return BUNDLE_FAMILIES[family][1](path, seed)
    from gutshot.agents.kernel_agent import KernelAgent

    return KernelAgent(builtin, seed)


def listing() -> list[tuple[str, str, str]]:
    """(name, variants, one line) of every agent of the catalogue, and of every family of bundles."""
    rows = [(entry.agent, " ".join(entry.variants), entry.about) for entry in Library().players()]
    return rows + [(f"{family}:PATH", "holdem", about) for family, (about, _) in BUNDLE_FAMILIES.items()]
