"""The size grammar: what it reads, what it means in chips, and what it refuses."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.errors import MalformedInput
from gutshot.trees.amounts import SizeContext, raise_to
from gutshot.trees.bet_sizes import BetSize, SizeKind, format_sizes, parse_size, parse_sizes

BET = SizeContext(pot_after_call=200, faced=0, all_in=900, streets_left=3, bets_made=0)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("75%", BetSize(SizeKind.POT, 0.75)),
        ("112.5%", BetSize(SizeKind.POT, 1.125)),
        ("3.5X", BetSize(SizeKind.TIMES, 3.5)),
        ("123C", BetSize(SizeKind.CHIPS, 123)),
        ("100c3r", BetSize(SizeKind.CHIPS, 100, 3)),
        ("e", BetSize(SizeKind.GEOMETRIC, math.inf)),
        ("2e", BetSize(SizeKind.GEOMETRIC, math.inf, 2)),
        ("E37.5%", BetSize(SizeKind.GEOMETRIC, 0.375)),
        (" a ", BetSize(SizeKind.ALL_IN)),
    ],
)
def test_reads_each_kind(text: str, size: BetSize) -> None:
    assert parse_size(text, raises=True) == size


@pytest.mark.parametrize(
    "text",
    [
        "0",
        "1.23",
        "%",
        "+42%",
        "-30%",
        "x",
        "0x",
        "1x",
        "c",
        "12.3c",
        "10c10",
        "42cr",
        "c3r",
        "0c0r",
        "1c101r",
        "0e",
        "2.7e",
    ]
    + ["101e", "3e7", "e%", "1e2e3", "bet", "1a", "a1", "0%", "0c", "e0%", ""],
)
def test_refuses_what_is_no_size(text: str) -> None:
    with pytest.raises(MalformedInput, match="size"):
        parse_size(text, raises=True)


@pytest.mark.parametrize("text", ["2.5x", "20c3r"])
def test_some_sizes_are_only_for_raises(text: str) -> None:
    parse_size(text, raises=True)
    with pytest.raises(MalformedInput, match="only for raises"):
        parse_size(text)


def test_a_raise_in_percent_counts_the_call() -> None:
    facing = SizeContext(pot_after_call=100 + 75 + 75, faced=75, all_in=1000, streets_left=1, bets_made=1)
    assert raise_to(parse_size("50%"), facing) == 200
    assert raise_to(parse_size("2.5x", raises=True), facing) == 188
    assert raise_to(parse_size("100c"), facing) == 175
    assert raise_to(parse_size("a"), facing) == 1000


def test_geometric_sizes_reach_all_in_on_the_last_street() -> None:
    pot, behind = 200, 900
    for streets_left in (3, 2, 1):
        bet = raise_to(parse_size("e"), SizeContext(pot, 0, behind, streets_left, 0))
        assert bet is not None
        pot, behind = pot + 2 * bet, behind - bet
    assert behind == 0
    assert raise_to(parse_size("2e"), BET) == 216
    assert raise_to(parse_size("e50%"), BET) == 100


def test_a_raise_cap_counts_bets_and_raises() -> None:
    size = parse_size("20c3r", raises=True)
    answers = [raise_to(size, SizeContext(100, 20, 900, 1, made)) for made in (1, 3, 4)]
    assert answers == [40, 40, None]


@given(st.lists(st.sampled_from(["33%", "2.5x", "100c", "20c3r", "e", "2e", "3e200%", "a"]), max_size=6))
def test_text_and_sizes_round_trip(words: list[str]) -> None:
    sizes = parse_sizes(",".join(words), raises=True)
    assert parse_sizes(format_sizes(sizes), raises=True) == sizes
    assert len(sizes) == len(set(words))
