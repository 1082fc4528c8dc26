"""Where a real hand stands in the betting tree of a blueprint.

Three ways, from the closest to the roughest:

- `FOLLOWED`: every action has its place in the tree, bets by `trees.translate`. A table with fewer seats than the
  bundle is one at which the first seats have folded; one with more is served where those before had folded.
- `MATCHED`: some action has no place (a limp the tree does not offer, a fourth player, another number of raises, a bet
  far beyond the tree's, stacks that ended the hand in the tree). Before the flop the decision of the same seat that
  faces the most similar betting is taken. After it, the street is entered at the beginning that has as many players,
  the same place in the order of action, the same last aggressor, and the nearest ratio of stack to pot; only this
  street's actions are followed. Lines that the blueprint hardly ever plays cost extra: it has learnt little there.
- neither: outside the bundle.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.agents.blueprint_moves import NOBODY, RAISE, Betting, Move, betting_of
from gutshot.games.betting import CALL, FOLD
from gutshot.games.observation import Observation
from gutshot.kernel import kernel
from gutshot.solvers.blueprint.bundle import Blueprint
from gutshot.solvers.blueprint.grow import NODE_ACTOR, NODE_CHILD, NODE_PARENT, NODE_STREET, NODE_WIDTH, Ints
from gutshot.solvers.blueprint.levels import Levels, levels_of
from gutshot.solvers.blueprint.likelihood import line_likelihoods
from gutshot.trees.translate import FAR, translate

Reals = NDArray[np.float64]

NO_SEAT = -1
_MOST_ACTIONS = 16
_RAISE_GAP = 1.5  # how many doublings of the bet faced one raise more or less is worth
_CALLER_GAP = 0.5
_AGGRESSOR_GAP = 1.0
_RARE_GAP = 0.4  # for every power of ten
_MOST_DIFFERENT = 2.0
_LEAST_RATIO = 0.02
_LEAST_VISITS = 10.0  # a strategy learnt from fewer walks is noise


class Way(StrEnum):
    """How a spot was found."""

    FOLLOWED = "followed"
    MATCHED = "matched"
    OUTSIDE = "outside"


@dataclass(frozen=True)
class Place:
    """A node and the way it was found; `reason` says what is only similar."""

    node: int
    way: Way
    reason: str = ""


class _Roots(NamedTuple):
    """Beginnings of a street: nodes, the last aggressor's place in the order, log2 of stack to pot, cost of rarity."""

    nodes: NDArray[np.int64]
    places: NDArray[np.int64]
    ratios: Reals
    rarity: Reals


@kernel
def follow(
    nodes: Ints,
    action: NDArray[np.int32],
    pot: NDArray[np.int32],
    faced: NDArray[np.int32],
    owed: NDArray[np.int32],
    behind: NDArray[np.int32],
    node: int,
    moves: Ints,
    shares: Reals,
    dice: Reals,
) -> int:
    """The node that moves [n, (seat, action)] lead to from `node`; -1 - n if move n has no place."""
    sizes, places = np.empty(_MOST_ACTIONS), np.empty(_MOST_ACTIONS, np.int64)
    for i in range(len(moves)):
        if nodes[node, NODE_ACTOR] != moves[i, 0]:
            return -1 - i
        first, raises, found = nodes[node, NODE_CHILD], 0, -1
        whole = pot[node] + owed[node]
        for child in range(first, first + nodes[node, NODE_WIDTH]):
            if action[child] > CALL:
                sizes[raises] = (action[child] - faced[node]) / whole
                places[raises] = child
                raises += 1
            elif action[child] == moves[i, 1]:
                found = child
        if moves[i, 1] > CALL and raises > 0:
            is_all_in = action[places[raises - 1]] - faced[node] >= behind[node] - owed[node]
            if shares[i] > FAR * sizes[raises - 1] and not is_all_in:
                return -1 - i
            found = places[translate(shares[i], sizes[:raises], dice[i])]
        if found < 0:
            return -1 - i
        node = found
    return node


