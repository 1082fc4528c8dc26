"""The solver is right: against pairwise enumeration, CFR on the unrolled game, closed forms and its own symmetries."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any, cast

import numpy as np
import pytest

from gutshot.cards.card import Card, parse_cards
from gutshot.cards.combos import combo_cards
from gutshot.cfr.best_response import measure
from gutshot.cfr.flat import FlatGame, unroll
from gutshot.cfr.strategy import TabularStrategy
from gutshot.cfr.updates import parse_rule
from gutshot.cfr.vanilla import Cfr
from gutshot.games.row import HIGH
from gutshot.games.spot_state import RiverSpot
from gutshot.postflop import solver as solver_module
from gutshot.postflop.solution import Solution
from gutshot.postflop.solve import solve
from gutshot.postflop.solver import EVALUATE, RESPOND, Solver, TableLayout
from gutshot.postflop.spot import Spot
from gutshot.postflop.storage import room_bytes
from tests.naive.postflop import NaiveSpot
from tests.postflop.spots import flop_spot, river_spot, strategy_of, turn_spot


def naive(solution: Solution) -> NaiveSpot:
    spot = solution.spot
    return NaiveSpot(solution.solver.layout.tree, spot.board, spot.weights, (spot.rake.rate, spot.rake.cap))


@pytest.mark.parametrize("rake", [{"rate": 0.0, "cap": 0.0}, {"rate": 0.05, "cap": 8.0}])
def test_river_values_and_best_responses_equal_pairwise_enumeration(rake: dict[str, float]) -> None:
    solution = solve(river_spot(rake=rake), iterations=30, threads=1)
    slow, play = naive(solution), strategy_of(solution)
    for player in range(2):
        for mode, respond in ((EVALUATE, False), (RESPOND, True)):
            fast = solution.solver.mean_value(player, mode)
            assert fast == pytest.approx(slow.average(play, player, respond), abs=1e-4)


@pytest.mark.parametrize("rake", [{"rate": 0.0, "cap": 0.0}, {"rate": 0.1, "cap": 30.0}])
def test_turn_values_and_best_responses_equal_pairwise_enumeration(rake: dict[str, float]) -> None:
    spot = turn_spot(oop="AcAd,KJs", ip="QdQh,A5s", bets={"turn": "a", "river": "50%"}, raises="", rake=rake)
    solution = solve(spot, iterations=20, threads=1)
    slow, play = naive(solution), strategy_of(solution)
    for player in range(2):
        for mode, respond in ((EVALUATE, False), (RESPOND, True)):
            fast = solution.solver.mean_value(player, mode)
            assert fast == pytest.approx(slow.average(play, player, respond), abs=1e-4)


def unrolled(spot: Spot) -> RiverSpot:
    """The same spot, one history at a time, with the sizes '60%, a' and raises 'a'."""

    def sizes(row: np.ndarray, least: int, most: int) -> list[int]:
        return [60, most] if row[HIGH] == 0 else [most]

    ranges = []
    for weights in spot.weights:
        ranges.append({combo_cards(int(c)): float(weights[c]) for c in np.flatnonzero(weights)})
    return RiverSpot.new(spot.board, (ranges[0], ranges[1]), spot.pot, (spot.stack, spot.stack), sizes)


def test_a_river_equals_vanilla_cfr_on_the_unrolled_game() -> None:
    spot = river_spot()
    solution = solve(spot, iterations=400, threads=1)
    game = unroll(unrolled(spot))
    cfr = Cfr(game, parse_rule("dcfr"))
    cfr.run(400)
    theirs = measure(game, cfr.average)
    slack = theirs.exploitability + solution.exploitability
    assert solution.ev[0] - spot.pot / 2 == pytest.approx(theirs.values[0], abs=slack)
    assert slack < 0.005 * spot.pot


def by_infoset(solution: Solution, game: FlatGame, table: str) -> np.ndarray:
    """The numbers of one of our tables, in the order of the unrolled game's infosets."""
    weights = np.zeros(game.infosets.slots)
    amounts = {-1: "fold", 0: "check", 60: "bet 60", 250: "all-in 250"}
    forest = solution.solver.layout.forests[0]
    for number, key in enumerate(game.infosets.keys):
        hand, line = cast(Any, key)
        words = ["call" if move == 0 and any(line[:k]) else amounts[move] for k, move in enumerate(line)]
        position = solution.at(",".join(words))
        combos = position.combos[position.actor]
        low, high = sorted(hand)
        column = int(np.flatnonzero(combos == low * (101 - low) // 2 + high - 1)[0])
        slot = int(forest.slot[np.flatnonzero(forest.nodes == position.node)[0]])
        block = solution.solver.stores[0][position.actor].block(table, 0, slot, len(position.actions), len(combos))
        weights[game.infosets.first[number] : game.infosets.first[number + 1]] = block[:, column]
    return weights


def test_an_independent_best_response_agrees_on_the_exploitability() -> None:
    spot = river_spot()
    solution = solve(spot, iterations=40, threads=1)
    game = unroll(unrolled(spot))
    quality = measure(game, TabularStrategy.normalised(game.infosets, by_infoset(solution, game, "average")))
    assert solution.exploitability == pytest.approx(quality.exploitability, abs=1e-4)
    assert solution.ev[0] - spot.pot / 2 == pytest.approx(quality.values[0], abs=1e-4)


@pytest.mark.parametrize("rule", ["cfr", "cfr+", "linear", "dcfr", "dcfr+", "pcfr+", "hs-dcfr:40"])
def test_every_update_rule_plays_what_vanilla_cfr_plays(rule: str) -> None:
    """After the same number of iterations the strategies to be played next are the same, hand by hand."""
    spot = river_spot()
    solution = solve(spot, iterations=12, rule=rule, threads=1)
    game = unroll(unrolled(spot))
    cfr = Cfr(game, parse_rule(rule))
    cfr.run(12)
    table = by_infoset(solution, game, "ahead" if rule == "pcfr+" else "regrets")
    ours = TabularStrategy.normalised(game.infosets, np.maximum(table, 0)).probabilities
    assert np.allclose(ours, cfr.current.probabilities, atol=2e-3)
    assert solve(spot, iterations=300, rule=rule, threads=1).exploitability_percent < (2.0 if rule == "cfr" else 0.3)


def test_clairvoyance_pays_its_closed_form() -> None:
    """Nuts with probability p, bet of s pots: the value is p (1 + 2 s) / (1 + s) of the pot."""
    nuts, air, catcher = "AsAh:0.4", "3s3h:0.6", "KsKh"
    for share in (0.5, 1.0, 2.0):
        stack = int(1000 * share)
        spot = Spot("AcAd7h7d2c", f"{nuts},{air}", catcher, 1000, stack, bets={"oop": "a", "ip": ""})
        solution = solve(spot, target=1e-5, threads=1)
        assert solution.ev[0] / 1000 == pytest.approx(0.4 * (1 + 2 * share) / (1 + share), abs=2e-4)


def test_nuts_against_air_wins_the_pot() -> None:
    spot = Spot("AcAd7h7d2c", "AsAh", "3s3h,4s4h,5s5h", 100, 300, bets="50%, a", raises="a")
    solution = solve(spot, target=1e-4, threads=1)
    assert solution.ev[0] == pytest.approx(100, abs=0.05)
    assert solution.at("").equity == pytest.approx((1.0, 0.0))


def test_without_betting_the_value_is_the_equity() -> None:
    """KsKh against AcQc and AdQd on a flop, all runouts counted one by one with phevaluator."""
    spot = Spot("KcQd7h", "KsKh", "AcQc,AhQh", 100, 100)
    solution = solve(spot, iterations=1, threads=1)
    won = met = 0.0
    slow = naive(solution)
    strengths = {}
    for a in range(52):
        for b in range(a + 1, 52):
            board = (*spot.board, Card(a), Card(b))
            if len(set(board)) < 5:
                continue
            strengths = {p: slow.strengths(p, board) for p in (0, 1)}
            live = strengths[0][:, None] * strengths[1][None, :] != 0
            wins = (strengths[0][:, None] > strengths[1][None, :]) + 0.5 * (
                strengths[0][:, None] == strengths[1][None, :]
            )
            won += float((live * wins).sum())
            met += float(live.sum())
    assert solution.ev[0] == pytest.approx(100 * won / met, abs=1e-3)
    assert solution.at("").equity[0] == pytest.approx(won / met, abs=1e-6)


def test_equity_at_a_line_equals_pairwise_enumeration() -> None:
    """Where both players have already chosen, so that hands count by how they came."""
    solution = solve(turn_spot(), iterations=6, threads=1)
    for line in ("bet 75", "check,check|4d|"):
        position = solution.at(line)
        slow, full = naive(solution), [np.zeros(1326) for _ in range(2)]
        for player in range(2):
            full[player][position.combos[player]] = position.reach[player]
        came = [full[player][slow.hands[player]] for player in range(2)]
        won, met = slow.runouts(position.board, came[1])
        where = [slow.hands[0].index(int(combo)) for combo in position.combos[0]]
        assert np.allclose(position.hand_equity[0], (won / met)[where], atol=1e-6)


def test_values_sum_to_the_pot_less_rake() -> None:
    for rake in ({"rate": 0.0, "cap": 0.0}, {"rate": 1.0, "cap": 7.0}):
        solution = solve(river_spot(rake=rake), iterations=25, threads=1)
        assert sum(solution.ev) == pytest.approx(100 - rake["cap"] * rake["rate"], abs=1e-3)
        for line in ("check", "bet 60", "check,all-in"):
            position = solution.at(line)
            assert sum(position.ev) == pytest.approx(position.pot - rake["cap"] * rake["rate"], abs=1e-3)


def test_a_symmetric_spot_without_position_is_even() -> None:
    spot = turn_spot(oop="AA,KJs,T9s", ip="AA,KJs,T9s", bets="", raises="")
    assert solve(spot, iterations=1, threads=1).ev == pytest.approx((50, 50), abs=1e-3)


def test_merging_suits_changes_nothing_but_the_work() -> None:
    spot = turn_spot()
    merged, plain = (Solver(spot, threads=1, merge_suits=merge) for merge in (True, False))
    assert len(merged.layout.boards[1]) < len(plain.layout.boards[1]) == 48
    for solver in (merged, plain):
        solver.iterate(3)  # later a regret that is nothing but rounding falls on either side of zero
    assert merged.expected_values() == pytest.approx(plain.expected_values(), abs=1e-3)
    assert merged.exploitability() == pytest.approx(plain.exploitability(), abs=2e-3)
    for player in range(2):
        assert np.allclose(merged.values(player), plain.values(player), atol=0.02)
    for solver in (merged, plain):
        solver.iterate(120)
    allowed = merged.exploitability() + plain.exploitability()
    assert 2 * allowed < spot.pot / 50
    assert merged.expected_values() == pytest.approx(plain.expected_values(), abs=2 * allowed)


def test_a_merged_runout_is_shown_in_its_own_suits() -> None:
    spot = turn_spot()
    merged, plain = (solve(spot, iterations=3, threads=1, merge_suits=merge) for merge in (True, False))
    for line in ("check,check|Jc|", "check,check|Jd|check", "bet 75,call|4d|"):
        shown, expected = merged.at(line), plain.at(line)
        assert {int(c) for c in shown.combos[0]} == {int(c) for c in expected.combos[0]}
        order = [list(shown.combos[shown.actor]).index(c) for c in expected.combos[shown.actor]]
        assert np.allclose(shown.strategy[:, order], expected.strategy, atol=0.02)
        assert shown.ev == pytest.approx(expected.ev, abs=0.05)


def test_hands_that_share_a_row_are_solved_as_they_would_be_alone() -> None:
    spot = Spot("9s8s2h4s", "AA,JTo,K7s,66", "QQ,JTo,A3s,55", 100, 100, bets={"turn": "50%", "river": "75%"})
    merged, plain = (Solver(spot, threads=1, layout=TableLayout(spot, True, merge)) for merge in (True, False))
    sides = [solver.layout.boards[1].sides[0] for solver in (merged, plain)]
    assert sides[0].rows.sum() < 0.8 * sides[1].rows.sum() and sides[0].hands.sum() == sides[1].hands.sum()
    for solver in (merged, plain):
        solver.iterate(5)
    assert merged.exploitability() == pytest.approx(plain.exploitability(), abs=2e-3)
    shown, expected = (Solution(solver, 0.0).at("check,check|5h|check") for solver in (merged, plain))
    for player in range(2):
        assert np.array_equal(shown.combos[player], expected.combos[player])
        assert np.allclose(merged.values(player), plain.values(player), atol=0.02)
        assert np.allclose(shown.reach[player], expected.reach[player], atol=1e-3)
        assert np.allclose(shown.hand_ev[player], expected.hand_ev[player], atol=0.05, equal_nan=True)
        assert np.allclose(shown.hand_equity[player], expected.hand_equity[player], atol=1e-3, equal_nan=True)
    assert np.allclose(shown.strategy, expected.strategy, atol=0.02)


def test_flop_merging_agrees_too() -> None:
    spot = Spot("9s8s7s", "AA,JTo", "KK,65s", 100, 100, bets={"river": "a"})
    merged, plain = (Solver(spot, threads=1, merge_suits=merge) for merge in (True, False))
    for solver in (merged, plain):
        solver.iterate(4)
    assert merged.layout.counts().decision < plain.layout.counts().decision
    assert merged.expected_values() == pytest.approx(plain.expected_values(), abs=2e-3)


@pytest.mark.parametrize("precision", ["f32", "i16"])
def test_a_rehearsal_changes_nothing(precision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Solver(turn_spot(), threads=1, precision=precision)
    given_back = []
    monkeypatch.setattr(solver_module, "WORTH_A_REHEARSAL", plain.estimate_bytes())
    monkeypatch.setattr(solver_module, "_REHEARSED", set())
    monkeypatch.setattr(solver_module, "give_back_compiler", lambda: given_back.append(True))
    rehearsed = Solver(turn_spot(), threads=1, precision=precision)
    plain.iterate(3)
    rehearsed.iterate(3)
    assert given_back == [True]
    np.testing.assert_array_equal(plain.values(0), rehearsed.values(0))


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    one, *others = (Solver(turn_spot(), threads=threads) for threads in (1, 2, 3, 40))
    for solver in (one, *others):
        solver.iterate(15)
    for other in others:
        assert_same_tables(one, other)


def assert_same_tables(one: Solver, other: Solver) -> None:
    for street in range(one.layout.streets):
        for player in range(2):
            mine, theirs = one.stores[street][player], other.stores[street][player]
            assert np.array_equal(mine.regrets, theirs.regrets)
            assert np.array_equal(mine.average, theirs.average)


@pytest.mark.parametrize("precision", ["f32", "i16"])
@pytest.mark.parametrize("spot", [turn_spot, river_spot])
def test_iterations_inside_the_kernel_equal_those_with_python_in_between(
    spot: Callable[[], Spot], precision: str
) -> None:
    inside, between = (Solver(spot(), threads=2, precision=precision) for _ in range(2))
    between.restore_locks = lambda: None
    for solver in (inside, between):
        solver.iterate(4)
        solver.iterate(3)
    assert inside.iteration == between.iteration == 7
    assert_same_tables(inside, between)


@pytest.mark.parametrize(("sizes", "lines", "room"), [(1, 3, 16), (5, 19, 19), (8, 31, 32)])
def test_a_pass_expects_nothing_of_the_room_it_works_in(sizes: int, lines: int, room: int) -> None:
    bets = {"turn": ", ".join([f"{20 + 15 * k}%" for k in range(sizes - 1)] + ["a"]), "river": "a"}
    spot = Spot("9s8s2h4s", "AA,JTo,K7s", "QQ,J9s,55", 100, 400, bets=bets, raises={"turn": "a"})
    clean, soiled = (Solver(spot, threads=1) for _ in range(2))
    forest = clean.layout.forests[1]
    assert (len(forest.roots), len(forest.views[0].root_row)) == (lines, room)
    for solver in (clean, soiled):
        for _ in range(3):
            if solver is soiled:
                _spoil(solver)
            solver.iterate()
    for player in range(2):
        expected = clean.values(player)
        _spoil(soiled)
        assert np.array_equal(soiled.values(player), expected)


def _spoil(solver: Solver) -> None:
    for room in solver.works:
        for item in (item for work in room for item in (*work, *work.places)):
            if isinstance(item, np.ndarray):
                item[:] = np.nan if item.dtype == np.float32 else 0
    solver.results[:] = np.nan


@pytest.mark.parametrize(("precision", "rule"), [("f32", "dcfr"), ("i16", "dcfr"), ("f32", "pcfr+")])
@pytest.mark.parametrize("spot", [river_spot(), turn_spot(), flop_spot()], ids=["river", "turn", "flop"])
def test_places_that_are_taken_again_change_nothing(spot: Spot, precision: str, rule: str) -> None:
    tight, made = (Solver(spot, rule, threads=1, precision=precision) for _ in range(2))
    wide = made.reading(*range(made.layout.streets))
    for solver in (tight, wide):
        solver.iterate(3)
    assert_same_tables(tight, wide)
    for player in range(2):
        for mode in (EVALUATE, RESPOND):
            assert np.array_equal(tight.values(player, mode), wide.values(player, mode))


def test_sharing_places_halves_them() -> None:
    river = TableLayout(turn_spot(stack=900, bets="33%, 66%, 100%", raises="50%, a")).forests[-1]
    for tight, wide in zip(river.views, river.wide_views, strict=True):
        assert 2 * tight.rows < wide.columns + wide.rows


@pytest.mark.nojit
@pytest.mark.parametrize("precision", ["f32", "i16"])
def test_a_board_may_take_all_hands_of_a_player(precision: str) -> None:
    solver = Solver(Spot("KsQs7s2s", "AsAh", "TT", 100, 100, bets="a"), threads=1, precision=precision)
    solver.iterate(2)
    assert sum(solver.expected_values()) == pytest.approx(100, abs=0.01)


@pytest.mark.parametrize("threads", [1, 2, 40])
@pytest.mark.parametrize("spot", [river_spot(), turn_spot(), flop_spot()], ids=["river", "turn", "flop"])
def test_a_solve_takes_what_was_estimated(spot: Spot, threads: int) -> None:
    found: list[int] = []
    solver = Solver(spot, threads=threads, announce=lambda made: found.append(made.estimate_bytes()))
    assert found == [solver.memory_bytes]


def test_a_look_takes_no_more_room_with_more_threads() -> None:
    taken = []
    for threads in (1, 40):
        solver = Solver(turn_spot(), threads=threads)
        taken.append(room_bytes(solver.works + solver.reading(0).works) - room_bytes(solver.works))
    assert taken[0] == taken[1] > 0


@pytest.mark.parametrize(
    ("spot", "count"), [(turn_spot(), 16), (Spot("AcAdAhAs", "KK-22", "KK-22", 100, 100, bets="50%"), 12)]
)
@pytest.mark.parametrize("threads", [1, 2, 3, 4, 5, 7, 12, 15, 16, 40])
def test_no_two_sums_of_boards_are_in_one_slot_at_a_time(threads: int, spot: Spot, count: int) -> None:
    groups = Solver(spot, threads=threads).groups
    assert len(groups.slot) == len(groups.cuts) - 1 == count
    held: dict[int, int] = {}
    for worker, (begin, end) in enumerate(pairwise(groups.shares)):
        for group in range(begin, end):
            first_of_half = groups.half if group >= groups.half else 0
            assert groups.waits[group] == (begin > first_of_half)
            assert held.setdefault(groups.slot[group], worker) == worker
            assert not groups.waits[group] or list(groups.slot).count(groups.slot[group]) == 1
    assert 0 not in held
    assert len(held) <= count


def test_one_index_serves_two_players_with_the_same_hands() -> None:
    hands = {"oop": "99:0.5,AKs", "ip": "99,AKs:0.25"}
    shared = Spot("Qs8s2h4d", **hands, pot=100, stack=100, bets="50%")
    apart = Spot("Qs8s2h4d", hands["oop"], "99,AKs:0.25,77:0.000001", 100, 100, bets="50%")
    solvers = [Solver(spot, threads=1) for spot in (shared, apart)]
    sides = [solver.layout.boards[1].sides for solver in solvers]
    assert sides[0][0] is sides[0][1] and sides[1][0] is not sides[1][1]
    for solver in solvers:
        solver.iterate(2)
    assert solvers[0].expected_values() == pytest.approx(solvers[1].expected_values(), abs=1e-2)


@pytest.mark.parametrize("rule", ["dcfr", "cfr+", "linear", "dcfr+", "cfr"])
def test_every_update_rule_converges(rule: str) -> None:
    solution = solve(river_spot(), iterations=300, rule=rule, threads=1)
    assert solution.exploitability_percent < (1.5 if rule == "cfr" else 0.5)


def test_sixteen_bits_reach_the_same_value() -> None:
    wide = solve(river_spot(), iterations=400, threads=1)
    short = solve(river_spot(), iterations=400, threads=1, precision="i16")
    again = solve(river_spot(), iterations=400, threads=1, precision="i16")
    assert short.solver.stores[0][0].regrets.dtype == np.int16
    assert short.exploitability_percent < 0.2
    assert short.ev[0] == pytest.approx(wide.ev[0], abs=short.exploitability + wide.exploitability)
    assert short.ev == again.ev


def test_sixteen_bits_on_a_turn() -> None:
    wide, short = (solve(turn_spot(), iterations=60, threads=2, precision=p) for p in ("f32", "i16"))
    assert short.ev[0] == pytest.approx(wide.ev[0], abs=short.exploitability + wide.exploitability)


def test_the_board_order_does_not_matter() -> None:
    first = solve(river_spot(), iterations=50, threads=1)
    other = solve(river_spot(board="2c4d7h9sKs"), iterations=50, threads=1)
    assert first.ev == pytest.approx(other.ev, abs=1e-6)
    assert parse_cards("2c4d7h9sKs") == other.spot.board
