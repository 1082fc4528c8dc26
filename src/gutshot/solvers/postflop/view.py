"""Looking at a solved spot: reach, values and strategies on one board, for every betting line at once.

Runouts that were merged are looked up on the board that stands for them, and the hands are renamed on the way out.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.card import Card
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT
from gutshot.cards.isomorphism import SUIT_PERMUTATIONS, combo_permutations, permute_card
from gutshot.solvers.postflop.boards import CARDS, BoardSet
from gutshot.solvers.postflop.solver import EVALUATE, Layout, Solver
from gutshot.solvers.postflop.sweeps import Step, deal_in, open_street, solve_board

Reals = NDArray[np.float64]
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class BoardPlace:
    """A board among those that are solved, and where its combos really are: `real[combo]`."""

    street: int  # counted from the spot's own
    board: int
    real: NDArray[np.int16]


def locate(layout: Layout, cards: tuple[Card, ...]) -> BoardPlace:
    """The board that stands for a runout."""
    board = 0
    real = np.arange(COMBO_COUNT, dtype=np.int16)
    suits: tuple[int, ...] = (0, 1, 2, 3)
    for street, card in enumerate(cards, start=1):
        boards = layout.boards[street]
        board, swap = _mate(boards, board, permute_card(card, suits))
        real = real[combo_permutations()[swap]]
        suits = tuple(SUIT_PERMUTATIONS[swap][suit] for suit in suits)
    return BoardPlace(len(cards), board, real)


def _mate(boards: BoardSet, before: int, card: Card) -> tuple[int, int]:
    for board in range(boards.links.child_first[before], boards.links.child_first[before + 1]):
        for mate in range(boards.links.mate_first[board], boards.links.mate_first[board + 1]):
            if boards.mate_card[mate] == card:
                return board, boards.mate_swap[mate]
    raise AssertionError("every card that is not on the board has its place")


@dataclass(frozen=True)
class BoardView:
    """Both passes over one board: `reach[q]` [columns, hands of q], `values[p]` [rows, hands of p]."""

    place: BoardPlace
    reach: tuple[Floats, Floats]
    values: tuple[Floats, Floats]


def view_board(solver: Solver, place: BoardPlace, mode: int = EVALUATE) -> BoardView:
    """Evaluate a board under the average strategies (or `mode`), all lines at once."""
    reach: list[Floats] = [np.empty(0, dtype=np.float32)] * 2
    values: list[Floats] = [np.empty(0, dtype=np.float32)] * 2
    boards = solver.layout.boards[place.street]
    for player in range(2):
        _pass_to(solver, place, player, Step(mode, 0.0, 0.0, 0.0, 0.0, 0))
        work = solver.works[0][place.street][player]
        view = solver.layout.forests[place.street].views[player]
        facing, own = (int(boards.sides[q].hands[place.board]) for q in (1 - player, player))
        reach[1 - player] = work.reach[: view.columns * work.stride].reshape(-1, work.stride)[:, :facing].copy()
        values[player] = work.values[: view.rows * work.own_stride].reshape(-1, work.own_stride)[:, :own].copy()
    return BoardView(place, (reach[0], reach[1]), (values[0], values[1]))


def _pass_to(solver: Solver, place: BoardPlace, player: int, step: Step) -> None:
    """Run what is needed for a player's numbers on one board to be in the first thread's room."""
    if place.street == 0:
        solver.run_pass(player, step)
        return
    solver.open_root(player, step)
    if place.street == 1:
        solver.play_boards(place.board, place.board + 1, player, step, 0)
        return
    layout, works = solver.layout, solver.works[0]
    turn = int(np.searchsorted(layout.boards[2].links.child_first, place.board, side="right")) - 1
    sides, views = solver.sides, [forest.views[player] for forest in layout.forests]
    deal_in(views[1], turn, sides(1, player)[1], works[0][player], works[1][player])
    open_street(views[1], turn, *sides(1, player), solver.tables(1, player), step, works[1][player])
    deal_in(views[2], place.board, sides(2, player)[1], works[1][player], works[2][player])
    solve_board(views[2], place.board, *sides(2, player), solver.tables(2, player), step, works[2][player])


def meeting(own: NDArray[np.int16], other: NDArray[np.int16], reach: Reals) -> Reals:
    """For each of `own` combos the total reach of those `other` combos that share no card with it."""
    cards = np.zeros(CARDS)
    np.add.at(cards, COMBO_CARDS[other], reach[:, None])
    full = np.zeros(COMBO_COUNT)
    full[other] = reach
    return np.asarray(reach.sum() - cards[COMBO_CARDS[own]].sum(axis=1) + full[own])
