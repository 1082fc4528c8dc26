"""Deals and walks of the sampled backend against the obvious way, and against the range solver on all runouts."""

import numpy as np
import pytest

from gutshot.cards.card import parse_cards
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig
from gutshot.flop_values.betting import POT_CHIPS, FlopBetting, make_betting, make_spot
from gutshot.flop_values.buckets import StreetBuckets, make_buckets
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.flop_values.flop_deals import (
    FlopDealer,
    deal_drawn,
    deal_everyone,
    empty_hands,
    find_same,
    make_dealer,
    make_table,
)
from gutshot.flop_values.flop_deck import LIVE_ON_RIVER, FlopDeck, make_deck
from gutshot.flop_values.hand_valuation import equity_edges, value_hands
from gutshot.flop_values.runout_walk import WalkTables, make_room, make_tables, mean_strategy, value_runout
from gutshot.flop_values.sampled import SampledStrategy
from gutshot.flop_values.terminal_kernels import RunoutHands, gather_columns, make_end_room, meet_hands
from gutshot.flop_values.values import meeting_weights
from gutshot.postflop.solver import Solver
from tests.naive import postflop_model as naive

FLOP = parse_cards("Td9d6h")
CONFIG = PostflopModelConfig(
    solve_type="mccfr", num_hand_buckets_flop=12, num_hand_buckets_turn=10, num_hand_buckets_river=9
)
RANGES = Range.parse("JJ,98s,A5s,T8o:0.5").weights, Range.parse("TT,QJs,A6s,97o:0.25").weights


@pytest.fixture(scope="module")
def deck() -> FlopDeck:
    return make_deck(FLOP)


@pytest.fixture(scope="module")
def buckets(deck: FlopDeck) -> StreetBuckets:
    return make_buckets(deck, CONFIG)


@pytest.fixture(scope="module")
def dealer(deck: FlopDeck, buckets: StreetBuckets) -> FlopDealer:
    return make_dealer(deck, buckets)


def random_tables(counts: tuple[int, int, int], spr: float) -> tuple[FlopBetting, WalkTables]:
    betting = make_betting(make_spot(FLOP, RANGES, spr, CONFIG))
    tables = make_tables(betting, counts)
    generator = np.random.default_rng(5)
    drawn = tables._replace(average=generator.random(len(tables.average)))
    return betting, drawn._replace(strategy=mean_strategy(betting, drawn, counts))


def test_buckets_cover_every_live_hand(deck: FlopDeck, buckets: StreetBuckets) -> None:
    assert buckets.counts == (12, 10, 9)
    assert ((buckets.flop >= 0) == deck.live).all()
    turn = parse_cards("2c")[0]
    possible = deck.live & ~np.isin(COMBO_CARDS, [turn]).any(axis=1)
    assert ((buckets.turn[turn] >= 0) == possible).all()
    assert (np.diff(buckets.river) >= 0).all()


def test_a_runout_equals_every_pair_walked(dealer: FlopDealer, deck: FlopDeck, buckets: StreetBuckets) -> None:
    betting, tables = random_tables(buckets.counts, 1.5)
    turn, river = parse_cards("6d2c")
    weights = np.stack([np.where(deck.live, own, 0.0) for own in RANGES])
    table, room = make_table(LIVE_ON_RIVER), make_room(betting, LIVE_ON_RIVER)
    deal_everyone(dealer, weights, turn, river, table)
    row = deck.runout[turn, river]
    labels = (buckets.flop, buckets.turn[turn], buckets.river[np.maximum(deck.values[row], 0)])

    def share(node: int, combo: int, action: int) -> float:
        bucket = labels[betting.street[node]][combo]
        return float(tables.strategy[tables.start[node] + bucket * betting.actions[node] + action])

    for player, (own, other) in enumerate(((table.first, table.second), (table.second, table.first))):
        value_runout(betting, player, own, other, tables, room)
        expected = naive.hand_values(betting, player, weights, deck.strengths[row], share)
        got = {int(own.combo[h]): room.values[0, h] for h in range(own.size[0])}
        for combo, value in expected.items():
            assert got[combo] == pytest.approx(value, abs=1e-12)


def test_no_impossible_deal_in_a_million(dealer: FlopDealer, deck: FlopDeck) -> None:
    """Drawn hands miss the board, and a pair that shares a card is in no sum."""
    generator = np.random.default_rng(1)
    weights = np.where(deck.live, 1.0, 0.0) * np.ones((2, 1))
    table, room = make_table(LIVE_ON_RIVER), make_end_room(LIVE_ON_RIVER)
    deals = 0
    while deals < 1_000_000:
        turn, river = generator.choice(deck.cards, 2, replace=False)
        deal_drawn(dealer, weights, turn, river, generator.random((2, 12)), 20, table)
        board = {*FLOP, turn, river}
        assert len(board) == 5
        first, second = _cards(table.first), _cards(table.second)
        assert not np.isin(first, list(board)).any()
        assert not np.isin(second, list(board)).any()
        shared = (first[:, None, :, None] == second[None, :, None, :]).any(axis=(2, 3))
        gather_columns(table.second.weight[None], np.zeros(1, dtype=np.int64), len(second), room.came)
        meet_hands(table.first, table.second, room)
        assert room.met[: len(first), 0] == pytest.approx((~shared) @ table.second.weight[: len(second)], abs=1e-9)
        deals += int((~shared).sum())


def _cards(hands: RunoutHands) -> np.ndarray:
    return COMBO_CARDS[hands.combo[: hands.size[0]]].astype(int)


