"""The public betting tree of 2 to 6 seats as flat arrays: every line that the abstraction knows, exactly once.

Seats count from the button: 0 is the button (and small blind heads-up), 1 the next to its left. An infoset is a node
and a bucket of its street, so keys are exact and remember the whole betting; infoset-actions ("slots") of a node lie
side by side, bucket after bucket.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.config import LIMPS, GameConfig, Levels
from gutshot.blueprint.grow import (
    LIMITS_SIZE,
    MAX_RAISES,
    MOST_ACTIONS,
    NO_SIZE,
    NODE_ACTOR,
    NODE_CHILD,
    NODE_PARENT,
    NODE_SIZE,
    NODE_SLOT,
    NODE_STREET,
    NODE_WIDTH,
    STREETS,
    TOTAL_DECISIONS,
    TOTAL_ENDS,
    TOTAL_INFOSETS,
    TOTAL_NODES,
    TOTAL_SLOTS,
    TOTALS_SIZE,
    Ints,
    Reals,
    grow,
)
from gutshot.cards.card import Card
from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.actions import Action, name_action
from gutshot.games.betting import FOLD
from gutshot.games.lines import Act, Deal, format_line, parse_line, pick, require_seat
from gutshot.games.poker import start
from gutshot.games.row import BETTING, CARDS, PHASE, SIZE, Row, blank
from gutshot.games.rules import holdem
from gutshot.games.seats import forced_bets, position_names
from gutshot.games.setup import Setup
from gutshot.numeric.memory import free_memory

Line: TypeAlias = tuple[int, ...]  # FOLD, CALL (or check), or the amount raised to

MOST_NODES = 50_000_000
BOARD_CARDS = (0, 3, 4, 5)
BYTES_PER_SLOT = 8  # a regret and a cumulative strategy, float32 both
_BYTES_PER_NODE = 8 * NODE_SIZE + 4
_DEPTH = 200


@dataclass(frozen=True)
class TreeSize:
    """What a tree comes to, counted by a dry walk."""

    nodes: int
    decisions: tuple[int, ...]  # by street
    terminals: int
    infosets: int
    slots: int
    whole: bool  # False: counting stopped at MOST_NODES

    @property
    def bytes_needed(self) -> int:
        """Tables and tree while training."""
        return self.slots * BYTES_PER_SLOT + self.nodes * _BYTES_PER_NODE

    def __str__(self) -> str:
        more = "" if self.whole else "more than "
        return (
            f"{more}{self.nodes:,} nodes, {self.infosets:,} infosets, {self.slots:,} infoset-actions, "
            f"{self.bytes_needed / 1e9:.2f} GB"
        )


@dataclass(frozen=True, eq=False)
class PublicTree:
    """Flat arrays over nodes; see `grow` for the columns of `nodes`."""

    seats: int
    buckets: tuple[int, ...]  # per street
    nodes: NDArray[np.int64]
    action: NDArray[np.int32]  # the action that leads to a node
    paid: NDArray[np.int32] = field(repr=False)  # [terminals, seats]
    live: NDArray[np.int32] = field(repr=False)
    infosets: int = 0
    slots: int = 0
    big_blind: int = 100

    def __len__(self) -> int:
        return len(self.nodes)

    def is_decision(self, node: int) -> bool:
        return bool(self.nodes[node, NODE_ACTOR] >= 0)

    def actor(self, node: int) -> int:
        """The seat to act, counted from the button; negative at the end of a hand."""
        return int(self.nodes[node, NODE_ACTOR])

    def street(self, node: int) -> int:
        return int(self.nodes[node, NODE_STREET])

    def parent(self, node: int) -> int:
        return int(self.nodes[node, NODE_PARENT])

    def width(self, node: int) -> int:
        """How many actions a decision has."""
        return int(self.nodes[node, NODE_WIDTH])

    def slot(self, node: int, bucket: int) -> int:
        """The first infoset-action of a node and bucket."""
        return int(self.nodes[node, NODE_SLOT] + bucket * self.nodes[node, NODE_WIDTH])

    def children(self, node: int) -> range:
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
            if isinstance(step, Act):
                node = self.children(node)[self.pick(node, step, line)]
        return node

    def pick(self, node: int, step: Act, line: str) -> int:
        """Which action of a node a line asks for."""
        offered = self.offered(node)
        if offered:
            require_seat(step, self.positions[self.actor(node)], line)
        return pick(step, offered, line)

    def offered(self, node: int) -> tuple[Action, ...]:
        """The actions of a decision by their names."""
        return tuple(self.named(node, number) for number in self.actions(node))

    def named(self, node: int, number: int) -> Action:
        """An action at a node: `check`, `call`, `bet 250`, `raise 700`."""
        return name_action(number, self._is_bet_into(node), FOLD in self.actions(node), 0)

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
        steps: list[Action | Deal] = []
        while node > 0:
            above = self.parent(node)
            for street in range(self.street(node), self.street(above), -1) if self.is_decision(node) else ():
                steps.append(Deal(tuple(board[BOARD_CARDS[street - 1] : BOARD_CARDS[street]])))
            steps.append(self.named(above, int(self.action[node])))
            node = above
        return format_line(reversed(steps))

    @cached_property
    def positions(self) -> tuple[str, ...]:
        """Names of the seats."""
        return position_names(self.seats)


@dataclass(frozen=True)
class _Plan:
    """What `grow` takes, ready."""

    rules: Row
    root: Row
    limits: Ints
    kinds: Ints
    values: Reals
    counts: Ints
    force: float
    buckets: Ints


class _Arrays(NamedTuple):
    """What `grow` writes."""

    nodes: NDArray[np.int64]
    action: NDArray[np.int32]
    paid: NDArray[np.int32]
    live: NDArray[np.int32]

    @classmethod
    def of(cls, nodes: int, terminals: int, seats: int) -> "_Arrays":
        table, flat = np.zeros((nodes, NODE_SIZE), np.int64), np.zeros(nodes, np.int32)
        return cls(table, flat, np.zeros((terminals, seats), np.int32), np.zeros(terminals, np.int32))


def measure(game: GameConfig, buckets: Sequence[int]) -> TreeSize:
    """Count the tree without building it."""
    return _size(_grow(_plan(game, buckets), _Arrays.of(0, 0, 1)))


def build(game: GameConfig, buckets: Sequence[int], memory: float = 0.0) -> PublicTree:
    """The whole tree. `memory` is the most bytes that tree and tables may take, by default of what is free."""
    plan = _plan(game, buckets)
    size = _size(_grow(plan, _Arrays.of(0, 0, 1)))
    require_room(size, memory)
    arrays = _Arrays.of(size.nodes, size.terminals, game.num_players)
    _grow(plan, arrays)
    return _tree(game, buckets, arrays, size)


def regrow(game: GameConfig, buckets: Sequence[int], nodes: int) -> PublicTree:
    """The tree of a bundle, which says how many nodes it has: grown without counting first, if that is right."""
    plan, arrays = _plan(game, buckets), _Arrays.of(nodes, nodes, game.num_players)
    size = _size(_grow(plan, arrays, nodes))
    if not nodes or size.nodes != nodes:
        return build(game, buckets)
    return _tree(game, buckets, arrays, size)


def _tree(game: GameConfig, buckets: Sequence[int], arrays: _Arrays, size: TreeSize) -> PublicTree:
    kept, ends = tuple(int(count) for count in buckets), size.terminals
    paid, live = arrays.paid[:ends], arrays.live[:ends]
    facts = size.infosets, size.slots, game.blinds[1]
    return PublicTree(game.num_players, kept, arrays.nodes, arrays.action, paid, live, *facts)


def require_room(size: TreeSize, memory: float = 0.0) -> None:
    """BadConfig with the figure if tree and tables cannot fit."""
    room = memory or 0.75 * free_memory()
    if not size.whole or size.bytes_needed > room:
        raise BadConfig(
            f"this game has {size}, but {room / 1e9:.2f} GB may be used: "
            "use fewer sizes or buckets, or lower max_flop_players or max_raises_per_street"
        )


def _size(totals: Ints) -> TreeSize:
    nodes = int(totals[TOTAL_NODES])
    decisions = tuple(int(count) for count in totals[TOTAL_DECISIONS : TOTAL_DECISIONS + STREETS])
    ends, infosets, slots = (int(totals[k]) for k in (TOTAL_ENDS, TOTAL_INFOSETS, TOTAL_SLOTS))
    return TreeSize(nodes, decisions, ends, infosets, slots, nodes <= MOST_NODES)


def _grow(plan: _Plan, arrays: _Arrays, most: int = MOST_NODES) -> Ints:
    """Walk the plan into arrays, or with room for nothing only count; stop beyond `most` nodes."""
    totals = np.zeros(TOTALS_SIZE, np.int64)
    rows, frames = np.zeros((_DEPTH, SIZE), np.int64), np.zeros((_DEPTH, 5), np.int64)
    found = np.zeros((_DEPTH, MOST_ACTIONS), np.int64)
    how = (plan.rules, plan.root, plan.limits, plan.kinds, plan.values, plan.counts, plan.force, plan.buckets)
    grow(*how, most, rows, frames, found, *arrays, totals)
    return totals


def _plan(game: GameConfig, buckets: Sequence[int]) -> _Plan:
    rules, root = root_row(game)
    limits = np.zeros(LIMITS_SIZE, np.int64)
    limits[:3] = game.max_flop_players, LIMPS.index(game.limps), game.max_cold_call_raises
    limits[3:MAX_RAISES] = game.max_limpers, game.max_raises_after_limp
    limits[MAX_RAISES:] = game.raise_caps()
    kinds, values, counts = _pack((game.levels(), game.multiway_levels()))
    return _Plan(rules, root, limits, kinds, values, counts, game.force_allin_threshold, np.array(buckets, np.int64))


def root_row(game: GameConfig) -> tuple[Row, Row]:
    """Packed rules and the first decision of a hand, betting only, with the button at seat 0."""
    rules = holdem(game.blinds[1])
    blinds = forced_bets(game.blinds, game.num_players, 0)
    row = blank()
    Setup(rules, game.stacks, 0, blinds, (game.ante,) * game.num_players, 0).fill(row)
    row[CARDS] = 0
    start(rules.packed, row)
    if row[PHASE] != BETTING:
        raise BadConfig(f"nobody has a decision with stacks {list(game.stacks)} and blinds {list(game.blinds)}")
    return rules.packed, row


def _pack(tables: Sequence[Sequence[Levels]]) -> tuple[Ints, Reals, Ints]:
    """[crowd, street, level, place] kinds, values and counts of sizes; shorter lists of levels repeat their last."""
    levels = max(len(street) for table in tables for street in table)
    places = max((len(level) for table in tables for street in table for level in street), default=0) + 1
    if places - 1 + 2 > MOST_ACTIONS:
        raise BadConfig(f"{places - 1} sizes at one decision: at most {MOST_ACTIONS - 2}")
    kinds = np.full((len(tables), STREETS, levels, places), NO_SIZE, np.int64)
    values, counts = np.zeros(kinds.shape), np.zeros(kinds.shape, np.int64)
    for crowd, table in enumerate(tables):
        for street, own in enumerate(table):
            for level in range(levels):
                for place, size in enumerate(own[min(level, len(own) - 1)]):
                    at = crowd, street, level, place
                    kinds[at], values[at], counts[at] = size.kind, size.value, size.count
    return kinds, values, counts
