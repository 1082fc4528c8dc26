"""Jam or fold: heads-up against a linear program and by hand, three players against counting, and what is refused."""

import json

import numpy as np
import pytest
from scipy.optimize import linprog

from gutshot.cards.combos import CLASS_NAMES, CLASS_SIZES
from gutshot.cli import main
from gutshot.errors import BadConfig
from gutshot.preflop.class_pairs import class_pairs
from gutshot.preflop.config import JamTable
from gutshot.preflop.jam_fold import seat_names, solve_pushfold
from gutshot.preflop.payoffs import Utility, takes
from gutshot.preflop.tree import jam_tree


def linear_program(stack: float, ante: float = 0.0) -> float:
    """The small blind's value by linear programming: maximise over jams x what the big blind lets him have."""
    pairs = class_pairs()
    deal = pairs.chance[:, None] * pairs.meet
    showdown = stack * (2 * pairs.equity - 1)
    jam_cost = (1 + ante) * deal - showdown * deal  # what a call takes from a jam that was going to win the blinds
    # max sum_b v_b + sum_a p_a ((1 + ante) x_a - (0.5 + ante)(1 - x_a)),  v_b <= 0, v_b <= -sum_a x_a jam_cost[a, b]
    gains = pairs.chance * (1.5 + 2 * ante)
    goal = -np.concatenate([gains, np.ones(169)])
    rows = np.hstack([jam_cost.T, np.eye(169)])
    bounds = [(0, 1)] * 169 + [(None, 0)] * 169
    found = linprog(goal, A_ub=rows, b_ub=np.zeros(169), bounds=bounds, method="highs")
    return float(-found.fun - 0.5 - ante)


@pytest.mark.parametrize(("stack", "ante"), [(5.0, 0.0), (7.3, 0.0), (13.7, 0.2)])
def test_heads_up_equals_a_linear_program(stack: float, ante: float) -> None:
    solved = solve_pushfold(JamTable((stack, stack), ante))
    assert solved.ev[0] == pytest.approx(linear_program(stack, ante), abs=1e-8)
    assert sum(solved.ev) == pytest.approx(0, abs=1e-12)
    assert solved.exploitability < 1e-9


@pytest.mark.parametrize(
    ("stack", "ev", "jams", "calls"),
    [(5.0, 0.056270, 72.247, 61.991), (10.0, -0.045340, 58.388, 37.381), (20.0, -0.183308, 39.970, 21.719)],
)
def test_heads_up_is_near_the_reference_figures(stack: float, ev: float, jams: float, calls: float) -> None:
    """Not equal to six digits: with our exact equities the linear program above gives our value, not the reference."""
    solved = solve_pushfold(JamTable((stack, stack)))
    assert solved.ev[0] == pytest.approx(ev, abs=1.5e-4)
    assert [chart.percent for chart in solved.charts] == pytest.approx([jams, calls], abs=0.8)


def test_better_hands_play_more_and_the_best_always() -> None:
    jam, call = solve_pushfold(JamTable((10.0, 10.0))).charts
    assert (jam.name, call.name) == ("SB jam", "BB call vs SB")
    for chart in (jam, call):
        gain = chart.ev - chart.ev_fold
        assert np.all(gain[chart.frequency > 0] > -1e-9)
        assert np.all(gain[chart.frequency < 1] < 1e-9)
        assert np.argmax(gain) == CLASS_NAMES.index("AA")
        weighted = float(CLASS_SIZES @ chart.frequency) / 13.26
        assert chart.percent == pytest.approx(weighted)
        assert chart.range.share * 100 == pytest.approx(chart.percent, abs=1e-4)


def test_all_in_by_the_blinds_is_no_choice() -> None:
    nothing = solve_pushfold(JamTable((0.4, 10.0)))
    assert nothing.charts == ()
    assert nothing.ev == pytest.approx((0, 0), abs=1e-12)
    forced = solve_pushfold(JamTable((10.0, 0.8)))
    assert [chart.percent for chart in forced.charts] == pytest.approx([100.0])


def test_uneven_stacks_play_for_the_smaller() -> None:
    even, uneven = solve_pushfold(JamTable((8.0, 8.0))), solve_pushfold(JamTable((8.0, 30.0)))
    assert uneven.ev == pytest.approx(even.ev, abs=1e-9)


