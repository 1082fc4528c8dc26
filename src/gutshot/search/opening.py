"""Opening a search by the name of the strategy it stands on."""

from functools import lru_cache

from gutshot.errors import BadConfig
from gutshot.search.players import BASES, FAMILY
from gutshot.search.settings import SearchSettings
from gutshot.search.strategy import SearchStrategy
from gutshot.strategies.catalogue import open_strategy
from gutshot.strategies.strategy import HOLDEM
from gutshot.strategies.table_walk import TableSize, table_setup

_DEPTH = 100
_SPOTS = ("postflop", "preflop")


def open_search(name: str, settings: SearchSettings | None = None, stack: int = _DEPTH) -> SearchStrategy:
    """Search on top of a strategy of the catalogue: `hu` for `blueprint:hu`, or any other by its name.

    Equal ones are the same object, which keeps its solutions; `stack` is in big blinds and for lines only.
    """
    return _opened(name, settings or SearchSettings(), stack)


@lru_cache(maxsize=8)
def _opened(name: str, settings: SearchSettings, stack: int) -> SearchStrategy:
    base = open_strategy(f"blueprint:{name}" if name in BASES else name)
    about = base.describe()
    if about.game != HOLDEM or about.kind in _SPOTS:
        raise BadConfig(f"search stands on a strategy for whole hands of hold'em like blueprint:hu: {name!r} is none")
    return SearchStrategy(base, table_setup(TableSize(about.seats, stack)), f"{FAMILY}:{name}", settings)
