"""What agents that decide rows have in common: an observation is made a row, and the answer a choice again."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gutshot.arguments import CheckedMethods
from gutshot.blueprint.real_betting import log_of
from gutshot.games.actions import Choice
from gutshot.games.hidden_view import legal_choice, usual_rules, view_of
from gutshot.games.observation import Observation, require_holdem
from gutshot.games.row import Row
from gutshot.numeric.arrays import Ints

Logs = NDArray[np.int32]


class RowPlayer(ABC, CheckedMethods):
    """A hold'em agent that writes its decision once, in `act_rows`. Equal seeds and hand numbers give equal dice."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.spots: Counter[str] = Counter()
        self._seed, self._number = seed, 0

    def new_hand(self, number: int) -> None:
        self._number = number

    def act(self, observation: Observation) -> Choice:
        return self.act_batch([observation], [self._number])[0]

    def act_batch(self, observations: Sequence[Observation], numbers: Sequence[int]) -> Sequence[Choice]:
        for seen in observations:
            require_holdem(self.name, seen)
        return [self._choice(seen, number) for seen, number in zip(observations, numbers, strict=True)]

    @abstractmethod
    def act_rows(self, rules: Row, views: Ints, records: Ints, logs: Logs, lengths: Ints, numbers: Ints) -> Ints:
        """Action numbers of many decisions as a compiled table shows them: see `agents.agent.RowAgent`."""

    def _choice(self, seen: Observation, number: int) -> Choice:
        view, record = view_of(seen)
        log = log_of(seen)
        rules = usual_rules(seen.variant, seen.big_blind).packed
        rows = view[None], record[None], log[None], np.array([len(log)]), np.array([number])
        return legal_choice(seen, int(self.act_rows(rules, *rows)[0]))
