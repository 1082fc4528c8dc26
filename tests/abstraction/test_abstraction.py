"""Buckets: suits, tables, deals, what is kept, and what is refused."""

import os
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gutshot.abstraction import table_cache
from gutshot.abstraction import tables as tables_module
from gutshot.abstraction.abstraction import Abstraction, build
from gutshot.abstraction.boards import BOARD_COUNTS, board_cards, board_keys, key_of_cards
from gutshot.abstraction.config import AbstractionConfig
from gutshot.abstraction.lookup import deal_buckets
from gutshot.abstraction.tables import assemble, board_buckets, build_table
from gutshot.cards.card import parse_cards
from gutshot.cards.combos import COMBO_CLASS, combo_of
from gutshot.cards.isomorphism import SUIT_PERMUTATIONS, permute_card
from gutshot.errors import BadConfig, MalformedInput
from tests.abstraction.conftest import SMALL

MODES: tuple[dict[str, str], ...] = (
    {},
    {"mode": "ehs2", "river_mode": "percentile"},
    {"mode": "hand_class"},
    {"mode": "hand_class_v2"},
)


@pytest.fixture(scope="module", params=MODES, ids=lambda changes: changes.get("mode", "emd"))
def abstraction(request, small, tmp_path_factory):
    if not request.param:
        return small
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GUTSHOT_CACHE", str(tmp_path_factory.mktemp("cache")))
        return build(AbstractionConfig(**(SMALL | request.param)), tables=False)


@settings(max_examples=8)
@given(cards=st.permutations(range(52)), size=st.sampled_from([4, 5]), renaming=st.sampled_from(SUIT_PERMUTATIONS))
def test_renaming_suits_changes_no_bucket(abstraction, cards, size, renaming):
    hole, board = cards[:2], cards[2 : 2 + size]
    moved = [permute_card(card, renaming) for card in cards]
    assert abstraction.bucket(hole, board) == abstraction.bucket(moved[:2], moved[2 : 2 + size])


def test_renaming_suits_changes_no_flop_bucket(abstraction):
    board, renaming = parse_cards("Td9d6h"), SUIT_PERMUTATIONS[10]
    moved = [permute_card(card, renaming) for card in board]
    for hole in map(parse_cards, ("AsKs", "AdKd", "8c7c", "6s6c")):
        assert abstraction.bucket(hole, board) == abstraction.bucket([permute_card(c, renaming) for c in hole], moved)


def test_every_live_hand_has_a_bucket_in_range(abstraction):
    for street, board in enumerate(("", "Td9d6h", "Td9d6h2c", "Td9d6h2c2s")):
        cards = parse_cards(board)
        buckets = abstraction.buckets(cards)
        live = np.array([not set(pair) & set(cards) for pair in zip(*np.triu_indices(52, 1), strict=True)])
        assert ((buckets >= 0) == live).all()
        assert buckets.max() < abstraction.sizes[street]
    assert (abstraction.buckets() == COMBO_CLASS).all()


def few_tables(abstraction, boards):
    """Tables in which only the boards of these deals are filled."""
    rows = {}
    for size in (3, 4):
        keys, _ = board_keys(size)
        rows[size] = np.zeros((len(keys), 1326), np.uint16)
        for board in boards:
            key, _ = key_of_cards(np.array(board[:size]))
            place = np.searchsorted(keys, key)
            rows[size][place] = board_buckets(abstraction.description, np.array(board_cards(int(key)), np.int64))
    return assemble(abstraction.description, rows[3], rows[4])


def test_a_deal_gets_the_buckets_of_each_hand(abstraction):
    """Tables are filled on canonical boards; one hand is asked on its own board."""
    deals = [np.random.default_rng(seed).permutation(52)[:11] for seed in (1, 2)]
    tables = few_tables(abstraction, [deal[6:] for deal in deals])
    opened = Abstraction(abstraction.description, tables)
    for deal in deals:
        out = np.zeros((3, 4), np.int32)
        deal_buckets(tables, deal, 3, out)
        for seat in range(3):
            hole = deal[2 * seat : 2 * seat + 2].tolist()
            boards = [deal[6 : 6 + size].tolist() for size in (0, 3, 4, 5)]
            assert out[seat].tolist() == [abstraction.bucket(hole, board) for board in boards]
            assert out[seat].tolist() == [opened.bucket(hole, board) for board in boards]


def test_same_seed_same_clusters(small, own_cache):
    config = AbstractionConfig(**SMALL)
    again = build(config, threads=1, tables=False).description
    other = build(replace(config, seed=4), threads=1, tables=False).description
    assert again.digest == small.description.digest != other.digest


def test_golden_buckets(small):
    """Counted once and kept: a change of any feature, of sampling or of the order of buckets shows here."""
    assert small.sizes == (169, 12, 12, 12)
    turn, river = (small.buckets(parse_cards(board)) for board in ("Td9d6h2c", "Td9d6h2c2s"))
    assert np.bincount(turn[turn >= 0]).tolist() == [45, 180, 6, 30, 150, 66, 203, 97, 86, 135, 102, 28]
    assert np.bincount(river[river >= 0]).tolist() == [96, 304, 0, 96, 0, 16, 0, 246, 195, 6, 0, 122]


def test_buckets_rise_with_the_hand(small):
    board = parse_cards("Td9d6h2c")
    nuts, middle, air = (small.bucket(parse_cards(hole), board) for hole in ("8c7c", "AsTs", "4s3s"))
    assert nuts > middle > air


