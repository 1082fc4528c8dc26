"""Agents written for tests: a coin with a known expectation, and agents that fail."""

import random
from collections.abc import Sequence

from gutshot.agents import make
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation


class Coin:
    """Heads-up against an agent that folds: on the button raises with probability `heads`, else folds."""

    def __init__(self, heads: float, seed: int) -> None:
        self.heads, self.seed = heads, seed
        self.name = f"coin {heads}"

    def new_hand(self, number: int) -> None:
        self._dice = random.Random(f"{self.seed}/{number}")

    def act(self, observation: Observation) -> Choice:
        if observation.seat != observation.button:
            return "check"
        return observation.legal.min_raise_to or "check" if self._dice.random() < self.heads else "fold"

    def expected_bb100(self) -> float:
        """A big blind won or half a one lost on the button; half a one won in the big blind."""
        return 100 * ((self.heads - (1 - self.heads) / 2) + 0.5) / 2


class Fails:
    """Calls until its n-th decision, then raises an exception or chooses `choice`."""

    name = "fails"

    def __init__(self, after: int, choice: Choice | None = None) -> None:
        self.left, self.choice = after, choice

    def new_hand(self, number: int) -> None:
        pass

    def act(self, observation: Observation) -> Choice:
        self.left -= 1
        if self.left >= 0:
            return "call" if observation.legal.call else "check"
        if self.choice is None:
            raise RuntimeError("no idea")
        return self.choice


class Batched:
    """A built-in agent behind the batch door, counting its calls."""

    def __init__(self, name: str, seed: int) -> None:
        self._agent = make(name, seed)
        self.name = name
        self.calls = 0

    def new_hand(self, number: int) -> None:
        self._agent.new_hand(number)

    def act(self, observation: Observation) -> Choice:
        return self._agent.act(observation)

    def act_batch(self, observations: Sequence[Observation], numbers: Sequence[int]) -> Sequence[Choice]:
        self.calls += 1
        choices = []
        for observation, number in zip(observations, numbers, strict=True):
            self._agent.new_hand(number)
            choices.append(self._agent.act(observation))
        return choices
