"""The preflop solver: its trees, its rounds against what is known, and its files."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from gutshot import artifacts
from gutshot.cards.card import Card, parse_cards
from gutshot.cards.combos import CLASS_NAMES, COMBO_COUNT
from gutshot.cards.preflop_matrix import preflop_matrix
from gutshot.cards.ranges import Range
from gutshot.cli import main
from gutshot.errors import BadConfig, IllegalAction, MalformedInput
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.flop_values.hand_features import hand_marks, mean_marks
from gutshot.flop_values.values import Arrival, CrowdArrival, FlopValues, meeting_weights
from gutshot.preflop.charts import LEAST, load_charts, save_charts
from gutshot.preflop.class_pairs import class_pairs
from gutshot.preflop.config import JamTable, PreflopConfig
from gutshot.preflop.flop_gains import CheckedDown, FlopGain, ModelGains, Watch, by_class
from gutshot.preflop.jam_fold import solve_pushfold
from gutshot.preflop.rounds import PreflopRounds
from gutshot.preflop.run import solve_preflop
from gutshot.preflop.solution import PreflopSolution, load_rounds, save_rounds
from gutshot.preflop.tree import CHIPS, EndKind, raise_tree

SIZES = ("2.5x", "3x", "a")


def small(**given: object) -> PreflopConfig:
    settings = {"stacks": 25, "bet_sizes": SIZES, "postflop_model": "checked_down", "iterations": 200, "rounds": 3}
    return PreflopConfig.from_dict(settings | given)


def number(name: str) -> int:
    return CLASS_NAMES.index(name)


# --- trees ----------------------------------------------------------------------------------------------------------


def test_lines_of_a_heads_up_game() -> None:
    tree = raise_tree(small())
    ends = {tree.line(end.node): (end.kind, end.paid) for end in tree.ends}
    assert ends["fold"] == (EndKind.FOLD, (0.5, 0.5))  # what nobody matched is handed back
    assert ends["call,check"] == (EndKind.FLOP, (1.0, 1.0))
    assert ends["raise 2.5bb,raise 7.5bb,call"] == (EndKind.FLOP, (7.5, 7.5))
    assert ends["raise 2.5bb,raise 7.5bb,all-in 25bb,call"] == (EndKind.ALL_IN, (25.0, 25.0))
    there = tree.find("raise 2.5bb,raise 7.5bb")
    for line in ("raise 2.5, raise 7.5", "r2500 r7500", "sb:2.5bb,bb:7.5bb", "raise 2.5,raise 7500"):
        assert tree.find(line) == there
    with pytest.raises(IllegalAction, match="it is BTN/SB's turn"):
        tree.find("bb:2.5bb")
    assert [str(action) for action in raise_tree(small(limps=False)).actions(0)] == ["fold", "raise 2500"]


def test_a_raise_that_leaves_little_is_all_in() -> None:
    tree = raise_tree(small(stacks=10))
    assert [action.text(CHIPS) for action in tree.actions(tree.find("raise 2.5"))] == ["fold", "call", "all-in 10bb"]


def test_uneven_stacks_and_antes() -> None:
    tree = raise_tree(small(stacks=[8, 30], ante=0.1, bet_sizes=["a"]))
    ends = {tree.line(end.node): end for end in tree.ends}
    called = next(end for line, end in ends.items() if line.startswith("all-in") and line.endswith("call"))
    assert called.paid == pytest.approx((8.0, 8.0))
    assert ends["fold"].pot == pytest.approx(0.6 + 0.6)


@pytest.mark.parametrize(("players", "sizes"), [(3, SIZES), (4, ("2x", "a")), (5, ("a",))])
def test_pots_of_more_seats_end_heads_up(players: int, sizes: tuple[str, ...]) -> None:
    tree = raise_tree(small(players=players, bet_sizes=sizes))
    assert max(len(end.live) for end in tree.ends) == 2
    assert all(len({end.paid[seat] for seat in end.live}) == 1 for end in tree.ends if end.kind is not EndKind.FOLD)
    for node in tree.decisions():
        assert tree.children(node)


@pytest.mark.parametrize(("players", "most"), [(3, 3), (4, 3), (4, 4), (6, 3)])
def test_pots_of_more_than_two(players: int, most: int) -> None:
    """Calls behind callers, overcalls, squeezes and limped pots, up to the number that may see a flop."""
    config = small(
        players=players, bet_sizes=["2.5x", "a"], heads_up_pots=False, open_limps=True, max_flop_players=most
    )
    tree = raise_tree(config)
    flops = {tree.line(end.node): end for end in tree.ends if end.kind is EndKind.FLOP}
    assert max(len(end.live) for end in flops.values()) == most
    folds = "fold," * (players - 3)
    assert flops[f"{folds}raise 2.5bb,call,call"].paid == pytest.approx((2.5, 2.5, *(0.0,) * (players - 3), 2.5))
    assert flops[f"{folds}call,call,check"].live == (0, 1, players - 1)  # limped
    squeezed = tree.find(f"{folds}raise 2.5bb,call,all-in 25bb,call")
    assert [str(action) for action in tree.actions(squeezed)] == ["fold", "call"]
    assert all(len({end.paid[seat] for seat in end.live}) == 1 for end in flops.values())
    alone = raise_tree(small(players=players, bet_sizes=["2.5x", "a"]))
    lines = {tree.line(node) for node in range(len(tree))}
    assert {alone.line(node) for node in range(len(alone))} <= lines  # nothing is lost beside heads-up pots


def test_too_many_sizes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gutshot.preflop.tree.MOST_NODES", 100)
    with pytest.raises(BadConfig, match="more than 100 nodes"):
        raise_tree(small(stacks=200, bet_sizes=["2x,2.5x,3x,4x", "2.2x,3x,4x", "2.2x,3x"]))


# --- solving --------------------------------------------------------------------------------------------------------


def test_only_all_ins_is_jam_or_fold() -> None:
    """The same game by another tree, with pots settled by the engine's own contributions."""
    rounds = PreflopRounds(small(stacks=10, bet_sizes=["a"], limps=False, iterations=500, rule="dcfr"), class_pairs())
    report = rounds.run_round(CheckedDown(class_pairs()))
    exact = solve_pushfold(JamTable((10.0, 10.0)))
    assert report.ev == pytest.approx(exact.ev, abs=1e-5)
    assert report.joint_exploitability < 1e-5


