"""What the network sees, from a row and log of the engine: the numbers of `encode` without JAX, for play on a CPU.

`encode` says what each number means; a test holds the two against each other at every decision of random hands.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.evaluate import evaluate_key
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS, CATEGORY_SHIFT, CLASSES
from gutshot.games.betting import CALL, raise_bounds
from gutshot.games.row import (
    ACTOR,
    ANTE,
    BET,
    BLIND,
    BOARD,
    BOARD_COUNT,
    BUTTON,
    HIGH,
    HOLE,
    LAST_RAISE,
    LIVE,
    MAX_HOLE,
    MAX_SEATS,
    RAISES,
    SEATS,
    STACK,
    START,
    STREET,
    TODO,
    Row,
)
from gutshot.games.rules import BET_SIZE
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Ints
from gutshot.rl.menu import COUNT, DENOMINATOR, FOLD, KIND, NUMERATOR, PASSIVE, SIZES
from gutshot.trees.bet_sizes import SizeKind

Logs = NDArray[np.int32]
Inputs = NDArray[np.float32]

_STREETS = 4
_KEPT = 4  # raises of a street
_LOG_SCALE = 0.2
_POT, _TIMES, _CHIPS = int(SizeKind.POT), int(SizeKind.TIMES), int(SizeKind.CHIPS)
_FIRST_OF_CATEGORY = np.searchsorted(CLASSES >> 26, np.arange(9)).astype(np.int64)
_CLASSES = len(CLASSES)
_PLACE = (1 << CATEGORY_SHIFT) - 1

# Where the parts begin; the menu's view is as long as the menu.
_TABLE = 9 * MAX_SEATS
_MENU = _TABLE + _STREETS + (MAX_SEATS - 1) + MAX_SEATS + 2
_SINGLES = 8
_RAISERS = _STREETS * _KEPT * MAX_SEATS
_HISTORY = _RAISERS + _STREETS * _KEPT + _STREETS * MAX_SEATS
_CARDS = 52 + 52 + 13 + 13 + 9 + 3


class PolicyInput(NamedTuple):
    """What n decisions show a network, and what each entry of the menu means there."""

    seen: Inputs  # [n, features]
    mask: NDArray[np.bool_]  # [n, actions]
    amounts: Ints  # [n, actions] raise_to


def features(actions: int) -> int:
    """How many numbers a network with a menu of this length sees."""
    return _MENU + _SINGLES + 2 * actions + _HISTORY + _CARDS


def policy_input(sizes: Ints, rules: Row, views: Ints, logs: Logs, lengths: Ints) -> PolicyInput:
    """The inputs of many decisions: views, logs and lengths as `agents.agent.DecidesRows` has them."""
    count, actions = len(views), SIZES + len(sizes) + 1
    found = PolicyInput(
        np.zeros((count, features(actions)), np.float32),
        np.zeros((count, actions), np.bool_),
        np.zeros((count, actions), np.int64),
    )
    _fill(sizes, rules, views, logs, lengths, found)
    return found


@kernel
def _fill(sizes: Ints, rules: Row, views: Ints, logs: Logs, lengths: Ints, found: PolicyInput) -> None:
    left, bets = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64)
    cards = np.zeros(7, np.int64)
    for i in range(len(views)):
        view, seen = views[i], found.seen[i]
        big = rules[BET_SIZE]
        pot = 0
        for seat in range(view[SEATS]):
            pot += view[START + seat] - view[STACK + seat]
        _seats(view, big, pot, seen)
        _table(view, big, seen[_TABLE:])
        _menu(sizes, rules, view, pot, found.mask[i], found.amounts[i], seen[_MENU:])
        at = _MENU + _SINGLES + 2 * found.mask.shape[1]
        _history(view, logs[i], lengths[i], big, left, bets, seen[at:])
        _cards(view, cards, seen[at + _HISTORY :])


@inline_kernel
def _blinds(chips: int, big: int) -> float:
    return math.log1p(chips / big) * _LOG_SCALE


@inline_kernel
def _share(chips: int, whole: int) -> float:
    return min(chips / max(whole, 1), 1.0)


@kernel
def _seats(view: Row, big: int, pot: int, out: Inputs) -> None:
    """Ten rows each: seated, live, all-in, to act, button, stack, bet, share of the pot bet, and put in."""
    seats = view[SEATS]
    for place in range(seats):
        seat = (view[ACTOR] + place) % seats
        live, stack, bet = view[LIVE] >> seat & 1, view[STACK + seat], view[BET + seat]
        out[place] = 1
        out[MAX_SEATS + place] = live
        out[2 * MAX_SEATS + place] = live and stack == 0
        out[3 * MAX_SEATS + place] = view[TODO] >> seat & 1
        out[4 * MAX_SEATS + place] = seat == view[BUTTON]
        out[5 * MAX_SEATS + place] = _blinds(stack, big)
        out[6 * MAX_SEATS + place] = _blinds(bet, big)
        out[7 * MAX_SEATS + place] = _share(bet, pot)
        out[8 * MAX_SEATS + place] = _share(view[START + seat] - stack, pot)


@kernel
def _table(view: Row, big: int, out: Inputs) -> None:
    """Street, players, the actor's place behind the button, blinds and antes."""
    seats, button = view[SEATS], view[BUTTON]
    out[view[STREET]] = 1
    out[_STREETS + seats - 2] = 1
    out[_STREETS + MAX_SEATS - 1 + (view[ACTOR] - button + seats) % seats] = 1
    small = button if seats == 2 else (button + 1) % seats
    ante = 0
    for seat in range(seats):
        ante = max(ante, view[ANTE + seat])
    out[_STREETS + 2 * MAX_SEATS - 1] = view[BLIND + small] / big
    out[_STREETS + 2 * MAX_SEATS] = ante / big


