"""The betting of one street as arrays that drive three players' passes: the same for every board of the street.

A street is entered by lines: the ways to bet up to it. Of every line each player has a plan of his reach (a row for
where the line enters and one after each of his actions; other players' actions leave his reach alone) and a view of his
values: rows for his own decisions, for sums over what others do, and for ends.

Chips count when they are put in. The player's action charges its price against the weight of all hands he may meet, and
an end pays what it pays out. So a fold is worth nothing, whatever the others then do: the player's view of a line stops
there, and only decisions with a price need the weight of all hands, not every end.

Ends after one decision of an opponent (he folds, or calls) share the third player's weights and are settled as one
product of `three_showdown`; shares of pots that do not fit one product take a second.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from gutshot.games.betting import FOLD
from gutshot.numeric.arrays import Floats, Ints, Reals
from gutshot.postflop.three_spot import SEATS
from gutshot.postflop.three_tree import ThreeTree, shares_at
from gutshot.trees.betting_tree import RIVER

NOTHING = 0
"""The row of values that stays zero: what a fold is worth."""
NO_ROW = -1


class ReachPlan(NamedTuple):
    """Where one player's reach is: rows of a line, 0 where it enters."""

    first: Ints  # [L + 1] the player's decisions by line
    came: Ints  # [N] row of his reach at a decision
    left: Ints  # [N] row after his first action; the others follow
    slot: Ints  # [N] the first action's row in his tables
    actions: Ints  # [N]
    rows: int  # the most of any line


class ValueView(NamedTuple):
    """One player's values on a street, line by line; nodes come after those they are part of."""

    first: Ints  # [L + 1] nodes by line
    own: Ints  # [N] 1 at the player's own decisions, 0 where values are added up
    slot: Ints  # [N]
    row: Ints  # [N] where the value goes
    edge: Ints  # [N + 1] entries of `child`
    child: Ints  # [E] the row of the value after an action
    price: Floats  # [E] chips the action puts in
    weight: Ints  # [N] the row with the weight of all hands one may meet, or NO_ROW
    root: Ints  # [L] the row of each line's value, or NO_ROW where the player has folded before
    handed: Ints  # [lines of the next street] where their values go, or NO_ROW
    rows: int
    end_first: Ints  # [L + 1] ends by line
    end_out: Ints  # [M] the row of an end
    end_weight: Ints  # [M] the row that takes the weight of all hands after it, or NO_ROW
    end_scale: Reals  # [M] what makes that of the end's own weights
    term: Ints  # [2 * M + 1] entries of the next arrays: of the next player's weights, then of the third's
    term_row: Ints  # [T] the row of his reach
    term_fixed: Floats  # [T] how much of it counts throughout
    term_rising: Floats  # [T] and how much by its strength

    def children_of(self, row: int, line: int) -> Ints:
        """The rows of the actions' values at the player's own decision with this row."""
        nodes = np.arange(self.first[line], self.first[line + 1])
        node = int(nodes[(self.row[nodes] == row) & (self.own[nodes] == 1)][0])
        return self.child[self.edge[node] : self.edge[node + 1]]


@dataclass(frozen=True)
class ThreeStreet:
    """A street's plans and views, and the way from nodes of the tree to rows of the tables."""

    street: int
    lines: Ints  # [L] the node of the tree at which each line enters
    entry: Ints  # [L, 3] rows of the players' reach on the street before, where the line leaves it
    slots: tuple[int, ...]  # actions of each player
    slot_of: dict[int, int]  # of each decision
    row_of: dict[int, tuple[int, int, int]]  # of each node the players' rows of reach, within its line
    line_of: dict[int, int]
    reach: tuple[ReachPlan, ...]
    views: tuple[ValueView, ...]
    value_row: tuple[dict[int, int], ...]  # of each decision, by player; those he has left are not there

    @property
    def nbytes(self) -> int:
        """What the index arrays take."""
        arrays = [item for part in (*self.reach, *self.views) for item in part if isinstance(item, np.ndarray)]
        return sum(item.nbytes for item in arrays)


