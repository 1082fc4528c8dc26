"""Solutions of three players: what a line says, files, and the same through the one `Strategy`."""

from pathlib import Path

import numpy as np
import pytest
import yaml
from typer.testing import CliRunner

from gutshot.cli import app
from gutshot.errors import IllegalAction
from gutshot.postflop.sweeps import EVALUATE
from gutshot.postflop.three_solution import ThreeSolution
from gutshot.postflop.three_solve import run_three, solve_three
from gutshot.strategies.catalogue import Library
from gutshot.strategies.strategy import StopKind
from gutshot.strategies.three_strategy import ThreeStrategy
from tests.naive.threeway import NaiveThree
from tests.postflop.three_spots import RIVER, everybody, mix_at, river, turn


@pytest.fixture(scope="module")
def on_turn() -> ThreeSolution:
    return solve_three(turn(), iterations=20, threads=1)


def test_the_values_of_a_decision_are_those_of_enumeration() -> None:
    solution = solve_three(river(), iterations=40, threads=1)
    root, naive = solution.at(""), NaiveThree(solution.solver.layout.tree)
    for player in range(3):
        exact = naive.value(player, lambda node: mix_at(solution.solver, node), respond=False)
        assert root.ev[player] == pytest.approx(exact, abs=0.01)
    assert sum(root.equity()) == pytest.approx(1, abs=1e-4)
    follows = (root.strategy * root.action_ev).sum(axis=0)
    np.testing.assert_allclose(follows, root.hand_ev[0], atol=1e-2)
    assert sum(solution.at("check,bet 60,fold").ev) == pytest.approx(160, abs=0.01)


def test_a_turn_hands_its_values_over_to_the_river(on_turn: ThreeSolution) -> None:
    before = on_turn.at("check,check")
    rivers = on_turn.runouts("check,check,check")
    assert len(rivers) == 48
    assert sum(on_turn.at("check,check,check|2c|").ev) == pytest.approx(100, abs=0.02)
    same = on_turn.at("check,check,check|3c|"), on_turn.at("check,check,check|3d|")
    np.testing.assert_allclose(same[0].ev, same[1].ev, atol=1e-4)
    assert sorted(same[0].combos[2]) != sorted(same[1].combos[2]) or len(same[0].combos[2]) > 0
    assert sum(before.equity()) == pytest.approx(1, abs=1e-4)
    assert sum(before.ev) == pytest.approx(100, abs=0.02)


def test_a_saved_solution_goes_on_as_if_it_had_not_stopped(tmp_path: Path, on_turn: ThreeSolution) -> None:
    solve_three(river(), iterations=20, threads=1).save(tmp_path / "spot")
    found = ThreeSolution.load(tmp_path / "spot", threads=1)
    went_on = run_three(found.solver, None, 20, found.seconds)
    straight = solve_three(river(), iterations=40, threads=1)
    for mine, theirs in zip(everybody(went_on.solver), everybody(straight.solver), strict=True):
        np.testing.assert_array_equal(mine, theirs)
    on_turn.save(tmp_path / "turn", resumable=False)
    again = ThreeSolution.load(tmp_path / "turn", threads=1)
    assert again.spot == on_turn.spot and again.at("check").ev == on_turn.at("check").ev


def test_a_strategy_has_three_seats_on_every_line(on_turn: ThreeSolution, tmp_path: Path) -> None:
    source = ThreeStrategy(on_turn, "three")
    stops = source.walk("check,bet 75,fold,call|3c|check")
    assert [stop.kind for stop in stops] == [StopKind.DECISION] * 4 + [StopKind.CARD] + [StopKind.DECISION] * 2
    assert stops[-1].chairs[2].folded and stops[-1].chairs[0].stack == 105 and stops[-1].actor == 1
    hands = source.hands("check,bet 75,fold,call|3c|check")
    assert hands.mix is not None and hands.ev is not None
    np.testing.assert_allclose(hands.mix.sum(axis=0), 1, atol=1e-6)
    assert source.hands("check", 2).mix is None and source.describe().seats == 3
    folded = source.hands("check,bet 75,fold,call", 2)
    assert folded.weight.sum() == pytest.approx(1)
    with pytest.raises(IllegalAction):
        source.walk("check,check,check,check")
    on_turn.save(tmp_path / "data" / "solutions" / "three")
    library = Library(tmp_path / "data")
    entry = next(item for item in library.entries() if item.kind == "three-way")
    assert library.open(entry.name).describe().seats == 3


def test_the_command_line_solves_resumes_and_shows(tmp_path: Path) -> None:
    spot, out = tmp_path / "spot.yaml", tmp_path / "out"
    plain = {**{key: value for key, value in RIVER.items() if key != "players"}, **RIVER["players"]}  # type: ignore[dict-item]
    spot.write_text(yaml.safe_dump(plain, sort_keys=False), encoding="utf-8")
    for source in (spot, out):
        done = CliRunner().invoke(
            app, ["solve", str(source), "--iterations", "20", "--out", str(out), "--threads", "1"]
        )
        assert done.exit_code == 0, done.output
    assert "a best answer gains" in done.output and "iteration     40" in done.output
    shown = CliRunner().invoke(app, ["show", str(out), "check,check", "--json"])
    assert shown.exit_code == 0 and '"player": "btn"' in shown.output
    assert CliRunner().invoke(app, ["show", str(out), "check", "--player", "sb"]).exit_code == 0
    spot.write_text(yaml.safe_dump({**plain, "co": "AA"}, sort_keys=False), encoding="utf-8")
    refused = CliRunner().invoke(app, ["solve", str(spot)])
    assert refused.exit_code != 0


def test_looking_does_not_disturb_a_solve() -> None:
    looked, alone = solve_three(river(), iterations=20, threads=1), solve_three(river(), iterations=20, threads=1)
    looked.at("check,check")
    looked.solver.look(1, EVALUATE)
    for solution in (looked, alone):
        solution.solver.iterate(3)
    for mine, theirs in zip(everybody(looked.solver), everybody(alone.solver), strict=True):
        np.testing.assert_array_equal(mine, theirs)