@kernel
def _menu(sizes: Ints, rules: Row, view: Row, pot: int, mask: NDArray[np.bool_], amounts: Ints, out: Inputs) -> None:
    """Pot, price, raise bounds, and each action's legality and amount; fills `mask` and `amounts` as well."""
    big, level, bet, stack = rules[BET_SIZE], view[HIGH], view[BET + view[ACTOR]], view[STACK + view[ACTOR]]
    owed, high = level - bet, bet + stack
    low = min(high, level + max(view[LAST_RAISE], big))
    can_raise = raise_bounds(rules, view)[1] > 0
    amounts[FOLD] = amounts[PASSIVE] = level
    mask[FOLD], mask[PASSIVE] = owed > 0, True
    for k in range(len(sizes)):
        amount = min(max(_amount(sizes[k], level, pot + owed), low), high)
        new = can_raise and amount < high and _offered(sizes[k], level, view[RAISES])
        for earlier in range(SIZES, SIZES + k):
            new = new and not (mask[earlier] and amounts[earlier] == amount)
        amounts[SIZES + k], mask[SIZES + k] = amount, new
    amounts[-1], mask[-1] = high, can_raise
    price = min(owed, stack)
    out[0], out[1] = _blinds(pot, big), _blinds(price, big)
    out[2], out[3] = _share(price, pot + price), _share(price, stack)
    out[4], out[5] = _blinds(low, big), _blinds(high, big)
    out[6], out[7] = math.log1p(stack / pot) * _LOG_SCALE, can_raise
    for k in range(len(mask)):
        out[_SINGLES + k] = mask[k]
        out[_SINGLES + len(mask) + k] = _blinds(amounts[k], big) if mask[k] else 0.0


@inline_kernel
def _amount(size: Ints, level: int, pot_after_call: int) -> int:
    if size[KIND] == _CHIPS:
        return int(level + size[NUMERATOR])
    base = pot_after_call if size[KIND] == _POT else level
    amount = (2 * size[NUMERATOR] * base + size[DENOMINATOR]) // (2 * size[DENOMINATOR])
    return int(level + amount if size[KIND] == _POT else amount)


@inline_kernel
def _offered(size: Ints, level: int, raises: int) -> bool:
    if size[KIND] == _TIMES:
        return level > 0
    return bool(size[COUNT] == 0 or raises <= size[COUNT])


@kernel
def _history(view: Row, log: Logs, count: int, big: int, left: Ints, bets: Ints, out: Inputs) -> None:
    """Each raise of the hand (who, to how much) and what each seat paid by street."""
    seats, actor, paid = view[SEATS], view[ACTOR], _RAISERS + _STREETS * _KEPT
    level, street, raises = 0, 0, 0
    for seat in range(seats):
        left[seat] = view[START + seat] - view[ANTE + seat] - view[BLIND + seat]
        bets[seat] = view[BLIND + seat]
        level = max(level, bets[seat])
        out[paid + (seat - actor + seats) % seats] = view[ANTE + seat] + view[BLIND + seat]
    for i in range(count):
        seat, action = log[i, 0], log[i, 2]
        if log[i, 1] != street:
            street, level, raises = log[i, 1], 0, 0
            bets[:] = 0
        place, chips = (seat - actor + seats) % seats, 0
        if action == CALL:
            chips = min(level - bets[seat], left[seat])
        elif action > CALL:
            slot = street * _KEPT + min(raises, _KEPT - 1)
            out[slot * MAX_SEATS : (slot + 1) * MAX_SEATS] = 0
            out[slot * MAX_SEATS + place] = 1
            out[_RAISERS + slot] = _blinds(action, big)
            chips, level, raises = action - bets[seat], action, raises + 1
        bets[seat] += chips
        left[seat] -= chips
        out[paid + street * MAX_SEATS + place] += chips
    for k in range(paid, paid + _STREETS * MAX_SEATS):
        out[k] = math.log1p(out[k] / big) * _LOG_SCALE


@kernel
def _cards(view: Row, cards: Ints, out: Inputs) -> None:
    """Own cards and board with suits renamed, and the strength of what is held now."""
    count = 2 + view[BOARD_COUNT]
    hole = HOLE + MAX_HOLE * view[ACTOR]
    cards[0], cards[1] = view[hole], view[hole + 1]
    for k in range(view[BOARD_COUNT]):
        cards[2 + k] = view[BOARD + k]
    _order(cards, 0, 1)
    if count > 2:
        _order(cards, 2, 3)
        _order(cards, 3, 4)
        _order(cards, 2, 3)
    names, key, mask, named, next_name = 0, 0, 0, 0, 0
    for k in range(count):
        card = cards[k]
        key, mask, suit = key + CARD_KEYS[card], mask | CARD_MASKS[card], card & 3
        if not named >> suit & 1:
            names |= next_name << 2 * suit
            named, next_name = named | 1 << suit, next_name + 1
        renamed = card & ~3 | names >> 2 * suit & 3
        out[renamed if k < 2 else 52 + renamed] += 1
        if k > 4:
            out[104 + 13 * (k - 5) + (card >> 2)] = 1
    if count > 2:
        strength = evaluate_key(key, mask)
        category = strength >> CATEGORY_SHIFT
        out[130 + category] = 1
        out[139] = (_FIRST_OF_CATEGORY[category] + (strength & _PLACE)) / _CLASSES
    out[140], out[141] = cards[0] >> 2 == cards[1] >> 2, cards[0] & 3 == cards[1] & 3


@inline_kernel
def _order(cards: Ints, first: int, second: int) -> None:
    """The higher rank first; equal ranks keep their order."""
    if cards[second] >> 2 > cards[first] >> 2:
        cards[first], cards[second] = cards[second], cards[first]
