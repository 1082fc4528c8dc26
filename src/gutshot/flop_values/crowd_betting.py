"""The betting after the flop of three and more players (or two) for a pot of one, as arrays for the walks.

Players are numbered in order of action. Nodes are those of the one table: the root first, children after their parent
and side by side. What an end pays is counted from the flop on, in pots: chips taken less chips put in.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from gutshot.errors import BadConfig
from gutshot.flop_values.betting import DECISION, FOLD, POT_CHIPS, SHOWDOWN, make_spot
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.flop_values.values import Flop
from gutshot.games.rules import holdem
from gutshot.numeric.arrays import Bools, Ints, Reals
from gutshot.trees.betting_tree import FIRST_STREET
from gutshot.trees.grow import count_table, grow_table
from gutshot.trees.plan import NO_MENU, GrowthPlan, Limits, Menu, every_street, plan_growth, spot
from gutshot.trees.seat_chips import chips_by_seat
from gutshot.trees.table import (
    FOLDED_OUT,
    NODE_ACTOR,
    NODE_CHILD,
    NODE_PARENT,
    NODE_STREET,
    NODE_WIDTH,
    BettingTable,
)

MOST_NODES = 300_000
MOST_RAISES = 30
MOST_BETTING_LATE = 4
"""With more players than this a crowd bets on the flop only; two who are left bet on every street."""

DECIDES, FIXED, SHOWN = range(3)
"""How a node is valued for one player: by what follows, by who is left, or by strength."""

_RULES = holdem(min_bet=1)


class CrowdBetting(NamedTuple):
    """Arrays by node, and by player where they say so."""

    kind: Ints  # [N] DECISION, FOLD or SHOWDOWN
    actor: Ints  # [N] who decides, -1 at an end
    street: Ints  # [N] 0 flop, 1 turn, 2 river
    actions: Ints  # [N]
    first: Ints  # [N] the first child
    column: Ints  # [n, N] which of a player's reaches holds: it changes by his own actions only
    columns: Ints  # [n] how many there are
    shown: Bools  # [n, columns] whether hands with this reach are shown down
    visits: Ints  # [n, V] where a player's hands are valued, children before parents; then -1
    way: Ints  # [n, N] DECIDES, FIXED or SHOWN
    fixed: Reals  # [n, N] pots that a player takes for certain, less what he has put in
    pots: Ints  # [N + 1] where an end's contested pots begin
    amounts: Reals  # [P]
    contenders: Ints  # [P] masks


def make_crowd_betting(
    flop: Flop, ranges: Sequence[Reals], stacks: Sequence[float], config: PostflopModelConfig
) -> CrowdBetting:
    """The betting of players with these stacks, in pots."""
    chips = [max(1, round(POT_CHIPS * stack)) for stack in stacks]
    return lay_out_crowd(grow_crowd(crowd_plan(flop, ranges, chips, config)), chips)


def grow_crowd(plan: GrowthPlan) -> BettingTable:
    """Every line of the plan."""
    size = count_table(plan, MOST_NODES)
    if not size.whole:
        raise BadConfig(
            f"these bet sizes make a tree of more than {MOST_NODES:,} nodes for {len(plan.menu)} players after the "
            "flop: use fewer sizes in crowd_bets and crowd_raises"
        )
    return grow_table(plan, size, chips=False)


def crowd_plan(flop: Flop, ranges: Sequence[Reals], chips: Sequence[int], config: PostflopModelConfig) -> GrowthPlan:
    """What the tree is grown from; seats are players, the last has the button."""
    count = len(chips)
    root = spot(_RULES, chips, POT_CHIPS, FIRST_STREET, count - 1)
    both = ranges[0], ranges[1]
    usual = _menus(flop, both, config)
    crowd = _menus(flop, both, replace(config, bets=config.crowd_bets, raises=config.crowd_raises))
    if count > MOST_BETTING_LATE:
        crowd = [[*menu[: FIRST_STREET + 1], ((), ()), ((), ())] for menu in crowd]
    places = [min(1, player // (count - 1)) for player in range(count)]  # the last player's sizes are those in position
    seats = [(place, 2 + place, NO_MENU) for place in places]
    limits = Limits(every_street(MOST_RAISES))
    thresholds = (config.force_allin_threshold, config.add_allin_threshold, 0.0)
    return plan_growth(_RULES, root, [*usual, *crowd], seats, limits, thresholds)


def _menus(flop: Flop, ranges: tuple[Reals, Reals], config: PostflopModelConfig) -> list[Menu]:
    """The sizes out of position and in position, by street."""
    streets = make_spot(flop, ranges, 1.0, config).tree_config().sizes
    return [[((), ())] * FIRST_STREET + [(own[side].bets, own[side].raises) for own in streets] for side in range(2)]


def lay_out_crowd(table: BettingTable, chips: Sequence[int]) -> CrowdBetting:
    """A grown tree as arrays; `chips` are the stacks on the flop, where the pot is `POT_CHIPS`."""
    nodes, players = table.nodes, len(chips)
    paid, _, live = chips_by_seat(table, chips)
    actor = nodes[:, NODE_ACTOR]
    kind = np.where(actor >= 0, DECISION, np.where(actor == FOLDED_OUT, FOLD, SHOWDOWN)).astype(np.int64)
    column, columns = _columns(nodes, players)
    ways, fixed = np.zeros((players, len(nodes)), np.int64), np.zeros((players, len(nodes)))
    pots = [_pots(paid[node], int(live[node])) if kind[node] == SHOWDOWN else [] for node in range(len(nodes))]
    for player in range(players):
        ways[player], fixed[player] = _settled(player, kind, paid, live, pots)
    contested = [[pot for pot in own if pot[1] & pot[1] - 1] for own in pots]
    starts = np.cumsum([0, *(len(own) for own in contested)])
    flat = [pot for own in contested for pot in own]
    shown = np.zeros((players, int(columns.max())), np.bool_)
    shown[:, 0] = True  # whole ranges, as if checked down
    for node in np.flatnonzero(kind == SHOWDOWN).tolist():
        for player in range(players):
            shown[player, column[player, node]] |= any(mask >> player & 1 for _, mask in contested[node])
    return CrowdBetting(
        kind,
        np.where(actor >= 0, actor, -1),
        np.clip(nodes[:, NODE_STREET] - FIRST_STREET, 0, 2),
        np.where(kind == DECISION, nodes[:, NODE_WIDTH], 0),
        nodes[:, NODE_CHILD].copy(),
        column,
        columns,
        shown,
        _visits(nodes, ways),
        ways,
        fixed / POT_CHIPS,
        starts,
        np.array([amount for amount, _ in flat], np.float64) / POT_CHIPS,
        np.array([mask for _, mask in flat], np.int64),
    )


def _columns(nodes: Ints, players: int) -> tuple[Ints, Ints]:
    """A column for the root and for every action of a player, kept where others act."""
    column, used = np.zeros((players, len(nodes)), np.int64), np.ones(players, np.int64)
    for node in range(1, len(nodes)):
        above = nodes[node, NODE_PARENT]
        actor = nodes[above, NODE_ACTOR]
        column[:, node] = column[:, above]
        column[actor, node] = used[actor]
        used[actor] += 1
    return column, used


def _pots(paid: Ints, live: int) -> list[tuple[int, int]]:
    """(chips, who can win them) of the pots of a showdown, the main pot with the pot of the flop first."""
    levels = sorted({int(own) for seat, own in enumerate(paid) if live >> seat & 1})
    found, below = [], 0
    for place, level in enumerate(levels):
        last = place == len(levels) - 1
        amount = sum(max(0, (int(own) if last else min(int(own), level)) - below) for own in paid)
        contenders = sum(1 << seat for seat, own in enumerate(paid) if live >> seat & 1 and own >= level)
        found.append((amount + (0 if place else POT_CHIPS), contenders))
        below = level
    return found


def _settled(
    player: int, kind: Ints, paid: Ints, live: Ints, pots: Sequence[Sequence[tuple[int, int]]]
) -> tuple[Ints, Reals]:
    """How each node is valued for a player, and the chips he takes there for certain less those he put in."""
    way, fixed = np.full(len(kind), DECIDES), -paid[:, player].astype(np.float64)
    for node in range(len(kind)):
        if not live[node] >> player & 1:
            way[node] = FIXED
        elif kind[node] == FOLD:
            way[node] = FIXED
            fixed[node] += POT_CHIPS + paid[node].sum()
        elif kind[node] == SHOWDOWN:
            way[node] = SHOWN
            fixed[node] += sum(amount for amount, mask in pots[node] if mask == 1 << player)
    return way, fixed


def _visits(nodes: Ints, ways: Ints) -> Ints:
    """[n, V] for each player the nodes at which he has not folded before, the last first; -1 behind them."""
    rows = []
    for way in ways:
        below = np.zeros(len(nodes), np.bool_)  # a fold of his own, or some other end, lies above
        for node in range(1, len(nodes)):
            above = nodes[node, NODE_PARENT]
            below[node] = below[above] or way[above] == FIXED
        rows.append(np.flatnonzero(~below)[::-1])
    visits = np.full((len(ways), max(map(len, rows))), -1, np.int64)
    for player, row in enumerate(rows):
        visits[player, : len(row)] = row
    return visits
