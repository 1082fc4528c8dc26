"""No-limit hold'em for 2-10 seats as a pure JAX transition function; one hand or a batch of thousands.

The same law as `games/poker.py`, written without branches for XLA. Arrays are seat-major: axis 0 is the
seat (or card, or action) and every further axis is the batch, so a single hand has shapes [10] and [],
a batch [10, B] and [B], and `jax.vmap` works as well. Sets of seats are bit masks in one int32, which
makes "who is next" three integer operations. A hand's cards are all drawn, and its strengths evaluated,
at the deal; pots are settled once, when the hand is over.

An action outside the mask is played as a check where that is free and as a fold otherwise.
"""

from typing import NamedTuple

import jax.numpy as jnp
from jax import Array, lax

from gutshot.rl.amounts import raise_to, size_mask
from gutshot.rl.deal import BatchDeal
from gutshot.rl.menu import FOLD, PASSIVE, SIZES, Menu
from gutshot.rl.pots import payouts, seat_axis

STREETS = 4
RAISES_KEPT = 4  # per street; a later raise of the same street overwrites the last slot
NOBODY = -1


class TableState(NamedTuple):
    """One hand, or a batch of hands in the trailing axes. Chips are int32; masks hold bit `seat`."""

    seed: Array  # uint32 [2, ...]: the game's own stream of cards
    hand: Array  # number of the hand in that stream
    players: Array
    button: Array
    small_blind: Array
    big_blind: Array
    ante: Array
    starts: Array  # [seats, ...] stacks before the hand
    stacks: Array  # [seats, ...]
    bets: Array  # [seats, ...] this street
    live: Array  # mask: dealt in and not folded
    able: Array  # mask: live and with chips behind
    pending: Array  # mask: still has to answer on this street
    acted: Array  # mask: has acted since the last full raise
    actor: Array  # NOBODY when the hand is over
    street: Array  # 0 preflop .. 3 river
    level: Array  # the highest bet of the street
    last_raise: Array  # the largest raise of the street, 0 before the first
    shorts: Array  # chips raised by all-ins in a row that fell short of a full raise
    raisers: Array  # int8 [STREETS * RAISES_KEPT, ...]: who raised, NOBODY for an empty slot
    raised_to: Array  # int32 [STREETS * RAISES_KEPT, ...]
    raise_count: Array  # on this street
    paid: Array  # [STREETS, seats, ...]: chips each seat put in by street, antes in the first
    cards: Array  # int8 [2 * seats + 5, ...]: hole cards by seat, then the board
    strengths: Array  # int32 [seats, ...]: seven-card strength, known at the deal


class BatchLegal(NamedTuple):
    """What the actor may do: the mask over the menu and the raise_to amount behind each entry."""

    mask: Array  # bool [actions, ...]
    raise_to: Array  # int32 [actions, ...]; of use only for sizes
    to_call: Array
    min_raise_to: Array
    max_raise_to: Array
    can_raise: Array


def bit(seat: Array) -> Array:
    """The seat's bit in a set of seats."""
    return jnp.left_shift(jnp.int32(1), seat)


def members(mask: Array, seats: int) -> Array:
    """A mask as booleans [seats, ...]."""
    return ((mask >> seat_axis(seats, mask.ndim)) & 1).astype(bool)


def mask_of(flags: Array) -> Array:
    """Booleans [seats, ...] as a mask."""
    index = seat_axis(flags.shape[0], flags.ndim - 1)
    return jnp.where(flags, bit(index), 0).sum(0, dtype=jnp.int32)


def first_from(mask: Array, seat: Array, seats: int) -> Array:
    """The first member at or after `seat`, going round; NOBODY if the mask is empty."""
    turned = (mask | (mask << seats)) >> seat
    offset = 31 - lax.clz(turned & -turned)
    found = seat + offset
    return jnp.where(mask == 0, NOBODY, jnp.where(found >= seats, found - seats, found))


def left_of(seat: Array, players: Array) -> Array:
    """The next seat."""
    return jnp.where(seat + 1 == players, 0, seat + 1)


def at_seat(values: Array, seat: Array) -> Array:
    """values[seat] for each game; 0 if `seat` is NOBODY."""
    return jnp.where(seat_axis(values.shape[0], seat.ndim) == seat, values, 0).sum(0, dtype=values.dtype)


def is_over(state: TableState) -> Array:
    """Nobody is to act."""
    return state.actor < 0


def contributions(state: TableState) -> Array:
    """What each seat has put in."""
    return state.starts - state.stacks


def start(dealt: BatchDeal) -> TableState:
    """Post antes and blinds and find the first actor; the hand is over at once if there is no decision."""
    index = seat_axis(dealt.stacks.shape[0], dealt.button.ndim)
    starts = jnp.where(index < dealt.players, dealt.stacks, 0)
    small, big = blind_seats(dealt.button, dealt.players)
    ante = _antes(starts, dealt.ante)
    blind = jnp.where(index == small, dealt.small_blind, jnp.where(index == big, dealt.big_blind, 0))
    return opened(dealt, ante, jnp.minimum(starts - ante, blind))


