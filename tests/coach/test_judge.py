"""The judge: what the coach advises is what the strategy plays, and grades follow from values with their errors."""

from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from gutshot.cards.card import format_cards
from gutshot.cards.combos import COMBO_CLASS, COMBO_COUNT, combo_cards, combo_of
from gutshot.coach import judge, sources
from gutshot.coach.advice import GradeName, Method, Option
from gutshot.coach.effort import AT_ONCE, Effort
from gutshot.coach.explain import NO_CALL, UNLEARNT, only_loses
from gutshot.coach.grading import advise, grade
from gutshot.coach.judge import mix_of, opponents_ranges, told
from gutshot.coach.options import contradicted, measured, ranked
from gutshot.coach.prizes import Prizes
from gutshot.coach.sources import strategy_for
from gutshot.coach.table_set import TableSet
from gutshot.coach.values import Values
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.games.public_hand import public_hands
from gutshot.games.seats import order
from gutshot.preflop import kept_jams
from gutshot.preflop.config import JamTable
from gutshot.preflop.jam_advice import jam_advice
from gutshot.preflop.jam_fold import solve_pushfold
from gutshot.preflop.jam_grid import shipped_grid
from gutshot.strategies.catalogue import open_strategy
from gutshot.trainer.table.defaults import make_setup
from gutshot.trainer.table.graded_hands import grade_hand
from gutshot.trainer.table.setup import YOU, Choices
from gutshot.trainer.table.table import Table, deal_hand
from tests.coach.test_coach import spot

F: Choice = "fold"
FEW = Effort(400)

SPOTS: list[tuple[str, int, int, str, list[Choice]]] = [
    ("under the gun opens", 6, 3, "", []),
    ("hijack opens", 6, 4, "f", [F]),
    ("cutoff opens", 6, 5, "f,f", [F, F]),
    ("button opens", 6, 0, "f,f,f", [F, F, F]),
    ("small blind first in", 6, 1, "f,f,f,f", [F, F, F, F]),
    ("big blind against under the gun", 6, 2, "r250,f,f,f,f", [125, F, F, F, F]),
    ("big blind against the hijack", 6, 2, "f,r250,f,f,f", [F, 125, F, F, F]),
    ("big blind against the cutoff", 6, 2, "f,f,r250,f,f", [F, F, 125, F, F]),
    ("big blind against the button", 6, 2, "f,f,f,r250,f", [F, F, F, 125, F]),
    ("big blind against the small blind", 6, 2, "f,f,f,f,r300", [F, F, F, F, 150]),
    ("under the gun faces a re-raise", 6, 3, "r250,r825,f,f,f,f", [125, 412, F, F, F, F]),
    ("the button heads-up", 2, 0, "", []),
    ("the big blind heads-up", 2, 1, "r300", [150]),
]


@pytest.mark.parametrize(("title", "seats", "hero", "line", "actions"), SPOTS, ids=[each[0] for each in SPOTS])
def test_advice_over_all_hands_is_what_the_strategy_plays(
    title: str, seats: int, hero: int, line: str, actions: list[Choice]
) -> None:
    """500 hands spread over all, weighed as they come here, against the strategy asked by its own line."""
    held = strategy_for(seats).hands(line)
    assert held.mix is not None and held.frequencies is not None
    total, weights = np.zeros(len(held.mix)), 0.0
    by_class = np.argsort(COMBO_CLASS[held.combos], kind="stable")
    for place in by_class[np.linspace(0, len(held.combos) - 1, min(500, len(held.combos))).astype(int)]:
        low, high = combo_cards(int(held.combos[place]))
        _, mix = told(spot(format_cards((low, high)), "", actions, seats, hero))
        assert mix is not None and len(mix) == len(total), title
        total += held.reach[place] * mix
        weights += held.reach[place]
    assert np.abs(total / weights - held.frequencies).max() < 0.03, title


