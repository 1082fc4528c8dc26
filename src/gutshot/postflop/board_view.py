"""Reading a solved spot: reach, values and strategies on one board, for every betting line at once.

Runouts that were merged are looked up on the board that stands for them, and the hands are renamed on the way out.
"""

from dataclasses import dataclass

import numpy as np

from gutshot.cards.card import Card, format_card
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT
from gutshot.cards.isomorphism import SUIT_PERMUTATIONS, combo_permutations, permute_card
from gutshot.errors import IllegalAction
from gutshot.numeric.arrays import Floats, Reals, Shorts
from gutshot.postflop.boards import CARDS, BoardSet
from gutshot.postflop.solver import EVALUATE, Solver, TableLayout
from gutshot.postflop.sweeps import SweepStep, deal_in, open_street, solve_board


@dataclass(frozen=True)
class BoardPlace:
    """A board among those that are solved, and where its combos really are: `real[combo]`."""

    street: int  # counted from the spot's own
    board: int
    real: Shorts


def is_dealt(layout: TableLayout, cards: tuple[Card, ...]) -> bool:
    """Whether these cards come in a solve, which may be over a sample of them."""
    try:
        locate(layout, cards)
    except IllegalAction:
        return False
    return True


def locate(layout: TableLayout, cards: tuple[Card, ...]) -> BoardPlace:
    """The board that stands for a runout; IllegalAction where a sampled solve does not have it."""
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
    raise IllegalAction(f"{format_card(card)} is not among the cards that this sampled solve deals")


@dataclass(frozen=True)
class BoardView:
    """Both passes over one board: `reach[q]` [columns, rows of q's hands], `values[p]` [rows, rows of p's hands]."""

    place: BoardPlace
    reach: tuple[Floats, Floats]
    values: tuple[Floats, Floats]


@dataclass(frozen=True)
class Sweep:
    """One pass for each player, kept: the spot's own street, and the values on every turn board of a flop spot.

    With it, reading a flop or a turn needs no pass over rivers. `turns[player]` has [rows, hands] board after board.
    """

    root: BoardView
    turns: tuple[Floats, Floats]


def view_board(solver: Solver, place: BoardPlace, mode: int = EVALUATE, kept: Sweep | None = None) -> BoardView:
    """Evaluate a board under the average strategies (or `mode`), all lines at once."""
    if kept is not None and place.street == 0:
        return kept.root
    known = kept is not None and place.street == 1 and len(kept.turns[0]) > 0
    solver, pairs = _sound_reader(solver, place, known), []
    for player in range(2):
        _pass_to(solver, place, player, SweepStep(mode, 0.0, 0.0, 0.0, 0.0, 0), opens_only=known)
        reach, values = _in_room(solver, place, player)
        pairs.append((reach, kept_values(solver, kept.turns, place.board, player) if kept and known else values))
    return _view_of(place, pairs)


def _sound_reader(solver: Solver, place: BoardPlace, opens_only: bool) -> Solver:
    """A reader of a board, once what its passes will read has been held against digests."""
    reader = solver.reading(place.street)
    if solver.unread is None or place.street == 0:
        return reader  # which asks for all where not all is known to be sound
    boards = [(place.street, place.board, place.board + 1), (0, 0, 1)]
    if place.street == 2:
        turn = _turn_of(solver, place.board)
        boards.append((1, turn, turn + 1))
    elif solver.layout.streets == 3 and not opens_only:
        first = solver.layout.boards[2].links.child_first
        boards.append((2, int(first[place.board]), int(first[place.board + 1])))
    for street, begin, end in boards:
        solver.require_sound(street, begin, end)
    reader.unread = None
    return reader


def _turn_of(solver: Solver, river: int) -> int:
    """The board before one of the river."""
    return int(np.searchsorted(solver.layout.boards[2].links.child_first, river, side="right")) - 1


def _view_of(place: BoardPlace, pairs: list[tuple[Floats, Floats]]) -> BoardView:
    (second, first_values), (first, second_values) = pairs
    return BoardView(place, (first, second), (first_values, second_values))


def _in_room(solver: Solver, place: BoardPlace, player: int) -> tuple[Floats, Floats]:
    """The opponent's reach and the player's values, as a pass has left them in the first thread's room."""
    work, view = solver.works[0][place.street], solver.views[place.street][player]
    sides = solver.layout.boards[place.street].sides
    facing, own = (int(sides[q].rows[place.board]) for q in (1 - player, player))
    reach = work.reach[: view.columns * work.stride].reshape(-1, work.stride)[:, :facing]
    values = work.values[: view.rows * work.stride].reshape(-1, work.stride)[:, :own]
    return reach.copy(), values.copy()


def sweep(solver: Solver, mode: int) -> Sweep:
    """Pass over everything once for each player."""
    place = locate(solver.layout, ())
    if solver.layout.streets < 3:
        nothing = np.zeros(0, dtype=np.float32)
        return Sweep(view_board(solver, place, mode), (nothing, nothing))
    solver, step, turns, pairs = solver.reading(0, 1), SweepStep(mode, 0.0, 0.0, 0.0, 0.0, 0), [], []
    for player in range(2):
        solver.open_root(player, step)
        boards = []
        for board in range(len(solver.layout.boards[1])):
            solver.play_groups(board, board + 1, player, step, 0)
            boards.append(_in_room(solver, BoardPlace(1, board, place.real), player)[1].reshape(-1))
        solver.close_root(player, step)
        turns.append(np.concatenate(boards))
        pairs.append(_in_room(solver, place, player))
    return Sweep(_view_of(place, pairs), (turns[0], turns[1]))


def kept_values(solver: Solver, turns: tuple[Floats, Floats], board: int, player: int) -> Floats:
    """[rows, hands] of one turn board out of a sweep."""
    side, rows = solver.layout.boards[1].sides[player], solver.layout.forests[1].wide_views[player].rows
    first, hands = int(side.start[board]) * rows, int(side.rows[board])
    return turns[player][first : first + rows * hands].reshape(rows, hands)


def _pass_to(solver: Solver, place: BoardPlace, player: int, step: SweepStep, opens_only: bool = False) -> None:
    """Run what is needed for a player's numbers on one board (his opponent's reach alone) to be in the room."""
    if place.street == 0:
        solver.run_pass(player, step)
        return
    solver.open_root(player, step)
    layout, works = solver.layout, solver.works[0]
    if place.street == 1 and layout.streets == 3 and not opens_only:
        solver.play_groups(place.board, place.board + 1, player, step, 0)  # a turn board is a group by itself
        return
    path = [place.board]
    if place.street == 2:
        path.insert(0, _turn_of(solver, place.board))
    for street, board in enumerate(path, start=1):
        view, (own, other) = solver.views[street][player], solver.sides(street, player)
        work, play = works[street], solve_board if street == layout.streets - 1 else open_street
        deal_in(view, board, other, works[street - 1], work)
        play(view, board, own, other, solver.tables(street, player), step, work)


def meeting(own: Shorts, other: Shorts, reach: Reals) -> Reals:
    """For each of `own` combos the total reach of those `other` combos that share no card with it."""
    cards = np.zeros(CARDS)
    np.add.at(cards, COMBO_CARDS[other], reach[:, None])
    full = np.zeros(COMBO_COUNT)
    full[other] = reach
    return np.asarray(reach.sum() - cards[COMBO_CARDS[own]].sum(axis=1) + full[own])
