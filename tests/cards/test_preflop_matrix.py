"""The matrix against published equities, against counting boards, and as a file that may be damaged."""

import numpy as np
import pytest

from gutshot.cards import preflop_matrix as matrices
from gutshot.cards.card import Card
from gutshot.cards.combos import CLASS_NAMES, CLASS_SIZES, COMBO_MASKS
from gutshot.cards.equity import equity
from gutshot.cards.hand_order import CLASSES_BY_EQUITY
from gutshot.cards.preflop_matrix import PreflopMatrix
from gutshot.numeric.folders import cache_folder


@pytest.fixture(scope="module")
def matrix(tmp_path_factory):
    """Built once and kept in a folder of the test run, which other workers of the run share."""
    folder = tmp_path_factory.getbasetemp().parent / "gutshot-cache"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GUTSHOT_CACHE", str(folder))
        patch.setattr(matrices, "_loaded", None)
        yield matrices.preflop_matrix()


def number(name):
    return CLASS_NAMES.index(name)


@pytest.mark.parametrize(
    ("first", "second", "value"), [("AA", "KK", 0.819461), ("AKs", "QQ", 0.460485), ("JTs", "22", 0.538384)]
)
def test_published_equities(matrix, first, second, value):
    shares, win, tie = matrix.class_shares()
    assert shares[number(first), number(second)] == pytest.approx(value, abs=5e-7)
    assert win[number(first), number(second)] + tie[number(first), number(second)] / 2 == pytest.approx(value, abs=5e-7)


def test_against_a_random_hand(matrix):
    values = matrix.against_random()
    assert values[number("AA")] == pytest.approx(0.852037, abs=5e-7)
    assert values[number("72o")] == pytest.approx(0.345836, abs=5e-7)
    assert values[number("32o")] == pytest.approx(0.323032, abs=5e-7)
    assert (values * CLASS_SIZES).sum() / 1326 == pytest.approx(0.5, abs=1e-12)


def test_one_hand_wins_what_the_other_loses(matrix):
    shares, win, tie = matrix.class_shares()
    assert np.allclose(shares + shares.T, 1, atol=1e-12)
    assert np.allclose(tie, tie.T, atol=1e-12)
    assert np.allclose(win + win.T + tie, 1, atol=1e-12)
    rows = np.array([matrix.rows_of(combo) for combo in range(0, 1326, 13)])
    wins, losses = rows[:, 0][:, ::13], rows[:, 1][:, ::13]
    assert np.array_equal(wins, losses.T)


def test_hands_that_share_a_card_never_meet(matrix):
    for combo in (0, 700, 1325):
        wins, losses = matrix.rows_of(combo)
        blocked = (COMBO_MASKS & COMBO_MASKS[combo]) != 0
        assert not wins[blocked].any()
        assert not losses[blocked].any()
        assert np.all(wins[~blocked] + losses[~blocked] > 0)


def test_hand_order_is_that_of_the_matrix(matrix):
    values = matrix.against_random()
    assert tuple(np.argsort(-values, kind="stable").tolist()) == CLASSES_BY_EQUITY


@pytest.mark.parametrize(
    "players",
    [("72o", "random"), ("AcAd", "KsKh"), ("QQ+,AK", "22+,A2s+,KTs+,QTs+,JTs,ATo+,KQo"), ("AKs:0.3,72o", "AsQs")],
)
def test_same_as_counting_boards(matrix, players):
    kept = equity(players, exact=True)
    counted = equity(players, exact=True, use_matrix=False)
    assert kept.method == "matrix"
    assert counted.method != "matrix"
    assert kept.boards == counted.boards
    for one, other in zip(kept.players, counted.players, strict=True):
        assert (one.equity, one.win, one.tie) == pytest.approx((other.equity, other.win, other.tie), abs=1e-12)
        assert one.by_combo.equity == pytest.approx(other.by_combo.equity, abs=1e-12, nan_ok=True)
        assert one.by_combo.chance == pytest.approx(other.by_combo.chance, abs=1e-12)


def test_dead_cards_need_counting(matrix):
    assert equity(["AA", "KK"], dead=[Card(0)], exact=True).method == "deals"


@pytest.fixture
def small_cache(tmp_path, monkeypatch):
    """An empty cache folder and a builder that only counts how often it is asked."""
    built = []

    def build(progress, threads):
        built.append(threads)
        counts = np.arange(169 * 1326, dtype=np.int32).reshape(169, 1326)
        return PreflopMatrix(counts, counts[::-1].copy())

    monkeypatch.setenv("GUTSHOT_CACHE", str(tmp_path / "new" / "folder"))
    monkeypatch.setattr(matrices, "_loaded", None)
    monkeypatch.setattr(matrices, "build_matrix", build)
    return built


def forget(monkeypatch):
    monkeypatch.setattr(matrices, "_loaded", None)


def test_built_once_then_read_back(small_cache, monkeypatch):
    assert not matrices.is_kept()
    first = matrices.preflop_matrix()
    forget(monkeypatch)
    assert matrices.is_kept()
    second = matrices.preflop_matrix()
    assert len(small_cache) == 1
    assert np.array_equal(first.wins, second.wins)
    assert np.array_equal(first.losses, second.losses)
    assert [file.name for file in cache_folder().iterdir()] == [matrices.FILE_NAME]


@pytest.mark.parametrize(
    "damage", [lambda b: b[:-1], lambda b: b[:99] + b"x" + b[100:], lambda b: b"", lambda b: b[:32]]
)
def test_damaged_file_is_rebuilt(small_cache, monkeypatch, damage):
    matrices.preflop_matrix()
    file = matrices.matrix_file()
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    forget(monkeypatch)
    matrices.preflop_matrix()
    assert len(small_cache) == 2
    assert file.read_bytes() == whole


def test_cache_that_cannot_be_written_still_answers(small_cache, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("GUTSHOT_CACHE", str(tmp_path / "file"))
    assert matrices.preflop_matrix().wins.shape == (169, 1326)


@pytest.mark.slow
def test_building_on_two_threads_gives_the_same_bytes(matrix):
    assert matrices.to_bytes(matrices.build_matrix(threads=2)) == matrices.to_bytes(matrix)
