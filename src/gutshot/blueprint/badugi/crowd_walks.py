"""External-sampling walks of badugi hands with three to six seats, on the rules engine, over tables that grow.

The public tree of six seats and three draws is too large to be met twice, so a walk does not keep nodes: what the actor
remembers (`crowd_views`) is the number of a decision, and its rows grow in the tables as they are learnt
(`blueprint.growing`). All cards come from one deck, as at a table. When two are left after a draw, the trained strategy
for two plays on for both, and its result is what coming there is worth; a seat that folds has lost what it has put in.

A walk tries all actions of its seat when it first acts. Later it tries each with a chance, the greater the oftener it
is played, and what is found counts for that much more (Gibson et al. 2012): else a hand would branch thousands of
times.
"""

from typing import NamedTuple

import numpy as np

from gutshot.blueprint.badugi.at_table import bet_number, hand_class, is_known, pick, place_of, read_mix
from gutshot.blueprint.badugi.crowd_views import (
    FIRST_DRAW,
    FIRST_LATER,
    GROUPS,
    VIEWS,
    can_fold,
    crowd_hand,
    crowd_view,
    view_width,
)
from gutshot.blueprint.badugi.hands import CLASSES, thrown
from gutshot.blueprint.config import GameConfig
from gutshot.blueprint.growing import NODES, Tables, find_row, make_row, room_for
from gutshot.blueprint.rows import add_averages, add_regrets, read_regrets
from gutshot.blueprint.tree import growth_plan
from gutshot.blueprint.walks import play_by_regrets
from gutshot.cards.badugi import CARDS
from gutshot.games.betting import CALL, FOLD, raise_bounds, to_call
from gutshot.games.poker import act, draw, new_deck, start
from gutshot.games.row import (
    ACTOR,
    BET,
    BLIND,
    BUTTON,
    DRAWING,
    HOLE,
    MAX_HOLE,
    PAID,
    PHASE,
    SEATS,
    SIZE,
    STACK,
    START,
    STREET,
    Row,
    blank,
)
from gutshot.games.rules import badugi
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bytes, Floats, Ints, Reals
from gutshot.numeric.dice import roll, seed_dice
from gutshot.trees.table import NODE_ACTOR, NODE_STREET, NODE_WIDTH

SMALL_BET, STACKS = 100, 10_000
TABLES = np.array([6, 3, 6, 4, 6, 5])
"""How many seats one deal after the other has."""
_DEPTH, _WIDTH = 64, 4
_LEAST_TRIED, _OFTENER = 0.12, 1.0
_WALK = 5  # a stream of dice


class CrowdWork(NamedTuple):
    """One walker's hands on the way, and what is played and found at each of its decisions."""

    rows: Ints  # [depth, SIZE]
    row: Row
    frames: Ints  # [depth, 5]: the view, the action that is tried, the row of the tables, the hand, the width
    play: Reals  # [depth, actions]
    value: Reals
    tried: Reals  # [depth, actions] with what chance an action is tried; 0 where it is not
    regrets: Reals
    gains: Reals
    shares: Floats

    @classmethod
    def room(cls) -> "CrowdWork":
        """For one thread."""
        play, value, tried = np.zeros((3, _DEPTH, _WIDTH))
        return cls(
            np.zeros((_DEPTH, SIZE), np.int64), blank(), np.zeros((_DEPTH, 5), np.int64), play, value, tried,
            np.zeros(_WIDTH), np.zeros(_WIDTH), np.zeros(_WIDTH, np.float32),
        )  # fmt: skip


class CrowdGame(NamedTuple):
    """What walks are about: the rules, the strategy for two, and what has been learnt."""

    rules: Row
    pair: Bytes
    tables: Tables


def crowd_tables(limit: int) -> Tables:
    """Empty tables of so many bytes: a node for each view, whose rows come as they are learnt."""
    plan = growth_plan(GameConfig(), (CLASSES, GROUPS, 1, 1))
    tables = room_for(plan, 2, limit, False)
    nodes = tables.betting.nodes[:VIEWS]
    nodes[:, NODE_ACTOR] = 0
    nodes[:, NODE_STREET] = np.arange(VIEWS) >= FIRST_LATER
    nodes[FIRST_DRAW:, NODE_WIDTH] = _WIDTH
    tables.growth.marks[NODES] = VIEWS
    return tables


def crowd_game(pair: Bytes, tables: Tables) -> CrowdGame:
    """The game whose last two play as `pair` says."""
    return CrowdGame(badugi(SMALL_BET, 2 * SMALL_BET).packed, pair, tables)


@inline_kernel
def crowd_bet(rules: Row, row: Row, place: int) -> int:
    """The engine's number of an action of a betting view: no fold for nothing, a call where no raise is allowed."""
    action = place - int(can_fold(row))
    if action == FOLD:
        return FOLD if to_call(row) > 0 else CALL
    return CALL if action == CALL else raise_bounds(rules, row)[0]


@inline_kernel
def _take(rules: Row, row: Row, place: int) -> None:
    """Take an action of a view."""
    if row[PHASE] == DRAWING:
        draw(rules, row, thrown(row[HOLE + MAX_HOLE * row[ACTOR] :][:CARDS], place))
    else:
        act(rules, row, crowd_bet(rules, row, place))


