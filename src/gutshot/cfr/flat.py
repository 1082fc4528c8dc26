"""Any `game.State` unrolled once into arrays, so that algorithms are linear sweeps without Python objects.

Histories lie in level order: a level is one block, and the children of a history lie side by side in the next.
Sampling walks this tree. Whole-tree algorithms need less: by perfect recall a player's own past is one number, the
slot (infoset and action) he played last; see `sequences`.

Before anything is allocated the number of histories is estimated by Knuth's random probing (1975); a game that
would not fit is refused with the estimate, and unrolling stops if the truth turns out larger.
"""

import math
import random
from array import array
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from gutshot.arguments import checked, checked_fields
from gutshot.cfr.sequences import SequenceForm, last_slots, playing_order, sequence_form, slots_before
from gutshot.cfr.strategy import Infosets, offsets
from gutshot.errors import BadConfig, MalformedInput
from gutshot.game import CHANCE, TERMINAL, Action, State
from gutshot.numeric.arrays import Bools, Ints, Ints32, Reals
from gutshot.numeric.memory import byte_size, free_memory

Progress: TypeAlias = Callable[[int, int], None]

_ROUNDING = 1e-6  # of the largest payoff
_PROBES = 400
_REPORT_EVERY = 1 << 14


@checked_fields
@dataclass(frozen=True, eq=False, repr=False)
class FlatGame:
    """An unrolled game of H histories, T of them terminal, N players.

    `infoset` [H] is the infoset's number, or -1 for chance, or -2 - t for terminal t; the children of h are
    `child[h]` .. `child[h] + width[h]`; `cumulative` [H] sums the chance probabilities of a history and the siblings
    before it; `payoffs` [T, N]; `reach` [T] is the product of chance on the way; `last` [T, N] the players' last slots
    at each terminal and `before` [I] the owner's last slot before each infoset, -1 for none.
    """

    players: int
    infosets: Infosets
    levels: Ints
    parent: Ints32
    child: Ints32
    width: Ints32
    infoset: Ints32
    cumulative: Reals
    payoffs: Reals
    reach: Reals
    last: Ints32
    before: Ints32

    def __post_init__(self) -> None:
        """Compiled code follows these numbers without asking, so each must lead somewhere."""
        count, ends, infosets = len(self.parent), len(self.payoffs), len(self.infosets)
        tree = (self.child, self.width, self.infoset, self.cumulative)
        fits = all(array.shape == (count,) for array in tree) and self.reach.shape == (ends,)
        fits = fits and self.payoffs.shape == self.last.shape == (ends, self.players)
        fits = fits and self.before.shape == (infosets,) and _lie(self.infoset, -1 - ends, infosets)
        slots = self.infosets.slots
        fits = fits and _lie(self.last, -1, slots) and _lie(self.before, -1, slots) and _lie(self.width, 0, count)
        inner = self.infoset >= CHANCE
        if (
            not fits
            or not _lie(self.child[inner], 0, count)
            or not _lie((self.child + self.width)[inner], 0, count + 1)
        ):
            raise MalformedInput("the arrays of this game do not fit together: make one with `unroll`")

    def __repr__(self) -> str:
        return f"FlatGame({self.players} players, {self.histories:,} histories, {len(self.infosets):,} infosets)"

    @property
    def histories(self) -> int:
        """How many there are."""
        return len(self.parent)

    @property
    def counts(self) -> tuple[int, int, int]:
        """(chance, decision, terminal) histories."""
        chance, terminal = int((self.infoset == CHANCE).sum()), len(self.payoffs)
        return chance, self.histories - chance - terminal, terminal

    @cached_property
    def sequence_form(self) -> SequenceForm:
        """Terminals and infosets instead of histories."""
        span = np.searchsorted(self.infosets.actor, np.arange(self.players + 1)).astype(np.int32)
        return sequence_form(self.payoffs, self.reach, self.last, self.infosets.first, self.before, span)


def _lie(numbers: Ints32, least: int, end: int) -> bool:
    """Whether all are at least `least` and below `end`."""
    return numbers.size == 0 or (int(numbers.min()) >= least and int(numbers.max()) < end)


