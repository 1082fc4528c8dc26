"""The eight styles: their charts, how they read hands, and that they measure what they are meant to."""

import numpy as np
import pytest

from gutshot.agents.preflop_charts import ChartPosition, ChartSituation, Depth, chart, position_of
from gutshot.agents.preflop_order import CLASSES_BY_PLAY, COMBOS_BY_ORDER, PERCENTILE
from gutshot.agents.range_reading import READING, band_of, pressure_of, read_equity
from gutshot.agents.style_profiles import STYLE_NAMES, STYLES
from gutshot.agents.texture import wetness
from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.match import run_match
from gutshot.cards.card import parse_cards
from gutshot.cards.combo_index import combo_index
from gutshot.cards.combos import CLASS_NAMES, CLASS_SIZES
from gutshot.games.hand import Hand
from gutshot.games.hidden_view import view_of
from gutshot.games.observation import observe
from gutshot.games.public_record import CALLED, RAISED, RECORD_SIZE, at, clear_record
from gutshot.games.row import BOARD, BOARD_COUNT, BUTTON, SEATS, blank
from gutshot.games.shuffle import seed_random
from gutshot.numeric.dice import dice_seed, dice_seeds
from tests.naive import agents as naive


def test_the_hand_order_is_the_mean_of_two_exact_equities() -> None:
    from gutshot.cards import preflop_matrix as matrix

    if not matrix.is_kept():
        pytest.skip("the preflop matrix is not in the cache yet")
    known = matrix.preflop_matrix()
    random_hand, versus = known.against_random(), known.class_shares()[0]
    best = np.argsort(-random_hand, kind="stable")
    quarter = best[np.cumsum(CLASS_SIZES[best]) <= 0.25 * 1326]
    weights = CLASS_SIZES[quarter] / CLASS_SIZES[quarter].sum()
    score = (random_hand + versus[:, quarter] @ weights) / 2
    assert (np.diff(score[list(CLASSES_BY_PLAY)]) <= 0).all()


@pytest.mark.nojit
def test_the_hand_order_has_every_hand_once() -> None:
    assert sorted(CLASSES_BY_PLAY) == list(range(169))
    assert len({tuple(cards) for cards in COMBOS_BY_ORDER.tolist()}) == 1326
    aces, trash = parse_cards("AsAd"), parse_cards("3d2c")
    assert PERCENTILE[combo_index(*aces)] < 0.003 < 0.99 < PERCENTILE[combo_index(*trash)]
    assert CLASS_NAMES[CLASSES_BY_PLAY[0]] == "AA"


@pytest.mark.nojit
@pytest.mark.parametrize("style", STYLES, ids=STYLE_NAMES)
def test_charts_widen_towards_the_button_and_call_less_when_short(style: object) -> None:
    shares = chart(style.settings)  # type: ignore[attr-defined]
    assert (shares[..., 0] <= shares[..., 1]).all() and (shares >= 0).all() and (shares <= 1).all()
    opens = shares[Depth.DEEP, :, ChartSituation.UNRAISED, 0]
    late = [
        opens[place]
        for place in (ChartPosition.EARLY, ChartPosition.MIDDLE, ChartPosition.CUTOFF, ChartPosition.BUTTON)
    ]
    assert late == sorted(late) and late[0] < late[-1]
    calls = (
        shares[:, ChartPosition.CUTOFF, ChartSituation.RAISED, 1]
        - shares[:, ChartPosition.CUTOFF, ChartSituation.RAISED, 0]
    )
    assert calls[Depth.SHORT] < calls[Depth.MIDDLE] < calls[Depth.DEEP]


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("seats", "names"),
    [
        (2, ["BUTTON", "BIG_BLIND"]),
        (3, ["BUTTON", "SMALL_BLIND", "BIG_BLIND"]),
        (6, ["BUTTON", "SMALL_BLIND", "BIG_BLIND", "MIDDLE", "MIDDLE", "CUTOFF"]),
        (9, ["BUTTON", "SMALL_BLIND", "BIG_BLIND", "EARLY", "EARLY", "EARLY", "MIDDLE", "MIDDLE", "CUTOFF"]),
    ],
)
def test_positions(seats: int, names: list[str]) -> None:
    row = blank()
    row[SEATS], row[BUTTON] = seats, 1
    assert [ChartPosition(int(position_of(row, (1 + step) % seats))).name for step in range(seats)] == names


@pytest.mark.nojit
def test_wetness_is_its_slow_twin() -> None:
    dice = np.random.default_rng(3)
    for _ in range(300):
        board = dice.permutation(52)[: dice.integers(3, 6)]
        row = blank()
        row[BOARD_COUNT] = len(board)
        row[BOARD : BOARD + len(board)] = board
        assert wetness(row) == pytest.approx(naive.wetness(board.tolist()))


