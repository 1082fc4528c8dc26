"""The tables of draws and ranges: the known chances, slow twins, and that the estimates come true in play."""

import numpy as np
import pytest

from gutshot.agents.badugi.batch import play_log
from gutshot.agents.badugi.breaking import breakability
from gutshot.agents.badugi.draw_outcomes import DRAWS, dealt, draw_once, reference, step
from gutshot.agents.badugi.draws import (
    HISTORIES,
    LEVELS,
    DrawHistory,
    HandStrengthRange,
    estimate_range,
    history_of_code,
)
from gutshot.agents.badugi.odds import best_option, option_equity
from gutshot.agents.badugi.ranges import holdings, odds, weigh
from gutshot.agents.badugi.states import HIGH_CARD, STATE_SIZE, STATES, HandType, ranks_of, state_of_ranks
from gutshot.cards.badugi import strength_of
from gutshot.cards.card import Card, parse_cards
from gutshot.errors import BadConfig
from gutshot.games.row import DRAWING
from tests.naive.badugi_cpu import cards_of_ranks, draw_chances, win_chance

CPUS = [f"cpu{number}" for number in range(1, 7)]


def test_dealt_hands_have_the_known_counts() -> None:
    counts = [round(270_725 * dealt()[size == STATE_SIZE].sum()) for size in (4, 3, 2, 1)]
    assert counts == [17_160, 154_440, 96_252, 2_873]
    by_high_card = [round(270_725 * dealt()[(STATE_SIZE == 4) & (high == HIGH_CARD)].sum()) for high in range(4, 14)]
    assert by_high_card == [24, 96, 240, 480, 840, 1344, 2016, 2880, 3960, 5280]


def test_a_one_card_draw_completes_as_often_as_is_known() -> None:
    for ranks in ((1, 2, 3), (4, 8, 12)):
        hands = np.zeros(STATES)
        hands[state_of_ranks(ranks)] = 1.0
        for number, known in ((1, 5 / 24), (2, 425 / 1128), (3, 2215 / 4324)):
            hands = hands @ step(number)[0]
            assert hands[STATE_SIZE == 4].sum() == pytest.approx(known, abs=1e-12)


@pytest.mark.parametrize(
    ("ranks", "dropped"),
    [((1, 2, 3, 13), 1), ((5, 8, 9, 10), 1), ((2, 4, 6, 11), 2), ((1, 2), 0), ((3, 7, 12), 1), ((4,), 0)],
)
def test_one_draw_equals_listing_every_draw(ranks: tuple[int, ...], dropped: int) -> None:
    out = np.empty(STATES)
    draw_once(state_of_ranks(ranks), dropped, 0, out)
    slow = draw_chances(ranks, dropped)
    found = sorted(chance for chance in out.tolist() if chance)
    assert len(found) == len(slow)
    assert np.flatnonzero(out).size == len(slow)
    by_strength = [slow[strength] for strength in sorted(slow)]
    assert out[np.flatnonzero(out)] == pytest.approx(by_strength, abs=1e-12)


def test_a_thrown_card_that_did_not_help_is_gone_on_average() -> None:
    ranks = (2, 4, 7)
    held = cards_of_ranks(ranks)
    before = state_of_ranks(ranks)
    idle = [card for card in range(52) if card not in held and len(draw_outcome(ranks, Card(card))) == 1]
    assert idle
    slow: dict[int, float] = {}
    for card in idle:
        for strength, chance in draw_chances(ranks, 0, (Card(card),)).items():
            slow[strength] = slow.get(strength, 0.0) + chance / len(idle)
    out = np.empty(STATES)
    draw_once(before, 0, 1, out)
    assert out[np.flatnonzero(out)] == pytest.approx([slow[strength] for strength in sorted(slow)], abs=1e-12)


def draw_outcome(ranks: tuple[int, ...], card: Card) -> set[int]:
    """The strengths of the three cards without and with the fourth: one element when it does not help."""
    held = cards_of_ranks(ranks)
    pair = next(other for other in range(52) if other >> 2 == held[0] >> 2 and other not in held and other != card)
    return {strength_of((*held, Card(pair))), strength_of((*held, card))}


def test_distributions_sum_to_one_and_better_hands_win_more() -> None:
    tables = odds()
    for number in range(1, DRAWS + 1):
        assert step(number).sum(axis=2) == pytest.approx(1.0)
    assert tables.final.sum(axis=3) == pytest.approx(1.0, abs=1e-5)
    assert (np.diff(tables.beats, axis=1) >= -1e-6).all() and (np.diff(tables.beats_knot, axis=1) >= -1e-6).all()