def estimate_histories(root: State, probes: int = _PROBES) -> int:
    """An unbiased estimate of the number of histories: random walks that multiply the widths they meet."""
    dice = random.Random(0)
    total = 0.0
    for _ in range(probes):
        state, below = root, 1.0
        while True:
            total += below
            branches = _branches(state)
            if not branches:
                break
            below *= len(branches)
            state = state.apply(branches[dice.randrange(len(branches))][0])
    return round(total / probes)


def bytes_needed(histories: int, players: int) -> int:
    """Memory at the peak: the tree and its draft, last slots, and the sequence form; measured, rounded up."""
    return histories * (88 + 16 * players + players * (8 + 4 * (players - 1)))


@checked
def unroll(root: State, memory: int | None = None, progress: Progress | None = None) -> FlatGame:
    """Unroll a game within `memory` bytes (default: half of what is free); `progress(done, expected)` as it goes."""
    budget = memory if memory is not None else free_memory() // 2
    expected = estimate_histories(root)
    _require_room(expected, root.num_players, budget)
    draft = _Draft(root.num_players)
    limit = max(1, budget // bytes_needed(1, root.num_players))
    draft.grow(root, limit, lambda done: progress(done, max(done, expected)) if progress else None)
    if draft.overflow:
        _require_room(max(expected, len(draft.parent) + 1), root.num_players, budget)
    return _finish(draft)


def _require_room(histories: int, players: int, budget: int) -> None:
    needed = bytes_needed(histories, players)
    if needed > budget:
        raise BadConfig(
            f"this game has about {histories:.2g} histories and would take about {byte_size(needed)} unrolled, "
            f"but only {byte_size(budget)} may be used: choose a smaller game"
        )


def _branches(state: State) -> tuple[tuple[Action, float], ...]:
    if state.actor == CHANCE:
        return state.chances
    return tuple((action, 1.0) for action in state.legal)


class _Draft:
    """The tree in the order of a depth-first walk, as it is found."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.parent, self.depth, self.infoset = array("i"), array("i"), array("i")
        self.chance, self.payoffs = array("d"), array("d")
        self.number: dict[tuple[int, Hashable], int] = {}
        self.actions: list[tuple[Action, ...]] = []
        self.overflow = False

    def grow(self, root: State, limit: int, report: Callable[[int], None]) -> None:
        stack: list[tuple[State, int, int, float]] = [(root, -1, 0, 1.0)]
        while stack:
            state, parent, depth, chance = stack.pop()
            here = len(self.parent)
            if here >= limit:
                self.overflow = True
                return
            if here % _REPORT_EVERY == 0:
                report(here)
            self.parent.append(parent)
            self.depth.append(depth)
            self.chance.append(chance)
            self.infoset.append(self._name(state))
            branches = _branches(state)
            stack.extend([(state.apply(action), here, depth + 1, p) for action, p in reversed(branches)])
        report(len(self.parent))

    def _name(self, state: State) -> int:
        actor = state.actor
        if actor == TERMINAL:
            self.payoffs.extend(_payoffs_of(state))
            return TERMINAL
        if actor == CHANCE:
            return CHANCE
        key, legal = (actor, state.infoset), state.legal
        number = self.number.setdefault(key, len(self.number))
        if number == len(self.actions):
            self.actions.append(legal)
        elif self.actions[number] != legal:
            raise BadConfig(f"infoset {key[1]!r} offers {self.actions[number]} in one history and {legal} in another")
        return number


def _payoffs_of(state: State) -> tuple[float, ...]:
    """What each player wins at the end of a game; refused unless the sums of a game between them."""
    payoffs = tuple(state.payoffs)
    if len(payoffs) != state.num_players:
        raise BadConfig(f"{len(payoffs)} payoffs for {state.num_players} players at {state!r}")
    total = math.fsum(payoffs)
    if not abs(total) <= _ROUNDING * max(1.0, *map(abs, payoffs)):  # NaN is not below anything
        raise BadConfig(f"payoffs {payoffs} at {state!r}: expected finite numbers that sum to zero")
    return payoffs


def _finish(draft: _Draft) -> FlatGame:
    """Bring the draft into level order and its infosets into playing order."""
    depth = np.frombuffer(draft.depth, np.int32)
    order = np.argsort(depth, kind="stable")  # keeps families together: the walk met parents in this order too
    levels = np.concatenate([[0], np.cumsum(np.bincount(depth))])
    parent = _parents(np.frombuffer(draft.parent, np.int32), order)
    width = np.bincount(parent[1:], minlength=len(parent)).astype(np.int32)
    child = (1 + np.cumsum(width, dtype=np.int64) - width).astype(np.int32)
    chance = np.frombuffer(draft.chance, np.float64)[order]
    found = np.frombuffer(draft.infoset, np.int32)[order]
    infosets, renumber, before, last = _infosets(draft, levels, parent, child, found)
    infoset = found.copy()
    infoset[found >= 0] = renumber[found[found >= 0]]
    ends = np.flatnonzero(infoset == TERMINAL)
    infoset[ends] = TERMINAL - np.arange(len(ends), dtype=np.int32)
    payoffs = np.frombuffer(draft.payoffs, np.float64).reshape(-1, draft.players)
    met = np.searchsorted(np.sort(order[ends]), order[ends])
    cumulative = _cumulative(chance, child, width, infoset == CHANCE)
    reach = _chance_reach(levels, parent, chance)[ends]
    return FlatGame(
        draft.players,
        infosets,
        levels,
        parent,
        child,
        width,
        infoset,
        cumulative,
        payoffs[met],
        reach,
        last[ends],
        before,
    )


def _parents(parent: Ints32, order: Ints) -> Ints32:
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    moved = parent[order]
    moved[1:] = rank[moved[1:]]
    return moved


def _infosets(
    draft: _Draft, levels: Ints, parent: Ints32, child: Ints32, found: Ints32
) -> tuple[Infosets, Ints32, Ints32, Ints32]:
    """The infosets in playing order, the new number of each, the slot before each, and each history's last slots."""
    actor = np.array([player for player, _ in draft.number], np.int32)
    first = offsets([len(menu) for menu in draft.actions])
    last = last_slots(levels, parent, child, found, actor, first, draft.players)
    before = slots_before(last, found, actor)
    order = playing_order(actor, before, first)
    keys = [key for _, key in draft.number]
    actions = tuple(draft.actions[i] for i in order)
    infosets = Infosets(actor[order], offsets([len(menu) for menu in actions]), tuple(keys[i] for i in order), actions)
    renumber = np.empty(len(order), np.int32)
    renumber[order] = np.arange(len(order), dtype=np.int32)
    moved = np.repeat(infosets.first[renumber] - first[:-1], np.diff(first)) + np.arange(first[-1], dtype=np.int32)
    new_slot = np.append(moved, -1).astype(np.int32)  # the slot -1, nothing played yet, stays -1
    return infosets, renumber, new_slot[before[order]], new_slot[last]


def _chance_reach(levels: Ints, parent: Ints32, chance: Reals) -> Reals:
    reach = chance.copy()
    for begin, end in pairwise(levels[1:]):
        reach[begin:end] *= reach[parent[begin:end]]
    return reach


def _cumulative(chance: Reals, child: Ints32, width: Ints32, is_chance: Bools) -> Reals:
    """Running sums of each family's probabilities, the last exactly 1 so that no draw falls through."""
    cumulative = chance.copy()
    families, sizes = child[is_chance], width[is_chance]
    for place in range(1, int(sizes.max(initial=0))):
        here = families[sizes > place] + place
        cumulative[here] += cumulative[here - 1]
    ends = families + sizes - 1
    if np.any(np.abs(cumulative[ends] - 1) > 1e-9):
        raise BadConfig(
            f"chance probabilities sum to {cumulative[ends][np.argmax(np.abs(cumulative[ends] - 1))]}, not 1"
        )
    cumulative[ends] = 1.0
    return cumulative
