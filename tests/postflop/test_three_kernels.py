"""The sums of a three-way showdown and the three players' betting against enumeration."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from gutshot.postflop.three_showdown import (
    HandList,
    Meeting,
    ShowdownRoom,
    Weights,
    settle_fixed,
    settle_rising,
    weigh_all,
)
from gutshot.postflop.three_tree import build_three_tree, pots_at
from tests.naive.threeway import meeting_weights
from tests.postflop.three_spots import river

ROOM = ShowdownRoom.new()


def _listed(hands: list[tuple[int, int, int]]) -> HandList:
    low, high, strength = (np.array([hand[k] for hand in hands]) for k in range(3))
    return HandList(low.astype(np.uint8), high.astype(np.uint8), strength.astype(np.uint16))


def _some_hands(rng: np.random.Generator, cards: int, levels: int, most: int) -> list[tuple[int, int, int]]:
    """Distinct pairs of a few cards, sorted by one of a few strengths that belong to the pair."""
    pairs = [(p, q) for p in range(cards) for q in range(p + 1, cards)]
    chosen = rng.permutation(len(pairs))[: rng.integers(1, min(most, len(pairs)) + 1)]
    return sorted(((*pairs[k], (7 * pairs[k][0] + 3 * pairs[k][1]) % levels) for k in chosen), key=lambda hand: hand[2])


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 2**32), st.integers(4, 9), st.integers(1, 6), st.sampled_from(["both", "first", "second", "none"])
)
def test_settlement_counts_every_pair_of_hands_once(seed: int, cards: int, levels: int, kind: str) -> None:
    rng = np.random.default_rng(seed)
    mine, one, other = (_some_hands(rng, cards, levels, 15) for _ in range(3))
    shared = [(i, other.index(hand)) for i, hand in enumerate(one) if hand in other]
    first, second = (np.array([pair[k] for pair in shared], np.uint16) for k in range(2))
    meeting = Meeting(_listed(mine), _listed(one), _listed(other), first, second)

    def drawn(count: int, used: bool) -> np.ndarray:
        return (rng.random(count) * (rng.random(count) < 0.8) * used).astype(np.float32)

    fixed = drawn(len(one), True), drawn(len(other), True)
    rising = drawn(len(one), kind in ("both", "first")), drawn(len(other), kind in ("both", "second"))
    weights = Weights(fixed[0], rising[0], fixed[1], rising[1], kind in ("both", "first"), kind in ("both", "second"))
    out, whole = np.zeros(len(mine), np.float32), np.zeros(len(mine), np.float32)
    expected = meeting_weights(mine, (one, other), fixed, rising)
    settle_rising(meeting, weights, ROOM, out)
    np.testing.assert_allclose(out, expected, atol=2e-5 * max(1, expected.max()))
    weigh_all(meeting, ROOM, 2.0, whole)
    total = fixed[0] + rising[0], fixed[1] + rising[1]
    expected = 2 * meeting_weights(mine, (one, other), total, (0 * total[0], 0 * total[1]))
    np.testing.assert_allclose(whole, expected, atol=2e-5 * max(1, expected.max()))
    if kind == "none":
        settle_fixed(meeting, weights, ROOM, out)
        np.testing.assert_allclose(out, expected / 2, atol=2e-5 * max(1, expected.max()))


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
