"""The solution at a real table: two seats and one deck, out of which what was thrown away is gone.

The solver does not look for discards in the other hand (`solver`). Here hands are dealt from one deck and played by the
strategies as they are, so the difference between what is won here and there is what that leaves out.
"""

from itertools import combinations
from math import comb, sqrt
from typing import NamedTuple

import numpy as np

from gutshot.blueprint.badugi.rounds import BIG_BLIND, BUTTON
from gutshot.blueprint.one_draw.cards import DrawGame, HandTables, canonical_places
from gutshot.blueprint.one_draw.solver import OneDraw
from gutshot.blueprint.one_draw.walk import (
    Strategies,
    folds_at,
    line_of,
    lost_by_fold,
    match,
    paid_at,
    width_at,
)
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Ints, Ints32, Reals
from gutshot.numeric.borrow import borrowed
from gutshot.numeric.dice import roll, seed_dice


class HandLookup(NamedTuple):
    """Every hand by its number among all, in falling order of cards: its class, and where its cards stand there."""

    number: Ints32  # [hands]
    place: Ints32  # [hands, held] by card, lowest first: its place in the class's own hand
    choose: Ints  # [deck, held + 1] binomials


class DealtCards(NamedTuple):
    """What one hand is played with."""

    deck: Ints
    held: Ints  # [2, held]
    mix: Reals


def look_up(game: DrawGame, hands: HandTables) -> HandLookup:
    """For all hands of the deck."""
    every = np.array(list(combinations(range(game.deck), game.held)))
    keys, order = canonical_places(game, every)
    own_keys, own_order = canonical_places(game, hands.cards)
    by_key = np.argsort(own_keys)
    number = by_key[np.searchsorted(own_keys[by_key], keys)]
    place = np.zeros_like(every)
    np.put_along_axis(place, order, own_order[number], axis=1)
    choose = np.array([[comb(card, k) for k in range(game.held + 1)] for card in range(game.deck)])
    at = sum(choose[every[:, k], k + 1] for k in range(game.held))
    found = HandLookup(np.zeros(len(every), np.int32), np.zeros(every.shape, np.int32), choose)
    found.number[at], found.place[at] = number, place
    return found


@inline_kernel
def _find(cards: Ints, choose: Ints) -> int:
    """The number of a hand among all; its cards rise."""
    at = 0
    for k in range(len(cards)):
        at += choose[cards[k], k + 1]
    return at


@inline_kernel
def _sort(cards: Ints) -> None:
    for last in range(len(cards) - 1, 0, -1):
        for k in range(last):
            if cards[k] > cards[k + 1]:
                cards[k], cards[k + 1] = cards[k + 1], cards[k]


@inline_kernel
def _pick(numbers: Reals, width: int, mix: Reals, dice: np.uint64) -> tuple[np.uint64, int]:
    """An action by lot."""
    match(numbers, width, mix)
    dice, u = roll(dice)
    for k in range(width - 1):
        u -= mix[k]
        if u < 0:
            return dice, k
    return dice, width - 1


@inline_kernel
def _round(
    street: int, cap: int, pot: float, classes: Ints, tables: tuple[Strategies, Strategies],
    line: int, first: int, second: int, mix: Reals, dice: np.uint64,
) -> tuple[np.uint64, int, float]:  # fmt: skip
    """A round of betting: the dice, the turn it ended at, and what the button wins by a fold (0 without one)."""
    turn = 0
    while True:
        role = turn & 1
        seat = (BUTTON if role == 0 else BIG_BLIND) if street == 0 else (BIG_BLIND if role == 0 else BUTTON)
        of, c = (tables[0] if seat == BUTTON else tables[1]), classes[seat]
        numbers = of.first[c, turn] if street == 0 else of.after[line, first, second, c, turn]
        width, fold = width_at(street, turn, cap), folds_at(street, turn)
        dice, k = _pick(numbers, width, mix, dice)
        if k < fold:
            lost = lost_by_fold(street, pot, turn)
            return dice, turn, -lost if seat == BUTTON else lost
        if k == fold and turn > 0:
            return dice, turn, 0.0
        turn = 1 if k == fold else 2 * ((turn >> 1) + 1) + 1 - role