def test_the_big_blind_does_not_raise_everything() -> None:
    """Against a raise to 2.5 big blinds it folds, calls and raises."""
    chosen = []
    for combo in range(3, COMBO_COUNT, 26):
        best = advise(spot(format_cards(combo_cards(combo)), "", [125], 2, 1), effort=AT_ONCE).best
        assert best is not None
        chosen.append("raise" if isinstance(best.choice, int) else best.choice)
    shares = {kind: chosen.count(kind) / len(chosen) for kind in ("fold", "call", "raise")}
    assert shares["raise"] < 0.35 and shares["fold"] > 0.2 and shares["call"] > 0.2


@pytest.mark.parametrize(
    ("seats", "hero", "actions"),
    [
        (2, 0, []),
        (2, 1, [150]),
        (2, 1, [5000]),
        (2, 0, [150, 450]),
        (3, 0, []),
        (3, 2, [F, 5000]),
        (6, 3, []),
        (6, 3, [125, 412, F, F, F, F]),
        (6, 2, [125, F, 412, F, 1000]),
        (6, 2, [F, F, F, F, "call"]),
    ],
)
def test_aces_are_never_folded_before_the_flop(seats: int, hero: int, actions: list[Choice]) -> None:
    found = advise(spot("AsAh", "", actions, seats, hero), effort=AT_ONCE)
    fold = found.option_of("fold")
    assert fold is None or (fold.share or 0) < 0.01


@pytest.mark.parametrize(("board", "line"), [("", [150]), ("Td7c2d", [150, "call"])])
def test_hidden_cards_change_nothing(board: str, line: list[Choice]) -> None:
    """Worked out anew for two deals that differ in the opponent's cards and in all that is still to come."""
    found = []
    for seed in (1, 2):
        for kept in (judge.advise, sources._strategy, sources._search, cast(TableSet, strategy_for(2))._asked):
            kept.cache_clear()
        found.append(advise(spot("9s8h", board, line, 2, 1, others=seed), effort=FEW))
    assert found[0] == found[1]
    assert advise(spot("9s8d", board, line, 2, 1), effort=FEW) != found[0]


def test_a_grade_does_not_look_at_the_deal() -> None:
    """The one who grades is given the whole hand, with everybody's cards."""
    setup = make_setup(Choices(seats=2, stack=5000, opponents=("style:tag",), seed=3))
    first = Table(setup).deal
    hero = first.chairs.index(YOU)
    grades: list[object] = []
    for theirs, board in (("AcAd", "Kc9d4h2s2c"), ("7c3d", "QhJd8s5c5h")):
        pairs = ["9s8h", theirs] if order(2, first.where.button or 0)[0] == hero else [theirs, "9s8h"]
        deck = pairs[0][:2] + pairs[1][:2] + pairs[0][2:] + pairs[1][2:] + board
        deal = replace(first, deck=deck, seed=len(grades))
        start = deal_hand(setup, deal)
        line: list[Choice] = ["fold"] if start.actor == hero else [start.legal.max_raise_to or 0, "fold"]
        assert format_cards(start.cards(hero)) == "9s8h"
        judge.advise.cache_clear()
        grades.append(grade_hand(setup, deal, line, effort=FEW))
    assert grades[0] and grades[0] == grades[1]


def test_values_have_errors_and_the_best_choice_is_best() -> None:
    seen = spot("AsAh", "", [], 6, 3)
    found = advise(seen, 2350, FEW)
    raised, shoved = found.best, found.option_of(2350)
    assert raised is not None and raised.choice == 125 and raised.value is not None and raised.value > 3 * 50
    assert raised.error > 0 and found.is_final and found.kind is Method.STRATEGY
    assert shoved is not None and shoved.share == 0 and shoved.note
    assert grade(seen, 125, 1, 0, FEW).grade == GradeName.BEST  # type: ignore[union-attr]
    folded = grade(seen, "fold", 1, 0, FEW)
    assert folded is not None and folded.grade == GradeName.BLUNDER and folded.ev_lost > 3


def test_shoving_air_costs_and_is_not_valued_like_the_best_size() -> None:
    graded = grade(spot("7c2h", "", [], 6, 3), 2350, 1, 0, FEW)
    assert graded is not None and graded.grade == GradeName.BLUNDER
    assert (graded.position, graded.street, graded.faced) == ("UTG", "preflop", "first in")


