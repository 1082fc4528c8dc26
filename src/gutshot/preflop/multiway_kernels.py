"""The loops over pots of three and more: sampling how hands rank, and adding up what ranges win.

Every job has dice of its own, so results do not depend on threads. Hands that collide are all
drawn again, which gives every compatible deal its proper weight.
"""

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.evaluate import evaluate_key
from gutshot.cards.hands import Integer
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bools, Floats, Ints, Reals
from gutshot.numeric.dice import GOLDEN, below, mix, next_word, roll

_MOST_DRAWS = 10_000
_LEAST = 1e-6
"""Hands played more rarely are left out of pots of three."""


@inline_kernel
def _deal_once(state: np.uint64, classes: Ints, combos: Ints, sizes: Ints, hands: Ints) -> tuple[np.uint64, int]:
    """Draw a combo of each class; the cards used as a mask, or 0 if two hands share one."""
    used = 0
    for seat in range(len(classes)):
        state, random = next_word(state)
        pick = below(random, sizes[classes[seat]])
        low, high = combos[classes[seat], pick, 0], combos[classes[seat], pick, 1]
        both = (1 << low) | (1 << high)
        if used & both:
            return state, 0
        used |= both
        hands[seat, 0], hands[seat, 1] = low, high
    return state, used


@kernel
def _deal_classes(state: np.uint64, classes: Ints, combos: Ints, sizes: Ints, hands: Ints) -> tuple[np.uint64, int]:
    """Draw until no two hands share a card; 0 if that cannot be."""
    for _ in range(_MOST_DRAWS):
        state, used = _deal_once(state, classes, combos, sizes, hands)
        if used:
            return state, used
    return state, 0


@inline_kernel
def _deal_board(state: np.uint64, used: int) -> tuple[np.uint64, int, int]:
    """Five more cards: their sums of keys and of masks."""
    key, mask, left = 0, 0, 5
    while left:
        state, random = next_word(state)
        card = below(random, 52)
        if not used >> card & 1:
            used |= 1 << card
            key += CARD_KEYS[card]
            mask |= CARD_MASKS[card]
            left -= 1
    return state, key, mask


@inline_kernel
def _strength(hands: Ints, seat: int, key: int, mask: int) -> Integer:
    low, high = hands[seat, 0], hands[seat, 1]
    return evaluate_key(key + CARD_KEYS[low] + CARD_KEYS[high], mask | CARD_MASKS[low] | CARD_MASKS[high])


@kernel
def _order_code(hands: Ints, key: int, mask: int, strengths: Ints) -> int:
    """The dense ranks of the hands on a board as one number, base the number of hands, the first hand leading."""
    count = len(hands)
    for seat in range(count):
        strengths[seat] = _strength(hands, seat, key, mask)
    code = 0
    for seat in range(count):
        rank = 0
        for other in range(count):
            new = strengths[other] < strengths[seat]
            for before in range(other):
                new = new and strengths[before] != strengths[other]
            rank += new
        code = code * count + rank
    return code


@kernel
def count_thirds(cards: Ints, classes: Ints, fits: Bools, wins: Reals, losses: Reals,
                 tables: Floats) -> None:  # fmt: skip
    """For one first hand: `tables[kind, second, third]` counts pairs of hands; all, and parts it wins, ties.

    Of the third's combos those with a card of the second are taken off; the second's own combo was taken off twice.
    """
    count = tables.shape[1]
    live, by_card = np.zeros(count), np.zeros((52, count))
    for combo in range(len(fits)):
        if fits[combo]:
            live[classes[combo]] += 1
            by_card[cards[combo, 0], classes[combo]] += 1
            by_card[cards[combo, 1], classes[combo]] += 1
    for combo in range(len(fits)):
        if fits[combo]:
            second, won, tied = classes[combo], wins[combo], 1.0 - wins[combo] - losses[combo]
            low, high = by_card[cards[combo, 0]], by_card[cards[combo, 1]]
            for third in range(count):
                left = live[third] - low[third] - high[third] + (third == second)
                tables[0, second, third] += left
                tables[1, second, third] += won * left
                tables[2, second, third] += tied * left


@inline_kernel
def _column(first: Integer, second: Integer, third: Integer) -> Integer:
    """Which of the 27 answers to "less, equal or more" for the three pairs holds."""
    one = 0 if first < second else 1 if first == second else 2
    two = 0 if first < third else 1 if first == third else 2
    return 9 * one + 3 * two + (0 if second < third else 1 if second == third else 2)


