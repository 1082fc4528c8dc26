"""What every seat has put in, node by node, and who has not folded: what the one table does not keep."""

from collections.abc import Sequence

import numpy as np

from gutshot.games.betting import CALL, FOLD
from gutshot.numeric.arrays import Ints
from gutshot.trees.table import NODE_ACTOR, NODE_PARENT, NODE_STREET, BettingTable


def chips_by_seat(table: BettingTable, stacks: Sequence[int]) -> tuple[Ints, Ints, Ints]:
    """[nodes, seats] chips put in since the root and on the street, and [nodes] masks of seats that have not folded.

    For trees that begin after the blinds; `stacks` are those at the root.
    """
    nodes, seats = table.nodes, len(stacks)
    paid, bets = np.zeros((len(nodes), seats), np.int64), np.zeros((len(nodes), seats), np.int64)
    live = np.full(len(nodes), (1 << seats) - 1, np.int64)
    for node in range(1, len(nodes)):
        above, action = int(nodes[node, NODE_PARENT]), int(table.action[node])
        actor = int(nodes[above, NODE_ACTOR])
        paid[node], bets[node], live[node] = paid[above], bets[above], live[above]
        stack = stacks[actor] - int(paid[above, actor])
        if action == FOLD:
            live[node] &= ~(1 << actor)
        else:
            most = int(bets[above].max()) if action == CALL else action
            added = min(stack, most - int(bets[above, actor]))
            paid[node, actor] += added
            bets[node, actor] += added
        if nodes[node, NODE_STREET] > nodes[above, NODE_STREET]:
            bets[node] = 0
    return paid, bets, live
