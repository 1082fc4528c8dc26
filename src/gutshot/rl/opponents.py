"""Fixed opponents that play inside a jit, by which progress is measured: random, always-call, tight-aggressive.

A player is a function from (menu, states, random words) to actions. The tight-aggressive script opens and
re-raises by Chen's count of the hole cards and the number of players, and after the flop bets and raises top
pair or better, calls with less when the price is right, and folds the rest.
"""

from collections.abc import Callable
from typing import TypeAlias

import jax.numpy as jnp
from jax import Array

from gutshot.cards.tables import CATEGORY_SHIFT, STRAIGHT, TRIPS
from gutshot.rl import dice
from gutshot.rl.encode import seen_cards
from gutshot.rl.env import TableState, contributions, legal
from gutshot.rl.evaluate import hand_strength
from gutshot.rl.menu import FOLD, PASSIVE, SIZES, Menu
from gutshot.rl.pots import seat_axis

Player: TypeAlias = Callable[[Menu, TableState, Array], Array]

# Chen's count of a high card, 2..A.
_CHEN = (1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0, 7.0, 8.0, 10.0)
_GAP_COST = (0.0, 1.0, 2.0, 4.0, 5.0)


def play_random(menu: Menu, state: TableState, words: Array) -> Array:
    """Any legal action, each as likely; one random word per game suffices."""
    return nth_legal(legal(menu, state).mask, words[0])


def nth_legal(mask: Array, word: Array) -> Array:
    """The legal action that a random word points at; 0 where none is legal."""
    wanted = dice.below(word, mask.sum(0, dtype=jnp.uint32))
    passed = jnp.zeros_like(wanted)
    action = jnp.zeros_like(wanted)
    for number in range(mask.shape[0]):
        action = jnp.where(mask[number] & (passed == wanted), number, action)
        passed = passed + mask[number].astype(jnp.int32)
    return action


def play_call(menu: Menu, state: TableState, words: Array) -> Array:
    """Check or call, always."""
    return jnp.full_like(state.actor, PASSIVE)


def play_tight(menu: Menu, state: TableState, words: Array) -> Array:
    """The tight-aggressive script."""
    options = legal(menu, state)
    pot = contributions(state).sum(0, dtype=jnp.int32)
    price = options.to_call.astype(jnp.float32) / (pot + options.to_call).astype(jnp.float32)
    before = _preflop_wish(state, price)
    after = _postflop_wish(state, price)
    wish = jnp.where(state.street == 0, before, after)
    return _granted(menu, options.mask, wish)


# What the script would like to do.
_GIVE_UP, _CONTINUE, _BET, _JAM = 0, 1, 2, 3


def _granted(menu: Menu, mask: Array, wish: Array) -> Array:
    """The wish as a legal action: bets take the menu's middle size, then the next that is there, then all-in."""
    middle = SIZES + len(menu.sizes) // 2
    rows = seat_axis(menu.actions, wish.ndim)
    sizes = mask & (rows >= middle)
    bet = jnp.where(sizes.any(0), jnp.argmax(sizes, 0).astype(jnp.int32), PASSIVE)
    jam = jnp.where(mask[-1], menu.actions - 1, PASSIVE)
    quit_ = jnp.where(mask[FOLD], FOLD, PASSIVE)
    return jnp.where(wish == _GIVE_UP, quit_, jnp.where(wish == _CONTINUE, PASSIVE, jnp.where(wish == _BET, bet, jam)))


def chen_count(high: Array, low: Array, suited: Array) -> Array:
    """Bill Chen's points of two hole cards by rank 0..12, without rounding."""
    points = jnp.asarray(_CHEN, jnp.float32)[high]
    gap = high - low
    cost = jnp.asarray(_GAP_COST, jnp.float32)[jnp.clip(gap - 1, 0, 4)]
    straight_bonus = jnp.where((gap <= 2) & (high < 10), 1.0, 0.0)
    unpaired = points - cost + straight_bonus + jnp.where(suited, 2.0, 0.0)
    return jnp.where(gap == 0, jnp.maximum(2 * points, 5.0), unpaired)


def _preflop_wish(state: TableState, price: Array) -> Array:
    cards, _ = seen_cards(state)
    points = chen_count(cards[0] >> 2, cards[1] >> 2, (cards[0] & 3) == (cards[1] & 3))
    opening = jnp.where(state.players == 2, 5.0, jnp.where(state.players == 3, 7.0, 8.5))
    raised = state.raise_count
    threshold = opening + 3.0 * raised.astype(jnp.float32)
    bet = points >= threshold
    call = (raised > 0) & ((points >= threshold - 2.5) | ((price < 0.2) & (points >= opening)))
    strong = (raised >= 2) & (points >= 12.0)
    return jnp.where(strong, _JAM, jnp.where(bet, _BET, jnp.where(call, _CONTINUE, _GIVE_UP)))


def _postflop_wish(state: TableState, price: Array) -> Array:
    cards, seen = seen_cards(state)
    ranks = cards >> 2
    board_seen = seen[2:]
    top = jnp.where(board_seen, ranks[2:], -1).max(0)
    category = hand_strength(cards, seen) >> CATEGORY_SHIFT
    hits = [(board_seen & (ranks[2:] == ranks[i])).any(0) for i in (0, 1)]
    pocket = ranks[0] == ranks[1]
    big = ((category >= TRIPS) & (hits[0] | hits[1])) | (category >= STRAIGHT) | (hits[0] & hits[1] & ~pocket)
    good = (hits[0] & (ranks[0] >= top)) | (hits[1] & (ranks[1] >= top)) | (pocket & (ranks[0] > top))
    some = hits[0] | hits[1] | pocket
    in_suit = jnp.stack([(seen & ((cards & 3) == suit)).sum(0, dtype=jnp.int32) for suit in range(4)]).max(0)
    draw = (in_suit == 4) & (state.street < 3)
    raises = state.raise_count
    bet = (big & (raises < 3)) | (good & (raises == 0))
    call = big | (good & (price < 0.4)) | (some & (price < 0.25)) | (draw & (price < 0.25))
    return jnp.where(bet, _BET, jnp.where(call, _CONTINUE, _GIVE_UP))


PLAYERS: dict[str, Player] = {"random": play_random, "always-call": play_call, "tight-aggressive": play_tight}
