"""The loops of exact equity: strengths of hands on runouts, and who wins.

Hands are rows and runouts columns, in chunks small enough for the cache; strength 0 marks a hand that the runout
blocks. Two ways to compare: `tally_pairs` and `tally_deals` take a list of deals (one hand for each player); `sweep`
takes two whole ranges, sorts the hands of a runout by strength and walks up once, with sums by card to leave out
hands that share a card, so its cost grows with the number of hands and not of pairs.
"""

import numpy as np

from gutshot.cards.equity_columns import SHARE_UNIT
from gutshot.cards.evaluate import evaluate_key
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Ints32, Reals, Shorts

CHUNK = 1024


@kernel
def fill_strengths(runout_keys: Ints, runout_masks: Ints, hand_keys: Ints, hand_masks: Ints, strengths: Ints32) -> None:
    """`strengths[hand, runout]`; 0 where a card of the hand is on the board."""
    for hand in range(len(hand_keys)):
        key, mask = hand_keys[hand], hand_masks[hand]
        row = strengths[hand]
        for runout in range(len(runout_keys)):
            board = runout_masks[runout]
            row[runout] = evaluate_key(key + runout_keys[runout], mask | board) if mask & board == 0 else 0


@kernel
def tally_pairs(strengths: Ints32, weights: Ints32, deals: Shorts, tallies: Ints) -> None:
    """Heads-up: add to `tallies[deal]` the boards seen, won by the first hand, won by the second hand."""
    for deal in range(len(deals)):
        first, second = strengths[deals[deal, 0]], strengths[deals[deal, 1]]
        seen, won, lost = 0, 0, 0
        for runout in range(len(weights)):
            live = weights[runout] * ((first[runout] > 0) & (second[runout] > 0))
            seen += live
            won += live * (first[runout] > second[runout])
            lost += live * (first[runout] < second[runout])
        tallies[deal, 0] += seen
        tallies[deal, 1] += won
        tallies[deal, 2] += lost


@kernel
def tally_deals(strengths: Ints32, weights: Ints32, deals: Shorts, seen: Ints, tallies: Ints) -> None:
    """Any number of players: add to `tallies[deal, player]` boards won, boards tied, and shares in SHARE_UNIT."""
    players = deals.shape[1]
    for deal in range(len(deals)):
        hands = deals[deal]
        for runout in range(len(weights)):
            best, weakest, winners = 0, 1 << 30, 0
            for player in range(players):
                strength = strengths[hands[player], runout]
                weakest = min(weakest, strength)
                if strength > best:
                    best, winners = strength, 1
                elif strength == best:
                    winners += 1
            if weakest == 0:
                continue
            weight = weights[runout]
            seen[deal] += weight
            column = 0 if winners == 1 else 1
            share = weight * SHARE_UNIT // winners
            for player in range(players):
                if strengths[hands[player], runout] == best:
                    tallies[deal, player, column] += weight
                    tallies[deal, player, 2] += share


@kernel
def deal_slice(
    runout_keys: Ints,
    runout_masks: Ints,
    weights: Ints32,
    hand_keys: Ints,
    hand_masks: Ints,
    deals: Shorts,
    deal_weights: Reals,
    tallies: Reals,
) -> None:
    """All deals on all runouts given: `tallies[player, hand]` += weighted deals, wins, ties, shares."""
    players = deals.shape[1]
    strengths = np.empty((len(hand_keys), CHUNK), np.int32)
    pairs = np.zeros((len(deals), 3), np.int64)
    seen, counts = pairs[:, 0], np.zeros((len(deals), players, 3), np.int64)
    for start in range(0, len(weights), CHUNK):
        end = min(start + CHUNK, len(weights))
        fill_strengths(runout_keys[start:end], runout_masks[start:end], hand_keys, hand_masks, strengths)
        if players == 2:
            tally_pairs(strengths, weights[start:end], deals, pairs)
        else:
            tally_deals(strengths, weights[start:end], deals, seen, counts)
    if players == 2:
        _spread_pairs(pairs, counts)
    for deal in range(len(deals)):
        for player in range(players):
            hand, weight = deals[deal, player], deal_weights[deal]
            tallies[player, hand, 0] += weight * seen[deal]
            tallies[player, hand, 1] += weight * counts[deal, player, 0]
            tallies[player, hand, 2] += weight * counts[deal, player, 1]
            tallies[player, hand, 3] += weight * counts[deal, player, 2] / SHARE_UNIT


