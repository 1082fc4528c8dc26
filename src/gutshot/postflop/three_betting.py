"""The betting of one street as arrays that drive three players' passes: the same for every board of the street.

A street is entered by lines: the ways to bet up to it. Lines are worked on in parts, some at a time. Of every part each
player has a plan of his reach (a row for where each line enters and one after each of his actions; other players'
actions leave his reach alone) and a view of his values: rows for his own decisions, for sums over what others do, and
for ends. The ends of a part are settled sixteen at a time: a tile of ends of the same kind, as far as there are.

Chips count when they are put in. The player's action charges its price against the weight of all hands he may meet, and
an end pays what it pays out. So a fold is worth nothing, whatever the others then do: the player's view of a line stops
there, and only decisions with a price need the weight of all hands, not every end.

Ends after one decision of an opponent (he folds, or calls) share the third player's weights and are settled as one
product of `three_showdown`; shares of pots that do not fit one product take a second.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from gutshot.games.betting import FOLD
from gutshot.numeric.arrays import Floats, Ints, Reals
from gutshot.postflop.simd import LANES
from gutshot.postflop.three_spot import SEATS
from gutshot.postflop.three_tree import ThreeTree, shares_at
from gutshot.trees.betting_tree import RIVER

NOTHING = 0
"""The row of values that stays zero: what a fold is worth."""
NO_ROW = -1
PART_DECISIONS = 256
"""A part takes in lines until it has so many: enough ends to fill tiles, little enough to stay in the second cache."""
SIDES = 4
"""Of a tile: weights of the next player that count throughout and that rise, and the third player's."""


class ReachPlan(NamedTuple):
    """Where one player's reach is: rows of a part, the first of them where its lines enter."""

    first: Ints  # [P + 1] the player's decisions by part
    came: Ints  # [N] row of his reach at a decision
    left: Ints  # [N] row after his first action; the others follow
    slot: Ints  # [N] the first action's row in his tables
    actions: Ints  # [N]
    rows: int  # the most of any part


class ValueView(NamedTuple):
    """One player's values on a street, part by part; nodes come after those they belong to."""

    first: Ints  # [P + 1] nodes by part
    own: Ints  # [N] 1 at the player's own decisions, 0 where values are added up
    slot: Ints  # [N]
    row: Ints  # [N] where the value goes
    edge: Ints  # [N + 1] entries of `child`
    child: Ints  # [E] the row of the value after an action
    price: Floats  # [E] chips the action puts in
    weight: Ints  # [N] the row with the weight of all hands one may meet, or NO_ROW
    root: Ints  # [L] the row of each line's value, or NO_ROW where the player has folded before
    handed: Ints  # [lines of the next street] where their values go, or NO_ROW
    rows: int  # the most of any part, and one more for lanes that no end fills
    tile_first: Ints  # [P + 1] tiles of ends by part
    tile_out: Ints  # [LANES * T] the row of each end
    layer_first: Ints  # [SIDES * T + 1] entries of the next arrays: what is added up to each of a tile's weights
    layer_row: Ints  # [LANES * layers] rows of reach
    layer_factor: Floats  # [LANES * layers]

    def children_of(self, row: int, part: int) -> Ints:
        """The rows of the actions' values at the player's own decision with this row."""
        nodes = np.arange(self.first[part], self.first[part + 1])
        node = int(nodes[(self.row[nodes] == row) & (self.own[nodes] == 1)][0])
        return self.child[self.edge[node] : self.edge[node + 1]]


@dataclass(frozen=True)
class ThreeStreet:
    """A street's plans and views, and the way from nodes of the tree to rows of the tables."""

    street: int
    lines: Ints  # [L] the node of the tree at which each line enters
    parts: Ints  # [P + 1] lines by part
    entry: Ints  # [L, 3] rows of the players' reach on the street before, where the line leaves it
    slots: tuple[int, ...]  # actions of each player
    slot_of: dict[int, int]  # of each decision
    row_of: dict[int, tuple[int, int, int]]  # of each node the players' rows of reach, within its part
    line_of: dict[int, int]
    reach: tuple[ReachPlan, ...]
    views: tuple[ValueView, ...]
    value_row: tuple[dict[int, int], ...]  # of each decision, by player; those he has left are not there

    @property
    def nbytes(self) -> int:
        """What the index arrays take."""
        arrays = [item for part in (*self.reach, *self.views) for item in part if isinstance(item, np.ndarray)]
        return sum(item.nbytes for item in arrays)

    def part_of(self, line: int) -> int:
        """The part a line is in."""
        return int(np.searchsorted(self.parts, line, side="right")) - 1


