"""The betting tree of three players after the flop: the one table (`trees.table`) with each player's chips beside it.

Players are numbered in order of action; the last of them has the button. Who folds stays in the tree for the others:
his chips are in the pot and his hand is no longer in the deck.
"""

from dataclasses import dataclass, field

import numpy as np

from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.actions import Action, name_action
from gutshot.games.betting import bet, raise_bounds
from gutshot.games.lines import ActionStep, parse_line
from gutshot.games.row import ACTOR, BETTING, PHASE, STREET, Row
from gutshot.games.rules import holdem
from gutshot.numeric.arrays import Ints, Reals
from gutshot.postflop.three_spot import SEATS, ThreeSpot
from gutshot.trees.betting_tree import FIRST_STREET, MOST_NODES, MOST_RAISES, RIVER
from gutshot.trees.grow import count_table, grow_table
from gutshot.trees.plan import GrowthPlan, Limits, Menu, every_street, plan_growth, spot
from gutshot.trees.seat_chips import chips_by_seat
from gutshot.trees.table import (
    FOLDED_OUT,
    NODE_ACTOR,
    NODE_CHILD,
    NODE_STREET,
    NODE_TERMINAL,
    NODE_WIDTH,
    BettingTable,
)

_RULES = holdem(min_bet=1)
EVERYBODY = (1 << SEATS) - 1


@dataclass(frozen=True)
class ThreeTree:
    """Nodes by their number in the table: the root first, children after parents and side by side."""

    spot: ThreeSpot
    table: BettingTable = field(repr=False)
    paid: Ints = field(repr=False)  # [nodes, 3] what each player has put in since the root
    bets: Ints = field(repr=False)  # [nodes, 3] on this street
    live: Ints = field(repr=False)  # [nodes] mask of those who have not folded

    def __len__(self) -> int:
        return len(self.table.nodes)

    def actor(self, node: int) -> int:
        """The player to act, or how the hand ended: FOLDED_OUT or SHOWDOWN."""
        return int(self.table.nodes[node, NODE_ACTOR])

    def is_decision(self, node: int) -> bool:
        """Whether somebody acts there."""
        return self.actor(node) >= 0

    def street(self, node: int) -> int:
        """Counted from the flop; of a showdown always the river."""
        if self.is_decision(node) or self.actor(node) == FOLDED_OUT:
            return int(self.table.nodes[node, NODE_STREET]) - FIRST_STREET
        return RIVER

    def children(self, node: int) -> range:
        """Nodes after each action."""
        first = int(self.table.nodes[node, NODE_CHILD])
        return range(first, first + int(self.table.nodes[node, NODE_WIDTH]))

    def action_number(self, node: int) -> int:
        """The action that leads to a node: FOLD, CALL or what it raises to."""
        return int(self.table.action[node])

    def actions(self, node: int) -> tuple[Action, ...]:
        """What is offered at a decision, in the order of its children."""
        chips = self.table.chips
        facts = int(chips.faced[node]), int(chips.owed[node]), int(chips.all_in[node])
        return tuple(name_action(self.action_number(child), *facts) for child in self.children(node))

    def child_by(self, node: int, action: Action) -> int:
        """The child an action leads to."""
        offered = self.actions(node)
        if action not in offered:
            raise IllegalAction(f"no action '{action}' here: expected one of {', '.join(map(str, offered))}")
        return self.children(node)[offered.index(action)]

    def pot(self, node: int) -> int:
        """Everything in the middle, uncalled chips too."""
        return self.spot.pot + int(self.paid[node].sum())


def plan_of(spot_: ThreeSpot) -> GrowthPlan:
    """Seats in order of action, the last with the button."""
    root = spot(_RULES, spot_.stacks, spot_.pot, spot_.first_street + FIRST_STREET, SEATS - 1)
    menus = [_menu(spot_, player, donk) for donk in (False, True) for player in range(SEATS)]
    usual = [(player, player, SEATS + player) for player in range(SEATS)]
    limits = Limits(every_street(MOST_RAISES), must_end=True)
    thresholds = (spot_.force_allin_threshold, spot_.add_allin_threshold, spot_.merging_threshold)
    return plan_growth(_RULES, root, menus, usual, limits, thresholds, played=_played_numbers(spot_, root))


