"""From the engine's `Observation` to the trainer's own encoder: the slow twin of `rl/row_input.py`.

The hand is played again on a JAX table from its public history, with every unknown card a placeholder that no
view of the actor reads. Amounts that are not on the menu are replayed as they were.
"""

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from gutshot.games.events import Kind
from gutshot.games.observation import Observation
from gutshot.numeric.arrays import Ints32
from gutshot.rl import encode, env
from gutshot.rl.deal import BOARD, MAX_SEATS, BatchDeal
from gutshot.rl.menu import Menu

CHUNK = 32  # histories are padded to a multiple of this, so that few lengths are compiled


class NetworkHand(NamedTuple):
    """An observation as arrays: the deal as far as it is known, the posts, and the actions so far."""

    deal: BatchDeal
    antes: Ints32  # [10]
    blinds: Ints32  # [10]
    seats: Ints32  # [T] who acted; -1 is padding
    actions: Ints32  # [T] -1 fold, 0 check or call, else raise_to


def hand_of(seen: Observation) -> NetworkHand:
    """Read an observation of the seat to act."""
    acts = [event for event in seen.history if event.is_betting]
    numbers = [event.number for event in acts]
    length = -(-max(len(acts), 1) // CHUNK) * CHUNK
    seats = _padded([int(event.seat or 0) for event in acts], length, -1)
    antes, blinds = _posts(seen, Kind.ANTE), _posts(seen, Kind.BLIND)
    return NetworkHand(_deal(seen, antes, blinds), antes, blinds, seats, _padded(numbers, length, 0))


def _padded(values: Any, length: int, filler: int) -> Ints32:
    row = np.full(length, filler, np.int32)
    row[: len(values)] = values
    return row


def _posts(seen: Observation, kind: Kind) -> Ints32:
    posted = np.zeros(MAX_SEATS, np.int32)
    for event in seen.history:
        if event.kind == kind and event.seat is not None:
            posted[event.seat] += event.amount
    return posted


def _deal(seen: Observation, antes: Ints32, blinds: Ints32) -> BatchDeal:
    small = seen.button if seen.seats == 2 else (seen.button + 1) % seen.seats
    cards = np.zeros(2 * MAX_SEATS + BOARD, np.int8)
    cards[2 * seen.seat : 2 * seen.seat + 2] = seen.cards
    cards[2 * MAX_SEATS : 2 * MAX_SEATS + len(seen.board)] = seen.board
    number = partial(jnp.asarray, dtype=jnp.int32)
    return BatchDeal(
        seed=jnp.zeros(2, jnp.uint32),
        hand=number(0),
        players=number(seen.seats),
        button=number(seen.button),
        small_blind=number(blinds[small]),
        big_blind=number(seen.big_blind),
        ante=number(antes.max()),
        stacks=number(_padded(seen.starting_stacks, MAX_SEATS, 0)),
        cards=jnp.asarray(cards),
        strengths=jnp.zeros(MAX_SEATS, jnp.int32),
    )


@jax.jit
def replayed(hand: NetworkHand) -> env.TableState:
    """The JAX table after the hand's public history."""

    def one_act(state: env.TableState, event: tuple[Array, Array]) -> tuple[env.TableState, None]:
        seat, number = event
        after = env.act(state._replace(actor=seat), number < 0, number > 0, number)
        return jax.tree.map(partial(jnp.where, seat < 0), state, after), None

    opened = env.opened(hand.deal, jnp.asarray(hand.antes), jnp.asarray(hand.blinds))
    state, _ = lax.scan(one_act, opened, (jnp.asarray(hand.seats), jnp.asarray(hand.actions)))
    return state


@partial(jax.jit, static_argnums=0)
def network_input(menu: Menu, hand: NetworkHand) -> tuple[Array, env.BatchLegal]:
    """The encoded observation [features] and the actor's options."""
    state = replayed(hand)
    return encode.observe(menu, state), env.legal(menu, state)