def build_streets(tree: ThreeTree) -> list[ThreeStreet]:
    """The spot's own street and those after it."""
    streets: list[ThreeStreet] = []
    lines, entry = [0], [(0, 0, 0)]
    for street in range(tree.spot.first_street, RIVER + 1):
        made = _StreetMaker(tree, street, lines)
        streets.append(made.finish(entry))
        lines, entry = made.after, [made.row_of[node] for node in made.after]
    return streets


class _StreetMaker:
    """Walks the lines of a street once for the players' reach, then once for each player's values."""

    def __init__(self, tree: ThreeTree, street: int, lines: list[int]) -> None:
        self.tree, self.street, self.lines = tree, street, lines
        self.row_of: dict[int, tuple[int, int, int]] = {}
        self.line_of: dict[int, int] = {}
        self.slot_of: dict[int, int] = {}
        self.after: list[int] = []
        self.used = [0] * SEATS
        self.parts = _parts_of(tree, street, lines)
        self._plans = [_PlanMaker() for _ in range(SEATS)]
        for begin, end in pairwise(self.parts):
            self._enter(begin, end)

    def _enter(self, begin: int, end: int) -> None:
        """All nodes of a part, the first action's below before the second's."""
        rows = [end - begin] * SEATS
        for line in range(begin, end):
            place, waiting = line - begin, [self.lines[line]]
            self.row_of[waiting[0]] = (place, place, place)
            while waiting:
                node = waiting.pop()
                self.line_of[node] = line
                if self.tree.street(node) > self.street:
                    self.after.append(node)
                elif self.tree.is_decision(node):
                    self._decide(node, rows)
                    waiting += reversed(self.tree.children(node))
        for plan, count in zip(self._plans, rows, strict=True):
            plan.end_part(count)

    def _decide(self, node: int, rows: list[int]) -> None:
        player, children, came = self.tree.actor(node), self.tree.children(node), self.row_of[node]
        self.slot_of[node] = self.used[player]
        self._plans[player].add(came[player], rows[player], self.used[player], len(children))
        for place, child in enumerate(children):
            own = rows[player] + place
            self.row_of[child] = (*came[:player], own, *came[player + 1 :])  # type: ignore[assignment]
        rows[player] += len(children)
        self.used[player] += len(children)

    def finish(self, entry: Sequence[tuple[int, ...]]) -> ThreeStreet:
        makers = [_ViewMaker(self, player) for player in range(SEATS)]
        return ThreeStreet(
            self.street,
            np.array(self.lines, np.int64),
            np.array(self.parts, np.int64),
            np.array(entry, np.int64).reshape(-1, SEATS),
            tuple(self.used),
            self.slot_of,
            self.row_of,
            self.line_of,
            tuple(plan.finish() for plan in self._plans),
            tuple(maker.finish() for maker in makers),
            tuple(maker.value_row for maker in makers),
        )


def _parts_of(tree: ThreeTree, street: int, lines: list[int]) -> list[int]:
    """Cuts of the lines into parts; before the river there is one, because its rivers need all of its reach."""
    if street < RIVER:
        return [0, len(lines)]
    cuts, decisions = [0], 0
    for line, root in enumerate(lines):
        waiting = [root]
        while waiting:
            node = waiting.pop()
            if tree.is_decision(node) and tree.street(node) == street:
                decisions += 1
                waiting += tree.children(node)
        if decisions >= PART_DECISIONS:
            cuts.append(line + 1)
            decisions = 0
    return cuts if cuts[-1] == len(lines) else [*cuts, len(lines)]


