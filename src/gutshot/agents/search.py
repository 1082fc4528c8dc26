"""`search:hu` and its like as agents: a strategy that solves where it stands, with dice (`gutshot.search`)."""

from collections import Counter

from gutshot.agents.agent import Builtin
from gutshot.agents.blueprint import SEARCHED
from gutshot.agents.strategy_agent import StrategyAgent
from gutshot.blueprint.placing import Way
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation
from gutshot.search.opening import open_search
from gutshot.search.players import FAMILY
from gutshot.search.strategy import SearchStrategy
from gutshot.strategies.strategy import Knowledge

_WAYS = {Knowledge.EXACT: Way.FOLLOWED, Knowledge.NEAR: Way.MATCHED, Knowledge.NONE: Way.OUTSIDE}


class SearchAgent(StrategyAgent):
    """Plays by search. `spots` counts what was solved, and how the strategy below it knew the rest."""

    def __init__(self, strategy: SearchStrategy, name: str, stand_in: Builtin, seed: int = 0) -> None:
        super().__init__(strategy, name, stand_in, seed)
        self.spots: Counter[str] = Counter()
        self._search = strategy

    def act(self, observation: Observation) -> Choice:
        before = Counter(self.known)
        choice = super().act(observation)
        if self._search.searches(observation):
            self.spots[SEARCHED] += 1
        else:
            for knowledge in self.known - before:
                self.spots[_WAYS[Knowledge(knowledge)]] += 1
        return choice


def load_search(name: str, stand_in: Builtin, seed: int) -> SearchAgent:
    """The agent of a search on top of a strategy; one sentence says so when there is none of that name."""
    return SearchAgent(open_search(name), f"{FAMILY}:{name}", stand_in, seed)
