"""Levels, places, payouts, and the prize model against published values and its definition."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.errors import BadConfig
from gutshot.preflop.icm import icm, require_payouts
from gutshot.preflop.icm_field import icm_of_field
from gutshot.trainer.table.tournament import (
    BADUGI_LEVELS,
    HOLDEM_LEVELS,
    BlindSchedule,
    Level,
    PrizeShape,
    places_of,
    prizes_for,
    usual_payouts,
)


def test_icm_of_the_published_example() -> None:
    assert icm((5000, 3000, 2000), (50, 30, 20)) == pytest.approx((38.392857, 32.75, 28.857143), abs=5e-7)


def harville(stacks: tuple[int, ...], payouts: tuple[float, ...]) -> list[float]:
    """By its definition: every order of finish with its chance."""
    worth = [0.0] * len(stacks)
    for finish in permutations(range(len(stacks))):
        chance, left = 1.0, sum(stacks)
        for player in finish:
            chance *= stacks[player] / left
            left -= stacks[player]
            if left == 0:
                break
        for player, prize in zip(finish, payouts, strict=False):
            worth[player] += chance * prize
    return worth


@given(st.lists(st.integers(1, 10_000), min_size=2, max_size=6), st.data())
def test_icm_sums_every_order_of_finish(stacks: list[int], data: st.DataObject) -> None:
    prizes = data.draw(st.lists(st.integers(0, 100), min_size=1, max_size=len(stacks)))
    payouts = tuple(sorted(map(float, prizes), reverse=True))
    worth = icm(stacks, payouts)
    assert worth == pytest.approx(harville(tuple(stacks), payouts))
    assert sum(worth) == pytest.approx(sum(payouts))


def test_icm_gives_nothing_to_an_empty_stack() -> None:
    assert icm((600, 0, 400), (70.0, 30.0)) == pytest.approx((70 * 0.6 + 30 * 0.4, 0, 70 * 0.4 + 30 * 0.6))


@given(st.lists(st.integers(1, 100_000), min_size=2, max_size=6), st.data())
def test_the_integral_for_many_players_is_the_same_model(stacks: list[int], data: st.DataObject) -> None:
    prizes = data.draw(st.lists(st.integers(0, 100), min_size=1, max_size=len(stacks)))
    payouts = tuple(sorted(map(float, prizes), reverse=True))
    assert icm_of_field(stacks, payouts) == pytest.approx(harville(tuple(stacks), payouts), abs=1e-9)


def test_icm_of_a_whole_tournament_gives_every_prize_once_and_more_for_more_chips() -> None:
    stacks, payouts = [100 + 37 * player for player in range(180)], tuple(100 / place for place in range(1, 28))
    worth = icm([*stacks, 0], payouts)
    assert sum(worth) == pytest.approx(sum(payouts)) and worth[-1] == 0
    assert list(worth[:-1]) == sorted(worth[:-1])
    assert worth[179] / worth[0] < stacks[179] / stacks[0]  # a large stack is worth less than its share


def test_levels_by_hands_and_by_time() -> None:
    by_hands = BlindSchedule(HOLDEM_LEVELS, hands_per_level=10)
    assert [by_hands.level_at(hands, 0) for hands in (0, 9, 10, 25, 10_000)] == [0, 0, 1, 2, len(HOLDEM_LEVELS) - 1]
    assert by_hands.left(13, 0) == (7, None)
    by_time = BlindSchedule(BADUGI_LEVELS, minutes_per_level=5)
    assert [by_time.level_at(0, seconds) for seconds in (0, 299, 300, 1e9)] == [0, 0, 1, len(BADUGI_LEVELS) - 1]
    assert by_time.left(0, 250.0) == (None, 50.0)
    assert BlindSchedule((Level(25, 50),)).left(1000, 1e6) == (None, None)


def test_blinds_only_rise() -> None:
    for levels in (HOLDEM_LEVELS, BADUGI_LEVELS):
        assert list(levels) == sorted(levels, key=lambda level: level.big_blind)
        assert (levels[0].small_blind, levels[0].big_blind) == (25, 50)


def test_of_two_who_bust_together_the_larger_stack_comes_first() -> None:
    assert places_of([(4, 300), (2, 900)], still_in=3) == {2: 4, 4: 5}


@pytest.mark.parametrize("seats", range(2, 10))
def test_usual_payouts_are_percent(seats: int) -> None:
    require_payouts(usual_payouts(seats), seats)
    assert sum(usual_payouts(seats)) == 100


@pytest.mark.parametrize("shape", PrizeShape)
@pytest.mark.parametrize("players", [4, 45, 180, 300])
def test_prizes_of_many_tables_are_percent_and_fall(shape: PrizeShape, players: int) -> None:
    prizes = prizes_for(players, shape)
    require_payouts(prizes, players)
    assert sum(prizes) == pytest.approx(100)
    if players == 180:
        paid = {"usual": 27, "top_heavy": 18, "flat": 45, "satellite": 18, "winner": 1}
        assert len(prizes) == paid[shape.value]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Level(100, 50), "blinds 100/50"),
        (lambda: Level(1, 2, 3), "ante 3"),
        (lambda: BlindSchedule(()), "0 blind levels"),
        (lambda: BlindSchedule((Level(1, 2),), 5, 5.0), "both"),
        (lambda: BlindSchedule((Level(1, 2),), 0), "0 hands per level"),
        (lambda: require_payouts((30, 50), 3), "prizes"),
        (lambda: require_payouts((50, 30, 20), 2), "3 prizes for 2 players"),
        (lambda: icm([1] * 1001, [1.0]), "1001 stacks"),
    ],
)
def test_nonsense_is_refused_in_words(make: object, words: str) -> None:
    with pytest.raises(BadConfig, match=words):
        make()  # type: ignore[operator]