@kernel
def _play_pair(game: CrowdGame, row: Row, dice: np.uint64, shares: Floats) -> np.uint64:
    """Two are left: they play on as their strategy says."""
    while row[PHASE] <= DRAWING:
        at, width = place_of(game.rules, row)
        read_mix(game.pair, at, width, hand_class(row, row[ACTOR]), shares)
        dice, u = roll(dice)
        place = pick(shares, width, u)
        if row[PHASE] == DRAWING:
            draw(game.rules, row, thrown(row[HOLE + MAX_HOLE * row[ACTOR] :][:CARDS], place))
        else:
            act(game.rules, row, bet_number(game.rules, row, place))
    return dice


@inline_kernel
def _choose_tried(row: Row, width: int, dice: np.uint64, play: Reals, tried: Reals) -> np.uint64:
    """Which actions of a seat are tried; all of them when it first acts."""
    by_lot = row[STREET] > 0 or row[BET + row[ACTOR]] > abs(row[BLIND + row[ACTOR]])
    for k in range(width):
        tried[k] = 1.0
        if by_lot:
            tried[k] = min(1.0, _LEAST_TRIED + _OFTENER * play[k])
            dice, u = roll(dice)
            if u >= tried[k]:
                tried[k] = 0.0
    return dice


@kernel
def _go_on(
    game: CrowdGame, seat: int, weight: float, tremble: float, dice: np.uint64, depth: int, work: CrowdWork
) -> tuple[np.uint64, bool]:  # fmt: skip
    """Let the others play until the seat decides, whose frame is then written; False at the end of the hand."""
    row, nodes = work.row, game.tables.betting.nodes
    while row[PHASE] <= DRAWING:
        if is_known(row):
            return _play_pair(game, row, dice, work.shares), False
        view, width, hand = crowd_view(game.rules, row), view_width(row), crowd_hand(row)
        nodes[view, NODE_WIDTH] = width
        at = find_row(game.tables, view, hand, width)
        read_regrets(game.tables.rows, at, width, work.regrets)
        play_by_regrets(work.regrets, width, 0, work.play[depth])
        if row[ACTOR] == seat:
            frame = work.frames[depth]
            frame[0], frame[1], frame[2], frame[3], frame[4] = view, -1, at, hand, width
            return _choose_tried(row, width, dice, work.play[depth], work.tried[depth]), True
        if at >= 0:
            for k in range(width):
                work.gains[k] = weight * work.play[depth, k]
            add_averages(game.tables.rows, at, width, work.gains, dice)
        dice, u = roll(dice)
        if u < tremble:
            place = int(u / tremble * width)
        else:
            place, left = 0, (u - tremble) / (1.0 - tremble)
            for k in range(width):
                if work.play[depth, k] > 0:
                    place = k
                    left -= work.play[depth, k]
                    if left < 0:
                        break
        _take(game.rules, row, place)
    return dice, False


@inline_kernel
def _is_fold(row: Row, place: int) -> bool:
    return bool(row[PHASE] != DRAWING and place == 0 and can_fold(row))


@kernel
def crowd_walk(
    game: CrowdGame, seat: int, weight: float, tremble: float, dice: np.uint64, work: CrowdWork
) -> tuple[np.uint64, int]:  # fmt: skip
    """One seat's walk of the hand in `work.row`: all its own actions are tried; dice, and decisions it met."""
    depth, met = 0, 0
    while True:
        dice, own = _go_on(game, seat, weight, tremble, dice, depth, work)
        result = 0.0
        if own:
            work.rows[depth] = work.row
            depth += 1
            met += 1
        else:
            result = float(work.row[STACK + seat] - work.row[START + seat]) / SMALL_BET
        done = True
        while depth > 0:
            last = depth - 1
            frame = work.frames[last]
            k, at, width = frame[1], frame[2], frame[4]
            if k >= 0:
                work.value[last, k] = result
            k += 1
            before, tried = work.rows[last], work.tried[last]
            if k == 0 and _is_fold(before, k):
                work.value[last, k], tried[k] = -float(before[PAID + seat]) / SMALL_BET, 1.0
                k += 1
            while k < width and tried[k] == 0.0:
                work.value[last, k], tried[k] = 0.0, 1.0
                k += 1
            if k < width:
                frame[1] = k
                work.row[:] = before
                _take(game.rules, work.row, k)
                done = False
                break
            if at < 0:
                at = make_row(game.tables, frame[0], frame[3], width)
            result = 0.0
            for k in range(width):
                work.value[last, k] /= tried[k]
                result += work.play[last, k] * work.value[last, k]
            if at >= 0:
                for k in range(width):
                    work.gains[k] = weight * (work.value[last, k] - result)
                add_regrets(game.tables.rows, at, width, work.gains, dice)
            depth -= 1
        if done:
            return dice, met


@kernel
def crowd_walks(
    game: CrowdGame, first: int, count: int, per_weight: int, tremble: float, seed: int, work: CrowdWork
) -> int:  # fmt: skip
    """Deal so many hands and walk each for every seat; deals weigh more the later they come. Decisions met."""
    met, deal = 0, np.zeros_like(work.row)
    for number in range(first, first + count):
        seats = TABLES[number % len(TABLES)]
        deal[:] = 0
        deal[SEATS], deal[BUTTON] = seats, 0
        deal[START : START + seats] = STACKS
        deal[BLIND + 1], deal[BLIND + 2] = SMALL_BET // 2, SMALL_BET
        new_deck(game.rules, deal, seed, number)
        start(game.rules, deal)
        dice = seed_dice(np.uint64(seed), number, _WALK)
        for seat in range(seats):
            work.row[:] = deal
            dice, more = crowd_walk(game, seat, 1.0 + number // per_weight, tremble, dice, work)
            met += more
    return met
