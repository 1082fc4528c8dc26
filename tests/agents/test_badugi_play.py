"""How the badugi opponents play: single spots on the engine, and their success criteria over thousands of hands."""

from collections.abc import Mapping

import numpy as np
import pytest

from gutshot.agents.badugi.batch import DecisionLog, play_log, play_match
from gutshot.agents.badugi.breaking import discards
from gutshot.agents.badugi.charts import ChartVerdict, chart_verdict
from gutshot.agents.badugi.cpu import call_price, decide, standing, wants_raise
from gutshot.agents.badugi.decision import drew_fewest
from gutshot.agents.badugi.position import PositionClass
from gutshot.agents.badugi.profiles import CPU_PROFILES, profile_of
from gutshot.agents.badugi.ranges import KNOTS, odds
from gutshot.agents.badugi.states import HIGH_CARD, STATE_SIZE, STATES, state_of
from gutshot.agents.badugi.tight import decide_tight
from gutshot.cards.badugi import optimal_keeps
from gutshot.cards.card import DECK, Card, parse_cards
from gutshot.errors import BadConfig
from gutshot.games.actions import Choice, choice_of
from gutshot.games.betting import CALL, FOLD, raise_bounds
from gutshot.games.hand import Hand
from gutshot.games.poker import act, draw
from gutshot.games.row import (
    ACTOR,
    BETTING,
    DRAWING,
    HOLE,
    MAX_HOLE,
    PHASE,
    PILE,
    RANDOM,
    SHUFFLED,
    STACK,
    START,
    STRENGTH,
    TOP,
)
from gutshot.games.row import DECK as DECK_COLUMN
from gutshot.games.rules import badugi

CPUS = tuple(f"cpu{number}" for number in range(1, 7))
PAT_SIX = "Ac2d4h6s"
ACE_DEUCE_THREE = "Ac2d3hKh"
HANDS = 20_000


def table(hands: Mapping[int, str], seats: int = 6, button: int = 0, later: str = "") -> Hand:
    """A hand at blinds 50/100 in which the named seats get these cards, and `later` comes off the deck first."""
    named = {seat: parse_cards(text) for seat, text in hands.items()}
    draws = parse_cards(later)
    taken = {card for cards in named.values() for card in cards} | set(draws)
    spare = iter(card for card in DECK if card not in taken)
    dealt = {seat: named.get(seat) or tuple(next(spare) for _ in range(4)) for seat in range(seats)}
    order = [(button + 1 + step) % seats for step in range(seats)]
    deck = [dealt[seat][place] for place in range(4) for seat in order]
    return Hand.badugi([10_000] * seats, button=button, deck=(*deck, *draws), seed=1)


def play(hand: Hand, *choices: Choice) -> Hand:
    for choice in choices:
        hand = hand.act(choice)
    return hand


def decision(hand: Hand, cpu: str = "cpu3", seed: int = 0) -> Choice:
    row = hand.row.copy()
    scratch = np.empty(KNOTS, dtype=np.float32)
    return choice_of(hand.rules, row, decide(hand.rules.packed, row, profile_of(cpu).packed, seed, odds(), scratch))


@pytest.fixture(scope="module")
def log() -> DecisionLog:
    """The decisions of seven CPUs over thousands of hands: seven seats have early openers as well as late ones."""
    return play_log((*CPUS, "cpu3"), HANDS, seed=5)


def rate(condition: np.ndarray, among: np.ndarray, least: int = 500) -> float:
    assert among.sum() >= least
    return float(condition[among].mean())


# Single spots.


@pytest.mark.parametrize("cpu", CPUS)
def test_a_pat_six_raises_before_and_after_the_draw(cpu: str) -> None:
    opening = table({3: PAT_SIX})
    assert decision(opening, cpu) == 200
    assert decision(play(table({4: PAT_SIX}), 200), cpu) == 300
    late = play(table({1: PAT_SIX}, seats=2, button=0), "call", "check", (), (), "check")
    assert late.actor == 0
    heads_up = play(table({0: PAT_SIX}, seats=2, button=0), "call", "check")
    after = play(heads_up, heads_up.cards(1)[:1], (), 100)
    assert after.actor == 0 and decision(after, cpu) == 200


