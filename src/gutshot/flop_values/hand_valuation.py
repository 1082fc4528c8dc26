"""The value of every hand when both players follow a bucket strategy, measured on sampled or all runouts.

Runouts are stratified by the turn card, rivers are drawn without repetition, and on each runout every hand of one
player meets every hand of the other. So a cell, which is a player's combo, is averaged over the same turns as any
other; one that no runout was dealt to is an error. A value is a ratio of sums (pots won, and opponents met). The luck
of the drawn runouts is taken out by a control variate, the equity: it is counted on the drawn runouts and on all of
them, and the difference is subtracted as often as regression finds it in the value. What is left spreads over the
rivers within a turn, and its standard error is less by what the finite deck already fixes. Luck common to all hands
shows in the sum of the two ranges' values, which must be the pot, and is taken out as well.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from gutshot.cards.card import format_cards
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, combo_name
from gutshot.errors import BadConfig
from gutshot.flop_values.betting import FlopBetting
from gutshot.flop_values.flop_deals import FlopDealer, FlopDealTable, deal_everyone, make_table
from gutshot.flop_values.flop_deck import LIVE_ON_RIVER, FlopDeck
from gutshot.flop_values.runout_walk import WalkRoom, WalkTables, make_room, value_runout
from gutshot.flop_values.sampled import SampledStrategy
from gutshot.flop_values.terminal_kernels import RunoutHands
from gutshot.flop_values.values import meeting_weights
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bools, Ints, Ints32, Reals

_CARDS: Ints = COMBO_CARDS.astype(np.int64)
TURNS, RIVERS = 49, 48
RIVERS_OF_A_HAND = 46
RUNOUTS_OF_A_HAND = 47 * 46
WON, MET, EQUITY, DEALT, PRODUCTS = 0, 1, 2, 3, 4
ROWS = 10


@dataclass(frozen=True, eq=False)
class HandValues:
    """[2, 1326] shares of the pot and their standard errors, and [2, turns, 1326] shares by turn card."""

    shares: Reals
    standard_error: Reals
    by_turn: Reals
    runouts: int


def choose_runouts(deck: FlopDeck, samples: int, seed: int) -> Ints:
    """[turns, rivers, 2]: as many rivers for each turn as `samples` allow, or one for as many turns as it allows."""
    generator = np.random.Generator(np.random.Philox([seed, 3, *deck.flop]))
    turns = np.sort(generator.permutation(deck.cards)[: min(samples, TURNS)])
    per_turn = int(np.clip(round(samples / TURNS), 1, RIVERS))
    rivers = [generator.permutation(deck.cards[deck.cards != turn])[:per_turn] for turn in turns]
    return np.stack([np.broadcast_to(turns[:, None], (len(turns), per_turn)), np.array(rivers)], axis=2)


def value_hands(deck: FlopDeck, found: SampledStrategy, ranges: Reals, samples: int, seed: int) -> HandValues:
    """Value both players' hands against the opponent's range [2, 1326] on about this many runouts."""
    runouts = choose_runouts(deck, samples, seed)
    sums = np.zeros((2, len(runouts), ROWS, COMBO_COUNT))
    table, room = make_table(LIVE_ON_RIVER), make_room(found.betting, LIVE_ON_RIVER)
    _value(found.dealer, found.betting, ranges, runouts, found.tables, table, room, sums)
    _require_cells(deck, sums[:, :, DEALT].sum(axis=1))
    by_turn = 0.5 + _ratio(sums[:, :, WON], sums[:, :, MET])
    values, error = _estimate(sums, equity_edges(deck, ranges), runouts.shape[1])
    live, count = deck.live, runouts.shape[0] * runouts.shape[1]
    shares = np.where(live, 0.5 + values - excess(deck, values, ranges), 0.0)
    return HandValues(shares, np.where(live, error, 0.0), by_turn, count)


def excess(deck: FlopDeck, values: Reals, ranges: Reals) -> float:
    """Half of what the two ranges' mean values, which must cancel, do not: the luck common to all hands."""
    met = [meeting_weights(deck.flop, ranges[1 - player]) for player in range(2)]
    weights = [ranges[player] * met[player] for player in range(2)]
    means = [float(weights[p] @ values[p]) / max(float(weights[p].sum()), 1e-300) for p in range(2)]
    return sum(means) / 2


def equity_edges(deck: FlopDeck, ranges: Reals, used: Bools | None = None) -> Reals:
    """[2, 1326] how much oftener each hand beats the opponent's range than it loses to it, over all runouts or some."""
    met, won = np.zeros((COMBO_COUNT, 2)), np.zeros((COMBO_COUNT, 2))
    order, strengths = (deck.order, deck.strengths) if used is None else (deck.order[used], deck.strengths[used])
    count_equity(order, strengths, np.ascontiguousarray(ranges.T), met, won)
    return _ratio(won, met).T[::-1]


def _ratio(won: Reals, met: Reals) -> Reals:
    found: Reals = np.divide(won, met, out=np.zeros_like(won), where=met > 0)
    return found


def _require_cells(deck: FlopDeck, dealt: Reals) -> None:
    """Every live hand must have been dealt a runout."""
    for player, name in enumerate(("out-of-position", "in-position")):
        missing = np.flatnonzero(deck.live & (dealt[player] == 0))
        if len(missing):
            raise BadConfig(
                f"no sampled runout of {format_cards(deck.flop)} leaves the {name} hand {combo_name(int(missing[0]))} "
                f"possible ({len(missing)} such cells): expected a larger value_extraction_samples"
            )


