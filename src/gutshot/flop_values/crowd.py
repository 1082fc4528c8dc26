"""More than two players on a flop: learn on sampled deals of parts of the deck, then value every hand.

Learning deals equal parts to all. Valuing a player gives him half of the cards, so that more of his hands are valued
on a deal, and the rest to the others. The same deals checked down give his equity there: what he makes of his hand
beyond it is the better known the more of the luck both share.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gutshot.cards.combos import COMBO_COUNT
from gutshot.flop_values.buckets import StreetBuckets
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.flop_values.crowd_betting import CrowdBetting, make_crowd_betting
from gutshot.flop_values.crowd_walk import (
    CARDS_OF_HANDS,
    CrowdHands,
    CrowdRoom,
    checked_down,
    deal_parts,
    hands_of,
    make_crowd_room,
    make_hands,
    reach_crowd,
    value_parts,
)
from gutshot.flop_values.flop_deals import FlopDealer, make_dealer
from gutshot.flop_values.flop_deck import FlopDeck
from gutshot.flop_values.runout_walk import WalkTables, make_tables, mean_strategy
from gutshot.flop_values.sampled import floored
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Reals
from gutshot.numeric.dice import GOLDEN, mix, stream_of

TAKEN, EQUITY, MET, SQUARES, PRODUCTS, MET_SQUARES = range(6)
"""Rows of what valuing adds up; the last three are of what is taken beyond equity, and of hands met."""


@dataclass(frozen=True, eq=False)
class CrowdValues:
    """[n, 1326] in pots: what hands take, what they would take checked down, a standard error of the difference."""

    shares: Reals
    equity: Reals
    standard_error: Reals
    met: Reals


def solve_crowd(
    deck: FlopDeck,
    buckets: StreetBuckets,
    ranges: Sequence[Reals],
    depths: Sequence[float],
    config: PostflopModelConfig,
) -> CrowdValues:
    """Play and value a flop, stacks in pots."""
    betting = make_crowd_betting(deck.flop, ranges, depths, config)
    dealer = make_dealer(deck, buckets)
    tables = learn_crowd(deck, dealer, betting, ranges, buckets.counts, config)
    return value_crowd_hands(deck, dealer, betting, ranges, tables, config)


def learn_crowd(
    deck: FlopDeck,
    dealer: FlopDealer,
    betting: CrowdBetting,
    ranges: Sequence[Reals],
    counts: tuple[int, int, int],
    config: PostflopModelConfig,
) -> WalkTables:
    """Tables whose strategy is the average of all deals, later ones weighing more."""
    parts = even_parts(len(ranges))
    most = hands_of(int(parts.max()))
    tables, hands = make_tables(betting, counts), make_hands(len(ranges), most, deck.cards)
    room, weights = make_crowd_room(betting, most), floored(ranges, deck.live)
    _learn(dealer, betting, weights, parts, stream_of(config.seed, 0), config.crowd_runouts, tables, hands, room)
    return tables._replace(strategy=mean_strategy(betting, tables, counts))


def even_parts(players: int) -> Ints:
    """[n] how many cards each player's hands are made of."""
    return np.array([(CARDS_OF_HANDS + place) // players for place in range(players)], dtype=np.int64)


def valuing_parts(players: int, valued: int) -> Ints:
    """[n] the same where one player's hands are valued: he gets half."""
    own = (CARDS_OF_HANDS + 1) // 2
    others = [(CARDS_OF_HANDS - own + place) // (players - 1) for place in range(players - 1)]
    return np.array([*others[:valued], own, *others[valued:]], dtype=np.int64)


def value_crowd_hands(
    deck: FlopDeck,
    dealer: FlopDealer,
    betting: CrowdBetting,
    ranges: Sequence[Reals],
    tables: WalkTables,
    config: PostflopModelConfig,
) -> CrowdValues:
    """What every hand takes, by ratios of sums over deals."""
    players, live = len(ranges), np.stack([np.where(deck.live, own, 0.0) for own in ranges])
    sums = np.zeros((players, 6, COMBO_COUNT))
    for player in range(players):
        parts = valuing_parts(players, player)
        most = hands_of(int(parts.max()))
        hands, room = make_hands(players, most, deck.cards), make_crowd_room(betting, most)
        seed = stream_of(config.seed, 1 + player)
        sums[player] = _value(dealer, betting, live, parts, seed, config.crowd_valued, player, tables, hands, room)
    met = sums[:, MET]
    shares, equity = _ratio(sums[:, TAKEN], met), _ratio(sums[:, EQUITY], met)
    beyond = shares - equity
    left = sums[:, SQUARES] - 2 * beyond * sums[:, PRODUCTS] + beyond**2 * sums[:, MET_SQUARES]
    error = _ratio(np.sqrt(np.maximum(left, 0.0)), met)
    return CrowdValues(shares, equity, error, met / config.crowd_valued)


def _ratio(taken: Reals, met: Reals) -> Reals:
    return np.asarray(np.divide(taken, met, out=np.zeros_like(taken), where=met > 0))


@kernel
def _learn(
    dealer: FlopDealer,
    betting: CrowdBetting,
    weights: Reals,
    parts: Ints,
    dice: np.uint64,
    deals: int,
    tables: WalkTables,
    hands: CrowdHands,
    room: CrowdRoom,
) -> None:
    """Every player learns from every deal; deal t weighs t."""
    for deal in range(1, deals + 1):
        deal_parts(dealer, weights, parts, mix(dice + np.uint64(deal) * GOLDEN), hands)
        reach_crowd(betting, hands, tables, float(deal), room)
        for player in range(len(parts)):
            value_parts(betting, player, hands, tables, float(deal), room)


@kernel
def _value(
    dealer: FlopDealer,
    betting: CrowdBetting,
    ranges: Reals,
    parts: Ints,
    dice: np.uint64,
    deals: int,
    player: int,
    tables: WalkTables,
    hands: CrowdHands,
    room: CrowdRoom,
) -> Reals:
    """Sums [6, 1326] of a player's values on some deals."""
    sums, equity = np.zeros((6, ranges.shape[1])), np.zeros(room.values.shape[1])
    for deal in range(deals):
        deal_parts(dealer, ranges, parts, mix(dice + np.uint64(deal) * GOLDEN), hands)
        reach_crowd(betting, hands, tables, 0.0, room)
        value_parts(betting, player, hands, tables, 0.0, room)
        checked_down(betting, player, hands, room, equity)
        met = 1.0
        for other in range(len(parts)):
            if other != player:
                met *= room.mass[other, 0]
        for h in range(hands.size[player]):
            combo, taken = hands.combo[player, h], room.values[0, h]
            beyond = taken - equity[h]
            sums[TAKEN, combo] += taken
            sums[EQUITY, combo] += equity[h]
            sums[MET, combo] += met
            sums[SQUARES, combo] += beyond * beyond
            sums[PRODUCTS, combo] += beyond * met
            sums[MET_SQUARES, combo] += met * met
    return sums
