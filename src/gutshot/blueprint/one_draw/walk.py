"""One pass over the whole game for one seat: what its hands are worth against the other's, and what it learns.

Betting, draw, betting: a line of the first round leads to the draw, the big blind draws, then the button, and the
second round begins, first to act the big blind. Each hand of a seat is looked at on its own; all that it must know of
the other hands is in the sums of `sums`. Hands after the draw are told apart by the cards held, not by those thrown
away. Turns and what they lead to are those of the whole game (`blueprint.badugi.rounds`), the second round with the
bigger bets.
"""

from typing import NamedTuple

import numpy as np

from gutshot.blueprint.badugi.rounds import BIG_BLIND, BUTTON
from gutshot.blueprint.one_draw.cards import DrawGame, HandTables
from gutshot.blueprint.one_draw.sums import LANES, compare_all, draw_all, undo_draws, weigh_all
from gutshot.cfr.updates import next_average, next_regret
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import AnyReals, Reals
from gutshot.numeric.borrow import borrowed

LEARN, VALUE, BEST = 0, 1, 2
"""Play on and learn, play as given, or answer as well as possible and write that down."""
_WIDTH = 3
_LATE_BET = 2.0
_SMALL_BLIND = 0.5
_RARE = 1e-5


class Strategies(NamedTuple):
    """A number for every class of hands and action: regrets, or how often each has been played.

    Actions that are not offered have room all the same. `masks` are the cards that go; lines those of `line_of`.
    """

    first: AnyReals  # [C, turns, 3]
    blind: AnyReals  # [lines, C, masks]
    button: AnyReals  # [lines, drawn by the big blind, C, masks]
    after: AnyReals  # [lines, drawn by the big blind, by the button, C, turns, 3]

    @classmethod
    def room(cls, game: DrawGame, hands: HandTables) -> "Strategies":
        """Nothing yet."""
        classes, masks = len(hands.combos), len(hands.masks)

        def zeros(*shape: int) -> AnyReals:
            return np.zeros(shape, np.float32)

        return cls(
            zeros(classes, game.turns, _WIDTH),
            zeros(game.lines, classes, masks),
            zeros(game.lines, game.counts, classes, masks),
            zeros(game.lines, game.counts, game.counts, classes, game.turns, _WIDTH),
        )


class PassRoom(NamedTuple):
    """What a pass works with; C classes, in floats for learning, in doubles for measuring."""

    lanes: AnyReals  # [C, LANES] hands of the other seat where a fold or a showdown is
    ahead: AnyReals  # [C, LANES]
    total: AnyReals  # [C, LANES]
    held: AnyReals  # [sets, LANES]
    parts: AnyReals  # [features]
    thrown: AnyReals  # [C, masks] hands, or values, by the cards that go
    reach: AnyReals  # [2, lines, C] both seats' hands at the ends of the first round: the other's, and one's own
    worth: AnyReals  # [lines, C] what one's own are worth there
    ends: AnyReals  # [lines, C] the same while lines are being looked at
    blind: AnyReals  # [counts, C] hands after the big blind's draw
    button: AnyReals  # [counts, C] and after the button's
    found: AnyReals  # [counts, C] what hands are worth after one's draw
    value: AnyReals  # [C] at the end of a pass what one's hands are worth
    mix: AnyReals  # [masks or 3]
    mixes: Reals  # [turns, 3] of one's own hand in a round
    turn_reach: Reals  # [turns, 2]
    turn_value: Reals  # [turns]

    @classmethod
    def make(cls, game: DrawGame, hands: HandTables, exact: bool) -> "PassRoom":
        """PassRoom for one thread."""
        classes, masks, kind = len(hands.combos), len(hands.masks), np.float64 if exact else np.float32

        def zeros(*shape: int) -> AnyReals:
            return np.zeros(shape, kind)

        return cls(
            zeros(classes, LANES), zeros(classes, LANES), zeros(classes, LANES), zeros(hands.sets, LANES),
            zeros(hands.room), zeros(classes, masks), zeros(2, game.lines, classes), zeros(game.lines, classes),
            zeros(game.lines, classes), zeros(game.counts, classes), zeros(game.counts, classes),
            zeros(game.counts, classes), zeros(classes), zeros(max(masks, _WIDTH)), np.zeros((game.turns, _WIDTH)),
            np.zeros((game.turns, 2)), np.zeros(game.turns),
        )  # fmt: skip


