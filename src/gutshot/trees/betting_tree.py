"""The betting tree of a heads-up spot for the postflop solver: a view of the common table (`trees.table`).

Players are 0 out of position and 1 in position, which are the table's seats with the button at seat 1; streets count
from 0, the flop. Nodes are numbered depth first; the children of a node lie in the order of its actions. A dealt card
is one child, whatever the card; the solver knows the runouts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.actions import Action, ActionKind
from gutshot.games.betting import CALL, FOLD
from gutshot.games.rules import holdem
from gutshot.numeric.arrays import Ints
from gutshot.trees.bet_sizes import BetSize, Levels
from gutshot.trees.depth_first import depth_first
from gutshot.trees.grow import count_table, grow_table
from gutshot.trees.plan import GrowthPlan, Limits, every_street, plan_growth, spot
from gutshot.trees.table import (
    FOLDED_OUT,
    NOBODY,
    NODE_ACTOR,
    NODE_PARENT,
    NODE_STREET,
    STREETS,
    BettingTable,
)

OOP, IP = 0, 1
FLOP, TURN, RIVER = 0, 1, 2
FIRST_STREET = 1
"""The flop's number in the table, which also counts the betting before it."""
STREET_NAMES = ("flop", "turn", "river")
MOST_NODES = 1_000_000
MOST_RAISES = 60  # on one street
_RULES = holdem(min_bet=1)
_KINDS = tuple(kind for kind in ActionKind if kind is not ActionKind.DRAW)
_NO_ACTION = -1  # leads to the root, and to what a card leads to


class NodeKind(IntEnum):
    """What a node waits for, or how it ended."""

    DECISION = 0
    CHANCE = 1
    FOLD = 2
    SHOWDOWN = 3


@dataclass(frozen=True)
class StreetSizes:
    """What a player may bet and raise on a street; `donk` None: his bet sizes hold when he leads into the aggressor."""

    bets: tuple[BetSize, ...] = ()
    raises: tuple[BetSize, ...] = ()
    donk: tuple[BetSize, ...] | None = None


@dataclass(frozen=True)
class TreeConfig:
    """A betting tree to build. `sizes[street - first_street][player]`; amounts in whole chips.

    `played` are lines of the first street that are in the tree whatever the sizes, as numbers of actions.
    """

    first_street: int
    pot: int
    stack: int
    sizes: Sequence[tuple[StreetSizes, StreetSizes]]
    add_allin_threshold: float = 0.0
    force_allin_threshold: float = 0.0
    merging_threshold: float = 0.0
    played: Sequence[Sequence[int]] = ()

    def __post_init__(self) -> None:
        if self.pot <= 0 or self.stack <= 0:
            raise BadConfig(f"pot {self.pot} and stack {self.stack}: expected both to be above 0")
        for name in ("add_allin_threshold", "force_allin_threshold", "merging_threshold"):
            if not 0 <= getattr(self, name) < np.inf:
                raise BadConfig(f"{name} {getattr(self, name)}: expected a number of at least 0")


@dataclass(frozen=True)
class BettingTree:
    """Flat arrays over nodes. `matched` is what both players have put in since the root, called bets only."""

    config: TreeConfig
    kind: NDArray[np.int8]
    actor: NDArray[np.int8]  # of a decision, or who folded; -1 elsewhere
    street: NDArray[np.int8]
    parent: NDArray[np.int32]
    first_child: NDArray[np.int32]
    child_count: NDArray[np.int16]
    action_kind: NDArray[np.int8]  # the action that leads here
    action_amount: NDArray[np.int64]
    matched: NDArray[np.int64]
    all_in: NDArray[np.bool_]
    children_flat: NDArray[np.int32] = field(repr=False)

    def __len__(self) -> int:
        return len(self.kind)

    def children(self, node: int) -> NDArray[np.int32]:
        """Nodes after each action."""
        first = self.first_child[node]
        return self.children_flat[first : first + self.child_count[node]]

    def action(self, node: int) -> Action:
        """The action that leads to a node."""
        return Action(_KINDS[self.action_kind[node]], int(self.action_amount[node]))

    def actions(self, node: int) -> tuple[Action, ...]:
        """What the actor can do."""
        return tuple(self.action(int(child)) for child in self.children(node))

    def child_by(self, node: int, action: Action) -> int:
        """The child an action leads to."""
        for child in self.children(node):
            if self.action(int(child)) == action:
                return int(child)
        listed = ", ".join(map(str, self.actions(node)))
        raise IllegalAction(f"no action '{action}' here: expected one of {listed}")

    def count(self, kind: NodeKind, street: int) -> int:
        """How many nodes of a kind one board of a street has."""
        return int(np.sum((self.kind == kind) & (self.street == street)))


