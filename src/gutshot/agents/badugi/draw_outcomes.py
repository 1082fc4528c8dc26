"""What draws make of a hand: exact distributions over the 1,092 states, by enumerating every draw.

A player keeps his whole best subset or drops its highest one or two cards (options 0, 1, 2). One draw is
enumerated over all cards he has not seen, the dropped ones being gone. Of cards thrown away earlier only the number
is known; a three-card hand has thrown away cards that did not help it, so it has ten outs among 48, 47 and 46
unseen cards on the first, second and third draw. Draws are chained, each option chosen for the best chance at a
showdown against a player who does the same, which is found as a fixed point. Cards in other hands are unknown.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from gutshot.agents.badugi.states import (
    HIGH_CARD,
    MASKS,
    STATE_MASK,
    STATE_OF_MASK,
    STATE_SIZE,
    STATES,
    state_of,
)
from gutshot.cards.badugi import strengths
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Reals

OPTIONS = 3
DRAWS = 3
_SETTLING_ROUNDS = 12
_ROUGH_SHARE = 0.1


@kernel
def _canonical(mask: int, cards: Ints) -> int:
    """Write the cards of a rank set in rising order, each of its own suit; returns how many."""
    count = 0
    for low in range(13):
        if mask >> low & 1:
            cards[count] = 4 * ((low + 12) % 13) + count
            count += 1
    return count


@kernel
def _thin_out(cards: Ints, weights: Reals, dead: int) -> None:
    """Weigh down the cards that do not help three kept ones, as if `dead` of them, any of them, were gone."""
    before = state_of(cards[0], cards[1], cards[2], cards[2])
    idle = 0
    for card in range(52):
        if weights[card] > 0.0 and state_of(cards[0], cards[1], cards[2], card) == before:
            idle += 1
    for card in range(52):
        if weights[card] > 0.0 and state_of(cards[0], cards[1], cards[2], card) == before:
            weights[card] = (idle - dead) / idle


@kernel
def _draw_one(cards: Ints, weights: Reals, out: Reals) -> None:
    for a in range(52):
        if weights[a] > 0.0:
            out[state_of(cards[0], cards[1], cards[2], a)] += weights[a]


@kernel
def _draw_two(cards: Ints, weights: Reals, out: Reals) -> None:
    for a in range(52):
        for b in range(a + 1, 52):
            if weights[a] * weights[b] > 0.0:
                out[state_of(cards[0], cards[1], a, b)] += 1.0


@kernel
def _draw_three(cards: Ints, weights: Reals, out: Reals) -> None:
    for a in range(52):
        for b in range(a + 1, 52):
            if weights[a] * weights[b] > 0.0:
                for c in range(b + 1, 52):
                    if weights[c] > 0.0:
                        out[state_of(cards[0], a, b, c)] += 1.0


@kernel
def draw_once(state: int, option: int, dead: int, out: Reals) -> None:
    """Fill `out` [STATES] with the chance of each state after one draw.

    `dead` cards that would not have helped have been thrown away before; it counts for one-card draws only.
    """
    cards = np.zeros(4, dtype=np.int64)
    weights = np.ones(52)
    held = _canonical(STATE_MASK[state], cards)
    kept = max(held - option, 1)
    for place in range(held):
        weights[cards[place]] = 0.0
    out[:] = 0.0
    if kept == 4:
        out[state] = 1.0
    elif kept == 3:
        _thin_out(cards, weights, dead)
        _draw_one(cards, weights, out)
    elif kept == 2:
        _draw_two(cards, weights, out)
    else:
        _draw_three(cards, weights, out)
    out /= out.sum()


@kernel
def fill_steps(number: int, only_one_card: bool, out: Reals) -> None:
    """`out` [OPTIONS, STATES, STATES]: one draw by each option from each state, on draw `number` (1, 2, 3)."""
    for option in range(OPTIONS):
        for state in range(STATES):
            size = STATE_SIZE[state]
            if option > 0 and size - option < 1:
                out[option, state] = out[option - 1, state]
            elif not only_one_card or size - option == 3:
                dead = number if size == 3 else number - 1
                draw_once(state, option, dead, out[option, state])


@cache
def step(number: int) -> Reals:
    """[OPTIONS, STATES, STATES] chances of one draw, on draw `number` (1, 2, 3)."""
    out = np.empty((OPTIONS, STATES, STATES)) if number == 1 else step(1).copy()
    fill_steps(number, number > 1, out)
    return out


@cache
def dealt() -> Reals:
    """[STATES] how likely each state is in four cards."""
    hands = np.array(list(combinations(range(52), 4)), dtype=np.uint8)
    states = STATE_OF_MASK[-strengths(hands).astype(np.int64) & (MASKS - 1)]
    return np.bincount(states, minlength=STATES) / len(hands)


@dataclass(frozen=True)
class DrawPolicy:
    """The draws of the reference player. Index 0 of the first axis is unused: no draw is left."""

    option: Ints  # [DRAWS + 1, STATES] the option chosen with so many draws left
    final: Reals  # [DRAWS + 1, STATES, STATES] the state at the showdown


def _beats(final: Reals) -> Reals:
    """[STATES] the chance of each state against a final distribution, ties counting half."""
    return np.cumsum(final) - final / 2


def _choose(beats: Reals) -> Ints:
    """The best options with 1, 2 and 3 draws left for a player who will be compared by `beats`."""
    option = np.zeros((DRAWS + 1, STATES), dtype=np.int64)
    value = beats
    for left in range(1, DRAWS + 1):
        chances = step(DRAWS + 1 - left) @ value
        option[left] = chances.argmax(axis=0)
        value = chances.max(axis=0)
    return option


def after_draw(start: Reals, number: int, option: Ints) -> Reals:
    """The weights [..., STATES] after draw `number` when each state takes its option; a negative option takes none."""
    result = np.zeros_like(start)
    for choice in range(OPTIONS):
        result += np.where(option == choice, start, 0.0) @ step(number)[choice]
    return result


def _finish(start: Reals, option: Ints) -> Reals:
    for number in range(1, DRAWS + 1):
        start = after_draw(start, number, option[DRAWS + 1 - number])
    return start


def entering() -> Reals:
    """[STATES] how likely each state is in a hand that is played, roughly: rough hands mostly fold."""
    playable = (STATE_SIZE == 4) | (STATE_SIZE == 3) & (HIGH_CARD <= 9) | (STATE_SIZE == 2) & (HIGH_CARD <= 4)
    weights: Reals = dealt() * np.where(playable, 1.0, _ROUGH_SHARE)
    weights /= weights.sum()
    return weights


@cache
def reference() -> DrawPolicy:
    """Draws that are best against themselves: from a first guess, best responses until they repeat."""
    option = np.zeros((DRAWS + 1, STATES), dtype=np.int64)
    for _ in range(_SETTLING_ROUNDS):
        better = _choose(_beats(_finish(entering(), option)))
        if np.array_equal(better, option):
            break
        option = better
    final = np.empty((DRAWS + 1, STATES, STATES))
    final[0] = np.eye(STATES)
    for left in range(1, DRAWS + 1):
        final[left] = step(DRAWS + 1 - left)[option[left], np.arange(STATES)] @ final[left - 1]
    return DrawPolicy(option, final)
