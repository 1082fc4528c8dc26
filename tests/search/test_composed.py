"""Rivers solved anew below a turn: exact exploitability, with and without a promise."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from gutshot.cards.card import Card, parse_cards
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig
from gutshot.games.actions import ActionKind
from gutshot.games.hand import Hand
from gutshot.games.public_hand import public_hands
from gutshot.numeric.arrays import Reals
from gutshot.postflop.solution import Solution
from gutshot.postflop.spot import Spot
from gutshot.search.composed import whole_solver, with_rivers_resolved
from gutshot.search.settings import MENUS, RIVER, TURN, SearchSettings, SizeMenu
from gutshot.search.strategy import SearchStrategy
from gutshot.strategies.strategy import Combos, Move
from tests.postflop.spots import turn_spot
from tests.search.bases import DiceStrategy

HANDS = Range.parse("AA,KJs,T9s,55,QQ,A5s,87s,AKs")
ITERATIONS = 200


def solved(iterations: int) -> Solution:
    solver = whole_solver(turn_spot(oop="AA,KJs,T9s,55", ip="QQ,A5s,87s,AKs"), threads=1)
    solver.iterate(iterations)
    return Solution(solver, solver.exploitability())


@pytest.mark.heavy
def test_a_good_turn_stays_good_when_rivers_are_solved_anew() -> None:
    turn = solved(400)
    assert with_rivers_resolved(turn, 150).exploitability < turn.exploitability + 0.002 * turn.spot.pot


@pytest.mark.heavy
@pytest.mark.parametrize("belief", [None, 0.0])
def test_the_whole_is_no_worse_than_the_turn_and_the_error_of_its_rivers(belief: float | None) -> None:
    turn = solved(200)
    composed = with_rivers_resolved(turn, 12, belief)
    lost = composed.exploitability - turn.exploitability
    assert 0.005 * turn.spot.pot < lost <= composed.river_error < 2 * lost


@pytest.mark.heavy
def test_a_promise_makes_no_strategy_worse() -> None:
    """A turn that has hardly been solved: rivers solved with its promise may only gain."""
    turn = solved(6)
    safe = with_rivers_resolved(turn, 150, belief=0.0)
    assert safe.exploitability < turn.exploitability + 0.001 * turn.spot.pot


def test_merged_boards_are_refused() -> None:
    from gutshot.postflop.solve import solve

    with pytest.raises(BadConfig, match="made by whole_solver"):
        with_rivers_resolved(solve(turn_spot(), iterations=2, threads=1), 5)


class NarrowStrategy(DiceStrategy):
    """Folds all but a few hands, and never bets."""

    def mix_at(self, hand: Hand, moves: Sequence[Move], cards: Combos) -> Reals:
        places = (cards[:, 0] * (101 - cards[:, 0]) // 2 + cards[:, 1] - 1).astype(int)
        mix = np.zeros((len(moves), len(cards)))
        mix[[move.kind is ActionKind.FOLD for move in moves].index(False)] = HANDS.weights[places]
        return mix


@pytest.mark.heavy
@pytest.mark.parametrize("river", ["7s", "Ah", "5d"])
def test_search_plays_the_composed_strategy(river: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that what is exact about the one, its exploitability, holds for the other."""
    monkeypatch.setitem(MENUS, TURN, (SizeMenu({"turn": "75%", "river": "75%"}, {"turn": "3x", "river": "3x"}, 1.0),))
    monkeypatch.setitem(MENUS, RIVER, (SizeMenu({"river": "75%"}, {"river": "3x"}, 1.0),))
    setup = Hand.holdem([1_000, 1_000], (50, 100), 0, seed=0).setup
    chosen = SearchSettings(first_street="turn", iterations=ITERATIONS, seconds=None, threads=1, least_weight=0.0)
    search = SearchStrategy(NarrowStrategy(setup), setup, "search", chosen)

    def dealt(*turn: str | int) -> Hand:
        board = parse_cards(f"Td9d6h2c{river}")
        others = [Card(card) for card in range(52) if card not in board][:4]
        return Hand(replace(setup, deck=(*others, *board)), ("call", "check", "check", "check", *turn))

    found = search.searched(public_hands(dealt()))
    assert found is not None
    spot = found.solved.endgame.spot(chosen.rake)
    assert isinstance(spot, Spot)
    solver = whole_solver(spot, threads=1)
    solver.iterate(ITERATIONS)
    composed = with_rivers_resolved(Solution(solver, solver.exploitability()), ITERATIONS).solution
    assert composed.exploitability < 0.01 * composed.spot.pot
    for actions, line in [
        (("check", "check"), "check,check|{card}"),
        (("check", "check", 150), "check,check|{card}|bet 150"),
        (("check", 150, "call", "check"), "check,bet 150,call|{card}|check"),
    ]:
        point = composed.at(line.format(card=river))
        answer = search.at(dealt(*actions))
        order = np.argsort(point.combos[point.actor])
        assert answer.hands.mix is not None and len(answer.moves) == len(point.actions)
        np.testing.assert_array_equal(answer.hands.combos, point.combos[point.actor][order])
        comes = point.reach[point.actor][order] > 1e-3
        np.testing.assert_allclose(answer.hands.mix[:, comes], point.strategy[:, order][:, comes], atol=0.02)
