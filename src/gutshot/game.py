"""The contract between games and algorithms.

Anything with these members can be unrolled, solved and measured. A state is immutable: `apply`
returns the next one. Chance is an actor like any other, with known probabilities.
"""

from collections.abc import Hashable
from typing import Protocol, TypeAlias, runtime_checkable

Action: TypeAlias = Hashable

CHANCE = -1
TERMINAL = -2


@runtime_checkable
class State(Protocol):
    """One history of a finite extensive-form game with perfect recall."""

    @property
    def num_players(self) -> int:
        """The number of players; they are numbered 0..num_players-1."""
        ...

    @property
    def actor(self) -> int:
        """The player to act, or CHANCE, or TERMINAL."""
        ...

    @property
    def legal(self) -> tuple[Action, ...]:
        """The actor's actions, in a fixed order that depends only on his infoset; () unless a player acts."""
        ...

    @property
    def chances(self) -> tuple[tuple[Action, float], ...]:
        """(outcome, probability) pairs that sum to 1; () unless chance acts."""
        ...

    def apply(self, action: Action) -> "State":
        """The state after an action or a chance outcome; IllegalAction if it is not one."""
        ...

    @property
    def payoffs(self) -> tuple[float, ...]:
        """What each player has won or lost at the end; they sum to zero."""
        ...

    @property
    def infoset(self) -> Hashable:
        """Everything the actor knows: equal for states he cannot tell apart."""
        ...
