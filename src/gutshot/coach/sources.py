"""Whom the coach asks: the strategy of a table's size, and the agent that plays it many hands at a time."""

from functools import lru_cache

from gutshot.agents.agent import RowAgent
from gutshot.agents.blueprint import BlueprintAgent
from gutshot.agents.depth_set import DepthSetAgent
from gutshot.agents.registry import make
from gutshot.blueprint.bundle import open_bundle
from gutshot.coach.effort import FLOP, RIVER, TURN, Effort
from gutshot.coach.prizes import NO_PRIZES, Prizes
from gutshot.coach.ranges import NEVER
from gutshot.coach.table_set import MOST_AT_ONCE, MOST_SOLVED, TableSet
from gutshot.search.settings import SearchSettings
from gutshot.search.strategy import SearchStrategy
from gutshot.strategies.blueprint_strategy import BlueprintStrategy
from gutshot.strategies.catalogue import Library, open_strategy
from gutshot.strategies.depth_entries import set_for
from gutshot.strategies.depth_set import DepthSet
from gutshot.strategies.strategy import Strategy
from gutshot.strategies.table_walk import TableSize, table_setup

_SEARCH = {
    FLOP: SearchSettings(first_street="flop", seconds=4.0, threads=2, least_share=NEVER),
    TURN: SearchSettings(first_street="turn", seconds=2.0, threads=1, least_share=NEVER),
    RIVER: SearchSettings(first_street="river", seconds=2.0, threads=1, target=0.0003, least_share=NEVER),
}
"""For the decisions of each street, which is solved from the ranges that the strategy gives to the line so far."""


def strategy_for(seats: int, prizes: Prizes = NO_PRIZES, effort: Effort | None = None) -> Strategy:
    """Opened once; sizes that share a strategy share it. For prizes, what takes seconds needs the effort."""
    most = MOST_SOLVED if effort is None or effort.solves_from is not None else MOST_AT_ONCE
    return _strategy(set_for(seats), prizes, most if prizes else MOST_SOLVED)


@lru_cache(maxsize=16)
def _strategy(name: str, prizes: Prizes, most: int) -> Strategy:
    found = _opened(f"blueprint:{name}")
    return TableSet.of(found, prizes, most) if isinstance(found, DepthSet) else found


@lru_cache(maxsize=4)
def _opened(name: str) -> Strategy:
    return open_strategy(name)


@lru_cache(maxsize=4)
def player_for(seats: int) -> RowAgent:
    """Plays the strategy of a table's size many hands at a time."""
    strategy = _opened(f"blueprint:{set_for(seats)}")
    if isinstance(strategy, BlueprintStrategy):
        return BlueprintAgent(strategy.blueprint, set_for(seats))
    found = make(f"blueprint:{set_for(seats)}")
    assert isinstance(found, RowAgent)
    return found


@lru_cache(maxsize=8)
def advising_player(seats: int, seed: int) -> BlueprintAgent | DepthSetAgent:
    """The same as a player who takes bets between two of the tree's for the nearer one, as advice does."""
    entry = Library().player(f"blueprint:{set_for(seats)}")
    assert entry is not None
    if entry.members:
        return DepthSetAgent(entry, seed, translates_by_dice=False)
    return BlueprintAgent(open_bundle(str(entry.path)), entry.agent, seed, translates_by_dice=False)


def search_for(seats: int, street: int, prizes: Prizes = NO_PRIZES) -> SearchStrategy:
    """The strategy of a table's size with search on top, for a street of two players or three."""
    return _search(set_for(seats), prizes, street)


@lru_cache(maxsize=8)
def _search(name: str, prizes: Prizes, street: int) -> SearchStrategy:
    base = _strategy(name, prizes, MOST_AT_ONCE if prizes else MOST_SOLVED)
    setup = table_setup(TableSize(base.describe().seats))
    return SearchStrategy(base, setup, f"search:{name}", _SEARCH[street])
