"""A trained network as an agent: `neural:PATH` of a bundle. It plays on the CPU and needs no extra.

The dice of a decision follow from the seed, the hand's number and how much betting the hand has seen.
"""

import numpy as np

from gutshot.agents.row_player import Logs, RowPlayer
from gutshot.games.betting import CALL, FOLD, raise_bounds
from gutshot.games.row import Row
from gutshot.games.row_checks import require_rows
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints
from gutshot.numeric.dice import dice_seeds
from gutshot.rl import menu
from gutshot.rl.cpu_policy import Answers, CpuPolicy, load

_MOST_DECISIONS = 4096


@kernel
def _pick(rules: Row, views: Ints, found: Answers, dice: Ints, actions: Ints) -> None:
    """Entries of the menu by their shares, as action numbers held to the engine's own bounds."""
    for i in range(len(views)):
        entry, wanted, upto = 0, dice[i] / 2.0**63, 0.0
        for k in range(found.shares.shape[1]):
            if found.mask[i, k] and found.shares[i, k] > 0 and upto <= wanted:
                entry = k  # the last one with a share, if rounding leaves the dice above all of them
            upto += found.shares[i, k]
        low, high = raise_bounds(rules, views[i])
        if entry == menu.FOLD:
            actions[i] = FOLD
        elif entry == menu.PASSIVE or high <= 0:
            actions[i] = CALL
        else:
            actions[i] = min(max(found.amounts[i, entry], low), high)


class NeuralAgent(RowPlayer):
    """Plays a bundle. Equal seeds and hand numbers give equal dice."""

    def __init__(self, policy: CpuPolicy, name: str, seed: int = 0) -> None:
        super().__init__(name, seed)
        self._policy = policy

    def act_rows(self, rules: Row, views: Ints, records: Ints, logs: Logs, lengths: Ints, numbers: Ints) -> Ints:
        require_rows(rules, views, logs, lengths, numbers, records)
        found = self._policy.answers(rules, views, logs, lengths)
        actions = np.empty(len(views), np.int64)
        _pick(rules, views, found, dice_seeds(self._seed, numbers * _MOST_DECISIONS + lengths), actions)
        return actions


def load_neural(path: str, seed: int) -> NeuralAgent:
    """The agent of a bundle; one sentence says so when it is not one, or not hold'em."""
    return NeuralAgent(load(path), f"neural:{path}", seed)
