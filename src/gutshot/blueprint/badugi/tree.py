"""The public tree of heads-up badugi: betting rounds, and draws as actions that say how many cards.

Lines that have put in the same chips and drawn the same numbers go on alike: a node that begins a round or a draw is
written down once for each line that comes there, and all of them share their children. So the 30 million lines of the
game are 0.7 million nodes, in which what has been paid and drawn is always exact. What is remembered of it is said by
`layout`: NODE_SLOT of several nodes may be the same.

NODE_STREET of a decision is its actor's view, the history of his own draws; an end at a showdown says which row of
strengths holds (`trees.table.HISTORY_SHIFT`).
"""

from functools import lru_cache

import numpy as np

from gutshot.blueprint.badugi.hands import CLASSES
from gutshot.blueprint.badugi.layout import COUNTS, FIRST_VIEW, HISTORIES, SLOT_COUNT, SLOTS, VIEWS
from gutshot.blueprint.badugi.rounds import (
    BIG_BLIND,
    BUTTON,
    SMALL_BETS,
    STREETS,
    TURNS,
    RoundStep,
    level,
    most_paid,
    seat_in_role,
    steps,
    widths,
)
from gutshot.blueprint.tree import PublicTree
from gutshot.games.betting import CALL
from gutshot.numeric.arrays import Ints
from gutshot.trees.table import (
    FOLDED_OUT,
    HISTORY_SHIFT,
    NODE_ACTOR,
    NODE_CHILD,
    NODE_ENDS,
    NODE_PARENT,
    NODE_SIZE,
    NODE_SLOT,
    NODE_STREET,
    NODE_TERMINAL,
    NODE_WIDTH,
    SHOWDOWN,
    BettingTable,
    Chips,
)

SMALL_BET = 100
"""Chips of the tree; the big blind is as much, the small blind half of it."""
BOTH = 0b11
_LAST = STREETS - 1


@lru_cache(maxsize=4)
def lines_before(street: int) -> tuple[tuple[int, int], ...]:
    """Every (small bets of each seat, who bet last: 0 nobody, else seat + 1) with which the street before ends."""
    found: dict[tuple[int, int], None] = {}
    for pot in range(1, most_paid(street - 1) + 1) if street > 1 else (0,):
        for turn in range(TURNS):
            for step in steps(street - 1, turn):
                if step.turn < 0 and step.folded < 0:
                    seat = -1 if step.aggressor < 0 else seat_in_role(street - 1, step.aggressor)
                    found[level(street - 1, pot, step.raises), seat + 1] = None
    return tuple(found)


def next_history(street: int, history: Ints, count: Ints | int) -> Ints:
    """The history of a seat that draws before a street."""
    return history * COUNTS[street] + count


def bet_slot(street: int, pot: Ints | int, blind: Ints | int, button: Ints | int, turn: int) -> Ints:
    """Where strategies of a turn begin, by small bets of each seat before and both histories of draws."""
    s = SLOTS
    known = s.memories[street]
    at = (s.bet_group[street, pot] * known + s.memory[street, blind]) * known + s.memory[street, button]
    return np.asarray((s.bet_start[street] + at * s.block[street] + s.turn_at[street, turn]) * CLASSES)


def draw_slot(street: int, line: tuple[int, int], blind: Ints, button: Ints, drawn: int = -1) -> Ints:
    """Likewise of a draw: the big blind's, or the button's after so many cards of his."""
    s, own = SLOTS, COUNTS[street]
    known, before = s.memories[street - 1], street - 1
    at = 3 * s.draw_group[street, line[0]] + line[1]
    at = (at * known + s.memory[before, blind]) * known + s.memory[before, button]
    return np.asarray((s.draw_start[street] + at * own * (1 + own) + own * (1 + drawn)) * CLASSES)