def test_rounds_agree_and_charts_are_sane() -> None:
    config = small(realisation=0.1, rounds=4)
    rounds = PreflopRounds(config, class_pairs())
    model = CheckedDown(class_pairs(), config.realisation)
    reports = [rounds.run_round(model) for _ in range(config.rounds)]
    assert [report.round for report in reports] == [1, 2, 3, 4]
    gaps = [report.joint_exploitability for report in reports]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] < 0.2 * gaps[0]
    assert reports[-1].change < 0.1 * reports[0].change
    assert sum(reports[-1].ev) == pytest.approx(0, abs=1e-9)
    assert reports[-1].ev[0] > 0  # on the button, against somebody who gives equity up
    solved = PreflopSolution(rounds)
    facing = solved.at("raise 2.5")
    gain = facing.ev[:, 1:].max(axis=1) - facing.ev[:, 0]
    assert facing.position == "BB"
    assert facing.ev[:, 0] == pytest.approx(np.full(169, -1.0), abs=1e-9)
    for better, worse in (("AA", "KK"), ("KK", "77"), ("AKs", "AKo"), ("AKo", "A5o"), ("A5o", "72o"), ("T9s", "T9o")):
        assert gain[number(better)] > gain[number(worse)]
    assert sum(solved.at("").frequencies[1:]) > 0.6
    assert solved.strategy("raise 2.5,raise 7.5,all-in 25")[number("AA"), 1] > 0.99