def _estimate(sums: Reals, edges: Reals, rivers: int) -> tuple[Reals, Reals]:
    """[2, 1326] values counted from half the pot, and their standard errors."""
    total = sums.sum(axis=1)
    ratio = _ratio(total[:, WON], total[:, MET])
    if rivers == 1:
        sums = sums.sum(axis=1, keepdims=True)
    own, shared, luck = (_within(sums, a, b, ratio, edges) for a, b in ((0, 0), (0, 1), (1, 1)))
    slope = _ratio(shared, luck)
    values = ratio - slope * (_ratio(total[:, EQUITY], total[:, MET]) - edges)
    dealt = sums[:, :, DEALT]
    variance = _ratio(np.maximum(own - slope * shared, 0.0), np.maximum(dealt - 1, 0).sum(axis=1))
    left = 1.0 - dealt / (RIVERS_OF_A_HAND if rivers > 1 else RUNOUTS_OF_A_HAND)
    spread = np.sqrt(variance * (dealt * np.maximum(left, 0.0)).sum(axis=1))
    return values, _ratio(spread, total[:, MET])


def _within(sums: Reals, a: int, b: int, ratio: Reals, edges: Reals) -> Reals:
    """[2, 1326] products of two residuals about their means by turn: of value (0) and equity (1), less share x met."""
    shares = (ratio[:, None], edges[:, None])
    rows = (WON, EQUITY)
    means = [sums[:, :, row] - share * sums[:, :, MET] for row, share in zip(rows, shares, strict=True)]
    products = sums[:, :, PRODUCTS + a + b] - shares[a] * sums[:, :, PRODUCTS + 3 + b]
    products = products - shares[b] * sums[:, :, PRODUCTS + 3 + a] + shares[a] * shares[b] * sums[:, :, PRODUCTS + 5]
    inner: Reals = (products - _ratio(means[a] * means[b], sums[:, :, DEALT])).sum(axis=1)
    return inner


@kernel
def _value(
    dealer: FlopDealer,
    betting: FlopBetting,
    ranges: Reals,
    runouts: Ints,
    tables: WalkTables,
    table: FlopDealTable,
    room: WalkRoom,
    sums: Reals,
) -> None:
    for turn in range(runouts.shape[0]):
        for k in range(runouts.shape[1]):
            deal_everyone(dealer, ranges, runouts[turn, k, 0], runouts[turn, k, 1], table)
            value_runout(betting, 0, table.first, table.second, tables, room)
            _add(table.first, room, sums[0, turn])
            value_runout(betting, 1, table.second, table.first, tables, room)
            _add(table.second, room, sums[1, turn])


@kernel
def _add(own: RunoutHands, room: WalkRoom, sums: Reals) -> None:
    """Add a runout's values, and products of value, equity and hands met, to the sums [10, 1326] of its turn."""
    met, edge = room.ends.first_met, room.ends.first_won
    for h in range(own.size[0]):
        combo, won = own.combo[h], room.values[0, h]
        sums[WON, combo] += won
        sums[MET, combo] += met[h]
        sums[EQUITY, combo] += edge[h]
        sums[DEALT, combo] += 1.0
        sums[PRODUCTS, combo] += won * won
        sums[PRODUCTS + 1, combo] += won * edge[h]
        sums[PRODUCTS + 2, combo] += edge[h] * edge[h]
        sums[PRODUCTS + 3, combo] += won * met[h]
        sums[PRODUCTS + 4, combo] += edge[h] * met[h]
        sums[PRODUCTS + 5, combo] += met[h] * met[h]


@kernel
def count_equity(order: Ints32, strengths: Ints32, weights: Reals, met: Reals, won: Reals) -> None:
    """Add up, on each runout, the weight [1326, 2] of hands that a hand meets, and beats less loses to.

    Hands go by rising strength, equals together: those below, and those up to the equals, less all of them. The hand
    itself is among the last two and so falls out.
    """
    below = np.zeros((53, 2))
    for row in range(order.shape[0]):
        below[:] = 0.0
        hands, of_hand, live = order[row], strengths[row], order.shape[1]
        start = 0
        while start < live:
            end = start
            while end < live and of_hand[hands[end]] == of_hand[hands[start]]:
                _add_not_held(below, hands[end], won)
                end += 1
            for k in range(start, end):
                _put_in(below, hands[k], weights)
            for k in range(start, end):
                _add_not_held(below, hands[k], won)
            start = end
        _close_runout(below, hands, weights, met, won)


@inline_kernel
def _add_not_held(below: Reals, combo: Any, won: Reals) -> None:
    """Rows of `below` are weights by card, the last is all."""
    low, high = _CARDS[combo, 0], _CARDS[combo, 1]
    for side in range(2):
        won[combo, side] += below[52, side] - below[low, side] - below[high, side]


@inline_kernel
def _put_in(below: Reals, combo: Any, weights: Reals) -> None:
    low, high = _CARDS[combo, 0], _CARDS[combo, 1]
    for side in range(2):
        below[52, side] += weights[combo, side]
        below[low, side] += weights[combo, side]
        below[high, side] += weights[combo, side]


@inline_kernel
def _close_runout(all_: Reals, hands: Ints32, weights: Reals, met: Reals, won: Reals) -> None:
    for combo in hands:
        low, high = _CARDS[combo, 0], _CARDS[combo, 1]
        for side in range(2):
            others = all_[52, side] - all_[low, side] - all_[high, side]
            won[combo, side] -= others
            met[combo, side] += others + weights[combo, side]
