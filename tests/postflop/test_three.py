"""The three-player solver: values and best answers against enumeration, and games whose answer is known."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gutshot.errors import BadConfig
from gutshot.postflop.locks import Lock
from gutshot.postflop.solve import solve
from gutshot.postflop.spot import Spot
from gutshot.postflop.sweeps import EVALUATE, RESPOND
from gutshot.postflop.three_solve import solve_three
from gutshot.postflop.three_solver import ThreeSolver
from gutshot.postflop.three_spot import ThreeSpot
from tests.naive.threeway import NaiveThree
from tests.postflop.three_spots import everybody, mix_at, river, scatter, turn


def _agrees(spot: ThreeSpot, threads: int = 1) -> None:
    """Averages at random are worth what enumeration says, and so are best answers to them."""
    solver = ThreeSolver(spot, threads=threads)
    scatter(solver)
    naive = NaiveThree(solver.layout.tree)
    assert solver.deal_weight() == pytest.approx(naive.weight.sum(), rel=1e-5)
    for player in range(3):
        for mode in (EVALUATE, RESPOND):
            exact = naive.value(player, lambda node: mix_at(solver, node), mode == RESPOND)
            assert solver.mean_value(player, mode) == pytest.approx(exact, abs=2e-5 * spot.pot + 1e-3)


def test_values_and_best_answers_are_those_of_enumeration() -> None:
    _agrees(river(rake={"rate": 0.05, "cap": 9}), threads=2)


@settings(max_examples=4, deadline=None)
@given(
    st.tuples(*[st.integers(1, 300)] * 3),
    st.sampled_from(["KsQsJsTs9s", "2c2d2h2sAh", "AcKd9h7s3c"]),
    st.sampled_from(["a", "40%, a"]),
    st.sampled_from([0.0, 0.1]),
)
def test_any_stacks_and_boards_agree_with_enumeration(
    stacks: tuple[int, int, int], board: str, bets: str, rate: float
) -> None:
    players = {"sb": "A5s,77,T4o", "bb": "A5s:0.5,66,T4o", "btn": "A6s,77,T5s"}
    _agrees(river(board=board, players=players, stacks=list(stacks), bets=bets, rake={"rate": rate, "cap": 1000}))


def test_gains_fall_and_chips_sum_to_the_pot_less_rake() -> None:
    solver = ThreeSolver(river(), threads=1)
    solver.iterate(5)
    before = solver.gains_percent()
    solver.iterate(295)
    after = solver.gains_percent()
    assert max(after) < 0.2 < max(before)
    assert sum(solver.values()) == pytest.approx(100, abs=1e-3)


def test_threads_change_nothing() -> None:
    for spot in (river(), turn()):
        one, two = ThreeSolver(spot, threads=1), ThreeSolver(spot, threads=2)
        for solver in (one, two):
            solver.iterate(3)
        for mine, theirs in zip(everybody(one), everybody(two), strict=True):
            np.testing.assert_array_equal(mine, theirs)


def test_a_third_player_who_always_folds_changes_only_dead_money() -> None:
    """The button's one hand loses to everything and shares no card with the rest; so he checks and folds."""
    pair = {"sb": "AA,QJs", "bb": "KK,JTs"}
    board = "Ks9s7h4d3c"
    three = ThreeSpot.from_dict(
        {
            "board": board,
            "players": {**pair, "btn": "5h2h"},
            "pot": 100,
            "stacks": [100, 100, 1],
            "bets": "a",
            "raises": "",
        }
    )
    solver = ThreeSolver(three, threads=1)
    solver.iterate(400)
    two = solve(Spot(board, pair["sb"], pair["bb"], pot=100, stack=100, bets="a"), iterations=400)
    assert solver.values()[:2] == pytest.approx(two.ev, abs=0.6)
    assert max(solver.gains_percent()) < 0.2


def test_two_who_meet_only_the_third_get_what_two_players_get() -> None:
    """The first player's bets are given; the last folds behind a call, so the other two never meet."""
    first, second, third = "AcAd,6c5c,6d5d", "KhKd,QhQd", "9h9d,JhJd"
    board, bets = (
        "Ks9s7h4d2c",
        [Lock("", {"all-in 100": 1.0}, hands="AcAd"), Lock("", {"check": 0.8, "all-in 100": 0.2}, hands="6c5c,6d5d")],
    )
    spot = _apart(board=board, players={"sb": first, "bb": second, "btn": third})
    three = solve_three(spot, iterations=200, threads=1, locks=[*bets, Lock("all-in 100,call", {"fold": 1.0})])
    for rival, line in ((second, "all-in 100"), (third, "all-in 100,fold")):
        two = solve(
            Spot(board, first, rival, pot=100, stack=100, bets={"oop": "a", "ip": ""}, raises=""),
            iterations=200,
            threads=1,
            locks=bets,
        ).at("all-in 100")
        point = three.at(line)
        assert point.combos[point.actor].tolist() == two.combos[1].tolist()
        assert point.hand_ev[point.actor] == pytest.approx(two.hand_ev[1], abs=0.05)
        assert point.strategy == pytest.approx(two.strategy, abs=0.01)