def test_frequencies_and_ranges_are_those_of_the_strategy() -> None:
    rounds = PreflopRounds(small(), class_pairs())
    rounds.run_round(CheckedDown(class_pairs()))
    solved = PreflopSolution(rounds)
    for line in solved.lines():
        chart = solved.at(line)
        assert chart.strategy.sum(axis=1) == pytest.approx(np.ones(169))
        assert sum(chart.frequencies) == pytest.approx(1)
        shares = [chart.range_of(k).share for k in range(len(chart.actions))]
        assert sum(shares) * 1326 == pytest.approx(float(chart.weights @ np.bincount(_classes())), abs=0.2)


def _classes() -> np.ndarray:
    from gutshot.cards.combos import COMBO_CLASS

    return COMBO_CLASS


@pytest.mark.slow
def test_three_seats_that_end_heads_up() -> None:
    rounds = PreflopRounds(small(players=3, stacks=15, bet_sizes=["2.2x", "a"], iterations=240), class_pairs())
    reports = [rounds.run_round(CheckedDown(class_pairs())) for _ in range(2)]
    assert sum(reports[-1].ev) == pytest.approx(0, abs=1e-4)
    assert reports[-1].joint_exploitability < 3e-3
    solved = PreflopSolution(rounds)
    assert solved.at("").position == "BTN"
    assert solved.at("").strategy[number("AA"), 1] > 0.99


# --- flops ----------------------------------------------------------------------------------------------------------

FLOPS = {tuple(parse_cards("Td9d6h")): 0.25, tuple(parse_cards("Ks7c2h")): 0.75}


class ByMarks:
    """A model in which a hand takes what its marks on the flop say, in a straight line."""

    flops = FLOPS
    slopes = np.array([0.5, -1.0, 2.0])

    def evaluate(
        self, arrivals: Sequence[Arrival | CrowdArrival], watch: Watch | None = None
    ) -> list[list[FlopValues]]:
        return [[self._values(arrival, flop) for flop in FLOPS] for arrival in arrivals]

    def _values(self, arrival: Arrival | CrowdArrival, flop: tuple[Card, ...]) -> FlopValues:
        shares = np.stack([0.1 + self.slopes @ hand_marks(flop)] * len(arrival.ranges))
        others = (arrival.ip, arrival.oop) if isinstance(arrival, Arrival) else arrival.ranges
        met = np.stack([meeting_weights(flop, other) for other in others])
        equity = None if isinstance(arrival, Arrival) else np.full_like(shares, 1 / 3)
        return FlopValues(shares, np.zeros_like(shares), 0.0, met, equity=equity)


def test_the_luck_of_two_flops_is_taken_out() -> None:
    """Values that marks tell whole come out as they are on all flops; what both ranges have too much is shared."""
    every = np.ones(COMBO_COUNT)
    gain = ModelGains(ByMarks(), class_pairs()).gains([Arrival(every, every, 5.0, 20.0)])[0].gain
    expected = 0.1 + ByMarks.slopes @ mean_marks() - preflop_matrix().against_random()
    assert gain - gain[0, 0] == pytest.approx(np.stack([expected - expected[0]] * 2), abs=1e-9)
    assert class_pairs().chance @ gain.T == pytest.approx([0, 0], abs=1e-9)


def test_what_one_range_gains_the_other_loses() -> None:
    arrival = Arrival(Range.parse("22+,A2+,KT+").weights, Range.parse("QQ-55,AJ+,98s").weights, 5.0, 20.0)
    pairs = class_pairs()
    gain = ModelGains(ByMarks(), pairs).gains([arrival])[0].gain
    held = [by_class(weights) for weights in arrival.ranges]
    won = [(pairs.chance * held[side] * gain[side]) @ pairs.meet @ held[1 - side] for side in range(2)]
    assert won[0] == pytest.approx(-won[1])


