"""Betting trees before the flop as the class solver wants them: views of the one table (`trees.table`).

Nodes are numbered depth first, so parents come before children. Seats count from the small blind: 0 posts it, 1 posts
the big blind, the last one is the button (heads-up the small blind is the button). What is paid counts in big blinds,
actions in chips of which a big blind is 1,000.

Limps, raises and all-ins: `bet_sizes` gives one list for each raise in turn. With three and more seats and
`heads_up_pots` pots end heads-up: once a raise has a caller nobody else may call it, only fold or raise on; a second
raise may be called only by who has already called or raised, so that a stranger cannot take his place; and only the
small blind may limp, when all others have folded. Without it callers may be called behind, up to the config's number
of players on a flop. Jam or fold: in turn every seat folds or plays for its whole stack; blinds and antes may take a
whole stack, and that seat is in without being asked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, reduce

import numpy as np
from numpy.typing import NDArray

from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.actions import Action, ActionKind, name_action
from gutshot.games.betting import FOLD
from gutshot.games.lines import DealStep, line_after, parse_line, pick, require_seat
from gutshot.games.rules import holdem
from gutshot.games.seats import position_names
from gutshot.numeric.arrays import Ints
from gutshot.preflop.config import JamTable, PreflopConfig
from gutshot.trees.amounts import round_half_up
from gutshot.trees.bet_sizes import Levels
from gutshot.trees.depth_first import DepthFirst, depth_first
from gutshot.trees.grow import count_table, grow_table
from gutshot.trees.plan import (
    ALL_LIMPS,
    HEADS_UP_LIMPS,
    NO_LIMIT,
    NO_LIMPS,
    NO_MENU,
    GrowthPlan,
    Limits,
    every_street,
    first_decision,
    plan_growth,
)
from gutshot.trees.table import FOLDED_OUT, NEXT_STREET, NODE_ACTOR, NODE_PARENT, NODE_TERMINAL, BettingTable

CHIPS = 1000
"""Chips of a big blind."""
ROOT = 0
NOBODY = -1
MOST_NODES = 40_000
_JAM_CHIPS = 10**6  # of a big blind, where stacks are of any size and nothing is bet but all of them
_NO_SIZES: Levels = ((),)
FOLDS, JAM, CALLS = Action(ActionKind.FOLD), Action(ActionKind.ALL_IN), Action(ActionKind.CALL)


class EndKind(IntEnum):
    """How a line ends: all but one folded, all who are left are all-in, or a flop comes."""

    FOLD = 0
    ALL_IN = 1
    FLOP = 2


@dataclass(frozen=True)
class End:
    """The end of a line: who is left, and what every seat has put in (unmatched chips included)."""

    node: int
    kind: EndKind
    live: tuple[int, ...]
    paid: tuple[float, ...]

    @property
    def pot(self) -> float:
        """In big blinds."""
        return sum(self.paid)


@dataclass(frozen=True, eq=False)
class PreflopTree:
    """Nodes in depth-first order and `ends` in the order of their nodes; `action` is what leads to a node."""

    seats: int
    order: DepthFirst
    actor: Ints  # [nodes] NOBODY at an end
    action: Sequence[Action | None]
    ends: Sequence[End]

    def __len__(self) -> int:
        return len(self.actor)

    @property
    def parent(self) -> Ints:
        """Of each node."""
        return self.order.parent

    @property
    def child_count(self) -> Ints:
        """Of each node."""
        return self.order.child_count

    def children(self, number: int) -> list[int]:
        """Nodes after each action."""
        first = int(self.order.first_child[number])
        return [int(child) for child in self.order.children[first : first + int(self.child_count[number])]]

    @cached_property
    def place(self) -> NDArray[np.int64]:
        """Which action of its parent leads to each node."""
        place = np.zeros(len(self), np.int64)
        place[self.order.children] = np.arange(len(self) - 1) - self.order.first_child[self.parent[self.order.children]]
        return place

    @cached_property
    def end_nodes(self) -> NDArray[np.int64]:
        """Where preflop play is over."""
        return np.array([end.node for end in self.ends], dtype=np.int64)

    def decisions(self) -> Iterator[int]:
        """The nodes at which somebody acts."""
        return iter(np.flatnonzero(self.actor != NOBODY).tolist())

    def actions(self, number: int) -> tuple[Action, ...]:
        """What a seat may do, amounts in chips."""
        return tuple(action for child in self.children(number) if (action := self.action[child]) is not None)

    def line(self, number: int) -> str:
        """The actions that lead to a node, as in `"raise 2.5bb,call"`; nothing at the root."""
        texts: list[str] = []
        while (action := self.action[number]) is not None:
            texts.append(action.text(CHIPS))
            number = int(self.parent[number])
        return reduce(line_after, reversed(texts), "")

    def _name(self, seat: int) -> str:
        names = position_names(self.seats)
        return (names if self.seats == 2 else (*names[1:], names[0]))[seat]

    def find(self, line: str) -> int:
        """The node a line leads to."""
        number = ROOT
        for step in parse_line(line, CHIPS, small_in_blinds=True):
            if isinstance(step, DealStep):
                raise IllegalAction(f"line {line!r}: no '{step}' there, the line ends before the flop")
            if self.actor[number] != NOBODY:
                require_seat(step, self._name(int(self.actor[number])), line)
            number = self.children(number)[pick(step, self.actions(number), line, CHIPS)]
        return number


# --- raises -----------------------------------------------------------------------------------------------------------


def raise_tree(config: PreflopConfig) -> PreflopTree:
    """Every line of the game."""
    table = _grown(_raise_plan(config))
    if len(table.nodes) == 1:
        raise BadConfig(
            f"stacks {list(config.stack_depth)} with an ante of {config.ante:g}: no player has chips left to act with"
        )
    parents = np.maximum(table.nodes[:, NODE_PARENT], 0)
    actions = [_named(table, int(node), int(parent)) for node, parent in enumerate(parents)]
    return _view(config.num_players, table, actions, _contributions(table) / CHIPS)


def _raise_plan(config: PreflopConfig) -> GrowthPlan:
    stacks = [round_half_up(stack * CHIPS) for stack in config.stack_depth]
    blinds = (round_half_up(config.small_blind * CHIPS), CHIPS)
    rules, ante = holdem(CHIPS), round_half_up(config.ante * CHIPS)
    two, alone = config.num_players == 2, config.heads_up_pots
    limits = Limits(
        every_street(config.max_raises_per_street),
        limps=NO_LIMPS if not config.limps else ALL_LIMPS if config.open_limps and not alone else HEADS_UP_LIMPS,
        cold_call_raises=NO_LIMIT if two else 1 if alone else config.max_cold_call_raises,
        raises_after_limp=NO_LIMIT if alone else config.max_raises_after_limp,
        flop_players=2 if alone else config.max_flop_players,
        all_ins_count=False,
        last_street=0,
    )
    root = first_decision(rules, stacks, blinds, ante, _button(config.num_players))
    menu = (config.sizes(), _NO_SIZES, _NO_SIZES, _NO_SIZES)
    return plan_growth(
        rules, root, [menu], ((0, 0, NO_MENU),) * config.num_players, limits, (config.force_allin_threshold, 0, 0)
    )


def _button(seats: int) -> int:
    """Where the button is when seats count from the small blind."""
    return 0 if seats == 2 else seats - 1


def _grown(plan: GrowthPlan) -> BettingTable:
    size = count_table(plan, MOST_NODES)
    if not size.whole:
        raise BadConfig(f"these bet sizes make a preflop tree of more than {MOST_NODES:,} nodes: use fewer sizes")
    return grow_table(plan, size, chips=True)


def _named(table: BettingTable, node: int, parent: int) -> Action:
    """What leads to a node."""
    faced, owed, most = (int(column[parent]) for column in (table.chips.faced, table.chips.owed, table.chips.all_in))
    return name_action(int(table.action[node]), faced, owed, most)


def _contributions(table: BettingTable) -> NDArray[np.float64]:
    """[terminals, seats] what each seat has put in; the winner of a fold too, of whom the table says what he won."""
    ends = np.flatnonzero(table.nodes[:, NODE_ACTOR] < 0)
    rows = table.nodes[ends, NODE_TERMINAL]
    paid = table.paid.astype(np.float64)
    won = (table.nodes[ends, NODE_ACTOR] == FOLDED_OUT)[:, None] & _is_live(table.live[rows], paid.shape[1])
    paid[rows] += won * table.chips.pot[ends, None]
    return paid


# --- jam or fold ------------------------------------------------------------------------------------------------------


def jam_tree(table: JamTable) -> PreflopTree:
    """Every line of jam or fold."""
    grown = _grown(_jam_plan(table))
    parents = np.maximum(grown.nodes[:, NODE_PARENT], 0)
    actions = [_jam_or_call(table, grown, int(node), int(parent)) for node, parent in enumerate(parents)]
    live = _is_live(grown.live, table.seats)
    alone = live.sum(axis=1, keepdims=True) == 1
    paid = np.where(live & ~alone, np.array(table.stacks), np.array(table.posted))
    return _view(table.seats, grown, actions, paid)


def _jam_plan(table: JamTable) -> GrowthPlan:
    rules = holdem(_JAM_CHIPS)
    stacks = [max(1, round_half_up(stack * _JAM_CHIPS)) for stack in table.stacks]
    blinds = (round_half_up(table.small_blind * _JAM_CHIPS), _JAM_CHIPS)
    ante = round_half_up(table.ante * _JAM_CHIPS)
    root = first_decision(rules, stacks, blinds, ante, _button(table.seats))
    limits = Limits(every_street(table.seats), last_street=0, jam_or_fold=True)
    return plan_growth(rules, root, [(_NO_SIZES,) * 4], ((0, 0, NO_MENU),) * table.seats, limits)


def _jam_or_call(table: JamTable, grown: BettingTable, node: int, parent: int) -> Action:
    """A fold, or a jam, which is a call once somebody before is in."""
    if grown.action[node] == FOLD:
        return FOLDS
    actor, live = int(grown.nodes[parent, NODE_ACTOR]), int(grown.chips.live[parent])
    before = table.order[: table.order.index(actor)] if actor >= 0 else ()
    return CALLS if any(live >> seat & 1 for seat in before) else JAM


# --- both -------------------------------------------------------------------------------------------------------------


def _is_live(masks: NDArray[np.int32], seats: int) -> NDArray[np.bool_]:
    """[ends, seats] from masks."""
    return np.asarray(masks[:, None] >> np.arange(seats) & 1, np.bool_)


def _view(seats: int, table: BettingTable, actions: Sequence[Action], paid: NDArray[np.float64]) -> PreflopTree:
    """The table depth first; `actions` by its nodes, `paid` by its terminals."""
    order = depth_first(table.nodes, chance=False)
    back = np.argsort(order.place)
    actor, live = table.nodes[back, NODE_ACTOR], _is_live(table.live, seats)
    kinds = {FOLDED_OUT: EndKind.FOLD, NEXT_STREET: EndKind.FLOP}
    ends = []
    for number in np.flatnonzero(actor < 0).tolist():
        at = table.nodes[back[number], NODE_TERMINAL]
        kind = kinds.get(int(actor[number]), EndKind.ALL_IN)
        ends.append(End(number, kind, tuple(np.flatnonzero(live[at]).tolist()), tuple(paid[at].tolist())))
    action = (None, *(actions[node] for node in back[1:]))
    return PreflopTree(seats, order, np.maximum(actor, NOBODY), action, ends)
