"""Whole-tree CFR for any number of players (Zinkevich et al. 2007), on the sequence form.

With alternating updates each player's pass sees what those before him have just become; with simultaneous updates
all passes see the strategies the iteration began with. One pass of player p:

1. his infosets latest first: counterfactual values, then regrets and the next strategy (`updates`),
2. his average, weighted by his own reach of the strategy he just played,
3. his reaches under the next strategy, earliest first.

Departure from the usual recursion: no histories are visited, only terminals and infosets (`sequences`). For more than
two players CFR promises no equilibrium; the averages are reported with their NashConv, which is exact.
"""

import numpy as np
import numpy.typing as npt

from gutshot.cfr.flat import FlatGame
from gutshot.cfr.sequences import Ints, Longs, Reals, push_reach, terminal_value
from gutshot.cfr.strategy import TabularStrategy
from gutshot.cfr.updates import UpdateRule, match_predicted_row, match_row, next_average, next_regret
from gutshot.errors import BadConfig
from gutshot.kernel import kernel


class Cfr:
    """A run of CFR that can be continued: `run` more iterations, read `average`, keep `arrays`."""

    def __init__(self, game: FlatGame, rule: UpdateRule, *, alternating: bool = True) -> None:
        self.game, self.rule, self.alternating = game, rule, alternating
        self.iteration = 0
        form = game.sequence_form
        self.regrets = np.zeros(form.slots)
        self.sums = np.zeros(form.slots)
        self.last = np.zeros(form.slots if rule.predict else 0)
        self._below = np.zeros(form.slots + game.players)
        self._probabilities = TabularStrategy.uniform(game.infosets).probabilities
        self._reach = form.reaches(self._probabilities)

    def run(self, iterations: int) -> None:
        """Improve for that many more iterations."""
        if iterations < 0:
            raise BadConfig(f"cannot run {iterations} iterations: expected 0 or more")
        ahead = range(self.iteration + 1, self.iteration + iterations + 1)
        steps = np.array([self.rule.discounts(t) for t in ahead], np.float64).reshape(-1, 3)
        form = self.game.sequence_form
        _iterate(
            form.start,
            form.gain,
            form.others,
            form.first,
            form.before,
            form.span,
            steps,
            self.rule.clip,
            self.alternating,
            self.regrets,
            self.sums,
            self.last,
            self._below,
            self._probabilities,
            self._reach,
        )
        self.iteration += iterations

    @property
    def average(self) -> TabularStrategy:
        """The strategy that converges."""
        return TabularStrategy.normalised(self.game.infosets, self.sums)

    @property
    def current(self) -> TabularStrategy:
        """The strategy of the next iteration."""
        return TabularStrategy(self.game.infosets, self._probabilities.copy())

    @property
    def arrays(self) -> dict[str, npt.NDArray[np.float64]]:
        """All that a run carries from one iteration to the next."""
        return {"regrets": self.regrets, "sums": self.sums, "last": self.last}

    def restore(self, iteration: int, arrays: dict[str, npt.NDArray[np.float64]]) -> None:
        """Resume from what `arrays` was after `iteration`, bit for bit."""
        for name, own in self.arrays.items():
            if arrays[name].shape != own.shape:
                raise BadConfig(f"cannot resume: {name} has shape {arrays[name].shape}, this game needs {own.shape}")
            own[:] = arrays[name]
        self.iteration = iteration
        _match_infosets(self.game.infosets.first, self.regrets, self.last, self._probabilities)
        self._reach[:] = self.game.sequence_form.reaches(self._probabilities)


@kernel
def _iterate(
    start: Longs,
    gain: Reals,
    others: Ints,
    first: Ints,
    before: Ints,
    span: Ints,
    steps: Reals,
    clip: bool,
    alternating: bool,
    regrets: Reals,
    sums: Reals,
    last: Reals,
    below: Reals,
    probabilities: Reals,
    reach: Reals,
) -> None:
    players = span.size - 1
    for t in range(steps.shape[0]):
        positive, negative, average = steps[t, 0], steps[t, 1], steps[t, 2]
        for p in range(players):
            for i in range(span[p + 1] - 1, span[p] - 1, -1):
                begin, end = first[i], first[i + 1]
                mean = 0.0
                for k in range(begin, end):
                    below[k] += terminal_value(start, gain, others, reach, k)
                    mean += probabilities[k] * below[k]
                below[before[i]] += mean
                for k in range(begin, end):
                    regrets[k] = next_regret(regrets[k], below[k] - mean, positive, negative, clip)
                    if last.size > 0:
                        last[k] = below[k] - mean
                    below[k] = 0.0
            for k in range(first[span[p]], first[span[p + 1]]):
                sums[k] = next_average(sums[k], reach[k], average)
            _match_span(first, span[p], span[p + 1], regrets, last, probabilities)
            if alternating:
                push_reach(first, before, span[p], span[p + 1], probabilities, reach)
        if not alternating:
            push_reach(first, before, 0, span[players], probabilities, reach)


@kernel
def _match_span(first: Ints, begin: int, end: int, regrets: Reals, last: Reals, probabilities: Reals) -> None:
    """The next strategy of infosets `begin` .. `end`."""
    for i in range(begin, end):
        if last.size > 0:
            match_predicted_row(regrets, last, probabilities, first[i], first[i + 1] - first[i])
        else:
            match_row(regrets, probabilities, first[i], first[i + 1] - first[i])


def _match_infosets(first: Ints, regrets: Reals, last: Reals, probabilities: Reals) -> None:
    _match_span(first, 0, first.size - 1, regrets, last, probabilities)