class Paths:
    """Finds places in one blueprint."""

    def __init__(self, blueprint: Blueprint) -> None:
        self.blueprint, self.tree = blueprint, blueprint.tree
        self.levels: Levels = levels_of(blueprint.config.game, blueprint.tree)

    def find(self, seen: Observation, dice: Reals, betting: Betting | None = None) -> Place:
        """The place of the seat to act. `dice` are uniform numbers, one a move, for bets that are not in the tree."""
        told = betting or betting_of(seen)
        hero = (seen.seat - seen.button) % seen.seats
        node = self._followed(seen, told, hero, dice)
        if node >= 0:
            return Place(node, Way.FOLLOWED)
        node = self._matched_opening(seen, told, hero) if seen.street == 0 else self._entered(seen, told, hero, dice)
        if node >= 0:
            return Place(node, Way.MATCHED, self._difference(seen))
        return Place(-1, Way.OUTSIDE, self._difference(seen))

    def _difference(self, seen: Observation) -> str:
        """What cannot be followed, in words."""
        if seen.seats != self.tree.seats:
            return f"a table of {seen.seats} and a bundle for {self.tree.seats} seats"
        return "betting that the bundle's tree does not have"

    def seat_of(self, seat: int, seats: int) -> int:
        """The tree's seat for one at a table of so many seats, both from the button; NO_SEAT for none.

        Heads-up the button is the small blind, so at a larger tree the two are its blinds.
        """
        own = self.tree.seats
        if seats == own:
            return seat
        if own == 2:
            return NO_SEAT
        if seats == 2:
            return seat + 1
        if seat <= 2:
            return seat
        moved = seat + own - seats
        return moved if moved >= 3 else NO_SEAT

    def _followed(self, seen: Observation, told: Betting, hero: int, dice: Reals) -> int:
        """The whole line from the root, the seats that are not there folding first; -1 if it has no place."""
        start = self._seated(seen.seats)
        if start < 0:
            return -1
        moves = []
        for move in told.moves:
            seat = self.seat_of(move.seat, seen.seats)
            if seat == NO_SEAT and move.action != FOLD:
                return -1
            if seat != NO_SEAT:
                moves.append((move, seat))
        node = self._follow(start, [(seat, move) for move, seat in moves], dice)
        return node if self._is_turn(node, self.seat_of(hero, seen.seats), seen.street) else -1

    def _seated(self, seats: int) -> int:
        """The node at which a table of so many seats begins."""
        own, node = self.tree.seats, 0
        if seats == own:
            return node
        if own == 2:
            return -1
        for _ in range(own - max(seats, 3) if seats > 2 else own - 2):
            after = self.tree.child(node, FOLD)
            if after is None:
                return -1
            node = after
        return node

    def _follow(self, node: int, moves: Sequence[tuple[int, Move]], dice: Reals) -> int:
        pairs = np.array([(seat, move.action) for seat, move in moves], np.int64).reshape(-1, 2)
        shares = np.array([move.share for _, move in moves], np.float64)
        tree, levels = self.tree, self.levels
        return int(
            follow(
                tree.nodes, tree.action, levels.pot, levels.faced, levels.owed, levels.behind, node, pairs, shares, dice
            )
        )

    def _is_turn(self, node: int, seat: int, street: int) -> bool:
        """Whether this seat decides on this street at a node that can be played."""
        if node < 0 or not self._has_choice(node) or self._visits[node] < _LEAST_VISITS:
            return False
        return self.tree.actor(node) == seat and self.tree.street(node) == street

    def _has_choice(self, node: int) -> bool:
        """Whether the bundle chose here: where the tree's bounds left only a fold, that says nothing about the hand."""
        return self.tree.width(node) > 1 and self.blueprint.knows(node)

    @cached_property
    def _openings(self) -> dict[int, NDArray[np.int64]]:
        """The decisions before the flop that can be played, by seat."""
        nodes = self.tree.nodes
        early = np.flatnonzero((nodes[:, NODE_STREET] == 0) & (nodes[:, NODE_ACTOR] >= 0))
        known = np.array([node for node in early.tolist() if self._has_choice(node)], np.int64)
        return {seat: known[nodes[known, NODE_ACTOR] == seat] for seat in range(self.tree.seats)}

    def _matched_opening(self, seen: Observation, told: Betting, hero: int) -> int:
        """The decision of the same seat before the flop that faces the most similar betting."""
        nodes = self._openings.get(self.seat_of(hero, seen.seats))
        if nodes is None or not len(nodes):
            return -1
        levels, blind = self.levels, seen.big_blind
        owes = levels.owed[nodes] > 0
        fits = owes == bool(seen.legal.call)
        bets = np.abs(np.log2(levels.faced[nodes] / self.tree.big_blind) - np.log2(max(told.faced, 1) / blind))
        raises = _RAISE_GAP * np.abs(levels.raises[nodes] - told.raises)
        pots = _CALLER_GAP * np.abs(np.log2(levels.pot[nodes] / self.tree.big_blind) - np.log2(seen.pot / blind))
        aggressor = self.seat_of(told.aggressor, seen.seats) if told.aggressor >= 0 else NOBODY
        other = _AGGRESSOR_GAP * (levels.aggressor[nodes] != aggressor)
        different = bets + raises + pots + other
        fits &= (self._visits[nodes] >= _LEAST_VISITS) & (different < _MOST_DIFFERENT)
        cost = np.where(fits, different + self._rarity[nodes], np.inf)
        best = int(cost.argmin())
        return int(nodes[best]) if np.isfinite(cost[best]) else -1

    def _entered(self, seen: Observation, told: Betting, hero: int, dice: Reals) -> int:
        """Enter the street anew with the players who matter, and follow what was done on it."""
        now = [move for move in told.moves if move.street == seen.street]
        order = self._order_of(seen, now)
        for players in range(min(len(order), self._most_players), 1, -1):
            kept = _keep(order, hero, told, now, players)
            if kept is None:
                continue
            root = self._root(seen, told, kept, kept.index(hero))
            if root < 0:
                continue
            seats = self._root_order(root)
            mapped = [(seats[kept.index(move.seat)], move) for move in now if move.seat in kept]
            node = self._follow(root, mapped, dice)
            if self._is_turn(node, seats[kept.index(hero)], seen.street):
                return node
        return -1

    def _order_of(self, seen: Observation, now: Sequence[Move]) -> list[int]:
        """Who was in the hand when the street began, in the order of action, from the button."""
        present = {(seat - seen.button) % seen.seats for seat, live in enumerate(seen.live) if live}
        present |= {move.seat for move in now}
        return [seat for seat in (*range(1, seen.seats), 0) if seat in present]

    @cached_property
    def _rarity(self) -> Reals:
        """[nodes] what it costs that a line is rare: there training has learnt little."""
        return -_RARE_GAP * np.log10(self._likely[0])

    @cached_property
    def _likely(self) -> tuple[Reals, Reals]:
        return line_likelihoods(self.blueprint)

    @cached_property
    def _visits(self) -> Reals:
        """[nodes] about how often training has come to each bucket of a node; endless where it did not say."""
        deals = float(self.blueprint.summary.get("deals", np.inf))
        buckets = np.asarray(self.tree.buckets)[self.tree.nodes[:, NODE_STREET]]
        return np.asarray(deals * self._likely[1] / buckets)

    @cached_property
    def _most_players(self) -> int:
        return max((players for _, players in self._roots), default=0)

    @cached_property
    def _roots(self) -> dict[tuple[int, int], _Roots]:
        """Beginnings of streets by street and number of players, where the first in the order of action opens."""
        nodes, levels = self.tree.nodes, self.levels
        parents = nodes[:, NODE_PARENT]
        begins = (nodes[:, NODE_ACTOR] >= 0) & (parents >= 0)
        begins &= nodes[:, NODE_STREET] > nodes[np.maximum(parents, 0), NODE_STREET]
        found: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for node in np.flatnonzero(begins & self.blueprint.met).tolist():
            order, aggressor = self._root_order(node), int(levels.aggressor[node])
            if self.tree.actor(node) == order[0]:
                place = order.index(aggressor) if aggressor in order else NOBODY
                found.setdefault((self.tree.street(node), len(order)), []).append((node, place))
        return {key: self._packed_roots(own) for key, own in found.items()}

    def _packed_roots(self, own: list[tuple[int, int]]) -> _Roots:
        nodes, places = np.array(own, np.int64).T
        ratios = np.log2(np.maximum(self.levels.behind[nodes] / self.levels.pot[nodes], _LEAST_RATIO))
        return _Roots(nodes, places, ratios, self._rarity[nodes])

    def _root_order(self, node: int) -> list[int]:
        """The players of a node in the order of action after the flop."""
        live = int(self.levels.live[node])
        return [seat for seat in (*range(1, self.tree.seats), 0) if live >> seat & 1]

    def _root(self, seen: Observation, told: Betting, kept: Sequence[int], hero: int) -> int:
        """The beginning of the street that is most like ours; -1 if there is none with so many players."""
        roots = self._roots.get((seen.street, len(kept)))
        if roots is None:
            return -1
        place = kept.index(told.aggressor_before) if told.aggressor_before in kept else NOBODY
        real = [(seat + seen.button) % seen.seats for seat in kept]
        own, *others = (seen.stacks[seat] + seen.bets[seat] for seat in (real[hero], *real[:hero], *real[hero + 1 :]))
        ratio = np.log2(max(min(own, max(others)) / max(told.pot_before, 1), _LEAST_RATIO))
        cost = np.abs(roots.ratios - ratio) + roots.rarity + _AGGRESSOR_GAP * (roots.places != place)
        return int(roots.nodes[cost.argmin()])


def _keep(order: Sequence[int], hero: int, told: Betting, now: Sequence[Move], players: int) -> list[int] | None:
    """Who stands for all: oneself, whoever raised on this street, the last aggressor, then the latest to act."""
    must = {hero} | {move.seat for move in now if move.action == RAISE}
    if len(must) > players or hero not in order:
        return None
    rest = [seat for seat in (told.aggressor_before, *reversed(order)) if seat in order and seat not in must]
    for seat in rest:
        if len(must) < players:
            must.add(seat)
    return [seat for seat in order if seat in must]