@pytest.mark.nojit
@pytest.mark.parametrize(("board", "dry"), [("Ks 8d 3c", True), ("Jh Th 9h", False), ("Ad 2c 4h", False)])
def test_wetness_of_boards_a_player_knows(board: str, dry: bool) -> None:
    row = blank()
    cards = parse_cards(board)
    row[BOARD_COUNT] = len(cards)
    row[BOARD : BOARD + len(cards)] = cards
    assert (wetness(row) < 0.3) == dry


@pytest.mark.nojit
def test_lines_narrow_ranges() -> None:
    record = np.zeros(RECORD_SIZE, np.int64)
    clear_record(record)
    assert band_of(record, 1) == (0, 1326)
    record[at(CALLED, 0, 1)] = 1
    limped = band_of(record, 1)
    record[at(RAISED, 0, 2)] = 1
    called, raised = band_of(record, 1), band_of(record, 2)
    record[at(RAISED, 0, 2)] = 2
    reraised = band_of(record, 2)
    widths = [high - low for low, high in (reraised, raised, called, limped)]
    assert widths == sorted(widths)
    assert pressure_of(record, 1, 2) == 2
    record[at(CALLED, 1, 1)] = 1
    record[at(RAISED, 2, 1)] = 1
    assert (pressure_of(record, 1, 1), pressure_of(record, 1, 2)) == (3, 5)


def heads_up(cards: str, board: str, actions: list[str]) -> Hand:
    """A checked-down hand in which seat 0 acts with these cards."""
    own, other = cards.split("|")
    first, second = own.split(), other.split()
    deck = f"{second[0]} {first[0]} {second[1]} {first[1]} {board}"
    return Hand.holdem((10_000, 10_000), deck=deck, actions=actions)


@pytest.mark.parametrize(
    ("cards", "board", "streets"),
    [("Ah Kh|2c 3c", "Qh 7h 2s 9d", 2), ("9c 9s|2c 3c", "Ad Kd 7h 4c 4s", 3), ("8h 7h|2c 3d", "6c 5d Ks Qs", 2)],
)
def test_sampled_equity_is_the_enumerated_one(cards: str, board: str, streets: int) -> None:
    hand = heads_up(cards, board, ["call", "check", *["check", "check"] * (streets - 1), "check"])
    assert hand.actor == 0
    view, record = view_of(observe(hand, 0))
    clear_record(record)
    dice, reading = np.zeros(4, np.int64), np.zeros(READING, np.int64)
    seed_random(dice, 0, 5, 0)
    reads = np.array([read_equity(view, record, dice, reading) for _ in range(600)])
    exact = naive.equity_against_any(hand.cards(0), hand.board)
    assert np.abs(reads.mean(axis=0) - exact).max() < 0.015


def test_aggression_makes_an_opponents_range_stronger() -> None:
    hand = heads_up("9c 9s|2c 3c", "Ad Kd 7h 4c 4s", ["call", "check", *["check"] * 5])
    view, record = view_of(observe(hand, 0))
    dice, reading = np.zeros(4, np.int64), np.zeros(READING, np.int64)
    seed_random(dice, 0, 5, 0)

    def mean() -> float:
        return float(np.mean([read_equity(view, record, dice, reading)[0] for _ in range(300)]))

    passive = mean()
    record[at(RAISED, 3, 1)] = 1
    once = mean()
    record[at(RAISED, 2, 1)] = 1
    assert passive > once + 0.05 > mean() + 0.1


@pytest.mark.nojit
def test_seeds_of_streams_are_the_same_one_by_one() -> None:
    streams = np.array([0, 1, 2**40, 2**60])
    for seed in (0, 1, -5, 2**64 + 3):
        assert dice_seeds(seed, streams).tolist() == [dice_seed(seed, int(stream)) for stream in streams]
    assert len({dice_seed(seed, stream) for seed in range(50) for stream in range(50)}) == 2500


def measured_field(hands: int) -> None:
    report = run_match(MatchConfig(STYLE_NAMES, hands=hands, seats=6, seed=20, luck=Luck.NONE))
    for style, agent in zip(STYLES, report.agents, strict=True):
        assert agent.vpip == pytest.approx(style.targets.vpip, abs=3), style.name
        assert agent.pfr == pytest.approx(style.targets.pfr, abs=3), style.name
        assert agent.three_bet == pytest.approx(style.targets.three_bet, abs=3), style.name
        assert agent.af == pytest.approx(style.targets.aggression, rel=0.3), style.name


def test_styles_measure_their_targets() -> None:
    measured_field(30_000)


@pytest.mark.slow
def test_styles_measure_their_targets_over_100_000_hands() -> None:
    measured_field(100_000)
