"""`Agent`: what a table and the arena need from a player, and how the built-in ones are told apart.

A built-in player is data: a `AgentKind` that names its decision kernel, and the numbers that kernel reads. The same
kernel serves one decision from an `Observation` (`KernelAgent`) and millions inside a compiled match.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from gutshot.games.actions import Choice
from gutshot.games.observation import Observation

Params: TypeAlias = NDArray[np.float64]

HOLDEM = "holdem"
BADUGI = "badugi"
ANY_VARIANT = (HOLDEM, BADUGI)
STAND_IN = "style:tag"
"""Who decides where a strategy knows nothing."""
PARAMS = 192
"""How many numbers a decision kernel may read; shorter ones are padded with zeros."""


@runtime_checkable
class Agent(Protocol):
    """A player. All his randomness follows from his seed and the number that `new_hand` gives him."""

    @property
    def name(self) -> str:
        """What reports call him, such as "style:tag"."""
        ...

    def new_hand(self, number: int) -> None:
        """Called before each hand; equal numbers mean equal dice."""
        ...

    def act(self, observation: Observation) -> Choice:
        """One decision: "fold", "check", "call", a raise_to amount, or the cards to discard."""
        ...


@runtime_checkable
class BatchAgent(Agent, Protocol):
    """An agent that can also decide many hands at once, for speed."""

    def act_batch(self, observations: Sequence[Observation], numbers: Sequence[int]) -> Sequence[Choice]:
        """As `new_hand(number)` and `act` for each pair, in one go."""
        ...


class DecidesRows(Protocol):
    """Anything that decides from what a compiled table keeps, without making observations."""

    def act_rows(
        self,
        rules: NDArray[np.int64],
        views: NDArray[np.int64],
        records: NDArray[np.int64],
        logs: NDArray[np.int32],
        lengths: NDArray[np.int64],
        numbers: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """Action numbers of n decisions: `views` [n, SIZE] and `records` as in `games.hidden_view`, `logs`
        [n, longest, (seat, street, action)] of which `lengths` count, and the `numbers` of `new_hand`."""
        ...


@runtime_checkable
class RowAgent(Agent, DecidesRows, Protocol):
    """An agent that decides so."""


class OwnMix(NamedTuple):
    """What an agent would do with every hand: the engine's action numbers, and [1326, actions] their probabilities.

    NaN for hands with which it plays in a way of which it knows no probabilities.
    """

    actions: tuple[int, ...]
    shares: Params


@runtime_checkable
class OpenAgent(Agent, Protocol):
    """An agent that knows the probabilities by which it plays, so that its luck with them can be taken off."""

    def mix(self, observation: Observation, number: int) -> OwnMix | None:
        """What it would do here with every hand, given the number of `new_hand`; None where it does not know.

        The holder's own cards in the observation change nothing.
        """
        ...


class Worth(NamedTuple):
    """What actions are worth to each hand of the seat that acts: action numbers, and [1326, actions] chips that it wins
    in the whole hand of poker. NaN for hands of which that is not known."""

    actions: tuple[int, ...]
    chips: Params


@runtime_checkable
class JudgingAgent(OpenAgent, Protocol):
    """An agent that also says what actions are worth, its own and those of another seat."""

    def worth(self, observation: Observation, number: int) -> Worth | None:
        """What the seat that acts wins by each action, by all that is public; None where it does not know.

        The actions need not be those of the seat that acts.
        """
        ...


class AgentKind(IntEnum):
    """Which decision kernel plays."""

    RANDOM = 0
    CALL = 1
    FOLD = 2
    MIN_RAISE = 3
    STYLE = 4
    BADUGI_CPU = 5
    BADUGI_TIGHT = 6
    JAM = 7
    BADUGI_SOLVED = 8


@dataclass(frozen=True)
class Builtin:
    """A player that is only numbers: it can be played wholly compiled."""

    name: str
    about: str
    kind: AgentKind
    params: tuple[float, ...] = ()
    variants: tuple[str, ...] = field(default=ANY_VARIANT)

    @property
    def packed(self) -> Params:
        """[PARAMS] for the kernels."""
        numbers = np.zeros(PARAMS)
        numbers[: len(self.params)] = self.params
        return numbers
