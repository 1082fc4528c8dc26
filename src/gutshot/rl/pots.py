"""Side pots at the end of a hand, without branches or sorting.

Every live seat's contribution is a level; the pot of a level is what all seats paid between the next
lower level and it. Each pot goes to the best hands among the live seats that reached it, divided evenly;
odd chips go one each to the winners from the left of the button. An uncalled top layer has one possible
winner, the bettor, and so returns to him. What folded seats paid beyond the top level joins the top pot.
Axis 0 is the seat (axis 0 and 1: level and seat); further axes are the batch.
"""

import jax.numpy as jnp
from jax import Array, lax

_NO_HAND = -1
_FAR = 2**30


def seat_axis(seats: int, batch_rank: int) -> Array:
    """Seat numbers 0..seats-1 shaped to broadcast against [seats, *batch]."""
    return jnp.arange(seats, dtype=jnp.int32).reshape((seats,) + (1,) * batch_rank)


def payouts(contributions: Array, live: Array, strengths: Array, button: Array, players: Array) -> Array:
    """Chips each seat receives, int32 [seats, ...]; `live` is boolean [seats, ...]."""
    level, pot = _levels(contributions, live)
    entitled = live[None] & (contributions[None] >= level[:, None])
    hands = jnp.where(entitled, strengths[None], _NO_HAND)
    winner = entitled & (hands == hands.max(1)[:, None])
    count = jnp.maximum(winner.sum(1, dtype=jnp.int32), 1)
    share, odd = _divided(pot, count)
    earlier = _winners_left_of(winner, button, players)
    paid = share[:, None] + (earlier < odd[:, None]).astype(jnp.int32)
    return jnp.where(winner, paid, 0).sum(0)


def _divided(amount: Array, count: Array) -> tuple[Array, Array]:
    """Quotient and remainder of chips by 1..10 in two float steps: exact, and unlike integer division vectorised."""
    parts = count.astype(jnp.float32)
    rough = jnp.floor(amount.astype(jnp.float32) / parts).astype(jnp.int32)
    rest = amount - rough * count
    fine = jnp.floor(rest.astype(jnp.float32) / parts).astype(jnp.int32)
    return rough + fine, rest - fine * count


def _levels(contributions: Array, live: Array) -> tuple[Array, Array]:
    """Each live seat's level and the pot that ends there; equal levels count once, at the lowest seat."""
    seats = contributions.shape[0]
    mine, other = contributions[:, None], contributions[None]
    lower = live[None] & (other < mine)
    floor = jnp.where(lower, other, 0).max(1)
    index = seat_axis(seats, contributions.ndim - 1)
    repeated = (live[None] & (other == mine) & (index[None] < index[:, None])).any(1)
    top = jnp.where(live, contributions, 0).max(0)
    ceiling = jnp.where(contributions == top, _FAR, contributions)
    layer = jnp.minimum(other, ceiling[:, None]) - jnp.minimum(other, floor[:, None])
    pot = jnp.where(live & ~repeated, layer.sum(1), 0)
    return jnp.where(live, contributions, _FAR), pot


def _winners_left_of(winner: Array, button: Array, players: Array) -> Array:
    """For each pot and seat: how many winners sit between the button's left and the seat."""
    seats = winner.shape[0]
    index = seat_axis(seats, button.ndim)
    mask = jnp.where(winner, jnp.left_shift(1, index)[None], 0).sum(1, dtype=jnp.int32)
    doubled = mask | (mask << players)
    rotated = (doubled >> (button + 1)) & ((1 << players) - 1)
    order = index - button - 1
    order = jnp.where(order < 0, order + players, order)
    return lax.population_count(rotated[:, None] & ((jnp.left_shift(1, order) - 1)[None]))
