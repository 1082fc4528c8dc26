"""Solutions of three players: what a line says, files, and the same through the one `Strategy`."""

from pathlib import Path

import numpy as np
import pytest
import yaml
from typer.testing import CliRunner

from gutshot.cards.ranges import Range
from gutshot.cli import app, main
from gutshot.errors import BadConfig, IllegalAction
from gutshot.postflop.locks import Lock
from gutshot.postflop.sweeps import EVALUATE
from gutshot.postflop.three_solution import ThreeSolution
from gutshot.postflop.three_solve import run_three, solve_three
from gutshot.strategies.catalogue import Library
from gutshot.strategies.strategy import StopKind
from gutshot.strategies.three_strategy import ThreeStrategy
from gutshot.trainer.drills.questions import Question
from gutshot.trainer.drills.whole_hands import deal_whole, play_on
from gutshot.trees.table import NODE_PARENT
from gutshot.web.explore import reading
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
    cards = reading.runouts(library, entry.name, "check,check,check")
    assert cards.names == ["SB", "BB", "BTN"] and {row.actor for row in cards.rows} == {"SB"}
    exported = reading.export(library, entry.name, "check", None, reading.StrategyFormat.CSV, "")
    assert exported.splitlines()[0].startswith("seat,hand") and "BB," in exported


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


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players": {"sb": "AA", "bb": "KK", "btn": "QQ", "co": "JJ"}}, "4 ranges (sb, bb, btn, co): expected three"),
        ({"players": {"sb": "AcAd", "bb": "AcAh", "btn": "QQ"}}, "cannot be dealt together"),
        ({"stacks": [100, 0, 100]}, "a stack of 0: expected whole chips"),
        ({"board": "Ks9s7h", "turns": 0, "rivers": 0}, "MB are free"),
    ],
)
def test_what_cannot_be_solved_is_said_in_a_line(
    changes: dict[str, object],
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gutshot.postflop.three_solver.free_memory", lambda: 10**6)
    spot = tmp_path / "spot.yaml"
    spot.write_text(yaml.safe_dump({**RIVER, **changes}, sort_keys=False), encoding="utf-8")
    assert main(["solve", str(spot), "--threads", "1"]) == 2
    told = capsys.readouterr().err.strip().splitlines()
    assert words in told[-1]
    assert len(told) == 1


def test_looking_does_not_disturb_a_solve() -> None:
    looked, alone = solve_three(river(), iterations=20, threads=1), solve_three(river(), iterations=20, threads=1)
    looked.at("check,check")
    looked.solver.look(1, EVALUATE)
    for solution in (looked, alone):
        solution.solver.iterate(3)
    for mine, theirs in zip(everybody(looked.solver), everybody(alone.solver), strict=True):
        np.testing.assert_array_equal(mine, theirs)


def _line_to(solution: ThreeSolution, node: int) -> str:
    """The actions that lead to a node of a river."""
    tree, words = solution.solver.layout.tree, list[str]()
    while node:
        above = int(tree.table.nodes[node, NODE_PARENT])
        words.insert(0, str(tree.actions(above)[node - tree.children(above)[0]]))
        node = above
    return ",".join(words)


def test_a_locked_strategy_stays_and_the_others_answer_it(tmp_path: Path) -> None:
    locks = [Lock("", {"all-in 150": 1.0}, hands="T9s"), Lock("check,check", {"check": 0.25, "bet 60": 0.75})]
    solution = solve_three(river(), iterations=200, threads=1, locks=locks)
    root, third = solution.at(""), solution.at("check,check")
    bluffs = np.isin(root.combos[0], np.flatnonzero(Range.parse("T9s").weights))
    assert bluffs.any() and (root.strategy[-1, bluffs] == 1).all() and not (root.strategy[-1, ~bluffs] == 1).all()
    np.testing.assert_allclose(third.strategy[:2], np.repeat([[0.25], [0.75]], len(third.combos[2]), axis=1), atol=1e-6)
    free = solve_three(river(), iterations=200, threads=1)
    assert solution.ev[0] < free.ev[0] and max(solution.gains_percent) < 1
    solution.save(tmp_path / "locked")
    found = ThreeSolution.load(tmp_path / "locked", threads=1)
    found.solver.iterate(5)
    assert found.solver.locked and (found.at("").strategy[-1, bluffs] == 1).all()


def test_gains_count_only_what_is_free() -> None:
    tree = solve_three(river(), iterations=1, threads=1)
    nodes = [n for n in range(len(tree.solver.layout.tree)) if tree.solver.layout.tree.actor(n) == 0]
    even = [Lock(_line_to(tree, n), np.full(k, 1 / k)) for n in nodes if (k := len(tree.solver.layout.tree.actions(n)))]
    gains = solve_three(river(), iterations=20, threads=1, locks=even).gains
    assert gains[0] == pytest.approx(0, abs=1e-3) and max(gains[1:]) > 0


def test_a_lock_holds_on_every_river_and_keeps_suits_together() -> None:
    every = Lock("check,check,check|*|", {"check": 1.0})
    solution = solve_three(turn(), iterations=2, threads=1, locks=[every])
    assert solution.solver.layout.merge_suits
    for card in ("3c", "3d", "Ah"):
        assert solution.at(f"check,check,check|{card}|").frequencies[0] == pytest.approx(1)
    one = solve_three(turn(), iterations=1, threads=1, locks=[Lock("check,check,check|3c|", {"check": 1.0})])
    assert not one.solver.layout.merge_suits
    assert one.at("check,check,check|3c|").frequencies[0] == pytest.approx(1)
    assert one.at("check,check,check|3d|").frequencies[0] < 1
    with pytest.raises(IllegalAction, match="no player acts there"):
        solve_three(turn(), iterations=1, locks=[Lock("check,check,check", {"check": 1.0})])
    with pytest.raises(BadConfig, match="sum to 1"):
        solve_three(river(), iterations=1, locks=[Lock("", {"check": 0.5})])


def test_runouts_and_drills_speak_for_three_players(on_turn: ThreeSolution, tmp_path: Path) -> None:
    source = ThreeStrategy(on_turn, "three")
    assert "runouts" in source.describe().abilities
    rows = source.runouts("check,check,check")
    assert len(rows) == 48 and rows[0]["actor"] == "sb" and len(rows[0]["ev"]) == 3
    with pytest.raises(IllegalAction):
        source.runouts("check")
    on_turn.save(tmp_path / "turn", resumable=False)
    told = CliRunner().invoke(app, ["report", str(tmp_path / "turn"), "--line", "check,check,check"])
    assert told.exit_code == 0 and "EV btn" in told.output and "equity bb %" in told.output
    question = Question.at(source, "check")
    place = question.deal(1, 1)
    graded = [question.grade(place, move.word) for move in question.stop.moves]
    assert min(result.ev_lost or 0.0 for result in graded) == 0
    dealt = deal_whole(source, "", 3, 1)
    assert set(dealt.cards) == {0, 1, 2} and len(dealt.to_come) == 1
    assert play_on(source, "", 2, dealt, 3).line