@pytest.mark.parametrize("cpu", CPUS)
@pytest.mark.parametrize("folds", range(4))
def test_ace_deuce_three_is_never_folded_first_in(cpu: str, folds: int) -> None:
    hand = play(table({3 + folds if folds < 3 else 0: ACE_DEUCE_THREE}), *["fold"] * folds)
    assert decision(hand, cpu) != "fold"


@pytest.mark.parametrize("cpu", CPUS)
def test_the_button_raises_ace_deuce_when_all_fold_to_it(cpu: str) -> None:
    hand = play(table({0: "Ac2d2hAd"}), "fold", "fold", "fold")
    assert hand.actor == 0 and decision(hand, cpu) == 200


def test_the_same_ace_deuce_is_folded_under_the_gun() -> None:
    assert decision(table({3: "Ac2d2hAd"})) == "fold"


def pat_since_the_first_draw(mine: str) -> Hand:
    """Heads-up on the second draw's betting: the big blind has stood pat twice and bets again."""
    hand = play(table({0: mine, 1: "3c5d8h9s"}, seats=2, button=0, later="KhKsKcJc"), "call", "check", ())
    junk = [card for card in hand.cards(0) if card not in optimal_keeps(hand.cards(0))[0]]
    hand = play(hand, tuple(junk), 100, "call", ())
    junk = [card for card in hand.cards(0) if card not in optimal_keeps(hand.cards(0))[0]]
    return play(hand, tuple(junk), 200)


@pytest.mark.parametrize("cpu", CPUS)
def test_a_weak_three_card_hand_folds_to_one_who_is_pat_since_the_first_draw(cpu: str) -> None:
    hand = pat_since_the_first_draw("9hTsQcQs")
    assert hand.actor == 0 and int(STATE_SIZE[state_of(*hand.cards(0))]) == 3
    assert decision(hand, cpu) == "fold"


def test_a_draw_pays_less_the_longer_an_opponent_is_pat() -> None:
    """The same pot and bet before the last draw; only what the opponent drew differs."""
    prices = []
    for pats in ((1, 1), (1, 0), (0, 0)):
        hand = play(table({0: "2c4d7h7c", 1: "3h5s8cKc"}, seats=2, later="KdQcJcTc"), "call", "check")
        for number, count in enumerate(pats):
            hand = play(hand, hand.cards(1)[3 : 3 + count], hand.cards(0)[3:])
            hand = play(hand, 100, "call") if number == 0 else play(hand, 200)
        three, made = state_of(*parse_cards("2c4d7h7c")), state_of(*parse_cards("2c4d7hJs"))
        row, profile = hand.row.copy(), profile_of("cpu3").packed
        prices.append(call_price(hand.rules.packed, row, 0, three, profile))
        assert call_price(hand.rules.packed, row, 0, made, profile) == pytest.approx(0.25)
    assert prices == pytest.approx([0.2, 0.2 * 1.15, 0.2 * 1.3])


@pytest.mark.parametrize("cpu", CPUS)
def test_ten_outs_at_three_to_one_call_on_the_last_draw(cpu: str) -> None:
    """Every one of the ten outs beats an opponent who drew one card each time and now bets."""
    hand = table({0: "2c4d7h7c", 1: "3h5s8cKc"}, seats=2, button=0, later="KdQcJcTc")
    hand = play(hand, "call", "check", parse_cards("Kc"), parse_cards("7c"), 100, "call")
    hand = play(hand, parse_cards("Kd"), parse_cards("Qc"), 200)
    assert hand.actor == 0 and int(STATE_SIZE[state_of(*hand.cards(0))]) == 3
    assert (hand.pot, hand.legal.call) == (600, 200)
    assert decision(hand, cpu) in ("call", 400)


def test_a_two_card_draw_does_not_reraise_before_the_draw() -> None:
    for seed in range(20):
        hand = play(table({0: "Ac2d2hAd"}), "fold", "fold", 200)
        assert decision(hand, "cpu5", seed) in ("fold", "call")


