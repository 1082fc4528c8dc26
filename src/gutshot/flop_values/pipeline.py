"""One flop from ranges to values: bucket, solve, value; again with new buckets for every round of the config.

The stated error of buckets and unfinished learning is a sum of squares: what this number of
buckets and runouts costs on flops where the exact answer is known, and, if the config asks for it, how much this
answer moves when it is solved once more with a third of the buckets and other draws (root mean square, over the hands
that come).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from gutshot.flop_values.betting import FlopBetting, make_betting, make_spot
from gutshot.flop_values.bucketed import hand_values, solve_bucketed
from gutshot.flop_values.buckets import StreetBuckets, chosen_runouts, make_buckets
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.flop_values.crowd import solve_crowd
from gutshot.flop_values.exact import solve_exact
from gutshot.flop_values.flop_deals import make_dealer
from gutshot.flop_values.flop_deck import FlopDeck, make_deck
from gutshot.flop_values.hand_valuation import equity_edges, value_hands
from gutshot.flop_values.rebucket import rebucket
from gutshot.flop_values.sampled import SampledStrategy, solve_sampled
from gutshot.flop_values.transitions import Transitions, count_transitions
from gutshot.flop_values.values import CrowdArrival, Flop, FlopValues, meeting_weights
from gutshot.numeric.arrays import Reals

REBUCKET_RUNOUTS = 588
"""Runouts that a hand's value on each turn is taken from when hands are clustered by it."""

BUCKET_ERROR = {"mccfr": 0.27, "bucketed": 0.7}
"""Pots, times the root of the number of flop buckets that a range is spread over."""
LEARNING_ERROR = 1.0
"""Pots, times the root of the number of runouts that sampled play learnt from."""

Report = Callable[[str, int, int, float], None]
"""Called with the stage (bucketing, solving, valuing), the iteration, how many there are, and delta."""


def _silent(stage: str, iteration: int, iterations: int, delta: float) -> None:
    pass


@dataclass(frozen=True, eq=False)
class _FlopQuestion:
    """A flop with ranges and betting."""

    deck: FlopDeck
    betting: FlopBetting
    ranges: tuple[Reals, Reals]
    config: PostflopModelConfig
    report: Report

    @property
    def live_ranges(self) -> Reals:
        return np.stack([np.where(self.deck.live, own, 0.0) for own in self.ranges])

    def tick(self, iteration: int, iterations: int, delta: float) -> None:
        self.report("solving", iteration, iterations, delta)


@dataclass(frozen=True, eq=False)
class _FlopAnswer:
    shares: Reals
    standard_error: Reals
    in_use: float  # flop buckets
    learnt: int = 0  # sampled runouts; 0 where nothing was sampled


def value_flop(
    flop: Flop,
    ranges: tuple[Reals, Reals],
    spr: float,
    config: PostflopModelConfig,
    report: Report = _silent,
) -> FlopValues:
    """The value of every hand of both players on a flop with this stack-to-pot ratio."""
    met = np.stack([meeting_weights(flop, ranges[1 - player]) for player in range(2)])
    if config.solve_type == "exact":
        report("solving", 0, config.postflop_solve_iterations, np.inf)
        exact = solve_exact(flop, ranges, spr, config, lambda *told: report("solving", *told))
        return FlopValues(exact.shares, np.zeros_like(exact.shares), 0.0, met, exact.exploitability)
    report("bucketing", 0, config.postflop_solve_iterations, np.inf)
    betting = make_betting(make_spot(flop, ranges, spr, config))
    question = _FlopQuestion(_deck(flop), betting, ranges, config, report)
    found = _answer(question)
    error = _abstraction_error(question, found, met)
    return FlopValues(found.shares, found.standard_error, error, met)


def value_crowd(flop: Flop, arrival: CrowdArrival, config: PostflopModelConfig, report: Report = _silent) -> FlopValues:
    """The value of every hand of three to six players on a flop; always by sampled play (`crowd`)."""
    report("bucketing", 0, config.crowd_runouts, np.inf)
    deck, settings = _deck(flop), replace(config.bucket_settings(), solve_type="mccfr", street_keys="street")
    buckets = _buckets(flop, settings)
    report("solving", 0, config.crowd_runouts, np.inf)
    found = solve_crowd(deck, buckets, arrival.ranges, arrival.depths, config)
    report("valuing", config.crowd_runouts, config.crowd_runouts, 0.0)
    live = np.stack([np.where(deck.live, own, 0.0) for own in arrival.ranges])
    error = usual_error("mccfr", buckets_in_use(buckets, live), config.crowd_runouts)
    return FlopValues(found.shares, found.standard_error, error, found.met, equity=found.equity)


