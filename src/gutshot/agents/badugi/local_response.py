"""A local best response to the trained badugi strategy: what it loses to one who knows it, outside its classes.

As in Lisy and Bowling (2017): the responder knows the strategy, keeps the range of hands with which it would have done
what it did, and takes the action that would be best if both only checked and called from then on. The range is a few
hundred hands with weights that are carried along: each action weighs them, each draw replaces their cards by others
that the responder has not seen. A draw is taken for the best chance to win at the end, draws after it being those that
keep what plays. A rough range costs the responder something, so what he wins is a lower bound all the same.
"""

import math
from typing import NamedTuple

import numpy as np

from gutshot.agents.badugi.shipped import shipped_codes
from gutshot.agents.badugi.solved import choose_solved
from gutshot.blueprint.badugi.at_table import first_action, place_of, read_mix
from gutshot.blueprint.badugi.hands import class_of, thrown
from gutshot.cards.badugi import CARDS, strength
from gutshot.cards.card import DECK
from gutshot.cards.made_badugi import STEP
from gutshot.games.betting import CALL, FOLD, bet, raise_bounds, to_call
from gutshot.games.poker import act, draw, new_deck, start
from gutshot.games.row import (
    ACTOR,
    BET,
    BETTING,
    BLIND,
    BUTTON,
    DRAWING,
    HOLE,
    MAX_HOLE,
    PHASE,
    POT,
    SEATS,
    STACK,
    START,
    STREET,
    Row,
    blank,
)
from gutshot.games.rules import badugi
from gutshot.games.seats import forced_bets
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bytes, Floats, Ints, Reals
from gutshot.numeric.bits import bit_count
from gutshot.numeric.dice import roll, seed_dice

HERO, OTHER = 0, 1
RANGE = 400
"""Hands that stand for the range."""
_LAST = 3
_MOST_THROWN = 3
_FEW = 0.2  # of the range still count for something: below, those that do are taken several times
_DECK = len(DECK)


class HeldRange(NamedTuple):
    """Hands that the strategy may hold, and what the responder works with."""

    cards: Ints  # [RANGE, 4]
    gone: Ints  # [RANGE] mask of the cards each has held
    weight: Reals
    folds: Reals  # [RANGE] how often each folds to a raise
    beaten: Reals  # [RANGE] whether the hero wins against each; half for a tie
    shares: Floats
    spare: Ints  # [2, RANGE, 4] and
    spare_gone: Ints  # [RANGE] for taking hands anew
    held: Ints  # [2, 4] hands that are played out
    row: Row

    @classmethod
    def room(cls) -> "HeldRange":
        """No hands yet."""
        reals = (np.zeros(RANGE), np.zeros(RANGE), np.zeros(RANGE))
        whole = np.zeros((RANGE, CARDS), np.int64)
        return cls(
            whole, np.zeros(RANGE, np.int64), *reals, np.zeros(64, np.float32), whole.copy(),
            np.zeros(RANGE, np.int64), np.zeros((2, CARDS), np.int64), blank(),
        )  # fmt: skip


@inline_kernel
def _fresh(gone: int, dice: np.uint64) -> tuple[np.uint64, int]:
    """A card that is not gone."""
    while True:
        dice, u = roll(dice)
        card = int(u * _DECK)
        if gone >> card & 1 == 0:
            return dice, card


@inline_kernel
def _replace(cards: Ints, gone: int, count: int, dice: np.uint64) -> tuple[np.uint64, int]:
    """Throw `count` cards away and draw others; what is gone then."""
    mask = thrown(cards, count)
    for place in range(CARDS):
        if mask >> place & 1:
            dice, card = _fresh(gone, dice)
            cards[place] = card
            gone |= 1 << card
    return dice, gone


@inline_kernel
def _made(cards: Ints) -> int:
    return int(strength(cards[0], cards[1], cards[2], cards[3]))