def test_with_two_to_draw_even_a_certain_winner_does_not_reraise_before_the_draw() -> None:
    profile = profile_of("cpu3").packed
    raised = play(table({}), "fold", "fold", 200).row.copy()
    two, three = state_of(*parse_cards("Ac2d2hAd")), state_of(*parse_cards(ACE_DEUCE_THREE))
    assert not wants_raise(raised, 0, two, 0, 1.0, profile, 0)
    assert not wants_raise(raised, 0, three, 1, 1.0, profile, 0)
    assert wants_raise(raised, 0, three, 0, 1.0, profile, 0)
    assert wants_raise(play(table({}), "fold", "fold", "fold").row.copy(), 0, two, 0, 1.0, profile, 0)


def test_fewest_means_strictly_fewer_than_every_opponent() -> None:
    hand = play(table({}, seats=3), "call", "call", "check")
    hand = play(hand, hand.cards(1)[:1], hand.cards(2)[:2], hand.cards(0)[:1])
    assert [bool(drew_fewest(hand.row, seat)) for seat in range(3)] == [False, False, False]
    hand = play(table({}, seats=3), "call", "call", "check")
    hand = play(hand, hand.cards(1)[:1], hand.cards(2)[:2], ())
    assert [bool(drew_fewest(hand.row, seat)) for seat in range(3)] == [True, False, False]
    assert not drew_fewest(table({}).row, 0)


def test_a_hand_stands_in_the_middle_of_its_own_range() -> None:
    hand = play(table({}, seats=2), "call", "check")
    hand = play(hand, hand.cards(1)[:1], hand.cards(0)[:1])
    order = [state_of(*parse_cards(cards)) for cards in ("TcJdQhQs", "2c5d8h8s", "Ac2d3h3s", "Ac2d3hKs", "Ac2d3h4s")]
    found = [standing(hand.row.copy(), 0, state, odds()) for state in order]
    assert found == sorted(found) and found[0] < 0.3 and found[2] > 0.5 and found[-1] > 0.9


def test_a_rough_badugi_is_broken_behind_a_pat_raiser() -> None:
    hand = play(table({0: "Ac2d3hKs", 1: "4c5d6h7s"}, seats=2, button=0), 200, 300, 400, "call", ())
    assert hand.is_drawing and decision(hand) == parse_cards("Ks")
    good = play(table({0: "Ac2d3h5s", 1: "4c5d6h7s"}, seats=2, button=0), 200, 300, 400, "call", ())
    assert decision(good) == ()


def test_the_same_spot_and_seed_give_the_same_decision() -> None:
    hands = [table({3: "2c5d8hKh"}), pat_since_the_first_draw("2h4s6cQs")]
    for hand in hands:
        assert len({str(decision(hand, seed=9)) for _ in range(3)}) == 1


def test_decisions_do_not_see_what_the_seat_may_not_know() -> None:
    hand = pat_since_the_first_draw("2h4s6cQs")
    blinded = hand.row.copy()
    blinded[HOLE + MAX_HOLE : HOLE + 2 * MAX_HOLE] = -1
    blinded[DECK_COLUMN : DECK_COLUMN + 52] = -1
    blinded[STRENGTH : STRENGTH + 10] = blinded[PILE] = blinded[TOP] = blinded[SHUFFLED] = 0
    blinded[RANDOM : RANDOM + 4] = 0
    scratch = np.empty(KNOTS, dtype=np.float32)
    for profile in CPU_PROFILES:
        for seed in range(10):
            seen, blind = (
                decide(hand.rules.packed, row.copy(), profile.packed, seed, odds(), scratch)
                for row in (hand.row, blinded)
            )
            assert seen == blind


def test_discards_keep_an_optimal_subset() -> None:
    generator = np.random.default_rng(3)
    row = table({}).row.copy()
    for _ in range(300):
        cards = tuple(Card(int(card)) for card in generator.choice(52, 4, replace=False))
        row[HOLE : HOLE + 4] = cards
        mask = int(discards(row, 0, int(state_of(*cards)), 0))
        kept = {card for place, card in enumerate(cards) if not mask >> place & 1}
        assert kept in [set(keep) for keep in optimal_keeps(cards)]