class Pass(NamedTuple):
    """Whose pass it is and what it does; `discounts` as the update rule has them."""

    me: int
    how: int
    cap: int
    clip: bool
    discounts: Reals


@inline_kernel
def folds_at(street: int, turn: int) -> int:
    """1 where there is something to call, and so a fold: the place of the call."""
    return 1 if turn >= 2 or (street == 0 and turn == 0) else 0


@inline_kernel
def width_at(street: int, turn: int, cap: int) -> int:
    """How many actions a turn has."""
    return folds_at(street, turn) + (2 if turn >> 1 < cap else 1)


@inline_kernel
def raised_from(turn: int) -> int:
    """The turn after a bet or a raise."""
    return 2 * ((turn >> 1) + 1) + 1 - (turn & 1)


@inline_kernel
def line_of(turn: int) -> int:
    """Which line of a round ends with a call at this turn: nobody bet, or the call of a bet or raise."""
    return 0 if turn == 1 else turn - 1


@inline_kernel
def paid_at(street: int, pot: float, raises: int) -> float:
    """What a seat has put in that has matched so many bets, in small bets."""
    return pot + raises * (1.0 if street == 0 else _LATE_BET)


@inline_kernel
def lost_by_fold(street: int, pot: float, turn: int) -> float:
    """What who folds at a turn has put in."""
    return _SMALL_BLIND if turn == 0 else paid_at(street, pot, (turn >> 1) - 1)


@inline_kernel
def match(numbers: AnyReals, width: int, mix: AnyReals) -> None:
    """In proportion to what is positive, all alike where nothing is."""
    total = 0.0
    for k in range(width):
        total += max(numbers[k], 0.0)
    each = 1.0 / total if total > 0 else 1.0 / width
    for k in range(width):
        mix[k] = max(numbers[k], 0.0) * each if total > 0 else each


@inline_kernel
def _other_betting(
    street: int, role: int, cap: int, hand: int, begins: float, numbers: AnyReals, room: PassRoom, ends: AnyReals
) -> None:
    """Follow one hand of the other seat through a round: where it folds, is called or folded to, and how it ends.

    Lanes: by `line_of` the ends of the round and its own decisions there, then its folds by raises (the last one is
    the fold of the small blind, if it is his).
    """
    turns, lines = 2 * (cap + 1), 1 + 2 * cap
    room.turn_reach[:, 0] = 0.0
    room.turn_reach[0, 0] = begins
    for turn in range(turns):
        reach, fold, width = room.turn_reach[turn, 0], folds_at(street, turn), width_at(street, turn, cap)
        acts, raises = turn & 1 == role, turn >> 1
        if acts:
            match(numbers[turn], width, room.mix)
        stays = room.mix[fold] if acts else 1.0
        if turn == 0:
            room.turn_reach[1, 0] += reach * stays
            if fold > 0:
                room.lanes[hand, lines + cap] = reach * room.mix[0] if acts else reach
        else:
            room.lanes[hand, line_of(turn)] = reach * stays
            ends[line_of(turn), hand] = reach * stays
            if fold > 0 and acts:
                room.lanes[hand, lines + raises - 1] = reach * room.mix[0]
        if raises < cap:
            room.turn_reach[raised_from(turn), 0] += reach * (room.mix[width - 1] if acts else 1.0)


@inline_kernel
def _own_betting(
    street: int,
    role: int,
    work: Pass,
    pot: float,
    hand: int,
    begins: float,
    numbers: AnyReals,
    played: AnyReals,
    room: PassRoom,
    closes: bool,
) -> float:
    """What one of one's own hands is worth at the start of a round, learning on the way.

    `closes`: the round ends in a showdown; otherwise its ends are worth `room.worth`.
    """
    cap, turns = work.cap, 2 * (work.cap + 1)
    if work.how != BEST:
        _follow(street, role, cap, begins, numbers, room)
    for turn in range(turns - 1, -1, -1):
        fold, width, raises = folds_at(street, turn), width_at(street, turn, cap), turn >> 1
        lane, mine = line_of(turn), turn & 1 == role
        folded = 0.0
        if fold > 0:
            lost = lost_by_fold(street, pot, turn)
            place = lane if mine else 1 + 2 * cap + raises - 1
            if turn == 0:
                place = 1 + 3 * cap
            folded = (-lost if mine else lost) * room.total[hand, place]
        if turn == 0:
            called = room.turn_value[1]
        elif closes:
            called = paid_at(street, pot, raises) * room.ahead[hand, lane]
        else:
            called = room.worth[lane, hand]
        raised = room.turn_value[raised_from(turn)] if raises < cap else 0.0
        if not mine:
            room.turn_value[turn] = folded + called + raised
        else:
            room.turn_value[turn] = _decide(turn, fold, width, folded, called, raised, numbers, played, work, room)
    return float(room.turn_value[0])