def test_description_is_small_and_comes_back(small, tmp_path):
    folder = small.save(tmp_path / "abstraction")
    assert sum(file.stat().st_size for file in folder.iterdir()) < 20_000
    back = Abstraction.load(folder)
    assert back.config == small.config
    assert back.description.digest == small.description.digest
    assert Abstraction.from_parts(*small.parts()).sizes == small.sizes


def test_tables_are_kept_by_street_and_damage_is_repaired(small, own_cache, monkeypatch):
    """With only a few boards: built once, found the next time, built again where the file is damaged."""
    built = []

    def few_boards(description, size, *_):
        built.append(size)
        return np.full((BOARD_COUNTS[size], 1326), size, np.uint16)

    monkeypatch.setattr(tables_module, "build_table", few_boards)
    for _ in range(2):
        opened = tables_module.open_tables(small.description, lambda: np.zeros(0, np.uint8))
        assert opened.turn[5, 7] == 4
    assert built == [3, 4]
    (turn,) = (own_cache / "abstraction").glob("*-turn")
    next(turn.glob("*.safetensors")).write_bytes(b"cut short")
    assert tables_module.open_tables(small.description, lambda: np.zeros(0, np.uint8)).turn[5, 7] == 4
    assert built == [3, 4, 4]
    assert not list((own_cache / "abstraction").glob(".*"))


def test_build_table_fills_every_board(small, monkeypatch):
    keys, weights = board_keys(4)
    monkeypatch.setattr(tables_module, "board_keys", lambda size: (keys[:3], weights[:3]))
    told = []
    table = build_table(small.description, 4, None, lambda *step: told.append(step), threads=2)
    assert table.shape == (3, 1326)
    for row, key in zip(table, keys, strict=False):
        assert (row == board_buckets(small.description, np.array(board_cards(int(key))))).all()
    assert told == [("turn table", 3, 3)]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"mode": "magic"}, "unknown mode 'magic'"),
        ({"river_mode": "emd"}, "unknown river_mode 'emd'"),
        ({"flop": 0}, "flop 0: expected a whole number from 1 to 20,000"),
        ({"turn": 1_000_000}, "turn 1000000"),
        ({"river": True}, "river True"),
        ({"seed": -1}, "seed -1"),
        ({"colour": 1}, "unknown setting 'colour' of an abstraction"),
    ],
)
def test_bad_settings_are_named(change, words):
    with pytest.raises(BadConfig, match=words):
        AbstractionConfig.from_dict(change)


@pytest.mark.parametrize(
    ("hole", "board", "words"),
    [
        ("AsKs", "Td9d", "board 'Td9d' of 2 cards"),
        ("AsKs", "AsTd9d", "duplicate card As"),
        ("As", "Td9d6h", "hole cards 'As': expected two cards"),
    ],
)
def test_bad_cards_are_named(small, hole, board, words):
    with pytest.raises(MalformedInput, match=words):
        small.bucket(parse_cards(hole), parse_cards(board))


def test_damaged_descriptions_are_refused(small):
    config, arrays = small.parts()
    with pytest.raises(MalformedInput, match="'clusters'"):
        Abstraction.from_parts(config, arrays | {"clusters": np.full(169, 9, np.uint8)})
    with pytest.raises(MalformedInput, match="rising sum"):
        Abstraction.from_parts(config, arrays | {"flop": arrays["flop"][::-1].copy()})
    with pytest.raises(MalformedInput, match="'turn'"):
        Abstraction.from_parts(config, {name: array for name, array in arrays.items() if name != "turn"})


@pytest.mark.slow
def test_whole_tables_agree_with_single_hands(own_cache):
    """Builds everything: a minute or two of one core and half a gigabyte."""
    abstraction = build(AbstractionConfig(), threads=os.cpu_count())
    alone = Abstraction(abstraction.description)
    for seed in range(20):
        cards = np.random.default_rng(seed).permutation(52)[:6].tolist()
        for size in (3, 4):
            wanted = board_buckets(alone.description, np.array(cards[2 : 2 + size]))[combo_of(*cards[:2])]
            assert abstraction.bucket(cards[:2], cards[2 : 2 + size]) == wanted
    assert {path.name.split("-")[-1] for path in (own_cache / "abstraction").iterdir()} >= {"flop", "turn"}


def test_builders_at_the_same_time_keep_one_sound_copy(own_cache):
    """What is kept stays, what is damaged is replaced, what a killed builder left long ago goes."""
    arrays = {"buckets": np.arange(6, dtype=np.uint16)}
    left = table_cache.place_of(".twice.dead")
    left.mkdir(parents=True)
    os.utime(left, (0, 0))
    assert table_cache.keep("twice", "test", arrays, {})
    first = (table_cache.place_of("twice") / "manifest.json").stat().st_mtime_ns
    assert table_cache.keep("twice", "test", arrays, {})
    assert (table_cache.place_of("twice") / "manifest.json").stat().st_mtime_ns == first
    (table_cache.place_of("twice") / "manifest.json").write_text("{")
    assert table_cache.find("twice", "test") is None
    assert table_cache.keep("twice", "test", arrays, {})
    found = table_cache.find("twice", "test")
    assert found is not None
    assert found.arrays["buckets"].tolist() == [0, 1, 2, 3, 4, 5]
    assert [path.name for path in (own_cache / "abstraction").iterdir()] == ["twice"]


def test_a_cache_that_cannot_be_written_costs_time_and_no_answer(small, own_cache, monkeypatch):
    (own_cache / "abstraction").write_text("in the way")
    monkeypatch.setattr(
        tables_module,
        "build_table",
        lambda _, size, *__: np.full((BOARD_COUNTS[size], 1326), 7, np.uint16),
    )
    assert tables_module.open_tables(small.description, lambda: np.zeros(0, np.uint8)).flop[0, 0] == 7
