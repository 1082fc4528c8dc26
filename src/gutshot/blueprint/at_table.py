"""A blueprint at real tables: where a hand stands in its tree, and what every hand does there in the table's chips.

Seats, stacks and bets may differ from the tree's (`placing`); sizes carry over as shares of the pot (`real_choice`).
Without dice, a bet between two of the tree's counts as the more probable one.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.bundle import Blueprint
from gutshot.blueprint.place_tables import TreePlaces, places_of
from gutshot.blueprint.placing import FOLLOWED, NO_DICE, WAYS, Way, find
from gutshot.blueprint.real_betting import log_of
from gutshot.blueprint.real_choice import at_table
from gutshot.blueprint.real_depth import effective_stack, entered, fits_depth, rivals_of, tree_stack
from gutshot.cards.combos import COMBO_CLASS
from gutshot.games.actions import Choice
from gutshot.games.hidden_view import legal_choice, usual_rules, view_of
from gutshot.games.observation import Observation, require_holdem
from gutshot.trees.table import NODE_ACTOR, NODE_WIDTH

_SAME = 0.02
"""Pots, bets and stacks that differ by less are the same."""


@dataclass(frozen=True)
class TreePlace:
    """A node and how it was found; `reason` says how it differs."""

    node: int
    way: Way
    reason: str = ""


@dataclass(frozen=True)
class TreeDecision:
    """What a blueprint plays at a decision: a choice of the real table for each action of the tree."""

    place: TreePlace
    choices: tuple[Choice, ...]
    strategy: NDArray[np.float32]  # [buckets, actions]

    def shares(self, buckets: NDArray[np.int32]) -> NDArray[np.float32]:
        """[hands, actions] of hands given by their buckets; NaN where a bucket is -1."""
        return _of_buckets(self.strategy, buckets)


def _of_buckets(strategy: NDArray[np.float32], buckets: NDArray[np.int32]) -> NDArray[np.float32]:
    found = strategy[np.maximum(buckets, 0)]
    found[buckets < 0] = np.nan
    return np.asarray(found)


class SeatedBlueprint:
    """A bundle, queried from seats of real tables."""

    def __init__(self, blueprint: Blueprint, name: str) -> None:
        self.blueprint, self.name = blueprint, name
        self._strategy = lru_cache(4096)(blueprint.node_strategy)

    @cached_property
    def places(self) -> TreePlaces:
        """The tables that `find` reads, built on first use."""
        return places_of(self.blueprint)

    def find(self, seen: Observation, seed: int = NO_DICE) -> TreePlace:
        """The node of a decision; dice from `seed` choose how others' bets are translated."""
        view, _ = view_of(seen)
        log = log_of(seen)
        with np.errstate(over="ignore"):  # dice wrap around; only seen with the JIT off
            node, way = find(self.places, seen.big_blind, view, log, len(log), seed)
        return TreePlace(node, WAYS[way], self.difference(seen.seats) if way else "")

    def decision(self, seen: Observation) -> TreeDecision | None:
        """The strategy at a decision for every bucket; None outside the bundle."""
        require_holdem(self.name, seen)
        place = self.find(seen)
        return None if place.way is Way.OUTSIDE else self._decision(seen, place)

    def shares(self, seen: Observation) -> NDArray[np.float32] | None:
        """[1326, actions of `decision`] for every combo, NaN where the board blocks it; None outside the bundle."""
        decision = self.decision(seen)
        return None if decision is None else decision.shares(self.buckets(seen.board))

    def node_shares(self, node: int, buckets: NDArray[np.int32]) -> NDArray[np.float32]:
        """[hands, actions of the tree] at a node; NaN where a bucket is -1."""
        return _of_buckets(self._strategy(node), buckets)

    def buckets(self, board: tuple[int, ...]) -> NDArray[np.int32]:
        """[1326] of every combo, -1 where the board blocks it."""
        return self.blueprint.abstraction.buckets(board) if board else COMBO_CLASS.astype(np.int32)

    def is_undertrained(self, seen: Observation) -> bool:
        """Whether a decision outside the bundle has its place in the tree, where training hardly ever came."""
        nodes = self.places.nodes
        view, log = view_of(seen)[0], log_of(seen)
        every = self.places._replace(usable=(nodes[:, NODE_ACTOR] >= 0) & (nodes[:, NODE_WIDTH] > 1))
        with np.errstate(over="ignore"):
            way = find(every, seen.big_blind, view, log, len(log), NO_DICE)[1]
        return bool(way == FOLLOWED)

    def missing(self, seen: Observation) -> str:
        """Why a decision is outside the bundle, in words."""
        if self.is_undertrained(seen):
            return "undertrained: training hardly ever came to this line, so what was learnt there is noise"
        return self.difference(seen.seats)

    def difference(self, seats: int) -> str:
        """In words, why a decision is outside the bundle."""
        if seats != self.blueprint.tree.seats:
            return f"a table of {seats} and a bundle for {self.blueprint.tree.seats} seats"
        return "betting that the bundle's tree does not have"

    def differences(self, seen: Observation, place: TreePlace) -> tuple[str, ...]:
        """In words, everything in which a place that was found differs from the real decision."""
        if place.reason:
            return (f"taken from similar betting: {place.reason}", *self._other_depth(seen))
        tree, chips, node = self.blueprint.tree, self.places.chips, place.node
        found = [self.difference(seen.seats)] if seen.seats != tree.seats else self._taken(seen, node)
        scale = tree.big_blind / seen.big_blind
        real = _effective(seen) * scale
        if abs(real - chips.behind[node]) > _SAME * max(real, 1):
            own = chips.behind[node] / tree.big_blind
            found.append(f"{real / tree.big_blind:g} bb behind and {own:g} bb in the bundle's tree")
        elif other := self._other_depth(seen):
            found.extend(other)
        elif not found and abs(seen.pot * scale - chips.pot[node]) > _SAME * chips.pot[node]:
            own = chips.pot[node] / tree.big_blind
            found.append(f"a pot of {seen.pot / seen.big_blind:g} bb and {own:g} bb in the bundle's tree")
        return tuple(found)

    def _other_depth(self, seen: Observation) -> tuple[str, ...]:
        """In words, that the stacks of the pot are not the tree's; nothing where they are."""
        view, log = view_of(seen)[0], log_of(seen)
        if fits_depth(self.places, seen.big_blind, view, log, len(log)):
            return ()
        rivals = rivals_of(view, entered(log, len(log)))
        real = effective_stack(view, rivals) / seen.big_blind
        own = tree_stack(self.places, view, rivals) / self.blueprint.tree.big_blind
        return (f"stacks of {real:g} bb and {own:g} bb in the bundle's tree",)

    def _taken(self, seen: Observation, node: int) -> list[str]:
        """In words, every raise that was translated."""
        tree, scale = self.blueprint.tree, self.blueprint.tree.big_blind / seen.big_blind
        pairs = zip(log_of(seen)[:, -1].tolist(), tree.line(node), strict=False)
        return [
            f"raise to {real} is not in the tree and is taken for {round(own / scale)}"
            for real, own in pairs
            if real > 0 and own > 0 and abs(real * scale - own) > _SAME * own
        ]

    def _decision(self, seen: Observation, place: TreePlace) -> TreeDecision:
        view, _ = view_of(seen)
        rules = usual_rules(seen.variant, seen.big_blind).packed
        actions = self.blueprint.tree.actions(place.node)
        numbers = (int(at_table(self.places, rules, view, place.node, action)) for action in actions)
        return TreeDecision(place, tuple(legal_choice(seen, number) for number in numbers), self._strategy(place.node))


def _effective(seen: Observation) -> int:
    """What the seat still has, or the deepest of the others in the hand if that is less."""
    others = [stack for seat, stack in enumerate(seen.stacks) if seen.live[seat] and seat != seen.seat]
    return min(seen.stacks[seen.seat], max(others))
