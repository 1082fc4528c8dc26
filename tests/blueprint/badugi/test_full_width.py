"""Solving badugi over whole ranges: what draws do to classes, what a walk finds, and what best responses win."""

import numpy as np
import pytest

from gutshot.blueprint.badugi.bundle import all_decisions, shares_of
from gutshot.blueprint.badugi.chances import DRAWS, chances, set_chances
from gutshot.blueprint.badugi.full_width import HowToWalk, RangeWork, SlotTables, as_rows, iterate, response_value
from gutshot.blueprint.badugi.hands import CLASS_SIZE, CLASSES
from gutshot.blueprint.badugi.layout import CODE_COUNT, FINE, SLOT_COUNT


def test_hands_are_dealt_and_drawn_as_they_are() -> None:
    """ACCEPTANCE: hands by cards that play; three cards become a badugi with ten cards of 48."""
    odds = chances()
    counts = [float(odds.dealt[size == CLASS_SIZE].sum()) for size in (4, 3, 2, 1)]
    assert counts == pytest.approx([17_160 / 270_725, 154_440 / 270_725, 96_252 / 270_725, 2_873 / 270_725], abs=1e-6)
    moved = np.stack([odds.matrix(drawn) for drawn in range(DRAWS)])
    assert moved.sum(axis=2) == pytest.approx(np.ones((4, CLASSES)), abs=1e-5)
    three, four = CLASS_SIZE == 3, CLASS_SIZE == 4
    assert moved[1][three][:, four].sum(axis=1) == pytest.approx(np.full(three.sum(), 10 / 48), abs=1e-6)
    assert (moved[0] == np.eye(CLASSES, dtype=np.float32)).all()


def test_sets_of_ranks_add_up_to_classes() -> None:
    sets, odds = set_chances(), chances()
    assert len(sets.dealt) == 1092 and (np.diff(sets.class_of) >= 0).all()
    assert np.bincount(sets.class_of, sets.dealt) == pytest.approx(odds.dealt, abs=1e-6)


def test_rows_of_ranges_are_those_of_walks() -> None:
    learnt = SlotTables.room()
    learnt.regrets[:], learnt.averages[:] = np.arange(SLOT_COUNT), -np.arange(SLOT_COUNT)
    rows, (width, _) = as_rows(learnt), all_decisions()[0]
    for hand in (0, 5, CLASSES - 1):
        found = rows[2 * hand * width :][: 2 * width]
        assert found.tolist() == [s * (k * CLASSES + hand) for s in (1, -1) for k in range(width)]


def test_who_folds_everything_loses_the_blinds_to_a_best_response() -> None:
    """Half a small bet to the big blind, a whole one to the button; draws are pat."""
    shares, at = np.zeros(SLOT_COUNT, np.float32), 0
    for width, _ in all_decisions().tolist():
        shares[at : at + CLASSES] = 1.0
        at += width * CLASSES
    assert [response_value(shares, chances(), seat) for seat in (0, 1)] == pytest.approx([100, 50], abs=1e-2)
    codes = np.zeros(CODE_COUNT, np.uint8)
    assert shares_of(codes).sum() == pytest.approx(len(all_decisions()) * CLASSES)
    codes[0] = FINE
    assert shares_of(codes)[[0, 2 * CLASSES]].tolist() == [1, 0]


@pytest.mark.slow
def test_both_seats_values_add_up_to_nothing_and_play_gets_sensible() -> None:
    learnt, odds = SlotTables.room(), chances()
    work = RangeWork.room(CLASSES)
    for number in range(1, 201):
        iterate(learnt, odds, HowToWalk(1e-3, 2e-4, 0), number, np.uint64(1), work)
    value = work.value[0, 0]
    won = [float(odds.dealt @ value[seat]) for seat in (0, 1)]
    assert sum(won) == pytest.approx(0, abs=0.5)  # chips
    root = learnt.averages[: 3 * CLASSES].reshape(3, CLASSES)
    raises = root[2] / root.sum(axis=0)
    assert raises[-10:].min() > 0.9 > 0.5 > raises[:5].max()
