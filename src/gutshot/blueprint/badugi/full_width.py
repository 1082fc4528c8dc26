"""Heads-up badugi over whole ranges of classes: every hand of both seats at once, no deals.

Each seat holds a distribution over the classes. A draw moves it by a matrix, the chance to come from class to class by
drawing so many, counted over hands of the class; a showdown compares classes, equal ones share. So cards in the other
hand are not seen to be gone, and what a class stands for does not depend on how a seat came to it. Walks of deals know
both, but a line of theirs teaches one hand, and here a line teaches all. A run begins here, and walks may go on.

Linear CFR with simultaneous updates (Brown & Sandholm 2019), averages weighed by the square of the iteration. Lines
that hardly ever happen are left out by lot, and count for more when they are not.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.badugi.bundle import all_decisions
from gutshot.blueprint.badugi.hands import CLASSES, class_of, thrown
from gutshot.blueprint.badugi.layout import AGGRESSORS, COUNTS, SLOT_COUNT, SLOTS
from gutshot.blueprint.badugi.rounds import SMALL_BETS, STREETS, TURNS
from gutshot.cards.badugi import CARDS, strength
from gutshot.cards.card import DECK
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Floats, Ints, Reals
from gutshot.numeric.dice import roll, seed_dice

SEATS = 2
BUTTON, BLIND = 0, 1
# Columns of a walk's state on a street, after the histories of BUTTON and BLIND: small bets of each seat before it, who
# bet last before its draws, the turn, and how many cards the big blind and the button draw.
POT, LAST, TURN, FIRST, SECOND = 2, 3, 4, 5, 6
_STATE = 7
ROUND, DRAW, DONE = 0, 1, 2
_ACTIONS = 3
_DRAWS = max(COUNTS)
_LAST = STREETS - 1
_CAP_TURN = TURNS - 2
_MOST_KEPT, _REDRAWS, _SAMPLED = 600, 40, 4_000_000
_RARE, _LEAST = 2e-4, 0.05
"""A line of less than this mass goes on by lot, with at least this chance."""
_COUNTS, _BETS = np.array(COUNTS), np.array(SMALL_BETS)
_BET_START, _DRAW_START, _BET_GROUP, _DRAW_GROUP = SLOTS.bet_start, SLOTS.draw_start, SLOTS.bet_group, SLOTS.draw_group
_MEMORY, _MEMORIES, _TURN_AT, _BLOCK, _WIDTHS = (
    SLOTS.memory,
    SLOTS.memories,
    SLOTS.turn_at,
    SLOTS.block,
    SLOTS.turn_size,
)

Matrix = NDArray[np.float32]


class Chances(NamedTuple):
    """How likely a class is dealt [CLASSES], and comes from another [from, to] by drawing so many [draws]."""

    dealt: Matrix
    moved: Matrix
    back: Matrix  # the same [draws, to, from]


class RangeTables(NamedTuple):
    """Regrets and cumulative strategies [SLOT_COUNT], action by action, and the work of each street."""

    regrets: Floats
    averages: Floats
    reach: Matrix  # [street, turn, seat, class]
    value: Matrix
    child: Matrix  # [street, turn, action, seat, class]
    mix: Matrix  # [street, turn, action, class]
    drawn: Matrix  # [street, seat, draws, class] strategies at the draws
    moved: Matrix  # [street, 6, class] ranges and values at the draws
    gains: Matrix  # [street, seat, draws, class] values by cards drawn

    @classmethod
    def room(cls) -> "RangeTables":
        """Nothing learnt."""

        def zeros(*shape: int) -> Matrix:
            return np.zeros((*shape, CLASSES), np.float32)

        tables = np.zeros((2, SLOT_COUNT), np.float32)
        return cls(
            tables[0], tables[1], zeros(STREETS, TURNS, SEATS), zeros(STREETS, TURNS, SEATS),
            zeros(STREETS, TURNS, _ACTIONS, SEATS), zeros(STREETS, TURNS, _ACTIONS),
            zeros(STREETS, SEATS, _DRAWS), zeros(STREETS, 6), zeros(STREETS, SEATS, _DRAWS),
        )  # fmt: skip


class RangeWalk(NamedTuple):
    """Where a walk over ranges is on each street, and how much each counts that was left to the lot."""

    state: Ints  # [street, POT and so on]
    scale: Reals  # [street] of what is learnt in its round
    counts: Reals  # [street, 2] of the end of its round, and of the draws before it
    weights: Reals  # of regrets and of strategies in this iteration
    dice: Ints


@kernel
def _sample_moves(seed: np.uint64, kept: Ints, counts: Ints, dealt: Reals, moved: Reals) -> None:
    """Count classes of random hands, and where those of each class go by drawing."""
    dice, hand, after, number = seed_dice(seed, 0, 0), np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64), 0
    for _ in range(_SAMPLED):
        gone = 0
        for place in range(CARDS):
            card = -1
            while card < 0 or gone >> card & 1:
                dice, u = roll(dice)
                card = int(u * len(DECK))
            hand[place] = card
            gone |= 1 << card
        own = class_of(int(strength(hand[0], hand[1], hand[2], hand[3])))
        dealt[own] += 1.0
        if kept[own] >= _MOST_KEPT:
            continue
        kept[own] += 1
        for count in range(_DRAWS):
            mask = thrown(hand, count)
            for _ in range(_REDRAWS if count > 0 else 1):
                held = gone
                for place in range(CARDS):
                    after[place] = hand[place]
                    while mask >> place & 1:
                        dice, u = roll(dice)
                        card = int(u * len(DECK))
                        if held >> card & 1 == 0:
                            after[place] = card
                            held |= 1 << card
                            break
                moved[count, own, class_of(int(strength(after[0], after[1], after[2], after[3])))] += 1.0
        number += 1


def chances(seed: int = 1) -> Chances:
    """By a few million random hands; of every class at most some hundreds are drawn to."""
    dealt, moved = np.zeros(CLASSES), np.zeros((_DRAWS, CLASSES, CLASSES))
    with np.errstate(over="ignore"):  # dice wrap around; only seen with the JIT off
        _sample_moves(np.uint64(seed), np.zeros(CLASSES, np.int64), np.zeros(1, np.int64), dealt, moved)
    share = (moved / np.maximum(moved.sum(axis=2, keepdims=True), 1.0)).astype(np.float32)
    return Chances((dealt / dealt.sum()).astype(np.float32), share, np.ascontiguousarray(share.transpose(0, 2, 1)))


@inline_kernel
def _match(regrets: Floats, start: int, width: int, mix: Matrix) -> None:
    """The present strategy of all classes by regret matching; where nothing is positive, all alike."""
    for c in range(CLASSES):
        total = np.float32(0.0)
        for k in range(width):
            total += max(regrets[start + k * CLASSES + c], np.float32(0.0))
        for k in range(width):
            own = max(regrets[start + k * CLASSES + c], np.float32(0.0))
            mix[k, c] = own / total if total > 0 else np.float32(1.0) / np.float32(width)


@inline_kernel
def _learn(
    tables: RangeTables,
    start: int,
    width: int,
    mix: Matrix,
    values: Matrix,
    own: Matrix,
    reach: Matrix,
    weights: Reals,
    scale: float,
) -> None:
    """Add what was found: regrets of `values` [actions, classes] over `own`, and the strategy by reach."""
    gain, kept = np.float32(weights[0] * scale), np.float32(weights[1] * scale)
    for k in range(width):
        for c in range(CLASSES):
            tables.regrets[start + k * CLASSES + c] += gain * (values[k, c] - own[c])
            tables.averages[start + k * CLASSES + c] += kept * reach[c] * mix[k, c]


@inline_kernel
def _mass(reach: Matrix) -> float:
    total = np.float32(0.0)
    for c in range(CLASSES):
        total += reach[c]
    return float(total)


@inline_kernel
def _move(matrix: Matrix, before: Matrix, after: Matrix) -> None:
    """after[j] = sum of before[i] matrix[i, j]."""
    after[:] = 0.0
    for i in range(CLASSES):
        weight = before[i]
        if weight != 0:
            for j in range(CLASSES):
                after[j] += weight * matrix[i, j]


@inline_kernel
def _shown_down(chips: float, others: Matrix, value: Matrix) -> None:
    """What each class wins against a range when both have put in so many chips."""
    below, above, stake = np.float32(0.0), np.float32(_mass(others)), np.float32(chips)
    for c in range(CLASSES):
        above -= others[c]
        value[c] = stake * (below - above)
        below += others[c]


@inline_kernel
def _lot(mass: float, dice: Ints) -> float:
    """How much a line counts: 1, or by lot more or not at all."""
    if mass >= _RARE:
        return 1.0
    chance = max(mass / _RARE, _LEAST)
    state, u = roll(np.uint64(dice[0]))
    dice[0] = np.int64(state)
    return 1.0 / chance if u < chance else 0.0


@inline_kernel
def _round_at(work: RangeWalk, street: int) -> int:
    """Where the strategies of a round begin."""
    at = 0
    if street > 0:
        known, pot = _MEMORIES[street], work.state[street, POT]
        blind, button = work.state[street, BLIND], work.state[street, BUTTON]
        at = (_BET_GROUP[street, pot] * known + _MEMORY[street, blind]) * known + _MEMORY[street, button]
    return int((_BET_START[street] + at * _BLOCK[street]) * CLASSES)


@inline_kernel
def _draw_at(work: RangeWalk, street: int) -> int:
    """Where the strategies of the draws before a street begin."""
    before, own = street - 1, _COUNTS[street]
    known = _MEMORIES[before]
    at = AGGRESSORS * _DRAW_GROUP[street, work.state[street, POT]] + work.state[street, LAST]
    at = (at * known + _MEMORY[before, work.state[before, BLIND]]) * known
    at += _MEMORY[before, work.state[before, BUTTON]]
    return int((_DRAW_START[street] + at * own * (1 + own)) * CLASSES)


@inline_kernel
def _begin_round(tables: RangeTables, work: RangeWalk, street: int) -> None:
    """All strategies of a round and the ranges they lead to."""
    base = _round_at(work, street)
    for turn in range(TURNS):
        _offer(tables, street, work.state[street, POT], turn, base + _TURN_AT[street, turn] * CLASSES)
    work.state[street, TURN] = 1


@inline_kernel
def _close(tables: RangeTables, work: RangeWalk, street: int) -> bool:
    """A turn calls or checks and the round is over; whether a draw comes and is played."""
    turn, pot = work.state[street, TURN], work.state[street, POT]
    raises, role = turn >> 1, turn & 1
    call = 1 if turn >= 2 else 0
    level = (1 if street == 0 else pot) + raises * _BETS[street]
    actor = role if street == 0 else 1 - role
    child, ranges = tables.child[street, turn, call], tables.moved[street]
    for c in range(CLASSES):
        ranges[0, c], ranges[1, c] = tables.reach[street, turn, 0, c], tables.reach[street, turn, 1, c]
    for c in range(CLASSES):
        ranges[actor, c] *= tables.mix[street, turn, call, c]
    if street == _LAST:
        _shown_down(100.0 * level, ranges[1], child[0])
        _shown_down(100.0 * level, ranges[0], child[1])
        return False
    child[:] = 0.0
    counts = _lot(_mass(ranges[0]) * _mass(ranges[1]), work.dice)
    work.counts[street, 0] = counts
    work.state[street + 1, POT] = level
    work.state[street + 1, LAST] = 0 if raises == 0 else 2 - actor  # seat 1 - actor bet last, told as seat + 1
    work.state[street + 1, FIRST] = work.state[street + 1, SECOND] = 0
    return counts > 0


@inline_kernel
def _next_draw(tables: RangeTables, odds: Chances, work: RangeWalk, street: int) -> int:
    """The next numbers of cards drawn before a street: ROUND if they are played, DRAW to go on, DONE at the end."""
    own, before, start = _COUNTS[street], street - 1, _draw_at(work, street)
    first, second = work.state[street, FIRST], work.state[street, SECOND]
    mix, other_mix = tables.drawn[street, BLIND], tables.drawn[street, BUTTON]
    mine, theirs, part = tables.moved[before, BLIND], tables.moved[before, BUTTON], tables.moved[street, 4]
    if first == own:
        _end_draws(tables, work, street, start)
        return DONE
    if first == 0 and second == 0:
        _match(tables.regrets, start, own, mix)
    if second == 0:
        _match(tables.regrets, start + own * (1 + first) * CLASSES, own, other_mix)
        tables.gains[street, BLIND, first] = 0.0
    if second == own:
        _end_second(tables, work, street, start + own * (1 + first) * CLASSES)
        work.state[street, FIRST], work.state[street, SECOND] = first + 1, 0
        return DRAW
    counts = _lot(_mass_of(mine, mix[first]) * _mass_of(theirs, other_mix[second]), work.dice)
    tables.gains[street, BUTTON, second] = 0.0
    if counts == 0:
        work.state[street, SECOND] = second + 1
        return DRAW
    work.counts[street, 1] = counts
    work.scale[street] = work.scale[before] * work.counts[before, 0] * counts
    _move(odds.moved[first], _times(mine, mix[first], part), tables.reach[street, 0, BLIND])
    _move(odds.moved[second], _times(theirs, other_mix[second], part), tables.reach[street, 0, BUTTON])
    work.state[street, BLIND] = work.state[before, BLIND] * own + first
    work.state[street, BUTTON] = work.state[before, BUTTON] * own + second
    return ROUND


@inline_kernel
def _take_back(tables: RangeTables, odds: Chances, work: RangeWalk, street: int) -> None:
    """The values of a round become those of the hands that were drawn from."""
    first, second, found = work.state[street, FIRST], work.state[street, SECOND], tables.moved[street, 5]
    counts = np.float32(work.counts[street, 1])
    _move(odds.back[second], tables.value[street, 0, BUTTON], found)
    for c in range(CLASSES):
        tables.gains[street, BUTTON, second, c] = found[c] * counts
    _move(odds.back[first], tables.value[street, 0, BLIND], found)
    for c in range(CLASSES):
        tables.gains[street, BLIND, first, c] += found[c] * counts
    work.state[street, SECOND] = second + 1


@inline_kernel
def _end_second(tables: RangeTables, work: RangeWalk, street: int, start: int) -> None:
    """The button's draw is valued and learnt from."""
    own, mix, gains = _COUNTS[street], tables.drawn[street, BUTTON], tables.gains[street, BUTTON]
    found = tables.moved[street, 5]
    found[:] = 0.0
    for k in range(own):
        for c in range(CLASSES):
            found[c] += mix[k, c] * gains[k, c]
    call, turn = 1 if work.state[street - 1, TURN] >= 2 else 0, work.state[street - 1, TURN]
    for c in range(CLASSES):
        tables.child[street - 1, turn, call, BUTTON, c] += found[c]
    weight = work.scale[street - 1] * work.counts[street - 1, 0]
    _learn(tables, start, own, mix, gains, found, tables.moved[street - 1, BUTTON], work.weights, weight)