def test_the_tight_player_waits_for_good_hands() -> None:
    for cards, choice in ((PAT_SIX, 200), ("9hTsQcQs", FOLD), (ACE_DEUCE_THREE, CALL)):
        hand = table({3: cards})
        assert decide_tight(hand.rules.packed, hand.row.copy()) == choice


# Success criteria over thousands of hands.


def test_early_position_folds_40_to_60_percent_more_than_late(log: DecisionLog) -> None:
    fold, opening = log.action == FOLD, log.is_open == 1
    early = rate(fold, opening & (log.position == PositionClass.EARLY))
    late = rate(fold, opening & (log.position == PositionClass.LATE))
    assert 1.4 <= early / late <= 1.6


def test_equal_hands_fold_40_to_60_percent_more_early_than_late() -> None:
    """The same four cards under the gun of seven, and on the button with all others gone."""
    generator = np.random.default_rng(8)
    early, late = table({}, seats=7), play(table({}, seats=7), *["fold"] * 4)
    folds = np.zeros(2)
    scratch = np.empty(KNOTS, dtype=np.float32)
    for index in range(3000):
        cards = generator.choice(52, 4, replace=False)
        profile = CPU_PROFILES[index % 6].packed
        for place, hand in enumerate((early, late)):
            row = hand.row.copy()
            at = HOLE + MAX_HOLE * int(hand.actor or 0)
            row[at : at + 4] = cards
            folds[place] += decide(hand.rules.packed, row, profile, index, odds(), scratch) == FOLD
    assert 1.4 <= folds[0] / folds[1] <= 1.6


def test_they_raise_at_least_30_percent_more_against_those_who_draw_two(log: DecisionLog) -> None:
    after_a_draw = (log.phase == BETTING) & (log.street > 0)
    aggressive = log.action > CALL
    against_pat = rate(aggressive, after_a_draw & (log.fewest == 0))
    against_two = rate(aggressive, after_a_draw & (log.fewest >= 2))
    assert against_two >= 1.3 * against_pat


def test_they_snow_in_15_to_20_percent_of_the_spots_that_allow_it(log: DecisionLog) -> None:
    snow = log.action == 0
    spots = (log.phase == DRAWING) & (log.may_snow == 1)
    assert (log.fewest[spots] >= 1).all() and (log.opponents[spots] <= 2).all() and (log.street[spots] >= 2).all()
    assert 0.15 <= rate(snow, spots) <= 0.20
    for seat, name in enumerate(CPUS):
        own = rate(snow, spots & (log.seat == seat), least=300)
        assert own == pytest.approx(profile_of(name).bluff_frequency, abs=0.05)


def test_a_snow_bets_and_gives_up_to_a_bet_or_raise(log: DecisionLog) -> None:
    betting = log.phase == BETTING
    snowing = betting & (log.drawn == 0) & (STATE_SIZE[log.state] < 4)
    assert rate(log.action > CALL, snowing & (log.owed == 0) & (log.raises == 0)) == 1.0
    assert rate(log.action == FOLD, snowing & (log.owed > 0), least=100) == 1.0


def test_a_snow_stays_pat(log: DecisionLog) -> None:
    again = (log.phase == DRAWING) & (log.drawn == 0) & (STATE_SIZE[log.state] < 4)
    assert rate(log.action == 0, again, least=50) == 1.0


def test_they_follow_the_opening_chart_in_80_percent_of_their_hands(log: DecisionLog) -> None:
    verdicts = np.array([[chart_verdict(state, position, 1.0) for state in range(STATES)] for position in range(3)])
    wanted = verdicts[log.position, log.state]
    done = np.where(
        log.action == FOLD, ChartVerdict.FOLD, np.where(log.action == CALL, ChartVerdict.CALL, ChartVerdict.RAISE)
    )
    follows = np.where(wanted == ChartVerdict.CALL, done >= ChartVerdict.CALL, done == wanted)
    opening = log.is_open == 1
    for position in PositionClass:
        assert rate(follows, opening & (log.position == position)) >= 0.8
    assert rate(follows, opening, least=10_000) >= 0.9