def test_equity_between_knots_is_the_sum_over_all_outcomes() -> None:
    tables, policy = odds(), reference()
    generator = np.random.default_rng(5)
    for _ in range(40):
        left = int(generator.integers(1, 4))
        state, option = int(generator.integers(STATES)), int(generator.integers(3))
        codes = [code for code in range(HISTORIES) if len(history_of_code(code).happened) == 3 - left]
        kinds = [
            (int(generator.choice(codes)), int(generator.integers(LEVELS))) for _ in range(generator.integers(1, 4))
        ]
        mine = step(DRAWS + 1 - left)[option, state] @ policy.final[left - 1]
        others = [
            weigh(holdings()[c], estimate_range(history_of_code(c), level)) @ policy.final[left] for c, level in kinds
        ]
        product = np.prod([tables.beats_knot[c * LEVELS + level] for c, level in kinds], axis=0, dtype=np.float32)
        slow = win_chance(mine.tolist(), [other.tolist() for other in others])
        assert option_equity(tables, state, left, option, product) == pytest.approx(slow, abs=0.005)


def test_an_estimate_gives_its_confidence_to_the_hands_it_names() -> None:
    hands = holdings()[DrawHistory((1, 1, None)).code]
    named = (STATE_SIZE == 4) & (HIGH_CARD <= 9)
    weighed = weigh(hands, HandStrengthRange(HandType.BADUGI, 9, 0.9))
    assert weighed.sum() == pytest.approx(1.0)
    assert weighed[named].sum() == pytest.approx(0.9 + 0.1 * hands[named].sum())
    assert weigh(hands, HandStrengthRange(HandType.ONE_CARD, 13, 0.0)) == pytest.approx(hands)


def test_drawing_fewer_cards_means_holding_more() -> None:
    badugis = [holdings()[DrawHistory((drawn, None, None)).code][STATE_SIZE == 4].sum() for drawn in range(4)]
    assert badugis == sorted(badugis, reverse=True) and badugis[0] > 0.5 > badugis[1] > 0.15


def test_the_best_option_is_the_best_of_the_three() -> None:
    tables = odds()
    for state in range(0, STATES, 13):
        for left in (1, 2, 3):
            product = tables.beats_knot[DrawHistory((1, 1, None)).code * LEVELS]
            equities = [option_equity(tables, state, left, option, product) for option in range(3)]
            option, equity = best_option(tables, state, left, product)
            assert equity == pytest.approx(max(equities)) and equities[option] == pytest.approx(max(equities))


def test_an_opponent_who_stood_pat_is_stronger_than_one_who_drew() -> None:
    beats = odds().beats
    for state in (state_of_ranks((1, 2, 3)), state_of_ranks((2, 5, 6, 9))):
        chances = [beats[DrawHistory((1, 1, drawn)).code * LEVELS, state] for drawn in (0, 1, 2)]
        assert chances == sorted(chances) and chances[0] < chances[-1]
        levels = [beats[DrawHistory((1, 1, 1)).code * LEVELS + level, state] for level in range(LEVELS)]
        assert levels == sorted(levels, reverse=True)


def test_breakability_orders_badugis_the_right_way_up() -> None:
    raiser = [(DrawHistory((0, None, None)), 2)]
    best = breakability(parse_cards("Ac2d3h4s"), raiser, 2)
    rough = breakability(parse_cards("TcJdQhKs"), raiser, 2)
    one_bad_card = breakability(parse_cards("Ac2d3hKs"), raiser, 2)
    assert best.score < -0.7 and best.improve_ranks == ()
    assert one_bad_card.score > 0.05 and one_bad_card.score > rough.score
    assert one_bad_card.breakable_cards == parse_cards("Ks")
    assert one_bad_card.improve_ranks == tuple(range(4, 13))
    nine = [
        breakability(parse_cards("Ac2d3h9s"), [(DrawHistory((drawn, None, None)), 0)], 2).score for drawn in (0, 1, 2)
    ]
    assert max(nine) < 0
    unbroken = breakability(parse_cards("Ac2d3hKh"), raiser, 2)
    assert unbroken.score == 0 and unbroken.breakable_cards == () and unbroken.hand_type is HandType.THREE_CARD
    with pytest.raises(BadConfig):
        breakability(parse_cards("Ac2d3hKs"), raiser, 4)


def test_the_estimates_come_true_in_play() -> None:
    """As often as the confidence says, a draw is made with the hand that the estimate names."""
    log = play_log(CPUS, 5_000, seed=11)
    drawing = log.phase == DRAWING
    drawn = np.array([mask.bit_count() for mask in range(16)])[np.where(drawing, log.action, 0)]
    size, high = STATE_SIZE[log.state], HIGH_CARD[log.state]
    pat, one, more = (drawing & (drawn == 0)), (drawing & (drawn == 1)), (drawing & (drawn >= 2))
    assert pat.sum() > 1000 and (size[pat] == 4).mean() >= 0.7
    assert one.sum() > 1000 and ((size[one] == 4) | (high[one] <= 8)).mean() >= 0.6
    assert more.sum() > 1000 and (size[more] >= 2).mean() >= 0.5


def test_states_keep_their_lowest_cards_when_rough_ones_are_dropped() -> None:
    option = reference().option
    assert option[3, state_of_ranks((1, 2, 13))] == 1 and option[3, state_of_ranks((1, 2, 6))] == 0
    assert option[1, state_of_ranks((5, 6, 7, 8))] == 0
    assert ranks_of(state_of_ranks((1, 2, 13))) == (1, 2, 13)
