import json
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gutshot.cards.card import Card, format_card, parse_cards
from gutshot.cards.combos import CLASS_NAMES, COMBO_CLASS
from gutshot.cards.range_grammar import class_number
from gutshot.cards.range_text import _tokens
from gutshot.cards.ranges import Range
from gutshot.errors import MalformedInput
from tests.naive.ranges import weights_of

RANKS = "23456789TJQKA"
EVERYTHING = "22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32"


def spelled_out(held: Range) -> dict[frozenset[str], float]:
    return {frozenset(map(format_card, cards)): held.weight_of(*cards) for cards in held.combos()}


def class_range(names) -> Range:
    numbers = {CLASS_NAMES.index(name) for name in names}
    return Range(np.isin(COMBO_CLASS, list(numbers)).astype(float))


@pytest.mark.parametrize(
    "text",
    [
        "AA", "AKs", "AKo", "AK", "AsAh", "TT+", "22+", "AA+", "ATs+", "A2o+", "98s+", "98+", "AKs+", "KQo+", "32s+",
        "QQ-88", "88-QQ", "A9s-A6s", "A6s-A9s", "98o-65o", "97s-53s", "K9-K6", "AQs-53s", "T9-54", "96s+", "85s+",
        "QQ+,AKs:0.5", "AK:0.25,AKs", "AA:0", "AA,AA:0", "KK:1", "QQ:1e-3", "7c2d:0.125,72o",
    ],
)  # fmt: skip
@pytest.mark.nojit
def test_grammar_against_the_slow_reader(text):
    assert spelled_out(Range.parse(text)) == weights_of(text)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("aks, qq+", "AKs,QQ+"),
        ("KAs", "AKs"),
        (" As Ah ,  kdKC:0.5", "AsAh,KdKc:0.5"),
        ("random", EVERYTHING),
        ("100%", EVERYTHING),
        ("A9s - A6s", "A9s-A6s"),
        ("QQ+ : 0.5", "QQ+:0.5"),
    ],
)
def test_other_ways_to_write_the_same(text, same):
    assert Range.parse(text) == Range.parse(same)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "''"),
        ("  ", "'  '"),
        ("AA,,KK", "'AA,,KK'"),
        ("AA,", "'AA,'"),
        ("AA:1.5", "1.5"),
        ("AA:-0.1", "-0.1"),
        ("AA:nan", "nan"),
        ("AA:", "'AA:'"),
        ("AA:x", "x"),
        ("AX", "'AX'"),
        ("A", "'A'"),
        ("AKx", "'AKx'"),
        ("AAs", "'AAs'"),
        ("AsAs", "As"),
        ("AKs-QJo", "'AKs-QJo'"),
        ("AKs-QTs", "'AKs-QTs'"),
        ("QQ-A2", "'QQ-A2'"),
        ("AA-AK", "'AA-AK'"),
        ("120%", "'120%'"),
        ("AsAh+", "'AsAh\\+'"),
        ("QQ++", r"'QQ\+\+'"),
    ],
)
def test_bad_ranges_are_named(text, named):
    with pytest.raises(MalformedInput, match=named) as caught:
        Range.parse(text)
    assert "\n" not in str(caught.value)


def test_top_percent_takes_whole_classes_from_the_best():
    assert Range.parse("top 0.1%") == Range.parse("AA")
    assert Range.parse("1%") == Range.parse("QQ+")
    assert Range.parse("5%") == Range.parse("77+,AJs+,AKo")
    assert Range.parse("TOP 100 %") == Range.full()
    assert not Range.parse("0%")
    sizes = [Range.parse(f"{percent}%").combo_count for percent in range(101)]
    assert sizes == sorted(sizes)
    assert all(percent * 13.26 <= size + 1e-6 < percent * 13.26 + 12 for percent, size in enumerate(sizes))


def test_solver_ranges_hold_as_many_hands_as_the_solver_says(shared):
    spots = json.loads((shared / "peers" / "spots.json").read_text())["spots"]
    assert spots
    for spot in spots:
        board = parse_cards(spot["board"])
        for text, hands in zip((spot["oop"], spot["ip"]), spot["hands"], strict=True):
            assert len(Range.parse(text).without(board).combos()) == hands


weights = st.sampled_from([0.0, 0.5, 1.0]) | st.floats(0, 1)
by_class = st.lists(weights, min_size=169, max_size=169).map(lambda values: Range(np.array(values)[COMBO_CLASS]))
sparse = st.dictionaries(st.integers(0, 1325), weights, max_size=40)


@settings(max_examples=30)
@given(by_class, sparse)
def test_text_reads_back(whole, single):
    values = whole.weights.copy()
    for combo, weight in single.items():
        values[combo] = weight
    held = Range(values)
    assert Range.parse(str(held)) == held
    assert eval(repr(held)) == held


@settings(max_examples=30)
@given(st.dictionaries(st.integers(0, 1325), weights, max_size=60))
def test_text_of_single_combos_reads_back(single):
    values = np.zeros(1326)
    values[list(single)] = list(single.values())
    held = Range(values)
    assert Range.parse(str(held)) == held


