"""Whom the coach asks: the strategy of a table's size, and the agent that plays it many hands at a time."""

from functools import lru_cache

from gutshot.agents.agent import RowAgent
from gutshot.agents.blueprint import BlueprintAgent
from gutshot.agents.registry import make
from gutshot.search.opening import open_search
from gutshot.search.settings import SearchSettings
from gutshot.search.strategy import SearchStrategy
from gutshot.strategies.blueprint_strategy import BlueprintStrategy
from gutshot.strategies.catalogue import open_strategy
from gutshot.strategies.strategy import Strategy

_NAMES = {2: "hu", 3: "3max"}
_SEARCH = SearchSettings(first_street="turn", seconds=2.0, threads=1)
_LARGE = "6max"  # of a smaller table those in front have folded, of a larger one they had folded before


def name_for(seats: int) -> str:
    """The strategy of a table's size."""
    return _NAMES.get(seats, _LARGE)


@lru_cache(maxsize=4)
def strategy_for(seats: int) -> Strategy:
    """Opened once; sizes that share a strategy share it."""
    return _opened(f"blueprint:{name_for(seats)}")


@lru_cache(maxsize=4)
def _opened(name: str) -> Strategy:
    return open_strategy(name)


@lru_cache(maxsize=4)
def player_for(seats: int) -> RowAgent:
    """Plays the strategy of a table's size many hands at a time."""
    strategy = strategy_for(seats)
    if isinstance(strategy, BlueprintStrategy):
        return BlueprintAgent(strategy.blueprint, name_for(seats))
    found = make(f"blueprint:{name_for(seats)}")
    assert isinstance(found, RowAgent)
    return found


@lru_cache(maxsize=4)
def search_for(seats: int) -> SearchStrategy:
    """The strategy of a table's size with search on top, for turns and rivers of two players."""
    return open_search(name_for(seats), _SEARCH)