def test_drawn_hands_stand_for_the_range(dealer: FlopDealer, deck: FlopDeck, buckets: StreetBuckets) -> None:
    """Each bucket keeps its weight on the runout, and on average every hand does."""
    generator = np.random.default_rng(2)
    weights = np.stack([np.where(deck.live, generator.random(COMBO_COUNT), 0.0) for _ in range(2)])
    table, (turn, river) = make_table(LIVE_ON_RIVER), parse_cards("Kc3s")
    mean = np.zeros(COMBO_COUNT)
    for _ in range(400):
        deal_drawn(dealer, weights, turn, river, generator.random((2, 12)), 3, table)
        hands = table.first
        mean[hands.combo[: hands.size[0]]] += hands.weight[: hands.size[0]] / 400
    possible = deck.live & ~np.isin(COMBO_CARDS, [turn, river]).any(axis=1)
    true = np.where(possible, weights[0], 0.0)
    got = np.bincount(buckets.flop[possible], mean[possible])
    assert got == pytest.approx(np.bincount(buckets.flop[possible], true[possible]))
    spread = (mean - true)[possible]
    assert abs(spread.mean()) < 0.01
    assert spread.std() < 0.25


def test_all_runouts_equal_the_range_solver(dealer: FlopDealer, deck: FlopDeck, buckets: StreetBuckets) -> None:
    """Both players choosing evenly: an untouched range solver has the same values, from other code."""
    spot = make_spot(FLOP, RANGES, 0.6, CONFIG)
    betting = make_betting(spot)
    even = SampledStrategy(dealer, betting, make_tables(betting, buckets.counts), 0, 0, 0.0)
    weights = np.stack([np.where(deck.live, own, 0.0) for own in RANGES])
    found = value_hands(deck, even, weights, 10_000, 0)
    assert found.runouts == 49 * 48
    solver = Solver(spot, threads=1)
    for player in range(2):
        combos = solver.layout.combos[player]
        met = meeting_weights(FLOP, RANGES[1 - player])[combos]
        expected = 0.5 + solver.values(player) / met / POT_CHIPS
        assert found.shares[player, combos] == pytest.approx(expected, abs=2e-5)
    assert found.standard_error.max() == pytest.approx(0, abs=1e-7)
    some = value_hands(deck, even, weights, 147, 0)
    held = np.stack([(own > 0) & deck.live for own in RANGES])
    off = ((some.shares - found.shares) / np.where(held, some.standard_error, 1.0))[held]
    assert 0.5 < np.sqrt((off**2).mean()) < 1.6


def test_edges_equal_every_pair_on_every_runout_used(deck: FlopDeck) -> None:
    used = np.isin(np.arange(1176), [3, 500, 1100])
    ranges = np.stack([np.where(deck.live, own, 0.0) for own in RANGES])
    edges = equity_edges(deck, ranges, used)
    for player in range(2):
        facing = np.flatnonzero(ranges[1 - player])
        for combo in np.flatnonzero(ranges[player])[:5]:
            won, met = 0.0, 0.0
            for strengths in deck.strengths[used]:
                if strengths[combo]:
                    others = [k for k in facing if strengths[k] and naive.apart(int(combo), int(k))]
                    weights = ranges[1 - player, others]
                    won += weights @ np.sign(strengths[combo] - strengths[others])
                    met += weights.sum()
            assert edges[player, combo] == pytest.approx(won / met)


def test_a_hand_without_a_runout_is_named(dealer: FlopDealer, deck: FlopDeck, buckets: StreetBuckets) -> None:
    betting = make_betting(make_spot(FLOP, RANGES, 0.6, CONFIG))
    even = SampledStrategy(dealer, betting, make_tables(betting, buckets.counts), 0, 0, 0.0)
    weights = np.stack([np.where(deck.live, own, 0.0) for own in RANGES])
    with pytest.raises(BadConfig, match=r"no sampled runout of Td9d6h leaves the out-of-position hand \w{4} possible"):
        value_hands(deck, even, weights, 1, 0)


@pytest.mark.nojit
def test_hands_met_and_won_from_equal_the_obvious_sums() -> None:
    """Made-up strengths with many ties, hands that share one card or both."""
    generator = np.random.default_rng(7)
    for _ in range(10):
        combos = [np.sort(generator.choice(60, 12, replace=False)) for _ in range(2)]
        strength_of = {combo: int(generator.integers(1, 5)) for combo in range(60)}
        own, other = (_hands(held, strength_of, generator) for held in combos)
        place = np.full(COMBO_COUNT, -1)
        place[other.combo] = np.arange(12)
        find_same(own, place)
        reach, room = np.stack([generator.random(12), other.weight]), make_end_room(12)
        gather_columns(reach, np.array([1, 0]), 12, room.came)
        meet_hands(own, other, room)
        for h, combo in enumerate(own.combo):
            met = [k for k in range(12) if naive.apart(int(combo), int(other.combo[k]))]
            signs = [np.sign(own.strength[h] - other.strength[k]) for k in met]
            for column, came in enumerate((other.weight, reach[0])):
                assert room.met[h, column] == pytest.approx(came[met].sum())
                assert room.won[h, column] == pytest.approx((came[met] * signs).sum())


def _hands(held: np.ndarray, strength_of: dict[int, int], generator: np.random.Generator) -> RunoutHands:
    hands = empty_hands(len(held))
    order = sorted(held.tolist(), key=lambda combo: strength_of[combo])
    hands.size[0] = len(order)
    hands.combo[:] = order
    hands.low[:], hands.high[:] = COMBO_CARDS[order].T
    hands.strength[:] = [strength_of[combo] for combo in order]
    hands.weight[:] = generator.random(len(order))
    return hands