@pytest.mark.parametrize(
    ("text", "shortest"),
    [
        ("AKs,AKo", "AK"),
        ("AA,KK,QQ", "QQ+"),
        ("QQ,JJ,TT", "QQ-TT"),
        ("QQ,JJ", "QQ,JJ"),
        ("AKs,AQs,AJs,ATs,AKo,AQo,AJo,ATo", "AT+"),
        ("98s,T9s,JTs,QJs,KQs,AKs", "98s+"),
        ("98o,87o,76o", "98o-76o"),
        ("AKs,AQs,AJs,KQs,KJs,QJs", "QJs+,AJs+,KJs"),
        ("QQ+,AK", "QQ+,AK"),
        ("AKs:0.5,AKo:0.5,QQ+", "QQ+,AK:0.5"),
        ("AsAh,AsAd,AsAc,AhAd,AhAc,AdAc", "AA"),
        ("AsAh:0.5", "AsAh:0.5"),
        (EVERYTHING, "100%"),
        ("22+,A2s+,KTs+,QTs+,JTs,ATo+,KQo", "22+,AT+,KQ,A2s+,JTs+,KTs+,QTs"),
    ],
)
def test_shortest_text(text, shortest):
    assert str(Range.parse(text)) == shortest


def _shortest_length(names, overhead):
    """The least sum of token lengths by integer programming, over every group the grammar can write."""
    optimize = pytest.importorskip("scipy.optimize")
    numbers = sorted(CLASS_NAMES.index(name) for name in names)
    groups: dict[Any, Any] = {}
    for text in _every_group():
        covered = frozenset(np.unique(COMBO_CLASS[Range.parse(text).weights > 0]).tolist())
        if covered <= set(numbers) and len(text) < len(groups.get(covered, "x" * 99)):
            groups[covered] = text
    costs = np.array([len(text) + overhead for text in groups.values()])
    matrix = np.array([[number in covered for covered in groups] for number in numbers], dtype=float)
    solved = optimize.milp(
        costs, constraints=optimize.LinearConstraint(matrix, lb=1), integrality=np.ones(len(costs)), bounds=(0, 1)
    )
    return round(solved.fun)


def _every_group():
    cells = [RANKS[h] + RANKS[lo] for h in range(13) for lo in range(h + 1)]
    for first in cells:
        for suffix in ("",) if first[0] == first[1] else ("", "s", "o"):
            yield first + suffix
            yield first + suffix + "+"
            for last in cells:
                same_gap = _gap(first) == _gap(last) and first > last
                same_high = first[0] == last[0] and _gap(first) > _gap(last) > 0
                if same_gap or same_high:
                    yield f"{last}{suffix}-{first}{suffix}"


def _gap(cell):
    return RANKS.index(cell[0]) - RANKS.index(cell[1])


@pytest.mark.parametrize(
    "text",
    [
        "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
        "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+",
        "22+,A2s+,KTs+,QTs+,JTs,ATo+,KQo",
        "55%",
        "15%",
        "A5s-A2s,K9s-K7s,T8s,97s,86s,75s,KJo,QJo,JTo",
    ],
)
def test_no_shorter_text_exists(text):
    held = Range.parse(text)
    names = [CLASS_NAMES[number] for number in np.unique(COMBO_CLASS[held.weights > 0])]
    assert len(str(held)) + 1 == _shortest_length(names, overhead=1)


def test_tokens_hold_only_what_they_say():
    classes = {class_number((high, low), "s") for high in range(6, 13) for low in range(4, high)}
    for token in _tokens(classes):
        covered = {number for number in range(169) if token.covers >> number & 1}
        assert covered == set(COMBO_CLASS[Range.parse(token.text).weights > 0].tolist())


@given(by_class, by_class)
@settings(max_examples=20)
def test_set_operations(first, second):
    assert (first | second) == (second | first)
    assert (first & second) == (second & first)
    assert np.all((first | second).weights >= (first & second).weights)
    assert np.all((first - second).weights <= first.weights)
    assert np.allclose((~~first).weights, first.weights)


def combo(text: str) -> tuple[Card, Card]:
    first, second = parse_cards(text)
    return first, second


def test_set_operations_by_hand():
    pairs, aces = Range.parse("TT+"), Range.parse("AA,AKs")
    assert str(pairs | aces) == "TT+,AKs"
    assert str(pairs & aces) == "AA"
    assert str(pairs - aces) == "KK-TT"
    assert str(pairs * 0.5) == "TT+:0.5"
    assert (~Range.full()) == Range.parse("0%")
    assert combo("AsAh") in pairs
    assert combo("9s9h") not in pairs


def test_counting_and_removal():
    held = Range.parse("AA,AKs:0.5")
    assert held.combo_count == 8
    assert held.share == 8 / 1326
    assert held.weight_of(*parse_cards("AsKs")) == 0.5
    left = held.without(parse_cards("As"))
    assert len(left.combos()) == 3 + 3
    assert held.matrix()[0, :2].tolist() == [1.0, 0.5]
    assert held.matrix()[1, 0] == 0
    assert not Range.parse("AA").without(parse_cards("AsAhAd"))


def test_of_combos():
    first, second = combo("AsAh"), combo("7d2c")
    assert Range.of_combos({first: 1.0, second: 0.25}) == Range.parse("AsAh,7d2c:0.25")


def test_ranges_never_change():
    held = Range.parse("AA")
    with pytest.raises(ValueError, match="read-only"):
        held.weights[0] = 1
    with pytest.raises(AttributeError):
        held.weights = np.zeros(1326)
    assert hash(held) == hash(Range.parse("AA"))
    assert pickle.loads(pickle.dumps(held)) == held


@pytest.mark.parametrize(
    ("values", "named"),
    [(np.zeros(5), r"\(5,\)"), (np.full(1326, 1.5), "1.5"), (np.full(1326, np.nan), "nan"), (np.full(1326, -1), "-1")],
)
def test_bad_weights_are_named(values, named):
    with pytest.raises(MalformedInput, match=named):
        Range(values)


@given(st.text(alphabet="AKQT92shocd+-:%.,015 ", max_size=12))
def test_any_text_is_read_or_refused(text):
    try:
        held = Range.parse(text)
    except MalformedInput:
        return
    assert Range.parse(str(held)) == held