@inline_kernel
def _end_draws(tables: RangeTables, work: RangeWalk, street: int, start: int) -> None:
    """The big blind's draw is valued and learnt from; what the closing of the round before is worth."""
    own, mix, gains = _COUNTS[street], tables.drawn[street, BLIND], tables.gains[street, BLIND]
    turn, counts = work.state[street - 1, TURN], work.counts[street - 1, 0]
    child = tables.child[street - 1, turn, 1 if turn >= 2 else 0]
    for k in range(own):
        for c in range(CLASSES):
            child[BLIND, c] += mix[k, c] * gains[k, c]
    weight = work.scale[street - 1] * counts
    _learn(tables, start, own, mix, gains, child[BLIND], tables.moved[street - 1, BLIND], work.weights, weight)
    for c in range(CLASSES):
        child[BLIND, c] *= np.float32(counts)
        child[BUTTON, c] *= np.float32(counts)


@kernel
def play_hand(tables: RangeTables, odds: Chances, work: RangeWalk) -> None:
    """The whole game once from `reach` at the first turn; its `value` there."""
    street, phase = 0, ROUND
    work.state[0] = 0
    work.scale[0] = 1.0
    _begin_round(tables, work, 0)
    while True:
        if phase == DRAW:
            after = _next_draw(tables, odds, work, street + 1)
            if after == ROUND:
                street += 1
                _begin_round(tables, work, street)
            elif after == DONE:
                work.state[street, TURN] += 1
            phase = DRAW if after == DRAW else ROUND
        elif work.state[street, TURN] < TURNS:
            if _close(tables, work, street):
                phase = DRAW
            else:
                work.state[street, TURN] += 1
        else:
            base = _round_at(work, street)
            for turn in range(TURNS - 1, -1, -1):
                start = base + _TURN_AT[street, turn] * CLASSES
                _settle(tables, street, turn, start, work.weights, work.scale[street])
            if street == 0:
                return
            _take_back(tables, odds, work, street)
            street, phase = street - 1, DRAW


