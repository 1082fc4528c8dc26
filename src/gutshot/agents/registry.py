"""Agents by name: `make("tag")`, `make("style:maniac")`, `make("badugi:cpu3")`, `make("neural:ppo_6max")`.

A plain name may leave out its family where only one agent has it. After the family of a bundle comes the name of an
installed one (see `bundles`), or the path of any other.
"""

from collections.abc import Callable
from difflib import get_close_matches
from functools import cache

from gutshot.agents.agent import BADUGI, Agent, AgentKind, Builtin
from gutshot.agents.bundles import InstalledBundle, find_bundle, installed
from gutshot.errors import BadConfig

BundleMaker = Callable[[str, int], Agent]


def _neural(path: str, seed: int) -> Agent:
    try:
        from gutshot.agents.neural import load_neural
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("gutshot"):
            raise
        raise BadConfig(
            f"agent 'neural:{path}' needs {missing.name}: install the extra with `pip install gutshot[rl]`"
        ) from None
    return load_neural(path, seed)


def _blueprint(path: str, seed: int) -> Agent:
    from gutshot.agents.blueprint import load_blueprint

    return load_blueprint(path, seed)


BUNDLE_FAMILIES: dict[str, tuple[str, BundleMaker]] = {
    "neural": ("a trained network; neural:PATH of its bundle", _neural),
    "blueprint": ("a strategy for whole hands; blueprint:PATH of its bundle", _blueprint),
}
"""Families of agents that are read from a folder: one line about each, and how to make one."""


@cache
def builtins() -> dict[str, Builtin]:
    """Every agent that is only numbers, by full name."""
    from gutshot.agents.badugi.profiles import CPU_PROFILES
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
    return {agent.name: agent for agent in (*SIMPLE, *STYLE_AGENTS, *cpus, tight)}


@cache
def _short_names() -> dict[str, str]:
    """`"tag"` -> `"style:tag"`, where that is not ambiguous."""
    full = list(builtins())
    tails = [name.split(":")[-1] for name in full]
    return {tail: name for tail, name in zip(tails, full, strict=True) if tails.count(tail) == 1}


def find(name: str) -> Builtin | None:
    """The built-in agent of a full or short name, or None for one that is read from a bundle."""
    family, _, path = name.partition(":")
    if family in BUNDLE_FAMILIES and path:
        return None
    known = builtins()
    found = known.get(name) or known.get(_short_names().get(name, ""))
    if found is None and find_bundle(name) is None:
        raise BadConfig(_unknown(name))
    return found


def _unknown(name: str) -> str:
    names = [*builtins(), *_short_names(), *(bundle.name for bundle in playable_bundles())]
    near = get_close_matches(name.lower(), names, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}?" if near else "expected one that `gutshot agents` lists"
    return f"unknown agent {name!r}: {hint}"


def make(name: str, seed: int = 0) -> Agent:
    """The agent of a name; BadConfig with the nearest name when there is none."""
    builtin = find(name)
    if builtin is None:
        bundle = find_bundle(name)
        family, _, path = name.partition(":") if bundle is None else (bundle.family, ":", str(bundle.path))
        return BUNDLE_FAMILIES[family][1](path, seed)
    from gutshot.agents.kernel_agent import KernelAgent

    return KernelAgent(builtin, seed)


def playable_bundles() -> tuple[InstalledBundle, ...]:
    """The installed bundles that can be played here."""
    return tuple(bundle for bundle in installed() if bundle.family in BUNDLE_FAMILIES and bundle.missing is None)


def listing() -> list[tuple[str, str, str]]:
    """(name, variants, one line) of every agent, installed bundles included, and of every family of bundles."""
    players: list[Builtin | InstalledBundle] = [*builtins().values(), *playable_bundles()]
    rows = [(agent.name, " ".join(agent.variants), agent.about) for agent in players]
    return rows + [(f"{family}:PATH", "holdem", about) for family, (about, _) in BUNDLE_FAMILIES.items()]
