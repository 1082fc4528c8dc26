"""Charts before the flop: the decisions players keep charts of, and the shipped ones of jam or fold."""

import numpy as np
import pytest

from gutshot.cards.combos import CLASS_COMBOS, CLASS_NAMES
from gutshot.errors import BadConfig
from gutshot.preflop.config import JamTable
from gutshot.preflop.jam_fold import solve_pushfold
from gutshot.preflop.jam_grid import shipped_grid
from gutshot.strategies.catalogue import open_strategy
from gutshot.strategies.chart_lines import ChartGroup, chart_lines
from gutshot.strategies.jam_charts import jam_charts
from gutshot.strategies.strategy import Knowledge, Strategy
from gutshot.strategies.table_walk import TableSize


def _share(strategy: Strategy, line: str, hand: str, action: int) -> float:
    hands = strategy.hands(line)
    assert hands.mix is not None
    own = np.isin(hands.combos, CLASS_COMBOS[CLASS_NAMES.index(hand)])
    return float(hands.mix[action, own].mean())


def test_six_seats_have_every_opening_and_every_answer_to_it() -> None:
    charts = chart_lines(open_strategy("shipped:jam_or_fold@6x10"))
    opens = [chart for chart in charts if chart.group is ChartGroup.OPEN]
    defends = [chart for chart in charts if chart.group is ChartGroup.DEFEND]
    assert [chart.position for chart in opens] == ["UTG", "HJ", "CO", "BTN", "SB"]
    assert len(defends) == 5 + 4 + 3 + 2 + 1 and len(charts) == 20
    assert {chart.against for chart in defends if chart.position == "BB"} == {"UTG", "HJ", "CO", "BTN", "SB"}
    jams = [chart.frequencies[1] for chart in opens]
    assert jams == sorted(jams), "the later, the wider"
    assert all(sum(chart.frequencies) == pytest.approx(1) for chart in charts)


def test_a_chart_is_that_of_the_grid_and_two_players_are_solved() -> None:
    grid = shipped_grid()
    three = jam_charts(grid, "jam", TableSize(3, 10))
    found = grid.at(3, (2, 0), 10.0, 0.0)
    assert found is not None and three.hands("").knowledge is Knowledge.EXACT
    for hand in ("AA", "A5s", "72o", "K9o"):
        assert _share(three, "", hand, 1) == pytest.approx(found.frequency[CLASS_NAMES.index(hand)])
    two, solved = jam_charts(grid, "jam", TableSize(2, 8)), solve_pushfold(JamTable((8.0, 8.0)))
    for hand in ("Q6o", "J5s", "22"):
        assert _share(two, "", hand, 1) == pytest.approx(solved.charts[0].frequency[CLASS_NAMES.index(hand)])
    between = jam_charts(grid, "jam", TableSize(3, 7)).hands("")
    assert between.knowledge is Knowledge.NEAR and "7 bb" in between.notes[0]


@pytest.mark.parametrize("size", ["7x10", "6x21", "2x1"])
def test_tables_without_charts_are_refused(size: str) -> None:
    with pytest.raises(BadConfig, match="jam or fold at"):
        open_strategy(f"shipped:jam_or_fold@{size}")


def test_the_shipped_chart_of_six_has_pots_of_three() -> None:
    strategy = open_strategy("shipped:preflop_6max")
    charts = chart_lines(strategy)
    opens = {chart.position: chart for chart in charts if chart.group is ChartGroup.OPEN}
    assert list(opens) == ["UTG", "HJ", "CO", "BTN", "SB"]
    raised = [opens[position].frequencies[-1] for position in ("UTG", "HJ", "CO", "BTN")]
    assert raised == sorted(raised), "the later, the wider"
    assert _share(strategy, "", "AA", 1) > 0.99 and _share(strategy, "", "72o", 0) > 0.99
    behind = strategy.walk("raise 2.5bb,call,fold,fold,fold")[-1]
    assert [move.action.kind.name for move in behind.moves] == ["FOLD", "CALL", "RAISE"]  # the big blind overcalls
    assert opens["UTG"].ev is not None and 0 < opens["UTG"].ev < 3000
