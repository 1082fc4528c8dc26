"""Whole matches compiled: deal, ask the built-in agents, apply, count. One call plays a chunk of hands.

Nothing here is random: decks and dice come as seeds, one per deal and one per deal and position, so a chunk gives the
same result wherever and whenever it is played.
"""

import numpy as np
from numpy.typing import NDArray

from gutshot.agents.agent import Params
from gutshot.agents.badugi.odds import Scratch
from gutshot.agents.badugi.ranges import Odds
from gutshot.agents.decide import decide
from gutshot.agents.range_reading import READING
from gutshot.agents.record import RECORD_SIZE, clear_record, note
from gutshot.agents.view import blank_view, hide
from gutshot.arena.counts import count_hand
from gutshot.arena.luck import add_board_luck, add_hole_luck, all_in_value
from gutshot.games.betting import raise_bounds
from gutshot.games.playout import DICE_SIZE
from gutshot.games.poker import act, draw, new_deck, start
from gutshot.games.row import (
    ACTOR,
    BETTING,
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
    SIZE,
    STACK,
    START,
    STREET,
    Row,
)
from gutshot.games.rules import BET_SIZE, HIGH_HAND, SHOWDOWN_KIND
from gutshot.games.shuffle import seed_random
from gutshot.kernel import kernel

LOG_COLUMNS = 4
"""Of the action log: hand in the chunk, seat, street, the action's number."""
LOG_MARGIN = 1024
"""No hand has more decisions than this; the log must have as much room before a hand."""
LUCK_STREAM = 1 << 40
_NO_LUCK = 0
ALL_IN_LUCK = 1
ALL_LUCK = 2


@kernel
def begin_hand(hand: Row, button: int, blinds: Row, stacks: Row, lineup: Row) -> None:
    """The setup columns of a hand: button, blinds by distance from it, stacks by agent."""
    seats = hand[SEATS]
    hand[BUTTON] = button
    for step in range(seats):
        seat = (button + step) % seats
        hand[BLIND + seat] = blinds[step]
        hand[START + seat] = stacks[lineup[seat]]


@kernel
def end_hand(hand: Row, carry: bool, buy_in: int, big_blind: int, lineup: Row, stacks: Row, payoffs: Row) -> None:
    """Payoffs by seat; carried stacks go on, and one too small for the big blind is bought in again."""
    for seat in range(hand[SEATS]):
        payoffs[seat] = hand[STACK + seat] - hand[START + seat]
        if carry:
            left = hand[STACK + seat]
            stacks[lineup[seat]] = left if left >= big_blind else buy_in


@kernel
def is_run_out(hand: Row, known: int) -> bool:
    """Whether a finished hand was shown down after board cards that nobody could act on."""
    return bool(hand[LIVE] & (hand[LIVE] - 1) != 0 and hand[BOARD_COUNT] == MAX_BOARD and known < MAX_BOARD)


@kernel
def play_chunk(
    rules: Row,
    hand: Row,
    kinds: Row,
    params: Params,
    lineups: NDArray[np.int64],
    buttons: Row,
    deal_seeds: Row,
    dice_seeds: NDArray[np.int64],
    blinds: Row,
    stacks: Row,
    buy_in: int,
    carry: bool,
    luck_level: int,
    tables: Odds,
    scratch: Scratch,
    payoffs: NDArray[np.int64],
    adjusted: NDArray[np.float64],
    counts: NDArray[np.int64],
    log: NDArray[np.int32],
) -> tuple[int, int]:
    """Play the hands of `lineups` [hands, seats of agents] until the log is full; hands played and actions logged.

    `stacks` [agents] start as buy-ins and are carried if `carry`. Out: `payoffs` and luck-adjusted `adjusted`
    [hands, seats], `counts` [agents, COUNTS], `log` [rows, LOG_COLUMNS], of no rows when none is wanted.
    """
    seats, big_blind = hand[SEATS], rules[BET_SIZE]
    view, record, trial = blank_view(), np.zeros(RECORD_SIZE, np.int64), np.zeros(SIZE, np.int64)
    dice, reading, cards = np.zeros(DICE_SIZE, np.int64), np.zeros(READING, np.int64), np.zeros(DECK_CARDS, np.int64)
    luck_dice, luck, means = np.zeros(DICE_SIZE, np.int64), np.zeros(MAX_SEATS), np.zeros(MAX_SEATS)
    logged = 0
    measures_luck = luck_level > _NO_LUCK and rules[SHOWDOWN_KIND] == HIGH_HAND
    for index in range(lineups.shape[0]):
        if log.shape[0] > 0 and log.shape[0] - logged < LOG_MARGIN:
            return index, logged
        lineup = lineups[index]
        begin_hand(hand, buttons[index], blinds, stacks, lineup)
        new_deck(rules, hand, deal_seeds[index], 0)
        start(rules, hand)
        clear_record(record)
        known = 0
        if measures_luck:
            seed_random(luck_dice, 0, deal_seeds[index], LUCK_STREAM)
            luck[:] = 0.0
            if luck_level == ALL_LUCK:
                add_hole_luck(hand, big_blind, luck)
        while hand[PHASE] <= DRAWING:
            seat = hand[ACTOR]
            agent = lineup[seat]
            hide(hand, view)
            seed = dice_seeds[index, (seat - buttons[index] + seats) % seats]
            action = decide(kinds[agent], rules, view, record, params[agent], seed, dice, reading, tables, scratch)
            if log.shape[0] > 0:
                log[logged, 0], log[logged, 1], log[logged, 2], log[logged, 3] = index, seat, hand[STREET], action
                logged += 1
            known = hand[BOARD_COUNT]
            if hand[PHASE] == BETTING:
                note(record, hand, action, raise_bounds(rules, hand)[1] > 0)
                act(rules, hand, action)
            else:
                note(record, hand, action, False)
                draw(rules, hand, action)
            if luck_level == ALL_LUCK and measures_luck and hand[PHASE] != OVER and hand[BOARD_COUNT] > known:
                add_board_luck(hand, known, luck_dice, cards, trial, luck)
        for seat in range(seats):
            adjusted[index, seat] = hand[STACK + seat] - hand[START + seat]
        if measures_luck:
            if is_run_out(hand, known):
                all_in_value(rules, hand, known, luck_dice, cards, trial, means)
                adjusted[index, :seats] = means[:seats]
            for seat in range(seats):
                adjusted[index, seat] -= luck[seat]
        count_hand(hand, record, lineup, counts)
        end_hand(hand, carry, buy_in, big_blind, lineup, stacks, payoffs[index])
    return lineups.shape[0], logged
