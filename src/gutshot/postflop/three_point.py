"""What three players' ranges do and are worth at one decision, read from a solver's averages.

Values are chips taken out of the pot as it stands, given each player's own hand; a fold is worth nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from gutshot.arguments import CheckedMethods
from gutshot.cards.card import Card, format_card, format_cards
from gutshot.cards.combos import COMBO_COUNT, combo_name
from gutshot.cards.isomorphism import SUIT_PERMUTATIONS, combo_permutations, permute_card
from gutshot.errors import IllegalAction
from gutshot.games.actions import Action
from gutshot.numeric.arrays import Floats, Ints, Reals, Shorts
from gutshot.postflop.sweeps import EVALUATE, SweepStep
from gutshot.postflop.three_boards import ThreeBoards
from gutshot.postflop.three_equity import checked_shares, dealt_reach, pairs_met
from gutshot.postflop.three_lines import ThreePlace
from gutshot.postflop.three_solver import ThreeSolver
from gutshot.postflop.three_spot import SEATS
from gutshot.postflop.three_sweeps import play_part, play_turn_board
from gutshot.trees.betting_tree import STREET_NAMES
from gutshot.trees.table import NODE_PARENT

_PLAYED = SweepStep(EVALUATE, 0.0, 0.0, 0.0, 0.0, 0)


@dataclass(frozen=True)
class ThreeBoardPlace:
    """Where a runout is among a street's boards, and the real hands behind its own."""

    street: int  # 0 for the spot's own
    board: int
    real: Shorts  # [1326]


def locate_board(solver: ThreeSolver, cards: Sequence[Card]) -> ThreeBoardPlace:
    """The board that stands for a runout; IllegalAction where a sampled solve does not have it."""
    board, real = 0, np.arange(COMBO_COUNT, dtype=np.int16)
    suits: tuple[int, ...] = (0, 1, 2, 3)
    for street, card in enumerate(cards, start=1):
        board, swap = _mate(solver.layout.boards[street], board, permute_card(card, suits))
        real = real[combo_permutations()[swap]]
        suits = tuple(SUIT_PERMUTATIONS[swap][suit] for suit in suits)
    return ThreeBoardPlace(len(cards), board, real)


def is_dealt(solver: ThreeSolver, cards: Sequence[Card]) -> bool:
    """Whether these cards come in a solve, which may be over a sample of them."""
    try:
        locate_board(solver, cards)
    except IllegalAction:
        return False
    return True


def _mate(boards: ThreeBoards, before: int, card: Card) -> tuple[int, int]:
    for board in range(boards.child_first[before], boards.child_first[before + 1]):
        for mate, swap in boards.mates[board]:
            if mate == card:
                return board, swap
    raise IllegalAction(f"{format_card(card)} is not among the cards that this sampled solve deals")


def path_of(solver: ThreeSolver, where: ThreeBoardPlace) -> list[int]:
    """The boards that lead to one, street by street."""
    found = [where.board]
    for street in range(where.street, 0, -1):
        found.insert(0, int(solver.layout.boards[street].parent[found[0]]))
    return found


def reach_at(solver: ThreeSolver, node: int, where: ThreeBoardPlace) -> tuple[Floats, ...]:
    """[H] of each player: how likely he comes to a node with each hand of its board."""
    layout, boards = solver.layout, path_of(solver, where)
    path = [node]
    while path[0]:
        path.insert(0, int(layout.tree.table.nodes[path[0], NODE_PARENT]))
    reach, street = [own.copy() for own in layout.reach], 0
    for here, after in pairwise(path):
        while street < min(_street_of(solver, here), where.street):
            street += 1
            reach = dealt_reach(layout.boards[street], boards[street], reach)
        actor = layout.tree.actor(here)
        mix = _mix_on(solver, here, street, boards[street])
        reach[actor] = (reach[actor] * mix[after - layout.tree.children(here)[0]]).astype(np.float32)
    for later in range(street + 1, where.street + 1):
        reach = dealt_reach(layout.boards[later], boards[later], reach)
    return tuple(reach)