def test_what_one_of_three_gains_the_others_lose() -> None:
    ranges = tuple(Range.parse(text).weights for text in ("22+,A2+,KT+", "QQ-55,AJ+,98s", "99+,AQ+"))
    pairs = class_pairs()
    gain = ModelGains(ByMarks(), pairs).gains([CrowdArrival(ranges, 8.5, (20.0,) * 3)])[0].gain
    assert gain.shape == (3, len(CLASS_NAMES))
    met = [pairs.meet @ by_class(weights) for weights in ranges]
    means = []
    for side in range(3):
        deals = pairs.chance * by_class(ranges[side]) * met[(side + 1) % 3] * met[(side + 2) % 3]
        means.append(float(deals @ gain[side] / deals.sum()))
    assert sum(means) == pytest.approx(0, abs=1e-12)


def test_charts_keep_what_is_played_and_what_it_is_worth(tmp_path: Path) -> None:
    rounds = PreflopRounds(small(stacks=12, bet_sizes=["2.5x", "a"]), class_pairs())
    rounds.run_round(CheckedDown(class_pairs()))
    solved = PreflopSolution(rounds)
    found = load_charts(save_charts(solved, tmp_path / "charts"))
    assert found.reports == tuple(solved.reports)
    for node in rounds.tree.decisions():
        chart, (strategy, values) = solved.at(rounds.tree.line(node)), found.at(node)
        assert strategy.sum(axis=1) == pytest.approx(np.ones(169))
        assert strategy == pytest.approx(chart.strategy, abs=0.5 / 255 + 0.01)
        assert (values is not None) == (chart.reached > LEAST)
        assert values is None or values == pytest.approx(chart.ev, abs=0.01)
    kept = artifacts.load(tmp_path / "charts")
    short = {**kept.arrays, "values": kept.arrays["values"][:-1]}
    artifacts.save(tmp_path / "short", "preflop-charts", short, kept.config, summary=kept.summary)
    with pytest.raises(MalformedInput, match=r"preflop charts '.*short' do not fit their own config"):
        load_charts(tmp_path / "short")


def test_mean_marks_are_equities_counted_without_flops() -> None:
    assert mean_marks()[0] == pytest.approx(preflop_matrix().against_random(), abs=1e-5)


# --- files and the command line ---------------------------------------------------------------------------------------


class StopsInRound:
    """A model that is interrupted."""

    def __init__(self, round_: int) -> None:
        self.left = round_
        self.model = CheckedDown(class_pairs(), 0.1)

    def gains(self, arrivals: Sequence[Arrival], watch: Watch | None = None) -> list[FlopGain]:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        return self.model.gains(arrivals, watch)


