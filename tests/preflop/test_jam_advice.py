"""Advice at one decision of a tournament agrees with the whole table solved, and says what it leaves out."""

from pathlib import Path

import numpy as np
import pytest

from gutshot.cards.combos import CLASS_SIZES
from gutshot.errors import BadConfig
from gutshot.preflop import jam_advice as advice_module
from gutshot.preflop import kept_jams
from gutshot.preflop.config import JamTable
from gutshot.preflop.icm import icm
from gutshot.preflop.jam_advice import is_solved, jam_advice
from gutshot.preflop.jam_fold import solve_pushfold
from gutshot.preflop.payoffs import Utility


def test_heads_up_for_one_prize_is_played_for_chips() -> None:
    chips = solve_pushfold(JamTable((8.0, 12.0))).charts
    for seat, inside in ((0, ()), (1, (0,))):
        found = jam_advice([800, 1200], (50, 100), seat, inside, prizes=[20])
        differs = np.abs(found.frequency - chips[seat].frequency) > 1e-3  # only what hardly matters is left open
        np.testing.assert_allclose(found.play[differs], found.fold[differs], atol=1e-2)
        np.testing.assert_allclose(found.play, chips[seat].ev, atol=1e-2)  # 20 in prizes for 20 big blinds
        np.testing.assert_allclose(found.fold, chips[seat].ev_fold, atol=1e-2)
        assert found.notes == () and found.exploitability < 1e-4


def test_who_folded_keeps_his_part_of_the_prizes() -> None:
    stacks, prizes = [900.0, 700.0, 3000.0], [50.0, 30.0, 20.0]
    found = jam_advice(stacks, (50, 100), 0, ante=10, prizes=prizes)
    assert found.notes == ("the cards of the one who folded before are not counted",)
    after = icm([stacks[0] - 60, stacks[1] + 70, stacks[2] - 10], prizes)
    np.testing.assert_allclose(found.fold, after[0] - icm(stacks, prizes)[0], atol=1e-9)
    called = jam_advice(stacks, (50, 100), 1, (0,), ante=10, prizes=prizes).frequency @ CLASS_SIZES
    assert called < jam_advice(stacks, (50, 100), 1, (0,), ante=10).frequency @ CLASS_SIZES  # going broke is dear


def test_six_and_more_ask_a_game_of_those_who_are_left() -> None:
    stacks = [1000.0, 1000, 500, 2000, 1500, 900, 700, 800]
    found = jam_advice(stacks, (50, 100), 1, (0,), prizes=[40, 30, 20])
    assert found.notes == ("the cards of the 6 who folded before are not counted",)
    plays = found.frequency > 0.99
    assert (found.play[plays] >= found.fold[plays] - 1e-6).all() and 0 < plays.sum() < 169


def test_others_change_nothing_for_chips_and_share_in_the_prizes() -> None:
    assert Utility((10.0, 10.0), (1.0,), (20.0,)).start == pytest.approx((0.25, 0.25))
    with pytest.raises(BadConfig):
        Utility((10.0, 10.0), (1.0, 1.0, 1.0))


@pytest.mark.parametrize(
    ("seat", "inside", "words"),
    [(2, (), "expected a seat at the table"), (0, (0,), "expected other seats"), (0, (5,), "expected other seats")],
)
def test_what_makes_no_sense_is_refused(seat: int, inside: tuple[int, ...], words: str) -> None:
    with pytest.raises(BadConfig, match=words):
        jam_advice([1000, 1000], (50, 100), seat, inside)


@pytest.mark.slow
def test_a_game_without_those_who_folded_is_nearly_the_whole_one() -> None:
    table = JamTable((9.0, 7.0, 12.0, 10.0))
    prizes = (50.0, 30.0, 20.0)
    whole = next(chart for chart in solve_pushfold(table, prizes).charts if chart.name == "BB call vs SB")
    found = jam_advice([900, 700, 1200, 1000], (50, 100), 1, (0,), prizes=prizes)
    assert abs(found.frequency - whole.frequency) @ CLASS_SIZES / 1326 < 0.02


@pytest.fixture(autouse=True)
def fresh_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing is read that an earlier build has solved."""
    monkeypatch.setattr(kept_jams, "cache_folder", lambda: tmp_path)


def test_what_has_been_solved_is_read_by_the_next_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ([700, 500, 600], (50.0, 100.0), 2)
    prizes = (65.0, 35.0)
    assert not is_solved(*asked, prizes=prizes)
    first = jam_advice(*asked, prizes=prizes)
    assert is_solved(*asked, prizes=prizes) and not is_solved([700, 500, 605], *asked[1:], prizes=prizes)
    for kept in (advice_module._advice, advice_module._solved):
        kept.cache_clear()
    monkeypatch.delattr(advice_module, "solve_pushfold")
    again = jam_advice(*asked, prizes=prizes)
    assert np.array_equal(first.frequency, again.frequency) and np.array_equal(first.play, again.play)
    (place,) = (tmp_path / "jam").iterdir()
    (place / "manifest.json").write_text("{}", encoding="utf-8")
    assert kept_jams.kept(place) is None  # solved anew
