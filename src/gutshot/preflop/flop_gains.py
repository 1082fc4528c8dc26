"""Lines that reach a flop, and what a postflop model finds for each class of hands.

The solver values a flop by equity, live, as if hands were checked down, and adds a `bonus` that a model found for the
ranges of the last round: what each class takes beyond its equity, less the luck of the model's flops. So between
rounds a flop answers to changing ranges, and the model is asked for the part that equity does not tell.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from gutshot.cards.combos import CLASS_COUNT, COMBO_CLASS
from gutshot.flop_values.values import Arrival, FlopProgress, PostflopValues, class_values
from gutshot.numeric.arrays import Reals
from gutshot.preflop.class_pairs import Pairs
from gutshot.preflop.flop_luck import FlopLuck
from gutshot.preflop.tree import End, EndKind, PreflopTree

Watch = Callable[[FlopProgress], None]


@dataclass(frozen=True, eq=False)
class FlopGain:
    """What a model adds at one arrival, in pots: [2, 169] out of position first, one deviation of it, and its gap."""

    gain: Reals
    error: Reals
    exploitability: float  # what best responses after the flop would win, both players together; 0 where not known


class FlopModel(Protocol):
    """Answers for lines that reach a flop."""

    def gains(self, arrivals: Sequence[Arrival], watch: Watch | None = None) -> list[FlopGain]:
        """What each class wins from there on, for every arrival."""
        ...


class ModelGains:
    """Any `PostflopValues`, against the exact equity over all boards."""

    def __init__(self, model: PostflopValues, pairs: Pairs) -> None:
        self.model, self.pairs = model, pairs
        self.luck = FlopLuck(model.flops)

    def gains(self, arrivals: Sequence[Arrival], watch: Watch | None = None) -> list[FlopGain]:
        """The weighted mean over the model's flops."""
        weights = list(self.model.flops.values())
        found = []
        for arrival, flops in zip(arrivals, self.model.evaluate(arrivals, watch), strict=True):
            values = class_values(weights, flops)
            plain = [_ratio(self.pairs, self.pairs.equity, by_class(other)) for other in (arrival.ip, arrival.oop)]
            gaps = [2 * flop.exploitability for flop in flops if flop.exploitability is not None]
            gap = float(np.average(gaps, weights=weights)) if len(gaps) == len(flops) else 0.0
            gain = np.where(values.met > 0, values.shares - self.luck.of(flops) - np.stack(plain), 0.0)
            found.append(FlopGain(self._balanced(gain, arrival), values.error, gap))
        return found

    def _balanced(self, gain: Reals, arrival: Arrival) -> Reals:
        """Less half of what both ranges together gain on average: what one wins beyond equity the other loses."""
        held = [by_class(weights) for weights in arrival.ranges]
        means = []
        for side in range(2):
            deals = self.pairs.chance * held[side] * (self.pairs.meet @ held[1 - side])
            means.append(float(deals @ gain[side]) / float(deals.sum()))
        return gain - sum(means) / 2


class CheckedDown:
    """No betting after the flop. The player out of position gives up a part of his equity, and the other gets it."""

    def __init__(self, pairs: Pairs, given_up: float = 0.0) -> None:
        self.pairs, self.given_up = pairs, given_up

    def gains(self, arrivals: Sequence[Arrival], watch: Watch | None = None) -> list[FlopGain]:
        """By equity alone."""
        return [FlopGain(self._gain(arrival), np.zeros((2, CLASS_COUNT)), 0.0) for arrival in arrivals]

    def _gain(self, arrival: Arrival) -> Reals:
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


def seats_by_position(end: End, seats: int) -> tuple[int, int]:
    """Who is out of position after the flop, and who is in position; heads-up the small blind has the button."""
    low, high = end.live
    return (high, low) if seats == 2 else (low, high)


def arrival_of(tree: PreflopTree, number: int, reach: Reals, stacks: Sequence[float]) -> Arrival:
    """The ranges, pot and stack that a line brings to a flop."""
    end = tree.ends[number]
    out, position = seats_by_position(end, tree.seats)
    behind = min(stacks[seat] - end.paid[seat] for seat in end.live)
    ranges = [np.clip(reach[end.node, seat], 0.0, 1.0)[COMBO_CLASS] for seat in (out, position)]
    return Arrival(ranges[0], ranges[1], end.pot, behind)