@inline_kernel
def _times(reach: Matrix, share: Matrix, out: Matrix) -> Matrix:
    for c in range(CLASSES):
        out[c] = reach[c] * share[c]
    return out


@inline_kernel
def _mass_of(reach: Matrix, share: Matrix) -> float:
    total = np.float32(0.0)
    for c in range(CLASSES):
        total += reach[c] * share[c]
    return float(total)


@inline_kernel
def _offer(tables: RangeTables, street: int, pot: int, turn: int, start: int) -> None:
    """The strategy at a turn, the ranges of the turns behind it, and what folding pays."""
    raises, role = turn >> 1, turn & 1
    actor = role if street == 0 else 1 - role
    width, folds = _WIDTHS[street, turn], 1 if turn >= 2 or (street == 0 and turn == 0) else 0
    mix, reach = tables.mix[street, turn], tables.reach[street, turn]
    _match(tables.regrets, start, width, mix)
    if folds:
        lost = (
            50.0 if street == 0 and turn == 0 else 100.0 * ((1 if street == 0 else pot) + (raises - 1) * _BETS[street])
        )
        child = tables.child[street, turn, 0]
        against, left = np.float32(-lost * _mass(reach[1 - actor])), np.float32(lost * _mass_of(reach[actor], mix[0]))
        for c in range(CLASSES):
            child[actor, c], child[1 - actor, c] = against, left
    if turn == 0:
        _pass_on(tables, street, turn, folds, 1, actor)
    if turn < _CAP_TURN:
        _pass_on(tables, street, turn, width - 1, 2 * (raises + 1) + 1 - role, actor)