def test_a_loss_within_its_error_is_fine() -> None:
    """The strategy calls with it; folding costs next to nothing, and no number of deals says more."""
    graded = grade(spot("6d5c", "", [F, F, F, 125, F], 6, 2), "fold", 1, 5, FEW)
    assert graded is not None and graded.grade == GradeName.FINE and graded.ev_lost == 0


def test_what_the_strategy_does_often_is_best_whatever_it_was_worth_in_few_deals() -> None:
    seen = spot("AsAh", "", [], 2, 0)
    for option in advise(seen, effort=AT_ONCE).options:
        graded = grade(seen, option.choice, 1, 0, FEW)
        if option.is_often:
            assert graded is not None and graded.grade == GradeName.BEST


def test_ranges_are_the_strategys_and_hold_no_card_that_is_seen() -> None:
    seen = spot("AsKh", "Ks7s2d", [150, "call"], 2, 1)
    (held,) = opponents_ranges(seen)
    answer = strategy_for(2).at(seen, 0)
    reach = np.zeros(COMBO_COUNT)
    reach[answer.hands.combos] = answer.hands.reach
    free = held.weights > 0
    np.testing.assert_allclose(held.weights[free], reach[free])
    assert held.weights[combo_of(*seen.cards)] == 0 and 0 < held.share < 0.8


def test_a_line_that_is_never_played_says_so() -> None:
    """Under the gun never limps; the range before that stands."""
    read = advise(spot("AsKh", "", ["call", F, F, F, F], 6, 2), effort=AT_ONCE).reads[0]
    assert read.seat == 3 and "never does" in read.words and read.share == 1.0


def test_no_advice_where_no_strategy_knows_the_spot() -> None:
    """Three players in a pot that was raised four times."""
    before: list[Choice] = [F, F, 130, "call", F, F, "call", 390, F, 900, F, "call", "call"]
    unknown = spot("Ac2c", "Jc7h7d", [*before, 1800, 4100], 9, 0)
    assert not advise(unknown, effort=AT_ONCE).options and grade(unknown, "fold", 1, 0, FEW) is None


def test_why_is_one_or_two_sentences() -> None:
    for seen in (spot("9s9d", "Kh7c2d", [150, "call", 100]), spot("7c2h", "", [], 6, 3)):
        why = advise(seen, effort=AT_ONCE).why
        assert why.endswith(".") and why.count(". ") == 1


def test_an_early_seat_of_nine_is_answered_from_the_first_of_six() -> None:
    """And it says how many more are behind; the next seat is the second of six then."""
    for actions, hero, line in (([], 3, ""), ([F], 4, ""), ([F, F, F, 125], 7, "r250")):
        held = strategy_for(6).hands(line)
        for cards in ("Ah9c", "JhTh", "7s7c"):
            _, mix = told(spot(cards, "", list(actions), 9, hero))
            assert mix is not None and held.mix is not None
            place = np.flatnonzero(held.combos == combo_of(*spot(cards, "", list(actions), 9, hero).cards))
            assert mix == pytest.approx(held.mix[:, place[0]], abs=1e-6), (cards, hero)
    said = advise(spot("JhTh", "", [], 9, 3), effort=AT_ONCE)
    assert not said.is_exact and "three more players behind" in said.method


def test_a_hand_that_the_strategy_never_comes_with_is_played_out() -> None:
    """Who called under the gun with king-nine offsuit is told the values, and not what a table of noise says."""
    seen = spot("Kc9d", "", [125, F, "call", F, F, 412, F], 6, 5)
    quick, found = advise(seen, effort=AT_ONCE), advise(seen, effort=FEW)
    assert quick.best is None and UNLEARNT in quick.why
    assert found.best is not None and found.best.share is None and found.best.value is not None
    assert all(option.value is None or option.value <= found.best.value for option in found.options)
    learnt = advise(spot("JcTc", "", [125, F, "call", F, F, 412, F], 6, 5), effort=AT_ONCE)
    assert learnt.best is not None and learnt.best.share is not None


