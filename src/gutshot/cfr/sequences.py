"""The sequence form: a player's own past as one number, and the terminals after each such number.

By perfect recall all that matters of a player's own past is the slot (infoset and action) he played last. So the
value of a whole strategy profile is a sum over terminals of chance x payoff x everyone's reach of his last slot, and
a pass over one player's infosets, latest first, gives counterfactual values or best responses without touching
histories (von Stengel 1996; Koller, Megiddo & von Stengel 1994). Cost: one multiplication per terminal and other
player, one visit per infoset.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from gutshot.errors import BadConfig
from gutshot.kernel import inline_kernel
from gutshot.numeric.arrays import Ints, Ints32, Reals


class SequenceForm(NamedTuple):
    """A sequence s is a slot, or `slots + p` for player p before he acts.

    The terminals after which s is its owner's last slot are entries `start[s]` .. `start[s + 1]`: `gain` is chance
    times his payoff, `others` [entries, N - 1] the sequences of the others. `before[i]` is the sequence that leads to
    infoset i, whose slots are `first[i]` .. `first[i + 1]`; the infosets of player p are `span[p]` .. `span[p + 1]`.
    """

    start: Ints
    gain: Reals
    others: Ints32
    first: Ints32
    before: Ints32
    span: Ints32

    @property
    def players(self) -> int:
        """How many there are."""
        return len(self.span) - 1

    @property
    def slots(self) -> int:
        """Actions of all infosets."""
        return int(self.first[-1])

    def reaches(self, probabilities: Reals) -> Reals:
        """Every sequence's reach by its owner alone, [slots + N]."""
        reach = np.ones(self.slots + self.players)
        push_reach(self, 0, self.span[-1], probabilities, reach)
        return reach


def last_slots(
    levels: Ints, parent: Ints32, child: Ints32, infoset: Ints32, actor: Ints32, first: Ints32, players: int
) -> Ints32:
    """Each history's last slot of each player, [H, N], or -1: one sweep down the levels."""
    last = np.full((len(parent), players), -1, np.int32)
    for begin, end in pairwise(levels[1:]):
        here = np.arange(begin, end, dtype=np.int32)
        above = parent[begin:end]
        last[begin:end] = last[above]
        chosen = infoset[above] >= 0
        here, above = here[chosen], above[chosen]
        played = first[infoset[above]] + here - child[above]
        last[here, actor[infoset[above]]] = played
    return last


def slots_before(last: Ints32, infoset: Ints32, actor: Ints32) -> Ints32:
    """Each infoset's owner's last slot on the way to it; refuses a game in which he forgets it."""
    deciding = np.flatnonzero(infoset >= 0)
    number = infoset[deciding]
    own = last[deciding, actor[number]]
    before = np.full(len(actor), -1, np.int32)
    before[number] = own
    if np.any(before[number] != own):
        raise BadConfig(
            "this game has imperfect recall: an infoset joins histories in which its player acted differently"
        )
    return before


def playing_order(actor: Ints32, before: Ints32, first: Ints32) -> Ints:
    """Infosets by actor, then by how many of his own actions came before, then as given."""
    owner = np.repeat(np.arange(len(actor)), np.diff(first))
    depth = np.zeros(len(actor), np.int32)
    for number, slot in enumerate(before.tolist()):  # parents were met first, so one pass suffices
        depth[number] = 0 if slot < 0 else depth[owner[slot]] + 1
    return np.lexsort((depth, actor))


def sequence_form(
    payoffs: Reals, reach: Reals, last: Ints32, first: Ints32, before: Ints32, span: Ints32
) -> SequenceForm:
    """From the terminals' payoffs [T, N], chance [T] and last slots [T, N], -1 where a player never acted."""
    terminals, players = payoffs.shape
    slots = int(first[-1])
    own = np.where(last >= 0, last, slots + np.arange(players, dtype=np.int32))
    counts = np.bincount(own.ravel(), minlength=slots + players)
    start = np.concatenate([[0], np.cumsum(counts)])
    gain = np.empty(terminals * players)
    others = np.empty((terminals * players, players - 1), np.int32)
    keys = own.T.ravel()  # entry p * T + t is terminal t seen by player p
    order = np.argsort(keys, kind="stable")
    seat, terminal = np.divmod(order, terminals)
    gain[:] = (payoffs * reach[:, None]).T.ravel()[order]
    for step in range(1, players):
        others[:, step - 1] = own[terminal, (seat + step) % players]
    actor = np.repeat(np.arange(players), np.diff(span))
    led = np.where(before >= 0, before, slots + actor).astype(np.int32)
    return SequenceForm(start, gain, others, first, led, span)


@inline_kernel
def terminal_value(form: SequenceForm, reach: Reals, sequence: int) -> float:
    """What the terminals right after one sequence are worth, weighted by chance and the others' reaches."""
    gain, others = form.gain, form.others
    total = 0.0
    if others.shape[1] == 1:
        for entry in range(form.start[sequence], form.start[sequence + 1]):
            total += gain[entry] * reach[others[entry, 0]]
        return total
    for entry in range(form.start[sequence], form.start[sequence + 1]):
        product = gain[entry]
        for other in range(others.shape[1]):
            product *= reach[others[entry, other]]
        total += product
    return total


@inline_kernel
def push_reach(form: SequenceForm, begin: int, end: int, probabilities: Reals, reach: Reals) -> None:
    """Recompute the reaches of infosets `begin` .. `end` from their probabilities, each player's earliest first."""
    for i in range(begin, end):
        above = reach[form.before[i]]
        for k in range(form.first[i], form.first[i + 1]):
            reach[k] = above * probabilities[k]
