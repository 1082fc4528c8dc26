"""The public betting tree of 2 to 6 seats as flat arrays: every line that the abstraction knows, exactly once.

Seats count from the button: 0 is the button (and small blind heads-up), 1 the next to its left. An infoset is a node
and a bucket of its street, so keys are exact and remember the whole betting; infoset-actions ("slots") of a node lie
side by side, bucket after bucket.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from gutshot.blueprint.config import LIMPS, GameConfig
from gutshot.cards.card import Card
from gutshot.errors import BadConfig, IllegalAction, MalformedInput
from gutshot.games.actions import Action, name_action
from gutshot.games.betting import FOLD
from gutshot.games.lines import ActionStep, DealStep, format_line, parse_line, pick, require_seat
from gutshot.games.row import BETTING, PHASE, Row
from gutshot.games.rules import holdem
from gutshot.games.seats import position_names
from gutshot.numeric.arrays import Bools, Ints, Ints32
from gutshot.numeric.memory import free_memory
from gutshot.trees.grow import EVERYWHERE, TableCounts, count_table, grow_into, grow_table
from gutshot.trees.plan import NO_MENU, GrowthPlan, Limits, first_decision, plan_growth
from gutshot.trees.table import (
    NODE_ACTOR,
    NODE_CHILD,
    NODE_PARENT,
    NODE_SIZE,
    NODE_SLOT,
    NODE_STREET,
    NODE_WIDTH,
    UNOPENED,
    BettingTable,
    Chips,
)

Line: TypeAlias = tuple[int, ...]  # FOLD, CALL (or check), or the amount raised to

MOST_NODES = 50_000_000
MOST_ACTIONS = 8
BOARD_CARDS = (0, 3, 4, 5)
BYTES_PER_SLOT = 8  # a regret and a cumulative strategy, float32 both
_BYTES_PER_NODE = 8 * NODE_SIZE + 4
_FIRST_COUNT = 250_000


@dataclass(frozen=True)
class TreeSize:
    """What a tree comes to, counted by a dry walk."""

    nodes: int
    decisions: tuple[int, ...]  # by street
    terminals: int
    infosets: int
    slots: int
    whole: bool  # False: counting stopped before the end
    seats: int

    @property
    def bytes_needed(self) -> int:
        """Tables and tree while training."""
        ends = 4 * self.terminals * (self.seats + 1)
        return self.slots * BYTES_PER_SLOT + self.nodes * _BYTES_PER_NODE + ends

    def __str__(self) -> str:
        more = "" if self.whole else "more than "
        return (
            f"{more}{self.nodes:,} nodes, {self.infosets:,} infosets, {self.slots:,} infoset-actions, "
            f"{self.bytes_needed / 1e9:.2f} GB"
        )


@dataclass(frozen=True, eq=False)
class PublicTree:
    """The one betting table (`trees.table`) with the button at seat 0, and how many buckets have strategies in it."""

    seats: int
    buckets: tuple[int, ...]  # per street
    table: BettingTable
    infosets: int = 0
    slots: int = 0
    big_blind: int = 100

    @property
    def nodes(self) -> Ints:
        """The node table."""
        return self.table.nodes

    @property
    def action(self) -> Ints32:
        """The action that leads to a node."""
        return self.table.action

    @property
    def chips(self) -> Chips:
        """Pots, bets and players at every node; only in trees that were asked for them."""
        return self.table.chips

    def __len__(self) -> int:
        return len(self.nodes)

    def is_decision(self, node: int) -> bool:
        """Whether somebody acts there."""
        return bool(self.nodes[node, NODE_ACTOR] >= 0)

    def actor(self, node: int) -> int:
        """The seat to act, counted from the button; negative at the end of a hand."""
        return int(self.nodes[node, NODE_ACTOR])

    def street(self, node: int) -> int:
        """0 before the flop to 3."""
        return int(self.nodes[node, NODE_STREET])

    def parent(self, node: int) -> int:
        """The node before it."""
        return int(self.nodes[node, NODE_PARENT])

    def width(self, node: int) -> int:
        """How many actions a decision has."""
        return int(self.nodes[node, NODE_WIDTH])

    def slot(self, node: int, bucket: int) -> int:
        """The first infoset-action of a node and bucket."""
        return int(self.nodes[node, NODE_SLOT] + bucket * self.nodes[node, NODE_WIDTH])

    def children(self, node: int) -> range:
        """Nodes after each action."""
        first = int(self.nodes[node, NODE_CHILD])
        return range(first, first + self.width(node)) if self.is_decision(node) else range(0)

    def actions(self, node: int) -> tuple[int, ...]:
        """What may be done at a decision: FOLD, CALL (or check), amounts raised to, increasing."""
        return tuple(int(self.action[child]) for child in self.children(node))

    def child(self, node: int, action: int) -> int | None:
        """Where an action leads; None if the tree does not have it."""
        return next((child for child in self.children(node) if self.action[child] == action), None)

    def line(self, node: int) -> Line:
        """The actions from the root to a node."""
        found: list[int] = []
        while node > 0:
            found.append(int(self.action[node]))
            node = self.parent(node)
        return tuple(reversed(found))

    def find(self, line: Sequence[int]) -> int:
        """The node of a line in numbers; IllegalAction if the tree does not have it."""
        node = 0
        for number in line:
            after = self.child(node, number)
            if after is None:
                raise IllegalAction(f"no '{self.named(node, number)}' after {self.text(node)!r}: {self._offer(node)}")
            node = after
        return node

    def _offer(self, node: int) -> str:
        return f"expected {', '.join(map(str, self.offered(node))) or 'nothing: the hand is over'}"

    def follow(self, line: str) -> int:
        """The node of a line as `games.lines` writes it; its cards do not matter."""
        node = 0
        for step in parse_line(line, self.big_blind):
            if isinstance(step, ActionStep):
                node = self.children(node)[self.pick(node, step, line)]
        return node

    def pick(self, node: int, step: ActionStep, line: str) -> int:
        """Which action of a node a line asks for."""
        offered = self.offered(node)
        if offered:
            require_seat(step, self.positions[self.actor(node)], line)
        return pick(step, offered, line)

    def offered(self, node: int) -> tuple[Action, ...]:
        """The actions of a decision by their names."""
        return tuple(self.named(node, number) for number in self.actions(node))

    def named(self, node: int, number: int) -> Action:
        """An action at a node: `check`, `call`, `bet 250`, `raise 700`; all-ins where the tree has its chips."""
        most = int(self.chips.all_in[node]) if len(self.chips.all_in) else 0
        return name_action(number, self._is_bet_into(node), FOLD in self.actions(node), most)

    def _is_bet_into(self, node: int) -> bool:
        """Whether there is a bet to raise: a blind, or one of this street."""
        street = self.street(node)
        while street and (above := self.parent(node)) >= 0 and self.street(above) == street:
            if self.action[node] > 0:
                return True
            node = above
        return street == 0

    def text(self, node: int, board: Sequence[Card] = ()) -> str:
        """The line of a node, with the cards of a board: `raise 250,call|Td9d6h|check`."""
        steps: list[Action | DealStep] = []
        while node > 0:
            above = self.parent(node)
            for street in range(self.street(node), self.street(above), -1) if self.is_decision(node) else ():
                steps.append(DealStep(tuple(board[BOARD_CARDS[street - 1] : BOARD_CARDS[street]])))
            steps.append(self.named(above, int(self.action[node])))
            node = above
        return format_line(reversed(steps))

    @cached_property
    def positions(self) -> tuple[str, ...]:
        """Names of the seats."""
        return position_names(self.seats)


def measure(game: GameConfig, buckets: Sequence[int], enough: float = math.inf) -> TreeSize:
    """Count the tree without building it, until it is more than `enough` bytes or more than MOST_NODES."""
    plan, most = growth_plan(game, buckets), MOST_NODES if enough == math.inf else _FIRST_COUNT
    while True:
        size = _size(count_table(plan, most), game.num_players)
        if size.whole or most >= MOST_NODES or size.bytes_needed > enough:
            return size
        most = min(4 * most, MOST_NODES)


def room_of(memory: float) -> float:
    """Bytes that tree and tables may take: as given, or by default of what is free."""
    return memory or 0.75 * free_memory()


def build(game: GameConfig, buckets: Sequence[int], memory: float = 0.0) -> PublicTree:
    """The whole tree. `memory` is the most bytes that tree and tables may take, by default of what is free."""
    plan = growth_plan(game, buckets)
    size = count_table(plan, MOST_NODES)
    require_room(_size(size, game.num_players), memory)
    return _tree(game, buckets, grow_table(plan, size, chips=False), size)


def regrow(game: GameConfig, buckets: Sequence[int], nodes: int, opened: Bools = EVERYWHERE) -> PublicTree:
    """The tree of a bundle, with its chips. The bundle says how many nodes it has: if that is right they are not
    counted first. Of a tree that has grown it says which decisions are open."""
    plan = growth_plan(game, buckets)
    table = BettingTable.room(nodes, nodes, game.num_players, chips=True)
    size = grow_into(plan, table, nodes, opened)
    if len(opened) and size.nodes != nodes:
        raise MalformedInput(f"a bundle of {nodes:,} nodes of which the game has {size.nodes:,}: train it again")
    if not nodes or size.nodes != nodes:
        size = count_table(plan, MOST_NODES)
        require_room(_size(size, game.num_players))
        return _tree(game, buckets, grow_table(plan, size, chips=True), size)
    ends = size.terminals
    return _tree(game, buckets, table._replace(paid=table.paid[:ends], live=table.live[:ends]), size)


def with_chips(game: GameConfig, tree: PublicTree) -> PublicTree:
    """The same tree with pots, bets and players at every node, which training does without."""
    if len(tree.chips.pot):
        return tree
    opened = tree.nodes[:, NODE_ACTOR] != UNOPENED
    return regrow(game, tree.buckets, len(tree), EVERYWHERE if opened.all() else opened)


def _tree(game: GameConfig, buckets: Sequence[int], table: BettingTable, size: TableCounts) -> PublicTree:
    kept = tuple(int(count) for count in buckets)
    return PublicTree(game.num_players, kept, table, size.infosets, size.slots, game.blinds[1])


def _size(size: TableCounts, seats: int) -> TreeSize:
    return TreeSize(size.nodes, size.decisions, size.terminals, size.infosets, size.slots, size.whole, seats)


def require_room(size: TreeSize, memory: float = 0.0) -> None:
    """BadConfig with the figure if tree and tables cannot fit."""
    room = room_of(memory)
    if not size.whole or size.bytes_needed > room:
        raise BadConfig(
            f"this game has {size}, but {room / 1e9:.2f} GB may be used: "
            "use fewer sizes or buckets, or lower max_flop_players or max_raises_per_street"
        )


def growth_plan(game: GameConfig, buckets: Sequence[int]) -> GrowthPlan:
    """What the tree of a game is grown from."""
    menus = game.levels(), game.multiway_levels()
    most = max(len(level) for menu in menus for street in menu for level in street)
    if most + 2 > MOST_ACTIONS:
        raise BadConfig(f"{most} sizes at one decision: at most {MOST_ACTIONS - 2}")
    limits = Limits(
        np.array(game.raise_caps(), np.int64),
        LIMPS.index(game.limps),
        game.max_limpers,
        game.max_raises_after_limp,
        game.max_cold_call_raises,
        game.max_flop_players,
    )
    thresholds = (game.force_allin_threshold, 0.0, 0.0)
    _, root = root_row(game)
    which = ((0, 1, NO_MENU),) * game.num_players
    return plan_growth(holdem(game.blinds[1]), root, menus, which, limits, thresholds, buckets)


def root_row(game: GameConfig) -> tuple[Row, Row]:
    """Packed rules and the first decision of a hand, betting only, with the button at seat 0."""
    rules = holdem(game.blinds[1])
    row = first_decision(rules, game.stacks, game.blinds, game.ante, button=0)
    if row[PHASE] != BETTING:
        raise BadConfig(f"nobody has a decision with stacks {list(game.stacks)} and blinds {list(game.blinds)}")
    return rules.packed, row
