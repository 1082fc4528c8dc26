"""`search:hu` and its like as agents: a strategy that solves where it stands, with dice (`gutshot.search`)."""

import logging
from collections import Counter

import numpy as np

from gutshot.agents.agent import Builtin, OwnMix, Worth
from gutshot.agents.blueprint import SEARCHED
from gutshot.agents.strategy_agent import SeenHand, StrategyAgent
from gutshot.blueprint.placing import Way
from gutshot.errors import GutshotError
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation
from gutshot.search.opening import open_search
from gutshot.search.players import FAMILY
from gutshot.search.strategy import SearchStrategy
from gutshot.strategies.strategy import Answer, Knowledge

_LOG = logging.getLogger("gutshot")
_WAYS = {Knowledge.EXACT: Way.FOLLOWED, Knowledge.NEAR: Way.MATCHED, Knowledge.NONE: Way.OUTSIDE}


class SearchAgent(StrategyAgent):
    """Plays by search. `spots` counts what was solved, and how the strategy below it knew the rest.

    A hand too rare for the solution of a street does there what the range does. A street that cannot be solved, say for
    want of memory, is played by the strategy below.
    """

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

    def _asked(self, seen: SeenHand) -> Answer:
        try:
            return super()._asked(seen)
        except GutshotError as error:
            _LOG.warning("%s: %s; the strategy below plays this street", self.name, error)
            self._search.leave(seen.seen)
            return super()._asked(seen)

    def mix(self, observation: Observation, number: int) -> OwnMix | None:
        found = super().mix(observation, number)
        if found is None or not self._search.searches(observation):
            return found
        by_all = self._answer(SeenHand(observation)).hands.frequencies
        assert by_all is not None
        return OwnMix(found.actions, np.where(np.isnan(found.shares), by_all, found.shares))

    def worth(self, observation: Observation, number: int) -> Worth | None:
        return super().worth(observation, number) if self._search.searches(observation) else None

    def _pick(self, answer: Answer, seen: Observation) -> Choice | None:
        choice, by_all = super()._pick(answer, seen), answer.hands.frequencies
        if choice is None and by_all is not None and self._search.searches(seen):
            return self._fallen_on(answer, by_all, seen)
        return choice


def load_search(name: str, stand_in: Builtin, seed: int) -> SearchAgent:
    """The agent of a search on top of a strategy; one sentence says so when there is none of that name."""
    return SearchAgent(open_search(name), f"{FAMILY}:{name}", stand_in, seed)
