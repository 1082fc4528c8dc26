"""Cards that stand for others: what is checked down is exact, the game stays zero-sum, and little is lost by it."""

import numpy as np
import pytest

from gutshot.cards.card import parse_cards
from gutshot.errors import BadConfig, IllegalAction
from gutshot.postflop.locks import hold_locks
from gutshot.postflop.sampled_cards import CardSample, middles
from gutshot.postflop.solution import Solution
from gutshot.postflop.solver import RESPOND, Solver, TableLayout
from gutshot.postflop.spot import Spot

OOP, IP = "AA,KJs,T9s,55,A5s,98o", "QQ,A5s,87s,AKs,JTs,66"
FEW = CardSample(turns=5, rivers=6)


def solver_of(spot: Spot, sample: CardSample | None = FEW, threads: int = 1) -> Solver:
    return Solver(spot, threads=threads, layout=TableLayout(spot, sample=sample))


def turn(**sizes: object) -> Spot:
    return Spot("Qs8h4d2h", OOP, IP, 100, 300, **sizes)  # type: ignore[arg-type]


@pytest.mark.parametrize("board", ["Qs8h4d2h", "Qs8h4h", "Qh8h4h"])
@pytest.mark.parametrize("rake", [0.0, 0.05])
def test_bets_on_the_first_street_alone_are_settled_over_all_cards(board: str, rake: float) -> None:
    street = "turn" if len(board) == 8 else "flop"
    spot = Spot(board, OOP, IP, 100, 300, bets={street: "60%"}, raises={street: "a"}, rake={"rate": rake, "cap": 5})
    whole, few = solver_of(spot, None), solver_of(spot)
    assert len(few.layout.boards[1]) in (5, 6) and len(few.layout.boards[-1]) <= 30
    for solver in (whole, few):
        solver.iterate(4)
    for player in range(2):
        scale = np.abs(whole.values(player)).max()
        np.testing.assert_allclose(few.values(player), whole.values(player), atol=2e-3 * scale)


def test_both_players_values_sum_to_the_pot() -> None:
    solver = solver_of(turn(bets="60%", raises="a"))
    solver.iterate(20)
    assert sum(solver.expected_values()) == pytest.approx(100, abs=1e-3)
    flop = solver_of(Spot("Qs8h4d", OOP, IP, 100, 300, bets="60%"))
    flop.iterate(5)
    assert sum(flop.expected_values()) == pytest.approx(100, abs=1e-3)


def test_a_sample_of_all_cards_is_the_whole() -> None:
    spot = turn(bets="60%", raises="a")
    whole, every = solver_of(spot, None), solver_of(spot, CardSample(rivers=48))
    for solver in (whole, every):
        solver.iterate(10)
    np.testing.assert_allclose(every.values(0), whole.values(0), rtol=1e-3, atol=1e-2)


@pytest.mark.parametrize("sample", [None, CardSample(rivers=6)])
def test_other_bets_on_the_same_boards_are_solved_as_if_begun_afresh(sample: CardSample | None) -> None:
    before = TableLayout(turn(bets="60%"), sample=sample)
    spot = turn(bets="60%, a", raises="a", played="check, bet 77")
    fresh, after = solver_of(spot, sample), Solver(spot, threads=1, layout=before.with_bets(spot))
    for solver in (fresh, after):
        solver.iterate(7)
    np.testing.assert_array_equal(after.values(1), fresh.values(1))
    assert before.spot.played == () and after.layout.boards is before.boards


def test_what_is_known_of_the_cards_that_are_dealt_counts_as_memory() -> None:
    solver = solver_of(turn(bets="60%"), CardSample(rivers=6))
    corrections = [each.correction.nbytes for each in solver.layout.dealt[1]]
    assert min(corrections) > 1000 and solver.layout.index_bytes() > sum(corrections)
    assert solver.memory_bytes >= sum(corrections) + sum(store.nbytes for row in solver.stores for store in row)


def test_threads_change_nothing() -> None:
    spot = Spot("Qs8h4d", OOP, IP, 100, 300, bets="60%")
    for sample in (FEW, CardSample(rivers=6)):
        one, two = solver_of(spot, sample), solver_of(spot, sample, threads=2)
        for solver in (one, two):
            solver.iterate(3)
        np.testing.assert_array_equal(one.stores[0][0].average, two.stores[0][0].average)


def test_little_is_lost_by_playing_the_turn_of_a_sample() -> None:
    """Its turn is fixed and the whole solved around it: what the other gains by it, in % of the pot."""
    spot = turn(bets="60%", raises="a")
    few, whole = solver_of(spot, CardSample(rivers=14)), solver_of(spot, None)
    for solver in (few, whole):
        solver.iterate(150)
    for player in range(2):
        held = solver_of(spot, None)
        store = held.stores[0][player]
        store.average[:] = few.stores[0][player].average
        store.locked = np.ones(store.total, dtype=np.uint8)
        hold_locks(held)
        held.iterate(150)
        lost = held.mean_value(1 - player, RESPOND) - whole.mean_value(1 - player)
        assert lost < 0.004 * spot.pot


def test_what_is_not_dealt_cannot_be_asked_for() -> None:
    solver = solver_of(turn(bets="60%"), CardSample(rivers=4))
    solver.iterate(2)
    solution = Solution(solver, 1.0)
    dealt = {board[-1] for board in solver.layout.boards[1].boards}
    missing = next(card for card in parse_cards("2c3c5c6c7c9cTc") if card not in dealt)
    with pytest.raises(IllegalAction, match="not among the cards that this sampled solve deals"):
        solution.at(f"check,check|{'23456789TJQKA'[missing // 4]}c|")
    with pytest.raises(BadConfig, match="a sample of the cards to come cannot be saved"):
        solution.save("nowhere")
    with pytest.raises(BadConfig, match="2 rivers: expected 3 or more cards"):
        CardSample(rivers=2)


def test_groups_are_found_and_counted() -> None:
    marks = np.array([[0.0], [0.1], [5.0], [5.2], [5.1], [9.0]])
    chosen, counted = middles(marks, np.array([1.0, 3.0, 1.0, 1.0, 1.0, 2.0]), 3)
    assert chosen == [1, 4, 5]
    assert counted == {1: 4.0, 4: 3.0, 5: 2.0}