@inline_kernel
def _follow(street: int, role: int, cap: int, begins: float, numbers: AnyReals, room: PassRoom) -> None:
    """How one's own hand plays a round, and how likely it comes to each turn by that."""
    room.turn_reach[:, 1] = 0.0
    room.turn_reach[0, 1] = begins
    for turn in range(2 * (cap + 1)):
        fold, width = folds_at(street, turn), width_at(street, turn, cap)
        acts, reach = turn & 1 == role, room.turn_reach[turn, 1]
        if acts:
            match(numbers[turn], width, room.mixes[turn])
        if turn == 0:
            room.turn_reach[1, 1] += reach * (room.mixes[turn, fold] if acts else 1.0)
        if turn >> 1 < cap:
            room.turn_reach[raised_from(turn), 1] += reach * (room.mixes[turn, width - 1] if acts else 1.0)


@inline_kernel
def _decide(
    turn: int,
    fold: int,
    width: int,
    folded: float,
    called: float,
    raised: float,
    numbers: AnyReals,
    played: AnyReals,
    work: Pass,
    room: PassRoom,
) -> float:
    """The value of one's own turn from those of its actions."""
    if work.how == BEST:
        best, choice = called, fold
        if fold > 0 and folded > best:
            best, choice = folded, 0
        if width > fold + 1 and raised > best:
            best, choice = raised, fold + 1
        played[turn, :width] = 0.0
        played[turn, choice] = 1.0
        return best
    mix = room.mixes[turn]
    value = mix[fold] * called
    if fold > 0:
        value += mix[0] * folded
    if width > fold + 1:
        value += mix[fold + 1] * raised
    if work.how == LEARN:
        reach, d = room.turn_reach[turn, 1], work.discounts
        for k in range(width):
            worth = called if k == fold else folded if k < fold else raised
            played[turn, k] = next_average(played[turn, k], reach * mix[k], d[2])
            numbers[turn, k] = next_regret(numbers[turn, k], worth - value, d[0], d[1], work.clip)
    return float(value)


@inline_kernel
def _split(reach: AnyReals, numbers: AnyReals, room: PassRoom) -> None:
    """Fill in `thrown`: a seat's hands by the cards that go."""
    for c in range(len(reach)):
        match(numbers[c], room.thrown.shape[1], room.mix)
        for m in range(room.thrown.shape[1]):
            room.thrown[c, m] = reach[c] * room.mix[m]


@inline_kernel
def _learn_draw(
    reach: AnyReals, numbers: AnyReals, played: AnyReals, worth: AnyReals, work: Pass, room: PassRoom
) -> None:
    """Add to `worth` what hands are worth before a draw, by `thrown`, their values by the cards that go."""
    width, d = room.thrown.shape[1], work.discounts
    for c in range(len(worth)):
        value = 0.0
        if work.how == BEST:
            best = 0
            for m in range(1, width):
                best = m if room.thrown[c, m] > room.thrown[c, best] else best
            value = float(room.thrown[c, best])
            played[c] = 0.0
            played[c, best] = 1.0
        else:
            match(numbers[c], width, room.mix)
            for m in range(width):
                value += room.mix[m] * room.thrown[c, m]
        if work.how == LEARN:
            for m in range(width):
                played[c, m] = next_average(played[c, m], reach[c] * room.mix[m], d[2])
                numbers[c, m] = next_regret(numbers[c, m], room.thrown[c, m] - value, d[0], d[1], work.clip)
        worth[c] += value


@inline_kernel
def _is_empty(reach: AnyReals, counts: AnyReals, work: Pass) -> bool:
    """Whether nobody comes, or while learning so few that nothing can be lost to them."""
    weight, hands = 0.0, 0.0
    for c in range(len(reach)):
        weight += reach[c] * counts[c]
        hands += counts[c]
    return weight <= (_RARE * hands if work.how == LEARN else 0.0)