@inline_kernel
def _draw(
    seat: int, numbers: Reals, fresh: int, hands: HandTables, lookup: HandLookup, table: DealtCards, dice: np.uint64
) -> tuple[np.uint64, int]:
    """Throw away by lot and draw from the deck; how many."""
    held = table.held[seat]
    at = _find(held, lookup.choose)
    dice, m = _pick(numbers, len(hands.masks), table.mix, dice)
    drawn = 0
    for k in range(len(held)):
        if hands.masks[m] >> lookup.place[at, k] & 1:
            held[k] = table.deck[fresh + drawn]
            drawn += 1
    _sort(held)
    return dice, drawn


@kernel
def play_hands(
    count: int, seed: np.uint64, cap: int, hands: HandTables, lookup: HandLookup,
    tables: tuple[Strategies, Strategies], table: DealtCards,
) -> tuple[float, float]:  # fmt: skip
    """Play so many hands; what the button wins altogether, and the sum of squares."""
    hands, lookup, tables, table = borrowed(hands), borrowed(lookup), borrowed(tables), borrowed(table)
    total, squares, cards, held = 0.0, 0.0, len(table.deck), table.held.shape[1]
    classes = np.zeros(2, np.int64)
    for number in range(count):
        dice = seed_dice(seed, number, 1)
        for k in range(min(4 * held, cards)):
            dice, u = roll(dice)
            other = k + int(u * (cards - k))
            table.deck[k], table.deck[other] = table.deck[other], table.deck[k]
        for seat in range(2):
            table.held[seat] = table.deck[seat * held : (seat + 1) * held]
            _sort(table.held[seat])
            classes[seat] = lookup.number[_find(table.held[seat], lookup.choose)]
        dice, turn, won = _round(0, cap, 1.0, classes, tables, 0, 0, 0, table.mix, dice)
        if won == 0.0:
            line = line_of(turn)
            pot = paid_at(0, 1.0, turn >> 1)
            numbers = tables[1].blind[line, classes[BIG_BLIND]]
            dice, first = _draw(BIG_BLIND, numbers, 2 * held, hands, lookup, table, dice)
            numbers = tables[0].button[line, first, classes[BUTTON]]
            dice, second = _draw(BUTTON, numbers, 2 * held + first, hands, lookup, table, dice)
            for seat in range(2):
                classes[seat] = lookup.number[_find(table.held[seat], lookup.choose)]
            dice, turn, won = _round(1, cap, pot, classes, tables, line, first, second, table.mix, dice)
            if won == 0.0:
                better = hands.strength[classes[BUTTON]] - hands.strength[classes[BIG_BLIND]]
                stake = paid_at(1, pot, turn >> 1)
                won = stake if better > 0 else -stake if better < 0 else 0.0
        total += won
        squares += won * won
    return total, squares


def play_at_one_deck(
    solver: OneDraw, count: int, seed: int = 1, button: Strategies | None = None, blind: Strategies | None = None
) -> tuple[float, float]:
    """What the button wins a hand, in small bets, and half of the 95 % interval; by default with the averages."""
    game, hands = solver.game, solver.hands
    table = DealtCards(np.arange(game.deck), np.zeros((2, game.held), np.int64), np.zeros(len(hands.masks) + 3))
    both = (button or solver.played, blind or solver.played)
    with np.errstate(over="ignore"):  # dice wrap around; only seen with the JIT off
        total, squares = play_hands(count, np.uint64(seed), game.cap, hands, look_up(game, hands), both, table)
    mean = total / count
    return mean, 1.96 * sqrt(max(squares / count - mean * mean, 0.0) / count)
