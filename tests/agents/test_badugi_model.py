"""The words of the badugi opponents: histories, positions, profiles, charts, prices, and what each refuses."""

import itertools

import numpy as np
import pytest

from gutshot.agents.badugi.breaking import BreakabilityScore
from gutshot.agents.badugi.charts import OPENING_RANGES, ChartVerdict, OpeningHandCriteria, chart_verdict, is_smooth
from gutshot.agents.badugi.draws import (
    HISTORIES,
    DrawHistory,
    HandStrengthRange,
    aggression_level,
    estimate_range,
    history_code,
    history_of,
    history_of_code,
    last_drawn,
    pats_in_a_row,
)
from gutshot.agents.badugi.odds import EquityCalculation
from gutshot.agents.badugi.position import PositionClass, PositionContext, category_of, position_context
from gutshot.agents.badugi.profiles import CPU_PROFILES, StrategyProfile, profile_of
from gutshot.agents.badugi.states import (
    HIGH_CARD,
    STATE_MASK,
    STATE_SIZE,
    STATES,
    HandType,
    ranks_of,
    state_of,
    state_of_ranks,
)
from gutshot.cards.badugi import strength_of
from gutshot.cards.card import Card, parse_cards
from gutshot.errors import BadConfig, GutshotError
from gutshot.games.hand import Hand
from tests.naive.badugi_cpu import cards_of_ranks

pytestmark = pytest.mark.nojit


def test_states_are_the_1092_values_in_order_of_strength() -> None:
    assert STATES == 1092
    assert [int(np.count_nonzero(size == STATE_SIZE)) for size in (4, 3, 2, 1)] == [715, 286, 78, 13]
    assert ranks_of(STATES - 1) == (1, 2, 3, 4) and ranks_of(0) == (13,)
    padded = [(*cards_of_ranks(ranks_of(state)), *_fill(ranks_of(state))) for state in range(0, STATES, 17)]
    strengths = [strength_of([Card(card) for card in cards[:4]]) for cards in padded]
    assert strengths == sorted(strengths)
    assert [int(state_of(*cards[:4])) for cards in padded] == list(range(0, STATES, 17))