@kernel
def deal_range(seen: int, dice: np.uint64, hands: HeldRange) -> np.uint64:
    """Begin with hands out of the cards that the hero does not hold."""
    for i in range(RANGE):
        gone = 0
        for place in range(CARDS):
            dice, card = _fresh(seen | gone, dice)
            hands.cards[i, place] = card
            gone |= 1 << card
        hands.gone[i], hands.weight[i] = gone, 1.0
    return dice


@kernel
def weigh(rules: Row, row: Row, action: int, codes: Bytes, hands: HeldRange) -> None:
    """Count each hand as often as it does what the strategy has just done."""
    at, width = place_of(rules, row)
    place = bit_count(action) if row[PHASE] == DRAWING else min(action, 1) - first_action(rules, row)
    for i in range(RANGE):
        if hands.weight[i] > 0:
            read_mix(codes, at, width, class_of(_made(hands.cards[i])), hands.shares)
            hands.weight[i] *= hands.shares[place] if place < width else 0.0


@kernel
def follow_draw(count: int, seen: int, dice: np.uint64, hands: HeldRange) -> np.uint64:
    """Let every hand draw so many; hands without weight give way first."""
    dice = _take_anew(dice, hands)
    for i in range(RANGE):
        if hands.weight[i] > 0:
            dice, gone = _replace(hands.cards[i], hands.gone[i] | seen, count, dice)
            hands.gone[i] = gone & ~seen
    return dice


@kernel
def _take_anew(dice: np.uint64, hands: HeldRange) -> np.uint64:
    """Where few hands carry all the weight, take those several times, in proportion; all weigh alike then."""
    total, squares = hands.weight.sum(), (hands.weight**2).sum()
    if total <= 0:
        hands.weight[:] = 1.0  # nothing that the range has would do this: anything is possible
        return dice
    if total * total > _FEW * RANGE * squares:
        return dice
    dice, u = roll(dice)
    i, upto = 0, hands.weight[0]
    for k in range(RANGE):
        mark = (k + u) / RANGE * total
        while upto <= mark and i < RANGE - 1:
            i += 1
            upto += hands.weight[i]
        hands.spare[k], hands.spare_gone[k] = hands.cards[i], hands.gone[i]
    hands.cards[:], hands.gone[:], hands.weight[:] = hands.spare, hands.spare_gone, 1.0
    return dice


