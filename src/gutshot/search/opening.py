"""Opening a search by the name of the strategy it stands on."""

from dataclasses import replace
from functools import lru_cache

from gutshot.arguments import checked
from gutshot.errors import BadConfig
from gutshot.search.players import BASES, FAMILY, OPENINGS
from gutshot.search.settings import AUTO, BASE, SearchSettings
from gutshot.search.strategy import SearchStrategy
from gutshot.strategies.catalogue import open_strategy
from gutshot.strategies.strategy import HOLDEM, Strategy
from gutshot.strategies.table_walk import TableSize, table_setup

_DEPTH = 100
_SPOTS = ("postflop", "preflop")


@checked
def open_search(name: str, settings: SearchSettings | None = None, stack: int = _DEPTH) -> SearchStrategy:
    """Search on top of a strategy: `hu` for `blueprint:hu`, any other by its name, or a YAML file of settings.

    Equal ones are the same object, which keeps its solutions; `stack` is in big blinds and for lines only.
    """
    if name.endswith((".yaml", ".yml")):
        chosen = SearchSettings.read(name)
    else:
        chosen = replace(settings or SearchSettings(), base=name)
    return _opened(name, chosen, stack)


@lru_cache(maxsize=8)
def _opened(name: str, settings: SearchSettings, stack: int) -> SearchStrategy:
    base = _whole_hands(f"blueprint:{settings.base}" if settings.base in BASES else settings.base)
    seats, opening = base.describe().seats, _opening(settings)
    if opening is not None and opening.describe().seats != seats:
        wrong = f"preflop {settings.preflop!r} is for {opening.describe().seats} seats"
        raise BadConfig(f"{wrong}, and {settings.base!r}, which plays after it, for {seats}")
    return SearchStrategy(base, table_setup(TableSize(seats, stack)), f"{FAMILY}:{name}", settings, opening)


def _opening(settings: SearchSettings) -> Strategy | None:
    """What plays before the flop; None for the base strategy."""
    if settings.preflop == AUTO:
        own = OPENINGS.get(settings.base)
        return None if own is None else open_strategy(own)
    return None if settings.preflop == BASE else _whole_hands(settings.preflop)


def _whole_hands(name: str) -> Strategy:
    """A strategy that plays whole hands of hold'em."""
    found = open_strategy(name)
    about = found.describe()
    if about.game != HOLDEM or about.kind in _SPOTS:
        raise BadConfig(
            f"search needs a strategy for whole hands of hold'em like blueprint:hu, and {name!r} is not one"
        )
    return found
