"""Settling: no chip made or lost, nothing to folded seats, no dependence on where the table starts counting."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.games.pots import Pot, fair_shares, pay_pots, pots
from gutshot.games.row import BUTTON, DEAD, LIVE, PAID, SEATS, STACK, STRENGTH, Row, blank
from tests.naive.games import settle_by_chips


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], list[bool], list[int], int, int]:
    seats = draw(st.integers(2, 10))
    paid = draw(st.lists(st.integers(0, 30), min_size=seats, max_size=seats))
    live = draw(st.lists(st.booleans(), min_size=seats, max_size=seats))
    live[draw(st.integers(0, seats - 1))] = True
    strength = draw(st.lists(st.integers(0, 3), min_size=seats, max_size=seats))
    return paid, live, strength, draw(st.integers(0, seats - 1)), draw(st.integers(0, 5))


def row_of(paid: list[int], live: list[bool], strength: list[int], button: int, dead: int = 0) -> Row:
    row, seats = blank(), len(paid)
    row[SEATS], row[BUTTON], row[DEAD] = seats, button, dead
    row[LIVE] = sum(1 << seat for seat in range(seats) if live[seat])
    row[PAID : PAID + seats], row[STRENGTH : STRENGTH + seats] = paid, strength
    return row


def taken(row: Row) -> list[int]:
    pay_pots(row)
    return list(row[STACK : STACK + row[SEATS]].tolist())


@given(tables())
def test_settling_conserves_chips_and_pays_no_folded_seat(
    table: tuple[list[int], list[bool], list[int], int, int],
) -> None:
    paid, live, strength, button, dead = table
    result = taken(row_of(paid, live, strength, button, dead))
    assert sum(result) == sum(paid) + dead
    assert all(won == 0 for won, still in zip(result, live, strict=True) if not still)


@given(tables())
def test_settling_equals_its_naive_twin(table: tuple[list[int], list[bool], list[int], int, int]) -> None:
    paid, live, strength, button, dead = table
    assert taken(row_of(*table)) == settle_by_chips(paid, live, strength, button, dead)


@given(tables(), st.integers(0, 9))
def test_settling_does_not_depend_on_seat_numbers(
    table: tuple[list[int], list[bool], list[int], int, int], shift: int
) -> None:
    paid, live, strength, button, dead = table
    seats = len(paid)
    turned = [np.roll(values, shift).tolist() for values in (paid, live, strength)]
    moved = taken(row_of(turned[0], turned[1], turned[2], (button + shift) % seats, dead))
    assert moved == np.roll(taken(row_of(*table)), shift).tolist()


@given(tables())
def test_fair_shares_differ_from_chips_by_odd_chips_only(
    table: tuple[list[int], list[bool], list[int], int, int],
) -> None:
    shares, chips = fair_shares(row_of(*table)), taken(row_of(*table))
    assert sum(shares) == pytest.approx(sum(chips))
    layers = len(pots(row_of(*table)))
    assert all(abs(share - won) < max(1, layers) for share, won in zip(shares, chips, strict=True))


@pytest.mark.nojit
def test_five_layers_and_a_dry_side_pot() -> None:
    row = row_of([10, 20, 30, 40, 50, 50], [True] * 4 + [True, False], [5, 4, 3, 2, 1, 9], 0)
    assert pots(row) == (
        Pot(60, (0, 1, 2, 3, 4)),
        Pot(50, (1, 2, 3, 4)),
        Pot(40, (2, 3, 4)),
        Pot(30, (3, 4)),
        Pot(20, (4,)),
    )
    assert taken(row) == [60, 50, 40, 30, 20, 0]


@pytest.mark.nojit
def test_odd_chips_go_one_each_from_the_left_of_the_button() -> None:
    row = row_of([5, 5, 5, 5], [True, True, True, False], [1, 1, 1, 0], button=1)
    assert taken(row) == [7, 6, 7, 0]


@pytest.mark.nojit
def test_each_pot_has_its_own_odd_chips() -> None:
    """Main pot 4 x 3 = 12 among three winners; side pot 3 x 5 = 15 between two of them: one odd chip, to seat 1."""
    row = row_of([3, 8, 8, 8], [True, True, True, False], [1, 1, 1, 0], button=0)
    assert taken(row) == [4, 4 + 8, 4 + 7, 0]
