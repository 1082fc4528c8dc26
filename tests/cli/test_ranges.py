"""`gutshot equity` and `gutshot range` through the front door."""

import json

import pytest

from gutshot.cli import main
from gutshot.cli.ranges import _Bar

DECK_BELOW_KINGS = "".join(rank + suit for rank in "23456789TJQ" for suit in "cdhs")


def ask(capsys, *words):
    code = main(list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_equity_prints_a_table(capsys):
    code, out, err = ask(capsys, "equity", "AcAd", "KsKh", "--exact")
    assert (code, err) == (0, "")
    assert "81.2555%" in out
    assert "exact over 1,712,304 boards" in out


def test_equity_as_json(capsys):
    code, out, err = ask(capsys, "equity", "AcAd", "KsKh", "--json")
    report = json.loads(out)
    assert (code, err) == (0, "")
    assert report["exact"] is True
    assert report["boards"] == 1_712_304
    assert report["standard_error"] == 0
    first, second = report["players"]
    assert (first["range"], second["range"]) == ("AcAd", "KsKh")
    assert first["equity"] == pytest.approx(0.812555, abs=5e-7)
    assert first["equity"] == pytest.approx(first["win"] + first["tie"] / 2)


def test_sampled_equity_as_json(capsys):
    words = ("equity", "QQ+", "AK", "random", "--samples", "50000", "--seed", "3", "--json")
    _, first, _ = ask(capsys, *words, "--threads", "1")
    _, second, _ = ask(capsys, *words, "--threads", "3")
    one, two = json.loads(first), json.loads(second)
    assert one["exact"] is False
    assert one["samples"] == 50_000
    assert 0 < one["standard_error"] < 0.01
    assert one["players"] == two["players"]


def test_equity_on_a_board_with_dead_cards_and_combos(capsys):
    words = ("equity", "AA", "KsQs", "--board", "Ts9s2d", "--dead", "As", "--combos")
    code, out, _ = ask(capsys, *words, "--json")
    report = json.loads(out)
    assert code == 0
    assert [combo["combo"] for combo in report["players"][0]["combos"]] == ["AdAc", "AhAc", "AhAd"]
    assert sum(combo["chance"] for combo in report["players"][0]["combos"]) == pytest.approx(1)
    code, out, _ = ask(capsys, *words)
    assert code == 0
    assert "AhAd" in out
    assert "Ts 9s 2d" in out


def test_error_stops_the_sampling(capsys):
    _, out, _ = ask(capsys, "equity", "AA", "KK", "QQ", "--error", "0.001", "--json")
    report = json.loads(out)
    assert not report["exact"]
    assert report["standard_error"] <= 0.001


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("equity", "AA", "KX"), "'KX'"),
        (("equity", "AA", "KK", "--board", "Ts9sXx"), "'Xx'"),
        (("equity", "AA", "KK", "--board", "Ts9sTs"), "Ts"),
        (("equity", "AsAh", "KK", "--board", "As9s2d"), "As"),
        (("equity", "AsAh", "KK", "--dead", "Ah"), "Ah"),
        (("equity", "AA", "KK", "--board", "Ts9s2d", "--dead", "2d"), "2d"),
        (("equity", "AsAs", "KK"), "As"),
        (("equity", "AsAh", "AsKd"), "As"),
        (("equity", "AA", "KK", "--board", "Ts"), "1 card"),
        (("equity", "AA", "KK", "--board", "Ts9s"), "2 cards"),
        (("equity", "AA", "KK", "--board", "2c3c4c5c6c7c"), "6 cards"),
        (("equity", "AA", ""), "''"),
        (("equity", "AA", "0%"), "empty"),
        (("equity", "AA:1.5", "KK"), "1.5"),
        (("equity", "AA", "KK", "--board", "AsAhAd"), "'AA'"),
        (("equity", *["random"] * 11), "11 players"),
        (("equity", "AA"), "1 player"),
        (("equity", "AA", "KK", "--samples", "0"), "0 samples"),
        (("equity", "AA", "KK", "--samples", "many"), "--samples"),
        (("equity", "AA", "KK", "--samples", "9" * 30), "9" * 30),
        (("equity", "AA", "KK", "--dead", DECK_BELOW_KINGS), "8 cards are left"),
        (("equity", "AA", "KK", "--error", "-1"), "-1"),
        (("equity", "AA", "KK", "--threads", "-2"), "-2 threads"),
        (("equity", "AA", "KK", "--samples", "5", "--exact"), "both"),
        (("equity", *["random"] * 4, "--exact"), "hours"),
        (("equity",), "players"),
        (("range", "QQ+,AKs:1.5"), "1.5"),
        (("range", ""), "''"),
        (("range", "A" * 5000), "AAA... as hands"),
        (("range", "QQ", "--board", "QsQs"), "Qs"),
        (("range", "AA", "--board", "2c3c4c5c6c7c"), "6 cards"),
        (("range", "AA", "--board", "AsAhAd"), "'AA' is fully blocked by Ad Ah As"),
        (("range", "0%"), "'0%' is empty"),
        (("range", "QQ-A5"), "'QQ-A5'"),
    ],
)
@pytest.mark.parametrize("extra", [(), ("--json",)])
def test_bad_input_is_one_sentence_naming_the_value(capsys, words, named, extra):
    code, out, err = ask(capsys, *words, *extra)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert named in err


def test_range_picture(capsys):
    code, out, err = ask(capsys, "range", "QQ+,AKs:0.5")
    rows = [line.split() for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert rows[0][:2] == ["AA", "AKs▅"]
    assert rows[2][2] == "QQ"
    assert all(len(row) == 13 for row in rows[:13])
    assert "20 combos, 1.51% of all hands" in out
    assert out.splitlines()[-1] == "QQ+,AKs:0.5"


def test_range_as_json(capsys):
    code, out, err = ask(capsys, "range", "AA,KK,QQ,AKs:0.5,AsQs", "--json")
    report = json.loads(out)
    assert (code, err) == (0, "")
    assert report["range"] == "QQ+,AsQs,AKs:0.5"
    assert report["combos"] == 21
    assert report["classes"] == {"AA": 1, "AKs": 0.5, "AQs": 0.25, "KK": 1, "QQ": 1}


def test_range_on_a_board_counts_what_is_left(capsys):
    _, out, _ = ask(capsys, "range", "AA,KQs", "--board", "AsKs2d", "--json")
    report = json.loads(out)
    assert report["combos"] == 3 + 3
    assert report["percent"] == pytest.approx(100 * 6 / 1176)
    assert report["classes"] == {"AA": 1, "KQs": 1}
    assert report["range"] == "AA,KQs"
    code, out, _ = ask(capsys, "range", "AA,KQs", "--board", "AsKs2d")
    assert code == 0
    assert "6 combos" in out


def test_bar_appears_on_stderr_for_long_work_only(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    with _Bar() as bar:
        bar.show("counting boards", 1, 10)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(_Bar, "PATIENCE_S", -1.0)
    with _Bar() as bar:
        bar.show("counting boards", 1, 10)
        bar.show("counting boards", 10, 10)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "counting boards" in captured.err


def test_json_stays_alone_on_stdout_with_a_bar(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr(_Bar, "PATIENCE_S", -1.0)
    _, out, err = ask(capsys, "equity", "AA", "KK", "--samples", "100000", "--json")
    assert json.loads(out)["samples"] == 100_000
    assert "sampling deals" in err
