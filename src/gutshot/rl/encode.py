"""What a seat sees, as numbers for a network: one encoding for every table size.

Seats are padded to ten and counted from the actor's left, so the input has one size for 2 to 10 players.
Chips are logarithms of big blinds and shares of the pot. Suits are renamed in order of appearance (own
cards by rank, flop by rank, turn, river), so positions that differ only by a permutation of suits have
exactly the same encoding and nothing has to be learnt 24 times. The hand's betting is kept whole: who
raised to how much, up to four raises per street, and what every seat paid on each street.
"""

import jax.numpy as jnp
from jax import Array

from gutshot.cards import tables
from gutshot.rl.deal import BOARD, MAX_SEATS
from gutshot.rl.env import RAISES_KEPT, STREETS, TableState, at_seat, bit, contributions, legal, members
from gutshot.rl.evaluate import hand_strength, percentile
from gutshot.rl.menu import Menu
from gutshot.rl.pots import seat_axis
from gutshot.rl.small_games import one_hot

_UNSEEN = 99
_LOG_SCALE = 1 / 5  # log(1 + 150 bb) is about 5


def observe(menu: Menu, state: TableState) -> Array:
    """The actor's view, float32 [features, ...]."""
    views = [_seat_view(state), _table_view(state), _menu_view(menu, state), _history_view(state), _card_view(state)]
    return jnp.concatenate(views)


def reveal(state: TableState) -> Array:
    """What only a critic in training may see: all hole cards, all the board, who would win."""
    final = at_seat(state.strengths, state.actor)
    strength = relative(state.strengths, state)
    high, low, suited = _hole_shapes(state)
    seated = _seated(state)
    seats = [
        percentile(strength),
        (strength < final).astype(jnp.float32),
        (strength == final).astype(jnp.float32),
        relative(high, state).astype(jnp.float32) / 12,
        relative(low, state).astype(jnp.float32) / 12,
        relative(suited, state).astype(jnp.float32),
    ]
    board = state.cards[-BOARD:].astype(jnp.int32)
    ranks = sum((one_hot(card >> 2, 13) for card in board), jnp.zeros((13, *state.actor.shape), jnp.float32))
    return jnp.concatenate([*(jnp.where(seated, values, 0.0) for values in seats), ranks])


def relative(values: Array, state: TableState) -> Array:
    """[seats, ...] -> [10, ...]: the actor first, then clockwise; empty chairs repeat some seat."""
    seat = jnp.maximum(state.actor, 0) + seat_axis(MAX_SEATS, state.actor.ndim)
    seat = jnp.where(seat >= state.players, seat - state.players, seat)
    return jnp.take_along_axis(values, jnp.minimum(seat, values.shape[0] - 1), 0)


def _seated(state: TableState) -> Array:
    return jnp.broadcast_to(seat_axis(MAX_SEATS, state.actor.ndim) < state.players, (MAX_SEATS, *state.actor.shape))


def _blinds(chips: Array, state: TableState) -> Array:
    """Chips as a logarithm of big blinds, about 0..1."""
    return jnp.log1p(chips.astype(jnp.float32) / state.big_blind.astype(jnp.float32)) * _LOG_SCALE


def _share(chips: Array, whole: Array) -> Array:
    """Chips as a share of something, 1 where it is as much or more."""
    return jnp.minimum(chips.astype(jnp.float32) / jnp.maximum(whole, 1).astype(jnp.float32), 1.0)


def _seat_view(state: TableState) -> Array:
    """Ten rows each: seated, live, all-in, to act, button, stack, bet, contribution."""
    seats = state.bets.shape[0]
    pot = contributions(state).sum(0, dtype=jnp.int32)
    live = members(state.live, seats)
    flags = [live, live & ~members(state.able, seats), members(state.pending, seats)]
    flags.append(members(bit(state.button), seats))
    chips = [
        _blinds(state.stacks, state),
        _blinds(state.bets, state),
        _share(state.bets, pot),
        _share(contributions(state), pot),
    ]
    rows = [relative(flag.astype(jnp.float32), state) for flag in flags] + [relative(chip, state) for chip in chips]
    seated = _seated(state)
    return jnp.concatenate([seated.astype(jnp.float32), *(jnp.where(seated, row, 0.0) for row in rows)])


def _table_view(state: TableState) -> Array:
    """Street, players, the actor's place behind the button, blinds and antes."""
    actor = jnp.maximum(state.actor, 0)
    behind = actor - state.button
    behind = jnp.where(behind < 0, behind + state.players, behind)
    small = state.small_blind.astype(jnp.float32) / state.big_blind.astype(jnp.float32)
    ante = state.ante.astype(jnp.float32) / state.big_blind.astype(jnp.float32)
    singles = jnp.stack([small, ante])
    return jnp.concatenate(
        [one_hot(state.street, STREETS), one_hot(state.players - 2, MAX_SEATS - 1), one_hot(behind, MAX_SEATS), singles]
    )