def opened(dealt: BatchDeal, antes: Array, bets: Array) -> TableState:
    """The hand after the given antes and blinds [seats, ...]."""
    index = seat_axis(dealt.stacks.shape[0], dealt.button.ndim)
    starts = jnp.where(index < dealt.players, dealt.stacks, 0)
    return _first_turn(_opening(dealt, starts, starts - antes - bets, bets), *blind_seats(dealt.button, dealt.players))


def blind_seats(button: Array, players: Array) -> tuple[Array, Array]:
    """The small and the big blind: the button is the small one heads-up."""
    small = jnp.where(players == 2, button, left_of(button, players))
    return small, left_of(small, players)


def _antes(starts: Array, ante: Array) -> Array:
    """Every seat's ante or what it has; the unmatched part of the largest is not taken."""
    paid = jnp.minimum(starts, ante)
    top = paid.max(0)
    shared = (paid == top).sum(0, dtype=jnp.int32) > 1
    second = jnp.where(shared, top, jnp.where(paid < top, paid, 0).max(0))
    return jnp.minimum(paid, second)


def _opening(dealt: BatchDeal, starts: Array, stacks: Array, bets: Array) -> TableState:
    """The table after the posts, before anyone has the turn."""
    zero = jnp.zeros_like(dealt.button)
    slots = (STREETS * RAISES_KEPT,) + zero.shape
    live = mask_of(seat_axis(stacks.shape[0], zero.ndim) < dealt.players)
    later = jnp.zeros((STREETS - 1,) + starts.shape, jnp.int32)
    return TableState(
        seed=dealt.seed,
        hand=dealt.hand,
        players=dealt.players,
        button=dealt.button,
        small_blind=dealt.small_blind,
        big_blind=dealt.big_blind,
        ante=dealt.ante,
        starts=starts,
        stacks=stacks,
        bets=bets,
        live=live,
        able=mask_of(stacks > 0),
        pending=zero,
        acted=zero,
        actor=zero + NOBODY,
        street=zero,
        level=bets.max(0),
        last_raise=zero,
        shorts=zero,
        raisers=jnp.full(slots, NOBODY, jnp.int8),
        raised_to=jnp.zeros(slots, jnp.int32),
        raise_count=zero,
        paid=jnp.concatenate([(starts - stacks)[None], later]),
        cards=dealt.cards,
        strengths=dealt.strengths,
    )


def _first_turn(state: TableState, small: Array, big: Array) -> TableState:
    """The left of the larger blind on the table begins; a seat that has bet all others can match need not act."""
    small_bet, big_bet = at_seat(state.bets, small), at_seat(state.bets, big)
    small_is_last = state.players == 2  # clockwise from the button's left the small blind comes after the big one
    small_leads = jnp.where(small_is_last, small_bet >= big_bet, small_bet > big_bet)
    last = jnp.where(small_leads, small, big)
    last = jnp.where((small_bet == 0) & (big_bet == 0), state.button, last)
    pending = state.able & ~mask_of(_covers_all(state))
    asked = ~_nothing_to_ask(state, pending)
    first = first_from(pending, left_of(last, state.players), state.bets.shape[0])
    return state._replace(pending=pending, actor=jnp.where(asked, first, NOBODY))


def _covers_all(state: TableState) -> Array:
    """Whether a seat's bet is already as large as all that any other seat has, [seats, ...]."""
    total = state.bets + state.stacks
    top = total.max(0)
    shared = (total == top).sum(0, dtype=jnp.int32) > 1
    second = jnp.where(shared, top, jnp.where(total < top, total, 0).max(0))
    return (total == top) & (second <= state.bets)


def _nothing_to_ask(state: TableState, pending: Array) -> Array:
    """No seat has to answer, or the only seat with chips faces no bet."""
    lone = lax.population_count(state.able) == 1
    owes = at_seat(state.bets, first_from(state.able, jnp.zeros_like(pending), state.bets.shape[0])) < state.level
    return (pending == 0) | (lone & ~owes)


def legal(menu: Menu, state: TableState) -> BatchLegal:
    """The actor's options; all false where the hand is over."""
    bet, stack = at_seat(state.bets, state.actor), at_seat(state.stacks, state.actor)
    owed, high = state.level - bet, bet + stack
    in_play = ~is_over(state)
    can_raise = in_play & (stack > owed) & _may_reopen(state, owed) & _someone_can_answer(state)
    low = jnp.minimum(high, state.level + jnp.maximum(state.last_raise, state.big_blind))
    pot = contributions(state).sum(0, dtype=jnp.int32)
    amounts = raise_to(menu, state.level, pot + owed, low, high)
    sizes = size_mask(menu, amounts, state.level, state.raise_count, can_raise)
    mask = jnp.concatenate([(in_play & (owed > 0))[None], in_play[None], sizes])
    return BatchLegal(mask, amounts, jnp.minimum(owed, stack), low, high, can_raise)