class _PlanMaker:
    def __init__(self) -> None:
        self._found: list[tuple[int, int, int, int]] = []
        self._first, self._rows = [0], 1

    def add(self, came: int, left: int, slot: int, actions: int) -> None:
        self._found.append((came, left, slot, actions))

    def end_part(self, rows: int) -> None:
        self._first.append(len(self._found))
        self._rows = max(self._rows, rows)

    def finish(self) -> ReachPlan:
        table = np.array(self._found, np.int64).reshape(-1, 4).T
        came, left, slot, actions = (np.ascontiguousarray(row) for row in table)
        return ReachPlan(np.array(self._first, np.int64), came, left, slot, actions, self._rows)


@dataclass
class _Settlement:
    """A product to settle: the next player's terms and the third's, each a row with fixed and rising parts."""

    terms: tuple[list[tuple[int, float, float]], list[tuple[int, float, float]]]
    out: int

    def layers(self) -> list[list[tuple[int, float]]]:
        """Rows and factors of each of the SIDES."""
        return [[(term[0], term[k]) for term in side if term[k]] for side in self.terms for k in (1, 2)]

    @property
    def kind(self) -> tuple[bool, ...]:
        """Which sides there are, those of rising weights first."""
        sides = [bool(layer) for layer in self.layers()]
        return sides[1], sides[3], sides[0], sides[2]


@dataclass
class _Edge:
    row: int
    price: float = 0.0


@dataclass
class _Node:
    own: int
    slot: int
    row: int
    edges: list[_Edge] = field(default_factory=list)
    weight: int = NO_ROW


class _ViewMaker:
    """One player's view of all lines of a street."""

    def __init__(self, street: _StreetMaker, player: int) -> None:
        self.street, self.tree, self.player = street, street.tree, player
        self.first, self.third = (player + 1) % SEATS, (player + 2) % SEATS
        self.value_row: dict[int, int] = {}
        self._nodes: list[_Node] = []
        self._ends: list[_Settlement] = []
        self._node_first, self._roots = [0], list[int]()
        self._tiles = _TileMaker()
        self._handed = np.full(len(street.after), NO_ROW, np.int64)
        self._place_after = {node: place for place, node in enumerate(street.after)}
        self._rows, self._most = 1, 1
        for begin, end in pairwise(street.parts):
            self._enter(street.lines[begin:end])

    def _enter(self, roots: list[int]) -> None:
        self._rows, self._ends = 1, []
        for root in roots:
            live = self.tree.live[root] >> self.player & 1
            self._roots.append(self._value(root) if live else NO_ROW)
        self._node_first.append(len(self._nodes))
        self._tiles.add_part(self._ends, self._new_row())
        self._most = max(self._most, self._rows)

    def _new_row(self) -> int:
        self._rows += 1
        return self._rows - 1

    def _value(self, node: int) -> int:
        """The row of a node's value in a line that the player is still in."""
        tree = self.tree
        if not tree.is_decision(node) and tree.street(node) == self.street.street:
            return self._one_row(self._settle([node], self.first))
        row = self._new_row()
        if tree.street(node) > self.street.street:
            self._handed[self._place_after[node]] = row
            return row
        if tree.actor(node) == self.player:
            self._decide(node, row)
        else:
            self._add_up(node, row)
        self.value_row[node] = row
        return row

    def _one_row(self, rows: list[int]) -> int:
        if len(rows) == 1:
            return rows[0]
        total = _Node(0, 0, self._new_row())
        self._nodes.append(total)
        total.edges = [_Edge(row) for row in rows]
        return total.row

    def _add_up(self, node: int, row: int) -> None:
        """Where another player acts: his ends together, and what goes on."""
        added = _Node(0, 0, row)
        self._nodes.append(added)
        ends = [child for child in self.tree.children(node) if self._ends_here(child)]
        if ends:
            added.edges += [_Edge(end) for end in self._settle(ends, self.tree.actor(node))]
        added.edges += [_Edge(self._value(child)) for child in self.tree.children(node) if child not in ends]

    def _ends_here(self, node: int) -> bool:
        return not self.tree.is_decision(node) and self.tree.street(node) == self.street.street

    def _decide(self, node: int, row: int) -> None:
        """The player's own decision; a price is charged against the weight of all hands, found once."""
        own = _Node(1, self.street.slot_of[node], row)
        self._nodes.append(own)
        charged = False
        for child in self.tree.children(node):
            if self.tree.action_number(child) == FOLD:
                own.edges.append(_Edge(NOTHING))
                continue
            price = float(self.tree.paid[child, self.player] - self.tree.paid[node, self.player])
            own.edges.append(_Edge(self._value(child), price))
            charged = charged or price > 0
        if charged:
            own.weight = self._weight_at(node)

    def _weight_at(self, node: int) -> int:
        """A row with the weight of all hands the player may meet."""
        rows, row = self.street.row_of[node], self._new_row()
        self._ends.append(_Settlement(([(rows[self.first], 1.0, 0.0)], [(rows[self.third], 1.0, 0.0)]), row))
        return row

    def _settle(self, nodes: list[int], actor: int) -> list[int]:
        """Ends that differ by what one opponent has done last: a product for each way the other's weights count."""
        turned = actor == self.third
        other = self.first if turned else self.third
        found: list[tuple[Reals, list[tuple[int, float, float]]]] = []
        for node in nodes:
            shares = shares_at(self.tree, node, self.player)
            for kind, ways in enumerate(shares.T if turned else shares):
                if ways.any():
                    _sort_in(found, ways, self.street.row_of[node][self.third if turned else self.first], kind)
        rows = []
        for ways, terms in found:
            own = [(self.street.row_of[nodes[0]][other], float(ways[0]), float(ways[1]))]
            rows.append(self._new_row())
            self._ends.append(_Settlement((own, terms) if turned else (terms, own), rows[-1]))
        return rows

    def finish(self) -> ValueView:
        edges = [edge for node in self._nodes for edge in node.edges]
        return ValueView(
            _ints(self._node_first),
            _ints([node.own for node in self._nodes]),
            _ints([node.slot for node in self._nodes]),
            _ints([node.row for node in self._nodes]),
            _ints(np.cumsum([0, *(len(node.edges) for node in self._nodes)])),
            _ints([edge.row for edge in edges]),
            _floats([edge.price for edge in edges]),
            _ints([node.weight for node in self._nodes]),
            _ints(self._roots),
            self._handed,
            self._most,
            *self._tiles.finish(),
        )


