"""Position names, blinds and the button between hands."""

import random
from collections.abc import Callable
from itertools import pairwise

import pytest

from gutshot.errors import BadConfig
from gutshot.games import seats
from gutshot.games.hand import Hand
from gutshot.games.seats import Blinds

# UI.md's table, in order of action after the blinds, the button last.
NAMES = {
    2: ("BTN/SB", "BB"),
    3: ("BTN", "SB", "BB"),
    4: ("BTN", "SB", "BB", "CO"),
    5: ("BTN", "SB", "BB", "HJ", "CO"),
    6: ("BTN", "SB", "BB", "UTG", "HJ", "CO"),
    7: ("BTN", "SB", "BB", "UTG", "LJ", "HJ", "CO"),
    8: ("BTN", "SB", "BB", "UTG", "UTG+1", "LJ", "HJ", "CO"),
    9: ("BTN", "SB", "BB", "UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO"),
    10: ("BTN", "SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO"),
}


@pytest.mark.nojit
@pytest.mark.parametrize("players", NAMES)
def test_position_names(players: int) -> None:
    assert seats.position_names(players) == NAMES[players]
    for button in range(players):
        assert seats.position(button, players, button) == NAMES[players][0]
        assert seats.position(seats.big_blind(players, button), players, button) == "BB"


def test_a_table_has_two_to_ten_seats() -> None:
    for players in (1, 11):
        with pytest.raises(BadConfig, match=f"{players} seats"):
            seats.position_names(players)
    with pytest.raises(BadConfig, match="button at seat 6"):
        seats.require_table(6, 6)


def test_blinds_go_round_from_the_small_blind() -> None:
    assert seats.forced_bets((50, 100, 200), 5, 3) == (100, 200, 0, 0, 50)
    assert seats.forced_bets((50, 100), 2, 1) == (100, 50)
    with pytest.raises(BadConfig, match="3 blinds"):
        seats.forced_bets((1, 2, 4), 2, 0)


def test_the_moving_button_skips_empty_chairs() -> None:
    taken = [True, False, True, True]
    assert seats.move_button(taken, Blinds(0, 1, 2)) == Blinds(2, 3, 0)


def test_the_dead_button_stays_behind_a_player_who_left() -> None:
    """The small blind of the last hand busted: his chair gets the button, and nobody skips the big blind."""
    last = Blinds(button=0, small=1, big=2)
    assert seats.dead_button([True, False, True, True], last) == Blinds(button=1, small=2, big=3)


def test_the_small_blind_is_dead_when_the_big_blind_busts() -> None:
    taken = [True, True, False, True]
    blinds = seats.dead_button(taken, Blinds(button=0, small=1, big=2))
    assert blinds == Blinds(button=1, small=2, big=3)
    assert seats.seated(taken, blinds, (50, 100)) == (1, (0, 0, 100))


def test_a_button_on_an_empty_chair_belongs_to_the_player_before_it() -> None:
    taken = [True, False, True, True]
    button, owed = seats.seated(taken, Blinds(button=1, small=2, big=3), (50, 100))
    assert (button, owed) == (0, (0, 50, 100))


def test_heads_up_after_a_bust_nobody_is_big_blind_twice() -> None:
    taken = [True, False, True]
    blinds = seats.dead_button(taken, Blinds(button=0, small=1, big=2))
    assert blinds == Blinds(button=2, small=2, big=0)
    assert seats.seated(taken, blinds, (50, 100)) == (1, (100, 50))


def test_everyone_pays_the_big_blind_once_per_orbit_with_a_dead_button() -> None:
    taken, blinds, payers = [True] * 6, seats.first_blinds([True] * 6, 0), []
    for hand in range(12):
        payers.append(blinds.big)
        if hand == 3:
            taken[4] = False
        blinds = seats.dead_button(taken, blinds)
    assert all(first != second for first, second in pairwise(payers))
    assert payers == [2, 3, 4, 5, 0, 1, 2, 3, 5, 0, 1, 2]


def test_one_player_cannot_go_on() -> None:
    for move in (seats.move_button, seats.dead_button):
        with pytest.raises(BadConfig, match="needs two"):
            move([True, False, False], Blinds(0, 1, 2))


@pytest.mark.parametrize("move", [seats.move_button, seats.dead_button])
def test_a_tournament_plays_down_to_one_player(move: Callable[[list[bool], Blinds], Blinds]) -> None:
    dice = random.Random(3)
    chips = [600] * 6
    blinds = seats.first_blinds([True] * 6, 0)
    for number in range(1000):
        taken = [stack > 0 for stack in chips]
        button, posts = seats.seated(taken, blinds, (50, 100))
        hand = Hand.holdem([stack for stack in chips if stack], posts=posts, button=button, seed=number)
        while hand.actor is not None:
            legal = hand.legal
            hand = hand.act(dice.choice([legal.max_raise_to or "fold", "call" if legal.call else "check"]))
        after = iter(hand.stacks)
        chips = [next(after) if stack else 0 for stack in chips]
        assert sum(chips) == 3600
        if sum(stack > 0 for stack in chips) == 1:
            return
        blinds = move([stack > 0 for stack in chips], blinds)
    raise AssertionError(f"nobody won in 1000 hands: {chips}")