def build_tree(config: TreeConfig) -> BettingTree:
    """Every line of the spot."""
    plan = _plan(config)
    size = count_table(plan, MOST_NODES)
    if size.endless:
        raise BadConfig(
            f"these bet sizes never get all-in: {MOST_RAISES} bets and raises on one street leave "
            f"{size.endless} chips to raise, so use larger sizes or 'a'"
        )
    if size.nodes + size.deals > MOST_NODES:
        raise BadConfig(f"these bet sizes make a betting tree of more than {MOST_NODES:,} nodes: use fewer sizes")
    return _view(config, grow_table(plan, size, chips=True))


def _plan(config: TreeConfig) -> GrowthPlan:
    """Seat 0 is out of position, seat 1 has the button; the tree counts streets from the flop, the table does not."""
    root = spot(_RULES, (config.stack,) * 2, config.pot, config.first_street + FIRST_STREET, IP)
    menus = [_menu(config, player, donk) for donk in (False, True) for player in (OOP, IP)]
    limits = Limits(every_street(MOST_RAISES), must_end=True)
    thresholds = (config.force_allin_threshold, config.add_allin_threshold, config.merging_threshold)
    return plan_growth(_RULES, root, menus, ((OOP, OOP, 2), (IP, IP, 3)), limits, thresholds, played=config.played)


def _menu(config: TreeConfig, player: int, donk: bool) -> list[Levels]:
    """A player's sizes by street: the first bet, then raises."""
    menu: list[Levels] = [((), ())] * (FIRST_STREET + config.first_street)
    for street in config.sizes:
        own = street[player]
        menu.append((own.donk if donk and own.donk is not None else own.bets, own.raises))
    return menu


def _view(config: TreeConfig, table: BettingTable) -> BettingTree:
    """The table depth first, a dealt card being a node of its own."""
    order = depth_first(table.nodes, chance=True)
    place = order.place
    kind = np.full(len(order), NodeKind.CHANCE, np.int8)
    kind[place] = _kinds(table)
    actor = np.full(len(order), -1, np.int8)
    actor[place] = _actors(table)
    action, amount = np.full(len(order), _NO_ACTION, np.int8), np.zeros(len(order), np.int64)
    came = place - order.dealt  # the node that an action leads to: the card, if one is dealt
    action[came], amount[came] = _actions(table), np.maximum(table.action, 0)
    matched = np.zeros(len(order), np.int64)
    matched[place] = (table.chips.pot - config.pot - table.chips.owed) // 2
    street = np.zeros(len(order), np.int8)
    street[place] = table.nodes[:, NODE_STREET] - FIRST_STREET
    for steps in range(1, STREETS - FIRST_STREET):  # cards dealt before a node have its pot, each on the street before
        cards = place[order.dealt >= steps] - steps
        matched[cards], street[cards] = matched[cards + 1], street[cards + 1] - 1
    return BettingTree(
        config,
        kind,
        actor,
        street,
        order.parent.astype(np.int32),
        order.first_child.astype(np.int32),
        order.child_count.astype(np.int16),
        action,
        amount,
        matched,
        matched == config.stack,
        order.children.astype(np.int32),
    )


def _kinds(table: BettingTable) -> Ints:
    actor = table.nodes[:, NODE_ACTOR]
    ends = np.where(actor == FOLDED_OUT, int(NodeKind.FOLD), int(NodeKind.SHOWDOWN))
    return np.where(actor >= 0, int(NodeKind.DECISION), ends)


def _actors(table: BettingTable) -> Ints:
    """Who decides, or who folded: the last to act."""
    actor, parent = table.nodes[:, NODE_ACTOR], table.nodes[:, NODE_PARENT]
    return np.where(actor == FOLDED_OUT, actor[np.maximum(parent, 0)], np.maximum(actor, NOBODY))


def _actions(table: BettingTable) -> Ints:
    """What leads to each node: the place of its kind in `_KINDS`."""
    fold, check, call, bet, raised, all_in = range(len(_KINDS))
    parent, action = np.maximum(table.nodes[:, NODE_PARENT], 0), table.action
    owed = table.chips.owed[parent] > 0
    sized = np.where(table.chips.all_in[parent] == action, all_in, np.where(owed, raised, bet))
    plain = np.where(action == FOLD, fold, np.where(owed, call, check))
    found = np.where(action > CALL, sized, plain)
    found[0] = _NO_ACTION
    return found
