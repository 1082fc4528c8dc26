"""`mccfr`: learn on sampled runouts with sampled concrete hands and real showdowns, then value every hand.

Each deal is a turn, a river and `hands_per_bucket` hands of every flop bucket per player (`flop_deals`, `runout_walk`).
The budget is a share of all deals (hand, hand, turn, river) of the flop: a runout with n hands per side plays n * n.
Hands outside a range are drawn too, with a weight too small to matter to the opponent, so that they learn to play.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from gutshot.errors import BadConfig
from gutshot.flop_values.betting import FlopBetting
from gutshot.flop_values.buckets import StreetBuckets
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.flop_values.flop_deals import FlopDealer, FlopDealTable, deal_drawn, make_dealer, make_table
from gutshot.flop_values.flop_deck import LIVE_ON_RIVER, FlopDeck
from gutshot.flop_values.runout_walk import WalkRoom, WalkTables, learn_runout, make_room, make_tables, mean_strategy
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Reals
from gutshot.trees.betting_tree import FLOP

ALL_DEALS = 1176 * 1081 * 45 * 44
"""(hand, hand, turn, river) of any flop, in order."""
SCARCE = 1e-4
"""The weight of a hand that a range does not hold, next to the mean weight of all hands."""

Tick = Callable[[int, int, float], None]
"""Called with the iteration, how many there are, and the change of the average strategy."""


@dataclass(frozen=True, eq=False)
class SampledStrategy:
    """Tables whose strategy is the average that was learnt, and what it took."""

    dealer: FlopDealer
    betting: FlopBetting
    tables: WalkTables
    iterations: int
    deals: int  # runouts played
    delta: float


def floored(ranges: Sequence[Reals], live: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Reals:
    """[n, 1326] the ranges with a trace of every live hand."""
    return np.stack([np.where(live, np.maximum(own, SCARCE * own[live].mean()), 0.0) for own in ranges])


def plan_runouts(buckets: int, config: PostflopModelConfig) -> tuple[int, int]:
    """(iterations, runouts in each) that the sample budget allows with this many flop buckets."""
    hands = most_hands(buckets, config)
    runouts = int(ALL_DEALS * config.mccfr_sample_pct / hands**2)
    if runouts < 1:
        raise BadConfig(
            f"mccfr_sample_pct {config.mccfr_sample_pct} of {ALL_DEALS:,} deals is less than one runout with "
            f"{hands} hands a side: expected at least {hands**2 / ALL_DEALS:.1g}"
        )
    iterations = min(config.postflop_solve_iterations, runouts)
    return iterations, runouts // iterations


def most_hands(buckets: int, config: PostflopModelConfig) -> int:
    """The most hands per side on one runout."""
    return min(buckets * config.hands_per_bucket, LIVE_ON_RIVER)


def solve_sampled(
    deck: FlopDeck,
    buckets: StreetBuckets,
    betting: FlopBetting,
    ranges: tuple[Reals, Reals],
    config: PostflopModelConfig,
    tick: Tick | None = None,
) -> SampledStrategy:
    """Learn until the budget is spent or an iteration changes the average by less than the threshold."""
    iterations, runouts = plan_runouts(buckets.counts[0], config)
    dealer, weights = make_dealer(deck, buckets), floored(ranges, deck.live)
    tables = make_tables(betting, buckets.counts)
    most = most_hands(buckets.counts[0], config)
    table, room = make_table(most), make_room(betting, most)
    generator = np.random.Generator(np.random.Philox([config.seed, *deck.flop]))
    before, delta, iteration = mean_strategy(betting, tables, buckets.counts, FLOP), np.inf, 0
    for iteration in range(1, iterations + 1):
        cards = generator.permuted(np.tile(deck.cards, (runouts, 1)), axis=1)[:, :2]
        offsets = generator.random((runouts, 2, buckets.counts[0]))
        _learn(dealer, betting, weights, cards, offsets, config.hands_per_bucket, tables, float(iteration), table, room)
        now = mean_strategy(betting, tables, buckets.counts, FLOP)
        delta, before = float(np.abs(now - before).mean()), now
        if tick is not None:
            tick(iteration, iterations, delta)
        if delta < config.cfr_delta_threshold:
            break
    tables = tables._replace(strategy=mean_strategy(betting, tables, buckets.counts))
    return SampledStrategy(dealer, betting, tables, iteration, iteration * runouts, delta)


@kernel
def _learn(
    dealer: FlopDealer,
    betting: FlopBetting,
    weights: Reals,
    cards: Ints,
    offsets: Reals,
    per_bucket: int,
    tables: WalkTables,
    weight: float,
    table: FlopDealTable,
    room: WalkRoom,
) -> None:
    """Play the runouts `cards` [n, 2] one after the other."""
    for k in range(len(cards)):
        deal_drawn(dealer, weights, cards[k, 0], cards[k, 1], offsets[k], per_bucket, table)
        learn_runout(betting, table.first, table.second, tables, weight, room)