@kernel
def _second_round(
    hands: HandTables,
    work: Pass,
    line: int,
    others: AnyReals,
    mine: AnyReals,
    other: AnyReals,
    numbers: AnyReals,
    played: AnyReals,
    room: PassRoom,
    found: AnyReals,
) -> None:
    """Add to `found` what one's hands are worth after both draws; `others` and `mine` are the hands there."""
    role = 0 if work.me == BIG_BLIND else 1
    pot = 1.0 + ((line + 1) >> 1)
    room.lanes[:] = 0.0
    if _is_empty(others, hands.combos, work):  # nobody comes here: nothing to win, and what one plays is still counted
        room.ahead[:], room.total[:] = 0.0, 0.0
    else:
        for c in range(len(others)):
            _other_betting(1, 1 - role, work.cap, c, others[c], other[c], room, room.worth)
        compare_all(hands, room.lanes, room.held, room.ahead, room.total)
    for c in range(len(others)):
        found[c] += _own_betting(1, role, work, pot, c, mine[c], numbers[c], played[c], room, True)


@kernel
def _draws(
    hands: HandTables,
    work: Pass,
    line: int,
    own: Strategies,
    other: Strategies,
    played: Strategies,
    room: PassRoom,
    worth: AnyReals,
) -> None:
    """Both draws and the round behind them after a line; fills in what one's hands are `worth` before them."""
    counts, is_blind = room.found.shape[0], work.me == BIG_BLIND
    blind, button = (own, other) if is_blind else (other, own)
    blind_place, button_place = (1, 0) if is_blind else (0, 1)
    _split(room.reach[blind_place, line], blind.blind[line], room)
    draw_all(hands, room.thrown, room.parts, room.blind)
    worth[:] = 0.0
    room.found[:] = 0.0
    for first in range(counts):
        _split(room.reach[button_place, line], button.button[line, first], room)
        draw_all(hands, room.thrown, room.parts, room.button)
        if not is_blind:
            room.found[:] = 0.0
        for second in range(counts):
            mine, others = room.blind[first], room.button[second]
            if not is_blind:
                mine, others = others, mine
            _second_round(
                hands, work, line, others, mine, other.after[line, first, second],
                own.after[line, first, second], played.after[line, first, second], room,
                room.found[first if is_blind else second],
            )  # fmt: skip
        if not is_blind:
            undo_draws(hands, room.found, room.parts, room.thrown)
            _learn_draw(room.reach[1, line], own.button[line, first], played.button[line, first], worth, work, room)
    if is_blind:
        undo_draws(hands, room.found, room.parts, room.thrown)
        _learn_draw(room.reach[1, line], own.blind[line], played.blind[line], worth, work, room)


@kernel
def play(hands: HandTables, work: Pass, own: Strategies, other: Strategies, played: Strategies, room: PassRoom) -> None:
    """Fill in `room.value`: what one's hands are worth against the other's, in small bets times hands it may meet.

    `own` and `other` are numbers to be matched (regrets or averages). LEARN changes `own` and adds to `played`; BEST
    writes the answer into `played`, where the seat acts.
    """
    hands, work, room = borrowed(hands), borrowed(work), borrowed(room)
    own, other, played = borrowed(own), borrowed(other), borrowed(played)
    role, cap = (0 if work.me == BUTTON else 1), work.cap
    ends = room.ends
    room.lanes[:] = 0.0
    for c in range(len(room.value)):
        _other_betting(0, 1 - role, cap, c, 1.0, other.first[c], room, room.reach[0])
        _end_own(role, cap, c, own.first[c], room)
    for line in range(len(ends)):
        _draws(hands, work, line, own, other, played, room, ends[line])
    room.worth[:] = ends
    room.lanes[:] = 0.0
    for c in range(len(room.value)):
        _other_betting(0, 1 - role, cap, c, 1.0, other.first[c], room, room.reach[0])
    weigh_all(hands, room.lanes, room.held, room.total)
    for c in range(len(room.value)):
        room.value[c] = _own_betting(0, role, work, 1.0, c, 1.0, own.first[c], played.first[c], room, False)


@inline_kernel
def _end_own(role: int, cap: int, hand: int, numbers: AnyReals, room: PassRoom) -> None:
    """How likely one's own hand comes to each end of the first round by its own play."""
    _follow(0, role, cap, 1.0, numbers, room)
    for turn in range(1, 2 * (cap + 1)):
        stays = 1.0
        if turn & 1 == role:
            stays = room.mixes[turn, folds_at(0, turn)]
        room.reach[1, line_of(turn), hand] = room.turn_reach[turn, 1] * stays
