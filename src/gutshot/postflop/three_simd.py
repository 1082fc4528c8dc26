"""The vector operations of three-way showdowns, sixteen ends at once: rows of lanes as in `simd`, written as LLVM.

The running sums of a walk are one tile: for each opponent a row per card and one for all his hands, and what is known
about pairs of hands that share a card: so far by card (LINKED), in all (JOINT), and complete by card (GATHERED).
`three_showdown` says what they mean. With the JIT off the slow twins at the end of this file run instead.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic

from gutshot.postflop.simd import (
    _INDEX,
    _VECTOR,
    LANES,
    _data,
    _everywhere,
    _load,
    _number,
    _row,
    _spot,
    _store,
    _transposed,
)

CARDS = 49
"""The cards beside a flop; a later board leaves fewer."""
FIRST, SECOND = 0, CARDS + 1
"""Where the rows of an opponent begin: a row for each card, then one for all his hands."""
LINKED = 2 * (CARDS + 1)
JOINT = LINKED + CARDS
RUNNING = JOINT + 1
"""Rows that run; those after them are found anew at every level."""
GATHERED = RUNNING
SUM_ROWS = GATHERED + CARDS
NO_TWIN = 65535
"""In place of the other opponent's same combo, where he has none."""
STEP = 4
"""Lists of products are as long as a multiple of this."""
_FLOOR = 1e-17
"""Reach below it counts as none: products of smaller numbers would be denormals."""
_FUSED = ("contract",)
"""Lets LLVM make one instruction of a product and a sum."""


def _times(builder: Any, one: Any, other: Any) -> Any:
    return builder.fmul(one, other, flags=_FUSED)


def _plus(builder: Any, one: Any, other: Any) -> Any:
    return builder.fadd(one, other, flags=_FUSED)


def _minus(builder: Any, one: Any, other: Any) -> Any:
    return builder.fsub(one, other, flags=_FUSED)


def _constant(number: float) -> Any:
    return ir.Constant(_VECTOR, [number] * LANES)


def _grow(builder: Any, base: Any, row: Any, added: Any) -> None:
    place = _row(builder, base, row)
    _store(builder, _plus(builder, _load(builder, place), added), place)


def _variable(builder: Any, value: Any) -> Any:
    return cgutils.alloca_once_value(builder, value)  # type: ignore[no-untyped-call]


