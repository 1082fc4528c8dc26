"""From a place in a blueprint's tree to an action at the table: the bucket's strategy, the dice, the size."""

import numpy as np
from numpy.typing import NDArray

from gutshot.abstraction.lookup import BucketTables, hand_bucket
from gutshot.abstraction.rivers import COMBO_SUIT_MASKS, fill_strengths
from gutshot.blueprint.packing import COARSE, FINE
from gutshot.blueprint.place_tables import TreePlaces
from gutshot.cards.combo_index import combo_index
from gutshot.cards.combos import COMBO_CLASS, COMBO_COUNT
from gutshot.games.betting import CALL, FOLD, raise_bounds, to_call
from gutshot.games.row import ACTOR, BET, BOARD, BOARD_COUNT, HOLE, LIVE, MAX_BOARD, MAX_HOLE, POT, SEATS, STACK, Row
from gutshot.kernel import inline_kernel, kernel
from gutshot.trees.table import NODE_CHILD, NODE_STREET, NODE_WIDTH

_ALL_IN_DEPTH = 1.25
"""Up to so many times the tree's own depth an all-in stays one; deeper stacks bet the same share of the pot."""
_LEFT_OVER = 0.15
"""A raise that would leave less than this share of the pot behind, with anybody who could call, is all-in."""


@kernel
def bucket_of(tables: BucketTables, view: Row) -> int:
    """The actor's bucket; needs the tables of flop and turn."""
    hole = HOLE + MAX_HOLE * view[ACTOR]
    if view[BOARD_COUNT] == 0:
        return int(COMBO_CLASS[combo_index(view[hole], view[hole + 1])])
    return hand_bucket(tables, view[hole], view[hole + 1], view[BOARD : BOARD + view[BOARD_COUNT]])


@inline_kernel
def _code(places: TreePlaces, node: int, at: int) -> int:
    """A code of a node, which counts of FINE before the flop and of COARSE after it."""
    place = places.starts[node] + at
    if places.nodes[node, NODE_STREET] == 0:
        return int(places.fine[place])
    return int(places.coarse[place // 2] >> 4 * (place % 2) & 15)


@kernel
def pick(places: TreePlaces, node: int, bucket: int, dice: float) -> int:
    """The action of the tree that uniform `dice` fall on."""
    width, first = places.nodes[node, NODE_WIDTH], places.nodes[node, NODE_CHILD]
    left = dice * (FINE if places.nodes[node, NODE_STREET] == 0 else COARSE)
    for k in range(width - 1):
        left -= _code(places, node, bucket * (width - 1) + k)
        if left < 0:
            return int(places.action[first + k])
    return int(places.action[first + width - 1])


@inline_kernel
def _can_be_called(view: Row, most: int) -> int:
    """The most of a raise that somebody else still has the chips to call."""
    deepest = 0
    for seat in range(view[SEATS]):
        if seat != view[ACTOR] and view[LIVE] >> seat & 1:
            deepest = max(deepest, view[STACK + seat] + view[BET + seat])
    return int(min(most, deepest))


@kernel
def at_table(places: TreePlaces, rules: Row, view: Row, node: int, action: int) -> int:
    """An action of the tree as one of the table: raises by their share of the pot."""
    least, most = raise_bounds(rules, view)
    owed = to_call(view)
    if action == FOLD:
        return FOLD if owed > 0 else CALL
    if action == CALL or most == 0:
        return CALL
    faced = 0
    for seat in range(view[SEATS]):
        faced = max(faced, view[BET + seat])
    pot = view[POT] + owed
    share = (action - places.chips.faced[node]) / (places.chips.pot[node] + places.chips.owed[node])
    amount = faced + round(share * pot)
    is_all_in = action - places.chips.faced[node] >= places.chips.behind[node] - places.chips.owed[node]
    room, called = share * _ALL_IN_DEPTH if is_all_in else share, _can_be_called(view, most)
    if called <= faced + room * pot or called - amount < _LEFT_OVER * (pot + 2 * (amount - faced)):
        return int(most)
    return int(min(max(amount, least), most))


@kernel
def holds_the_nuts(view: Row) -> bool:
    """Whether the board is complete and no other hand can beat the actor's."""
    if view[BOARD_COUNT] < MAX_BOARD:
        return False
    hole = HOLE + MAX_HOLE * view[ACTOR]
    own = combo_index(view[hole], view[hole + 1])
    strengths = np.empty(COMBO_COUNT, np.int32)
    fill_strengths(view[BOARD : BOARD + MAX_BOARD], strengths)
    return _nothing_beats(strengths, own)


@inline_kernel
def _nothing_beats(strengths: NDArray[np.int32], own: int) -> bool:
    for other in range(COMBO_COUNT):
        if strengths[other] > strengths[own] and COMBO_SUIT_MASKS[other] & COMBO_SUIT_MASKS[own] == 0:
            return False
    return True


@kernel
def nuts_of(board: NDArray[np.int64]) -> NDArray[np.bool_]:
    """[1326] which hands no other can beat on a complete board."""
    strengths, nuts = np.empty(COMBO_COUNT, np.int32), np.zeros(COMBO_COUNT, np.bool_)
    fill_strengths(board, strengths)
    for own in range(COMBO_COUNT):
        nuts[own] = strengths[own] > 0 and _nothing_beats(strengths, own)
    return nuts


@kernel
def buckets_of(tables: BucketTables, views: NDArray[np.int64], out: NDArray[np.int64]) -> None:
    """`bucket_of` of many views."""
    for i in range(len(views)):
        out[i] = bucket_of(tables, views[i])
