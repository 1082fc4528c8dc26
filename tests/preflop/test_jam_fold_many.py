"""Jam or fold for three and more: counts of three hands, sampled ranks, consistency of the game, and a whole solve."""

from itertools import permutations

import numpy as np
import pytest

from gutshot.cards.combos import CLASS_COUNT, CLASS_NAMES
from gutshot.cards.equity import equity
from gutshot.preflop import class_triples as triples
from gutshot.preflop.class_pairs import class_pairs
from gutshot.preflop.class_solver import ClassSolver, lay_out
from gutshot.preflop.class_sweeps import collect_best
from gutshot.preflop.class_triples import ORDERS, meetings, three_way_orders
from gutshot.preflop.config import JamTable, PreflopConfig
from gutshot.preflop.flop_gains import CheckedDown
from gutshot.preflop.jam_fold import solve_pushfold
from gutshot.preflop.multiway_ends import ManyEnds, sorted_pays
from gutshot.preflop.multiway_kernels import add_three_way, three_way_worth
from gutshot.preflop.payoffs import Utility
from gutshot.preflop.rounds import PreflopRounds
from gutshot.preflop.tree import jam_tree
from tests.naive import preflop as naive

DEALS = 32


def number(name: str) -> int:
    return CLASS_NAMES.index(name)


@pytest.fixture(scope="module")
def coarse(tmp_path_factory: pytest.TempPathFactory):
    """The table of three hands from few deals, so that it is there in a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GUTSHOT_CACHE", str(tmp_path_factory.getbasetemp().parent / "gutshot-cache"))
        class_pairs()
        patch.setenv("GUTSHOT_CACHE", str(tmp_path_factory.mktemp("coarse")))
        patch.setattr(triples, "DEALS", DEALS)
        patch.setattr("gutshot.preflop.multiway_ends.DEALS", DEALS)
        three_way_orders.cache_clear()
        yield three_way_orders()
    three_way_orders.cache_clear()


def test_counts_of_three_hands_are_those_of_listing_them() -> None:
    table = meetings().meet.astype(np.float64) * 1225 * 1128
    for names in (("AA", "AKs", "AKo"), ("AA", "AA", "KK"), ("72o", "72s", "77"), ("T9s", "J8o", "33"), ("AA",) * 3):
        for first, second, third in permutations(map(number, names)):
            expected = naive.disjoint_triples(first, second, third)
            assert table[first, second, third] == pytest.approx(expected, abs=1e-3)


def test_three_hands_meet_with_certainty_and_two_win_as_two() -> None:
    found, pairs = meetings(), class_pairs()
    assert found.meet.sum(axis=(1, 2)) == pytest.approx(np.ones(CLASS_COUNT), abs=1e-5)
    assert found.meet.sum(axis=2) == pytest.approx(pairs.meet, abs=1e-6)
    assert found.win.sum(axis=2) == pytest.approx(pairs.meet * pairs.win, abs=1e-6)
    assert found.tie.sum(axis=2) == pytest.approx(pairs.meet * pairs.tie, abs=1e-6)


def test_sampled_ranks_share_pots_as_equities_do(coarse) -> None:
    names = ("AA", "KQs", "77")
    places = sorted(range(3), key=lambda seat: number(names[seat]))
    low, middle, high = sorted(map(number, names))
    row = coarse[low + middle * (middle + 1) // 2 + high * (high + 1) * (high + 2) // 6]
    assert row.sum() == DEALS
    expected = equity(names, samples=100_000, seed=1)
    for place, seat in enumerate(places):
        parts = [(ranks[place] == max(ranks)) / ranks.count(max(ranks)) for ranks in ORDERS]
        share = float(row @ np.array(parts))
        assert share / DEALS == pytest.approx(expected.players[seat].equity, abs=4 * 0.5 / np.sqrt(DEALS))


@pytest.mark.nojit
def test_ranks_of_sorted_classes_pay_the_seats_that_hold_them() -> None:
    utility = Utility((5.0, 10.0, 20.0))
    end = jam_tree(JamTable((5.0, 10.0, 20.0))).ends[-1]
    pays = np.full((27, 3), np.nan)
    for ranks in ORDERS:
        pays[9 * ranks[0] + 3 * ranks[1] + ranks[2]] = utility.showdown(end.paid, end.live, [r + 1 for r in ranks])
    for classes in permutations((3, 50, 120)):
        way = 4 * (classes[0] <= classes[1]) + 2 * (classes[0] <= classes[2]) + (classes[1] <= classes[2])
        places = [sorted(classes).index(held) for held in classes]
        for order, ranks in enumerate(ORDERS):
            mine = [ranks[place] for place in places]
            for seat in range(3):
                assert sorted_pays(pays, seat)[way, order] == pays[9 * mine[0] + 3 * mine[1] + mine[2], seat]


@pytest.mark.parametrize("role", range(3))
def test_what_hands_are_worth_values_a_pot_of_three_for_any_ranges(coarse, role: int) -> None:
    dice = np.random.default_rng(role)
    one, two = (dice.random(CLASS_COUNT) * (dice.random(CLASS_COUNT) < 0.3) for _ in range(2))
    pays = sorted_pays(dice.random((27, 3)), role)
    worth = np.zeros((CLASS_COUNT,) * 3, np.float32)
    three_way_worth(role, meetings().meet, coarse, DEALS, pays, worth)
    expected = np.zeros((CLASS_COUNT, 2))
    add_three_way(role, one, two, meetings().meet, coarse, DEALS, pays, expected)
    assert np.einsum("hab,a,b->h", worth.astype(np.float64), one, two) == pytest.approx(expected[:, 0], abs=1e-6)


@pytest.mark.parametrize(
    ("stacks", "prizes"), [((10.0, 10.0, 10.0), ()), ((4.0, 9.0, 15.0), ()), ((4.0, 9.0, 15.0), (50.0, 30.0, 20.0))]
)
def test_what_three_seats_win_adds_up_to_nothing(coarse, stacks, prizes) -> None:
    """Each seat's value is added up by its own route through the tables; chips and prizes are only moved around."""
    tree = jam_tree(JamTable(stacks))
    ends = ManyEnds(tree, Utility(stacks, prizes), class_pairs())
    solver = ClassSolver(tree, ends, class_pairs().chance)
    for _ in range(3):
        solver.step()
    ends.refresh(solver.reaches(solver.strategy))
    quality = solver.quality(solver.strategy)
    assert sum(quality.values) == pytest.approx(0, abs=2e-6)
    assert min(best - own for best, own in zip(quality.best_responses, quality.values, strict=True)) > -1e-9
    for seat in range(3):
        assert solver.node_mass(seat, solver.strategy)[0] == pytest.approx(np.ones(CLASS_COUNT), abs=1e-9)