def test_suits_merge_without_changing_a_pass() -> None:
    merged, apart = ThreeSolver(turn(), threads=1), ThreeSolver(turn(), threads=1, merge_suits=False)
    assert len(merged.layout.boards[1]) < len(apart.layout.boards[1]) == 48
    for solver in (merged, apart):
        solver.iterate(1)
    for player in range(3):
        np.testing.assert_allclose(merged.look(player, EVALUATE), apart.look(player, EVALUATE), atol=0.05)
        np.testing.assert_allclose(merged.look(player, RESPOND), apart.look(player, RESPOND), atol=0.05)


def test_a_turn_sums_to_the_pot_and_gains_fall() -> None:
    solver = ThreeSolver(turn(), threads=1)
    solver.iterate(60)
    assert sum(solver.values()) == pytest.approx(100, abs=1e-2)
    assert max(solver.gains_percent()) < 1.5


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": {"a": "AA", "b": "KK", "c": "QQ", "d": "JJ"}}, "4 ranges (a, b, c, d): expected three"),
        ({"players": {"oop": "AA", "ip": "KK"}}, "two players are called oop and ip"),
        ({"players": {"a": "AcAd", "b": "AcAh", "c": "QQ"}}, "cannot be dealt together"),
        ({"players": {"a": "4d4c", "b": "KK", "c": "2c2d"}, "board": "2c3c4d5d6h"}, "range of a is empty"),
        ({"stacks": [100, 0, 100]}, "a stack of 0: expected whole chips"),
        ({"stacks": [100, 100]}, "expected one number of chips for all, or three"),
        ({"bets": {"river": {"co": "50%"}}}, "expected flop, turn, river or sb, bb, btn"),
    ],
)
def test_a_bad_spot_is_refused_in_one_sentence(changes: dict[str, object], message: str) -> None:
    with pytest.raises(BadConfig) as refused:
        river(**changes)
    assert message in str(refused.value)


def _apart(**changes: object) -> ThreeSpot:
    """The nuts or nothing against queens and jacks that share no card with it; only the first player may bet."""
    plain = {
        "board": "Ks9s7h4d2c",
        "players": {"sb": "KcKd,6c5c,6d5d", "bb": "QhQd", "btn": "JhJd"},
        "pot": 100,
        "stacks": 100,
        "bets": {"sb": "a", "bb": "", "btn": ""},
    }
    return ThreeSpot.from_dict({**plain, **changes})


def test_clairvoyance_against_two_is_worth_what_it_is_against_one() -> None:
    """A bluff must get through both; who comes second never calls behind a call, so p (1 + 2s) / (1 + s) stays."""
    solver = ThreeSolver(_apart(), threads=1)
    solver.iterate(600)
    assert max(solver.gains_percent()) < 0.1
    assert solver.values()[0] == pytest.approx(100 / 3 * 1.5, abs=0.1)
    assert sum(solver.values()) == pytest.approx(100, abs=1e-3)


def test_ace_king_queen_for_three() -> None:
    """Each holds one of three hands, as in the small game; no player finds a better answer by enumeration."""
    cards = "KcKd,QhQd,6c5c"
    spot = _apart(players=dict.fromkeys(("sb", "bb", "btn"), cards), bets="100c", stacks=100)
    solver = ThreeSolver(spot, threads=1)
    solver.iterate(600)
    naive = NaiveThree(solver.layout.tree)
    assert naive.weight.sum() == 6
    for player in range(3):
        mine, best = (naive.value(player, lambda node: mix_at(solver, node), respond) for respond in (False, True))
        assert 0 <= best - mine < 0.1
        assert solver.gains()[player] == pytest.approx(best - mine, abs=2e-3)


def test_who_is_alike_takes_alike() -> None:
    """Where nobody bets the same range takes the same in every seat, suits renamed or not."""
    for players in (("88+,AKs", "88+,AKs", "88+,AKs"), ("AhKh,QdQc", "AhKh,QdQc", "AhKh,QdQc,JdJc")):
        spot = _apart(players=dict(zip(("sb", "bb", "btn"), players, strict=True)), bets="")
        values = ThreeSolver(spot, threads=1).values()
        assert values[0] == pytest.approx(values[1], abs=1e-3)
        assert players[1] != players[2] or values[2] == pytest.approx(100 / 3, abs=1e-3)