def test_a_stopped_run_goes_on_as_if_it_had_not_been(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = small(realisation=0.1)
    whole = solve_preflop(config, tmp_path / "whole")
    monkeypatch.setattr("gutshot.preflop.run.make_model", lambda *_: StopsInRound(2))
    with pytest.raises(KeyboardInterrupt):
        solve_preflop(config, tmp_path / "stopped")
    monkeypatch.undo()
    assert load_rounds(tmp_path / "stopped").done == 1
    resumed = solve_preflop(config, tmp_path / "stopped", resume=True)
    assert np.array_equal(resumed.strategy("raise 2.5"), whole.strategy("raise 2.5"))
    assert resumed.ev == whole.ev
    again = PreflopSolution.load(tmp_path / "stopped")
    assert again.lines() == whole.lines()
    assert np.array_equal(again.at("call").ev, whole.at("call").ev)


def test_resuming_something_else_is_refused(tmp_path: Path) -> None:
    solve_preflop(small(rounds=1), tmp_path / "run")
    with pytest.raises(BadConfig, match="another config"):
        solve_preflop(small(rounds=2, stacks=30), tmp_path / "run", resume=True)
    with pytest.raises(BadConfig, match="nothing to resume"):
        solve_preflop(small(), tmp_path / "nowhere", resume=True)


def test_a_solution_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    rounds = PreflopRounds(small(), class_pairs())
    rounds.run_round(CheckedDown(class_pairs()))
    rounds.strategy = rounds.strategy[:-1]
    save_rounds(rounds, tmp_path / "odd")
    with pytest.raises(MalformedInput, match="does not fit its own config"):
        load_rounds(tmp_path / "odd")
    manifest = tmp_path / "even" / "manifest.json"
    save_rounds(PreflopRounds(small(), class_pairs()), tmp_path / "even")
    manifest.write_bytes(artifacts.sealed(json.loads(manifest.read_text()) | {"summary": {"iterations": 1}}))
    with pytest.raises(MalformedInput, match="has no rounds"):
        load_rounds(tmp_path / "even")


def test_an_engine_or_threads_that_are_not_there_are_refused_without_a_model_too() -> None:
    with pytest.raises(BadConfig, match="unknown engine 'mpi'"):
        solve_preflop(small(), engine="mpi")
    with pytest.raises(BadConfig, match="0 threads"):
        solve_preflop(small(), threads=0)


def test_antes_that_leave_nothing_to_play_for_are_refused() -> None:
    with pytest.raises(BadConfig, match="with an ante of 10: no player has chips left"):
        PreflopRounds(small(stacks=[10], ante=10), class_pairs())


def test_rounds_to_warm_up_leave_the_average_alone() -> None:
    """Regrets go on as they are; of the sums nearly all of what came before is gone."""
    model, found = CheckedDown(class_pairs(), 0.1), []
    for warm_up in (0, 1):
        rounds = PreflopRounds(small(iterations=40, warm_up=warm_up), class_pairs())
        rounds.run_round(model)
        before = rounds.solver.sums.copy()
        rounds.run_round(model)
        found.append((before, rounds.solver.regrets, rounds.solver.sums))
    (before, regrets, every), (_, same, late) = found
    assert (regrets == same).all()
    some = before > 1e-3
    left = (every - late)[some] / before[some]
    assert left == pytest.approx(np.full(len(left), left[0]), rel=1e-4)
    assert left[0] > 0


class InPosition:
    """The last to act takes a tenth of a pot beyond his equity from the others; who asks is written down."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def gains(self, arrivals: Sequence[Arrival | CrowdArrival], watch: Watch | None = None) -> list[FlopGain]:
        self.asked.append(len(arrivals))
        gain = np.stack([np.full(169, -0.1), np.full(169, 0.1)])
        return [FlopGain(gain, np.full((2, 169), 0.01), 0.0) for _ in arrivals]


def test_lines_too_rare_to_be_asked_about_are_worth_what_their_nearest_is() -> None:
    """With a few of many seats' lines asked about, all are worth a tenth of their own pot more in position."""
    rounds = PreflopRounds(small(players=4, bet_sizes=["2.5x", "a"], iterations=4, least_reach=0.01), class_pairs())
    model = InPosition()
    report = rounds.run_round(model)
    assert 0 < model.asked[0] < len(rounds.flops)
    for number in rounds.flops:
        end = rounds.tree.ends[number]
        for seat, share in zip(end.live, (-0.1, 0.1), strict=True):
            assert rounds.bonus[seat, number] == pytest.approx(share * end.pot)
    assert report.unfinished > 0


def test_warm_up_rounds_ask_about_fewer_flops(monkeypatch: pytest.MonkeyPatch) -> None:
    models: dict[int, InPosition] = {}

    def remember(config: PreflopConfig, *_: object) -> InPosition:
        assert isinstance(config.postflop_model, PostflopModelConfig)
        return models.setdefault(config.postflop_model.max_flop_boards, InPosition())

    monkeypatch.setattr("gutshot.preflop.run.make_model", remember)
    model = {"solve_type": "mccfr", "max_flop_boards": 25}
    solve_preflop(small(iterations=4, rounds=3, warm_up=1, warm_up_flops=3, postflop_model=model))
    assert {flops: len(found.asked) for flops, found in models.items()} == {25: 2, 3: 1}


def test_lines_that_are_not_there_are_named() -> None:
    rounds = PreflopRounds(small(), class_pairs())
    rounds.run_round(CheckedDown(class_pairs()))
    solved = PreflopSolution(rounds)
    with pytest.raises(IllegalAction, match=r"no 'raise 3bb' there, expected one of fold, call, raise 2\.5bb"):
        solved.at("raise 3")
    with pytest.raises(IllegalAction, match="the line is over"):
        solved.at("call,check")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"stacks": []}, "no stack is given"),
        ({"stacks": [10, 20, 30]}, "3 stacks for 2 players"),
        ({"players": 7}, "players 7"),
        ({"bet_sizes": "2x"}, "bet_sizes '2x'"),
        ({"bet_sizes": ["2y"]}, "unknown bet size '2y'"),
        ({"rule": "magic"}, "unknown update rule 'magic'"),
        ({"rule": 5}, "unknown update rule 5"),
        ({"limps": "maybe"}, "limps 'maybe': expected true or false"),
        ({"stacks": None}, "stacks None: expected a number from 1.01"),
        ({"rounds": 0}, "rounds 0"),
        ({"damping": 1}, "damping 1"),
        ({"postflop_model": "guess"}, "unknown postflop_model 'guess'"),
        ({"postflop_model": {"solve_type": "guess"}}, "unknown postflop_model.solve_type 'guess'"),
        ({"colour": "red"}, "unknown setting 'colour'"),
        ({"stack": 10}, "both given"),
    ],
)
def test_settings_that_cannot_be_used(given: dict[str, object], words: str) -> None:
    with pytest.raises((BadConfig, MalformedInput), match=words):
        small(**given)


