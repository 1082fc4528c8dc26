"""The trained heads-up strategy at a real table: where a hand stands in it, and what its classes do there.

It speaks as soon as two players are left: heads-up from the first card, at larger tables after the first draw. What was
put in counts as half the pot each, in small bets; who acts first after a draw stands for the big blind. Draws of more
cards than the strategy knows count as the most it knows. Three players and more, it knows nothing about.
"""

import numpy as np

from gutshot.blueprint.badugi.hands import CLASSES, class_of
from gutshot.blueprint.badugi.layout import AGGRESSORS, CODES, COUNTS, FINE, HISTORIES, MOST_DRAWN
from gutshot.blueprint.badugi.rounds import CAP
from gutshot.cards.badugi import strength
from gutshot.games.betting import CALL, FOLD, next_seat, raise_bounds
from gutshot.games.row import (
    ACTOR,
    AGGRESSOR,
    BET,
    BUTTON,
    DRAWING,
    DRAWN,
    HOLE,
    LIVE,
    MAX_HOLE,
    MAX_SEATS,
    NOBODY,
    PHASE,
    POT,
    RAISES,
    SEATS,
    STREET,
    Row,
)
from gutshot.games.rules import BET_SIZE
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bytes, Floats
from gutshot.numeric.bits import bit_count

_BET_START, _DRAW_START, _BET_GROUP, _DRAW_GROUP = CODES.bet_start, CODES.draw_start, CODES.bet_group, CODES.draw_group
_MEMORY, _MEMORIES, _TURN_AT, _TURN_SIZE, _BLOCK = (
    CODES.memory,
    CODES.memories,
    CODES.turn_at,
    CODES.turn_size,
    CODES.block,
)
_COUNTS, _MOST_DRAWN = np.array(COUNTS), np.array(MOST_DRAWN)
_MOST_PAID = CODES.bet_group.shape[1] - 1
assert max(HISTORIES) == CODES.memory.shape[1]


@inline_kernel
def _history(row: Row, seat: int, draws: int) -> int:
    """A seat's draws so far, as the strategy counts them."""
    found = 0
    for number in range(1, draws + 1):
        found = found * _COUNTS[number] + min(max(row[DRAWN + MAX_SEATS * number + seat], 0), _MOST_DRAWN[number])
    return found


@kernel
def is_known(row: Row) -> bool:
    """Whether two are left, and from when on."""
    return bool(bit_count(row[LIVE]) == 2 and (row[SEATS] == 2 or row[STREET] > 0))


@kernel
def hand_class(row: Row, seat: int) -> int:
    """The class of a seat's four cards."""
    at = HOLE + MAX_HOLE * seat
    return class_of(int(strength(row[at], row[at + 1], row[at + 2], row[at + 3])))


@kernel
def place_of(rules: Row, row: Row) -> tuple[int, int]:
    """Where the codes of the actor's decision begin, for the lowest class, and how many actions it has."""
    actor, seats, street = row[ACTOR], row[SEATS], row[STREET]
    first = next_seat(row[LIVE], row[BUTTON], seats)
    other = next_seat(row[LIVE], first, seats)
    pot = row[POT]
    for seat in range(seats):
        pot -= row[BET + seat]
    unit = max(rules[BET_SIZE], 1)
    paid = min(max((pot + unit) // (2 * unit), 1), _MOST_PAID)
    if row[PHASE] == DRAWING:
        return _place_of_draw(row, paid, first, other, actor)
    role = int(actor != first) if street > 0 else int(actor == first)
    raises = min(row[RAISES], CAP)
    turn = 2 * raises + role
    at = 0
    if street > 0:
        known = _MEMORIES[street]
        at = (_BET_GROUP[street, paid] * known + _MEMORY[street, _history(row, first, street)]) * known
        at += _MEMORY[street, _history(row, other, street)]
    start = _BET_START[street] + at * _BLOCK[street] + _TURN_AT[street, turn]
    return int(start * CLASSES), int(_TURN_SIZE[street, turn] + 1)


@inline_kernel
def _place_of_draw(row: Row, paid: int, first: int, other: int, actor: int) -> tuple[int, int]:
    street, before = row[STREET], row[STREET] - 1
    own, known, last = _COUNTS[street] - 1, _MEMORIES[before], 0
    if row[RAISES] > 0 and row[AGGRESSOR] != NOBODY:
        last = 2 if row[AGGRESSOR] == first else 1 if row[AGGRESSOR] == other else 0
    at = AGGRESSORS * _DRAW_GROUP[street, paid] + last
    at = (at * known + _MEMORY[before, _history(row, first, before)]) * known
    at += _MEMORY[before, _history(row, other, before)]
    drawn = -1
    if actor != first:
        drawn = min(max(row[DRAWN + MAX_SEATS * street + first], 0), _MOST_DRAWN[street])
    start = _DRAW_START[street] + at * own * (2 + own) + own * (1 + drawn)
    return int(start * CLASSES), int(own + 1)


@inline_kernel
def read_mix(codes: Bytes, start: int, width: int, hand: int, shares: Floats) -> None:
    """Fill in what a class does at a decision."""
    left = FINE
    for k in range(width - 1):
        code = int(codes[start + hand * (width - 1) + k])
        shares[k] = code / FINE
        left -= code
    shares[width - 1] = left / FINE


@inline_kernel
def first_action(rules: Row, row: Row) -> int:
    """What the first action of a decision is: FOLD where there is a bet to call, else CALL."""
    return FOLD if faces_bet(row) else CALL


@inline_kernel
def faces_bet(row: Row) -> bool:
    """Whether the actor faces a bet, as the strategy sees it: the first to act before the draw owes half a bet."""
    raises, role = row[RAISES], int(row[ACTOR] != next_seat(row[LIVE], row[BUTTON], row[SEATS]))
    return bool(raises > 0 or (row[STREET] == 0 and role == 1))


@inline_kernel
def pick(shares: Floats, width: int, throw: float) -> int:
    """The action that a number in [0, 1) falls on; shares need not add up to one."""
    total = 0.0
    for k in range(width):
        total += shares[k]
    left = throw * total
    choice = 0
    for k in range(width):
        if shares[k] > 0:
            choice = k
            left -= shares[k]
            if left < 0:
                break
    return choice


@inline_kernel
def bet_number(rules: Row, row: Row, place: int) -> int:
    """The engine's number of an action of a betting decision; a call where a raise is not allowed."""
    action = place + first_action(rules, row)
    return action if action <= CALL else raise_bounds(rules, row)[0]