@pytest.mark.nojit
def test_best_responses_by_recursion() -> None:
    tree = jam_tree(JamTable((10.0,) * 4))
    values = np.random.default_rng(5).normal(size=(len(tree), CLASS_COUNT))
    leaves = values.copy()
    values[list(tree.decisions())] = 0.0
    for player in range(4):
        found = values.copy()
        collect_best(player, lay_out(tree), found)
        assert found[0] == pytest.approx(naive.best_values(tree.actor, tree.parent, leaves, player))


def test_a_damaged_table_is_sampled_again(coarse) -> None:
    file = triples.table_file()
    file.write_bytes(file.read_bytes()[:-2])
    assert triples._load() is None
    assert three_way_orders().sum() == coarse.sum()


@pytest.mark.slow
def test_three_players_reach_an_equilibrium() -> None:
    solved = solve_pushfold(JamTable((10.0, 10.0, 10.0)))
    assert solved.exploitability < 2e-5
    assert sum(solved.ev) == pytest.approx(0, abs=1e-6)
    percent = {chart.name: chart.percent for chart in solved.charts}
    assert percent["BTN jam"] == pytest.approx(32.7, abs=0.3)
    assert percent["SB jam"] == pytest.approx(57.6, abs=0.5)


@pytest.mark.slow
@pytest.mark.parametrize("stacks", [(10.0, 0.5, 10.0), (0.5, 10.0, 10.0), (10.0, 10.0, 0.001)])
def test_a_seat_that_is_all_in_at_once_does_not_keep_the_others_from_an_equilibrium(stacks: tuple[float, ...]) -> None:
    assert solve_pushfold(JamTable(stacks)).exploitability < 1e-5