class _NodeWriter:
    """Writes blocks of nodes, each for all pairs of histories at once."""

    def __init__(self) -> None:
        at = 1
        self.round_at, self.draw_at = [at] * STREETS, [0] * STREETS
        self.size = [sum(widths(street)) for street in range(STREETS)]
        at += self.size[0]
        for street in range(1, STREETS):
            self.draw_at[street] = at
            at += len(lines_before(street)) * HISTORIES[street - 1] ** 2 * (COUNTS[street] + COUNTS[street] ** 2)
            self.round_at[street] = at
            at += most_paid(street) * HISTORIES[street] ** 2 * self.size[street]
        self.nodes = np.zeros((at, NODE_SIZE), np.int64)
        self.action = np.zeros(at, np.int32)
        self.paid: list[tuple[int, int]] = []
        self.live: list[int] = []
        self._folds: dict[tuple[int, int], int] = {}

    def round_start(self, street: int, pot: int, blind: Ints, button: Ints) -> Ints:
        """The first node behind the first turn of a round."""
        own = HISTORIES[street]
        number = ((max(pot, 1) - 1) * own + blind) * own + button
        return np.asarray(self.round_at[street] + number * self.size[street])

    def draw_start(self, street: int, line: tuple[int, int], blind: Ints, button: Ints) -> Ints:
        own, count = HISTORIES[street - 1], COUNTS[street]
        number = (lines_before(street).index(line) * own + blind) * own + button
        return np.asarray(self.draw_at[street] + number * (count + count * count))

    def decision(self, at: Ints, actor: int, view: Ints, width: int, child: Ints, slot: Ints, ends: int = 0) -> None:
        row = self.nodes[at]
        row[..., NODE_ACTOR], row[..., NODE_STREET], row[..., NODE_WIDTH] = actor, view, width
        row[..., NODE_CHILD], row[..., NODE_SLOT], row[..., NODE_TERMINAL] = child, slot, -1
        row[..., NODE_ENDS] = ends
        self.nodes[at] = row

    def turn(self, at: Ints, street: int, pot: int, blind: Ints, button: Ints, turn: int) -> None:
        """A turn of a round, wherever it is written."""
        actor = seat_in_role(street, turn % 2)
        view = FIRST_VIEW[street] + (blind if actor == BIG_BLIND else button)
        child = self.round_start(street, pot, blind, button) + int(SLOTS.turn_at[street, turn])
        ends = sum(
            1 << k
            for k, step in enumerate(steps(street, turn))
            if step.folded >= 0 or (step.turn < 0 and street == _LAST)
        )
        width = widths(street)[turn]
        self.decision(at, actor, view, width, child, bet_slot(street, pot, blind, button, turn), ends)

    def draw(self, at: Ints, street: int, line: tuple[int, int], blind: Ints, button: Ints) -> None:
        """The big blind's draw, wherever it is written."""
        child = self.draw_start(street, line, blind, button)
        view = FIRST_VIEW[street - 1] + blind
        self.decision(at, BIG_BLIND, view, COUNTS[street], child, draw_slot(street, line, blind, button))

    def fold(self, at: Ints, seat: int, chips: int) -> None:
        """An end at which a seat has lost so many chips."""
        if (seat, chips) not in self._folds:
            self._folds[seat, chips] = len(self.paid)
            self.paid.append((chips, -chips) if seat == BUTTON else (-chips, chips))
            self.live.append(BOTH & ~(1 << seat))
        self.nodes[at, NODE_ACTOR], self.nodes[at, NODE_TERMINAL] = FOLDED_OUT, self._folds[seat, chips]

    def showdowns(self, at: Ints, chips: int) -> None:
        """Ends at which both have put in so many chips, for all histories."""
        own = HISTORIES[_LAST] ** 2
        self.nodes[at, NODE_ACTOR] = SHOWDOWN
        self.nodes[at, NODE_TERMINAL] = len(self.paid) + np.arange(own).reshape(at.shape)
        self.paid += [(chips, chips)] * own
        self.live += [BOTH | number << HISTORY_SHIFT for number in range(own)]

    def betting(self, street: int, pot: int) -> None:
        """All nodes behind the first turns of the rounds with so much before."""
        blind, button = _pairs(HISTORIES[street])
        start = self.round_start(street, pot, blind, button)
        for turn in range(TURNS):
            for k, step in enumerate(steps(street, turn)):
                at = start + int(SLOTS.turn_at[street, turn]) + k
                self.action[at] = step.action if step.action <= CALL else _raise_to(street, step.raises)
                self._lead(at, street, pot, blind, button, step)

    def _lead(self, at: Ints, street: int, pot: int, blind: Ints, button: Ints, step: RoundStep) -> None:
        """What comes after an action."""
        chips = SMALL_BET * level(street, pot, step.raises)
        if step.turn >= 0:
            self.turn(at, street, pot, blind, button, step.turn)
        elif step.folded >= 0:
            self.fold(at, seat_in_role(street, step.folded), _lost(street, pot, step))
        elif street == _LAST:
            self.showdowns(at, chips)
        else:
            seat = -1 if step.aggressor < 0 else seat_in_role(street, step.aggressor)
            self.draw(at, street + 1, (chips // SMALL_BET, seat + 1), blind, button)

    def drawing(self, street: int, line: tuple[int, int]) -> None:
        """All nodes behind the big blind's draws: what the button draws then, and the rounds that begin."""
        blind, button = _pairs(HISTORIES[street - 1])
        start, count = self.draw_start(street, line, blind, button), COUNTS[street]
        for drawn in range(count):
            at, child = start + drawn, start + count + count * drawn
            view, slot = FIRST_VIEW[street - 1] + button, draw_slot(street, line, blind, button, drawn)
            self.decision(at, BUTTON, view, count, child, slot)
            self.action[at] = drawn
            for own in range(count):
                after = next_history(street, blind, drawn), next_history(street, button, own)
                self.turn(child + own, street, line[0], *after, 0)
                self.action[child + own] = own

    def parents(self) -> None:
        """One of the nodes above each; where lines meet, the last."""
        decisions = np.flatnonzero(self.nodes[:, NODE_ACTOR] >= 0)
        self.nodes[0, NODE_PARENT] = -1
        for k in range(max(COUNTS)):
            wide = decisions[self.nodes[decisions, NODE_WIDTH] > k]
            self.nodes[self.nodes[wide, NODE_CHILD] + k, NODE_PARENT] = wide


def _pairs(own: int) -> tuple[Ints, Ints]:
    """All pairs of histories of the big blind and the button."""
    blind, button = np.divmod(np.arange(own * own), own)
    return blind, button


def _raise_to(street: int, raises: int) -> int:
    """The bet of a street after so many bets and raises, in chips; before the first draw the blind counts."""
    return SMALL_BET * ((street == 0) + raises * SMALL_BETS[street])


def _lost(street: int, pot: int, step: RoundStep) -> int:
    """What who folds has put in: all but the last raise, which he has made before unless it is the first."""
    if street == 0 and step.raises == 0:
        return SMALL_BET // 2
    return SMALL_BET * level(street, pot, step.raises - 1)


@lru_cache(maxsize=1)
def badugi_tree() -> PublicTree:
    """The whole tree; the button is seat 0."""
    writer, nothing = _NodeWriter(), np.zeros((), np.int64)
    writer.turn(nothing, 0, 0, nothing, nothing, 0)
    writer.betting(0, 0)
    for street in range(1, STREETS):
        for line in lines_before(street):
            writer.drawing(street, line)
        for pot in range(1, most_paid(street) + 1):
            writer.betting(street, pot)
    writer.parents()
    paid, live = np.array(writer.paid, np.int32), np.array(writer.live, np.int32)
    table = BettingTable(writer.nodes, writer.action, paid, live, Chips.room(0))
    return PublicTree(2, (CLASSES,) * VIEWS, table, SLOT_COUNT // 3, SLOT_COUNT, SMALL_BET)
