"""Whole-tree CFR for any number of players (Zinkevich et al. 2007), on the sequence form.

With alternating updates each player's pass sees what those before him have just become; with simultaneous updates
all passes see the strategies the iteration began with. One pass of player p:

1. his infosets latest first: counterfactual values, then regrets and the next strategy (`updates`),
2. his average, weighted by his own reach of the strategy he just played,
3. his reaches under the next strategy, earliest first.

Departure from the usual recursion: no histories are visited, only terminals and infosets (`sequences`). For more than
two players CFR promises no equilibrium; the averages are reported with their NashConv, which is exact.
"""

from typing import NamedTuple

import numpy as np

from gutshot.arguments import CheckedMethods, checked
from gutshot.cfr.flat import FlatGame, unroll
from gutshot.cfr.sequences import SequenceForm, push_reach, terminal_value
from gutshot.cfr.strategy import TabularStrategy, table_to_resume
from gutshot.cfr.updates import UpdateRule, match_predicted_row, match_row, next_average, next_regret, parse_rule
from gutshot.errors import BadConfig
from gutshot.game import State
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Reals
from gutshot.numeric.borrow import borrowed

_AT_A_TIME = 4096
"""Iterations between which a run can be interrupted."""


class CfrTables(NamedTuple):
    """What a run holds: a number for each slot (infoset and action), or for each sequence of the form."""

    regrets: Reals  # [slots]
    sums: Reals  # [slots] the average strategy, not normalised
    last: Reals  # [slots] the gains of the last iteration; empty unless the rule predicts
    below: Reals  # [sequences] values on their way up, zero between infosets
    probabilities: Reals  # [slots] the strategy of now
    reach: Reals  # [sequences] by their owner's strategy of now


class Cfr(CheckedMethods):
    """A run of CFR that can be continued: `run` more iterations, read `average`, keep `arrays`."""

    @checked
    def __init__(self, game: FlatGame | State, rule: UpdateRule | str = "dcfr", *, alternating: bool = True) -> None:
        """A game is unrolled if it is not yet; the rule is one of `parse_rule`."""
        game = game if isinstance(game, FlatGame) else unroll(game)
        rule = parse_rule(rule) if isinstance(rule, str) else rule
        self.game, self.rule, self.alternating = game, rule, alternating
        self.iteration = 0
        form = game.sequence_form
        uniform = TabularStrategy.uniform(game.infosets).probabilities
        self._tables = CfrTables(
            regrets=np.zeros(form.slots),
            sums=np.zeros(form.slots),
            last=np.zeros(form.slots if rule.predict else 0),
            below=np.zeros(form.slots + game.players),
            probabilities=uniform,
            reach=form.reaches(uniform),
        )

    def __repr__(self) -> str:
        return f"Cfr({self.game!r}, {str(self.rule)!r}, {self.iteration:,} iterations done)"

    def run(self, iterations: int) -> None:
        """Improve for that many more iterations."""
        if iterations < 0:
            raise BadConfig(f"cannot run {iterations} iterations: expected 0 or more")
        end = self.iteration + iterations
        while self.iteration < end:
            ahead = range(self.iteration + 1, min(self.iteration + _AT_A_TIME, end) + 1)
            steps = np.array([self.rule.discounts(t) for t in ahead], np.float64)
            _iterate(self.game.sequence_form, self._tables, steps, self.rule.clip, self.alternating)
            self.iteration = ahead[-1]

    @property
    def average(self) -> TabularStrategy:
        """The strategy that converges."""
        return TabularStrategy.normalised(self.game.infosets, self._tables.sums)

    @property
    def current(self) -> TabularStrategy:
        """The strategy of the next iteration."""
        return TabularStrategy(self.game.infosets, self._tables.probabilities.copy())

    @property
    def arrays(self) -> dict[str, Reals]:
        """All that a run carries from one iteration to the next."""
        return {"regrets": self._tables.regrets, "sums": self._tables.sums, "last": self._tables.last}

    def restore(self, iteration: int, arrays: dict[str, Reals]) -> None:
        """Resume from what `arrays` was after `iteration`, bit for bit."""
        for name, own in self.arrays.items():
            own[:] = table_to_resume(arrays, name, own)
        self.iteration = iteration
        _match_span(self.game.sequence_form, self._tables, 0, len(self.game.sequence_form.before))
        self._tables.reach[:] = self.game.sequence_form.reaches(self._tables.probabilities)


@kernel
def _iterate(form: SequenceForm, tables: CfrTables, steps: Reals, clip: bool, alternating: bool) -> None:
    """Iterations with the discounts `steps` [n, 3]."""
    for t in range(steps.shape[0]):
        for p in range(form.span.size - 1):
            _pass(form, tables, p, steps[t, 0], steps[t, 1], steps[t, 2], clip)
            if alternating:
                push_reach(form, form.span[p], form.span[p + 1], tables.probabilities, tables.reach)
        if not alternating:
            push_reach(form, 0, form.span[-1], tables.probabilities, tables.reach)


@kernel
def _pass(
    form: SequenceForm, tables: CfrTables, player: int, positive: float, negative: float, fade: float, clip: bool
) -> None:
    """One player's values, latest infosets first, his regrets, average and next strategy."""
    form, tables = borrowed(form), borrowed(tables)
    begin, end = form.span[player], form.span[player + 1]
    regrets, last, below, probabilities = tables.regrets, tables.last, tables.below, tables.probabilities
    for i in range(end - 1, begin - 1, -1):
        slot, stop, mean = form.first[i], form.first[i + 1], 0.0
        for k in range(slot, stop):
            below[k] += terminal_value(form, tables.reach, k)
            mean += probabilities[k] * below[k]
        below[form.before[i]] += mean
        for k in range(slot, stop):
            regrets[k] = next_regret(regrets[k], below[k] - mean, positive, negative, clip)
            if last.size > 0:
                last[k] = below[k] - mean
            below[k] = 0.0
    for k in range(form.first[begin], form.first[end]):
        tables.sums[k] = next_average(tables.sums[k], tables.reach[k], fade)
    _match_span(form, tables, begin, end)


@inline_kernel
def _match_span(form: SequenceForm, tables: CfrTables, begin: int, end: int) -> None:
    """The next strategy of infosets `begin` .. `end`."""
    for i in range(begin, end):
        first, count = form.first[i], form.first[i + 1] - form.first[i]
        if tables.last.size > 0:
            match_predicted_row(tables.regrets, tables.last, tables.probabilities, first, count)
        else:
            match_row(tables.regrets, tables.probabilities, first, count)