@kernel
def _spread_pairs(pairs: Ints, counts: Ints) -> None:
    """Seen, won, lost -> wins, ties, shares of both players."""
    for deal in range(len(pairs)):
        tied = pairs[deal, 0] - pairs[deal, 1] - pairs[deal, 2]
        for player in range(2):
            counts[deal, player, 0] = pairs[deal, 1 + player]
            counts[deal, player, 1] = tied
            counts[deal, player, 2] = SHARE_UNIT * pairs[deal, 1 + player] + SHARE_UNIT // 2 * tied


@kernel
def sort_by_strength(strengths: Ints, order: Ints, scratch: Ints, starts: Ints) -> None:
    """Order hands by rising strength: two counting passes over the low and high byte; `starts` holds 257."""
    for position in range(len(strengths)):
        scratch[position] = position
    source, target = scratch, order
    for shift in (0, 8):
        starts[:] = 0
        for strength in strengths:
            starts[((strength >> shift) & 255) + 1] += 1
        for byte in range(256):
            starts[byte + 1] += starts[byte]
        for hand in source:
            byte = (strengths[hand] >> shift) & 255
            target[starts[byte]] = hand
            starts[byte] += 1
        source, target = target, source
    order[:] = source


@kernel
def sweep(
    runout_keys: Ints,
    runout_masks: Ints,
    weights: Ints32,
    hand_keys: Ints,
    hand_masks: Ints,
    hand_cards: Ints,
    reach: Reals,
    tallies: Reals,
) -> None:
    """Heads-up ranges: `reach[player, hand]` -> `tallies[player, hand]` += weighted (deals, won, tied)."""
    hands = len(hand_keys)
    live, strengths = np.empty(hands, np.int64), np.empty(hands, np.int64)
    order, scratch, starts = np.empty(hands, np.int64), np.empty(hands, np.int64), np.empty(257, np.int64)
    below, level = np.empty((2, 53)), np.empty((2, 53))
    for runout in range(len(runout_keys)):
        count = 0
        for hand in range(hands):
            if hand_masks[hand] & runout_masks[runout] == 0:
                live[count] = hand
                strengths[count] = evaluate_key(
                    hand_keys[hand] + runout_keys[runout], hand_masks[hand] | runout_masks[runout]
                )
                count += 1
        sort_by_strength(strengths[:count], order[:count], scratch[:count], starts)
        _walk_up(live, strengths, order[:count], hand_cards, reach, weights[runout], below, level, tallies)


@kernel
def _walk_up(
    live: Ints,
    strengths: Ints,
    order: Ints,
    hand_cards: Ints,
    reach: Reals,
    weight: float,
    below: Reals,
    level: Reals,
    tallies: Reals,
) -> None:
    """One runout, weakest hands first. `below` and `level` sum each player's reach by card, and in all at [52]."""
    below[:] = 0.0
    start = 0
    while start < len(order):
        end = start
        level[:] = 0.0
        while end < len(order) and strengths[order[end]] == strengths[order[start]]:
            _add_reach(live[order[end]], hand_cards, reach, level)
            end += 1
        for position in range(start, end):
            hand = live[order[position]]
            low, high = hand_cards[hand, 0], hand_cards[hand, 1]
            for player in range(2):
                other = 1 - player
                if reach[player, hand] > 0.0:
                    won = below[other, 52] - below[other, low] - below[other, high]
                    tied = level[other, 52] - level[other, low] - level[other, high] + reach[other, hand]
                    tallies[player, hand, 1] += weight * won
                    tallies[player, hand, 2] += weight * tied
        below += level
        start = end
    for position in range(len(order)):
        hand = live[order[position]]
        low, high = hand_cards[hand, 0], hand_cards[hand, 1]
        for player in range(2):
            other = 1 - player
            met = below[other, 52] - below[other, low] - below[other, high] + reach[other, hand]
            tallies[player, hand, 0] += weight * met


@kernel
def _add_reach(hand: int, hand_cards: Ints, reach: Reals, sums: Reals) -> None:
    for player in range(2):
        amount = reach[player, hand]
        sums[player, hand_cards[hand, 0]] += amount
        sums[player, hand_cards[hand, 1]] += amount
        sums[player, 52] += amount