def test_they_break_rough_badugis_under_aggression_where_the_odds_say_so(log: DecisionLog) -> None:
    rough = (log.phase == DRAWING) & (STATE_SIZE[log.state] == 4) & (HIGH_CARD[log.state] >= 9) & (log.level > 0)
    assert rate(log.action != 0, rough & (log.gain > 0), least=300) >= 0.7
    assert rate(log.action == 0, rough & (log.gain <= 0), least=300) >= 0.9


def test_never_a_reraise_before_the_draw_with_two_to_draw(log: DecisionLog) -> None:
    reraise = (log.phase == BETTING) & (log.street == 0) & (log.raises > 0) & (log.action > CALL)
    assert reraise.sum() > 100 and (STATE_SIZE[log.state[reraise]] >= 3).all()


def test_whoever_drew_fewest_bets(log: DecisionLog) -> None:
    spot = (log.phase == BETTING) & (log.street > 0) & (log.raises == 0) & (log.drawn < log.fewest)
    assert rate(log.action > CALL, spot) == 1.0


def test_six_seats_open_as_seven_do() -> None:
    six = play_log(CPUS, 4000, seed=2)
    opening = six.is_open == 1
    folds = [
        rate(six.action == FOLD, opening & (six.position == where))
        for where in (PositionClass.MIDDLE, PositionClass.LATE)
    ]
    assert folds[0] > 1.3 * folds[1]


# Matches.


def test_a_match_is_zero_sum_and_follows_from_its_seed() -> None:
    names = ("cpu1", "tight", "cpu5", "random")
    first, again, other = (play_match(names, 2000, seed) for seed in (4, 4, 5))
    assert (first == again).all() and (first != other).any()
    assert (first.sum(axis=1) == 0).all()


def interval(chips: np.ndarray) -> tuple[float, float]:
    """95 % of the mean, in big blinds per 100 hands."""
    half = 1.96 * chips.std(ddof=1) / len(chips) ** 0.5
    return chips.mean() - half, chips.mean() + half


@pytest.mark.parametrize("baseline", ["tight", "random"])
@pytest.mark.parametrize("cpu", CPUS)
def test_each_cpu_beats_the_baselines_heads_up(cpu: str, baseline: str) -> None:
    assert interval(play_match((cpu, baseline), HANDS, seed=1)[:, 0])[0] > 0


@pytest.mark.parametrize("baseline", ["tight", "random"])
def test_three_cpus_beat_three_of_a_baseline(baseline: str) -> None:
    chips = play_match(("cpu2", baseline, "cpu3", baseline, "cpu6", baseline), HANDS, seed=2)
    assert interval(chips[:, ::2].sum(axis=1))[0] > 0


@pytest.mark.parametrize("cpu", ["cpu3", "cpu4"])
def test_always_raising_and_never_drawing_does_not_beat_them(cpu: str) -> None:
    rules, profile, scratch = badugi(100, 200).packed, profile_of(cpu).packed, np.empty(KNOTS, dtype=np.float32)
    chips = np.zeros(4000)
    for index in range(len(chips)):
        row = Hand.badugi([10_000, 10_000], button=index % 2, seed=index).row.copy()
        while row[PHASE] <= DRAWING:
            betting = row[PHASE] == BETTING
            if row[ACTOR] == 0:
                action = decide(rules, row, profile, index, odds(), scratch)
            else:
                action = raise_bounds(rules, row)[0] if betting else 0
            (act if betting else draw)(rules, row, action)
        chips[index] = row[STACK] - row[START]
    assert interval(chips)[0] > 0


@pytest.mark.parametrize("count", [1, 8])
def test_a_match_has_two_to_seven_players(count: int) -> None:
    with pytest.raises(BadConfig, match=str(count)):
        play_match(["cpu1"] * count, 1)
