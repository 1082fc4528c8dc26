"""Whole matches compiled: deal, ask the built-in agents, apply, count. One call plays a chunk of hands.

Nothing here is random: decks and dice come as seeds, one per deal and one per deal and position, so a chunk gives the
same result wherever and whenever it is played.
"""

from typing import NamedTuple

import numpy as np

from gutshot.agents.agent import Params
from gutshot.agents.badugi.odds import Scratch
from gutshot.agents.badugi.ranges import Odds
from gutshot.agents.decide import decide
from gutshot.agents.kernel_agent import scratch_space
from gutshot.agents.range_reading import READING
from gutshot.arena.counts import count_hand
from gutshot.arena.luck import add_hole_luck
from gutshot.games.hidden_view import blank_view, hide
from gutshot.games.luck import add_board_luck, all_in_value
from gutshot.games.playout import DICE_SIZE, apply
from gutshot.games.poker import new_deck, start
from gutshot.games.public_record import RECORD_SIZE, clear_record
from gutshot.games.row import (
    ACTOR,
    BLIND,
    BOARD_COUNT,
    BUTTON,
    DECK_CARDS,
    DRAWING,
    LIVE,
    MAX_BOARD,
    MAX_SEATS,
    OVER,
    PHASE,
    SEATS,
    STACK,
    START,
    STREET,
    Row,
    blank,
)
from gutshot.games.rules import BET_SIZE, HIGH_HAND, SHOWDOWN_KIND
from gutshot.games.shuffle import seed_random
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Ints32, Reals
from gutshot.numeric.borrow import borrowed

LOG_COLUMNS = 4
"""Of the action log: hand in the chunk, seat, street, the action's number."""
LOG_MARGIN = 1024
"""No hand has more decisions than this; the log must have as much room before a hand."""
LUCK_STREAM = 1 << 40
NO_LUCK = 0
ALL_IN_LUCK = 1
ALL_LUCK = 2

Log = Ints32


class Field(NamedTuple):
    """The agents of a match as numbers."""

    kinds: Row  # [agents]
    params: Params  # [agents, PARAMS]
    tables: Odds


class MatchDeals(NamedTuple):
    """The hands of a chunk."""

    lineups: Ints  # [hands, seats] agents
    buttons: Row  # [hands]
    deal_seeds: Row  # [hands]
    dice_seeds: Ints  # [hands, seats] by distance from the button


class MatchTable(NamedTuple):
    """Where a chunk is played: the rules, the hand in progress, what is posted and what players bring."""

    rules: Row
    hand: Row
    blinds: Row  # by distance from the button
    stacks: Row  # [agents] buy-ins at first
    buy_in: int
    carry: bool  # whether stacks go on from hand to hand
    luck: int  # how much of it is measured


class ChunkResults(NamedTuple):
    """What a chunk leaves behind."""

    payoffs: Ints  # [hands, seats]
    adjusted: Reals  # [hands, seats] without the luck that is measured
    counts: Ints  # [agents, COUNTS]
    log: Log  # [rows, LOG_COLUMNS], of no rows when none is wanted


class ChunkWork(NamedTuple):
    """Space that a chunk works in."""

    seen: Row  # what the actor may know
    record: Row
    dice: Row
    reading: Row
    scratch: Scratch
    luck_dice: Row
    cards: Row
    trial: Row
    luck: Params
    means: Params


def make_work() -> ChunkWork:
    """Room for one chunk."""

    def integers(size: int) -> Row:
        return np.zeros(size, np.int64)

    return ChunkWork(
        blank_view(),
        integers(RECORD_SIZE),
        integers(DICE_SIZE),
        integers(READING),
        scratch_space(),
        integers(DICE_SIZE),
        integers(DECK_CARDS),
        blank(),
        np.zeros(MAX_SEATS),
        np.zeros(MAX_SEATS),
    )


@kernel
def begin_hand(rules: Row, hand: Row, deals: MatchDeals, index: int, blinds: Row, stacks: Row) -> None:
    """Deal a hand: button, blinds by distance from it, stacks by agent."""
    seats, button = hand[SEATS], deals.buttons[index]
    hand[BUTTON] = button
    for step in range(seats):
        seat = (button + step) % seats
        hand[BLIND + seat] = blinds[step]
        hand[START + seat] = stacks[deals.lineups[index, seat]]
    new_deck(rules, hand, deals.deal_seeds[index], 0)
    start(rules, hand)


