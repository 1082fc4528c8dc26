"""What the betting tree does not write down because training never asks: pots, bets and players at every node."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.config import GameConfig
from gutshot.blueprint.grow import NODE_ACTOR, NODE_PARENT, NODE_STREET, Ints
from gutshot.blueprint.tree import PublicTree, root_row
from gutshot.games.betting import CALL, FOLD
from gutshot.games.row import ANTED, BET, LIVE, POT, START
from gutshot.kernel import kernel

NOBODY = -1


@dataclass(frozen=True, eq=False)
class Levels:
    """[nodes] chips are those of the tree; seats count from the button."""

    pot: NDArray[np.int32]  # everything in the middle
    faced: NDArray[np.int32]  # the highest bet of the street
    owed: NDArray[np.int32]  # what the actor has to call
    behind: NDArray[np.int32]  # the least stack among players who have not folded
    live: NDArray[np.int32]  # mask of players who have not folded
    aggressor: NDArray[np.int32]  # who bet or raised last in the hand, or NOBODY
    raises: NDArray[np.int32]  # bets and raises of this street


def levels_of(game: GameConfig, tree: PublicTree) -> Levels:
    """Walk the tree once from the root; children always come after their parent."""
    _, row = root_row(game)
    seats = tree.seats
    columns = [np.zeros(len(tree), np.int32) for _ in range(7)]
    spent = np.zeros((len(tree), seats), np.int32)
    spent[0] = row[BET : BET + seats]
    stacks = np.array([row[START + seat] - row[ANTED + seat] for seat in range(seats)], np.int64)
    _fill(tree.nodes, tree.action, stacks, int(row[POT]), int(row[LIVE]), spent, *columns)
    return Levels(*columns)


@kernel
def _fill(
    nodes: Ints,
    action: NDArray[np.int32],
    stacks: Ints,
    root_pot: int,
    root_live: int,
    spent: NDArray[np.int32],
    pot: NDArray[np.int32],
    faced: NDArray[np.int32],
    owed: NDArray[np.int32],
    behind: NDArray[np.int32],
    live: NDArray[np.int32],
    aggressor: NDArray[np.int32],
    raises: NDArray[np.int32],
) -> None:
    base = np.zeros(len(nodes), np.int32)  # what everyone had paid when the street began
    posted = spent[0].sum()
    for node in range(len(nodes)):
        parent = nodes[node, NODE_PARENT]
        if parent < 0:
            live[node], aggressor[node] = root_live, NOBODY
        else:
            _follow(nodes, action, stacks, node, parent, spent, base, live, aggressor, raises)
        top = spent[node].max()
        pot[node] = root_pot + spent[node].sum() - posted
        faced[node] = top - base[node]
        actor = nodes[node, NODE_ACTOR]
        owed[node] = min(top, stacks[actor]) - spent[node, actor] if actor >= 0 else 0
        least = stacks.max()
        for seat in range(spent.shape[1]):
            if live[node] >> seat & 1:
                least = min(least, stacks[seat] - spent[node, seat])
        behind[node] = least


@kernel
def _follow(
    nodes: Ints,
    action: NDArray[np.int32],
    stacks: Ints,
    node: int,
    parent: int,
    spent: NDArray[np.int32],
    base: NDArray[np.int32],
    live: NDArray[np.int32],
    aggressor: NDArray[np.int32],
    raises: NDArray[np.int32],
) -> None:
    """Make the action that leads from `parent` to `node`."""
    seat, made = nodes[parent, NODE_ACTOR], action[node]
    spent[node] = spent[parent]
    live[node], aggressor[node] = live[parent], aggressor[parent]
    if made == FOLD:
        live[node] &= ~(1 << seat)
    elif made == CALL:
        spent[node, seat] = min(spent[parent].max(), stacks[seat])
    else:
        spent[node, seat] = base[parent] + made
        aggressor[node] = seat
    same_street = nodes[node, NODE_STREET] == nodes[parent, NODE_STREET]
    base[node] = base[parent] if same_street else spent[node].max()
    raises[node] = (raises[parent] if same_street else 0) + (1 if made > CALL and same_street else 0)
