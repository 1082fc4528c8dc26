"""Drills: hands dealt at one spot of a strategy, graded by the strategy itself.

Hands are dealt as often as they reach the spot. Where the strategy has values, an answer loses the difference to
the best action; where it has none, an answer is judged by how often the strategy gives it. Losses are per cent of the
pot, so that spots of all sizes can be compared. Each hand follows from the drill's seed and its number, unless one that
was missed is due again (`again.py`). Where only close decisions are wanted, the others are not dealt.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gutshot.coach.advice import GradeName
from gutshot.errors import BadConfig, IllegalAction
from gutshot.numeric.arrays import Bools
from gutshot.strategies.hand_names import hand_key
from gutshot.strategies.strategy import HOLDEM, Hands, Knowledge, Stop, StopKind, Strategy
from gutshot.trainer.table.table import derived_seed

_BY_LOSS = ((0.5, GradeName.BEST), (2.0, GradeName.FINE), (5.0, GradeName.INACCURACY), (15.0, GradeName.MISTAKE))
_CLOSE = 0.02
"""Of the pot: how far apart the two best actions of a close decision are worth at most."""
_SEPARATED = 2.0
"""Standard errors by which an answer must lose for it to be known."""
_SURE = 0.85
"""The share from which on an action is no close decision, where no values are known."""
_BY_SHARE = ((0.5, GradeName.BEST), (0.2, GradeName.FINE), (0.05, GradeName.INACCURACY), (0.005, GradeName.MISTAKE))


@dataclass(frozen=True)
class Question:
    """A decision with the hands that reach it."""

    stop: Stop
    hands: Hands
    game: str = HOLDEM

    @classmethod
    def at(cls, source: Strategy, line: str) -> "Question":
        """The decision at a line; IllegalAction if no player acts, nothing is known or no hand comes there."""
        stop = source.walk(line)[-1]
        if stop.kind is not StopKind.DECISION:
            raise IllegalAction(f"line {line!r}: a drill needs a decision, and no player acts there")
        hands = source.hands(stop.line)
        if hands.knowledge is Knowledge.NONE:
            raise IllegalAction(f"line {line!r}: the strategy does not know this decision ({'; '.join(hands.notes)})")
        if hands.mix is None or not len(hands.combos) or hands.weight.sum() <= 0:
            raise IllegalAction(f"line {line!r}: the strategy never gets there, so there is no hand to deal")
        return cls(stop, hands, source.describe().game)

    def only_close(self) -> "Question":
        """The same with the hands whose two best actions are worth nearly the same; IllegalAction if there are none."""
        weight = np.where(self._are_close(), self.hands.weight, 0.0)
        if weight.sum() <= 0:
            raise IllegalAction(f"line {self.stop.line!r}: no decision is close there, so there is no hand to deal")
        return replace(self, hands=replace(self.hands, weight=weight / weight.sum()))

    def _are_close(self) -> Bools:
        """[H] by value, or by a mix where there are no values."""
        assert self.hands.mix is not None
        if self.hands.action_ev is None:
            return np.asarray(self.hands.mix.max(axis=0) < _SURE)
        best = np.sort(np.nan_to_num(self.hands.action_ev, nan=-np.inf), axis=0)
        return np.asarray(best[-1] - best[-2] <= _CLOSE * self.stop.pot) if len(best) > 1 else np.zeros(0, np.bool_)

    def place_of(self, key: str) -> int | None:
        """Where the hand of a `hand_key` stands in `hands`, if it is still there."""
        keys = [hand_key(self.game, number) for number in self.hands.combos.tolist()]
        found = [place for place, own in enumerate(keys) if own == key]
        return found[0] if found else None

    def deal(self, seed: int, number: int) -> int:
        """The place in `hands` of the drill's hand `number`, drawn by weight."""
        dice = np.random.default_rng(derived_seed(seed, number))
        upto = np.cumsum(self.hands.weight)
        return int(min(np.searchsorted(upto, dice.random() * upto[-1], side="right"), len(upto) - 1))

    def grade(self, place: int, word: str) -> "DrillResult":
        """The strategy's grade of an answer with the hand at a place."""
        words = [move.word for move in self.stop.moves]
        if word not in words:
            raise IllegalAction(f"no action {word!r} here: expected one of {', '.join(words)}")
        assert self.hands.mix is not None
        chosen, mix = words.index(word), self.hands.mix[:, place]
        if self.hands.action_ev is None:
            best = int(np.argmax(mix))
            return DrillResult(words[best], float(mix[chosen]), None, None, _by_share(float(mix[chosen])))
        values = self.hands.action_ev[:, place]
        lost = max(0.0, float(np.nanmax(values) - values[chosen]))
        if lost <= _SEPARATED * (self.hands.ev_error or 0.0):
            lost = 0.0  # not more than the error of values that were played out
        percent = 100 * lost / self.stop.pot
        best = int(np.nanargmax(np.where(mix > 0.005, values, -np.inf))) if (mix > 0.005).any() else chosen
        return DrillResult(words[best], float(mix[chosen]), lost, percent, _by_loss(percent))


@dataclass(frozen=True)
class DrillResult:
    """What an answer was worth: chips and per cent of the pot lost, None where the strategy has no values."""

    best: str
    share: float  # how often the strategy does the same
    ev_lost: float | None
    percent_lost: float | None
    grade: GradeName


def _by_loss(percent: float) -> GradeName:
    return next((name for most, name in _BY_LOSS if percent <= most), GradeName.BLUNDER)


def _by_share(share: float) -> GradeName:
    return next((name for least, name in _BY_SHARE if share >= least), GradeName.BLUNDER)


def require_number(number: int, expected: int) -> None:
    """Answers must come in order."""
    if number != expected:
        raise BadConfig(f"an answer to hand {number}: this drill is at hand {expected}")


def mean_loss(losses: Sequence[float | None]) -> float | None:
    """Over answers whose loss is known."""
    known = [loss for loss in losses if loss is not None]
    return sum(known) / len(known) if known else None