class _TileMaker:
    """Sixteen ends of a part to a tile, like with like."""

    def __init__(self) -> None:
        self._first, self._out = [0], list[int]()
        self._layer_first, self._row, self._factor = [0], list[int](), list[float]()

    def add_part(self, ends: list[_Settlement], spare: int) -> None:
        """The ends of one part; lanes without an end go to the `spare` row."""
        ends = sorted(ends, key=lambda end: end.kind)
        for begin in range(0, len(ends), LANES):
            self._add_tile(ends[begin : begin + LANES], spare)
        self._first.append(len(self._out) // LANES)

    def _add_tile(self, ends: list[_Settlement], spare: int) -> None:
        self._out += [end.out for end in ends] + [spare] * (LANES - len(ends))
        found = [end.layers() for end in ends]
        for side in range(SIDES):
            own = [layers[side] for layers in found]
            for depth in range(max(map(len, own))):
                lanes = [layers[depth] if depth < len(layers) else (0, 0.0) for layers in own]
                lanes += [(0, 0.0)] * (LANES - len(lanes))
                self._row += [row for row, _ in lanes]
                self._factor += [factor for _, factor in lanes]
            self._layer_first.append(len(self._row) // LANES)

    def finish(self) -> tuple[Ints, Ints, Ints, Ints, Floats]:
        """The arrays of a view."""
        numbers = (self._first, self._out, self._layer_first, self._row)
        first, out, layer_first, row = (_ints(own) for own in numbers)
        return first, out, layer_first, row, _floats(self._factor)


def _sort_in(found: list[tuple[Reals, list[tuple[int, float, float]]]], ways: Reals, row: int, kind: int) -> None:
    """Add a term to those whose other side counts the same way up to a factor."""
    factor = float(ways.sum())
    fitting = next((own for known, own in found if known[0] * ways[1] == known[1] * ways[0]), None)
    if fitting is None:
        fitting = list[tuple[int, float, float]]()
        found.append((ways / factor, fitting))
    fitting.append((row, factor if kind == 0 else 0.0, factor if kind == 1 else 0.0))


def _ints(numbers: Any) -> Ints:
    return np.array(numbers, np.int64)


def _floats(numbers: Any) -> Floats:
    return np.array(numbers, np.float32)
