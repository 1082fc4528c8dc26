"""Equity against brute force with eval7, against published values, against itself by another road."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from gutshot.cards.card import Card, format_card, format_cards, parse_cards
from gutshot.cards.combos import combo_cards
from gutshot.cards.equity import equity
from gutshot.cards.equity_plan import make_plan, make_situation
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig, MalformedInput
from tests.naive import equity as naive

PAIR = ("QQ+,AK", "22+,A2s+,KTs+,QTs+,JTs,ATo+,KQo")

SMALL = [
    (["AsAh", "KdKc"], "2c7d9hTs", ""),
    (["AsKs", "QdQc", "Jh Th"], "Ah Qs 2s", ""),
    (["AcKc,AcQc", "JsJh,AsKs:0.5"], "Td9d6h", ""),
    (["AA,AKs:0.5,76s:0.25", "QQ:0.125,KQo,98s"], "Qh9h2c5d", ""),
    (["AA,KQs", "JJ,AQo:0.5"], "Qh9h2c5d", "AsJd"),
    (["AK", "AK"], "Ah Kd 2c 2d 7s", ""),
    (["KK:0.3,AhAd", "AK,AhQh:0.7"], "As7d2c9h3c", "2d"),
    (["AA", "KK:0.5", "QQ,JTs"], "Td9d6h2c", "Qs"),
    (["A2s", "A3s", "A4s", "A5s"], "KcKdKhQs", ""),
    (["TsTh", "9s8s", "AdKd", "77:0.5,5h5c"], "Td9d6h2c", "Ac"),
    (["22", "33", "44", "55", "6s6h", "7s7h"], "KcKdKhAsAc", ""),
]


def _ask(ranges, board, dead, **options):
    texts = [text.replace(" ", "") for text in ranges]
    return equity(texts, parse_cards(board), parse_cards(dead), **options)


@pytest.mark.parametrize(("ranges", "board", "dead"), SMALL)
@pytest.mark.nojit
def test_exact_equals_brute_force(ranges, board, dead):
    result = _ask(ranges, board, dead, exact=True)
    texts = [text.replace(" ", "") for text in ranges]
    words = [[format_card(card) for card in parse_cards(cards)] for cards in (board, dead)]
    expected = naive.equities(texts, *words)
    for player, numbers in zip(result.players, expected, strict=True):
        assert player.equity == pytest.approx(numbers["equity"], abs=1e-12)
        assert player.win == pytest.approx(numbers["win"], abs=1e-12)
        assert player.tie == pytest.approx(numbers["tie"], abs=1e-12)
    by_combo = naive.equities_by_combo(texts, *words)
    for player, combos in zip(result.players, by_combo, strict=True):
        found = dict(zip(player.by_combo.combos.tolist(), player.by_combo.equity.tolist(), strict=True))
        named = {frozenset(map(format_card, combo_cards(combo))): value for combo, value in found.items()}
        assert {hand: value for hand, value in named.items() if not np.isnan(value)} == pytest.approx(combos, abs=1e-12)


@pytest.mark.parametrize(("ranges", "board", "dead"), [case for case in SMALL if len(case[0]) == 2])
def test_sweep_and_deals_agree(ranges, board, dead, monkeypatch):
    by_deals = _ask(ranges, board, dead, exact=True)
    monkeypatch.setattr("gutshot.cards.equity_plan.SWEEP_COST", 0)
    by_sweep = _ask(ranges, board, dead, exact=True)
    assert (by_deals.method, by_sweep.method) == ("deals", "sweep")
    for one, other in zip(by_deals.players, by_sweep.players, strict=True):
        assert (one.equity, one.win, one.tie) == pytest.approx((other.equity, other.win, other.tie), abs=1e-12)
        assert one.by_combo.equity == pytest.approx(other.by_combo.equity, abs=1e-12, nan_ok=True)


def test_deals_too_many_to_list_are_counted_in_parts(monkeypatch):
    question = (["AA,KQs", "KK:0.5,JTs", "QQ,98s"], "Td9d6h2c", "Qs")
    whole = _ask(*question, exact=True)
    monkeypatch.setattr("gutshot.cards.equity_exact.MAX_LISTED_DEALS", 7)
    parts = _ask(*question, exact=True, threads=2)
    for one, other in zip(whole.players, parts.players, strict=True):
        assert (one.equity, one.win, one.tie) == pytest.approx((other.equity, other.win, other.tie), abs=1e-12)
        assert one.by_combo.equity == pytest.approx(other.by_combo.equity, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize(
    ("first", "second", "value"),
    [("AA", "KK", 0.819461), ("AKs", "QQ", 0.460485), ("JTs", "22", 0.538384), (*PAIR, 0.672414)],
)
def test_published_preflop_equities_by_counting_boards(first, second, value):
    result = equity([first, second], use_matrix=False, exact=True)
    assert result.method == "deals"
    assert result.players[0].equity == pytest.approx(value, abs=5e-7)
    assert sum(player.equity for player in result.players) == pytest.approx(1, abs=1e-12)


def test_hand_against_hand_counts_every_board():
    """Wins, losses and ties of AcAd v KsKh as other calculators print them."""
    result = equity(["AcAd", "KsKh"], use_matrix=False)
    aces, kings = result.players
    assert result.exact
    assert result.boards == 1_712_304
    assert [round(part * result.boards) for part in (aces.win, kings.win, aces.tie)] == [1_388_072, 317_694, 6_538]
    assert aces.equity == pytest.approx(aces.win + aces.tie / 2, abs=1e-15)


def test_players_can_be_asked_in_any_order():
    board = parse_cards("Td9d6h")
    texts = ["AA,KdQd", "99:0.5,87s", "AdJd"]
    straight = equity(texts, board)
    turned = equity(texts[::-1], board)
    for one, other in zip(straight.players, turned.players[::-1], strict=True):
        assert one.equity == pytest.approx(other.equity, abs=1e-12)


def test_same_range_has_half_the_pot():
    result = equity(["random", "random"], parse_cards("Td9d6h"), exact=True)
    assert result.method == "sweep"
    assert [player.equity for player in result.players] == pytest.approx([0.5, 0.5], abs=1e-12)
    assert result.players[0].by_combo.equity == pytest.approx(result.players[1].by_combo.equity, abs=1e-12)


def test_isomorphic_combos_are_equal_though_boards_were_merged():
    result = equity(["AA", "KK"], use_matrix=False, exact=True)
    assert np.ptp(result.players[0].by_combo.equity) < 1e-12
    single = [equity([hand, "KK"], use_matrix=False).players[0].equity for hand in ("AcAd", "AsAh")]
    assert single == pytest.approx([result.players[0].equity] * 2, abs=1e-12)


def test_combos_weighted_by_chance_give_the_player():
    result = equity(["AA,AKs:0.5", "KK,QJs:0.25"], parse_cards("Ks7s2d"), exact=True)
    for player in result.players:
        assert player.by_combo.chance.sum() == pytest.approx(1)
        assert (player.by_combo.chance * player.by_combo.equity).sum() == pytest.approx(player.equity)


def test_a_combo_that_can_never_be_dealt_has_no_equity():
    result = equity(["AA,KdKc", "AsAh,AsAd"], parse_cards("2c3c4d5h9s"), exact=True)
    rows = {name: (chance, equity) for name, chance, equity, _, _ in result.players[0].by_combo.rows()}
    assert rows["AsAc"] == (0.0, None)
    assert rows["KdKc"][1] == 0.0


@pytest.mark.parametrize(
    ("ranges", "board", "dead"),
    [
        (["AcAd", "KsKh"], "", ""),
        (["AA", "KK"], "", ""),
        (PAIR, "", ""),
        (["AA", "KK", "QQ"], "", ""),
        (["AsKs", "random"], "Qs2s3d", ""),
        (["AA,AKs:0.5,76s:0.25", "QQ:0.125,KQo,98s"], "Qh9h2c", "Ad"),
        (["A2s", "A3s", "A4s", "A5s"], "KcKdKhQs", ""),
    ],
)
def test_samples_lie_within_four_standard_errors_of_exact(ranges, board, dead):
    exact = _ask(ranges, board, dead, exact=True, use_matrix=False)
    sampled = _ask(ranges, board, dead, samples=200_000, seed=11)
    assert (sampled.exact, sampled.samples) == (False, 200_000)
    for true, drawn in zip(exact.players, sampled.players, strict=True):
        assert drawn.standard_error > 0
        assert abs(drawn.equity - true.equity) < 4 * drawn.standard_error
        assert abs(drawn.win - true.win) < 4 * np.sqrt(true.win * (1 - true.win) / 200_000) + 1e-12
        expected = true.by_combo.chance * 200_000
        assert np.all(np.abs(drawn.by_combo.chance * 200_000 - expected) < 6 * np.sqrt(expected) + 6)


def test_standard_error_is_that_of_the_mean_over_seeds():
    results = [equity(PAIR, samples=4000, seed=seed).players[0] for seed in range(200)]
    spread = np.std([player.equity for player in results], ddof=1)
    assert results[0].standard_error == pytest.approx(spread, rel=0.2)


def test_samples_do_not_depend_on_threads():
    for texts in (["AsKs", "QdQh"], ["AA,KQs:0.5", "22+", "random"]):
        one, three = (equity(texts, samples=100_001, seed=5, threads=threads) for threads in (1, 3))
        assert one.samples == three.samples == 100_001
        for first, second in zip(one.players, three.players, strict=True):
            assert (first.equity, first.win, first.tie) == (second.equity, second.win, second.tie)
            assert np.array_equal(first.by_combo.equity, second.by_combo.equity, equal_nan=True)
    assert equity(texts, samples=100_001, seed=6).players[0].equity != one.players[0].equity


def test_exact_does_not_depend_on_threads():
    texts = ["AA,KQs:0.3", "22+:0.7,AKo"]
    one, two = (equity(texts, parse_cards("Td9d6h"), exact=True, threads=threads) for threads in (1, 2))
    assert [player.equity for player in one.players] == [player.equity for player in two.players]


def test_sampling_stops_at_the_error_asked_for():
    result = equity(["AA", "random"], target_error=0.0005, seed=3)
    assert not result.exact
    assert result.standard_error <= 0.0005
    assert result.samples is not None and result.samples < 2_000_000


def test_ten_random_hands_share_the_pot_evenly():
    result = equity(["random"] * 10, samples=200_000, seed=1)
    for player in result.players:
        assert abs(player.equity - 0.1) < 4 * player.standard_error
    assert sum(player.equity for player in result.players) == pytest.approx(1)


def test_dealing_from_the_deck_equals_drawing_from_a_full_range():
    """A range that lacks one hand is drawn with redeals, a full one straight from the deck."""
    full, nearly = Range.full(), Range.full() - Range.parse("3c2c")
    one = equity([full, full, full, "QQ+"], samples=400_000, seed=2)
    other = equity([nearly, nearly, nearly, "QQ+"], samples=400_000, seed=3)
    for first, second in zip(one.players, other.players, strict=True):
        error = np.hypot(first.standard_error, second.standard_error)
        assert abs(first.equity - second.equity) < 4 * error + 0.001


@pytest.mark.parametrize("options", [{"samples": 600_000}, {"exact": True, "use_matrix": False}])
def test_progress_reaches_the_end(options):
    calls = []
    equity(PAIR, progress=lambda *call: calls.append(call), **options)
    assert calls[-1][1] == calls[-1][2]
    assert [done for _, done, _ in calls] == sorted(done for _, done, _ in calls)


def test_plan_weighs_the_work():
    def method(*texts, board="", exact=None):
        return make_plan(make_situation(texts, parse_cards(board), ()), exact, use_matrix=False).method

    assert method("AsAh", "KsKh") == "deals"
    assert method("random", "random", board="Td9d6h") == "sweep"
    assert method(*["random"] * 3) == "sampling"
    assert method("random", "random", "AsAh", board="Td9d6h2c") == "deals"
    with pytest.raises(BadConfig, match=r"operations .* hours"):
        method(*["random"] * 3, exact=True)


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("ranges", "options", "named"),
    [
        (["AA"], {}, "1 player"),
        (["AA"] * 11, {}, "11 players"),
        (["AA", "KK"], {"board": "As"}, r"1 card \(As\)"),
        (["AA", "KK"], {"board": "AsKs"}, r"2 cards \(AsKs\)"),
        (["AA", "KK"], {"board": "2c3c4c5c6c7c"}, "6 cards"),
        (["AA", "KK"], {"board": "2c3c4c", "dead": "4c"}, "4c"),
        (["AsAh", "KK"], {"board": "As3c4c"}, "As.*player 1"),
        (["QQ", "AsAh"], {"dead": "Ah"}, "Ah.*player 2"),
        (["AsAh", "AsKd"], {}, "duplicate card As"),
        (["AA", "KK"], {"board": "AsAhAd"}, "'AA' of player 1 is fully blocked"),
        (["AA", "AsAh", "AdAc"], {}, "'AA' of player 1 is fully blocked"),
        (["AA", "AA", "AA"], {}, "no deal is possible.*3 players"),
        (["AA", "0%"], {}, "player 2 .*empty"),
        (["AA", "KK"], {"samples": 0}, "0 samples"),
        (["AA", "KK"], {"samples": -5}, "-5 samples"),
        (["AA", "KK"], {"target_error": 0.0}, "0.0"),
        (["AA", "KK"], {"threads": 0}, "0 threads"),
        (["AA", "KK"], {"samples": 5, "exact": True}, "both"),
    ],
)
def test_bad_questions_are_named(ranges: list[str], options: dict[str, Any], named: str) -> None:
    cards: dict[str, Any] = {name: parse_cards(options.pop(name)) for name in ("board", "dead") if name in options}
    with pytest.raises((BadConfig, MalformedInput), match=named) as caught:
        equity(ranges, **cards, **options)
    assert "\n" not in str(caught.value)


def test_random_questions_against_brute_force():
    """Two to four random ranges of a few combos on random turns, by both roads."""
    random = np.random.default_rng(8)
    for _ in range(40):
        deck = random.permutation(52)
        board, dead = [Card(c) for c in deck[:4]], [Card(c) for c in deck[4 : 4 + random.integers(3)]]
        live = [Card(c) for c in deck[6:14]]
        pairs = list(combinations(live, 2))
        texts = []
        for _ in range(random.integers(2, 5)):
            picks = random.choice(len(pairs), 5, replace=False)
            weights = random.choice([1.0, 0.5, 0.3], 5)
            texts.append(",".join(f"{format_cards(pairs[p])}:{w}" for p, w in zip(picks, weights, strict=True)))
        words = [[format_card(card) for card in cards] for cards in (board, dead)]
        try:
            result = equity(texts, board, dead, exact=True)
        except BadConfig:
            assert not list(naive.showdowns(texts, *words))
            continue
        for player, numbers in zip(result.players, naive.equities(texts, *words), strict=True):
            assert player.equity == pytest.approx(numbers["equity"], abs=1e-12)
            assert player.tie == pytest.approx(numbers["tie"], abs=1e-12)