@pytest.mark.slow
def test_six_players_play_tighter_the_earlier_they_sit() -> None:
    solved = solve_pushfold(JamTable((10.0,) * 6))
    percent = {chart.name: chart.percent for chart in solved.charts}
    opens = [percent[f"{name} jam"] for name in ("UTG", "HJ", "CO", "BTN", "SB")]
    assert opens == sorted(opens)
    assert abs(sum(solved.ev)) < 5e-3
    assert solved.exploitability < 2e-4


def test_one_table_for_all_even_pots_pays_as_the_pots_own(coarse) -> None:
    """Four seats all-in for the same: pots of three by the shared table and by adding up their own outcomes."""
    tree = jam_tree(JamTable((6.0,) * 4))
    ends = ManyEnds(tree, Utility((6.0,) * 4), class_pairs())
    generator = np.random.default_rng(3)
    reach = generator.random((len(tree), 4, CLASS_COUNT))
    hints = ends._hints(reach)
    three = [number for number, end in enumerate(tree.ends) if len(end.live) == 3]
    assert ends.even == three
    ends._value_even_pots(reach, hints)
    found = ends.fixed[:, three].copy()
    for number in three[:2]:
        ends._value_pot(number, tree.ends[number], reach, hints)
    # a few deals of two hands of one class do not come out the same from both sides, which is all that differs
    assert found[:, :2] == pytest.approx(ends.fixed[:, three[:2]], abs=4e-3)
    uneven = JamTable((6.0, 9.0, 7.0, 8.0))
    assert not ManyEnds(jam_tree(uneven), Utility(uneven.stacks), class_pairs()).even


@pytest.mark.heavy
def test_a_raising_game_of_all_ins_alone_is_jam_or_fold(coarse) -> None:
    """Three seats whose only raise is all-in, with calls behind a caller: the same game from the other side."""
    config = PreflopConfig.from_dict(
        {"players": 3, "stacks": 6, "bet_sizes": ["a"], "limps": False, "heads_up_pots": False}
        | {"postflop_model": "checked_down", "iterations": 120, "rounds": 2, "rule": "dcfr"}
    )
    rounds = PreflopRounds(config, class_pairs())
    report = [rounds.run_round(CheckedDown(class_pairs())) for _ in range(2)][-1]
    solved = solve_pushfold(JamTable((6.0,) * 3))
    assert report.joint_exploitability < 5e-3
    assert report.ev == pytest.approx(solved.ev, abs=5e-3)
    assert sum(report.ev) == pytest.approx(0, abs=1e-4)


@pytest.mark.slow  # compiles what samples pots of four
def test_four_to_a_flop_are_asked_about_and_chips_still_only_move(coarse, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pots of four are sampled; where there are many, rare ones are valued once."""
    monkeypatch.setattr("gutshot.preflop.multiway_ends.DEALS_PER_HAND", 10)
    monkeypatch.setattr("gutshot.preflop.multiway_ends._MANY", 0)
    monkeypatch.setattr("gutshot.preflop.multiway_ends._RARE", 1.0)
    game = {"players": 4, "stacks": 8, "bet_sizes": ["2.5x", "a"], "limps": False, "iterations": 4, "least_reach": 0}
    crowds = {"heads_up_pots": False, "max_flop_players": 4, "postflop_model": "checked_down"}
    asked: list[int] = []

    class Counting(CheckedDown):
        def gains(self, arrivals, watch=None):
            asked.extend(len(arrival.ranges) for arrival in arrivals)
            return super().gains(arrivals, watch)

    rounds = PreflopRounds(PreflopConfig.from_dict(game | crowds), class_pairs())
    report = rounds.run_round(Counting(class_pairs()))
    assert {2, 3, 4} == set(asked)
    assert sum(report.ev) == pytest.approx(0, abs=0.02)
    ends, reach = rounds.ends, rounds.solver.reaches(rounds.strategy)
    assert isinstance(ends, ManyEnds)
    assert ends._valued_alone(reach, ends._hints(reach)) == []
    for number, end in enumerate(rounds.tree.ends):
        if len(end.live) == 4:
            assert all(np.ptp(ends.fixed[seat, number]) > 1 for seat in end.live)