@kernel
def rank_triples(high: int, combos: Ints, sizes: Ints, column: Ints, deals: int, counts: NDArray[np.uint16]) -> None:
    """Sample all sorted triples whose highest class is `high`: two boards for every deal of hands."""
    classes, hands = np.empty(3, np.int64), np.empty((3, 2), np.int64)
    classes[2] = high
    for middle in range(high + 1):
        classes[1] = middle
        for low in range(middle + 1):
            classes[0] = low
            row = low + middle * (middle + 1) // 2 + high * (high + 1) * (high + 2) // 6
            state = mix(np.uint64(row) * GOLDEN)
            for _ in range(deals // 2):
                state, used = _deal_classes(state, classes, combos, sizes, hands)
                if used == 0:
                    break
                for _ in range(2):
                    state, key, mask = _deal_board(state, used)
                    one, two = _strength(hands, 0, key, mask), _strength(hands, 1, key, mask)
                    counts[row, column[_column(one, two, _strength(hands, 2, key, mask))]] += 1


@inline_kernel
def _locate(first: Integer, second: Integer, third: Integer) -> tuple[Integer, Integer]:
    """The row of the sorted classes, and which of the eight answers to `first <= second`, `<= third`, .. sorts them."""
    before, ahead, after = first <= second, first <= third, second <= third
    low, high = min(first, second, third), max(first, second, third)
    middle = first + second + third - low - high
    row = low + middle * (middle + 1) // 2 + high * (high + 1) * (high + 2) // 6
    return row, 4 * before + 2 * ahead + after


@kernel
def add_three_way(role: int, one: Reals, two: Reals, meet: Floats, counts: NDArray[np.uint16],
                  deals: int, pays: Reals, out: Reals) -> None:  # fmt: skip
    """`out[class]` = (value, mass) of the seat at place `role` of three against the other two's ranges, in seat order.

    `pays[way, order]` is what that seat gets when the sorted classes rank in this order (see `_locate`).
    """
    some, more = np.flatnonzero(one > _LEAST), np.flatnonzero(two > _LEAST)
    for own in range(len(one)):
        value, mass = 0.0, 0.0
        for a in some:
            for b in more:
                weight = one[a] * two[b] * meet[own, a, b]
                if weight > 0.0:
                    first, second, third = (own, a, b) if role == 0 else (a, own, b) if role == 1 else (a, b, own)
                    row, way = _locate(first, second, third)
                    total = 0.0
                    for order in range(counts.shape[1]):
                        total += counts[row, order] * pays[way, order]
                    value += weight * total
                    mass += weight
        out[own, 0], out[own, 1] = value / deals, mass


@kernel
def three_way_worth(role: int, meet: Floats, counts: NDArray[np.uint16], deals: int, pays: Reals, out: Floats) -> None:
    """`out[class, first, second]`: what a seat gets against two hands in a pot of three, times the chance to meet them.

    Arguments are those of `add_three_way`, of which it is the part that no range changes.
    """
    for own in range(len(out)):
        for a in range(len(out)):
            for b in range(len(out)):
                weight = meet[own, a, b] / deals
                if weight > 0.0:
                    first, second, third = (own, a, b) if role == 0 else (a, own, b) if role == 1 else (a, b, own)
                    row, way = _locate(first, second, third)
                    total = 0.0
                    for order in range(counts.shape[1]):
                        total += counts[row, order] * pays[way, order]
                    out[own, a, b] = weight * total


@kernel
def sample_pots(seed: int, role: int, ranges: Reals, combos: Ints, sizes: Ints, pays: Reals, deals: int,
                out: Reals) -> None:  # fmt: skip
    """`out[class]` = (mean, variance of the mean) of what the seat at place `role` gets against sampled hands.

    `ranges[place, class]` are cumulative chances from 0 to 1; `pays[code]` by dense ranks (see `_order_code`).
    """
    count = len(ranges)
    classes, hands, strengths = np.empty(count, np.int64), np.empty((count, 2), np.int64), np.empty(count, np.int64)
    for own in range(len(sizes)):
        state = mix(np.uint64(seed * 1000 + own) * GOLDEN)
        total, squares, done = 0.0, 0.0, 0
        for _ in range(deals * 20):
            for place in range(count):
                state, point = roll(state)
                drawn = np.searchsorted(ranges[place], point, side="right")
                classes[place] = own if place == role else drawn
            state, used = _deal_once(state, classes, combos, sizes, hands)
            if used == 0:
                continue
            state, key, mask = _deal_board(state, used)
            paid = pays[_order_code(hands, key, mask, strengths)]
            total += paid
            squares += paid * paid
            done += 1
            if done == deals:
                break
        if done > 1:
            mean = total / done
            out[own, 0], out[own, 1] = mean, (squares / done - mean * mean) / (done - 1)


@kernel
def spread_hints(seat: int, actor: Ints, parent: Ints, told: Reals, hints: Reals) -> None:
    """`hints[node, seat]` from what each of the seat's actions tells (rows of `told`, in the order of the nodes)."""
    row = 0
    hints[0, seat] = 1.0
    for node in range(1, len(actor)):
        if actor[parent[node]] == seat:
            hints[node, seat] = told[row]
            row += 1
        else:
            hints[node, seat] = hints[parent[node], seat]


@kernel
def multiply_hints(hints: Reals, nodes: Ints, besides: Ints, out: Reals) -> None:
    """Multiply each row by the hints at its node of all seats that are not in its mask."""
    for row in range(len(nodes)):
        found = out[row]
        for seat in range(hints.shape[1]):
            if not besides[row] >> seat & 1:
                told = hints[nodes[row], seat]
                for hand in range(len(found)):
                    found[hand] *= told[hand]


@kernel
def share_out(player: int, actor: Ints, parent: Ints, mass: Reals) -> None:
    """From the weight of each action of the others to the chance that they lead to a node, in place."""
    total = np.zeros_like(mass)
    for node in range(1, len(actor)):
        if actor[parent[node]] != player:
            total[parent[node]] += mass[node]
    mass[0] = 1.0
    for node in range(1, len(actor)):
        above = parent[node]
        if actor[above] == player:
            mass[node] = mass[above]
        else:
            for hand in range(mass.shape[1]):
                whole = total[above, hand]
                mass[node, hand] = mass[above, hand] * mass[node, hand] / whole if whole > 0 else 0.0