@intrinsic
def _gather_block(
    typing: Any, source: Any, offsets: Any, first: Any, shift: Any, factors: Any, target: Any, row: Any, adds: Any
) -> Any:
    """Sixteen hands of sixteen rows into sixteen rows of a tile, each lane times its factor."""
    signature = types.void(source, offsets, types.intp, types.intp, factors, target, types.intp, types.intp)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        source, offsets, factors, target = (_data(context, builder, sig.args[k], args[k]) for k in (0, 1, 4, 5))
        rows = []
        for lane in range(LANES):
            offset = _number(builder, offsets, builder.add(args[2], ir.Constant(_INDEX, lane)))
            rows.append(_load(builder, _spot(builder, source, builder.add(offset, args[3]))))
        factor = _load(builder, _spot(builder, factors, args[2]))
        adds = builder.icmp_signed("!=", args[7], ir.Constant(_INDEX, 0))
        for hand, found in enumerate(_transposed(builder, rows)):
            kept = builder.fcmp_ordered(">", found, _constant(_FLOOR))
            value = _times(builder, builder.select(kept, found, _constant(0.0)), factor)
            place = _row(builder, target, builder.add(args[6], ir.Constant(_INDEX, hand)))
            before = builder.select(adds, _load(builder, place), _constant(0.0))
            _store(builder, _plus(builder, before, value), place)
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def _add_hands(
    typing: Any,
    tile: Any,
    weights: Any,
    share: Any,
    begin: Any,
    end: Any,
    low: Any,
    high: Any,
    twin: Any,
    others: Any,
    sums: Any,
    own: Any,
    linked: Any,
) -> Any:
    whole = types.intp
    signature = types.void(tile, weights, types.float32, whole, whole, low, high, twin, others, sums, whole, types.intp)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        arrays = [_data(context, builder, sig.args[k], args[k]) for k in (0, 1, 5, 6, 7, 8, 9)]
        tile, weights, low, high, twin, others, sums = arrays
        share, own = _everywhere(builder, _VECTOR, args[2]), args[10]
        links = builder.icmp_signed("!=", args[11], ir.Constant(_INDEX, 0))
        other = builder.sub(ir.Constant(_INDEX, FIRST + SECOND), own)
        everyone = _row(builder, sums, builder.add(own, ir.Constant(_INDEX, CARDS)))
        apart = _row(builder, sums, ir.Constant(_INDEX, JOINT))
        total, joint = (_variable(builder, _load(builder, place)) for place in (everyone, apart))
        with cgutils.for_range(builder, builder.sub(args[4], args[3])) as loop:
            hand = builder.add(args[3], loop.index)
            weight = _times(builder, _load(builder, _row(builder, weights, hand)), share)
            _grow(builder, tile, hand, weight)
            builder.store(_plus(builder, builder.load(total), weight), total)
            cards = [_number(builder, places, hand) for places in (low, high)]
            met = [_load(builder, _row(builder, sums, builder.add(other, card))) for card in cards]
            shared = _times(builder, weight, builder.fadd(met[0], met[1]))
            builder.store(_minus(builder, builder.load(joint), shared), joint)
            for card in cards:
                _grow(builder, sums, builder.add(own, card), weight)
            places = [builder.add(ir.Constant(_INDEX, LINKED), card) for card in cards]
            with builder.if_then(links):
                for place, facing in zip(places, reversed(met), strict=True):
                    _grow(builder, sums, place, _times(builder, weight, facing))
            same = _number(builder, twin, hand)
            with builder.if_then(builder.icmp_unsigned("!=", same, ir.Constant(_INDEX, NO_TWIN))):
                product = _times(builder, weight, _load(builder, _row(builder, others, same)))
                builder.store(builder.fadd(builder.load(joint), product), joint)
                twice = builder.fmul(product, _constant(-2.0))
                for place in places:
                    _grow(builder, sums, place, twice)
        _store(builder, builder.load(total), everyone)
        _store(builder, builder.load(joint), apart)
        return context.get_dummy_value()

    return signature, generate


def _products(
    builder: Any, one: Any, ones: Any, other: Any, others: Any, begin: Any, end: Any, totals: Sequence[Any]
) -> Any:
    """Sums of products of rows, four at a time, into two running totals."""
    steps = builder.udiv(builder.sub(end, begin), ir.Constant(_INDEX, STEP))
    with cgutils.for_range(builder, steps) as loop:
        at = builder.add(begin, builder.mul(loop.index, ir.Constant(_INDEX, STEP)))
        for k in range(STEP):
            entry = builder.add(at, ir.Constant(_INDEX, k))
            first = _load(builder, _row(builder, one, _number(builder, ones, entry)))
            second = _load(builder, _row(builder, other, _number(builder, others, entry)))
            total = totals[k % len(totals)]
            builder.store(_plus(builder, builder.load(total), _times(builder, first, second)), total)


