"""The public betting tree of a heads-up spot as flat arrays, made by walking the rules engine. No cards in it.

Nodes are numbered depth first; the children of a node lie in the order of its actions. A dealt card is one child,
whatever the card: how many runouts a street has is the solver's business. Which sizes become actions follows
postflop-solver (and PioSOLVER): sizes are clamped to the legal bounds, those that leave too little behind become
all-ins, an all-in is added where the pot is large enough, and sizes too close to a larger one are merged into it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.actions import Action, ActionKind, name_action
from gutshot.games.betting import CALL, FOLD
from gutshot.trees.bet_sizes import BetSize, SizeContext, raise_to, round_half_up
from gutshot.trees.walk import OOP, Walk

FLOP, TURN, RIVER = 0, 1, 2
STREET_NAMES = ("flop", "turn", "river")
MOST_NODES = 1_000_000
MOST_RAISES = 60  # on one street
_TINY = 1e-12
_KINDS = tuple(ActionKind)
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
    """A betting tree to build. `sizes[street - first_street][player]`; amounts in whole chips."""

    first_street: int
    pot: int
    stack: int
    sizes: Sequence[tuple[StreetSizes, StreetSizes]]
    add_allin_threshold: float = 0.0
    force_allin_threshold: float = 0.0
    merging_threshold: float = 0.0

    def __post_init__(self) -> None:
        if self.pot <= 0 or self.stack <= 0:
            raise BadConfig(f"pot {self.pot} and stack {self.stack}: expected both to be above 0")
        for name in ("add_allin_threshold", "force_allin_threshold", "merging_threshold"):
            if not 0 <= getattr(self, name) < np.inf:
                raise BadConfig(f"{name} {getattr(self, name)}: expected a number of at least 0")


@dataclass(frozen=True)
class BettingTree:
    """Flat arrays over nodes. `matched` is what each player has put in and the other has answered, since the root."""

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
        first = self.first_child[node]
        return self.children_flat[first : first + self.child_count[node]]

    def action(self, node: int) -> Action:
        """The action that leads to a node."""
        return Action(_KINDS[self.action_kind[node]], int(self.action_amount[node]))

    def actions(self, node: int) -> tuple[Action, ...]:
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
    """Walk every line of the spot."""
    builder = _Builder(config)
    builder.grow(Walk.start(config.pot, config.stack, config.first_street), -1, None, False)
    return builder.tree()


class _Builder:
    def __init__(self, config: TreeConfig) -> None:
        self.config = config
        self.rows: list[tuple[int, ...]] = []
        self.children: list[list[int]] = []

    def grow(self, walk: Walk, parent: int, action: Action | None, oop_called: bool) -> int:
        """Add the node of a position and everything below it; returns its number."""
        kind = _kind_of(walk)
        node = self._add(walk, kind, parent, action)
        if kind is NodeKind.DECISION:
            for choice in self._choices(walk, oop_called):
                after = walk.after(choice.kind is ActionKind.FOLD, choice.amount)
                self.children[node].append(self.grow(after, node, choice, _oop_called(walk, choice)))
        elif kind is NodeKind.CHANCE:
            self.children[node].append(self.grow(walk.deal(), node, None, oop_called))
        return node

    def _add(self, walk: Walk, kind: NodeKind, parent: int, action: Action | None) -> int:
        if len(self.rows) >= MOST_NODES:
            raise BadConfig(f"these bet sizes make a betting tree of more than {MOST_NODES:,} nodes: use fewer sizes")
        actor = walk.actor if kind is NodeKind.DECISION else walk.folded if kind is NodeKind.FOLD else -1
        code, amount = (_KINDS.index(action.kind), action.amount) if action else (_NO_ACTION, 0)
        self.rows.append((kind, actor, walk.street, parent, code, amount, walk.matched, walk.all_in))
        self.children.append([])
        return len(self.rows) - 1

    def _choices(self, walk: Walk, oop_called: bool) -> list[Action]:
        """The actions of a decision, in order."""
        numbers = (FOLD, CALL) if walk.to_call else (CALL,)
        plain = [name_action(number, walk.high, walk.to_call, walk.most) for number in numbers]
        if walk.most == 0:
            return plain
        if walk.bets_made >= MOST_RAISES:
            raise BadConfig(
                f"these bet sizes never get all-in: {MOST_RAISES} bets and raises on one street leave "
                f"{walk.most - walk.high} chips to raise, so use larger sizes or 'a'"
            )
        amounts = {self._bounded(amount, walk) for amount in self._wanted(walk, oop_called)}
        kept = _merge(sorted(amounts), walk, self.config.merging_threshold)
        return plain + [name_action(amount, walk.high, walk.to_call, walk.most) for amount in kept]

    def _wanted(self, walk: Walk, oop_called: bool) -> list[int]:
        """The amounts the sizes ask for, before bounds."""
        own = self.config.sizes[walk.street - self.config.first_street][walk.actor]
        sizes = own.raises if walk.to_call else own.bets
        if oop_called and walk.opens_street and own.donk is not None:
            sizes = own.donk
        situation = SizeContext(walk.pot_after_call, walk.high, walk.most, RIVER - walk.street + 1, walk.bets_made)
        amounts = [amount for size in sizes if (amount := raise_to(size, situation)) is not None]
        if walk.most <= walk.high + round_half_up(walk.pot_after_call * self.config.add_allin_threshold):
            amounts.append(walk.most)
        return amounts

    def _bounded(self, amount: int, walk: Walk) -> int:
        """Within the legal bounds, and all-in where too little would be left behind."""
        bounded = min(max(amount, walk.least), walk.most)
        pot = walk.pot_after_call + 2 * (bounded - walk.high)
        return walk.most if walk.most <= bounded + round_half_up(pot * self.config.force_allin_threshold) else bounded

    def tree(self) -> BettingTree:
        columns = [np.array(column) for column in zip(*self.rows, strict=True)]
        kind, actor, street, parent, action_kind, amount, matched, all_in = columns
        counts = np.array([len(row) for row in self.children])
        return BettingTree(
            self.config,
            kind.astype(np.int8),
            actor.astype(np.int8),
            street.astype(np.int8),
            parent.astype(np.int32),
            (np.cumsum(counts) - counts).astype(np.int32),
            counts.astype(np.int16),
            action_kind.astype(np.int8),
            amount.astype(np.int64),
            matched.astype(np.int64),
            all_in.astype(np.bool_),
            np.array([child for row in self.children for child in row], dtype=np.int32),
        )


def _kind_of(walk: Walk) -> NodeKind:
    if walk.folded >= 0:
        return NodeKind.FOLD
    if walk.actor >= 0:
        return NodeKind.DECISION
    return NodeKind.SHOWDOWN if walk.street == RIVER else NodeKind.CHANCE


def _oop_called(walk: Walk, choice: Action) -> bool:
    """Whether the out-of-position player closed the street by calling, so that his next bet is a donk bet."""
    return choice.kind is ActionKind.CALL and walk.actor == OOP


def _merge(amounts: list[int], walk: Walk, threshold: float) -> list[int]:
    """Drop a size when a kept larger one x and it, y (in pots), have (1 + x) / (1 + y) < 1 + threshold."""
    kept: list[int] = []
    for amount in reversed(amounts):
        share = (amount - walk.high) / walk.pot_after_call
        if kept:
            larger = (kept[-1] - walk.high) / walk.pot_after_call
            if share >= (larger - threshold) / (1.0 + threshold) * (1.0 - _TINY):
                continue
        kept.append(amount)
    return kept[::-1]