def _played_numbers(spot_: ThreeSpot, root: Row) -> list[list[int]]:
    """Played lines as the engine's numbers; an all-in may leave its amount out, so it is the actor's stack."""
    found = []
    for line in spot_.played:
        row, numbers = root.copy(), list[int]()
        for action in (step.action for step in parse_line(line) if isinstance(step, ActionStep)):
            if row[PHASE] != BETTING or row[STREET] != root[STREET]:
                raise BadConfig(f"played: line {line!r} goes on after its street is over, at '{action}'")
            actor = int(row[ACTOR])
            numbers.append(action.number or (spot_.stacks[actor] if action.is_sized else action.number))
            if action.is_sized:
                least, most = raise_bounds(_RULES.packed, row)
                if not least <= numbers[-1] <= most:
                    raise BadConfig(
                        f"played: line {line!r} has '{action}', expected {least} to {most} chips of "
                        f"{spot_.names[actor]} there"
                    )
            bet(_RULES.packed, row, numbers[-1])
        found.append(numbers)
    return found


def _menu(spot: ThreeSpot, player: int, donk: bool) -> Menu:
    """A player's sizes by street: the first bet, then raises."""
    menu: list[tuple[tuple[object, ...], ...]] = [((), ())] * (FIRST_STREET + spot.first_street)
    for street in range(spot.first_street, RIVER + 1):
        own = spot.sizes(street, player)
        menu.append((own.donk if donk and own.donk is not None else own.bets, own.raises))
    return menu  # type: ignore[return-value]


def build_three_tree(spot: ThreeSpot) -> ThreeTree:
    """Every line of the spot."""
    plan = plan_of(spot)
    size = count_table(plan, MOST_NODES)
    if size.endless:
        raise BadConfig(
            f"these bet sizes never get all-in: {MOST_RAISES} bets and raises on one street leave "
            f"{size.endless} chips to raise, so use larger sizes or 'a'"
        )
    if size.nodes > MOST_NODES:
        raise BadConfig(f"these bet sizes make a betting tree of more than {MOST_NODES:,} nodes: use fewer sizes")
    table = grow_table(plan, size, chips=True)
    return ThreeTree(spot, table, *chips_by_seat(table, spot.stacks))


# --- what an end pays ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PaidPot:
    """A pot after rake, and the mask of those who can win it."""

    amount: float
    contenders: int


def pots_at(tree: ThreeTree, node: int) -> list[PaidPot]:
    """The pots of an end, main pot first; each pays its part of the rake, uncalled bets excepted."""
    paid, live = tree.paid[node], int(tree.live[node])
    levels = sorted({int(paid[seat]) for seat in range(SEATS) if live >> seat & 1})
    uncalled = _uncalled(paid)
    called = tree.spot.pot + int(paid.sum()) - uncalled
    rake = min(called * tree.spot.rake.rate, tree.spot.rake.cap)
    found, below = [], 0
    for place, level in enumerate(levels):
        last = place == len(levels) - 1
        amount = (tree.spot.pot if place == 0 else 0) + sum(
            max(0, (int(own) if last else min(int(own), level)) - below) for own in paid
        )
        returned = uncalled if last else 0
        kept = (amount - returned) * (1 - rake / called) + returned
        contenders = sum(1 << seat for seat in range(SEATS) if live >> seat & 1 and paid[seat] >= level)
        found.append(PaidPot(kept, contenders))
        below = level
    return found


def _uncalled(paid: Ints) -> int:
    """The chips of the largest contribution that no other player has matched."""
    second, most = sorted(map(int, paid))[-2:]
    return most - second


def shares_at(tree: ThreeTree, node: int, player: int) -> Reals:
    """[2, 2] what a player wins there by how the next player's hands count, throughout or by strength, and the third's.

    The four ways of `three_showdown`: alone, against one of the two, against the other, against both.
    """
    shares = np.zeros((2, 2))
    first, second = 1 << (player + 1) % SEATS, 1 << (player + 2) % SEATS
    for pot in pots_at(tree, node):
        if pot.contenders >> player & 1:
            shares[int(bool(pot.contenders & first)), int(bool(pot.contenders & second))] += pot.amount
    return shares


def is_terminal_row(tree: ThreeTree, node: int) -> bool:
    """Whether a node of the table is an end."""
    return int(tree.table.nodes[node, NODE_TERMINAL]) >= 0