@intrinsic
def _sum_card(typing: Any, tile: Any, hands: Any, begin: Any, end: Any, sums: Any, card: Any, total: Any) -> Any:
    """The weight of the hands with a card, into its row; half of it is added to the row of all hands."""
    signature = types.void(tile, hands, types.intp, types.intp, sums, types.intp, types.intp)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        tile, hands, sums = (_data(context, builder, sig.args[k], args[k]) for k in (0, 1, 4))
        totals = [_variable(builder, _constant(0.0)) for _ in range(2)]
        steps = builder.udiv(builder.sub(args[3], args[2]), ir.Constant(_INDEX, STEP))
        with cgutils.for_range(builder, steps) as loop:
            at = builder.add(args[2], builder.mul(loop.index, ir.Constant(_INDEX, STEP)))
            for k in range(STEP):
                hand = _number(builder, hands, builder.add(at, ir.Constant(_INDEX, k)))
                own = totals[k % 2]
                builder.store(builder.fadd(builder.load(own), _load(builder, _row(builder, tile, hand))), own)
        found = builder.fadd(builder.load(totals[0]), builder.load(totals[1]))
        _store(builder, found, _row(builder, sums, args[5]))
        _grow(builder, sums, args[6], builder.fmul(found, _constant(0.5)))
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def _join_card(
    typing: Any, first: Any, second: Any, sums: Any, ones: Any, others: Any, begin: Any, end: Any, card: Any
) -> Any:
    """LINKED and JOINT for a card from the combos with it that both opponents may hold."""
    signature = types.void(first, second, sums, ones, others, *[types.intp] * 3)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        first, second, sums, *lists = (_data(context, builder, sig.args[k], args[k]) for k in range(5))
        totals = [_variable(builder, _constant(0.0)) for _ in range(2)]
        _products(builder, first, lists[0], second, lists[1], args[5], args[6], totals)
        same = builder.fadd(builder.load(totals[0]), builder.load(totals[1]))
        apart = _times(builder, _at(builder, sums, FIRST, args[7]), _at(builder, sums, SECOND, args[7]))
        _grow(builder, sums, ir.Constant(_INDEX, JOINT), builder.fsub(builder.fmul(same, _constant(0.5)), apart))
        linked = _row(builder, sums, builder.add(ir.Constant(_INDEX, LINKED), args[7]))
        _store(builder, builder.fmul(same, _constant(-2.0)), linked)
        return context.get_dummy_value()

    return signature, generate


def _listed_products(context: Any, builder: Any, sig: Any, args: Any) -> tuple[Any, Any]:
    """The sums tile, and the products of either opponent's list for a card."""
    first, second, sums, *lists = (_data(context, builder, sig.args[k], args[k]) for k in range(7))
    totals = [_variable(builder, _constant(0.0)) for _ in range(2)]
    _products(builder, first, lists[0], sums, lists[1], args[8], args[9], totals)
    _products(builder, second, lists[2], sums, lists[3], args[10], args[11], totals)
    return sums, builder.fadd(builder.load(totals[0]), builder.load(totals[1]))


@intrinsic
def _link_card(
    typing: Any,
    first: Any,
    second: Any,
    sums: Any,
    first_hand: Any,
    first_card: Any,
    second_hand: Any,
    second_card: Any,
    card: Any,
    begin: Any,
    end: Any,
    other_begin: Any,
    other_end: Any,
) -> Any:
    """A product for each hand of the lists, added to what is linked by a card."""
    signature = types.void(first, second, sums, first_hand, first_card, second_hand, second_card, *[types.intp] * 5)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        sums, found = _listed_products(context, builder, sig, args)
        _grow(builder, sums, builder.add(ir.Constant(_INDEX, LINKED), args[7]), found)
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def _gather_card(
    typing: Any,
    first: Any,
    second: Any,
    sums: Any,
    first_hand: Any,
    first_card: Any,
    second_hand: Any,
    second_card: Any,
    card: Any,
    begin: Any,
    end: Any,
    other_begin: Any,
    other_end: Any,
) -> Any:
    """G of `three_showdown` for one card: what is linked, and a product for each hand of the lists."""
    signature = types.void(first, second, sums, first_hand, first_card, second_hand, second_card, *[types.intp] * 5)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        sums, found = _listed_products(context, builder, sig, args)
        one, other, linked = (_at(builder, sums, base, args[7]) for base in (FIRST, SECOND, LINKED))
        known = builder.fadd(_plus(builder, linked, _times(builder, one, other)), found)
        _store(builder, known, _row(builder, sums, builder.add(ir.Constant(_INDEX, GATHERED), args[7])))
        return context.get_dummy_value()

    return signature, generate


def _at(builder: Any, sums: Any, base: int, place: Any) -> Any:
    return _load(builder, _row(builder, sums, builder.add(ir.Constant(_INDEX, base), place)))