def test_config_survives_its_plain_form() -> None:
    config = small(players=3, postflop_model={"solve_type": "mccfr", "max_flop_boards": 3})
    assert PreflopConfig.from_dict(json.loads(json.dumps(config.to_dict()))) == config
    assert PreflopConfig.from_dict({"num_players": 3, "stack_depth": 9}) == PreflopConfig.from_dict(
        {"players": 3, "stacks": [9, 9, 9], "most_raises": 4}
    )


def test_the_shipped_config_is_read() -> None:
    from gutshot.cli.preflop import read_config

    config, ignored = read_config(Path(__file__).resolve().parents[2] / "configs" / "preflop_hu.yaml")
    assert config.num_players == 2
    assert ignored == ()


def test_commands_from_config_to_chart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, run = tmp_path / "game.yaml", tmp_path / "run"
    file.write_text("stack: 20\nbet_sizes: ['2.5x', a]\nrounds: 1\niterations: 100\npostflop_model: checked_down\n")
    assert main(["preflop", "solve", str(file), "--out", str(run), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) >= {"ev", "joint_exploitability", "rounds", "lines", "root"}
    picture, table = tmp_path / "chart.png", tmp_path / "chart.csv"
    words = ["preflop", "chart", str(run), "--line", "raise 2.5", "--png", str(picture), "--csv", str(table)]
    assert main(words) == 0
    assert "BB after 'raise 2.5bb'" in capsys.readouterr().out
    assert picture.read_bytes()[1:4] == b"PNG"
    assert len(table.read_text().splitlines()) == 170
    assert main(["preflop", "chart", str(run), "--json"]) == 0
    chart = json.loads(capsys.readouterr().out)
    assert chart["position"] == "SB"
    assert len(chart["hands"]) == 169
    assert "raise 2.5bb" in chart["next"]
    assert main(["preflop", "solve", str(file), "--out", str(run), "--resume", "--rounds", "2", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["rounds"]) == 2
    assert main(["preflop", "chart", str(run), "--line", "dance"]) == 2
    assert "unknown action 'dance'" in capsys.readouterr().err
    lost = str(tmp_path / "nowhere" / "chart.csv")
    assert main(["preflop", "chart", str(run), "--csv", lost]) == 2
    assert capsys.readouterr().err == f"gutshot: cannot read or write {lost!r}: No such file or directory\n"