def test_prizes_of_two_are_chips() -> None:
    """With two players left prize money is linear in chips."""
    chips, prizes = solve_pushfold(JamTable((6.0, 10.0))), solve_pushfold(JamTable((6.0, 10.0)), (70.0, 30.0))
    assert prizes.ev == pytest.approx(tuple(40 / 16 * value for value in chips.ev), abs=1e-6)


def test_small_prizes_are_solved_as_well_as_large_ones() -> None:
    table = JamTable((8.05, 8.05), 0.1)  # where it takes a while to find the hands that mix
    small, large = solve_pushfold(table, (7e-5, 3e-5)), solve_pushfold(table, (7e7, 3e7))
    assert small.charts[0].frequency == pytest.approx(large.charts[0].frequency, abs=1e-6)


@pytest.mark.nojit
def test_side_pots_and_uncalled_chips() -> None:
    assert takes((5.0, 10.0, 20.0), (0, 1, 2), (3, 2, 1)).tolist() == pytest.approx([15, 10, 10])
    assert takes((5.0, 10.0, 20.0), (0, 1, 2), (1, 2, 2)).tolist() == pytest.approx([0, 12.5, 22.5])
    assert takes((0.5, 10.0, 10.0), (1, 2), (1, 1)).tolist() == pytest.approx([0, 10.25, 10.25])


@pytest.mark.nojit
def test_going_broke_together_pays_by_stacks() -> None:
    utility = Utility((4.0, 8.0, 20.0), (50.0, 30.0, 20.0))
    paid = utility.showdown((4.0, 8.0, 20.0), (0, 1, 2), (1, 1, 2)) + np.array(utility.start)
    assert paid.tolist() == pytest.approx([20, 30, 50])
    equal = Utility((8.0, 8.0, 20.0), (50.0, 30.0, 20.0))
    paid = equal.showdown((8.0, 8.0, 20.0), (0, 1, 2), (1, 1, 2)) + np.array(equal.start)
    assert paid.tolist() == pytest.approx([25, 25, 50])


@pytest.mark.nojit
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_seat_has_its_turns(seats: int) -> None:
    tree = jam_tree(JamTable((10.0,) * seats))
    assert len(tree.ends) == 2**seats - 1
    asked = [sum(1 for node in tree.decisions() if tree.actor[node] == seat) for seat in range(seats)]
    order = (*range(2, seats), 0)
    assert [asked[seat] for seat in order] == [2**turn for turn in range(seats - 1)]
    assert asked[1] == 2 ** (seats - 1) - 1
    assert {end.paid for end in tree.ends if len(end.live) == seats} == {(10.0,) * seats}


def test_seats_are_named_from_the_small_blind() -> None:
    assert seat_names(2) == ("SB", "BB")
    assert seat_names(3) == ("SB", "BB", "BTN")
    assert seat_names(6)[0::5] == ("SB", "BTN")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--stacks 10 --players 7", "7 players"),
        ("--stacks 10,10,10 --players 2", "3 stacks for 2 players"),
        ("--stacks 10,x", "'10,x'"),
        ("--stacks -3", "stack -3"),
        ("--stacks nan", "stacks 'nan'"),
        ("--stacks 10 --ante -1", "ante -1"),
        ("--stacks 10 --icm 50,30,20", "3 prizes for 2 players"),
        ("--stacks 10 --icm 20,30", "prizes [20.0, 30.0]"),
        ("--stacks 10 --icm 0", "something to play for"),
        (f"--stacks 10 --out {__file__}", "will not write to"),
    ],
)
def test_nonsense_is_refused_in_one_sentence(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pushfold", *words.split(), "--json"]) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert shown.out == ""
    assert shown.err.count("\n") == 1


def test_json_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pushfold", "--stacks", "10", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ev"] == pytest.approx([-0.045371, 0.045371], abs=1e-6)
    assert told["exploitability"] < 1e-9
    assert set(told["ranges"]) == {"SB jam", "BB call vs SB"}
    hand = next(chart for chart in told["charts"] if chart["action"] == "jam")["hands"]["AA"]
    assert hand["frequency"] == 1
    assert hand["ev"] > hand["ev_fold"] == pytest.approx(-0.5)


def test_a_person_sees_charts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pushfold", "--stacks", "10"]) == 0
    shown = capsys.readouterr().out
    assert "SB jam: 58.284 % of hands" in shown
    assert "exploitability" in shown


def test_a_table_of_one_is_refused() -> None:
    with pytest.raises(BadConfig, match="1 players"):
        JamTable((10.0,))