def _menu_view(menu: Menu, state: TableState) -> Array:
    """Pot, price, raise bounds, and each action's legality and amount."""
    options = legal(menu, state)
    pot = contributions(state).sum(0, dtype=jnp.int32)
    stack = at_seat(state.stacks, state.actor)
    odds = _share(options.to_call, pot + options.to_call)
    singles = [
        _blinds(pot, state),
        _blinds(options.to_call, state),
        odds,
        _share(options.to_call, stack),
        _blinds(options.min_raise_to, state),
        _blinds(options.max_raise_to, state),
        jnp.log1p(stack.astype(jnp.float32) / pot.astype(jnp.float32)) * _LOG_SCALE,
        options.can_raise.astype(jnp.float32),
    ]
    amounts = jnp.where(options.mask, _blinds(options.raise_to, state), 0.0)
    return jnp.concatenate([jnp.stack(singles), options.mask.astype(jnp.float32), amounts])


def _history_view(state: TableState) -> Array:
    """Each raise of the hand (who, to how much) and what each seat paid by street."""
    seat = state.raisers.astype(jnp.int32) - jnp.maximum(state.actor, 0)
    seat = jnp.where(seat < 0, seat + state.players, seat)
    empty = state.raisers < 0
    who = jnp.where(empty, -1, seat)
    slots = STREETS * RAISES_KEPT
    raisers = (seat_axis(MAX_SEATS, state.actor.ndim)[None] == who[:, None]).astype(jnp.float32)
    paid = jnp.concatenate([relative(_blinds(state.paid[street], state), state) for street in range(STREETS)])
    seated = jnp.tile(_seated(state), (STREETS,) + (1,) * state.actor.ndim)
    batch = state.actor.shape
    return jnp.concatenate(
        [
            raisers.reshape((slots * MAX_SEATS, *batch)),
            jnp.where(empty, 0.0, _blinds(state.raised_to, state)),
            jnp.where(seated, paid, 0.0),
        ]
    )


def _hole_shapes(state: TableState) -> tuple[Array, Array, Array]:
    """High rank, low rank and suitedness of every seat's hole cards."""
    first, second = state.cards[:-BOARD:2].astype(jnp.int32), state.cards[1:-BOARD:2].astype(jnp.int32)
    high, low = jnp.maximum(first, second) >> 2, jnp.minimum(first, second) >> 2
    return high, low, (first & 3) == (second & 3)


def _card_view(state: TableState) -> Array:
    """Own cards and board with suits renamed, and the strength of what is held now."""
    cards, seen = seen_cards(state)
    named = _rename_suits(cards, seen)
    planes = [jnp.where(seen[i], one_hot(named[i], 52), 0.0) for i in range(7)]
    turn, river = (jnp.where(seen[i], one_hot(cards[i] >> 2, 13), 0.0) for i in (5, 6))
    made = state.street > 0
    strength = jnp.where(made, hand_strength(cards, seen), 0)
    category = jnp.where(made, one_hot(strength >> tables.CATEGORY_SHIFT, 9), 0.0)
    value = jnp.where(made, percentile(strength), 0.0)
    hole, board = planes[0] + planes[1], planes[2] + planes[3] + planes[4] + planes[5] + planes[6]
    pair = ((cards[0] >> 2) == (cards[1] >> 2)).astype(jnp.float32)
    suited = ((cards[0] & 3) == (cards[1] & 3)).astype(jnp.float32)
    return jnp.concatenate([hole, board, turn, river, category, jnp.stack([value, pair, suited])])


def seen_cards(state: TableState) -> tuple[Array, Array]:
    """The actor's two cards and the board [7, ...], each part by falling rank, and which of them are face up."""
    holes = state.cards[:-BOARD].astype(jnp.int32)
    board = state.cards[-BOARD:].astype(jnp.int32)
    first, second = at_seat(holes[0::2], state.actor), at_seat(holes[1::2], state.actor)
    first, second = _by_rank(first, second)
    flop = [board[0], board[1], board[2]]
    for a, b in ((0, 1), (1, 2), (0, 1)):
        flop[a], flop[b] = _by_rank(flop[a], flop[b])
    cards = jnp.stack([first, second, *flop, board[3], board[4]])
    count = jnp.where(state.street == 0, 2, state.street + 4)
    return cards, seat_axis(7, state.actor.ndim) < count


def _by_rank(first: Array, second: Array) -> tuple[Array, Array]:
    """The higher rank first; equal ranks keep their order, so that suits play no part."""
    swap = (second >> 2) > (first >> 2)
    return jnp.where(swap, second, first), jnp.where(swap, first, second)


def _rename_suits(cards: Array, seen: Array) -> Array:
    """The cards with suits numbered by first appearance."""
    suits = cards & 3
    places = seat_axis(7, cards.ndim - 1)
    firsts = [jnp.where(seen & (suits == suit), places, _UNSEEN).min(0) for suit in range(4)]
    first_of_card = sum(jnp.where(suits == suit, firsts[suit], 0) for suit in range(4))
    name = sum((first < first_of_card).astype(jnp.int32) for first in firsts)
    return (cards & ~3) | name