@inline_kernel
def _pass_on(tables: RangeTables, street: int, turn: int, action: int, after: int, actor: int) -> None:
    """The ranges at the turn after an action."""
    for c in range(CLASSES):
        tables.reach[street, after, 1 - actor, c] = tables.reach[street, turn, 1 - actor, c]
        tables.reach[street, after, actor, c] = (
            tables.reach[street, turn, actor, c] * tables.mix[street, turn, action, c]
        )


@inline_kernel
def _settle(tables: RangeTables, street: int, turn: int, start: int, weights: Reals, scale: float) -> None:
    """The value of a turn from those of its actions, and what its actor learns."""
    raises, role = turn >> 1, turn & 1
    actor = role if street == 0 else 1 - role
    width, value, child = _WIDTHS[street, turn], tables.value[street, turn], tables.child[street, turn]
    folds = 1 if turn >= 2 or (street == 0 and turn == 0) else 0
    if turn == 0:
        child[folds] = tables.value[street, 1]
    if turn < _CAP_TURN:
        child[width - 1] = tables.value[street, 2 * (raises + 1) + 1 - role]
    value[:] = 0.0
    for k in range(width):
        for c in range(CLASSES):
            value[actor, c] += tables.mix[street, turn, k, c] * child[k, actor, c]
            value[1 - actor, c] += child[k, 1 - actor, c]
    _learn(
        tables,
        start,
        width,
        tables.mix[street, turn],
        child[:, actor],
        value[actor],
        tables.reach[street, turn, actor],
        weights,
        scale,
    )


