"""The prize model: its published example, its closed form for three, and what going broke in a hand pays."""

import pytest

from gutshot.preflop.icm import icm, worth_after

pytestmark = pytest.mark.nojit


def closed_form(own: float, one: float, two: float, prizes: tuple[float, float, float]) -> float:
    """Three players: first by the share of chips, second behind each of the others, third otherwise."""
    total = own + one + two
    first = own / total
    second = one / total * own / (own + two) + two / total * own / (own + one)
    return first * prizes[0] + second * prizes[1] + (1 - first - second) * prizes[2]


@pytest.mark.parametrize("stacks", [(5000, 3000, 2000), (1.5, 20.25, 8.0), (10, 10, 10)])
def test_three_players_by_the_closed_form(stacks: tuple[float, float, float]) -> None:
    prizes = (50.0, 30.0, 20.0)
    worth = icm(stacks, prizes)
    for seat in range(3):
        one, two = (stacks[other] for other in range(3) if other != seat)
        assert worth[seat] == pytest.approx(closed_form(stacks[seat], one, two, prizes))
    assert sum(worth) == pytest.approx(100)


def test_published_example() -> None:
    assert icm((5000, 3000, 2000), (50, 30, 20)) == pytest.approx((38.392857, 32.75, 28.857143), abs=5e-7)


def test_places_of_those_who_went_broke() -> None:
    assert worth_after((4, 8, 20, 8), (0, 0, 40, 0), (50, 30, 20)) == pytest.approx((0, 25, 50, 25))
    assert worth_after((4, 8), (0, 12), (60, 40)) == pytest.approx((40, 60))
    assert sum(worth_after((4, 8, 20), (0, 14, 18), (50, 30, 20))) == pytest.approx(100)
