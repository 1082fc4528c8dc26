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

import math
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.place_tables import BIG_BLIND_AT, LEAST_RATIO, MOST_PLAYERS_AT, SEATS_AT, TreePlaces
from gutshot.blueprint.real_betting import (
    MOVE_ACTION,
    MOVE_SEAT,
    MOVE_SIZE,
    MOVE_STREET,
    NOBODY,
    RAISE,
    HandBetting,
    read_betting,
)
from gutshot.blueprint.tree import MOST_ACTIONS
from gutshot.games.betting import CALL, FOLD, to_call
from gutshot.games.row import ACTOR, BET, BUTTON, LIVE, MAX_SEATS, POT, SEATS, STACK, STREET, Row
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Ints, Reals
from gutshot.numeric.bits import bit_count
from gutshot.numeric.dice import roll, seed_dice
from gutshot.trees.table import NODE_ACTOR, NODE_CHILD, NODE_STREET, NODE_WIDTH
from gutshot.trees.translate import DETERMINISTIC, FAR, translate

NO_SEAT = -1
NO_DICE = -1  # as a seed
_RAISE_GAP = 1.5  # how many doublings of the bet faced one raise more or less is worth
_CALLER_GAP = 0.5
_AGGRESSOR_GAP = 1.0
_MOST_DIFFERENT = 2.0
_BETS_OF_OTHERS, _OWN_DECISIONS = 0, 1  # streams of dice


class Way(StrEnum):
    """How a spot was found; kernels tell them by their place here."""

    FOLLOWED = "followed"
    MATCHED = "matched"
    OUTSIDE = "outside"


WAYS = tuple(Way)
FOLLOWED, MATCHED, OUTSIDE = range(3)


@inline_kernel
def bet_dice(seed: int, move: int) -> float:
    """A uniform number for a bet of somebody, the same for the whole hand; NO_DICE take the more probable size."""
    if seed == NO_DICE:
        return DETERMINISTIC
    return roll(seed_dice(np.uint64(seed), move, _BETS_OF_OTHERS))[1]


@inline_kernel
def own_dice(seed: int, moves: int) -> float:
    """A uniform number for the decision after a number of moves."""
    return roll(seed_dice(np.uint64(seed), moves, _OWN_DECISIONS))[1]


@inline_kernel
def seat_of(seat: int, seats: int, own: int) -> int:
    """The seat of a tree of `own` seats for one at a table of `seats`, both from the button; NO_SEAT for none.

    Heads-up the button is the small blind, so at a larger tree the two are its blinds.
    """
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


@kernel
def step(
    places: TreePlaces, node: int, seat: int, action: int, share: float, dice: float, sizes: Reals, at: Ints
) -> int:
    """The node that a seat's action leads to; -1 if it has no place. `sizes` and `at` [MOST_ACTIONS] are workspace."""
    nodes = places.nodes
    if nodes[node, NODE_ACTOR] != seat:
        return -1
    first, raises, found = nodes[node, NODE_CHILD], 0, -1
    faced, owed = places.chips.faced[node], places.chips.owed[node]
    whole = places.chips.pot[node] + owed
    for child in range(first, first + nodes[node, NODE_WIDTH]):
        if places.action[child] > CALL:
            sizes[raises], at[raises] = (places.action[child] - faced) / whole, child
            raises += 1
        elif places.action[child] == action:
            found = child
    if action > CALL and raises > 0:
        is_all_in = places.action[at[raises - 1]] - faced >= places.chips.behind[node] - owed
        if share > FAR * sizes[raises - 1] and not is_all_in:
            return -1
        found = at[translate(share, sizes[:raises], dice)]
    return int(found)


@inline_kernel
def _is_turn(places: TreePlaces, node: int, seat: int, street: int) -> bool:
    """Whether this seat decides on this street at a node that can be played."""
    if node < 0 or not places.usable[node]:
        return False
    return bool(places.nodes[node, NODE_ACTOR] == seat and places.nodes[node, NODE_STREET] == street)


@kernel
def _followed(places: TreePlaces, view: Row, hero: int, moves: Ints, shares: Reals, count: int, seed: int) -> int:
    """The whole line from the root, the seats that are not there folding first; -1 if it has no place."""
    sizes, at = np.empty(MOST_ACTIONS), np.empty(MOST_ACTIONS, np.int64)
    seats, own = view[SEATS], places.facts[SEATS_AT]
    node = places.seated[seats]
    for i in range(count):
        if node < 0:
            return -1
        seat, action = seat_of(moves[i, MOVE_SEAT], seats, own), moves[i, MOVE_ACTION]
        if seat == NO_SEAT:
            if action != FOLD:
                return -1
            continue
        node = step(places, node, seat, action, shares[i], bet_dice(seed, i), sizes, at)
    return node if _is_turn(places, node, seat_of(hero, seats, own), view[STREET]) else -1


@kernel
def _matched_opening(places: TreePlaces, view: Row, unit: int, hero: int, told: HandBetting) -> int:
    """The decision of the same seat before the flop that faces the most similar betting; -1 if none is similar.

    `unit` is the big blind.
    """
    seats, own, owes = view[SEATS], places.facts[SEATS_AT], to_call(view) > 0
    seat = seat_of(hero, seats, own)
    if seat == NO_SEAT:
        return -1
    scale = math.log2(unit) - math.log2(places.facts[BIG_BLIND_AT])
    pot, faced = math.log2(view[POT]) - scale, math.log2(max(told.faced, 1)) - scale
    aggressor = seat_of(told.aggressor, seats, own) if told.aggressor >= 0 else NOBODY
    best, least = -1, np.inf
    for i in range(places.opening_starts[seat], places.opening_starts[seat + 1]):
        node = places.openings[i]
        if (places.chips.owed[node] > 0) != owes:
            continue
        different = abs(math.log2(places.chips.faced[node]) - faced)
        different += _RAISE_GAP * abs(places.chips.raises[node] - told.raises)
        different += _CALLER_GAP * abs(math.log2(places.chips.pot[node]) - pot)
        different += _AGGRESSOR_GAP * (places.chips.aggressor[node] != aggressor)
        if different < _MOST_DIFFERENT and different + places.opening_rarity[i] < least:
            best, least = node, different + places.opening_rarity[i]
    return int(best)


