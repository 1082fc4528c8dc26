"""The betting tree as one table of nodes, the same for every game: spots, games before the flop, N-seat blueprints.

Seats are those of the rules engine; the plan says which one has the button. Streets are 0 before the
flop to 3 on the river. There are no cards and no chance nodes: a child may be on a later street than its parent, or
several streets later where everybody is all-in. Children lie side by side and after their parent.
"""

from typing import NamedTuple

import numpy as np

from gutshot.numeric.arrays import Ints, Ints32

STREETS = 4

# Columns of `nodes`: a row is one cache line.
NODE_ACTOR = 0  # the seat to act, or FOLDED_OUT, SHOWDOWN or NEXT_STREET
NODE_STREET = 1
NODE_WIDTH = 2  # how many actions
NODE_CHILD = 3  # the first of them
NODE_SLOT = 4  # where the node's strategies begin, in actions of hands (or buckets) of all decisions before it
NODE_TERMINAL = 5  # row of `paid` and `live`, -1 at a decision
NODE_VISITS = NODE_TERMINAL  # of a decision in a tree that grows on demand: how often it was met, as far as counted
NODE_ENDS = 6  # mask of the actions after which nothing is decided any more; above, of those nobody plays
NODE_PARENT = 7
NODE_SIZE = 8
UNPLAYED_SHIFT = 16  # the mask in NODE_ENDS of actions that are only answered, never chosen
HISTORY_SHIFT = 16  # the row of strengths in `BettingTable.live`: hands that change by what their seats do end as one

FOLDED_OUT = -1
SHOWDOWN = -2
NEXT_STREET = -3  # the street that the tree ends before
UNOPENED = -4  # nobody has looked yet at what comes here

NOBODY = -1


class Chips(NamedTuple):
    """[nodes] the chips at each node; where all but one have folded, only the pot."""

    pot: Ints  # everything in the middle; at an end without what nobody called
    faced: Ints32  # the highest bet of the street
    owed: Ints32  # what the actor has to call
    behind: Ints32  # the least stack among players who have not folded
    all_in: Ints32  # what the actor raises to if he puts everything in
    live: Ints32  # mask of players who have not folded
    aggressor: Ints32  # who bet or raised last in the hand, or NOBODY
    raises: Ints32  # bets and raises of this street

    @classmethod
    def room(cls, nodes: int) -> "Chips":
        """For so many nodes."""
        return cls(np.zeros(nodes, np.int64), *(np.zeros(nodes, np.int32) for _ in cls._fields[1:]))


class BettingTable(NamedTuple):
    """Nodes, the action that leads to each (FOLD, CALL or the amount raised to), and how hands end.

    `paid` [terminals, seats] is what each seat has put in; without a showdown what it lost, negative for the winner.
    """

    nodes: Ints
    action: Ints32
    paid: Ints32
    live: Ints32  # [terminals] mask of those who have not folded; above, which row of a deal's strengths holds
    chips: Chips  # empty where nobody asked for them

    @classmethod
    def room(cls, nodes: int, terminals: int, seats: int, chips: bool) -> "BettingTable":
        """Zeros for a tree with a number of nodes and ends."""
        return cls(
            np.zeros((nodes, NODE_SIZE), np.int64),
            np.zeros(nodes, np.int32),
            np.zeros((terminals, seats), np.int32),
            np.zeros(terminals, np.int32),
            Chips.room(nodes if chips else 0),
        )