@intrinsic
def _weigh_hand(
    typing: Any,
    first: Any,
    second: Any,
    sums: Any,
    cross_first: Any,
    cross_second: Any,
    begin: Any,
    end: Any,
    low: Any,
    high: Any,
    same: Any,
    same_second: Any,
    out: Any,
    row: Any,
    share: Any,
) -> Any:
    """W of `three_showdown` for one hand of mine, a share of it added to a row of `out`."""
    signature = types.void(
        first, second, sums, cross_first, cross_second, *[types.intp] * 6, out, types.intp, types.float32
    )

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        first, second, sums, *lists = (_data(context, builder, sig.args[k], args[k]) for k in range(5))
        crossed = [_variable(builder, _constant(0.0)) for _ in range(2)]
        _products(builder, first, lists[0], second, lists[1], args[5], args[6], crossed)
        one, other, known = (
            [_at(builder, sums, base, card) for card in args[7:9]] for base in (FIRST, SECOND, GATHERED)
        )
        same = [_load(builder, _row(builder, tile, args[9 + k])) for k, tile in enumerate((first, second))]
        with_one, with_other = builder.fadd(one[0], one[1]), builder.fadd(other[0], other[1])
        left = []
        for base, held, own in ((FIRST, with_one, same[0]), (SECOND, with_other, same[1])):
            everyone = _at(builder, sums, base, ir.Constant(_INDEX, CARDS))
            left.append(builder.fadd(builder.fsub(everyone, held), own))
        total = builder.fadd(_at(builder, sums, JOINT, ir.Constant(_INDEX, 0)), builder.fadd(known[0], known[1]))
        total = _plus(builder, total, _times(builder, left[0], left[1]))
        thrice = builder.fsub(builder.fmul(same[0], _constant(3.0)), with_one)
        total = _plus(builder, total, _times(builder, thrice, same[1]))
        total = _minus(builder, total, _times(builder, with_other, same[0]))
        total = builder.fsub(total, builder.fadd(builder.load(crossed[0]), builder.load(crossed[1])))
        share = _everywhere(builder, _VECTOR, args[13])
        _grow(builder, _data(context, builder, sig.args[11], args[11]), args[12], _times(builder, total, share))
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def _add_products(
    typing: Any,
    one: Any,
    ones: Any,
    other: Any,
    others: Any,
    begin: Any,
    end: Any,
    out: Any,
    row: Any,
    share: Any,
) -> Any:
    """A share of a list's products of rows, added to a row of `out`."""
    signature = types.void(one, ones, other, others, types.intp, types.intp, out, types.intp, types.float32)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        one, ones, other, others = (_data(context, builder, sig.args[k], args[k]) for k in range(4))
        totals = [_variable(builder, _constant(0.0)) for _ in range(2)]
        _products(builder, one, ones, other, others, args[4], args[5], totals)
        total = builder.fadd(builder.load(totals[0]), builder.load(totals[1]))
        added = _times(builder, total, _everywhere(builder, _VECTOR, args[8]))
        _grow(builder, _data(context, builder, sig.args[6], args[6]), args[7], added)
        return context.get_dummy_value()

    return signature, generate


# --- slow twins, and the names the kernels use --------------------------------------------------------------------


def _lanes_of(array: Any, row: Any) -> Any:
    return array[LANES * int(row) : LANES * int(row) + LANES]


def _slow_gather_block(
    source: Any, offsets: Any, first: int, shift: int, factors: Any, target: Any, row: int, adds: int
) -> None:
    lanes = slice(first, first + LANES)
    block = np.stack([source[offset + shift :][:LANES] for offset in offsets[lanes]], axis=1)
    block = np.where(block > _FLOOR, block, np.float32(0)) * factors[lanes]
    for k in range(LANES):
        place = _lanes_of(target, row + k)
        place[:] = block[k] + (place if adds else 0)


def _slow_add_hands(
    tile: Any,
    weights: Any,
    share: float,
    begin: int,
    end: int,
    low: Any,
    high: Any,
    twin: Any,
    others: Any,
    sums: Any,
    own: int,
    linked: int,
) -> None:
    other, joint = FIRST + SECOND - own, _lanes_of(sums, JOINT)
    for hand in range(begin, end):
        weight, cards = _lanes_of(weights, hand) * np.float32(share), (int(low[hand]), int(high[hand]))
        _lanes_of(tile, hand)[:] += weight
        _lanes_of(sums, own + CARDS)[:] += weight
        met = [_lanes_of(sums, other + card) for card in cards]
        joint -= weight * (met[0] + met[1])
        for card, facing in zip(cards, reversed(met), strict=True):
            _lanes_of(sums, own + card)[:] += weight
            _lanes_of(sums, LINKED + card)[:] += weight * facing * bool(linked)
        if twin[hand] != NO_TWIN:
            product = weight * _lanes_of(others, twin[hand])
            joint += product
            for card in cards:
                _lanes_of(sums, LINKED + card)[:] -= 2 * product