def build_streets(tree: ThreeTree) -> list[ThreeStreet]:
    """The spot's own street, and after a turn the river."""
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
        self._plans = [_PlanMaker() for _ in range(SEATS)]
        for line, root in enumerate(lines):
            self._enter(line, root)

    def _enter(self, line: int, root: int) -> None:
        """All nodes of a line, the first action's below before the second's."""
        rows = [1] * SEATS
        self.row_of[root], waiting = (0, 0, 0), [root]
        while waiting:
            node = waiting.pop()
            self.line_of[node] = line
            if self.tree.street(node) > self.street:
                self.after.append(node)
            elif self.tree.is_decision(node):
                self._decide(node, rows)
                waiting += reversed(self.tree.children(node))
        for plan, count in zip(self._plans, rows, strict=True):
            plan.end_line(count)

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
            np.array(entry, np.int64).reshape(-1, SEATS),
            tuple(self.used),
            self.slot_of,
            self.row_of,
            self.line_of,
            tuple(plan.finish() for plan in self._plans),
            tuple(maker.finish() for maker in makers),
            tuple(maker.value_row for maker in makers),
        )


class _PlanMaker:
    def __init__(self) -> None:
        self._found: list[tuple[int, int, int, int]] = []
        self._first, self._rows = [0], 1

    def add(self, came: int, left: int, slot: int, actions: int) -> None:
        self._found.append((came, left, slot, actions))

    def end_line(self, rows: int) -> None:
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
    weight: int = NO_ROW
    scale: float = 0.0


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
        self._node_first, self._end_first, self._roots = [0], [0], list[int]()
        self._handed = np.full(len(street.after), NO_ROW, np.int64)
        self._place_after = {node: place for place, node in enumerate(street.after)}
        self._rows, self._most = 1, 1
        for root in street.lines:
            self._enter(root)

    def _enter(self, root: int) -> None:
        self._rows = 1
        live = self.tree.live[root] >> self.player & 1
        self._roots.append(self._value(root) if live else NO_ROW)
        self._node_first.append(len(self._nodes))
        self._end_first.append(len(self._ends))
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
        """A row with the weight of all hands the player may meet: left by a showdown that counts the same two rows."""
        rows = self.street.row_of[node]
        row, wanted = self._new_row(), [(rows[self.first],), (rows[self.third],)]
        for end in self._ends[self._end_first[-1] :]:
            rising = [side[0][2] for side in end.terms if len(side) == 1 and side[0][1] == 0]
            if end.weight == NO_ROW and len(rising) == 2 and [term[:1] for (term,) in end.terms] == wanted:
                end.weight, end.scale = row, 1 / (rising[0] * rising[1])
                return row
        self._ends.append(_Settlement(([(wanted[0][0], 1.0, 0.0)], [(wanted[1][0], 1.0, 0.0)]), row))
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
        terms = [term for end in self._ends for side in end.terms for term in side]
        counts = [len(side) for end in self._ends for side in end.terms]
        return ValueView(
            first=_ints(self._node_first),
            own=_ints([node.own for node in self._nodes]),
            slot=_ints([node.slot for node in self._nodes]),
            row=_ints([node.row for node in self._nodes]),
            edge=_ints(np.cumsum([0, *(len(node.edges) for node in self._nodes)])),
            child=_ints([edge.row for edge in edges]),
            price=_floats([edge.price for edge in edges]),
            weight=_ints([node.weight for node in self._nodes]),
            root=_ints(self._roots),
            handed=self._handed,
            rows=self._most,
            end_first=_ints(self._end_first),
            end_out=_ints([end.out for end in self._ends]),
            end_weight=_ints([end.weight for end in self._ends]),
            end_scale=np.array([end.scale for end in self._ends], np.float64),
            term=_ints(np.cumsum([0, *counts])),
            term_row=_ints([term[0] for term in terms]),
            term_fixed=_floats([term[1] for term in terms]),
            term_rising=_floats([term[2] for term in terms]),
        )


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
