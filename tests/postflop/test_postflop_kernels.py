"""Compiled kernels beside their slow twins, and sixteen-bit rounding that is right on average."""

from typing import Any

import numpy as np
import pytest

from gutshot.cards.card import parse_cards
from gutshot.cards.combos import combo_cards
from gutshot.cards.evaluate import strength_of
from gutshot.kernel import kernel
from gutshot.postflop import simd as lanes
from gutshot.postflop.boards import build_boards, fill_places, make_places
from gutshot.postflop.node_rows import add_up, learn, play, take_best, take_mean
from gutshot.postflop.simd import INDEX_WIDTH, LANES
from gutshot.postflop.sixteen_bit import pack, unpack
from gutshot.postflop.spot import Spot
from gutshot.postflop.sweeps import shares_of

RNG = np.random.default_rng(7)

_transpose, _prefix, _showdown, _fold, _add = (
    lanes.transpose_block,
    lanes.prefix_sums,
    lanes.showdown_row,
    lanes.fold_row,
    lanes.add_scaled,
)


@kernel
def run_transpose(source: Any, taken: Any, shift: int, target: Any, put: Any, target_shift: int) -> None:
    _transpose(source, taken, shift, target, put, target_shift)


@kernel
def run_tile(
    tile: Any, rows: Any, low: Any, high: Any, count: int, sums: Any, cards: Any, index: Any, factors: Any, out: Any
) -> None:
    _prefix(tile, rows, 0, low, high, count, sums, cards)
    for hand in range(len(index) // INDEX_WIDTH):
        _showdown(tile, sums, cards, index, hand, hand * INDEX_WIDTH, count, factors, out)


@kernel
def run_fold(tile: Any, sums: Any, cards: Any, index: Any, count: int, factors: Any, out: Any) -> None:
    for hand in range(len(index) // INDEX_WIDTH):
        _fold(tile, sums, cards, index, hand, hand * INDEX_WIDTH, count, factors, out)


@kernel
def run_add(target: Any, into: int, source: Any, start: int, factors: Any, which: int) -> None:
    _add(target, into, source, start, factors, which)


def floats(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape).astype(np.float32)


@pytest.mark.nojit
def test_a_block_is_transposed() -> None:
    source = floats(600)
    taken, put = np.arange(16) * 20 + 3, RNG.permutation(16) * 24
    fast, slow = np.zeros(600, dtype=np.float32), np.zeros(600, dtype=np.float32)
    run_transpose(source, taken, 5, fast, put, 7)
    lanes._slow_transpose_block(source, taken, 5, slow, put, 7)
    assert np.array_equal(fast, slow)
    assert fast[put[2] + 7 + 4] == source[taken[4] + 5 + 2]


@pytest.mark.nojit
def test_rows_are_added_with_factors() -> None:
    target, source, factors = floats(64), floats(64), floats(48)
    expected = target.copy()
    expected[8:24] += source[3:19] * factors[32:]
    run_add(target, 8, source, 3, factors, 2)
    assert np.allclose(target, expected)


@pytest.mark.nojit
@pytest.mark.parametrize("lines", [16, 17, 31, 32, 40])
def test_every_line_counts_once(lines: int) -> None:
    shares, counted = shares_of(4, lines), np.zeros(lines)
    for block in range(0, lines - LANES, LANES):
        counted[block : block + LANES] += shares[:LANES]
    counted[lines - LANES :] += shares[LANES:]
    assert (counted == 0.25).all()


@pytest.mark.nojit
def test_showdowns_and_folds_equal_their_twins() -> None:
    count, hands = 9, 5
    tile = np.vstack([RNG.random((count, LANES)), np.zeros((8, LANES))]).astype(np.float32).reshape(-1)
    places = RNG.permutation(2 * count)
    low, high = (places[:count] + 1).astype(np.uint16), (places[count:] + 1).astype(np.uint16)
    index = RNG.integers(0, count, hands * INDEX_WIDTH).astype(np.uint16)
    factors = floats(3 * LANES)
    rooms = [[np.zeros(40 * LANES, dtype=np.float32) for _ in range(4)] for _ in range(2)]
    for cards in (rooms[0][1], rooms[1][1]):
        cards[:] = 0
    rows = RNG.integers(0, count, count).astype(np.uint16)
    run_tile(tile, rows, low, high, count, rooms[0][0], rooms[0][1], index, factors, rooms[0][2])
    run_fold(tile, rooms[0][0], rooms[0][1], index, count, factors, rooms[0][3])
    lanes._slow_prefix_sums(tile, rows, 0, low, high, count, rooms[1][0], rooms[1][1])
    sums, cards = rooms[1][:2]
    for hand in range(hands):
        at = hand * INDEX_WIDTH
        lanes._slow_showdown_row(tile, sums, cards, index, hand, at, count, factors, rooms[1][2])
        lanes._slow_fold_row(tile, sums, cards, index, hand, at, count, factors, rooms[1][3])
    for fast, slow in zip(*rooms, strict=True):
        assert np.allclose(fast, slow, atol=1e-5)


@pytest.mark.nojit
@pytest.mark.parametrize("ip", ["QQ,J9s,55,T7s:0.5", "AA,JTo,K7s,22", "AA,JTo"])
def test_places_among_sums_are_those_of_a_count(ip: str) -> None:
    """Spades are told apart from the other suits, of which the river leaves some alike: hands share rows there."""
    boards = build_boards(parse_cards("9s8s2s"), Spot("9s8s2s", "AA,JTo,K7s", ip, 100, 100).weights)
    river = boards[-1]
    places = make_places(boards)
    shared_rows = False
    for number in range(0, len(river), 7):
        for player in range(2):
            own, other = river.sides[player], river.sides[1 - player]
            fill_places(number, own, other, places)
            combos, rows = other.combos_of(number).tolist(), other.rows_of(number)
            strength = {c: strength_of((*river.boards[number], *combo_cards(c))) for c in combos}
            for hand, place in enumerate(zip(places.low, places.high, strict=True)):
                if hand < len(combos):
                    assert place == tuple(
                        places.opens[card] + sum(card in combo_cards(c) for c in combos[: hand + 1])
                        for card in combo_cards(combos[hand])
                    )
            last = dict(zip(own.rows_of(number).tolist(), own.combos_of(number).tolist(), strict=True))
            shared_rows |= len(last) < own.hands[number]
            for row, combo in last.items():
                found = places.lookup[row * INDEX_WIDTH : (row + 1) * INDEX_WIDTH].tolist()
                mine = strength_of((*river.boards[number], *combo_cards(combo)))
                weaker = [c for c in combos if strength[c] < mine]
                up_to = [c for c in combos if strength[c] <= mine]
                assert found[:2] == [len(weaker), len(up_to)]
                counts = [
                    places.opens[card] + sum(card in combo_cards(c) for c in hands)
                    for card in combo_cards(combo)
                    for hands in (weaker, up_to, combos)
                ]
                assert [found[k] for k in (2, 3, 6, 4, 5, 7)] == counts
                assert found[8] == (rows[combos.index(combo)] if combo in combos else other.rows[number])
    assert shared_rows


@kernel
def run_node(block: Any, average: Any, came: Any, left: Any, children: Any, values: Any, out: Any, factor: Any) -> None:
    hands = len(came)
    take_best(children, values, hands, out[:hands])
    add_up(children, values, hands, out[hands : 2 * hands])
    take_mean(block, children, values, hands, out[2 * hands : 3 * hands], factor)
    play(block, average, came, left, hands, factor, np.float32(0.5), True)
    learn(
        block,
        children,
        values,
        hands,
        out[3 * hands : 4 * hands],
        factor,
        np.float32(0.75),
        np.float32(0.5),
        np.float32(-np.inf),
    )


@pytest.mark.nojit
@pytest.mark.parametrize("actions", [1, 2, 3, 5])
def test_a_node_does_what_the_formulas_say(actions: int) -> None:
    hands = 21
    block, average, came, values = (
        floats(actions, hands),
        abs(floats(actions, hands)),
        abs(floats(hands)),
        floats(7, hands),
    )
    block[:, 3] = -1
    children = np.arange(actions) + 1
    positive = np.maximum(block, 0)
    total = positive.sum(axis=0)
    shares = np.where(total > 0, positive / np.where(total > 0, total, 1), 1 / actions)
    mean = (shares * values[1 : actions + 1]).sum(axis=0)
    regrets = block * np.where(block > 0, 0.75, 0.5) + values[1 : actions + 1] - mean
    left, out = np.zeros(actions * hands, dtype=np.float32), np.zeros(4 * hands, dtype=np.float32)
    new_block, new_average = block.copy().reshape(-1), average.copy().reshape(-1)
    run_node(new_block, new_average, came, left, children, values.reshape(-1), out, np.zeros(hands, dtype=np.float32))
    assert np.allclose(left.reshape(actions, hands), shares * came, atol=1e-5)
    assert np.allclose(new_average.reshape(actions, hands), average * 0.5 + shares * came, atol=1e-5)
    assert np.allclose(new_block.reshape(actions, hands), regrets, atol=1e-4)
    expected = [values[children].max(axis=0), values[children].sum(axis=0), mean, mean]
    assert np.allclose(out.reshape(4, hands), expected, atol=1e-4)


@pytest.mark.nojit
def test_sixteen_bit_rounding_is_right_on_average() -> None:
    block = floats(3 * 40)
    small, scales = np.zeros(200, dtype=np.int16), np.zeros(8, dtype=np.float32)
    back, total = np.zeros(120, dtype=np.float32), np.zeros(120)
    rounds = 64
    for seed in range(rounds):
        pack(small, scales, 2, 10, 3, 40, block, seed)
        unpack(small, scales, 2, 10, 3, 40, back)
        total += back
    step = scales[2:5].repeat(40) / 32767
    assert (abs(back - block) <= step * 1.001).all()
    assert (abs(total / rounds - block) < step * 0.35).all()
    assert abs((total / rounds - block) / step).mean() < 0.08


@pytest.mark.nojit
@pytest.mark.parametrize("hands", [9, 16, 40])
def test_sixteen_bits_of_any_row_equal_the_slow_twin(hands: int) -> None:
    """Short rows, whole lanes, and lanes that overlap at the end: a place throws the same dice in all of them."""
    block, begin, seed = floats(2 * hands), 5, 12345
    small, scales = np.zeros(120, dtype=np.int16), np.zeros(2, dtype=np.float32)
    pack(small, scales, 0, begin, 2, hands, block, seed)
    rows = block.reshape(2, hands)
    assert np.array_equal(scales, abs(rows).max(axis=1))
    expected = np.zeros(120 + LANES, dtype=np.int16)
    for row in range(2):
        padded, first = np.append(rows[row], floats(LANES)), begin + row * hands
        factor = np.float32(32767) / scales[row]
        for h in range(0, hands, LANES):
            lanes._slow_round_lanes(padded, h, factor, expected, first + h, seed)
    assert np.array_equal(small[begin : begin + 2 * hands], expected[begin : begin + 2 * hands])
