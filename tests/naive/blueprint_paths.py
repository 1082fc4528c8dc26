"""Finding a real hand's place in a blueprint's tree, the slow and obvious way: with observations, lists and sets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gutshot.blueprint.bundle import Blueprint
from gutshot.blueprint.likelihood import line_likelihoods
from gutshot.games.betting import CALL, FOLD
from gutshot.games.events import Kind
from gutshot.games.observation import Observation
from gutshot.trees.table import NODE_ACTOR, NODE_STREET
from gutshot.trees.translate import FAR, translate

RAISE, NOBODY = 1, -1
Dice = Callable[[int], float]


@dataclass(frozen=True)
class Move:
    number: int
    street: int
    seat: int
    action: int
    share: float = 0.0


@dataclass(frozen=True)
class Told:
    moves: tuple[Move, ...]
    faced: int
    aggressor: int
    raises: int
    aggressor_before: int
    pot_before: int


def told(seen: Observation) -> Told:
    """Read the public history once."""
    seats, button = seen.seats, seen.button
    bets, pot, faced, street, raises = [0] * seats, 0, 0, 0, 0
    aggressor = before = NOBODY
    pot_before = 0
    moves: list[Move] = []
    for event in seen.history:
        kind, seat = event.kind, event.seat
        if event.street != street:
            street, faced, raises, bets = event.street, 0, 0, [0] * seats
            before, pot_before = aggressor, pot
        if seat is None:
            continue
        own = (seat - button) % seats
        if kind is Kind.FOLD:
            moves.append(Move(len(moves), street, own, FOLD))
        elif kind in (Kind.CHECK, Kind.CALL):
            moves.append(Move(len(moves), street, own, CALL))
            pot, bets[seat] = pot + event.amount, bets[seat] + event.amount
        elif kind in (Kind.BET, Kind.RAISE):
            aggressor, raises = own, raises + 1
            share = (event.raise_to - faced) / max(pot + faced - bets[seat], 1)
            moves.append(Move(len(moves), street, own, RAISE, share))
            pot, bets[seat], faced = pot + event.amount, event.raise_to, event.raise_to
        elif kind is Kind.BLIND:
            pot, bets[seat] = pot + event.amount, bets[seat] + event.amount
            faced = max(faced, bets[seat])
        elif kind is Kind.ANTE:
            pot += event.amount
    return Told(tuple(moves), faced, aggressor, raises, before, pot_before)


class Finder:
    """Places in one blueprint: `find` gives (node, way), -1 and "outside" where there is none."""

    def __init__(self, blueprint: Blueprint) -> None:
        self.blueprint, self.tree = blueprint, blueprint.tree
        self.chips = blueprint.chips
        self.likely, others = line_likelihoods(blueprint)
        deals = float(blueprint.summary.get("deals", np.inf))
        self.visits = deals * others / np.asarray(self.tree.buckets)[self.tree.nodes[:, NODE_STREET]]
        self.rarity = -0.4 * np.log10(self.likely)

    def find(self, seen: Observation, dice: Dice) -> tuple[int, str]:
        betting, hero = told(seen), (seen.seat - seen.button) % seen.seats
        node = self._followed(seen, betting, hero, dice)
        if node >= 0:
            return node, "followed"
        node = self._opening(seen, betting, hero) if seen.street == 0 else self._entered(seen, betting, hero, dice)
        return node, "matched" if node >= 0 else "outside"

    def _seat(self, seat: int, seats: int) -> int | None:
        own = self.tree.seats
        if seats == own:
            return seat
        if own == 2:
            return None
        if seats == 2:
            return seat + 1
        return seat if seat <= 2 else (seat + own - seats if seat + own - seats >= 3 else None)

    def _followed(self, seen: Observation, betting: Told, hero: int, dice: Dice) -> int:
        own, node = self.tree.seats, 0
        if own == 2 and seen.seats > 2:
            return -1
        for _ in range(own - max(seen.seats, 3) if seen.seats > 2 else own - seen.seats):
            after = self.tree.child(node, FOLD)
            assert after is not None
            node = after
        moves = []
        for move in betting.moves:
            seat = self._seat(move.seat, seen.seats)
            if seat is None and move.action != FOLD:
                return -1
            if seat is not None:
                moves.append((seat, move))
        return self._turn(self._follow(node, moves, dice), self._seat(hero, seen.seats), seen.street)

    def _follow(self, node: int, moves: Sequence[tuple[int, Move]], dice: Dice) -> int:
        tree, chips = self.tree, self.chips
        for seat, move in moves:
            if tree.actor(node) != seat:
                return -1
            raises = [child for child in tree.children(node) if tree.action[child] > CALL]
            if move.action == RAISE and raises:
                whole = chips.pot[node] + chips.owed[node]
                sizes = (tree.action[raises] - chips.faced[node]) / whole
                most = tree.action[raises[-1]] - chips.faced[node]
                if move.share > FAR * sizes[-1] and most < chips.behind[node] - chips.owed[node]:
                    return -1
                node = raises[translate(move.share, sizes, dice(move.number))]
            else:
                after = tree.child(node, move.action) if move.action != RAISE else None
                if after is None:
                    return -1
                node = after
        return node

    def _turn(self, node: int, seat: int | None, street: int) -> int:
        good = node >= 0 and self._usable(node) and self.tree.actor(node) == seat and self.tree.street(node) == street
        return node if good else -1

    def _usable(self, node: int) -> bool:
        return self.tree.width(node) > 1 and self.blueprint.knows(node) and bool(self.visits[node] >= 10)

    def _opening(self, seen: Observation, betting: Told, hero: int) -> int:
        chips, unit, blind = self.chips, self.tree.big_blind, seen.big_blind
        aggressor = self._seat(betting.aggressor, seen.seats) if betting.aggressor >= 0 else NOBODY
        best, least = -1, np.inf
        early = (self.tree.nodes[:, NODE_STREET] == 0) & (self.tree.nodes[:, NODE_ACTOR] >= 0)
        for node in np.flatnonzero(early).tolist():
            if self.tree.actor(node) != self._seat(hero, seen.seats) or not self._usable(node):
                continue
            if bool(chips.owed[node] > 0) != bool(seen.legal.call):
                continue
            different = abs(np.log2(chips.faced[node] / unit) - np.log2(max(betting.faced, 1) / blind))
            different += 1.5 * abs(chips.raises[node] - betting.raises)
            different += 0.5 * abs(np.log2(chips.pot[node] / unit) - np.log2(seen.pot / blind))
            different += 0 if chips.aggressor[node] == (NOBODY if aggressor is None else aggressor) else 1.0
            if different < 2.0 and different + self.rarity[node] < least - 1e-12:
                best, least = node, different + self.rarity[node]
        return best

    def _entered(self, seen: Observation, betting: Told, hero: int, dice: Dice) -> int:
        now = [move for move in betting.moves if move.street == seen.street]
        present = {(seat - seen.button) % seen.seats for seat, live in enumerate(seen.live) if live}
        present |= {move.seat for move in now}
        order = [seat for seat in (*range(1, seen.seats), 0) if seat in present]
        for players in range(len(order), 1, -1):
            kept = _keep(order, hero, betting, now, players)
            root = -1 if kept is None else self._root(seen, betting, kept, hero)
            if kept is None or root < 0:
                continue
            seats = self._order(root)
            moves = [(seats[kept.index(move.seat)], move) for move in now if move.seat in kept]
            node = self._turn(self._follow(root, moves, dice), seats[kept.index(hero)], seen.street)
            if node >= 0:
                return node
        return -1

    def _order(self, node: int) -> list[int]:
        live = int(self.chips.live[node])
        return [seat for seat in (*range(1, self.tree.seats), 0) if live >> seat & 1]

    def _root(self, seen: Observation, betting: Told, kept: list[int], hero: int) -> int:
        tree, levels = self.tree, self.chips
        place = kept.index(betting.aggressor_before) if betting.aggressor_before in kept else NOBODY
        chips = {seat: _chips(seen, seat) for seat in kept}
        shorter = min(chips[hero], max(chips[seat] for seat in kept if seat != hero))
        ratio = np.log2(max(shorter / max(betting.pot_before, 1), 0.02))
        best, least = -1, np.inf
        for node in np.flatnonzero(self.blueprint.met & (tree.nodes[:, NODE_STREET] == seen.street)).tolist():
            order = self._order(node)
            begins = tree.street(tree.parent(node)) < seen.street and tree.actor(node) == order[0]
            if not begins or len(order) != len(kept):
                continue
            last = int(levels.aggressor[node])
            other = (order.index(last) if last in order else NOBODY) != place
            own = np.log2(max(levels.behind[node] / levels.pot[node], 0.02))
            cost = abs(own - ratio) + self.rarity[node] + 1.0 * other
            if cost < least - 1e-12:
                best, least = node, cost
        return best


def _chips(seen: Observation, seat: int) -> int:
    real = (seat + seen.button) % seen.seats
    return seen.stacks[real] + seen.bets[real]


def _keep(order: list[int], hero: int, betting: Told, now: Sequence[Any], players: int) -> list[int] | None:
    must = {hero} | {move.seat for move in now if move.action == RAISE}
    if len(must) > players:
        return None
    for seat in (betting.aggressor_before, *reversed(order)):
        if seat in order and len(must) < players:
            must.add(seat)
    return [seat for seat in order if seat in must]
