"""How results look in a notebook: short reprs, tables, matrices, and columns that a data frame takes."""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gutshot as gs
from gutshot.frames import MissingPackage, colours_of, matrix_html, table_html

CONFIGS = Path(__file__).resolve().parents[1] / "configs"
SPOT = gs.Spot(board="Td9d6hQc2s", oop="AA,KK,87s", ip="QQ,JJ,AKs", pot=200, stack=900, bets="60%", raises="2.5x")


@pytest.fixture(scope="module")
def shown() -> dict[str, Any]:
    """One of each."""
    solution = gs.solve(SPOT, iterations=50)
    run = gs.Cfr(gs.Kuhn())
    run.run(50)
    hand = gs.Hand.holdem([1000, 1000], seed=1)
    report = gs.run_match(gs.MatchConfig(("tag", "lag"), hands=20))
    jam = gs.solve_jam_fold([5, 5])
    return {
        "range": gs.Range("QQ+,AKs:0.5"),
        "equity": gs.equity(["AA", "KK"]),
        "combos": gs.equity(["AA", "KK"]).players[0].by_combo,
        "solution": solution,
        "point": solution.at("check"),
        "hand": hand,
        "strategy": run.average,
        "report": report,
        "jam": jam,
        "chart": jam.charts[0],
        "answer": gs.open_strategy("agent:tag").at(hand),
    }


NAMES = ("range", "equity", "combos", "solution", "point", "hand", "strategy", "report", "jam", "chart", "answer")


class _Tags(HTMLParser):
    """Opened and closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells = 0

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)
        self.cells += tag == "td"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", NAMES)
def test_html_is_whole_and_the_repr_short(shown: dict[str, Any], name: str) -> None:
    tags = _Tags()
    tags.feed(shown[name]._repr_html_())
    assert not tags.open and tags.cells
    assert len(repr(shown[name])) < 200 and "\n" not in repr(shown[name]) and " at 0x" not in repr(shown[name])


@pytest.mark.parametrize("name", [name for name in NAMES if name != "solution"])
def test_columns_are_plain_and_of_equal_length(shown: dict[str, Any], name: str) -> None:
    columns = shown[name].columns()
    assert len({len(column) for column in columns.values()}) == 1
    for column in columns.values():
        assert {type(value) for value in column} <= {int, float, str, bool, type(None)}
    for package in ("pandas", "polars"):
        if package in sys.modules or _is_there(package):
            assert len(getattr(shown[name], f"to_{package}")()) == len(next(iter(columns.values())))


def _is_there(package: str) -> bool:
    from importlib.util import find_spec

    return find_spec(package) is not None


def test_a_data_frame_without_its_package_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingPackage, match="pip install pandas"):
        gs.Range("AA").to_pandas()


def test_a_matrix_shows_every_class_with_its_numbers(shown: dict[str, Any]) -> None:
    html = shown["point"]._repr_html_()
    assert html.count("<td") == 169 and re.search(r'title="JJ: check \d+ %, bet 120 \d+ %', html)
    assert "#b8" not in html  # two actions: no third colour


def test_text_in_tables_is_escaped_and_long_ones_are_cut() -> None:
    html = table_html({"<b>": ["<script>", 1.23456789, None]}, "a & b")
    assert "<script>" not in html and "&lt;b&gt;" in html and "1.235" in html and "a &amp; b" in html
    assert "60 of 100 rows" in table_html({"n": list(range(100))})
    assert "&lt;x" in matrix_html(["AA"] * 169, [1] * 169, [[1.0]] * 169, ["<x"])


def test_bets_have_warm_colours_in_their_order() -> None:
    fold, call, small, large = colours_of(["fold", "call", "raise 300", "all-in"])
    assert len({fold, call, small, large}) == 4 and colours_of(["check", "bet 5"])[0] == call
    assert colours_of(["bet 1"] * 9)[-1] == colours_of(["bet 1"] * 6)[-1]


def test_lines_of_a_solution_all_lead_somewhere(shown: dict[str, Any]) -> None:
    solution = shown["solution"]
    lines = solution.lines()
    assert lines[0] == "" and "check,bet 120" in lines and len(set(lines)) == len(lines)
    assert all(solution.at(line).line == line for line in lines)
    assert solution.lines("check") == [line for line in lines if line.startswith("check")]
    assert solution.lines("check,check") == []


def test_cards_and_ranges_are_taken_as_text() -> None:
    held = gs.Range("AA,KK") | "QQ"
    assert held == gs.Range("QQ+") and held - "QQ+" == gs.Range("22:0") and held & "AA" == gs.Range("AA")
    assert "AsAh" in held and ("As", "Ah") in held and "AsKs" not in held
    assert held.weight_of("As", "Ad") == 1.0
    assert held.without("AsKs") == held.without(gs.parse_cards("AsKs"))
    with pytest.raises(gs.MalformedInput):
        _ = "AsAhAd" in held
    with pytest.raises(gs.MalformedInput):
        _ = held | 3  # type: ignore[operator]
    assert np.isclose(gs.solve_jam_fold([5, 5]).ev[0], gs.solve_jam_fold(gs.JamTable((5.0, 5.0))).ev[0])
    with pytest.raises(gs.GutshotError, match=r"no_such.yaml"):
        gs.solve_preflop("no_such.yaml")
    assert gs.Mccfr(gs.Kuhn(), "outcome").settings.sampling == "outcome"