def test_a_call_that_the_strategy_s_game_leaves_out_is_valued() -> None:
    seen = spot("KcTc", "", [F, 130, "call", F, "call"], 6, 2)
    found = advise(seen, effort=FEW)
    assert found.best is not None and found.best.choice == "call" and NO_CALL in found.why
    graded = grade(seen, "call", 1, 0, FEW)
    assert graded is not None and graded.grade == GradeName.BEST


SHORT = [(seats, depth) for seats in (2, 6) for depth in (8, 10, 15)]


@pytest.mark.parametrize(("seats", "depth"), SHORT)
def test_short_stacks_are_those_of_the_strategy_they_name(seats: int, depth: int) -> None:
    """First in, 500 hands spread over all: the exact solution, the chart, or the blueprint nearest in depth."""
    if depth > 12:
        held = open_strategy("blueprint:hu@15" if seats == 2 else "blueprint:6max@20").hands("")
        assert held.frequencies is not None
        wanted = 1 - held.frequencies[0]
    elif seats == 2:
        wanted = solve_pushfold(JamTable((depth, depth))).charts[0].frequency[COMBO_CLASS].mean()
    else:
        chart = shipped_grid().at(6, (2, 0), depth, 0.0)
        assert chart is not None
        wanted = chart.frequency[COMBO_CLASS].mean()
    plays = []
    for combo in np.argsort(COMBO_CLASS, kind="stable")[np.linspace(0, COMBO_COUNT - 1, 500).astype(int)]:
        seen = spot(format_cards(combo_cards(int(combo))), "", [], seats, 0 if seats == 2 else 3, stack=50 * depth)
        moves, mix = mix_of(seen, np.array([sorted(seen.cards)]))
        plays.append(sum(float(mix[place, 0]) for place, move in enumerate(moves) if move.choice != "fold"))
    assert np.mean(plays) == pytest.approx(wanted, abs=0.03)


def test_on_the_bubble_the_big_blind_calls_as_prize_money_says() -> None:
    """Three of four are paid: fewer calls than for chips, exactly those of the solution, with its values."""
    prizes, calls = Prizes((50.0, 30.0, 20.0)), 0.0
    solved = jam_advice([500] * 4, (25, 50), 1, (0,), prizes=prizes.money)
    for combo in range(0, COMBO_COUNT, 60):
        seen = spot(format_cards(combo_cards(combo)), "", [F, F, 500], 4, 2, stack=500)
        found = advise(seen, effort=AT_ONCE, prizes=prizes)
        call, fold = found.option_of("call"), found.option_of("fold")
        assert call is not None and fold is not None and call.value is not None and fold.value == 0
        assert call.share == pytest.approx(solved.frequency[COMBO_CLASS[combo]], abs=1e-6)
        gain = (solved.play - solved.fold)[COMBO_CLASS[combo]]
        assert call.value == pytest.approx(gain / (100 / 2000), abs=1e-6)  # 100 of prizes for 2,000 chips
        calls += (call.share or 0) - (advise(seen, effort=AT_ONCE).option_of("call").share or 0)  # type: ignore[union-attr]
    assert calls < -3 and "prizes" in found.method


