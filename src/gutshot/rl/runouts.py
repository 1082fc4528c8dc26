"""All-in hands paid by expectation: the mean over several boards instead of the one that came.

The further boards are the next cards of the game's own shuffled deck, five for each, put in place of the
community cards that were not yet open when the last bet was answered. Every such board has the same law as
the real one, so payoffs stay unbiased, and because no two of them share a card their mean varies less than
that of independent draws. A hand that ends without a run-out, or on the river, is paid as it fell.
"""

import jax.numpy as jnp
from jax import Array

from gutshot.rl.deal import BOARD, cards_of
from gutshot.rl.env import TableState, contributions, members
from gutshot.rl.evaluate import seat_strengths
from gutshot.rl.pots import payouts, seat_axis
from gutshot.rl.xla_fences import apart

_OPEN = (0, 3, 4, 5)  # community cards by street


def expected_payoffs(state: TableState, boards: int) -> Array:
    """What each seat wins or loses on average over `boards` run-outs, float32 chips [seats, ...]."""
    seats = state.bets.shape[0]
    deck = apart(
        lambda seed, hand: cards_of(seed, hand, 2 * seats + BOARD * boards), state.hand, state.seed, state.hand
    )
    total = jnp.zeros(state.bets.shape, jnp.float32)
    for number in range(boards):
        total += _paid_on(state, deck, number).astype(jnp.float32)
    return total / boards - contributions(state).astype(jnp.float32)


def _paid_on(state: TableState, deck: Array, number: int) -> Array:
    """Chips each seat receives if the run-out is board `number` of the deck; 0 is the one that came."""
    seats = state.bets.shape[0]
    holes, board = state.cards[: 2 * seats], state.cards[2 * seats :]
    first = 2 * seats + BOARD * number
    is_open = seat_axis(BOARD, state.street.ndim) < jnp.asarray(_OPEN, jnp.int32)[state.street]
    cards = jnp.concatenate([holes, jnp.where(is_open, board, deck[first : first + BOARD])])
    strengths = apart(seat_strengths, state.hand, cards)
    live = members(state.live, seats)
    return payouts(contributions(state), live, strengths, state.button, state.players)
