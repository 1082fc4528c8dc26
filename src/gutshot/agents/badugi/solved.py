"""The trained heads-up strategy as a player: `blueprint.badugi.at_table` with dice."""

from gutshot.agents.badugi.decision import dice
from gutshot.blueprint.badugi.at_table import first_action, hand_class, place_of, read_mix
from gutshot.blueprint.badugi.hands import thrown
from gutshot.cards.badugi import CARDS
from gutshot.games.betting import CALL, raise_bounds
from gutshot.games.row import ACTOR, DRAWING, HOLE, MAX_HOLE, PHASE, Row
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bytes, Floats

BET_DICE, DRAW_DICE = 3, 4


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


@kernel
def choose_solved(rules: Row, row: Row, seed: int, codes: Bytes, shares: Floats) -> int:
    """The action number of a decision that the strategy knows (`is_known`)."""
    seat = row[ACTOR]
    start, width = place_of(rules, row)
    read_mix(codes, start, width, hand_class(row, seat), shares)
    if row[PHASE] == DRAWING:
        return thrown(row[HOLE + MAX_HOLE * seat :][:CARDS], pick(shares, width, dice(row, seat, seed, DRAW_DICE)))
    return bet_number(rules, row, pick(shares, width, dice(row, seat, seed, BET_DICE)))
