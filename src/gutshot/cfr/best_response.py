"""How good a strategy is, exactly: expected values, best responses and NashConv for any number of players.

A best response is found infoset by infoset on the sequence form, latest first, against fixed reaches of everyone
else; NashConv is what all players together could gain by it, zero at an equilibrium (Johanson et al. 2011 walk
public states instead; with private cards merged into sequences the infosets themselves are few enough).
"""

from dataclasses import dataclass

import numpy as np

from gutshot.arguments import checked
from gutshot.cfr.flat import FlatGame
from gutshot.cfr.sequences import SequenceForm, terminal_value
from gutshot.cfr.strategy import TabularStrategy
from gutshot.errors import BadConfig
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Reals
from gutshot.numeric.borrow import borrowed


@dataclass(frozen=True)
class Quality:
    """What a strategy earns each player, what a best response against it would, and the sum of the differences."""

    values: tuple[float, ...]
    best_responses: tuple[float, ...]

    @property
    @checked
    def nash_conv(self) -> float:
        """What all players together gain by best responses."""
        return sum(best - own for best, own in zip(self.best_responses, self.values, strict=True))

    @property
    def exploitability(self) -> float:
        """NashConv per player."""
        return self.nash_conv / len(self.values)


@checked
def measure(game: FlatGame, strategy: TabularStrategy) -> Quality:
    """Values, best-response values and NashConv of a strategy that everyone follows."""
    form, probabilities = game.sequence_form, _probabilities(game, strategy)
    reach, picks = form.reaches(probabilities), np.empty(form.slots)
    values = _sweep_all(form, probabilities, reach, False, picks)
    return Quality(values, _sweep_all(form, probabilities, reach, True, picks))


def nash_conv(game: FlatGame, strategy: TabularStrategy) -> float:
    """What all players together gain by best responses: 0 at an equilibrium."""
    return measure(game, strategy).nash_conv


@checked
def expected_values(game: FlatGame, strategy: TabularStrategy) -> tuple[float, ...]:
    """What each player wins on average when all follow the strategy."""
    return against(game, strategy, strategy)


@checked
def against(game: FlatGame, hero: TabularStrategy, others: TabularStrategy) -> tuple[float, ...]:
    """What `hero` wins in each seat when everyone else follows `others`."""
    form, own, theirs = game.sequence_form, _probabilities(game, hero), _probabilities(game, others)
    return _sweep_all(form, own, form.reaches(theirs), False, np.empty(form.slots))


@checked
def best_response(game: FlatGame, strategy: TabularStrategy) -> TabularStrategy:
    """Each player's pure best response when the others follow the strategy; the first of equal actions."""
    form, probabilities = game.sequence_form, _probabilities(game, strategy)
    reach, picks = form.reaches(probabilities), np.empty(form.slots)
    _sweep_all(form, probabilities, reach, True, picks)
    return TabularStrategy(game.infosets, picks)


def _probabilities(game: FlatGame, strategy: TabularStrategy) -> Reals:
    if strategy.infosets is not game.infosets:
        TabularStrategy.uniform(game.infosets).require_same_game(strategy)
    if np.any(strategy.probabilities < 0):
        raise BadConfig(f"a strategy cannot have negative probabilities such as {strategy.probabilities.min()}")
    return strategy.probabilities


def _sweep_all(form: SequenceForm, own: Reals, reach: Reals, best: bool, picks: Reals) -> tuple[float, ...]:
    """What each player expects when he plays `own`, or the best action, against the others' reaches."""
    values = np.zeros(form.players)
    _sweep(form, own, reach, best, np.zeros(form.slots + form.players), picks, values)
    return tuple(values.tolist())


@kernel
def _sweep(form: SequenceForm, own: Reals, reach: Reals, best: bool, below: Reals, picks: Reals, out: Reals) -> None:
    """Carry values from every player's last infosets to his first, by his own play or by the best action."""
    form = borrowed(form)
    first, before = form.first, form.before
    for i in range(before.size - 1, -1, -1):
        mean, top, choice = 0.0, -np.inf, first[i]
        for k in range(first[i], first[i + 1]):
            value = below[k] + terminal_value(form, reach, k)
            mean += own[k] * value
            if value > top:
                top, choice = value, k
        below[before[i]] += top if best else mean
        if best:
            for k in range(first[i], first[i + 1]):
                picks[k] = 1.0 if k == choice else 0.0
    for player in range(out.size):
        root = first[-1] + player
        out[player] = below[root] + terminal_value(form, reach, root)