@kernel
def end_hand(hand: Row, carry: bool, buy_in: int, big_blind: int, lineup: Row, stacks: Row, payoffs: Row) -> None:
    """Payoffs by seat; carried stacks continue, and one below the big blind rebuys."""
    for seat in range(hand[SEATS]):
        payoffs[seat] = hand[STACK + seat] - hand[START + seat]
        if carry:
            left = hand[STACK + seat]
            stacks[lineup[seat]] = left if left >= big_blind else buy_in


@kernel
def _play_hand(
    rules: Row,
    hand: Row,
    field: Field,
    deals: MatchDeals,
    index: int,
    board_luck: bool,
    work: ChunkWork,
    log: Log,
    logged: int,
) -> tuple[int, int]:
    """From the first decision to the end; the board cards known at the last decision, and actions logged so far."""
    seats, button, known = hand[SEATS], deals.buttons[index], 0
    clear_record(work.record)
    while hand[PHASE] <= DRAWING:
        seat = hand[ACTOR]
        agent = deals.lineups[index, seat]
        hide(hand, work.seen)
        action = decide(
            field.kinds[agent],
            rules,
            work.seen,
            work.record,
            field.params[agent],
            deals.dice_seeds[index, (seat - button + seats) % seats],
            work.dice,
            work.reading,
            field.tables,
            work.scratch,
        )
        if log.shape[0] > 0:
            log[logged, 0], log[logged, 1], log[logged, 2], log[logged, 3] = index, seat, hand[STREET], action
            logged += 1
        known = hand[BOARD_COUNT]
        apply(rules, hand, work.record, action)
        if board_luck and hand[PHASE] != OVER and hand[BOARD_COUNT] > known:
            add_board_luck(hand, known, work.luck_dice, work.cards, work.trial, work.luck)
    return known, logged


@kernel
def is_run_out(hand: Row, known: int) -> bool:
    """Whether a finished hand was shown down after board cards without action."""
    return bool(hand[LIVE] & (hand[LIVE] - 1) != 0 and hand[BOARD_COUNT] == MAX_BOARD and known < MAX_BOARD)


@kernel
def adjust(rules: Row, hand: Row, luck_level: int, known: int, work: ChunkWork, adjusted: Params) -> None:
    """Payoffs by seat without the luck that is measured."""
    for seat in range(hand[SEATS]):
        adjusted[seat] = hand[STACK + seat] - hand[START + seat]
    if luck_level == NO_LUCK:
        return
    if is_run_out(hand, known):
        all_in_value(rules, hand, known, work.luck_dice, work.cards, work.trial, work.means)
        adjusted[:] = work.means[: hand[SEATS]]
    for seat in range(hand[SEATS]):
        adjusted[seat] -= work.luck[seat]


@kernel
def play_chunk(
    table: MatchTable, field: Field, deals: MatchDeals, work: ChunkWork, results: ChunkResults
) -> tuple[int, int]:
    """Play the deals until the log is full; hands played and actions logged."""
    table, field, deals = borrowed(table), borrowed(field), borrowed(deals)
    work, results = borrowed(work), borrowed(results)
    rules, hand, log, logged = table.rules, table.hand, results.log, 0
    luck_level = table.luck if rules[SHOWDOWN_KIND] == HIGH_HAND else NO_LUCK
    for index in range(deals.buttons.shape[0]):
        if log.shape[0] > 0 and log.shape[0] - logged < LOG_MARGIN:
            return index, logged
        lineup = deals.lineups[index]
        begin_hand(rules, hand, deals, index, table.blinds, table.stacks)
        if luck_level > NO_LUCK:
            seed_random(work.luck_dice, 0, deals.deal_seeds[index], LUCK_STREAM)
            work.luck[:] = 0.0
        if luck_level == ALL_LUCK:
            add_hole_luck(hand, rules[BET_SIZE], work.luck)
        known, logged = _play_hand(rules, hand, field, deals, index, luck_level == ALL_LUCK, work, log, logged)
        adjust(rules, hand, luck_level, known, work, results.adjusted[index])
        count_hand(hand, work.record, lineup, results.counts)
        end_hand(hand, table.carry, table.buy_in, rules[BET_SIZE], lineup, table.stacks, results.payoffs[index])
    return deals.buttons.shape[0], logged