def _slow_products(one: Any, ones: Any, other: Any, others: Any, begin: int, end: int) -> Any:
    entries = zip(ones[begin:end], others[begin:end], strict=True)
    return sum((_lanes_of(one, i) * _lanes_of(other, j) for i, j in entries), np.zeros(LANES, np.float32))


def _slow_sum_card(tile: Any, hands: Any, begin: int, end: int, sums: Any, card: int, total: int) -> None:
    found = sum((_lanes_of(tile, hand) for hand in hands[begin:end]), np.zeros(LANES, np.float32))
    _lanes_of(sums, card)[:] = found
    _lanes_of(sums, total)[:] += found / 2


def _slow_join_card(
    first: Any, second: Any, sums: Any, ones: Any, others: Any, begin: int, end: int, card: int
) -> None:
    same = _slow_products(first, ones, second, others, begin, end)
    _lanes_of(sums, JOINT)[:] += same / 2 - _lanes_of(sums, FIRST + card) * _lanes_of(sums, SECOND + card)
    _lanes_of(sums, LINKED + card)[:] = -2 * same


def _slow_link_card(first: Any, second: Any, sums: Any, *lists_card_and_bounds: Any) -> None:
    first_hand, first_card, second_hand, second_card, card, *bounds = lists_card_and_bounds
    place = _lanes_of(sums, LINKED + card)
    place += _slow_products(first, first_hand, sums, first_card, *bounds[:2])
    place += _slow_products(second, second_hand, sums, second_card, *bounds[2:])


def _slow_gather_card(first: Any, second: Any, sums: Any, *lists_card_and_bounds: Any) -> None:
    first_hand, first_card, second_hand, second_card, card, *bounds = lists_card_and_bounds
    known = _lanes_of(sums, LINKED + card) + _lanes_of(sums, FIRST + card) * _lanes_of(sums, SECOND + card)
    known = known + _slow_products(first, first_hand, sums, first_card, *bounds[:2])
    _lanes_of(sums, GATHERED + card)[:] = known + _slow_products(second, second_hand, sums, second_card, *bounds[2:])


def _slow_weigh_hand(
    first: Any,
    second: Any,
    sums: Any,
    cross_first: Any,
    cross_second: Any,
    begin: int,
    end: int,
    low: int,
    high: int,
    same: int,
    same_second: int,
    out: Any,
    row: int,
    share: float,
) -> None:
    cards = low, high
    one, other, known = ([_lanes_of(sums, base + card) for card in cards] for base in (FIRST, SECOND, GATHERED))
    mine = _lanes_of(first, same), _lanes_of(second, same_second)
    left = [_lanes_of(sums, base + CARDS) - sum(held) for base, held in ((FIRST, one), (SECOND, other))]
    total = _lanes_of(sums, JOINT) + (left[0] + mine[0]) * (left[1] + mine[1]) + sum(known)
    total += 3 * mine[0] * mine[1] - sum(one) * mine[1] - sum(other) * mine[0]
    total -= _slow_products(first, cross_first, second, cross_second, begin, end)
    _lanes_of(out, row)[:] += np.float32(share) * total


def _slow_add_products(
    one: Any, ones: Any, other: Any, others: Any, begin: int, end: int, out: Any, row: int, share: float
) -> None:
    _lanes_of(out, row)[:] += np.float32(share) * _slow_products(one, ones, other, others, begin, end)


_JIT = not config.DISABLE_JIT  # type: ignore[attr-defined]
gather_block: Any = _gather_block if _JIT else _slow_gather_block
add_hands: Any = _add_hands if _JIT else _slow_add_hands
sum_card: Any = _sum_card if _JIT else _slow_sum_card
join_card: Any = _join_card if _JIT else _slow_join_card
link_card: Any = _link_card if _JIT else _slow_link_card
gather_card: Any = _gather_card if _JIT else _slow_gather_card
weigh_hand: Any = _weigh_hand if _JIT else _slow_weigh_hand
add_products: Any = _add_products if _JIT else _slow_add_products
