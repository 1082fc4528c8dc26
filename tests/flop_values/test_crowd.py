"""Three and more players on a flop: deals of parts of the deck, walks against the rules engine, and two as a check."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from phevaluator import evaluate_cards

from gutshot.cards.card import parse_cards
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, combo_of
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig
from gutshot.flop_values.betting import POT_CHIPS, make_betting, make_spot
from gutshot.flop_values.buckets import StreetBuckets, make_buckets
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.flop_values.crowd import even_parts, value_crowd_hands, valuing_parts
from gutshot.flop_values.crowd_betting import CrowdBetting, crowd_plan, grow_crowd, lay_out_crowd, make_crowd_betting
from gutshot.flop_values.crowd_walk import (
    CARDS_OF_HANDS,
    CrowdHands,
    checked_down,
    deal_parts,
    hands_of,
    make_crowd_room,
    make_hands,
    reach_crowd,
    value_parts,
)
from gutshot.flop_values.flop_deals import FlopDealer, make_dealer
from gutshot.flop_values.flop_deck import FlopDeck, make_deck
from gutshot.flop_values.hand_valuation import value_hands
from gutshot.flop_values.model import PostflopModel
from gutshot.flop_values.runout_walk import WalkTables, make_tables, mean_strategy
from gutshot.flop_values.sampled import SampledStrategy
from gutshot.flop_values.values import CrowdArrival
from gutshot.games.poker import act
from gutshot.games.pots import fair_shares
from gutshot.games.row import ACTOR, BETTING, OVER, PAID, PHASE, STACK, STREET, STRENGTH, Row
from gutshot.games.rules import holdem
from gutshot.numeric.arrays import Ints, Reals
from gutshot.trees.plan import GrowthPlan
from gutshot.trees.table import NODE_CHILD, NODE_WIDTH, BettingTable

FLOP = parse_cards("Td9d6h")
CONFIG = PostflopModelConfig(
    solve_type="mccfr",
    num_hand_buckets_flop=12,
    num_hand_buckets_turn=10,
    num_hand_buckets_river=9,
    crowd_runouts=20,
    crowd_valued=10,
)
RANGES = tuple(Range.parse(text).weights for text in ("JJ,98s,A5s,T8o:0.5", "TT,QJs,A6s,97o:0.25", "66,K9s,T9o", "22+"))


@pytest.fixture(scope="module")
def deck() -> FlopDeck:
    return make_deck(FLOP)


@pytest.fixture(scope="module")
def buckets(deck: FlopDeck) -> StreetBuckets:
    return make_buckets(deck, CONFIG)


@pytest.fixture(scope="module")
def dealer(deck: FlopDeck, buckets: StreetBuckets) -> FlopDealer:
    return make_dealer(deck, buckets)


def random_play(betting: CrowdBetting, counts: tuple[int, int, int]) -> WalkTables:
    tables = make_tables(betting, counts)
    drawn = tables._replace(average=np.random.default_rng(5).random(len(tables.average)))
    return drawn._replace(strategy=mean_strategy(betting, drawn, counts))


def dealt(deck: FlopDeck, dealer: FlopDealer, ranges: Sequence[Reals], parts: Ints, seed: int = 1) -> CrowdHands:
    hands = make_hands(len(parts), hands_of(int(parts.max())), deck.cards)
    deal_parts(dealer, np.stack(ranges), parts, np.uint64(seed), hands)
    return hands


# --- the deck cut into parts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_a_deal_gives_every_hand_of_a_part_and_none_that_meet(deck: FlopDeck, dealer: FlopDealer, players: int) -> None:
    ranges = [np.random.default_rng(player).random(COMBO_COUNT) for player in range(players)]
    for parts in (even_parts(players), valuing_parts(players, players - 1)):
        hands = dealt(deck, dealer, ranges, parts)
        assert parts.sum() <= CARDS_OF_HANDS
        assert hands.size.tolist() == [hands_of(int(part)) for part in parts]
        used = [set(COMBO_CARDS[hands.combo[p, : hands.size[p]]].ravel().tolist()) for p in range(players)]
        assert all(not one & two for k, one in enumerate(used) for two in used[:k])
        assert not set().union(*used) & ({*FLOP} | set(hands.cards[:2].tolist()))
        for player in range(players):
            own = slice(0, hands.size[player])
            strengths = hands.strength[player, own]
            assert (np.diff(strengths) >= 0).all()
            assert (hands.weight[player, own] == ranges[player][hands.combo[player, own]]).all()
            for other in (k for k in range(players) if k != player):
                theirs = hands.strength[other, : hands.size[other]]
                assert hands.lower[player, other, own].tolist() == np.searchsorted(theirs, strengths).tolist()
                assert hands.upper[player, other, own].tolist() == np.searchsorted(theirs, strengths, "right").tolist()


def test_hands_that_fit_together_are_dealt_together_equally_often(deck: FlopDeck, dealer: FlopDealer) -> None:
    """Aces and suited neighbours, hands that share ranks and suits and hands that do not."""
    triples = [("AsAh", "KsKh", "QsQh"), ("AsAh", "AcAd", "2c2d"), ("8s7s", "8h7h", "5c4c"), ("JsTs", "Jc9c", "3h2c")]
    numbers = [[combo_of(*parse_cards(text)) for text in triple] for triple in triples]
    parts, deals, seen = even_parts(3), 12_000, np.zeros(len(triples))
    hands = make_hands(3, hands_of(16), deck.cards)
    for deal in range(deals):
        deal_parts(dealer, np.ones((3, COMBO_COUNT)), parts, np.uint64(deal * 7919), hands)
        for row, combos in enumerate(numbers):
            cards = COMBO_CARDS[combos]
            seen[row] += all((hands.owner[cards[player]] == player).all() for player in range(3))
    chance = 1.0
    for place in range(3):
        chance *= parts[place] * (parts[place] - 1)
    for taken in range(6):
        chance /= len(deck.cards) - taken
    assert np.abs(seen / deals - chance).max() < 5 * np.sqrt(chance / deals)


# --- one deal, against the rules engine -------------------------------------------------------------------------------


class Replay:
    """What a hand is worth by playing every line with every hand of the others."""

    def __init__(self, plan: GrowthPlan, table: BettingTable, tables: WalkTables, hands: CrowdHands) -> None:
        self.root, self.table, self.tables, self.hands = plan.root, table, tables, hands
        self.rules = holdem(min_bet=1)

    def value(self, held: Sequence[int]) -> Reals:
        """[n] pots taken less put in, if the players hold these hands (places in `hands`)."""
        return self._below(0, self.root.copy(), held) / POT_CHIPS

    def _below(self, node: int, row: Row, held: Sequence[int]) -> Reals:
        players = len(held)
        if row[PHASE] == OVER:
            return np.asarray((row - self.root)[STACK : STACK + players], np.float64)
        if row[PHASE] != BETTING:
            for player, h in enumerate(held):
                row[STRENGTH + player] = self.hands.strength[player, h]
            return np.array(fair_shares(row)) - row[PAID : PAID + players]
        actor, street = int(row[ACTOR]), int(row[STREET]) - 1
        first, count = int(self.table.nodes[node, NODE_CHILD]), int(self.table.nodes[node, NODE_WIDTH])
        start = self.tables.start[node] + self.hands.bucket[actor, street, held[actor]] * count
        total = np.zeros(players)
        for action in range(count):
            after = row.copy()
            act(self.rules.packed, after, int(self.table.action[first + action]))
            total += self.tables.strategy[start + action] * self._below(first + action, after, held)
        return total


@pytest.mark.parametrize(
    ("stacks", "bets"),
    [((0.8, 0.8, 0.8), "a"), ((0.5, 1.4, 0.9), "a"), ((0.3, 0.4), "50%"), ((0.4, 0.7, 0.5, 0.9), "a")],
)
def test_a_deal_pays_what_the_rules_pay_line_by_line(
    deck: FlopDeck, buckets: StreetBuckets, dealer: FlopDealer, stacks: tuple[float, ...], bets: str
) -> None:
    players, chips = len(stacks), [round(POT_CHIPS * stack) for stack in stacks]
    config = replace(CONFIG, bets=bets, crowd_bets=bets)
    plan = crowd_plan(FLOP, RANGES[:players], chips, config)
    table = grow_crowd(plan)
    betting = lay_out_crowd(table, chips)
    tables = random_play(betting, buckets.counts)
    hands = dealt(deck, dealer, [np.ones(COMBO_COUNT)] * players, even_parts(players))
    some = [np.linspace(0, size - 1, 3).astype(int) for size in hands.size]  # weak, middling, strong
    hands.weight[:] = 0.0
    for player, own in enumerate(some):
        hands.weight[player, own] = 0.5, 1.0, 0.25
    room = make_crowd_room(betting, hands.combo.shape[1])
    reach_crowd(betting, hands, tables, 0.0, room)
    replay, totals = Replay(plan, table, tables, hands), [np.zeros(3) for _ in range(players)]
    for places in product(range(3), repeat=players):
        found = replay.value([some[player][place] for player, place in enumerate(places)])
        weights = [hands.weight[player, some[player][place]] for player, place in enumerate(places)]
        for player in range(players):
            totals[player][places[player]] += np.prod(weights) / weights[player] * found[player]
    for player in range(players):
        value_parts(betting, player, hands, tables, 0.0, room)
        assert room.values[0, some[player]] == pytest.approx(totals[player], abs=1e-12)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_players_take_is_the_pot(deck: FlopDeck, buckets: StreetBuckets, dealer: FlopDealer, players: int) -> None:
    stacks = (2.0, 3.5, 1.2, 2.0)[:players]
    betting = make_crowd_betting(FLOP, RANGES[:players], stacks, CONFIG)
    tables = random_play(betting, buckets.counts)
    hands = dealt(
        deck, dealer, [np.random.default_rng(p).random(COMBO_COUNT) for p in range(players)], even_parts(players)
    )
    room = make_crowd_room(betting, hands.combo.shape[1])
    reach_crowd(betting, hands, tables, 0.0, room)
    taken, checked, row = 0.0, 0.0, np.zeros(hands.combo.shape[1])
    for player in range(players):
        value_parts(betting, player, hands, tables, 0.0, room)
        checked_down(betting, player, hands, room, row)
        taken += hands.weight[player] @ room.values[0]
        checked += hands.weight[player] @ row
    dealt_in = room.mass[:, 0].prod()
    assert taken == pytest.approx(dealt_in, rel=1e-12)
    assert checked == pytest.approx(dealt_in, rel=1e-12)


# --- sampled values ---------------------------------------------------------------------------------------------------


def test_two_players_get_what_the_backend_for_two_gives(
    deck: FlopDeck, buckets: StreetBuckets, dealer: FlopDealer
) -> None:
    """Everybody plays evenly, so no sampling error is left on the one side."""
    ranges = Range.parse("40%").weights, Range.parse("70%").weights
    two = make_betting(make_spot(FLOP, ranges, 3.0, CONFIG))
    tables = make_tables(two, buckets.counts)
    live = np.stack([np.where(deck.live, own, 0.0) for own in ranges])
    expected = value_hands(deck, SampledStrategy(dealer, two, tables, 1, 1, 0.0), live, 2352, 0)
    crowd = make_crowd_betting(FLOP, ranges, (3.0, 3.0), CONFIG)
    config = replace(CONFIG, crowd_valued=300)
    found = value_crowd_hands(deck, dealer, crowd, ranges, make_tables(crowd, buckets.counts), config)
    for player in range(2):
        held = (ranges[player] > 0) & deck.live
        off = (found.shares - expected.shares)[player, held]
        assert np.sqrt((off**2).mean()) < 0.08
        weights = (ranges[player] * found.met[player])[held]
        mean = [float(weights @ shares[player, held] / weights.sum()) for shares in (found.shares, expected.shares)]
        assert mean[0] == pytest.approx(mean[1], abs=0.025)


def test_players_who_check_down_with_the_same_range_share_the_pot(
    deck: FlopDeck, buckets: StreetBuckets, dealer: FlopDealer
) -> None:
    ranges = (Range.parse("50%").weights,) * 3
    config = replace(CONFIG, bets="", crowd_bets="", raises="", crowd_raises="", crowd_valued=200)
    betting = make_crowd_betting(FLOP, ranges, (3.0,) * 3, config)
    found = value_crowd_hands(deck, dealer, betting, ranges, make_tables(betting, buckets.counts), config)
    assert found.shares == pytest.approx(found.equity, abs=1e-12)  # nothing else can happen
    for player in range(3):
        weights = ranges[player] * found.met[player]
        assert weights @ found.shares[player] / weights.sum() == pytest.approx(1 / 3, abs=0.02)


def test_four_who_check_down_take_what_dealing_to_them_says(
    deck: FlopDeck, buckets: StreetBuckets, dealer: FlopDealer
) -> None:
    """Hands, turns and rivers drawn one by one and compared by another evaluator."""
    ranges = tuple(Range.parse(text).weights for text in ("top 15%", "top 40%", "top 70%", "top 100%"))
    config = replace(CONFIG, bets="", crowd_bets="", raises="", crowd_raises="", crowd_valued=600)
    betting = make_crowd_betting(FLOP, ranges, (3.0,) * 4, config)
    found = value_crowd_hands(deck, dealer, betting, ranges, make_tables(betting, buckets.counts), config)
    means = [
        float(own * met @ share / (own @ met)) for own, met, share in zip(ranges, found.met, found.shares, strict=True)
    ]
    rng, won, deals = np.random.default_rng(7), np.zeros(4), 0
    while deals < 3000:
        hands = [COMBO_CARDS[rng.choice(COMBO_COUNT, p=own / own.sum())] for own in ranges]
        cards = {*FLOP, *np.concatenate(hands).tolist()}
        if len(cards) == 11:
            runout = rng.choice([card for card in range(52) if card not in cards], 2, replace=False)
            ranks = np.array([evaluate_cards(*map(int, (*FLOP, *runout, *hand))) for hand in hands])
            best = ranks == ranks.min()
            won += best / best.sum()
            deals += 1
    assert sum(means) == pytest.approx(1, abs=0.02)
    assert means == pytest.approx((won / deals).tolist(), abs=0.03)
    assert means[0] > 1.3 * means[3]


def test_answers_about_crowds_are_kept_and_the_same(tmp_path) -> None:
    config = replace(CONFIG, fixed_flops=("Td9d6h",), crowd_runouts=5, crowd_valued=30)
    arrival = CrowdArrival(RANGES[:3], 8.5, (20.0, 30.0, 20.0))
    first, again = (PostflopModel(config, tmp_path, threads=1).evaluate([arrival])[0][0] for _ in range(2))
    assert first.shares.shape == (3, COMBO_COUNT)
    for name in ("shares", "equity", "met", "standard_error"):
        assert (getattr(first, name) == getattr(again, name)).all()
    assert len(list(tmp_path.rglob("*.bin"))) == 1
    other = PostflopModel(replace(config, seed=1), tmp_path, threads=1).evaluate([arrival])[0][0]
    assert (other.shares != first.shares).any()


@pytest.mark.parametrize(
    ("ranges", "stacks", "words"),
    [
        (RANGES[:1], (1.0,), "1 ranges and 1 stacks at a flop: expected 2 to 6"),
        (RANGES[:3], (1.0, 2.0), "3 ranges and 2 stacks"),
        ((*RANGES[:2], np.zeros(COMBO_COUNT)), (1.0,) * 3, "range 3 of 3 is empty"),
        (RANGES[:3], (1.0, 0.0, 1.0), "pot 2.0 and stacks"),
    ],
)
def test_arrivals_that_make_no_sense(ranges: tuple[Reals, ...], stacks: tuple[float, ...], words: str) -> None:
    with pytest.raises(BadConfig, match=words):
        CrowdArrival(ranges, 2.0, stacks)


def test_a_tree_that_is_too_large_is_refused() -> None:
    config = replace(CONFIG, crowd_bets="33%,66%,100%", crowd_raises="60%,a")
    with pytest.raises(BadConfig, match="nodes for 4 players after the flop: use fewer sizes in crowd_bets"):
        make_crowd_betting(FLOP, RANGES, (20.0,) * 4, config)
