"""The sums of a three-way showdown and the three players' betting against enumeration."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gutshot.numeric.arrays import Floats
from gutshot.postflop.simd import LANES
from gutshot.postflop.three_boards import SeatHands
from gutshot.postflop.three_meetings import HandList, meeting_on, meetings_of
from gutshot.postflop.three_showdown import ShowdownRoom, Ways, settle
from gutshot.postflop.three_tree import build_three_tree, pots_at
from tests.naive.threeway import meeting_weights
from tests.postflop.three_spots import river

Hand = tuple[int, int, int]


def _listed(hands: list[Hand]) -> HandList:
    low, high, strength = (np.array([hand[k] for hand in hands]) for k in range(3))
    combo = (48 * low + high).astype(np.int16)  # a name of the pair
    return HandList(low.astype(np.uint8), high.astype(np.uint8), strength.astype(np.uint16), combo)


def _on_one_board(hands: HandList) -> SeatHands:
    none = np.zeros(0, np.uint16)
    start = np.array([0, len(hands.low)])
    return SeatHands(
        start,
        hands.low,
        hands.high,
        hands.strength,
        hands.combo,
        none,
        start,
        start,
        none,
        *([np.ones(1, np.float32)] * 2),
    )


def _some_hands(rng: np.random.Generator, cards: int, levels: int, most: int) -> list[Hand]:
    """Distinct pairs of a few cards, sorted by one of a few strengths that belong to the pair."""
    pairs = [(p, q) for p in range(cards) for q in range(p + 1, cards)]
    chosen = rng.permutation(len(pairs))[: rng.integers(1, min(most, len(pairs)) + 1)]
    return sorted(((*pairs[k], (7 * pairs[k][0] + 3 * pairs[k][1]) % levels) for k in chosen), key=lambda hand: hand[2])


KINDS = [(first, second) for first in ("fixed", "rising", "both") for second in ("fixed", "rising", "both")]


@pytest.mark.nojit
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(4, 9), st.integers(1, 6), st.sampled_from(KINDS))
def test_settlement_counts_every_pair_of_hands_once_in_each_lane(
    seed: int, cards: int, levels: int, kind: tuple[str, str]
) -> None:
    rng = np.random.default_rng(seed)
    players = [_some_hands(rng, cards, levels, 15) for _ in range(3)]
    lists = [_listed(own) for own in players]
    meetings, room = meetings_of([(lists[0], lists[1], lists[2])], 16), ShowdownRoom.new(16)
    meeting = meeting_on(meetings, 0, *map(_on_one_board, lists))
    used = [name in (part, "both") for name in kind for part in ("fixed", "rising")]
    weights = list[Floats]()
    for count, has in zip(np.repeat([len(own) for own in players[1:]], 2), used, strict=True):
        drawn = rng.random((count, LANES)) * (rng.random((count, LANES)) < 0.8) * has
        weights.append(drawn.astype(np.float32))
    for _ in range(2):  # the second time in a room that has been used
        for tile, own in zip(room, weights, strict=False):
            tile[: own.size] = own.ravel()
        settle(meeting, room, Ways._make(used))
    found = room.out[: LANES * len(players[0])].reshape(-1, LANES)
    for lane in (0, 7, LANES - 1):
        first_fixed, first_rising, second_fixed, second_rising = (own[:, lane] for own in weights)
        expected = meeting_weights(
            players[0], (players[1], players[2]), (first_fixed, second_fixed), (first_rising, second_rising)
        )
        np.testing.assert_allclose(found[:, lane], expected, atol=2e-5 * max(1, expected.max()))


@settings(max_examples=25, deadline=None)
@given(st.tuples(*[st.integers(1, 400)] * 3), st.sampled_from([0.0, 0.05]), st.sampled_from(["a", "50%, a", "100%"]))
def test_pots_hold_all_chips_less_rake(stacks: tuple[int, int, int], rate: float, bets: str) -> None:
    spot = river(stacks=list(stacks), bets=bets, raises="a", rake={"rate": rate, "cap": 12})
    tree = build_three_tree(spot)
    for node in range(len(tree)):
        if not tree.is_decision(node):
            pots, paid = pots_at(tree, node), tree.paid[node]
            called = spot.pot + paid.sum() - (max(paid) - sorted(paid)[-2])
            rake = min(called * rate, 12)
            assert np.isclose(sum(pot.amount for pot in pots), tree.pot(node) - rake)
            assert all(pot.contenders & ~int(tree.live[node]) == 0 for pot in pots)
            assert (paid <= stacks).all()