def _fill(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Cards that add nothing: the same suits as the lowest card, of ranks that pair or are higher."""
    lowest = cards_of_ranks(ranks)[0]
    pairs = [card for card in range(52) if card >> 2 == lowest >> 2 and card != lowest]
    return tuple(pairs[: 4 - len(ranks)])


def test_a_rank_set_and_its_state_read_back() -> None:
    for ranks in ((1, 2, 3), (13,), (5, 9), (4, 7, 8, 12)):
        assert ranks_of(state_of_ranks(ranks)) == ranks
        assert HIGH_CARD[state_of_ranks(ranks)] == ranks[-1]
    assert len(set(STATE_MASK.tolist())) == STATES


def test_a_draw_history_knows_which_draws_have_happened() -> None:
    fresh, pat = DrawHistory(), DrawHistory((0, None, None))
    assert fresh.happened == () and fresh.last is None and fresh.pat_since is None
    assert pat.happened == (0,) and pat.last == 0 and pat.pat_since == 1
    assert DrawHistory((2, 0, 0)).pat_since == 2 and DrawHistory((0, 1, None)).pat_since is None
    assert fresh != DrawHistory((0, 0, 0))


@pytest.mark.parametrize("counts", [(0, 0), (0, 0, 0, 0), (5, None, None), (-1, None, None), (None, 1, None)])
def test_a_draw_history_refuses(counts: tuple[int | None, ...]) -> None:
    with pytest.raises(BadConfig):
        DrawHistory(counts)


def test_history_codes_read_back() -> None:
    codes = {history_of_code(code).code for code in range(HISTORIES)}
    assert codes == set(range(HISTORIES))
    everything = set()
    for length in range(4):
        for counts in itertools.product(range(5), repeat=length):
            everything.add(DrawHistory((*counts, *[None] * (3 - length))).code)
    assert everything == codes


def test_a_row_tells_each_seats_draws() -> None:
    hand = Hand.badugi([2000] * 3, button=0, seed=3)
    assert history_of(hand.row, 1) == DrawHistory() and last_drawn(hand.row, 1) == -1
    for choice in ("call", "call", "check", (), hand.cards(2)[:2], hand.cards(0)[:1]):
        hand = hand.act(choice)
    assert [history_of(hand.row, seat).last for seat in range(3)] == [1, 0, 2]
    assert [int(history_code(hand.row, seat)) for seat in range(3)] == [history_of(hand.row, s).code for s in range(3)]
    assert pats_in_a_row(hand.row, 1) == 1 and pats_in_a_row(hand.row, 0) == 0
    hand = hand.act(100).act(200)
    assert [int(aggression_level(hand.row, seat)) for seat in range(3)] == [0, 0, 2]


@pytest.mark.parametrize("seats", range(2, 8))
def test_the_button_is_late_and_the_small_blind_early(seats: int) -> None:
    for button in range(seats):
        row = Hand.badugi([2000] * seats, button=button, seed=1).row
        context = position_context(row, button)
        assert context.category is PositionClass.LATE
        assert context.relative_position == seats - 1 and context.active_players == seats
        assert position_context(row, (button + 1) % seats).category is PositionClass.EARLY


def test_positions_of_six_and_seven_seats() -> None:
    names = {6: "EEMMLL", 7: "EEEMLLL", 5: "EEMLL", 4: "EELL", 3: "EML", 2: "EL"}
    for seats, letters in names.items():
        assert "".join("EML"[int(category_of(place, seats))] for place in range(seats)) == letters


def test_folded_seats_do_not_count_for_position() -> None:
    hand = Hand.badugi([2000] * 6, button=5, seed=1).act("fold").act("fold").act("fold")
    context = position_context(hand.row, 5)
    assert (context.relative_position, context.active_players, context.category) == (2, 3, PositionClass.LATE)


@pytest.mark.parametrize(("relative", "active"), [(0, 1), (3, 3), (-1, 4)])
def test_a_position_refuses(relative: int, active: int) -> None:
    with pytest.raises(BadConfig):
        PositionContext(relative, active, 0, 0)


def test_the_six_profiles() -> None:
    numbers = [(p.aggression_factor, p.bluff_frequency, p.tightness_factor) for p in CPU_PROFILES]
    assert numbers == [
        (0.9, 0.15, 1.1),
        (1.1, 0.20, 0.9),
        (1.0, 0.17, 1.0),
        (0.8, 0.12, 1.2),
        (1.2, 0.22, 0.8),
        (1.0, 0.18, 1.0),
    ]
    assert profile_of("cpu3") is profile_of("CPU 3") is CPU_PROFILES[2]


@pytest.mark.parametrize("numbers", [(0.7, 0.15, 1.0), (1.0, 0.3, 1.0), (1.0, 0.15, 1.3), (1.0, 0.05, 1.0)])
def test_a_profile_refuses(numbers: tuple[float, float, float]) -> None:
    with pytest.raises(BadConfig, match="expected"):
        StrategyProfile("odd", *numbers)


@pytest.mark.parametrize("name", ["cpu0", "cpu7", "cpu", "tight"])
def test_an_unknown_profile_is_named(name: str) -> None:
    with pytest.raises(GutshotError, match=name):
        profile_of(name)


def test_the_opening_chart() -> None:
    lines = {
        position.name: [(int(line.min_hand_type), line.max_high_card, line.action.name) for line in criteria]
        for position, criteria in OPENING_RANGES.items()
    }
    assert lines == {
        "EARLY": [(2, 1, "FOLD"), (3, 6, "CALL"), (4, 8, "RAISE")],
        "MIDDLE": [(2, 1, "FOLD"), (3, 7, "CALL"), (4, 9, "RAISE")],
        "LATE": [(2, 3, "CALL"), (3, 8, "CALL"), (4, 12, "RAISE")],
    }


def test_verdicts_by_position_and_tightness() -> None:
    seven, eight = state_of_ranks((2, 5, 7)), state_of_ranks((1, 2, 8))
    assert [ChartVerdict(int(chart_verdict(seven, p, 1.0))).name for p in PositionClass] == ["FOLD", "CALL", "CALL"]
    assert [ChartVerdict(int(chart_verdict(eight, p, 1.0))).name for p in PositionClass] == ["FOLD", "FOLD", "CALL"]
    assert chart_verdict(seven, PositionClass.MIDDLE, 1.1) == ChartVerdict.FOLD
    assert chart_verdict(seven, PositionClass.EARLY, 0.8) == ChartVerdict.CALL
    assert chart_verdict(state_of_ranks((2, 5, 8)), PositionClass.MIDDLE, 0.8) == ChartVerdict.CALL
    assert chart_verdict(eight, PositionClass.MIDDLE, 0.8) == ChartVerdict.FOLD  # no higher, but not smooth
    assert chart_verdict(state_of_ranks((1, 3)), PositionClass.LATE, 1.0) == ChartVerdict.CALL
    assert chart_verdict(state_of_ranks((1, 4)), PositionClass.LATE, 1.0) == ChartVerdict.FOLD


def test_ace_deuce_three_is_playable_anywhere() -> None:
    for position, profile in itertools.product(PositionClass, CPU_PROFILES):
        assert chart_verdict(state_of_ranks((1, 2, 3)), position, profile.tightness_factor) >= ChartVerdict.CALL


def test_smoothness_is_an_average_gap_of_three() -> None:
    assert is_smooth(state_of_ranks((1, 2, 3))) and is_smooth(state_of_ranks((1, 4, 7)))
    assert not is_smooth(state_of_ranks((1, 2, 8))) and not is_smooth(state_of_ranks((1, 13)))
    assert not is_smooth(state_of_ranks((1,)))
    with pytest.raises(BadConfig):
        OpeningHandCriteria(HandType.BADUGI, 14, ChartVerdict.RAISE)


def test_the_first_estimate_comes_from_the_last_draw() -> None:
    assert estimate_range(DrawHistory((1, 0, None))) == HandStrengthRange(HandType.BADUGI, 13, 0.7)
    assert estimate_range(DrawHistory((2, 1, None))) == HandStrengthRange(HandType.THREE_CARD, 8, 0.6)
    assert estimate_range(DrawHistory((2, None, None))) == HandStrengthRange(HandType.TWO_CARD, 13, 0.5)
    assert estimate_range(DrawHistory()).confidence == 0.0


def test_betting_never_makes_an_estimate_weaker() -> None:
    for code in range(HISTORIES):
        weakest = [estimate_range(history_of_code(code), level) for level in range(3)]
        for before, after in itertools.pairwise(weakest):
            better = (after.min_hand_type, -after.max_high_card) > (before.min_hand_type, -before.max_high_card)
            assert better or (after.min_hand_type, after.max_high_card) == (before.min_hand_type, before.max_high_card)
            assert after.confidence >= before.confidence


def test_an_estimate_refuses() -> None:
    with pytest.raises(BadConfig):
        HandStrengthRange(HandType.BADUGI, 14, 0.5)
    with pytest.raises(BadConfig):
        HandStrengthRange(HandType.BADUGI, 8, 1.5)
    with pytest.raises(BadConfig):
        estimate_range(DrawHistory(), 3)


def test_ten_outs_at_three_to_one_call_on_the_last_draw_only() -> None:
    last_draw = EquityCalculation(pot=600, bet_to_call=200, estimated_outs=10, cards_remaining=48, implied=200)
    assert last_draw.pot_odds == 3 and last_draw.required_equity == pytest.approx(0.2)
    assert last_draw.win_probability == pytest.approx(5 / 24) and last_draw.should_call
    assert not EquityCalculation(pot=600, bet_to_call=200, estimated_outs=10, cards_remaining=48).should_call


def test_a_free_card_is_always_taken() -> None:
    free = EquityCalculation(pot=600, bet_to_call=0, estimated_outs=0, cards_remaining=44)
    assert free.pot_odds == float("inf") and free.required_equity == 0 and free.should_call


@pytest.mark.parametrize("numbers", [(-1, 1, 1, 44), (1, -1, 1, 44), (1, 1, 45, 44), (1, 1, -1, 44), (1, 1, 0, 0)])
def test_an_equity_calculation_refuses(numbers: tuple[int, int, int, int]) -> None:
    with pytest.raises(BadConfig, match=r"expected|negative"):
        EquityCalculation(*numbers)


def test_a_breakability_score_refuses() -> None:
    hand = parse_cards("Ac2d3hKs")
    with pytest.raises(BadConfig):
        BreakabilityScore(hand, HandType.BADUGI, 13, 1.5)
    with pytest.raises(BadConfig):
        BreakabilityScore(hand, HandType.THREE_CARD, 13, 0.1)
    with pytest.raises(BadConfig):
        BreakabilityScore(hand, HandType.BADUGI, 13, 0.1, improve_ranks=(13,))
