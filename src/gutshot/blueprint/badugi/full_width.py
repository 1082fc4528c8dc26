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
from gutshot.blueprint.badugi.chances import DRAWS, Chances
from gutshot.blueprint.badugi.hands import CLASSES
from gutshot.blueprint.badugi.layout import AGGRESSORS, COUNTS, SLOT_COUNT, SLOTS
from gutshot.blueprint.badugi.rounds import SMALL_BETS, STREETS, TURNS
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Floats, Ints, Reals
from gutshot.numeric.dice import roll, seed_dice

SEATS = 2
BUTTON, BLIND = 0, 1
# Columns of a walk's state on a street, after the histories of BUTTON and BLIND: small bets of each seat before it, who
# bet last before its draws, the turn, how many cards the big blind and the button draw, and 1 + the big blind's draw
# that has been followed.
POT, LAST, TURN, FIRST, SECOND, FOLLOWED = 2, 3, 4, 5, 6, 7
_STATE = 8
ROUND, DRAW, DONE = 0, 1, 2
_ACTIONS = 3
_FORGETS, _LATER = 1.5, 3.0
_LAST = STREETS - 1
_CAP_TURN = TURNS - 2
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


class SlotTables(NamedTuple):
    """Regrets and cumulative strategies [SLOT_COUNT], action by action; threads share them."""

    regrets: Floats
    averages: Floats
    faded: Ints  # [SLOT_COUNT / CLASSES] by the first action of each decision, the last sweep that made it forget

    @classmethod
    def room(cls) -> "SlotTables":
        """Nothing learnt."""
        tables = np.zeros((2, SLOT_COUNT), np.float32)
        return cls(tables[0], tables[1], np.zeros(SLOT_COUNT // CLASSES, np.int64))


class RangeWork(NamedTuple):
    """Ranges and values of one walk, on each street; of N hands."""

    reach: Matrix  # [street, turn, seat, hand]
    value: Matrix
    child: Matrix  # [street, turn, seat, action, hand]
    mix: Matrix  # [street, turn, action, hand]
    drawn: Matrix  # [street, seat, draws, hand] strategies at the draws
    moved: Matrix  # [street, 7, hand] ranges and values at the draws, the big blind's sum of values, and room
    gains: Matrix  # [street, seat, draws, hand] values by cards drawn
    state: Ints  # [street, POT and so on] where the walk is
    scale: Reals  # [street] what is learnt in its round counts so often
    counts: Reals  # [street, 2] how much the end of its round, and the draws before it, count that were left to the lot
    dice: Ints

    @classmethod
    def room(cls, hands: int) -> "RangeWork":
        """For one thread."""

        def zeros(*shape: int) -> Matrix:
            return np.zeros((*shape, hands), np.float32)

        return cls(
            zeros(STREETS, TURNS, SEATS), zeros(STREETS, TURNS, SEATS), zeros(STREETS, TURNS, SEATS, _ACTIONS),
            zeros(STREETS, TURNS, _ACTIONS), zeros(STREETS, SEATS, DRAWS), zeros(STREETS, 7),
            zeros(STREETS, SEATS, DRAWS), np.zeros((STREETS, _STATE), np.int64), np.zeros(STREETS),
            np.zeros((STREETS, 2)), np.zeros(1, np.int64),
        )  # fmt: skip


class HowToWalk(NamedTuple):
    """Which lines an iteration follows, and how it counts."""

    rare: float  # a line that weighs less than this goes on by lot
    apart: float  # what a line weighs that one seat alone would come to, as part of that seat's mass
    sweeps: int  # 1: older regrets are forgotten by and by; 0: iteration n weighs n


class SweepPass(NamedTuple):
    """What one walk does."""

    gain: float  # the weight of regrets; with `kept` 0 nothing is learnt
    kept: float  # of strategies
    rare: float
    apart: float
    responder: int  # the seat that takes the best action instead, knowing all that has been done; -1: none
    sweep: int  # its number where older regrets are forgotten; 0: they are not


@inline_kernel
def _fade(learnt: SlotTables, how: SweepPass, start: int, width: int) -> None:
    """Forget a part of the regrets of a decision, once in a sweep: half of those below zero."""
    if learnt.faded[start // CLASSES] >= how.sweep:
        return
    learnt.faded[start // CLASSES] = how.sweep
    grown, half, least = float(how.sweep) ** _FORGETS, np.float32(0.5), np.float32(0.0)
    kept = np.float32(grown / (grown + 1.0))
    regrets = learnt.regrets[start : start + width * CLASSES]
    for c in range(len(regrets)):
        regrets[c] *= kept if regrets[c] > least else half


@inline_kernel
def _match(learnt: SlotTables, odds: Chances, start: int, width: int, mix: Matrix, total: Matrix) -> None:
    """The present strategy of all hands by regret matching; where nothing is positive, all actions alike.

    Loops here and below are over hands inside, one operation at a time, which compiles to vector code.
    """
    least, even, hands = np.float32(0.0), np.float32(1.0) / np.float32(width), len(total)
    total[:] = least
    for k in range(width):
        own, at = mix[k], start + k * CLASSES
        if hands == CLASSES:
            regrets = learnt.regrets[at : at + CLASSES]
            for c in range(hands):
                own[c] = max(regrets[c], least)
        else:
            for c in range(hands):
                own[c] = max(learnt.regrets[at + odds.class_of[c]], least)
        for c in range(hands):
            total[c] += own[c]
    for c in range(hands):
        total[c] = np.float32(1.0) / total[c] if total[c] > least else least
    for k in range(width):
        own = mix[k]
        for c in range(hands):
            own[c] = own[c] * total[c] if total[c] > least else even


@inline_kernel
def _play(
    learnt: SlotTables, odds: Chances, how: SweepPass, seat: int, start: int, width: int, mix: Matrix, spare: Matrix
) -> None:  # fmt: skip
    """What a seat does; one who responds is led through all his actions."""
    if seat == how.responder:
        for k in range(width):
            mix[k, :] = 1.0
    else:
        if how.sweep > 0:
            _fade(learnt, how, start, width)
        _match(learnt, odds, start, width, mix, spare)


@inline_kernel
def _worth(how: SweepPass, seat: int, width: int, mix: Matrix, values: Matrix, out: Matrix) -> None:
    """The value of a decision from those of its actions."""
    if seat == how.responder:
        out[:] = values[0]
        for k in range(1, width):
            own = values[k]
            for c in range(len(out)):
                out[c] = max(out[c], own[c])
        return
    out[:] = 0.0
    for k in range(width):
        own, share = values[k], mix[k]
        for c in range(len(out)):
            out[c] += share[c] * own[c]


@inline_kernel
def _learn(
    learnt: SlotTables, how: SweepPass, start: int, width: int, mix: Matrix, values: Matrix, own: Matrix,
    reach: Matrix, scale: float,
) -> None:  # fmt: skip
    """Add what was found: regrets of `values` [actions, classes] over `own`, and the strategy by reach."""
    if how.kept == 0:
        return
    gain, kept = np.float32(how.gain * scale), np.float32(how.kept * scale)
    for k in range(width):
        at, found, share = start + k * CLASSES, values[k], mix[k]
        regrets, averages = learnt.regrets[at : at + CLASSES], learnt.averages[at : at + CLASSES]
        for c in range(CLASSES):
            regrets[c] += gain * (found[c] - own[c])
        for c in range(CLASSES):
            averages[c] += kept * reach[c] * share[c]


@inline_kernel
def _mass(reach: Matrix) -> float:
    """The sum, in four parts at once."""
    a, b, c, d = np.float32(0.0), np.float32(0.0), np.float32(0.0), np.float32(0.0)
    whole = len(reach) & ~3
    for at in range(0, whole, 4):
        a += reach[at]
        b += reach[at + 1]
        c += reach[at + 2]
        d += reach[at + 3]
    for at in range(whole, len(reach)):
        a += reach[at]
    return float(a + b + (c + d))


@inline_kernel
def _draw(odds: Chances, drawn: int, before: Matrix, after: Matrix) -> None:
    """The range after so many cards have been drawn."""
    if drawn == 0:
        after[:] = before
    else:
        _add_up(odds.onward[drawn - 1], before, after)


@inline_kernel
def _before_draw(odds: Chances, drawn: int, after: Matrix, before: Matrix) -> None:
    """What hands are worth that draw so many, by what they are worth then."""
    if drawn == 0:
        before[:] = after
    else:
        _add_up(odds.back[drawn - 1], after, before)


@inline_kernel
def _add_up(rows: Matrix, weights: Matrix, out: Matrix) -> None:
    """The sum of rows by their weights, four at once; most weights of a range are nothing."""
    out[:] = np.float32(0.0)
    count, at, none = len(weights), 0, np.float32(0.0)
    while at + 3 < count:
        a, b, c, d = weights[at], weights[at + 1], weights[at + 2], weights[at + 3]
        if a != none or b != none or c != none or d != none:
            first, second, third, fourth = rows[at], rows[at + 1], rows[at + 2], rows[at + 3]
            for k in range(len(out)):
                out[k] += (a * first[k] + b * second[k]) + (c * third[k] + d * fourth[k])
        at += 4
    while at < count:
        weight, row = weights[at], rows[at]
        for k in range(len(out)):
            out[k] += weight * row[k]
        at += 1


@inline_kernel
def _shown_down(chips: float, others: Matrix, value: Matrix) -> None:
    """What each class wins against a range when both have put in so many chips."""
    stake, below, total = np.float32(chips), np.float32(0.0), np.float32(_mass(others))
    for c in range(len(value)):
        value[c] = below
        below += others[c]
    for c in range(len(value)):
        value[c] = stake * (value[c] + value[c] + others[c] - total)


@inline_kernel
def _lot(first: float, second: float, weight: float, how: SweepPass, dice: Ints) -> float:
    """How much a line counts: 1, or by lot more or not at all; `weight` is how much the way there counts already."""
    if how.responder >= 0:
        return 1.0 if (first if how.responder == BUTTON else second) > how.rare else 0.0
    mass = weight * max(first * second, how.apart * max(first, second))
    if mass >= how.rare:
        return 1.0
    state, u = roll(np.uint64(dice[0]))
    dice[0] = np.int64(state)
    return how.rare / mass if u * how.rare < mass else 0.0


@inline_kernel
def _round_at(work: RangeWork, street: int) -> int:
    """Where the strategies of a round begin."""
    at = 0
    if street > 0:
        known, pot = _MEMORIES[street], work.state[street, POT]
        blind, button = work.state[street, BLIND], work.state[street, BUTTON]
        at = (_BET_GROUP[street, pot] * known + _MEMORY[street, blind]) * known + _MEMORY[street, button]
    return int((_BET_START[street] + at * _BLOCK[street]) * CLASSES)


@inline_kernel
def _draw_at(work: RangeWork, street: int) -> int:
    """Where the strategies of the draws before a street begin."""
    before, own = street - 1, _COUNTS[street]
    known = _MEMORIES[before]
    at = AGGRESSORS * _DRAW_GROUP[street, work.state[street, POT]] + work.state[street, LAST]
    at = (at * known + _MEMORY[before, work.state[before, BLIND]]) * known
    at += _MEMORY[before, work.state[before, BUTTON]]
    return int((_DRAW_START[street] + at * own * (1 + own)) * CLASSES)


@inline_kernel
def _begin_round(learnt: SlotTables, odds: Chances, how: SweepPass, work: RangeWork, street: int) -> None:
    """All strategies of a round and the ranges they lead to."""
    base = _round_at(work, street)
    for turn in range(TURNS):
        _offer(learnt, odds, how, work, street, turn, base + _TURN_AT[street, turn] * CLASSES)
    work.state[street, TURN] = 1


@inline_kernel
def _close(how: SweepPass, work: RangeWork, street: int) -> bool:
    """A turn calls or checks and the round is over; whether a draw comes and is played."""
    turn, pot = work.state[street, TURN], work.state[street, POT]
    raises, role = turn >> 1, turn & 1
    call = 1 if turn >= 2 else 0
    level = (1 if street == 0 else pot) + raises * _BETS[street]
    actor = role if street == 0 else 1 - role
    child, ranges = work.child[street, turn], work.moved[street]
    ranges[0], ranges[1] = work.reach[street, turn, 0], work.reach[street, turn, 1]
    _times(ranges[actor], work.mix[street, turn, call], ranges[actor])
    if street == _LAST:
        _shown_down(100.0 * level, ranges[1], child[0, call])
        _shown_down(100.0 * level, ranges[0], child[1, call])
        return False
    child[0, call, :] = 0.0
    child[1, call, :] = 0.0
    counts = _lot(_mass(ranges[BLIND]), _mass(ranges[BUTTON]), work.scale[street], how, work.dice)
    work.counts[street, 0] = counts
    work.state[street + 1, POT] = level
    work.state[street + 1, LAST] = 0 if raises == 0 else 2 - actor  # seat 1 - actor bet last, told as seat + 1
    work.state[street + 1, FIRST] = work.state[street + 1, SECOND] = work.state[street + 1, FOLLOWED] = 0
    return counts > 0


@inline_kernel
def _next_draw(learnt: SlotTables, odds: Chances, how: SweepPass, work: RangeWork, street: int) -> int:
    """The next numbers of cards drawn before a street: ROUND if they are played, DRAW to go on, DONE at the end."""
    own, before, start = _COUNTS[street], street - 1, _draw_at(work, street)
    first, second = work.state[street, FIRST], work.state[street, SECOND]
    mix, other_mix = work.drawn[street, BLIND], work.drawn[street, BUTTON]
    mine, theirs, part = work.moved[before, BLIND], work.moved[before, BUTTON], work.moved[street, 4]
    if first == own:
        _end_draws(learnt, how, work, street, start)
        return DONE
    if first == 0 and second == 0:
        _play(learnt, odds, how, BLIND, start, own, mix, work.moved[street, 6])
    if second == 0:
        _play(learnt, odds, how, BUTTON, start + own * (1 + first) * CLASSES, own, other_mix, work.moved[street, 6])
        work.gains[street, BLIND, first] = 0.0
    if second == own:
        if work.state[street, FOLLOWED] == first + 1:
            _before_draw(odds, first, work.moved[street, 3], work.gains[street, BLIND, first])
        _end_second(learnt, how, work, street, start + own * (1 + first) * CLASSES)
        work.state[street, FIRST], work.state[street, SECOND] = first + 1, 0
        return DRAW
    weight = work.scale[before] * work.counts[before, 0]
    counts = _lot(_mass_of(mine, mix[first]), _mass_of(theirs, other_mix[second]), weight, how, work.dice)
    work.gains[street, BUTTON, second] = 0.0
    if counts == 0:
        work.state[street, SECOND] = second + 1
        return DRAW
    work.counts[street, 1] = counts
    work.scale[street] = weight * counts
    if work.state[street, FOLLOWED] != first + 1:
        work.state[street, FOLLOWED] = first + 1
        _draw(odds, first, _times(mine, mix[first], part), work.reach[street, 0, BLIND])
        work.moved[street, 3] = 0.0
    _draw(odds, second, _times(theirs, other_mix[second], part), work.reach[street, 0, BUTTON])
    work.state[street, BLIND] = work.state[before, BLIND] * own + first
    work.state[street, BUTTON] = work.state[before, BUTTON] * own + second
    return ROUND


@inline_kernel
def _take_back(odds: Chances, work: RangeWork, street: int) -> None:
    """The values of a round: the button's become those of the hands he drew from, the big blind's are added up."""
    second, found, blind = work.state[street, SECOND], work.moved[street, 5], work.moved[street, 3]
    counts, own, gains = np.float32(work.counts[street, 1]), work.value[street, 0, BLIND], work.gains[street, BUTTON]
    _before_draw(odds, second, work.value[street, 0, BUTTON], found)
    for c in range(len(found)):
        gains[second, c] = found[c] * counts
    for c in range(len(found)):
        blind[c] += own[c] * counts
    work.state[street, SECOND] = second + 1


@inline_kernel
def _end_second(learnt: SlotTables, how: SweepPass, work: RangeWork, street: int, start: int) -> None:
    """The button's draw is valued and learnt from."""
    own, mix, gains = _COUNTS[street], work.drawn[street, BUTTON], work.gains[street, BUTTON]
    found = work.moved[street, 5]
    _worth(how, BUTTON, own, mix, gains, found)
    turn = work.state[street - 1, TURN]
    value = work.child[street - 1, turn, BUTTON, 1 if turn >= 2 else 0]
    for c in range(len(found)):
        value[c] += found[c]
    scale = work.scale[street - 1] * work.counts[street - 1, 0]
    _learn(learnt, how, start, own, mix, gains, found, work.moved[street - 1, BUTTON], scale)


@inline_kernel
def _end_draws(learnt: SlotTables, how: SweepPass, work: RangeWork, street: int, start: int) -> None:
    """The big blind's draw is valued and learnt from; what the closing of the round before is worth."""
    own, mix, gains = _COUNTS[street], work.drawn[street, BLIND], work.gains[street, BLIND]
    turn, counts = work.state[street - 1, TURN], work.counts[street - 1, 0]
    call = 1 if turn >= 2 else 0
    found, others = work.child[street - 1, turn, BLIND, call], work.child[street - 1, turn, BUTTON, call]
    _worth(how, BLIND, own, mix, gains, found)
    scale = work.scale[street - 1] * counts
    _learn(learnt, how, start, own, mix, gains, found, work.moved[street - 1, BLIND], scale)
    for c in range(len(found)):
        found[c] *= np.float32(counts)
        others[c] *= np.float32(counts)


@kernel
def play_hand(learnt: SlotTables, odds: Chances, how: SweepPass, work: RangeWork) -> None:
    """The whole game once from the hands that are dealt; the `value` of the first turn."""
    street, phase = 0, ROUND
    work.state[0] = 0
    work.scale[0] = 1.0
    work.reach[0, 0, BUTTON], work.reach[0, 0, BLIND] = odds.dealt, odds.dealt
    _begin_round(learnt, odds, how, work, 0)
    while True:
        if phase == DRAW:
            after = _next_draw(learnt, odds, how, work, street + 1)
            if after == ROUND:
                street += 1
                _begin_round(learnt, odds, how, work, street)
            elif after == DONE:
                work.state[street, TURN] += 1
            phase = DRAW if after == DRAW else ROUND
        elif work.state[street, TURN] < TURNS:
            if _close(how, work, street):
                phase = DRAW
            else:
                work.state[street, TURN] += 1
        else:
            base = _round_at(work, street)
            for turn in range(TURNS - 1, -1, -1):
                _settle(learnt, how, work, street, turn, base + _TURN_AT[street, turn] * CLASSES)
            if street == 0:
                return
            _take_back(odds, work, street)
            street, phase = street - 1, DRAW


@inline_kernel
def _times(reach: Matrix, share: Matrix, out: Matrix) -> Matrix:
    for c in range(len(out)):
        out[c] = reach[c] * share[c]
    return out


@inline_kernel
def _mass_of(reach: Matrix, share: Matrix) -> float:
    """The mass of a range that takes an action, as `_mass`."""
    a, b, c, d = np.float32(0.0), np.float32(0.0), np.float32(0.0), np.float32(0.0)
    whole = len(reach) & ~3
    for at in range(0, whole, 4):
        a += reach[at] * share[at]
        b += reach[at + 1] * share[at + 1]
        c += reach[at + 2] * share[at + 2]
        d += reach[at + 3] * share[at + 3]
    for at in range(whole, len(reach)):
        a += reach[at] * share[at]
    return float(a + b + (c + d))


@inline_kernel
def _offer(
    learnt: SlotTables, odds: Chances, how: SweepPass, work: RangeWork, street: int, turn: int, start: int
) -> None:  # fmt: skip
    """The strategy at a turn, the ranges of the turns behind it, and what folding pays."""
    raises, role, pot = turn >> 1, turn & 1, work.state[street, POT]
    actor = role if street == 0 else 1 - role
    width, folds = _WIDTHS[street, turn], 1 if turn >= 2 or (street == 0 and turn == 0) else 0
    mix, reach = work.mix[street, turn], work.reach[street, turn]
    _play(learnt, odds, how, actor, start, width, mix, work.moved[street, 6])
    if folds:
        lost = (
            50.0 if street == 0 and turn == 0 else 100.0 * ((1 if street == 0 else pot) + (raises - 1) * _BETS[street])
        )
        child = work.child[street, turn]
        against, left = np.float32(-lost * _mass(reach[1 - actor])), np.float32(lost * _mass_of(reach[actor], mix[0]))
        child[actor, 0, :] = against
        child[1 - actor, 0, :] = left
    if turn == 0:
        _pass_on(work, street, turn, folds, 1, actor)
    if turn < _CAP_TURN:
        _pass_on(work, street, turn, width - 1, 2 * (raises + 1) + 1 - role, actor)


@inline_kernel
def _pass_on(work: RangeWork, street: int, turn: int, action: int, after: int, actor: int) -> None:
    """The ranges at the turn after an action."""
    there, here, mix = work.reach[street, after], work.reach[street, turn], work.mix[street, turn, action]
    there[1 - actor] = here[1 - actor]
    _times(here[actor], mix, there[actor])


@inline_kernel
def _settle(learnt: SlotTables, how: SweepPass, work: RangeWork, street: int, turn: int, start: int) -> None:
    """The value of a turn from those of its actions, and what its actor learns."""
    raises, role = turn >> 1, turn & 1
    actor = role if street == 0 else 1 - role
    width, value, child = _WIDTHS[street, turn], work.value[street, turn], work.child[street, turn]
    folds = 1 if turn >= 2 or (street == 0 and turn == 0) else 0
    if turn == 0:
        child[0, folds], child[1, folds] = work.value[street, 1, 0], work.value[street, 1, 1]
    if turn < _CAP_TURN:
        after = work.value[street, 2 * (raises + 1) + 1 - role]
        child[0, width - 1], child[1, width - 1] = after[0], after[1]
    others = value[1 - actor]
    others[:] = 0.0
    for k in range(width):
        found = child[1 - actor, k]
        for c in range(len(others)):
            others[c] += found[c]
    mix = work.mix[street, turn]
    _worth(how, actor, width, mix, child[actor], value[actor])
    _learn(learnt, how, start, width, mix, child[actor], value[actor], work.reach[street, turn, actor],
           work.scale[street])  # fmt: skip


def response_value(shares: Floats, odds: Chances, responder: int, least_mass: float = 1e-6) -> float:
    """Chips that the best response of a seat wins from `shares` [SLOT_COUNT]; lines of so little mass are left out."""
    work = RangeWork.room(len(odds.dealt))
    how = SweepPass(0.0, 0.0, least_mass, 0.0, responder, 0)
    play_hand(SlotTables(shares, shares, np.zeros(0, np.int64)), odds, how, work)
    return float(odds.dealt.astype(np.float64) @ work.value[0, 0, responder])


@kernel
def iterate(learnt: SlotTables, odds: Chances, how: HowToWalk, number: int, seed: np.uint64, work: RangeWork) -> float:
    """One iteration; what the button wins in it, in chips."""
    work.dice[0] = np.int64(seed_dice(seed, number, 3))
    weight, won = float(number), 0.0
    gain, kept = (1.0, weight**_LATER) if how.sweeps > 0 else (weight, weight * weight)
    play_hand(learnt, odds, SweepPass(gain, kept, how.rare, how.apart, -1, number * how.sweeps), work)
    for c in range(len(odds.dealt)):
        won += float(odds.dealt[c]) * float(work.value[0, 0, BUTTON, c])
    return won


def as_rows(learnt: SlotTables) -> Floats:
    """The same as dense tables have it: by decision and class, regrets and then averages."""
    rows, at = np.zeros(2 * SLOT_COUNT, np.float32), 0
    for width, _ in all_decisions().tolist():
        size = width * CLASSES
        block = rows[2 * at : 2 * (at + size)].reshape(CLASSES, 2, width)
        block[:, 0] = learnt.regrets[at : at + size].reshape(width, CLASSES).T
        block[:, 1] = learnt.averages[at : at + size].reshape(width, CLASSES).T
        at += size
    return rows