@lru_cache(maxsize=4)
def _deck(flop: Flop) -> FlopDeck:
    return make_deck(flop)


@lru_cache(maxsize=8)
def _buckets(flop: Flop, settings: PostflopModelConfig) -> StreetBuckets:
    return make_buckets(_deck(flop), settings)


@lru_cache(maxsize=4)
def _transitions(flop: Flop, settings: PostflopModelConfig) -> Transitions:
    return _count(_deck(flop), _buckets(flop, settings), settings)


def _count(deck: FlopDeck, buckets: StreetBuckets, settings: PostflopModelConfig) -> Transitions:
    return count_transitions(deck, buckets, chosen_runouts(settings.equity_rollout_fraction, settings.seed))


def _answer(question: _FlopQuestion) -> _FlopAnswer:
    """Buckets by equity first, then by value as often as the config asks."""
    deck, config = question.deck, question.config
    settings = config.bucket_settings()
    buckets = _buckets(deck.flop, settings)
    for round_left in range(config.rebucket_rounds, -1, -1):
        if config.solve_type == "mccfr":
            strategy = solve_sampled(deck, buckets, question.betting, question.ranges, config, question.tick)
        else:
            first = round_left == config.rebucket_rounds
            moves = _transitions(deck.flop, settings) if first else _count(deck, buckets, settings)
            learnt = solve_bucketed(deck, buckets, question.betting, moves, question.ranges, config, question.tick)
            strategy = SampledStrategy(
                make_dealer(deck, buckets), question.betting, learnt.tables, learnt.iterations, 0, learnt.delta
            )
        if round_left:
            question.report("bucketing", 0, config.postflop_solve_iterations, np.inf)
            values = value_hands(deck, strategy, question.live_ranges, REBUCKET_RUNOUTS, config.seed)
            buckets = rebucket(deck, buckets, values.by_turn, config)
    question.report("valuing", strategy.iterations, strategy.iterations, strategy.delta)
    in_use = buckets_in_use(buckets, question.live_ranges)
    if config.solve_type == "mccfr":
        found = value_hands(deck, strategy, question.live_ranges, config.value_extraction_samples, config.seed)
        return _FlopAnswer(found.shares, found.standard_error, in_use, strategy.deals)
    return _FlopAnswer(hand_values(deck, buckets, learnt, question.ranges), _rollout_error(question), in_use)


def _rollout_error(question: _FlopQuestion) -> Reals:
    """[2, 1326] how far equities on the runouts that were counted are from those on all, root mean square."""
    config, deck = question.config, question.deck
    if config.equity_rollout_fraction == 1:
        return np.zeros((2, len(deck.live)))
    used = chosen_runouts(config.equity_rollout_fraction, config.seed)
    counted = equity_edges(deck, question.live_ranges, used)
    gap = (counted - equity_edges(deck, question.live_ranges)) / 2
    return np.where(deck.live, np.sqrt((gap[:, deck.live] ** 2).mean()), np.zeros((2, len(deck.live))))


def _abstraction_error(question: _FlopQuestion, found: _FlopAnswer, met: Reals) -> float:
    """Of a share, root mean square over the hands that come."""
    config = question.config
    usual = usual_error(config.solve_type, found.in_use, found.learnt)
    if not config.check_abstraction:
        return usual
    coarse = _answer(replace(question, config=config.coarser(), report=_silent))
    weights = question.live_ranges * met
    moved = (weights * (coarse.shares - found.shares) ** 2).sum() / weights.sum()
    return float(np.sqrt(moved + usual**2))


def buckets_in_use(buckets: StreetBuckets, ranges: Reals) -> float:
    """The number n of flop buckets the narrower range uses: one in n pairs of its hands share a bucket."""
    spread = []
    for own in ranges:
        held = np.bincount(buckets.flop[own > 0], own[own > 0], buckets.counts[0])
        spread.append(float(held.sum() ** 2 / (held**2).sum()))
    return min(spread)


def usual_error(solve_type: str, in_use: float, learnt: int) -> float:
    """The error of this many buckets in use and runouts learnt from, where the exact answer is known."""
    buckets = BUCKET_ERROR[solve_type] ** 2 / in_use
    return float(np.sqrt(buckets + (LEARNING_ERROR**2 / learnt if learnt else 0.0)))
