"""Kuhn poker: golden counts, the same game as OpenSpiel's, readable playthroughs, bad input."""

import random

import pytest

from gutshot.errors import BadConfig, IllegalAction
from gutshot.game import TERMINAL, State
from gutshot.games.kuhn import Kuhn, top_ranks
from tests.games.conformance import TreeCounts, check_game, count_tree
from tests.games.openspiel import Twins

pytestmark = pytest.mark.nojit


def redeal(state: State, dice: random.Random) -> Kuhn:
    assert isinstance(state, Kuhn)
    rest = [card for card in range(state.players + 1) if card != state.cards[state.actor]]
    dice.shuffle(rest)
    cards = [state.cards[seat] if seat == state.actor else rest.pop() for seat in range(state.players)]
    moves = ["pass" if letter == "p" else "bet" for letter in state.line]
    return Kuhn(state.players, [*cards, *moves])


@pytest.mark.parametrize("players", range(2, 11))
def test_conforms(players: int) -> None:
    check_game(Kuhn(players), redeal)


@pytest.mark.parametrize(
    ("players", "counts"),
    [(2, TreeCounts(4, 24, 30, 12)), (3, TreeCounts(17, 288, 312, 48)), (4, TreeCounts(86, 3840, 3960, 160))],
)
def test_golden_tree_counts(players: int, counts: TreeCounts) -> None:
    assert count_tree(Kuhn(players)) == counts


@pytest.mark.parametrize("players", [2, 3, 4])
def test_is_openspiels_game(players: int) -> None:
    twins = Twins(Kuhn(players), f"kuhn_poker(players={players})")
    assert twins.walk() > 50
    twins.require_bijection()


@pytest.mark.parametrize(
    ("cards", "line", "payoffs"),
    [
        ((0, 2), "pp", (-1, 1)),
        ((0, 2), "pbp", (-1, 1)),
        ((0, 2), "pbb", (-2, 2)),
        ((0, 2), "bp", (1, -1)),
        ((2, 1), "bb", (2, -2)),
        ((0, 1, 3), "ppbbp", (-2, -1, 3)),
        ((3, 1, 2), "bpp", (2, -1, -1)),
        ((0, 1, 2), "ppp", (-1, -1, 2)),
        ((1, 3, 2), "pbpb", (-2, 3, -1)),
    ],
)
def test_readable_hands(cards: tuple[int, ...], line: str, payoffs: tuple[float, ...]) -> None:
    end = Kuhn(len(cards), [*cards, *("bet" if letter == "b" else "pass" for letter in line)])
    assert end.actor == TERMINAL and end.payoffs == payoffs


def test_infosets_are_readable_and_repr_rebuilds() -> None:
    state = Kuhn(3, [1, 3, 0, "pass", "bet"])
    assert state.infoset == "J:pb" and state.actor == 2
    assert eval(repr(state), {"Kuhn": Kuhn}) == state
    assert [top_ranks(n) for n in (1, 3, 4, 13)] == ["K", "JQK", "JQKA", "23456789TJQKA"]


@pytest.mark.parametrize("players", [-1, 0, 1, 11])
def test_wrong_numbers_of_players(players: int) -> None:
    with pytest.raises(BadConfig, match=f"2 to 10 players, got {players}"):
        Kuhn(players)


@pytest.mark.parametrize("history", [[0, 0], [7], ["bet"], [0, 1, "call"], [0, 1, 2], [0, 1, "bet", "bet", "bet"]])
def test_illegal_moves(history: list[object]) -> None:
    with pytest.raises(IllegalAction):
        Kuhn(2, history)
    with pytest.raises(IllegalAction, match="not over"):
        _ = Kuhn().payoffs
    with pytest.raises(IllegalAction, match="no player acts"):
        _ = Kuhn().infoset
