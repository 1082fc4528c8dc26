"""How good a strategy is, exactly: expected values, best responses and NashConv for any number of players.

A best response is found infoset by infoset on the sequence form, latest first, against fixed reaches of everyone
else; NashConv is what all players together could gain by it, zero at an equilibrium (Johanson et al. 2011 walk
public states instead; with private cards merged into sequences the infosets themselves are few enough).
"""

from dataclasses import dataclass

import numpy as np

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
    def nash_conv(self) -> float:
        return sum(best - own for best, own in zip(self.best_responses, self.values, strict=True))

    @property
    def exploitability(self) -> float:
        """NashConv per player."""
        return self.nash_conv / len(self.values)


def measure(game: FlatGame, strategy: TabularStrategy) -> Quality:
    """Values, best-response values and NashConv of a strategy that everyone follows."""
    form, probabilities = game.sequence_form, _probabilities(game, strategy)
    reach, picks = form.reaches(probabilities), np.empty(form.slots)
    values = [_sweep_player(form, player, probabilities, reach, False, picks) for player in range(game.players)]
    best = [_sweep_player(form, player, probabilities, reach, True, picks) for player in range(game.players)]
    return Quality(tuple(values), tuple(best))


def nash_conv(game: FlatGame, strategy: TabularStrategy) -> float:
    return measure(game, strategy).nash_conv


def expected_values(game: FlatGame, strategy: TabularStrategy) -> tuple[float, ...]:
    """What each player wins on average when all follow the strategy."""
    return against(game, strategy, strategy)


def against(game: FlatGame, hero: TabularStrategy, others: TabularStrategy) -> tuple[float, ...]:
    """What `hero` wins in each seat when everyone else follows `others`."""
    form, own, theirs = game.sequence_form, _probabilities(game, hero), _probabilities(game, others)
    reach, picks = form.reaches(theirs), np.empty(form.slots)
    return tuple(_sweep_player(form, player, own, reach, False, picks) for player in range(game.players))


def best_response(game: FlatGame, strategy: TabularStrategy) -> TabularStrategy:
    """Each player's pure best response when the others follow the strategy; the first of equal actions."""
    form, probabilities = game.sequence_form, _probabilities(game, strategy)
    reach, picks = form.reaches(probabilities), np.empty(form.slots)
    for player in range(game.players):
        _sweep_player(form, player, probabilities, reach, True, picks)
    return TabularStrategy(game.infosets, picks)


def _probabilities(game: FlatGame, strategy: TabularStrategy) -> Reals:
    if strategy.infosets is not game.infosets:
        TabularStrategy.uniform(game.infosets).require_same_game(strategy)
    if np.any(strategy.probabilities < 0):
        raise BadConfig(f"a strategy cannot have negative probabilities such as {strategy.probabilities.min()}")
    return strategy.probabilities


def _sweep_player(form: SequenceForm, player: int, own: Reals, reach: Reals, best: bool, picks: Reals) -> float:
    below = np.zeros(form.slots + form.players)
    return float(_sweep(form, player, own, reach, best, below, picks))


@kernel
def _sweep(form: SequenceForm, player: int, own: Reals, reach: Reals, best: bool, below: Reals, picks: Reals) -> float:
    """Carry values from a player's last infosets to his first, by his own play or by the best action; his value."""
    form = borrowed(form)
    first = form.first
    for i in range(form.span[player + 1] - 1, form.span[player] - 1, -1):
        mean, top, choice = 0.0, -np.inf, first[i]
        for k in range(first[i], first[i + 1]):
            value = below[k] + terminal_value(form, reach, k)
            mean += own[k] * value
            if value > top:
                top, choice = value, k
        below[form.before[i]] += top if best else mean
        if best:
            for k in range(first[i], first[i + 1]):
                picks[k] = 1.0 if k == choice else 0.0
    root = first[-1] + player
    return float(below[root] + terminal_value(form, reach, root))