@kernel
def _entered(places: TreePlaces, view: Row, hero: int, told: HandBetting, moves: Ints, shares: Reals, seed: int) -> int:
    """Enter the street anew with the players who matter, and follow what was done on it; -1 if nothing fits."""
    seats = view[SEATS]
    present, raised = 0, 0
    for seat in range(seats):
        if view[LIVE] >> seat & 1:
            present |= 1 << (seat - view[BUTTON] + seats) % seats
    for i in range(len(moves)):
        if moves[i, MOVE_STREET] == view[STREET]:
            present |= 1 << moves[i, MOVE_SEAT]
            raised |= (moves[i, MOVE_ACTION] == RAISE) << moves[i, MOVE_SEAT]
    kept = np.empty(MAX_SEATS, np.int64)
    for players in range(min(bit_count(present), places.facts[MOST_PLAYERS_AT]), 1, -1):
        if _keep(present, raised | 1 << hero, told.aggressor_before, players, seats, kept):
            root = _root(places, view, told, kept[:players], hero)
            if root >= 0:
                node = _follow_street(places, view, root, kept[:players], hero, moves, shares, seed)
                if node >= 0:
                    return node
    return -1


@kernel
def _keep(present: int, must: int, aggressor: int, players: int, seats: int, kept: Ints) -> bool:
    """Who stands for all, in the order of action: those who must, the last aggressor, then the latest to act.

    False if those who must are too many.
    """
    left = players - bit_count(must)
    if left < 0:
        return False
    if left > 0 and aggressor >= 0 and (present & ~must) >> aggressor & 1:
        must |= 1 << aggressor
        left -= 1
    for back in range(seats):
        seat = 0 if back == 0 else seats - back
        if left > 0 and (present & ~must) >> seat & 1:
            must |= 1 << seat
            left -= 1
    count = 0
    for place in range(1, seats + 1):
        seat = place % seats
        if must >> seat & 1:
            kept[count] = seat
            count += 1
    return True


@inline_kernel
def _index(kept: Ints, seat: int) -> int:
    """The place of a seat among those kept, or NOBODY."""
    for place in range(len(kept)):
        if kept[place] == seat:
            return place
    return NOBODY


@kernel
def _root(places: TreePlaces, view: Row, told: HandBetting, kept: Ints, hero: int) -> int:
    """The beginning of the street that is most like ours; -1 if there is none with so many players."""
    seats, players = view[SEATS], len(kept)
    last = _index(kept, told.aggressor_before) if told.aggressor_before >= 0 else NOBODY
    mine, most = 0, 0
    for seat in kept:
        real = (seat + view[BUTTON]) % seats
        chips = view[STACK + real] + view[BET + real]
        if seat == hero:
            mine = chips
        else:
            most = max(most, chips)
    ratio = math.log2(max(min(mine, most) / max(told.pot_before, 1), LEAST_RATIO))
    best, least = -1, np.inf
    for i in range(places.root_starts[view[STREET], players], places.root_starts[view[STREET], players + 1]):
        cost = abs(places.root_ratios[i] - ratio) + places.root_rarity[i]
        cost += _AGGRESSOR_GAP * (places.root_places[i] != last)
        if cost < least:
            best, least = places.roots[i], cost
    return int(best)


@kernel
def _follow_street(
    places: TreePlaces, view: Row, root: int, kept: Ints, hero: int, moves: Ints, shares: Reals, seed: int
) -> int:
    """This street's moves of the players kept, made from its beginning; -1 if one has no place."""
    sizes, at = np.empty(MOST_ACTIONS), np.empty(MOST_ACTIONS, np.int64)
    own, count, live = np.empty(MAX_SEATS, np.int64), 0, places.chips.live[root]
    for place in range(1, places.facts[SEATS_AT] + 1):
        seat = place % places.facts[SEATS_AT]
        if live >> seat & 1:
            own[count] = seat
            count += 1
    node = root
    for i in range(len(moves)):
        place = _index(kept, moves[i, MOVE_SEAT]) if moves[i, MOVE_STREET] == view[STREET] else NOBODY
        if place >= 0 and node >= 0:
            node = step(places, node, own[place], moves[i, MOVE_ACTION], shares[i], bet_dice(seed, i), sizes, at)
    return node if _is_turn(places, node, own[_index(kept, hero)], view[STREET]) else -1


@kernel
def find(places: TreePlaces, unit: int, view: Row, log: NDArray[np.int32], count: int, seed: int) -> Any:
    """The node of the actor's decision and the place of its way in WAYS; -1 and OUTSIDE if there is none."""
    moves, shares = np.empty((count, MOVE_SIZE), np.int64), np.empty(count)
    told = read_betting(view, log, count, moves, shares)
    hero = (view[ACTOR] - view[BUTTON] + view[SEATS]) % view[SEATS]
    node = _followed(places, view, hero, moves, shares, count, seed)
    if node >= 0:
        return node, FOLLOWED
    if view[STREET] == 0:
        node = _matched_opening(places, view, unit, hero, told)
    else:
        node = _entered(places, view, hero, told, moves, shares, seed)
    return node, MATCHED if node >= 0 else OUTSIDE
