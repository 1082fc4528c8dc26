"""Badugi with three to six seats: what seats remember, what a walk finds, and what is kept of it."""

from pathlib import Path

import numpy as np
import pytest

from gutshot import artifacts
from gutshot.blueprint.badugi.at_table import is_known, read_mix
from gutshot.blueprint.badugi.bundle import SHIPPED, BadugiBundle
from gutshot.blueprint.badugi.crowd_bundle import KIND, CrowdBundle, save_crowd
from gutshot.blueprint.badugi.crowd_run import train_crowd
from gutshot.blueprint.badugi.crowd_views import (
    FIRST_LATER,
    GROUP_OF_CLASS,
    GROUPS,
    VIEWS,
    crowd_hand,
    crowd_view,
    hands_of_view,
    view_width,
)
from gutshot.blueprint.badugi.crowd_walks import CrowdWork, crowd_bet, crowd_game, crowd_tables, crowd_walk, crowd_walks
from gutshot.blueprint.badugi.hands import CLASS_SIZE, CLASSES, thrown
from gutshot.blueprint.growing import find_row
from gutshot.blueprint.rows import read_regrets
from gutshot.errors import BadConfig, MalformedInput
from gutshot.games.hand import Hand
from gutshot.games.poker import act, draw
from gutshot.games.row import ACTOR, DRAWING, HOLE, MAX_HOLE, PHASE, STACK, START, Row

ROOM = 20_000_000


def opened(seats: int, seed: int) -> Hand:
    return Hand.badugi([10_000] * seats, (50, 100), 0, seed=seed)


def take(rules: Row, row: Row, place: int) -> None:
    if row[PHASE] == DRAWING:
        at = HOLE + MAX_HOLE * row[ACTOR]
        draw(rules, row, int(thrown(row[at : at + 4], place)))
    else:
        act(rules, row, int(crowd_bet(rules, row, place)))


def test_groups_are_cards_and_the_high_one_in_order() -> None:
    assert GROUPS == 10 + 11 + 12 + 8 and (np.diff(GROUP_OF_CLASS) >= 0).all()
    for group in range(GROUPS):
        assert len(set(CLASS_SIZE[group == GROUP_OF_CLASS].tolist())) == 1


@pytest.mark.parametrize("seed", range(30))
def test_every_decision_has_a_view_that_offers_what_the_rules_allow(seed: int) -> None:
    dice = np.random.default_rng(seed)
    hand = opened(3 + seed % 4, seed)
    rules, row, widths = hand.rules.packed, hand.row.copy(), dict[int, int]()
    while row[PHASE] <= DRAWING:
        view, width = int(crowd_view(rules, row)), int(view_width(row))
        assert 0 <= view < VIEWS and widths.setdefault(view, width) == width
        assert 0 <= crowd_hand(row) < hands_of_view(view) == (CLASSES if view < FIRST_LATER else GROUPS)
        if row[PHASE] != DRAWING:
            numbers = [int(crowd_bet(rules, row, place)) for place in range(width)]
            assert numbers == sorted(set(numbers)) and 0 in numbers
        take(rules, row, int(dice.integers(width)) if dice.random() < 0.5 else width - 1)


def test_places_count_from_the_button_and_smaller_tables_are_larger_ones_after_folds() -> None:
    for folds in range(1, 4):
        large, small = opened(6, 1), opened(6 - folds, 1)
        for _ in range(folds):
            large = large.act("fold")
        views = [int(crowd_view(hand.rules.packed, hand.row.copy())) for hand in (large, small)]
        assert views[0] == views[1]


@pytest.mark.slow
def test_a_walk_finds_what_uniform_play_is_worth() -> None:
    """Actions that are tried by lot count for more: on average the button's value is that of hands played out."""
    game, work = crowd_game(np.array(BadugiBundle.load(SHIPPED).codes), crowd_tables(ROOM)), CrowdWork.room()
    found, played, dice = list[float](), list[float](), np.random.default_rng(1)
    for number in range(1500):
        row = opened(3, number).row.copy()
        for own in (found, played):
            work.row[:] = row
            if own is found:
                with np.errstate(over="ignore"):
                    crowd_walk(game, 0, 0.0, 0.0, np.uint64(2 * number + 1), work)
                own.append(float(work.play[0, :3] @ work.value[0, :3]))
                assert work.value[0, 0] == 0  # the button has put in nothing to fold
                continue
            while work.row[PHASE] <= DRAWING and not is_known(work.row):
                take(game.rules, work.row, int(dice.integers(view_width(work.row))))
            while work.row[PHASE] <= DRAWING:
                with np.errstate(over="ignore"):
                    crowd_walk(game, int(work.row[ACTOR]), 0.0, 0.0, np.uint64(2 * number), work)
            own.append(float(work.row[STACK] - work.row[START]) / 100)
    error = np.sqrt(np.var(found) / len(found) + np.var(played) / len(played))
    assert abs(np.mean(found) - np.mean(played)) < 4 * error < 2.0


@pytest.mark.slow
def test_a_badugi_would_rather_raise_and_what_was_learnt_is_kept(tmp_path: Path) -> None:
    """Under the gun of six, where hands of two cards would rather call: what a raise is worth more than a call."""
    game, work = crowd_game(np.array(BadugiBundle.load(SHIPPED).codes), crowd_tables(ROOM)), CrowdWork.room()
    with np.errstate(over="ignore"):
        assert crowd_walks(game, 0, 4000, 500, 0.02, 1, work) > 4000
    hand = opened(6, 1)
    first, regrets, total = int(crowd_view(hand.rules.packed, hand.row.copy())), np.zeros(4), np.zeros((5, 3))
    for bucket in range(CLASSES):
        read_regrets(game.tables.rows, find_row(game.tables, first, bucket, 3), 3, regrets)
        total[CLASS_SIZE[bucket]] += regrets[:3]
    gains = total[:, 2] - total[:, 1]
    assert gains[4] > 0 > gains[2] and gains[4] > gains[3]
    save_crowd(tmp_path / "kept", game.tables, 0.05, 0.0, {}, {})
    kept = CrowdBundle.load(tmp_path / "kept").strategy
    shares = np.zeros(8, np.float32)
    read_mix(kept.codes, int(kept.begins[first]), 3, CLASSES - 3, shares)
    assert shares[:3].sum() == pytest.approx(1, abs=1e-5) and kept.begins.max() < len(kept.codes)


def test_what_is_no_strategy_for_many_is_refused(tmp_path: Path) -> None:
    views, widths = np.array([VIEWS], np.int32), np.array([3], np.int32)
    artifacts.save(tmp_path / "bad", KIND, {"views": views, "widths": widths, "deflated": np.zeros(3, np.uint8)}, {})
    with pytest.raises(MalformedInput, match="other views"):
        CrowdBundle.load(tmp_path / "bad")
    with pytest.raises(BadConfig, match="0 minutes"):
        train_crowd(tmp_path / "run", 0)
    with pytest.raises(BadConfig, match="no checkpoint"):
        train_crowd(tmp_path / "run", 1, resume=True)
    with pytest.raises(BadConfig, match="will not write to"):
        train_crowd(__file__, 1)
