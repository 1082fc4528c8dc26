"""What a solution tells, keeps and becomes: lines, files, resuming, locks, simplified strategies."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from gutshot import artifacts
from gutshot.cards.combos import CLASS_COMBOS, CLASS_NAMES
from gutshot.errors import BadConfig, GutshotError, IllegalAction
from gutshot.postflop.locks import Lock, apply_locks, lock_costs
from gutshot.postflop.simplify import simplify
from gutshot.postflop.solution import Solution, saved_bytes
from gutshot.postflop.solve import resume, solve
from gutshot.postflop.solver import EVALUATE, Solver, TableLayout
from gutshot.postflop.spot import Spot
from tests.postflop.spots import recorded_spots, river_spot, turn_spot


@pytest.fixture(scope="module")
def river() -> Solution:
    return solve(river_spot(), iterations=200, threads=1)


@pytest.fixture(scope="module")
def turn() -> Solution:
    return solve(turn_spot(), iterations=100, threads=1)


def test_a_position_tells_everything(river: Solution) -> None:
    position = river.at("check,bet 60")
    assert [str(action) for action in position.actions] == ["fold", "call", "all-in 250"]
    assert (position.actor, position.pot, position.paid) == (0, 160, (0, 60))
    assert np.allclose(position.strategy.sum(axis=0), 1)
    assert position.frequencies.sum() == pytest.approx(1)
    reached = position.reach[0] > 1e-3
    assert (position.best_ev[0][reached] >= position.hand_ev[0][reached] - 1e-3).all()
    assert np.allclose(position.action_ev[0][reached], 0, atol=1e-3)
    mixed = (position.strategy * np.nan_to_num(position.action_ev)).sum(axis=0)
    assert np.allclose(mixed[reached], position.hand_ev[0][reached], atol=1e-3)


def test_rows_are_ready_for_a_data_frame(river: Solution) -> None:
    rows = river.rows("check")
    assert len(rows) == len(river.at("check").combos[1])
    assert {"player", "hand", "class", "reach", "weight", "equity", "ev", "eqr", "best_ev", "check"} <= set(rows[0])
    assert sum(row["weight"] for row in rows) == pytest.approx(1)
    assert sum(row["weight"] * row["ev"] for row in rows) == pytest.approx(river.at("check").ev[1])


def test_runouts_average_to_the_line(turn: Solution) -> None:
    rows = turn.runouts("check,check")
    assert len({row["card"] for row in rows}) == len(rows) == 48
    assert all(sum(row["ev"]) == pytest.approx(100, abs=1e-2) for row in rows)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("bet 61", "expected one of check, bet 60"),
        ("check,check", "hand is over"),
        ("check,check,check", "hand is over"),
        ("jump", "unknown action"),
        ("check|Qc|check", "no card comes"),
    ],
)
def test_impossible_lines_are_refused_in_a_sentence(river: Solution, line: str, message: str) -> None:
    with pytest.raises(GutshotError, match=message):
        river.at(line)


def test_impossible_cards_are_refused(turn: Solution) -> None:
    with pytest.raises(IllegalAction, match="already on the board"):
        turn.at("check,check|Ks|")
    with pytest.raises(IllegalAction, match="a card comes next"):
        turn.at("check,check")


@pytest.mark.parametrize("precision", ["f32", "i16"])
def test_saved_and_loaded_it_says_the_same(turn: Solution, tmp_path: Path, precision: str) -> None:
    turn.save(tmp_path / "solution", precision=precision)
    loaded = Solution.load(tmp_path / "solution", threads=1)
    near = 1e-6 if precision == "f32" else 0.02
    assert loaded.ev == pytest.approx(turn.ev, abs=near)
    assert loaded.iterations == turn.iterations
    assert loaded.at("check,check|4d|").ev == pytest.approx(turn.at("check,check|4d|").ev, abs=5 * near)
    assert loaded.solver.precision == precision


def test_a_file_from_before_hands_shared_rows_is_read(turn: Solution, tmp_path: Path) -> None:
    plain = Solver(turn.spot, threads=1, layout=TableLayout(turn.spot, merge_hands=False))
    plain.iterate(3)
    Solution(plain, plain.exploitability()).save(tmp_path / "old")
    manifest = json.loads((tmp_path / "old" / "manifest.json").read_text())
    del manifest["config"]["merge_hands"]
    (tmp_path / "old" / "manifest.json").write_bytes(artifacts.sealed(manifest))
    assert Solution.load(tmp_path / "old", threads=1).solver.expected_values() == plain.expected_values()


def _changed(folder: Path, part: str, **changes: object) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest[part] = {key: value for key, value in (manifest[part] | changes).items() if value is not None}
    (folder / "manifest.json").write_bytes(artifacts.sealed(manifest))


def test_a_damaged_solution_is_refused_in_a_sentence(river: Solution, tmp_path: Path) -> None:
    for part, changes in (
        ("config", {"spot": None}),
        ("config", {"rule": None}),
        ("config", {"precision": "i16"}),
        ("summary", {"iterations": None}),
        ("summary", {"seconds": "long"}),
    ):
        folder = tmp_path / f"{part}-{next(iter(changes))}"
        river.save(folder)
        _changed(folder, part, **changes)
        with pytest.raises(GutshotError, match="solution") as caught:
            Solution.load(folder)
        assert "\n" not in str(caught.value)
    (file,) = folder.glob("arrays-*")
    file.write_bytes(file.read_bytes()[:-4] + b"abcd")
    with pytest.raises(GutshotError, match="digest"):
        Solution.load(folder)
    with pytest.raises(BadConfig, match="unknown precision 'i8'"):
        river.save(tmp_path / "new", precision="i8")
    assert not (tmp_path / "new").exists()


def test_a_saved_solution_knows_its_first_street(turn: Solution, tmp_path: Path) -> None:
    turn.save(tmp_path / "solution")
    size = sum(file.stat().st_size for file in (tmp_path / "solution").glob("arrays-*"))
    assert saved_bytes(turn.solver) == pytest.approx(size, rel=0.02)
    loaded = Solution.load(tmp_path / "solution", threads=1)
    found = set(loaded.kept)
    for line in ("", "check"):
        kept, fresh = loaded.at(line), turn.at(line)
        assert kept.ev == pytest.approx(fresh.ev, abs=1e-6) and kept.best_response == pytest.approx(fresh.best_response)
        assert np.array_equal(kept.reach[0], fresh.reach[0])
    loaded.refresh()
    assert len(found) == 2 and not loaded.kept
    assert loaded.ev == pytest.approx(turn.ev, abs=1e-6)


def test_a_saved_flop_knows_its_turns(tmp_path: Path) -> None:
    flop = solve(
        Spot("9s8s7s", "AA,JTo", "KK,65s", 100, 100, bets={"turn": "50%", "river": "a"}), iterations=3, threads=1
    )
    flop.save(tmp_path / "flop")
    size = sum(file.stat().st_size for file in (tmp_path / "flop").glob("arrays-*"))
    assert saved_bytes(flop.solver) == pytest.approx(size, rel=0.02)
    loaded = Solution.load(tmp_path / "flop", threads=1)
    for line in ("", "check", "check,check|Ad|", "check,check|2c|check", "check,check|2h|bet 50"):
        kept, fresh = loaded.at(line), flop.at(line)
        assert kept.ev == pytest.approx(fresh.ev, abs=1e-5) and kept.best_response == pytest.approx(fresh.best_response)
        assert np.allclose(kept.reach[1], fresh.reach[1])
    assert len(loaded.kept[EVALUATE].turns[0]) > 0


def test_many_threads_may_look_at_once(turn: Solution) -> None:
    lines = [f"check,check|{card}|" for card in ("4d", "5c", "9h", "Jd", "Tc", "3h")]
    expected = [turn.at(line).ev for line in lines]
    turn.refresh()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda line: turn.at(line).ev, lines)) == expected


def test_resuming_equals_going_on(tmp_path: Path) -> None:
    straight = Solver(turn_spot(), threads=1)
    straight.iterate(20)
    first = solve(turn_spot(), iterations=10, threads=1)
    first.save(tmp_path / "half")
    second = resume(Solution.load(tmp_path / "half", threads=1), iterations=10)
    assert second.iterations == 20
    assert np.array_equal(second.solver.stores[1][0].regrets, straight.stores[1][0].regrets)


def test_a_rule_that_predicts_keeps_a_third_table(tmp_path: Path) -> None:
    two, three = (Solver(turn_spot(), rule, threads=1).estimate_bytes() for rule in ("cfr+", "pcfr+"))
    straight = solve(turn_spot(), iterations=20, rule="pcfr+", threads=1)
    assert three > 1.2 * two
    first = solve(turn_spot(), iterations=10, rule="pcfr+", threads=1)
    first.save(tmp_path / "half")
    second = resume(Solution.load(tmp_path / "half", threads=1), iterations=10)
    assert np.array_equal(second.solver.stores[1][0].ahead, straight.solver.stores[1][0].ahead)
    first.save(tmp_path / "short", precision="i16")
    assert Solution.load(tmp_path / "short").ev == pytest.approx(first.ev, abs=0.02)
    with pytest.raises(BadConfig, match="needs precision f32"):
        solve(turn_spot(), iterations=1, rule="pcfr+", precision="i16")


def test_a_solution_without_regrets_can_be_read_but_not_resumed(turn: Solution, tmp_path: Path) -> None:
    turn.save(tmp_path / "small", precision="i16", resumable=False)
    loaded = Solution.load(tmp_path / "small", threads=1)
    assert loaded.ev == pytest.approx(turn.ev, abs=0.02)
    with pytest.raises(BadConfig, match="without regrets"):
        resume(loaded, iterations=1)


def test_a_lock_holds_and_the_opponent_adapts(river: Solution) -> None:
    lock = Lock("", {"check": 0.0, "bet 60": 1.0, "all-in": 0.0})
    locked = solve(river_spot(), iterations=200, threads=1, locks=[lock])
    assert locked.at("").frequencies == pytest.approx([0, 1, 0], abs=1e-9)
    assert locked.ev[0] < river.ev[0] + river.exploitability
    assert locked.exploitability_percent < 0.5
    assert locked.at("bet 60").frequencies[0] != pytest.approx(river.at("bet 60").frequencies[0], abs=0.01)


def test_a_lock_of_some_hands_leaves_the_others_free() -> None:
    locked = solve(river_spot(), iterations=200, threads=1, locks=[Lock("", {"check": 1.0}, hands="AA")])
    rows = locked.rows("")
    assert all(row["check"] == pytest.approx(1) for row in rows if row["class"] == "AA")
    assert any(row["check"] < 0.9 for row in rows if row["class"] != "AA")


def test_locks_outlive_a_file(tmp_path: Path) -> None:
    locked = solve(turn_spot(), iterations=10, threads=1, locks=[Lock("check,check|*|", {"check": 1.0}, hands="AA")])
    locked.save(tmp_path / "locked", precision="i16")
    loaded = Solution.load(tmp_path / "locked", threads=1)
    assert loaded.solver.exploitability() == pytest.approx(locked.exploitability, abs=1e-4)
    onward = resume(loaded, iterations=10)
    assert all(row["check"] == 1 for row in onward.rows("check,check|4c|") if row["class"] == "AA")


def test_sixteen_bits_widen_for_locks_and_simple_strategies(turn: Solution, tmp_path: Path) -> None:
    turn.save(tmp_path / "short", precision="i16")
    loaded = Solution.load(tmp_path / "short", threads=1)
    simple, expected = simplify(loaded, drop=0.1), simplify(turn, drop=0.1)
    assert simple.solution.ev == pytest.approx(expected.solution.ev, abs=0.1)
    apply_locks(loaded.solver, [Lock("", {"check": 1.0})])
    assert resume(loaded, iterations=5).at("").frequencies[0] == pytest.approx(1, abs=1e-9)


def test_locks_on_a_runout() -> None:
    card = solve(turn_spot(), iterations=40, threads=1, locks=[Lock("check,check|4d|", {"check": 1.0})])
    assert not card.solver.layout.merge_suits
    assert card.at("check,check|4d|").frequencies[0] == pytest.approx(1)
    assert card.at("check,check|4c|").frequencies[0] < 1
    every = solve(turn_spot(), iterations=10, threads=1, locks=[Lock("check,check|*|", {"check": 1.0})])
    assert every.solver.layout.merge_suits
    assert every.at("check,check|4c|").frequencies[0] == pytest.approx(1)


def test_bad_locks_are_refused() -> None:
    nothing, words = np.full(3, np.nan), {"check": "always"}
    wrong = [Lock("", {"check": 0.5}), Lock("", {"bet 1": 1.0}), Lock("check,check", {"check": 1.0})]
    for lock in wrong:
        with pytest.raises(GutshotError, match="lock at"):
            solve(river_spot(), iterations=1, locks=[lock])
    for strategy in (nothing, words):
        with pytest.raises(GutshotError, match=r"lock at|Lock\(\): strategy"):
            solve(river_spot(), iterations=1, locks=[Lock("", strategy)])  # type: ignore[arg-type]


def test_how_long_to_solve_is_checked() -> None:
    assert solve(river_spot(), "99%").iterations == 10
    for target in (0, -1, float("nan"), "soon", [1]):
        with pytest.raises(GutshotError, match=r"target .*expected a (share of the pot|number or text)"):
            solve(river_spot(), target)  # type: ignore[arg-type]
    for iterations in (0, 2.5, float("nan"), "10"):
        with pytest.raises(GutshotError, match=r"iterations.* expected a whole number"):
            solve(river_spot(), iterations=iterations)  # type: ignore[arg-type]


def test_rows_of_a_player_and_steps_are_checked(river: Solution) -> None:
    assert river.rows("", "ip") == river.rows("", 1) and river.rows("", "ip")[0]["player"] == "ip"
    for player in (2, -1, "button"):
        with pytest.raises(GutshotError, match="expected 0 or 'oop', 1 or 'ip'"):
            river.rows("", player)
    for steps in (2.5, float("nan"), -1):
        with pytest.raises(GutshotError, match=r"steps.* expected a whole number|whole number of steps"):
            simplify(river, steps=steps)  # type: ignore[arg-type]


def test_simplifying_costs_what_it_says(river: Solution) -> None:
    simple = simplify(river, drop=0.1, steps=4)
    shares = simple.solution.at("").strategy
    assert np.allclose(shares * 4, np.round(shares * 4), atol=1e-6)
    assert np.allclose(shares.sum(axis=0), 1)
    assert min(simple.cost) > -1e-4
    gain = 2 * (simple.solution.exploitability - river.exploitability)
    assert sum(simple.cost) == pytest.approx(gain, abs=1e-3)
    nothing = simplify(river, drop=0.0)
    assert sum(nothing.cost) == pytest.approx(0, abs=1e-3)


def test_ctrl_c_keeps_the_solution_so_far() -> None:
    def stop(progress: object) -> None:
        raise KeyboardInterrupt

    solution = solve(river_spot(), iterations=1000, threads=1, watch=stop)
    assert solution.interrupted
    assert solution.iterations == 10
    assert sum(solution.ev) == pytest.approx(100, abs=1e-3)


def test_too_large_a_spot_is_refused_with_the_estimate() -> None:
    with pytest.raises(BadConfig, match=r"needs .* MB"):
        solve(turn_spot(), memory_limit=1000)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"board": "Ks9s7h4d4d"}, "4d"),
        ({"board": "Ks9s"}, "2 cards"),
        ({"board": 5}, "board 5"),
        ({"board": None}, "board None"),
        ({"board": [1, 2, 52]}, "board has 52"),
        ({"stack": 0}, "stack 0"),
        ({"stack": float("nan")}, "stack nan"),
        ({"pot": float("inf")}, "pot inf"),
        ({"stack": 10.5}, "whole chips"),
        ({"pot": "big"}, "pot 'big'"),
        ({"oop": "KsKs"}, "Ks"),
        ({"oop": "KsAs"}, "range is empty"),
        ({"oop": "AcAd", "ip": "AcAh"}, "share a card"),
        ({"bets": "0%"}, "never gets all-in"),
        ({"raises": "1x"}, "never gets all-in"),
        ({"bets": "1c", "raises": "1c", "stack": 10**6}, "never get all-in"),
        ({"bets": {"preflop": "50%"}}, "preflop"),
        ({"bets": {"oop": {"ip": "50%"}}}, "one kind inside the other"),
        ({"bets": {"oop": "50%", "flop": "50%"}}, "keys 'oop', 'flop'"),
        ({"bets": {"flop": "bog"}}, "unknown bet size 'bog'"),
        ({"donk": 5}, "donk: expected sizes"),
        ({"rake": {"rate": 5, "cap": 1}}, "rake.rate 5: expected a number from 0 to 1"),
        ({"rake": {"rate": 0.05}}, "has no cap"),
        ({"colour": 3}, "colour"),
    ],
)
def test_bad_spots_are_refused_in_a_sentence(changes: dict[str, object], message: str) -> None:
    plain = {"board": "Ks9s7h4d2c", "oop": "AA", "ip": "QQ", "pot": 100, "stack": 250, "bets": "50%"}
    with pytest.raises(GutshotError, match=message) as caught:
        TableLayout(Spot.from_dict({**plain, **changes}))
    assert "\n" not in str(caught.value)


def test_the_plain_form_round_trips() -> None:
    spot = turn_spot(bets={"oop": {"turn": "50%", "river": "a"}, "ip": "75%"}, donk={"river": "25%"})
    again = Spot.from_dict(spot.to_dict())
    assert again.to_dict() == spot.to_dict()
    assert again.tree_config() == spot.tree_config()


def test_sizes_may_differ_by_street_and_player() -> None:
    spot = turn_spot(bets={"oop": {"turn": "50%", "river": "a"}, "ip": "75%"})
    other = turn_spot(bets={"turn": {"oop": "50%", "ip": "75%"}, "river": {"oop": "a", "ip": "75%"}})
    assert spot.tree_config() == other.tree_config()


def test_node_counts_equal_the_recorded_ones(shared: Path) -> None:
    for spot in recorded_spots(shared):
        if spot["spot"] != "flop":
            counts = TableLayout(spot["made"]).counts()
            assert counts.decision == spot["decision_nodes"]
            assert counts.chance == spot["chance_nodes"]
            assert counts.terminal == spot["terminal_nodes"]
            assert counts.actions == spot["sum_actions"]


@pytest.mark.parametrize("precision", ["f32", "i16"])
def test_what_locks_at_a_decision_cost_is_what_freedom_there_would_win(precision: str) -> None:
    locks = [Lock("", {"check": 1.0}, hands="AA"), Lock("bet 60", {"fold": 1.0}, hands="QQ")]
    locked = solve(river_spot(), iterations=300, threads=1, locks=locks, precision=precision)
    first, second = lock_costs(locked.solver, locks)
    point = locked.at("")
    held = np.isin(point.combos[0], CLASS_COMBOS[CLASS_NAMES.index("AA")])
    gain = np.nanmax(point.action_ev, axis=0) - (point.strategy * np.nan_to_num(point.action_ev)).sum(axis=0)
    weights = point.weights[0] / point.weights[0].sum()
    assert (first.line, first.player, second.player) == ("", 0, 1)
    assert first.cost == pytest.approx(float(weights[held] @ gain[held]), abs=2e-3)
    assert first.cost > 0.01 and second.cost > 0
    assert locked.exploitability == pytest.approx(locked.solver.exploitability())  # the marks are as they were


@pytest.mark.parametrize("line", ["", "check,check|*|"])
def test_locks_in_sixteen_bits_hold_and_are_answered_as_in_thirty_two(line: str, tmp_path: Path) -> None:
    locks = [Lock(line, {"check": 0.65, "bet 75": 0.35}, hands="AA"), Lock(line, {"bet 75": 1.0}, hands="KJs")]
    spot = turn_spot()
    wide = solve(spot, iterations=400, threads=1, locks=locks)
    short = solve(spot, iterations=400, threads=1, locks=locks, precision="i16")
    assert short.solver.precision == "i16"
    assert short.exploitability_percent < 2 * wide.exploitability_percent + 0.02
    assert short.ev == pytest.approx(wide.ev, abs=0.2)
    short.save(tmp_path / "short")
    onward = resume(Solution.load(tmp_path / "short", threads=1), iterations=20)
    assert onward.solver.precision == "i16"
    for solution in (short, onward):
        for row in solution.rows(line.replace("*", "4c")):
            if row["class"] == "AA":
                assert row["check"] == pytest.approx(0.65, abs=1e-4)
            if row["class"] == "KJs":
                assert row["bet 75"] == pytest.approx(1, abs=1e-6)
    free = [row["check"] for row in onward.rows(line.replace("*", "4c")) if row["class"] == "T9s"]
    assert free and all(share != pytest.approx(0.65, abs=1e-3) for share in free)
