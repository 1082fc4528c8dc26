"""Lines that reach a flop, and what a postflop model finds for each class of hands.

The solver values a flop by equity, live, as if hands were checked down, and adds a `bonus` that a model found for the
ranges of the last round: what each class takes beyond its equity, less the luck of the model's flops. So between
rounds a flop answers to changing ranges, and the model is asked for the part that equity does not tell.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from gutshot.cards.combos import CLASS_COUNT, COMBO_CLASS
from gutshot.errors import BadConfig
from gutshot.flop_values.values import (
    Arrival,
    CrowdArrival,
    FlopProgress,
    FlopValues,
    PostflopValues,
    class_values,
)
from gutshot.numeric.arrays import Reals
from gutshot.preflop.class_pairs import Pairs
from gutshot.preflop.flop_luck import FlopLuck
from gutshot.preflop.tree import End, EndKind, PreflopTree

Watch = Callable[[FlopProgress], None]


@dataclass(frozen=True, eq=False)
class FlopGain:
    """What a model adds at one arrival, in pots: [2, 169] out of position first, one deviation of it, and its gap.

    Of more than two players there is a row for each, in order of action.
    """

    gain: Reals
    error: Reals
    exploitability: float  # what best responses after the flop would win, both players together; 0 where not known


class FlopModel(Protocol):
    """Answers for lines that reach a flop."""

    def gains(self, arrivals: Sequence[Arrival | CrowdArrival], watch: Watch | None = None) -> list[FlopGain]:
        """What each class wins from there on, for every arrival."""
        ...


class ModelGains:
    """Any `PostflopValues`, against the exact equity over all boards."""

    def __init__(self, model: PostflopValues, pairs: Pairs) -> None:
        self.model, self.pairs = model, pairs
        self.luck = FlopLuck(model.flops)

    def gains(self, arrivals: Sequence[Arrival | CrowdArrival], watch: Watch | None = None) -> list[FlopGain]:
        """The weighted mean over the model's flops."""
        answers = self.model.evaluate(arrivals, watch)
        return [
            self._of_crowd(arrival, flops) if isinstance(arrival, CrowdArrival) else self._of_two(arrival, flops)
            for arrival, flops in zip(arrivals, answers, strict=True)
        ]

    def _of_two(self, arrival: Arrival, flops: Sequence[FlopValues]) -> FlopGain:
        weights = list(self.model.flops.values())
        values = class_values(weights, flops)
        plain = [_ratio(self.pairs, self.pairs.equity, by_class(other)) for other in (arrival.ip, arrival.oop)]
        gaps = [2 * flop.exploitability for flop in flops if flop.exploitability is not None]
        gap = float(np.average(gaps, weights=weights)) if len(gaps) == len(flops) else 0.0
        gain = np.where(values.met > 0, values.shares - self.luck.of(flops) - np.stack(plain), 0.0)
        return FlopGain(self._balanced(gain, arrival.ranges), values.error, gap)

    def _of_crowd(self, arrival: CrowdArrival, flops: Sequence[FlopValues]) -> FlopGain:
        """What is taken beyond the equity of the same deals, so that most of their luck falls out."""
        beyond = [replace(flop, shares=flop.shares - np.asarray(flop.equity)) for flop in flops]
        values = class_values(list(self.model.flops.values()), beyond)
        gain = np.where(values.met > 0, values.shares - self.luck.of(beyond), 0.0)
        return FlopGain(self._balanced(gain, arrival.ranges), values.error, 0.0)

    def _balanced(self, gain: Reals, ranges: Sequence[Reals]) -> Reals:
        """Less what all ranges together gain on average, a part each: what one wins beyond equity the others lose."""
        held = [by_class(weights) for weights in ranges]
        met = [self.pairs.meet @ own for own in held]
        means = []
        for side in range(len(held)):
            others = np.prod([met[other] for other in range(len(held)) if other != side], axis=0)
            deals = self.pairs.chance * held[side] * others
            means.append(float(deals @ gain[side]) / float(deals.sum()))
        return gain - sum(means) / len(means)


class CheckedDown:
    """No betting after the flop. Players out of position give up a part of their equity, and the last one gets it."""

    def __init__(self, pairs: Pairs, given_up: float = 0.0) -> None:
        self.pairs, self.given_up = pairs, given_up

    def gains(self, arrivals: Sequence[Arrival | CrowdArrival], watch: Watch | None = None) -> list[FlopGain]:
        """By equity alone."""
        found = [self._gain(arrival) for arrival in arrivals]
        return [FlopGain(gain, np.zeros_like(gain), 0.0) for gain in found]

    def _gain(self, arrival: Arrival | CrowdArrival) -> Reals:
        if isinstance(arrival, CrowdArrival):
            if self.given_up:
                raise BadConfig(
                    f"realisation {self.given_up:g} with heads_up_pots off: pots of three are checked down for their "
                    "equity; give 0 or a postflop_model"
                )
            return np.zeros((len(arrival.ranges), CLASS_COUNT))
        oop, ip = by_class(arrival.oop), by_class(arrival.ip)
        lost = -self.given_up * _ratio(self.pairs, self.pairs.equity, ip)
        return np.stack([lost, self.given_up * _ratio(self.pairs, 1 - self.pairs.equity, oop)])


def _ratio(pairs: Pairs, shares: Reals, opponent: Reals) -> Reals:
    """[169] the mean share against the opponent's hands that are met."""
    met = pairs.meet @ opponent
    return np.divide((pairs.meet * shares) @ opponent, met, out=np.zeros(CLASS_COUNT), where=met > 0)


def by_class(weights: Reals) -> Reals:
    """[169] from [1326] weights that are alike within a class."""
    first = np.unique(COMBO_CLASS, return_index=True)[1]
    return np.asarray(weights[first])


def flop_ends(tree: PreflopTree) -> list[int]:
    """The numbers of the ends that reach a flop."""
    return [number for number, end in enumerate(tree.ends) if end.kind is EndKind.FLOP]


def seats_by_position(end: End, seats: int) -> tuple[int, ...]:
    """Who is left, in order of action after the flop; heads-up the small blind has the button."""
    return tuple(reversed(end.live)) if seats == 2 else end.live


def arrival_of(tree: PreflopTree, number: int, reach: Reals, stacks: Sequence[float]) -> Arrival | CrowdArrival:
    """The ranges, pot and stacks that a line brings to a flop."""
    end = tree.ends[number]
    live = seats_by_position(end, tree.seats)
    behind = [stacks[seat] - end.paid[seat] for seat in live]
    ranges = [np.clip(reach[end.node, seat], 0.0, 1.0)[COMBO_CLASS] for seat in live]
    if len(live) == 2:
        return Arrival(ranges[0], ranges[1], end.pot, min(behind))
    return CrowdArrival(tuple(ranges), end.pot, tuple(behind))
