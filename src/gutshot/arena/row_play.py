"""Matches between built-in agents and agents that decide from rows: compiled but for the calls to the latter.

All hands of a chunk run at once. Built-in agents play on inside the kernel until a hand waits for one of the others,
who then decides all the hands that wait for him in one call. Deals, dice, luck and counts are those of `play`.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gutshot.agents.agent import Agent, Params, RowAgent
from gutshot.agents.decide import decide
from gutshot.agents.kernel_agent import KernelAgent, tables_for
from gutshot.arena.chunk import PlayedChunk
from gutshot.arena.compiled_play import (
    ALL_LUCK,
    LOG_COLUMNS,
    LOG_MARGIN,
    LUCK_STREAM,
    ChunkWork,
    Field,
    MatchDeals,
    adjust,
    begin_hand,
    end_hand,
    make_work,
)
from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.counts import COUNTS, count_hand
from gutshot.arena.luck import add_hole_luck
from gutshot.arena.python_play import AgentFailed
from gutshot.arena.schedule import MatchSchedule
from gutshot.games.betting import CALL, FOLD, raise_bounds
from gutshot.games.hidden_view import blank_view, hide
from gutshot.games.luck import add_board_luck
from gutshot.games.playout import DICE_SIZE, apply
from gutshot.games.public_record import RECORD_SIZE, clear_record
from gutshot.games.row import ACTOR, ANTE, BOARD_COUNT, MAX_SEATS, OVER, PHASE, SEATS, SIZE, STREET, Row, blank
from gutshot.games.rules import BET_SIZE, Showdown
from gutshot.games.shuffle import seed_random
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Ints32
from gutshot.numeric.dice import dice_seeds

ROW_KIND = -1
_NOBODY = -1
_LOG_SIZE = LOG_COLUMNS - 1


class _Running(NamedTuple):
    """The hands of a chunk, a row for each."""

    hands: Ints  # [hands, SIZE]
    records: Ints  # [hands, RECORD_SIZE]
    logs: Ints32  # [hands, LOG_MARGIN, (seat, street, action)]
    lengths: Ints
    known: Ints  # board cards known at the last decision
    luck: Params  # [hands, MAX_SEATS]
    luck_dice: Ints  # [hands, DICE_SIZE]


def _running(config: MatchConfig, hands: int) -> _Running:
    rows = blank(hands)
    rows[:, SEATS] = config.seats
    rows[:, ANTE : ANTE + config.seats] = config.ante
    return _Running(
        rows,
        np.zeros((hands, RECORD_SIZE), np.int64),
        np.zeros((hands, LOG_MARGIN, _LOG_SIZE), np.int32),
        np.zeros(hands, np.int64),
        np.zeros(hands, np.int64),
        np.zeros((hands, MAX_SEATS)),
        np.zeros((hands, DICE_SIZE), np.int64),
    )


@kernel
def _begin(rules: Row, run: _Running, deals: MatchDeals, blinds: Row, stacks: Row, luck: int) -> None:
    for i in range(len(run.hands)):
        begin_hand(rules, run.hands[i], deals, i, blinds, stacks)
        clear_record(run.records[i])
        seed_random(run.luck_dice[i], 0, deals.deal_seeds[i], LUCK_STREAM)
        if luck == ALL_LUCK:
            add_hole_luck(run.hands[i], rules[BET_SIZE], run.luck[i])


@kernel
def _make(rules: Row, run: _Running, i: int, action: int, luck: int, work: ChunkWork) -> None:
    """Make and note one action of hand i."""
    hand, at = run.hands[i], run.lengths[i]
    run.logs[i, at, 0], run.logs[i, at, 1], run.logs[i, at, 2] = hand[ACTOR], hand[STREET], action
    run.lengths[i] += 1
    run.known[i] = known = hand[BOARD_COUNT]
    apply(rules, hand, run.records[i], action)
    if luck == ALL_LUCK and hand[PHASE] != OVER and hand[BOARD_COUNT] > known:
        add_board_luck(hand, known, run.luck_dice[i], work.cards, work.trial, run.luck[i])


@kernel
def _advance(
    rules: Row, run: _Running, field: Field, deals: MatchDeals, luck: int, work: ChunkWork, waiting: Ints
) -> None:
    """Play every hand until it is the turn of an agent that decides from rows; `waiting` says which, or _NOBODY."""
    for i in range(len(run.hands)):
        hand, seats = run.hands[i], run.hands[i, SEATS]
        waiting[i] = _NOBODY
        while hand[PHASE] != OVER and waiting[i] == _NOBODY:
            seat = hand[ACTOR]
            agent = deals.lineups[i, seat]
            if field.kinds[agent] == ROW_KIND:
                waiting[i] = agent
                continue
            hide(hand, work.seen)
            action = decide(
                field.kinds[agent],
                rules,
                work.seen,
                run.records[i],
                field.params[agent],
                deals.dice_seeds[i, (seat - deals.buttons[i] + seats) % seats],
                work.dice,
                work.reading,
                field.tables,
                work.scratch,
            )
            _make(rules, run, i, action, luck, work)


@kernel
def _show(hands: Ints, asked: Ints, views: Ints) -> None:
    """What the actor of each waiting hand may see, into rows of `views`."""
    for k in range(len(asked)):
        views[k] = blank_view()
        hide(hands[asked[k]], views[k])


@kernel
def _make_all(rules: Row, run: _Running, asked: Ints, actions: Ints, luck: int, work: ChunkWork) -> int:
    """Make the actions; the place of the first that is not allowed, or -1."""
    for k in range(len(asked)):
        hand, action = run.hands[asked[k]], actions[k]
        least, most = raise_bounds(rules, hand)
        if action < FOLD or (action > CALL and not (0 < least <= action <= most)):
            return k
        _make(rules, run, asked[k], action, luck, work)
    return -1


@kernel
def _finish(
    rules: Row,
    run: _Running,
    deals: MatchDeals,
    luck: int,
    work: ChunkWork,
    stacks: Row,
    payoffs: Ints,
    adjusted: Params,
    counts: Ints,
) -> None:
    for i in range(len(run.hands)):
        work.luck[:] = run.luck[i]
        work.luck_dice[:] = run.luck_dice[i]
        adjust(rules, run.hands[i], luck, run.known[i], work, adjusted[i])
        count_hand(run.hands[i], run.records[i], deals.lineups[i], counts)
        end_hand(run.hands[i], False, 0, 0, deals.lineups[i], stacks, payoffs[i])


def _field(players: Sequence[Agent]) -> Field:
    built = [player.builtin if isinstance(player, KernelAgent) else None for player in players]
    kinds = np.array([ROW_KIND if builtin is None else builtin.kind for builtin in built], np.int64)
    nothing = next(builtin.packed for builtin in built if builtin) * 0 if any(built) else np.zeros(1)
    params = np.array([nothing if builtin is None else builtin.packed for builtin in built])
    return Field(kinds, params, tables_for(*kinds.tolist()))


def decide_from_rows(players: Sequence[Agent]) -> bool:
    """Whether `play_by_rows` can play a match of these."""
    return all(isinstance(player, KernelAgent | RowAgent) for player in players)


def play_by_rows(config: MatchConfig, plan: MatchSchedule, log: bool, players: Sequence[Agent]) -> PlayedChunk:
    """Play a chunk of agents that are built in or decide from rows; stacks are not carried."""
    rules, work, luck = config.rules.packed, make_work(), int(config.luck)
    if config.rules.showdown is not Showdown.HIGH:
        luck = int(Luck.NONE)
    field = _field(players)
    deals = MatchDeals(plan.lineups, plan.buttons, plan.deal_seeds, dice_seeds(config.seed, plan.dice_streams))
    stacks, blinds = np.full(len(players), config.stack, np.int64), np.array(config.posts, np.int64)
    run, waiting = _running(config, len(plan)), np.zeros(len(plan), np.int64)
    _begin(rules, run, deals, blinds, stacks, luck)
    while True:
        _advance(rules, run, field, deals, luck, work, waiting)
        if (waiting == _NOBODY).all():
            break
        for agent, player in enumerate(players):
            asked = np.flatnonzero(waiting == agent)
            if len(asked) and isinstance(player, RowAgent):
                _ask(rules, run, plan, asked, player, luck, work)
    payoffs, adjusted = np.zeros((len(plan), config.seats), np.int64), np.zeros((len(plan), config.seats))
    counts = np.zeros((len(players), COUNTS), np.int64)
    _finish(rules, run, deals, luck, work, stacks, payoffs, adjusted, counts)
    return PlayedChunk(plan, payoffs, adjusted, counts, np.zeros(len(players), np.int64), _log(run, log))


def _ask(
    rules: Row, run: _Running, plan: MatchSchedule, asked: Ints, player: RowAgent, luck: int, work: ChunkWork
) -> None:
    """One agent decides all the hands that wait for him."""
    views, longest = np.empty((len(asked), SIZE), np.int64), int(run.lengths[asked].max())
    _show(run.hands, asked, views)
    seats = views[:, ACTOR]
    numbers = plan.dice_streams[asked, (seats - plan.buttons[asked]) % plan.dice_streams.shape[1]]
    seen = (views, run.records[asked], run.logs[asked, :longest], run.lengths[asked], numbers)
    actions = _action_numbers(player, player.act_rows(rules, *seen), len(asked))
    wrong = _make_all(rules, run, asked, actions, luck, work)
    if wrong >= 0:
        number = plan.first + int(asked[wrong])
        raise AgentFailed(
            f"agent {player.name!r} in seat {int(seats[wrong])} of hand {number} chose an illegal action "
            f"(number {int(actions[wrong])}: expected {FOLD} to fold, {CALL} to check or call, or what to raise to)"
        )


def _action_numbers(player: RowAgent, found: object, count: int) -> Ints:
    """What an agent answered as whole numbers, one for each hand; AgentFailed if it is something else."""
    actions = np.asarray(found)
    if actions.shape != (count,) or actions.dtype.kind not in "iu":
        what = f"{actions.dtype} of shape {list(actions.shape)}"
        raise AgentFailed(
            f"agent {player.name!r} answered {count} rows with {what}: expected an action number for each"
        )
    return actions.astype(np.int64)


def _log(run: _Running, wanted: bool) -> Ints32:
    """[actions, LOG_COLUMNS] of all hands in their order."""
    if not wanted:
        return np.zeros((0, LOG_COLUMNS), np.int32)
    rows = [
        np.column_stack([np.full(count, i, np.int32), run.logs[i, :count]])
        for i, count in enumerate(run.lengths.tolist())
    ]
    return np.concatenate(rows).astype(np.int32)
