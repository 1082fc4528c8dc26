"""Solving badugi over whole ranges: what draws do to classes, and what the walk finds."""

import numpy as np
import pytest

from gutshot.blueprint.badugi.bundle import all_decisions
from gutshot.blueprint.badugi.full_width import RangeTables, as_rows, chances, iterate
from gutshot.blueprint.badugi.hands import CLASS_SIZE, CLASSES
from gutshot.blueprint.badugi.layout import SLOT_COUNT


def test_hands_are_dealt_and_drawn_as_they_are() -> None:
    """ACCEPTANCE: hands by cards that play; three cards become a badugi with ten cards of 48."""
    odds = chances()
    counts = [float(odds.dealt[size == CLASS_SIZE].sum()) for size in (4, 3, 2, 1)]
    assert counts == pytest.approx([17_160 / 270_725, 154_440 / 270_725, 96_252 / 270_725, 2_873 / 270_725], abs=0.001)
    assert odds.moved.sum(axis=2) == pytest.approx(np.ones((4, CLASSES)), abs=1e-4)
    three, four = CLASS_SIZE == 3, CLASS_SIZE == 4
    assert odds.moved[1][three][:, four].sum(axis=1).mean() == pytest.approx(10 / 48, abs=0.003)
    assert (odds.moved[0] == np.eye(CLASSES, dtype=np.float32)).all()
    assert (odds.back == odds.moved.transpose(0, 2, 1)).all()


def test_rows_of_ranges_are_those_of_walks() -> None:
    tables = RangeTables.room()
    tables.regrets[:], tables.averages[:] = np.arange(SLOT_COUNT), -np.arange(SLOT_COUNT)
    rows, (width, _) = as_rows(tables), all_decisions()[0]
    for hand in (0, 5, CLASSES - 1):
        found = rows[2 * hand * width :][: 2 * width]
        assert found.tolist() == [s * (k * CLASSES + hand) for s in (1, -1) for k in range(width)]


@pytest.mark.slow
def test_both_seats_values_add_up_to_nothing_and_play_gets_sensible() -> None:
    tables, odds = RangeTables.room(), chances()
    iterate(tables, odds, 1, 200, np.uint64(1))
    value = tables.value[0, 0]
    won = [float(odds.dealt @ value[seat]) for seat in (0, 1)]
    assert sum(won) == pytest.approx(0, abs=0.5)  # chips
    root = tables.averages[: 3 * CLASSES].reshape(3, CLASSES)
    raises = root[2] / root.sum(axis=0)
    assert raises[-10:].min() > 0.9 > 0.5 > raises[:5].max()