def test_prize_money_is_solved_ahead_for_whoever_has_to_wait(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Three to act take too long for an answer at once, unless the hand was looked at when it was dealt."""
    monkeypatch.setattr(kept_jams, "cache_folder", lambda: tmp_path)
    prizes, seen = Prizes((65.0, 35.0)), spot("Ks4h", "", [], 3, 0, stack=500)
    judge.advise.cache_clear()
    assert "chips, not prize money" in advise(seen, effort=AT_ONCE, prizes=prizes).method
    waiting = Hand.holdem([500] * 3, (25, 50), 0, seed=1).observation(1)  # the small blind may face the button's jam
    assert judge.prepare(waiting, prizes) and list(tmp_path.rglob("*.safetensors"))
    judge.advise.cache_clear()
    found = advise(seen, effort=AT_ONCE, prizes=prizes)
    assert found.is_final and "solved for these stacks and prizes" in found.method


@pytest.mark.parametrize("depth", [8, 10])
def test_short_stacks_heads_up_jam_or_fold_as_solved(depth: int) -> None:
    """Nine hands of the exact equilibrium, to the frequency."""
    jam = solve_pushfold(JamTable((depth, depth))).charts[0].frequency
    for combo in range(0, COMBO_COUNT, 150):
        seen = spot(format_cards(combo_cards(combo)), "", [], 2, 0, stack=50 * depth)
        found = advise(seen, effort=AT_ONCE)
        jammed = found.option_of(50 * depth)
        assert jammed is not None and jammed.share == pytest.approx(jam[COMBO_CLASS[combo]], abs=1e-3)
        assert found.is_final and found.is_exact and found.kind is Method.SOLVER
        graded = grade(seen, 50 * depth if (jammed.share or 0) >= 0.5 else "fold", 1, 0, FEW)
        assert graded is not None and graded.grade == GradeName.BEST


def test_what_has_no_value_does_not_measure_the_others() -> None:
    """The strategy's all-in is not known, because it is answered by guesses; the call is the best of what is."""
    seen = spot("AsAh", "", [], 6, 3)
    options = [Option("call", "Call 50", share=0.6, value=20.0), Option("fold", "Fold", share=0.0, value=0.0)]
    values = Values(("call", "fold"), (20.0, 0.0), (1.0, 0.0), lambda one, two: ((0, 20)[two] - 0, 1.0), (0.0, 0.0))
    found = measured([*options, Option(5000, "All-in for 5000", share=0.4)], values, seen.big_blind)
    assert {option.choice: option.lost for option in found} == {"call": 0.0, "fold": 20.0, 5000: None}


def test_it_is_said_where_values_contradict_the_strategy() -> None:
    """Two choices, the one it takes worth half a big blind less; a difference within its error says nothing."""
    usual = Option("call", "Call 287", -25.0, share=0.9)
    other = Option("fold", "Fold", 0.0, share=0.1)

    def said(error: float) -> str:
        values = Values(("call", "fold"), (-25.0, 0.0), (error, 0.0), lambda one, two: (25.0, error), (0.0, 0.0))
        return contradicted((usual, other), values, 50)

    assert "Fold is worth 0.5 bb more (± 0.1) than Call 287" in said(5.0) and said(20.0) == ""


def test_the_nuts_are_never_folded_with_their_bucket() -> None:
    for board, cards in (("AhKhQh2c3d", "JhTh"), ("9s9h5c5d2s", "9c9d")):
        seen = spot(cards, board, [125, "call", "call", *["check"] * 6, 200], 3, 2)
        _, mix = told(seen)
        moves = told(seen)[0].moves
        assert mix is not None and sum(mix[k] for k, move in enumerate(moves) if move.choice == "fold") == 0


def test_a_third_of_the_pot_with_top_pair_in_a_re_raised_pot_is_no_blunder() -> None:
    """Ace-king on a king-high flop, three-bet and called."""
    graded = grade(spot("AsKs", "Kh7c2d", [150, 450, "call"], 2, 1), 300, 1, 0, Effort(2_000))
    assert graded is not None and graded.grade in (GradeName.BEST, GradeName.FINE)


def test_a_shove_of_air_for_many_pots_is_never_best() -> None:
    """After the flop, too, where the strategy's tree has the all-in."""
    for cards in ("6cJs", "Jc4d", "8dQc"):
        graded = grade(spot(cards, "Kh7c2d", [150, "call", "check"], 2, 0), 4850, 1, 0, Effort(2_000))
        assert graded is None or (graded.grade != GradeName.BEST and graded.ev_lost >= 0)


def test_the_price_of_an_all_in_call_counts_only_what_it_can_win() -> None:
    """The button jams 4,000 into a big blind of 1,000: 950 more to win 50 + 50 + 1,000, not 4,075."""
    hand = Hand.holdem([4000, 4000, 1000], (25, 50), 0, seed=1, actions=[4000, "fold"])
    seen = hand.observation(2)
    assert seen.to_call == 950 and seen.pot_to_win == 1075 and seen.price == pytest.approx(950 / 2025)
    assert "a call needs 47 %" in advise(seen, effort=AT_ONCE).why
    assert spot("AsKh", "", [125], 2, 1).pot_to_win == spot("AsKh", "", [125], 2, 1).pot


def losing(share: float, worth: float, error: float) -> tuple[Option, ...]:
    """A call that the strategy makes so often, against a fold, as they are ranked."""
    usual = Option("call", "Call 287", worth, share=share, error=error, lost=0.0)
    other = Option("fold", "Fold", 0.0, share=1 - share, lost=0.0)
    values = Values(("call", "fold"), (worth, 0.0), (error, 0.0), lambda one, two: (0.0, 0.0), (0.0, 0.0))
    return ranked((usual, other), values, 50)


def test_it_folds_where_all_that_the_strategy_does_loses_for_sure_and_only_there() -> None:
    first = losing(0.9, -60.0, 10.0)[0]
    assert first.choice == "fold" and losing(0.9, -60.0, 10.0)[1].lost == 60.0
    assert "the coach folds" in only_loses(losing(0.9, -60.0, 10.0))
    for share, worth, error in ((0.9, -60.0, 25.0), (0.9, -20.0, 1.0), (0.9, 60.0, 1.0)):
        assert losing(share, worth, error)[0].choice == "call" and only_loses(losing(share, worth, error)) == ""


def test_a_bet_close_to_the_strategys_is_that_bet() -> None:
    seen = spot("AsAh", "", [], 6, 3)
    graded = grade(seen, 130, 1, 0, FEW)
    assert graded is not None and graded.grade == GradeName.BEST


def test_a_bet_for_all_that_the_other_has_is_all_in() -> None:
    """A big stack against one of twenty big blinds: the tree's all-in leaves nobody a few chips."""
    moves = [move.choice for move in told(spot_of_stacks())[0].moves]
    assert 1000 not in moves and max(choice for choice in moves if isinstance(choice, int)) == 4000


def spot_of_stacks() -> Observation:
    return Hand.holdem([4000, 1000], (25, 50), 0, seed=1).observation(0)


def test_an_early_seat_of_nine_has_values_and_later_streets_are_known() -> None:
    first = advise(spot("Ad8d", "", [F], 9, 4), effort=FEW)
    raised = next(option for option in first.options if isinstance(option.choice, int))
    assert raised.value is not None
    line: list[Choice] = [F, 125, F, F, F, F, F, F, "call"]
    flop = advise(spot("9s8h", "Td7c2d", line, 9, 2), effort=AT_ONCE)
    assert flop.best is not None


def test_a_bet_that_the_solution_never_makes_tells_nothing_of_the_hand() -> None:
    """Small bets out of position on all streets: the answer is to all hands that came to the last of them."""
    line: list[Choice] = ["call", "check", 100, "call", 192, "call", 366]
    found = advise(spot("Qs5c", "8h2dQdAh2c", line, 2, 0))
    assert found.kind is Method.SOLVER and found.options[0].error < 5 and "tells nothing" in found.reads[0].words
    searched = sources.search_for(2, 3)
    hands = public_hands(spot("Qs5c", "8h2dQdAh2c", line, 2, 0))
    now = searched.range_of(hands, 1)
    then = searched.range_of(hands[:-1], 1)
    assert searched.ignored(hands, 1) > 0 and now == pytest.approx(then)


def test_what_a_hand_never_does_costs_no_more_than_the_chips_it_puts_in() -> None:
    """Seven high bets the pot on a river that it cannot win: it may still fold to a raise."""
    seen = spot("7d2s", "Kd9d4d5cAs", [150, "call", "check", "check", "check", "check"], 2, 1)
    found = advise(seen, 300)
    bet = found.option_of(300)
    assert bet is not None and bet.value is not None and bet.value >= -300


def test_a_street_that_could_not_be_solved_in_time_is_left_to_the_trained_strategy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hurried = replace(sources._SEARCH[2], iterations=1)
    monkeypatch.setitem(sources._SEARCH, 2, hurried)
    for kept in (judge.advise, sources._search):
        kept.cache_clear()
    found = advise(spot("9s8h", "Td7c2d4h", [150, "call", "check", "check"], 2, 1), effort=Effort(400, 1))
    for kept in (judge.advise, sources._search):
        kept.cache_clear()
    assert found.kind is Method.STRATEGY and found.best is not None and "no time" in found.method
