"""The betting tree of a plan node by node: for trees too large to be written down whole.

A node is `UNOPENED` until it is first visited. To open it the rules engine plays its line, from where that line parts
from the line of the node opened last. The nodes are those of `trees.grow` in another order: a parent still comes
before its children, which lie side by side. The caller of these kernels finds the room, and keeps threads from opening
the same node at once.
"""

from gutshot.games.row import BETTING, PHASE, STREET
from gutshot.kernel import kernel
from gutshot.trees.grow import FRAME_NODE, Workspace, advance, begin, choices, nobody_plays
from gutshot.trees.plan import GrowthPlan
from gutshot.trees.table import (
    NODE_ACTOR,
    NODE_CHILD,
    NODE_ENDS,
    NODE_PARENT,
    NODE_SIZE,
    NODE_SLOT,
    NODE_STREET,
    NODE_VISITS,
    NODE_WIDTH,
    UNOPENED,
    UNPLAYED_SHIFT,
    BettingTable,
)

_DEPTH = 0
"""The place in `Workspace.totals` of how deep the position goes that the workspace holds."""


@kernel
def start_workspace(plan: GrowthPlan, work: Workspace) -> None:
    """The position at the root; again after nodes have got other numbers."""
    begin(plan, work)
    work.totals[_DEPTH] = 0


@kernel
def go_to(plan: GrowthPlan, work: Workspace, table: BettingTable, node: int) -> int:
    """Bring the position to a node of which all parents are open; its depth."""
    depth, above = 0, node
    while above > 0:
        above, depth = table.nodes[above, NODE_PARENT], depth + 1
    way, above = work.way, node
    for step in range(depth, 0, -1):
        way[step] = above
        above = table.nodes[above, NODE_PARENT]
    same = 0
    while same < min(depth, work.totals[_DEPTH]) and work.frames[same + 1, FRAME_NODE] == way[same + 1]:
        same += 1
    for step in range(same, depth):
        advance(plan, work, step, table.action[way[step + 1]])
        work.frames[step + 1, FRAME_NODE] = way[step + 1]
    work.totals[_DEPTH] = depth
    return depth


@kernel
def is_end(plan: GrowthPlan, work: Workspace, depth: int) -> bool:
    """Whether there are no more decisions at the position."""
    hand = work.rows[depth]
    return bool(hand[PHASE] != BETTING or hand[STREET] > plan.limits.last_street)


@kernel
def offer(plan: GrowthPlan, work: Workspace, depth: int) -> int:
    """Find the actions at the position; how many."""
    return choices(plan, work.rows[depth], work.frames[depth], work.found[depth])


@kernel
def write_decision(
    plan: GrowthPlan, work: Workspace, table: BettingTable, depth: int, node: int, first: int, width: int
) -> None:
    """Write a decision whose children begin at `first`, all but its actor, by which others see that it is open."""
    hand, found, unplayed = work.rows[depth], work.found[depth], 0
    for k in range(width):
        child = table.nodes[first + k]
        for column in range(NODE_SIZE):
            child[column] = 0
        child[NODE_ACTOR], child[NODE_PARENT], table.action[first + k] = UNOPENED, node, found[k]
        unplayed |= nobody_plays(plan, hand, found[k]) << k
    row = table.nodes[node]
    row[NODE_STREET], row[NODE_WIDTH], row[NODE_CHILD], row[NODE_SLOT] = hand[STREET], width, first, 0
    row[NODE_VISITS], row[NODE_ENDS] = 0, unplayed << UNPLAYED_SHIFT
