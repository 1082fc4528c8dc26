"""What finding a place in a blueprint's betting tree reads, as arrays for compiled search (`placing`)."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.bundle import Blueprint
from gutshot.blueprint.likelihood import line_likelihoods
from gutshot.blueprint.packing import code_starts
from gutshot.blueprint.real_betting import NOBODY
from gutshot.blueprint.tree import PublicTree
from gutshot.games.betting import FOLD
from gutshot.games.row import MAX_SEATS
from gutshot.numeric.arrays import Ints, Reals
from gutshot.trees.table import NODE_ACTOR, NODE_PARENT, NODE_STREET, NODE_WIDTH, STREETS, Chips

Small = NDArray[np.int32]
Codes = NDArray[np.uint8]

RARE_GAP = 0.4  # what a line costs for every power of ten that it is rarer: training has learnt less there
LEAST_RATIO = 0.02
_LEAST_VISITS = 10.0  # a strategy learnt from fewer walks is noise

SEATS_AT, BIG_BLIND_AT, MOST_PLAYERS_AT = 0, 1, 2  # of `facts`


class TreePlaces(NamedTuple):
    """[nodes] unless said otherwise; chips are those of the tree, seats count from the button."""

    nodes: Ints
    action: Small  # that leads there
    chips: Chips
    usable: NDArray[np.bool_]  # decisions that training chose and knew well enough
    openings: Ints  # the usable ones before the flop, by seat
    opening_starts: Ints  # [seats + 1]
    opening_rarity: Reals
    roots: Ints  # beginnings of streets, by street and number of players
    root_starts: Ints  # [STREETS, seats + 2]
    root_places: Ints  # the last aggressor's place in the order of action, or NOBODY
    root_ratios: Reals  # log2 of stack to pot
    root_rarity: Reals
    seated: Ints  # [MAX_SEATS + 1] where a table of so many seats begins, or -1
    starts: Ints  # of codes
    fine: Codes  # before the flop
    coarse: Codes  # two a byte
    facts: Ints
    stacks: Ints  # [seats]


@lru_cache(maxsize=12)
def places_of(blueprint: Blueprint) -> TreePlaces:
    """Everything at once; the parts that need the whole tree walk it compiled."""
    tree, chips = blueprint.tree, blueprint.chips
    likely, others = line_likelihoods(blueprint)
    rarity = -RARE_GAP * np.log10(likely)
    usable = _usable(blueprint, others)
    openings, opening_starts = _openings(tree, usable)
    roots = _begins(blueprint)
    order = [order_of(int(chips.live[node]), tree.seats) for node in roots.tolist()]
    first = np.array([len(own) > 0 and tree.actor(n) == own[0] for n, own in zip(roots, order, strict=True)], np.bool_)
    roots, order = roots[first], [own for own, good in zip(order, first, strict=True) if good]
    last = chips.aggressor[roots].tolist()
    places = np.array([own.index(a) if a in own else NOBODY for own, a in zip(order, last, strict=True)], np.int64)
    players = np.array([len(own) for own in order], np.int64)
    ratios = np.log2(np.maximum(chips.behind[roots] / chips.pot[roots], LEAST_RATIO))
    kept, root_starts = _grouped(tree, roots, players, places, ratios, rarity[roots])
    return TreePlaces(
        tree.nodes,
        tree.action,
        chips,
        usable,
        openings,
        opening_starts,
        rarity[openings],
        roots[kept],
        root_starts,
        places[kept],
        ratios[kept],
        rarity[roots[kept]],
        np.array([_seated(tree, seats) for seats in range(MAX_SEATS + 1)], np.int64),
        code_starts(tree, blueprint.met)[0],
        np.asarray(blueprint.arrays["preflop"]),
        np.asarray(blueprint.arrays["postflop"]),
        np.array([tree.seats, tree.big_blind, players.max(initial=0)], np.int64),
        np.array(blueprint.config.game.stacks, np.int64),
    )


def _usable(blueprint: Blueprint, others: Reals) -> NDArray[np.bool_]:
    """Decisions with a choice of which training has met every bucket some ten times, as far as it said how long it was.

    Where the tree's bounds left only a fold, that says nothing about the hand.
    """
    nodes = blueprint.tree.nodes
    deals = float(blueprint.summary.get("deals", np.inf))
    buckets = np.asarray(blueprint.tree.buckets)[nodes[:, NODE_STREET]]
    return np.asarray(
        (nodes[:, NODE_ACTOR] >= 0)
        & (nodes[:, NODE_WIDTH] > 1)
        & blueprint.met
        & (deals * others / buckets >= _LEAST_VISITS)
    )


def _openings(tree: PublicTree, usable: NDArray[np.bool_]) -> tuple[Ints, Ints]:
    early = np.flatnonzero(usable & (tree.nodes[:, NODE_STREET] == 0))
    actors = tree.nodes[early, NODE_ACTOR]
    order = np.argsort(actors, kind="stable")
    return early[order], np.searchsorted(actors[order], np.arange(tree.seats + 1))


def _begins(blueprint: Blueprint) -> Ints:
    """Decisions at which a street begins that training has met."""
    nodes = blueprint.tree.nodes
    parents = nodes[:, NODE_PARENT]
    begins = (nodes[:, NODE_ACTOR] >= 0) & (parents >= 0) & blueprint.met
    return np.flatnonzero(begins & (nodes[:, NODE_STREET] > nodes[np.maximum(parents, 0), NODE_STREET]))


def order_of(live: int, seats: int) -> list[int]:
    """The players of a mask in the order of action after the flop."""
    return [seat for seat in (*range(1, seats), 0) if live >> seat & 1]


def _grouped(
    tree: PublicTree, roots: Ints, players: Ints, places: Ints, ratios: Reals, rarity: Reals
) -> tuple[Ints, Ints]:
    """Places in `roots` by street and number of players, and where each group begins: see `TreePlaces`."""
    kept: list[Ints] = []
    starts, count = np.zeros((STREETS, tree.seats + 2), np.int64), 0
    streets = tree.nodes[roots, NODE_STREET]
    for street in range(STREETS):
        for number in range(tree.seats + 2):
            starts[street, number] = count
            own = np.flatnonzero((streets == street) & (players == number))
            for place in np.unique(places[own]):
                same = own[places[own] == place]
                kept.append(same[_undominated(ratios[same], rarity[same])])
                count += len(kept[-1])
    return np.concatenate(kept) if kept else np.zeros(0, np.int64), starts


def _undominated(ratios: Reals, rarity: Reals) -> Ints:
    """Those that can be the nearest to some ratio: none other is as near to them as it is more frequent."""
    order = np.lexsort((rarity, ratios))
    high, cost = ratios[order], rarity[order]
    upward = np.minimum.accumulate(np.concatenate([[np.inf], (cost - high)[:-1]])) + high
    downward = np.minimum.accumulate(np.concatenate([[np.inf], (cost + high)[:0:-1]]))[::-1] - high
    return np.asarray(order[(upward > cost) & (downward >= cost)])


def _seated(tree: PublicTree, seats: int) -> int:
    """The node at which a smaller table begins, the seats in front having folded; -1 if there is none.

    Heads-up the button is the small blind, so at a larger tree the two are its blinds.
    """
    own, node = tree.seats, 0
    if seats == own:
        return node
    if own == 2 or seats < 2:
        return -1
    for _ in range(own - max(seats, 3) if seats > 2 else own - 2):
        after = tree.child(node, FOLD)
        if after is None:
            return -1
        node = after
    return node
