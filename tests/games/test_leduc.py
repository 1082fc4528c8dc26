"""Leduc poker: golden counts, the same game as OpenSpiel's, readable playthroughs, bad input."""

import random

import pytest

from gutshot.errors import BadConfig, IllegalAction
from gutshot.game import TERMINAL, State
from gutshot.games.leduc import Leduc
from tests.games.conformance import TreeCounts, check_game, count_tree
from tests.games.openspiel import Twins

pytestmark = pytest.mark.nojit

WORDS = {"f": "fold", "c": "call", "r": "raise"}


def redeal(state: State, dice: random.Random) -> Leduc:
    assert isinstance(state, Leduc)
    own = state.cards[state.actor]
    rest = [card for card in range(2 * state.ranks) if card not in (own, state.board)]
    dice.shuffle(rest)
    cards = [own if seat == state.actor else rest.pop() for seat in range(state.players)]
    moves = [state.board if letter == "/" else WORDS[letter] for letter in state.line]
    return Leduc(state.players, state.ranks, [*cards, *moves], merge_suits=state.merge_suits)


@pytest.mark.parametrize(
    ("players", "ranks", "merge"),
    [(2, 3, False), (2, 3, True), (2, 13, False), (3, 4, False), (5, 3, True), (10, 13, False)],
)
def test_conforms(players: int, ranks: int, merge: bool) -> None:
    check_game(Leduc(players, ranks, merge_suits=merge), redeal)


def test_golden_tree_counts() -> None:
    assert count_tree(Leduc()) == TreeCounts(157, 3780, 5520, 936)
    assert count_tree(Leduc(merge_suits=True)) == TreeCounts(157, 3780, 5520, 288)


def test_is_openspiels_game() -> None:
    twins = Twins(Leduc(), "leduc_poker")
    assert twins.walk() == 9457
    twins.require_bijection()


@pytest.mark.parametrize("players", [3, 4, 6])
def test_is_openspiels_game_for_more_players(players: int) -> None:
    twins, dice = Twins(Leduc(players), f"leduc_poker(players={players})"), random.Random(players)
    for _ in range(400):
        twins.play(dice)
    twins.require_bijection()


@pytest.mark.parametrize(
    ("cards", "line", "board", "payoffs"),
    [
        ((0, 2), "f", None, None),
        ((0, 2), "rf", None, (1, -1)),
        ((0, 4), "cc/cc", 1, (1, -1)),
        ((0, 4), "rrc/rrc", 3, (-13, 13)),
        ((4, 5), "rc/cc", 0, (0, 0)),
        ((0, 2, 4), "rfc/crf", 7, (-3, -1, 4)),
        ((4, 5, 0), "ccc/ccc", 2, (0.5, 0.5, -1)),
    ],
)
def test_readable_hands(
    cards: tuple[int, ...], line: str, board: int | None, payoffs: tuple[float, ...] | None
) -> None:
    moves = [*cards, *(board if letter == "/" else WORDS[letter] for letter in line)]
    if payoffs is None:
        with pytest.raises(IllegalAction, match="'fold' is not an action"):
            Leduc(len(cards), history=moves)
        return
    end = Leduc(len(cards), history=moves)
    assert end.actor == TERMINAL and end.payoffs == payoffs


def test_infosets_are_readable_and_repr_rebuilds() -> None:
    state = Leduc(history=[4, 1, "raise", "call", 3, "call"])
    assert state.infoset == "Jh Qh:rc/c" and state.actor == 1 and state.legal == ("call", "raise")
    assert eval(repr(state), {"Leduc": Leduc}) == state
    merged = Leduc(2, 3, [4, 1, "raise"], merge_suits=True)
    assert merged.infoset == "J:r" and eval(repr(merged), {"Leduc": Leduc}) == merged


@pytest.mark.parametrize(
    ("players", "ranks", "words"),
    [
        (1, None, "2 to 10 players, got 1"),
        (11, None, "2 to 10 players, got 11"),
        (2, 1, "2 to 13 ranks, got 1"),
        (2, 14, "2 to 13 ranks, got 14"),
        (6, 3, "4 to 13 ranks, got 3"),
    ],
)
def test_impossible_games(players: int, ranks: int | None, words: str) -> None:
    with pytest.raises(BadConfig, match=words):
        Leduc(players, ranks)


@pytest.mark.parametrize("history", [[9], [0, 0], [0, 1, 2], [0, 1, "fold"], [0, 1, "raise", "raise", "raise"]])
def test_illegal_moves(history: list[object]) -> None:
    with pytest.raises(IllegalAction):
        Leduc(history=history)
    with pytest.raises(IllegalAction, match="not over"):
        _ = Leduc().payoffs
    with pytest.raises(IllegalAction, match="no player acts"):
        _ = Leduc().infoset
