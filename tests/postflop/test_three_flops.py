"""Flops with three players: passes against a walk over the cards that are dealt, and a sample against all cards."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from gutshot.cards.card import DECK, Card, format_card
from gutshot.cards.combos import COMBO_CARDS
from gutshot.cards.evaluate import strengths
from gutshot.errors import BadConfig, IllegalAction
from gutshot.postflop.locks import Lock
from gutshot.postflop.sweeps import EVALUATE
from gutshot.postflop.three_point import is_dealt, locate_board, mix_of
from gutshot.postflop.three_solution import ThreeSolution
from gutshot.postflop.three_solve import solve_three
from gutshot.postflop.three_solver import ThreeLayout, ThreeSolver
from gutshot.postflop.three_spot import SEATS
from gutshot.postflop.three_tree import pots_at
from tests.naive.threeway import NaiveThree
from tests.postflop.three_spots import everybody, flop, scatter, turn

Row = NDArray[np.float64]


class _Walk:
    """Every deal of three hands down every line and every card that a solver deals."""

    def __init__(self, solver: ThreeSolver) -> None:
        self.solver, self.tree = solver, solver.layout.tree
        naive = NaiveThree(self.tree)
        self.hands, self.weight = naive.hands, naive.weight

    def value(self, player: int) -> float:
        return float(self._at(0, (), player, self.weight.astype(np.float64)).sum() / self.weight.sum())

    def _at(self, node: int, cards: tuple[Card, ...], player: int, reach: Row) -> Row:
        """[D] reach times what the player takes out, less what he still puts in."""
        tree = self.tree
        if tree.street(node) - tree.spot.first_street > len(cards):
            left = [card for card in DECK if is_dealt(self.solver, (*cards, card))]
            return np.asarray(sum(self._dealt(node, (*cards, card), player, reach) for card in left))
        if not tree.is_decision(node):
            return reach * self._taken(node, cards, player)
        where, actor = locate_board(self.solver, cards), tree.actor(node)
        combos = where.real[self.solver.layout.boards[where.street].combos_of(actor, where.board)]
        full = np.zeros((len(tree.children(node)), 1326))
        full[:, combos] = mix_of(self.solver, node, where)
        shares = full[:, self.hands[:, actor]]
        found = np.zeros(len(reach))
        for child, share in zip(tree.children(node), shares, strict=True):
            price = tree.paid[child, player] - tree.paid[node, player]  # counts where it is put in, as in the passes
            found += self._at(child, cards, player, reach * share) - reach * share * price
        return found

    def _dealt(self, node: int, cards: tuple[Card, ...], player: int, reach: Row) -> Row:
        where = locate_board(self.solver, cards)
        boards = self.solver.layout.boards[where.street]
        counts = reach * boards.hands[0].share[where.board]
        for q in range(SEATS):
            factor, own = np.zeros(1326), boards.hands[q]
            part = slice(own.start[where.board], own.start[where.board + 1])
            factor[where.real[own.combo[part]]] = own.factor[part]
            counts = counts * factor[self.hands[:, q]]
        return self._at(node, cards, player, counts)

    def _taken(self, node: int, cards: tuple[Card, ...], player: int) -> Row:
        board = (*self.tree.spot.board, *cards)
        ranks = np.stack([_strengths(self.hands[:, q], board) for q in range(SEATS)])
        total = np.zeros(len(self.hands))
        for pot in pots_at(self.tree, node):
            live = np.array([pot.contenders >> q & 1 for q in range(SEATS)], bool)
            if live[player] and live.sum() == 1:
                total += pot.amount
            elif live[player]:
                shown = np.where(live[:, None], ranks, -1)
                best = shown == shown.max(axis=0)
                total += pot.amount * best[player] / best.sum(axis=0)
        return total


def _strengths(combos: NDArray[np.int64], board: tuple[Card, ...]) -> Row:
    """Of hands on a full board; of none on another."""
    if len(board) < 5:
        return np.zeros(len(combos))
    hands = np.concatenate([COMBO_CARDS[combos], np.tile(np.array(board, np.uint8), (len(combos), 1))], axis=1)
    return np.asarray(strengths(hands), np.float64)


@pytest.mark.parametrize("spot", [flop(), flop(stacks=[30, 220, 60], bets="a"), turn(rivers=4)])
def test_a_pass_is_worth_what_a_walk_over_the_dealt_cards_says(spot: object) -> None:
    layout = ThreeLayout(spot, merge_suits=False)  # type: ignore[arg-type]
    layout.checked_down = None  # the passes alone
    solver = ThreeSolver(layout.spot, threads=1, layout=layout)
    scatter(solver)
    walk = _Walk(solver)
    for player in range(SEATS):
        assert solver.mean_value(player, EVALUATE) == pytest.approx(walk.value(player), abs=2e-3)


def test_what_is_checked_down_is_worth_what_all_cards_say() -> None:
    """No bets: the cards that are dealt leave an error of pots, their correction one of a thousandth."""
    solver = ThreeSolver(flop(bets=""), threads=1)
    naive = NaiveThree(solver.layout.tree)
    held = COMBO_CARDS[naive.hands].reshape(-1, 6)
    taken, count = np.zeros(SEATS), np.zeros(len(held))
    for cards in combinations([card for card in DECK if card not in solver.spot.board], 2):
        live = ~np.isin(held, cards).any(axis=1)
        ranks = np.stack([_strengths(naive.hands[:, q], (*solver.spot.board, *cards)) for q in range(SEATS)])
        best = ranks == ranks.max(axis=0)
        taken += (best / best.sum(axis=0)) @ (naive.weight * live)
        count += live
    assert set(count) == {43 * 42 / 2}
    exact = 100 * taken / (naive.weight @ count)
    assert solver.values() == pytest.approx(tuple(exact), abs=0.15)
    solver.layout.checked_down = None
    plain = ThreeSolver(solver.spot, threads=1, layout=solver.layout)
    assert max(abs(np.subtract(plain.values(), exact))) > 0.3


def test_a_sample_is_near_all_cards_where_bets_are_on_the_flop_alone() -> None:
    sizes = {"bets": {"flop": "75%"}, "stacks": 100}
    few, whole = (ThreeSolver(flop(**sizes, turns=n, rivers=n), threads=1) for n in (5, 0))
    assert len(whole.layout.boards[2]) > 1000 > 30 > len(few.layout.boards[2])
    for solver in (few, whole):
        solver.iterate(20)
    assert sum(whole.values()) == pytest.approx(100, abs=1e-2)
    assert few.values() == pytest.approx(whole.values(), abs=0.5)


def test_threads_change_nothing_and_suits_merge() -> None:
    spot = flop(board="Ks9s7s")
    one, two, apart = (
        ThreeSolver(spot, threads=n, merge_suits=merged) for n, merged in ((1, True), (2, True), (1, False))
    )
    assert len(one.layout.boards[2]) <= len(apart.layout.boards[2])
    for solver in (one, two, apart):
        solver.iterate(3)
    for mine, theirs in zip(everybody(one), everybody(two), strict=True):
        np.testing.assert_array_equal(mine, theirs)


def test_every_street_can_be_read_saved_and_locked(tmp_path: Path) -> None:
    solution = solve_three(flop(), iterations=40, threads=1)
    assert sum(solution.ev) == pytest.approx(100, abs=1.5)  # three cards a street weigh some deals wrongly
    runouts = solution.runouts("check,check,check")
    assert {row["street"] for row in runouts} == {"turn"}
    line = f"check,check,check|{runouts[0]['card']}"
    point = solution.at(line)
    assert sum(point.ev) == pytest.approx(100, abs=1) and sum(point.equity()) == pytest.approx(1, abs=0.02)
    river = solution.at(f"{line}|check,check,check|{solution.runouts(f'{line}|check,check,check')[0]['card']}")
    assert river.street == "river" and sum(river.ev) == pytest.approx(100, abs=0.01)
    solution.save(tmp_path / "flop")
    again = ThreeSolution.load(tmp_path / "flop", threads=1)
    np.testing.assert_array_equal(again.at(line).strategy, point.strategy)
    locked = solve_three(flop(), iterations=5, threads=1, locks=[Lock("check,check,check|*|check", {"check": 1.0})])
    assert locked.at(f"{line}|check").strategy[0] == pytest.approx(1)


def test_bad_flops_are_refused_in_one_sentence() -> None:
    with pytest.raises(BadConfig, match=r"needs .* MB and .* MB are free: .*, or fewer turns and rivers"):
        ThreeSolver(flop(), threads=1, memory_limit=1000)
    with pytest.raises(BadConfig, match="turns 2: expected 3 or more cards that stand for all, or 0 for every card"):
        flop(turns=2)
    solution = solve_three(flop(), iterations=1, threads=1)
    missing = next(card for card in DECK if card not in solution.spot.board and not is_dealt(solution.solver, [card]))
    with pytest.raises(IllegalAction, match="not among the cards that this sampled solve deals"):
        solution.at(f"check,check,check|{format_card(missing)}|")


def test_bets_that_were_made_are_in_the_tree_to_the_chip() -> None:
    tree = ThreeLayout(turn(rivers=3, played=["check, bet 37, raise 111", "bet 41, all-in"], bets="75%")).tree
    node = tree.children(0)[0]
    assert [str(action) for action in tree.actions(0)] == ["check", "bet 41", "bet 75", "all-in 180"][:3]
    assert "bet 37" in [str(action) for action in tree.actions(node)]
    with pytest.raises(BadConfig, match="played: line 'bet 900' has 'bet 900', expected 1 to 180 chips of sb there"):
        ThreeLayout(turn(played="bet 900"))