@kernel
def iterate(tables: RangeTables, odds: Chances, first: int, count: int, seed: np.uint64) -> float:
    """So many iterations from number `first` on; what the button wins in the last, in chips."""
    work = RangeWalk(
        np.zeros((STREETS, _STATE), np.int64),
        np.zeros(STREETS),
        np.zeros((STREETS, 2)),
        np.zeros(2),
        np.zeros(1, np.int64),
    )
    won = 0.0
    for number in range(first, first + count):
        work.dice[0] = np.int64(seed_dice(seed, number, 3))
        work.weights[0], work.weights[1] = float(number), float(number) * float(number)
        for seat in range(SEATS):
            tables.reach[0, 0, seat] = odds.dealt
        play_hand(tables, odds, work)
        won = 0.0
        for c in range(CLASSES):
            won += float(odds.dealt[c]) * float(tables.value[0, 0, BUTTON, c])
    return won


def as_rows(tables: RangeTables) -> Floats:
    """The same as dense tables have it: by decision and class, regrets and then averages."""
    rows, at = np.zeros(2 * SLOT_COUNT, np.float32), 0
    for width, _ in all_decisions().tolist():
        size = width * CLASSES
        block = rows[2 * at : 2 * (at + size)].reshape(CLASSES, 2, width)
        block[:, 0] = tables.regrets[at : at + size].reshape(width, CLASSES).T
        block[:, 1] = tables.averages[at : at + size].reshape(width, CLASSES).T
        at += size
    return rows
