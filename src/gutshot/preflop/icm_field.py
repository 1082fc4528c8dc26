"""The prize model for fields in which orders of finish cannot be enumerated: an integral over one variable.

Let every player finish at a random time, exponential with his stack as rate. Then the first to finish is each with the
share of his chips, and so on among the rest, which is Malmuth's and Harville's model. A player's worth is the integral
over his time of the prize for one place more than the number of others before him, and that number is a sum of
independent coins. It is summed by the double exponential rule, which the tests compare with the exact model.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gutshot.numeric.arrays import Ints, Reals

_FROM, _TO, _STEP = -4.5, 16.0, 0.09


@dataclass(frozen=True)
class _FinishTimes:
    """Rates by player, the times and steps of the sum, the prizes, and the worth of each player as it is found."""

    rates: Reals
    times: Reals
    steps: Reals
    prizes: Reals
    worth: Reals

    def fill(self, players: Ints, before: Reals) -> None:
        """The worth of `players`; `before` [time, count] is how many of all others have finished by a time."""
        if len(players) == 1:
            rate = self.rates[players[0]]
            density = self.steps * rate * np.exp(-rate * self.times)
            self.worth[players[0]] = density @ (before @ self.prizes)
            return
        half = len(players) // 2
        for mine, theirs in ((players[:half], players[half:]), (players[half:], players[:half])):
            counts = before.copy()
            for player in theirs:
                done = -np.expm1(-self.rates[player] * self.times)[:, None]
                counts[:, 1:] += done * (counts[:, :-1] - counts[:, 1:])
                counts[:, :1] *= 1 - done
            self.fill(mine, counts)


def icm_of_field(stacks: Sequence[float], payouts: Sequence[float]) -> tuple[float, ...]:
    """What each stack is worth; all are above 0."""
    players, prizes = len(stacks), np.array(payouts[: len(stacks)], np.float64)
    x = np.arange(_FROM, _TO, _STEP)
    times = np.exp(x - np.exp(-x))
    steps = times * (1 + np.exp(-x)) * _STEP
    field = _FinishTimes(np.array(stacks, np.float64) / max(stacks), times, steps, prizes, np.zeros(players))
    nobody = np.zeros((len(times), len(prizes)))
    nobody[:, 0] = 1.0
    field.fill(np.arange(players), nobody)
    return tuple(field.worth.tolist())
