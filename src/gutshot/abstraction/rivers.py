"""The value of every hand on a river board, in whole numbers.

All live hands are sorted by strength (two passes of radix sort); one walk upwards keeps counts of the hands below, in
all and by card, so that the hands an opponent cannot hold are taken out exactly. The value of a hand is twice the
opponents it beats plus those it ties, 0 to 1980: its equity against a random hand times 1980. `fill_cluster_values`
does the same by clusters of opponent hands (OCHS: Johanson, Burch, Valenzano, Bowling, "Evaluating State-Space
Abstractions in Extensive-Form Games", 2013).
"""

from typing import Any

import numpy as np

from gutshot.cards.combos import COMBO_CARDS
from gutshot.cards.evaluate import evaluate_key
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Bytes, Ints, Ints32, Shorts

Values = Shorts

COMBOS = 1326
VALUE_LIMIT = 1980
"""Twice the 990 hands an opponent may hold on the river."""
CLUSTER_SCALE = 4096
"""What a certain win against every hand of a cluster counts."""
BLOCKED = -1

COMBO_KEYS: Ints = CARD_KEYS[COMBO_CARDS].sum(axis=1)
COMBO_SUIT_MASKS: Ints = CARD_MASKS[COMBO_CARDS].sum(axis=1)


@kernel
def fill_strengths(board: Ints, strengths: Ints32) -> int:
    """[1326] strength of every combo on a board of 3 to 5 cards, 0 where it is blocked; the number of live combos."""
    board_key, board_mask = np.int64(0), np.int64(0)
    for card in board:
        board_key += CARD_KEYS[card]
        board_mask |= CARD_MASKS[card]
    live = 0
    for combo in range(COMBOS):
        mask = COMBO_SUIT_MASKS[combo]
        if mask & board_mask:
            strengths[combo] = 0
        else:
            strengths[combo] = evaluate_key(COMBO_KEYS[combo] + board_key, mask | board_mask)
            live += 1
    return live


@kernel
def sort_live(strengths: Ints32, order: Ints32, spare: Ints32) -> int:
    """Live combos by rising strength into `order`, equal ones by number; how many there are."""
    low, high = np.zeros(257, np.int64), np.zeros(257, np.int64)
    for combo in range(COMBOS):
        strength = strengths[combo]
        if strength > 0:
            low[(strength & 255) + 1] += 1
            high[(strength >> 8) + 1] += 1
    for byte in range(256):
        low[byte + 1] += low[byte]
        high[byte + 1] += high[byte]
    for combo in range(COMBOS):
        strength = strengths[combo]
        if strength > 0:
            spare[low[strength & 255]] = combo
            low[strength & 255] += 1
    live = high[256]
    for i in range(live):
        byte = strengths[spare[i]] >> 8
        order[high[byte]] = spare[i]
        high[byte] += 1
    return int(live)


@kernel
def _group_end(strengths: Ints32, order: Ints32, start: int, live: int) -> int:
    """Where the hands as strong as the one at `start` end."""
    strength, end = strengths[order[start]], start + 1
    while end < live and strengths[order[end]] == strength:
        end += 1
    return end


@kernel
def values_in_order(strengths: Ints32, order: Ints32, live: int, values: Values) -> None:
    """Twice the wins plus the ties of every live hand against the live hands that share no card with it."""
    below_card, tied_card = np.zeros(52, np.int32), np.zeros(52, np.int32)
    values[:] = BLOCKED
    start = 0
    while start < live:
        end = _group_end(strengths, order, start, live)
        for i in range(start, end):
            tied_card[COMBO_CARDS[order[i], 0]] += 1
            tied_card[COMBO_CARDS[order[i], 1]] += 1
        for i in range(start, end):
            low, high = COMBO_CARDS[order[i], 0], COMBO_CARDS[order[i], 1]
            wins = start - below_card[low] - below_card[high]
            ties = end - start - tied_card[low] - tied_card[high] + 1
            values[order[i]] = 2 * wins + ties
        for i in range(start, end):
            low, high = COMBO_CARDS[order[i], 0], COMBO_CARDS[order[i], 1]
            below_card[low] += 1
            below_card[high] += 1
            tied_card[low] = 0
            tied_card[high] = 0
        start = end


@kernel
def fill_values(board: Ints, values: Values) -> None:
    """[1326] value of every hand on a river board, -1 where it is blocked."""
    strengths = np.empty(COMBOS, np.int32)
    order, spare = np.empty(COMBOS, np.int32), np.empty(COMBOS, np.int32)
    fill_strengths(board, strengths)
    live = sort_live(strengths, order, spare)
    values_in_order(strengths, order, live, values)


@kernel
def fill_cluster_values(board: Ints, cluster: Bytes, values: Values) -> None:
    """[1326, clusters] equity of every live hand against each cluster of opponent hands, times CLUSTER_SCALE.

    `cluster[combo]` says where an opponent hand belongs. Against a cluster that cannot be held the value is half.
    """
    strengths = np.empty(COMBOS, np.int32)
    order, spare = np.empty(COMBOS, np.int32), np.empty(COMBOS, np.int32)
    fill_strengths(board, strengths)
    live = sort_live(strengths, order, spare)
    clusters = values.shape[1]
    held, held_card = np.zeros(clusters, np.int32), np.zeros((52, clusters), np.int32)
    below, below_card = np.zeros(clusters, np.int32), np.zeros((52, clusters), np.int32)
    tied, tied_card = np.zeros(clusters, np.int32), np.zeros((52, clusters), np.int32)
    _add_hands(order, 0, live, cluster, held, held_card)
    start = 0
    while start < live:
        end = _group_end(strengths, order, start, live)
        tied[:] = 0
        for i in range(start, end):
            tied_card[COMBO_CARDS[order[i], 0]] = 0
            tied_card[COMBO_CARDS[order[i], 1]] = 0
        _add_hands(order, start, end, cluster, tied, tied_card)
        for i in range(start, end):
            combo = order[i]
            low, high, own = COMBO_CARDS[combo, 0], COMBO_CARDS[combo, 1], cluster[combo]
            for k in range(clusters):
                once = 1 if k == own else 0
                count = held[k] - held_card[low, k] - held_card[high, k] + once
                wins = below[k] - below_card[low, k] - below_card[high, k]
                ties = tied[k] - tied_card[low, k] - tied_card[high, k] + once
                values[combo, k] = cluster_value(2 * wins + ties, count)
        _add_hands(order, start, end, cluster, below, below_card)
        start = end


@kernel
def cluster_value(points: int, hands: int) -> Any:
    """Twice the wins plus the ties against a number of hands, as a share of CLUSTER_SCALE."""
    return points * CLUSTER_SCALE // (2 * hands) if hands > 0 else CLUSTER_SCALE // 2


@kernel
def _add_hands(
    order: Ints32,
    start: int,
    end: int,
    cluster: Bytes,
    total: Ints32,
    by_card: Ints32,
) -> None:
    for i in range(start, end):
        combo = order[i]
        k = cluster[combo]
        total[k] += 1
        by_card[COMBO_CARDS[combo, 0], k] += 1
        by_card[COMBO_CARDS[combo, 1], k] += 1