@kernel
def play_out(own: Ints, first: int, left: int, seen: int, dice: np.uint64, hands: HeldRange) -> np.uint64:
    """Fill `beaten`: all draw `left` times what makes their hands whole, the hero `first` cards to begin with."""
    for i in range(RANGE):
        if hands.weight[i] <= 0:
            continue
        hands.held[HERO], hands.held[OTHER] = own, hands.cards[i]
        gone = seen | hands.gone[i]
        for number in range(left):
            for who in (HERO, OTHER):
                held = hands.held[who]
                count = (
                    first if who == HERO and number == 0 and first >= 0 else CARDS - ((_made(held) + STEP - 1) // STEP)
                )
                dice, gone = _replace(held, gone, count, dice)
        mine, theirs = _made(hands.held[HERO]), _made(hands.held[OTHER])
        hands.beaten[i] = 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
    return dice


@inline_kernel
def _chance(hands: HeldRange, staying: bool) -> float:
    """How often the hero wins, against all hands or those that stay after a raise."""
    total, won = 0.0, 0.0
    for i in range(RANGE):
        weight = hands.weight[i] * (1.0 - hands.folds[i] if staying else 1.0)
        total += weight
        won += weight * hands.beaten[i]
    return won / total if total > 0 else 0.5


@kernel
def _read_folds(rules: Row, row: Row, amount: int, codes: Bytes, hands: HeldRange) -> float:
    """Fill in how often each hand folds to a raise; how often all do."""
    after = hands.row
    after[:] = row
    bet(rules, after, amount)
    hands.folds[:] = 0.0
    if after[PHASE] != BETTING:
        return 0.0
    at, width = place_of(rules, after)
    total, folds = 0.0, 0.0
    for i in range(RANGE):
        if hands.weight[i] > 0:
            read_mix(codes, at, width, class_of(_made(hands.cards[i])), hands.shares)
            hands.folds[i] = hands.shares[0]
            total += hands.weight[i]
            folds += hands.weight[i] * hands.shares[0]
    return folds / total if total > 0 else 0.0


@kernel
def best_bet(
    rules: Row, row: Row, own: Ints, seen: int, codes: Bytes, dice: np.uint64, hands: HeldRange
) -> tuple[np.uint64, int]:
    """Fold, call or raise, whatever is worth most if nobody bets after it."""
    dice = play_out(own, -1, _LAST - row[STREET], seen, dice, hands)
    pot, owed, amount = float(row[POT]), float(to_call(row)), raise_bounds(rules, row)[0]
    calls = _chance(hands, False) * (pot + owed) - owed
    choice, best = (CALL, calls) if owed == 0 or calls >= 0 else (FOLD, 0.0)
    if amount > 0:
        cost, answer = float(amount - row[BET + HERO]), float(amount - row[BET + OTHER])
        folds = _read_folds(rules, row, amount, codes, hands)
        value = folds * pot + (1.0 - folds) * (_chance(hands, True) * (pot + cost + answer) - cost)
        if value > best:
            choice = amount
    return dice, choice


@kernel
def best_draw(row: Row, own: Ints, seen: int, dice: np.uint64, hands: HeldRange) -> tuple[np.uint64, int]:
    """The mask of discards with the best chance at the end."""
    best, choice = -1.0, 0
    for count in range(_MOST_THROWN + 1):
        dice = play_out(own, count, _LAST + 1 - row[STREET], seen, dice, hands)
        chance = _chance(hands, False)
        if chance > best:
            best, choice = chance, count
    return dice, thrown(own, choice)


@kernel
def _play(rules: Row, row: Row, codes: Bytes, seed: int, number: int, hands: HeldRange) -> int:
    """One hand; what the hero wins."""
    dice, own = seed_dice(np.uint64(seed), number, 7), row[HOLE + MAX_HOLE * HERO :][:CARDS]
    seen = 0
    for place in range(CARDS):
        seen |= 1 << own[place]
    dice = deal_range(seen, dice, hands)
    while row[PHASE] <= DRAWING:
        drawing = row[PHASE] == DRAWING
        if row[ACTOR] == HERO:
            if drawing:
                dice, action = best_draw(row, own, seen, dice, hands)
            else:
                dice, action = best_bet(rules, row, own, seen, codes, dice, hands)
        else:
            action = choose_solved(rules, row, seed + number, codes, hands.shares)
            weigh(rules, row, action, codes, hands)
            if drawing:
                dice = follow_draw(bit_count(action), seen, dice, hands)
        if drawing:
            draw(rules, row, action)
        else:
            act(rules, row, action)
        for place in range(CARDS):
            seen |= 1 << own[place]
    return int(row[STACK + HERO] - row[START + HERO])


@kernel
def _play_hands(rules: Row, row: Row, codes: Bytes, seed: int, hands: HeldRange, won: Ints) -> None:
    small, big = row[BLIND], row[BLIND + 1]
    for number in range(len(won)):
        row[BUTTON] = number % 2
        row[BLIND], row[BLIND + 1] = (small, big) if number % 2 == 0 else (big, small)
        new_deck(rules, row, seed, number)
        start(rules, row)
        won[number] = _play(rules, row, codes, seed, number, hands)


def local_response(hands: int, seed: int = 1, codes: Bytes | None = None) -> tuple[float, float]:
    """Big blinds per hand that the responder wins from the strategy, and half of the 95 % interval."""
    row, won = blank(), np.zeros(hands, np.int64)
    row[SEATS], row[START : START + 2] = 2, 10_000
    row[BLIND : BLIND + 2] = forced_bets((50, 100), 2, 0)
    with np.errstate(over="ignore"):  # dice wrap around; only seen with the JIT off
        _play_hands(
            badugi(100, 200).packed, row, shipped_codes() if codes is None else codes, seed, HeldRange.room(), won
        )
    return float(won.mean() / 100), 1.96 * float(won.std(ddof=1)) / math.sqrt(hands) / 100
