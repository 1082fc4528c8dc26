"""Equity, one core: exact by counting boards, exact from the kept preflop matrix, and sampled."""

import warnings
from itertools import combinations

from benchmarks import harness
from benchmarks.harness import Row
from gutshot.cards import preflop_matrix
from gutshot.cards.card import parse_cards
from gutshot.cards.equity import equity

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import eval7

TIGHT, WIDE = "QQ+,AK", "22+,A2s+,KTs+,QTs+,JTs,ATo+,KQo"
SAMPLES = 10_000_000
PEER_SAMPLES = 2_000_000


def run() -> list[Row]:
    harness.pin_to_one_core()
    preflop_matrix.preflop_matrix()
    return [*_exact_rows(), *_range_rows(), *_sampled_rows(), _build_row()]


def _exact(*players: str, **options: object) -> float:
    return equity(players, exact=True, **options).players[0].equity  # type: ignore[arg-type]


def _exact_rows() -> list[Row]:
    hands = "AcAd v KsKh, all 1,712,304 boards"
    theirs = harness.seconds(_eval7_aces_against_kings, repeats=1)
    flop = parse_cards("Td9d6h")
    return [
        Row(hands, "gutshot", harness.seconds(lambda: _exact("AcAd", "KsKh", use_matrix=False), 21), "s"),
        Row(hands, "eval7 in a Python loop", theirs, "s"),
        Row(
            "AA v KK, counting boards",
            "gutshot",
            harness.seconds(lambda: _exact("AA", "KK", use_matrix=False), 21),
            "s",
        ),
        Row("AA v KK v QQ, counting boards", "gutshot", harness.seconds(lambda: _exact("AA", "KK", "QQ")), "s"),
        Row("random v random on a flop", "gutshot", harness.seconds(lambda: _exact("100%", "100%", board=flop)), "s"),
    ]


def _range_rows() -> list[Row]:
    value = _exact(TIGHT, WIDE)
    what = f"{TIGHT} v {WIDE}"
    kept = harness.seconds(lambda: _exact(TIGHT, WIDE), 21)
    counted = harness.seconds(lambda: _exact(TIGHT, WIDE, use_matrix=False))
    return [
        Row(what, "gutshot, kept matrix", kept, "s", f"{value:.6f}"),
        Row(what, "gutshot, counting boards", counted, "s"),
    ]


def _sampled_rows() -> list[Row]:
    hands, ranges = "samples, AcAd v KsKh", f"samples, AcAd v {WIDE}"
    return [
        Row(hands, "gutshot", _sampling_rate("AcAd", "KsKh"), "M/s"),
        Row(hands, "eval7", _eval7_sampling_rate("KsKh"), "M/s"),
        Row(ranges, "gutshot", _sampling_rate("AcAd", WIDE), "M/s"),
        Row(ranges, "eval7", _eval7_sampling_rate(WIDE), "M/s"),
        Row("samples, six random hands", "gutshot", _sampling_rate(*["100%"] * 6), "M/s"),
    ]


def _sampling_rate(*players: str) -> float:
    return harness.rate(lambda: equity(players, samples=SAMPLES), SAMPLES / 1e6)


def _eval7_sampling_rate(villain: str) -> float:
    hero, held = tuple(map(eval7.Card, ("Ac", "Ad"))), eval7.HandRange(villain)
    job = eval7.equity.py_hand_vs_range_monte_carlo
    return harness.rate(lambda: job(hero, held, [], PEER_SAMPLES), PEER_SAMPLES / 1e6)


def _eval7_aces_against_kings() -> None:
    aces, kings = ([eval7.Card(word) for word in words] for words in (("Ac", "Ad"), ("Ks", "Kh")))
    deck = [card for card in eval7.Deck().cards if card not in aces + kings]
    wins = ties = boards = 0
    for board in combinations(deck, 5):
        first, second = eval7.evaluate([*aces, *board]), eval7.evaluate([*kings, *board])
        wins += first > second
        ties += first == second
        boards += 1
    assert (wins, ties, boards) == (1_388_072, 6_538, 1_712_304)


def _build_row() -> Row:
    seconds = harness.seconds(preflop_matrix.build_matrix, repeats=1)
    return Row("building the preflop matrix, once", "gutshot", seconds, "s", "134,459 boards x 1326 x 1326 pairs")