def _may_reopen(state: TableState, owed: Array) -> Array:
    """A seat that has acted may raise again only over a full raise, or short all-ins that add up to one."""
    fresh = (state.acted & bit(state.actor)) == 0
    return fresh | ((owed >= state.last_raise) & (state.shorts == 0))


def _someone_can_answer(state: TableState) -> Array:
    others = members(state.live & ~bit(state.actor), state.bets.shape[0])
    return (others & (state.stacks + state.bets > state.level)).any(0)


def apply(menu: Menu, state: TableState, action: Array) -> TableState:
    """The state after the actor's action; a hand that is over stays as it is."""
    options = legal(menu, state)
    chosen = seat_axis(menu.actions, action.ndim) == action
    allowed = (chosen & options.mask).any(0)
    action = jnp.where(allowed, action, jnp.where(options.mask[FOLD], FOLD, PASSIVE))
    target = jnp.where(chosen, options.raise_to, 0).sum(0, dtype=jnp.int32)
    return act(state, action == FOLD, action >= SIZES, target)


def act(state: TableState, folds: Array, raises: Array, raise_to: Array) -> TableState:
    """Fold, raise to an amount, or else check or call. Trusts its caller that the action is legal."""
    bet, stack = at_seat(state.bets, state.actor), at_seat(state.stacks, state.actor)
    raises = raises & ~is_over(state)
    pay = jnp.where(raises, raise_to - bet, jnp.minimum(state.level - bet, stack))
    return _advance(_pay(state, jnp.where(folds, 0, pay), folds, raises))


def _pay(state: TableState, pay: Array, folds: Array, raising: Array) -> TableState:
    """Move the chips; update the masks, the level and the record of raises."""
    moved = jnp.where(seat_axis(state.bets.shape[0], pay.ndim) == state.actor, pay, 0)
    stacks, bets = state.stacks - moved, state.bets + moved
    mine = jnp.where(is_over(state), 0, bit(state.actor))
    broke = at_seat(stacks, state.actor) == 0
    able = jnp.where(folds | broke, state.able & ~mine, state.able)
    level = jnp.where(raising, at_seat(bets, state.actor), state.level)
    size = level - state.level
    full = raising & (size >= state.last_raise)
    last_raise = jnp.maximum(state.last_raise, size)
    shorts = jnp.where(broke, state.shorts + size, 0)
    slots = seat_axis(STREETS * RAISES_KEPT, pay.ndim)
    slot = state.street * RAISES_KEPT + jnp.minimum(state.raise_count, RAISES_KEPT - 1)
    here = (slots == slot) & raising
    street = seat_axis(STREETS, pay.ndim) == state.street
    return state._replace(
        stacks=stacks,
        bets=bets,
        live=jnp.where(folds, state.live & ~mine, state.live),
        able=able,
        pending=jnp.where(raising, able, state.pending) & ~mine,
        acted=jnp.where(full, 0, state.acted) | mine,
        level=level,
        last_raise=last_raise,
        shorts=jnp.where(raising, jnp.where(shorts < last_raise, shorts, 0), state.shorts),
        raisers=jnp.where(here, state.actor.astype(jnp.int8), state.raisers),
        raised_to=jnp.where(here, level, state.raised_to),
        raise_count=state.raise_count + raising.astype(jnp.int32),
        paid=state.paid + jnp.where(street[:, None], moved[None], 0),
    )


def _advance(state: TableState) -> TableState:
    """Pass the turn on: to the next seat that must answer, to the next street, or to the end."""
    folded_out = lax.population_count(state.live) == 1
    closed = _nothing_to_ask(state, state.pending)
    no_more_bets = lax.population_count(state.able) <= 1
    over = is_over(state) | folded_out | (closed & (no_more_bets | (state.street == STREETS - 1)))
    opens = closed & ~over
    pending = jnp.where(opens, state.able, state.pending)
    after = jnp.where(opens, state.button, jnp.maximum(state.actor, 0)) + 1
    actor = first_from(pending, after, state.bets.shape[0])
    return state._replace(
        pending=pending,
        acted=jnp.where(opens, 0, state.acted),
        actor=jnp.where(over, NOBODY, actor),
        street=state.street + opens.astype(jnp.int32),
        level=jnp.where(opens, 0, state.level),
        last_raise=jnp.where(opens, 0, state.last_raise),
        shorts=jnp.where(opens, 0, state.shorts),
        bets=jnp.where(opens, 0, state.bets),
        raise_count=jnp.where(opens, 0, state.raise_count),
    )


def payoffs(state: TableState) -> Array:
    """What each seat won or lost, int32 [seats, ...]; of meaning only when the hand is over."""
    live = members(state.live, state.bets.shape[0])
    paid = contributions(state)
    return payouts(paid, live, state.strengths, state.button, state.players) - paid