def _street_of(solver: ThreeSolver, node: int) -> int:
    return solver.layout.tree.street(node) - solver.spot.first_street


def mix_of(solver: ThreeSolver, node: int, where: ThreeBoardPlace) -> Reals:
    """[A, H] the average strategy at a decision; even where a hand never comes there."""
    return _mix_on(solver, node, where.street, where.board)


def _mix_on(solver: ThreeSolver, node: int, street: int, board: int) -> Reals:
    layout = solver.layout
    actor = layout.tree.actor(node)
    hands, actions = len(layout.boards[street].combos_of(actor, board)), len(layout.tree.children(node))
    store = solver.stores[street][actor]
    block = store.block("average", board, layout.streets[street].slot_of[node], actions, hands).astype(np.float64)
    total = block.sum(axis=0)
    return np.where(total > 0, block / np.where(total > 0, total, 1), 1 / actions)


@dataclass
class ThreePoint(CheckedMethods):
    """A decision: the hands of each player, their reach, the actor's strategy, and what all of it is worth."""

    solver: ThreeSolver
    place: ThreePlace

    def __post_init__(self) -> None:
        self.node = self.place.node
        self.where = locate_board(self.solver, self.place.cards)
        self.reach = reach_at(self.solver, self.node, self.where)

    @property
    def line(self) -> str:
        """How it is reached."""
        return self.place.line

    @property
    def board(self) -> tuple[Card, ...]:
        """All open cards."""
        return (*self.solver.spot.board, *self.place.cards)

    @property
    def street(self) -> str:
        """flop, turn or river."""
        return STREET_NAMES[len(self.board) - 3]

    @property
    def actor(self) -> int:
        return self.solver.layout.tree.actor(self.node)

    @property
    def pot(self) -> int:
        """With the bets of this street."""
        return self.solver.layout.tree.pot(self.node)

    @property
    def actions(self) -> tuple[Action, ...]:
        """What the actor can do."""
        return self.solver.layout.tree.actions(self.node)

    def is_live(self, player: int) -> bool:
        """Whether a player has not folded."""
        return bool(self.solver.layout.tree.live[self.node] >> player & 1)

    @cached_property
    def combos(self) -> tuple[Ints, ...]:
        """[H] of each player, by the real suits."""
        boards = self.solver.layout.boards[self.where.street]
        return tuple(self.where.real[boards.combos_of(q, self.where.board)].astype(np.int64) for q in range(SEATS))

    @cached_property
    def met(self) -> tuple[Reals, ...]:
        """[H] of each player: the weight of the others' pairs of hands that a hand meets."""
        boards = self.solver.layout.boards[self.where.street]
        return tuple(pairs_met(boards, self.where.board, q, self.reach) for q in range(SEATS))

    @cached_property
    def weights(self) -> tuple[Reals, ...]:
        """[H] of each player: his range with the others' cards taken out, together 1."""
        found = [own * met for own, met in zip(self.reach, self.met, strict=True)]
        return tuple(row / row.sum() if row.sum() > 0 else row.astype(np.float64) for row in found)

    @cached_property
    def strategy(self) -> Reals:
        """[A, H] of the actor."""
        return mix_of(self.solver, self.node, self.where)

    @property
    def frequencies(self) -> Reals:
        """[A] over the actor's range."""
        return np.asarray(self.strategy @ self.weights[self.actor])

    def _fill(self, player: int) -> tuple[Floats, int]:
        """The room's values for a player where the node is, and their stride."""
        solver, layout = self.solver, self.solver.layout
        if self.where.street == 0:
            solver.look(player, EVALUATE)
            room = solver.room(0, player)
            return room.values, room.stride
        street, board = layout.streets[self.where.street], self.where.board
        met = solver.street_pass(self.where.street, player, 0)
        line = street.line_of[self.node]
        part = street.part_of(line)
        begin, end = int(street.parts[part]), int(street.parts[part + 1])
        entry, stride = reach_at(solver, int(street.lines[line]), self.where), met.room.stride
        for reach, k in ((met.room.first_reach, 1), (met.room.second_reach, 2)):
            reach[: (end - begin) * stride] = 0
            own = entry[(player + k) % SEATS]
            reach[(line - begin) * stride :][: len(own)] = own
        if self.where.street == len(layout.streets) - 1:
            play_part(met, board, part, _PLAYED)
        else:
            river, between = solver.street_pass(2, player, 0), solver.line_reach(2, player, met.room)
            play_turn_board(met, river, between, layout.boards[2].child_first, board, _PLAYED, solver.inner_room())
        return met.room.values, stride

    @cached_property
    def _worth(self) -> tuple[tuple[Reals, ...], Reals]:
        """[H] what each live player's hands take, and [A, H] the actor's by action; nan where nobody is met."""
        street = self.solver.layout.streets[self.where.street]
        values, by_action = [], np.zeros((0, 0))
        for player in range(SEATS):
            met = np.where(self.met[player] > 0, self.met[player], np.nan)
            row = street.value_row[player].get(self.node)
            if row is None:
                values.append(np.zeros(len(met)))
                continue
            numbers, stride = self._fill(player)
            values.append(numbers[row * stride : row * stride + len(met)] / met)
            if player == self.actor:
                rows = street.views[player].children_of(row, street.part_of(street.line_of[self.node]))
                by_action = np.array([numbers[k * stride : k * stride + len(met)] / met for k in rows])
        return tuple(values), by_action

    @property
    def hand_ev(self) -> tuple[Reals, ...]:
        """[H] of each player: chips his hand takes out of the pot as it stands; 0 for who has folded."""
        return self._worth[0]

    @property
    def action_ev(self) -> Reals:
        """[A, H] of the actor."""
        return self._worth[1]

    @property
    def ev(self) -> tuple[float, ...]:
        """What each player takes out of the pot as it stands, on average."""
        return tuple(
            float(np.nansum(np.where(weights > 0, weights * values, 0)))
            for weights, values in zip(self.weights, self.hand_ev, strict=True)
        )

    def equity_of(self, player: int, reach: Sequence[Floats] | None = None) -> Reals:
        """[H] what share of the pot a live player's hands win if there is no more betting; nan where nobody is met."""
        solver, live = self.solver, int(self.solver.layout.tree.live[self.node])
        came = self.reach if reach is None else tuple(reach)
        boards = solver.layout.boards[self.where.street]
        met = pairs_met(boards, self.where.board, player, came)
        if not live >> player & 1:
            return np.zeros(len(met))
        won = checked_shares(solver.layout.boards, self.where.street, self.where.board, player, came, live)
        return won / np.where(met > 0, met, np.nan)

    def equity(self) -> tuple[float, ...]:
        """Of each player's range."""
        return tuple(
            float(np.nansum(np.where(self.weights[q] > 0, self.weights[q] * self.equity_of(q), 0)))
            for q in range(SEATS)
        )

    def summary(self) -> dict[str, Any]:
        """The decision without its hands, as JSON data."""
        return {
            "line": self.line,
            "street": self.street,
            "board": format_cards(self.board),
            "pot": self.pot,
            "player": self.solver.spot.names[self.actor],
            "ev": list(self.ev),
            "equity": list(self.equity()),
            "actions": [str(action) for action in self.actions],
            "frequencies": [float(share) for share in self.frequencies],
        }

    def rows(self, player: int) -> list[dict[str, Any]]:
        """One plain row per hand of a player's range."""
        equity, found = self.equity_of(player), []
        for h in np.flatnonzero(self.weights[player] > 0):
            row: dict[str, Any] = {
                "hand": combo_name(int(self.combos[player][h])),
                "weight": float(self.weights[player][h]),
                "equity": float(equity[h]),
                "ev": float(self.hand_ev[player][h]),
            }
            if player == self.actor:
                row |= {str(action): float(self.strategy[a, h]) for a, action in enumerate(self.actions)}
            found.append(row)
        return found
