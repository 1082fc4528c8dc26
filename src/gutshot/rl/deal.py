"""The start of a hand: who sits where with how many chips, which cards come, how strong each seat ends.

Cards are drawn by a Fisher-Yates shuffle that never builds the deck: position i swaps with r_i >= i, and
the card dealt at i is found by tracing r_i back through the earlier swaps, which is 25 vector compares.
"""

from dataclasses import dataclass
from typing import NamedTuple

import jax.numpy as jnp
from jax import Array

from gutshot.errors import BadConfig
from gutshot.rl import dice
from gutshot.rl.evaluate import seat_strengths
from gutshot.rl.pots import seat_axis
from gutshot.rl.xla_fences import apart

MAX_SEATS = 10
BOARD = 5
_SPARE_SLOTS = 2 + MAX_SEATS  # words for the number of players, the button and each stack


class BatchDeal(NamedTuple):
    """All that chance decides before the first action."""

    seed: Array
    hand: Array
    players: Array
    button: Array
    small_blind: Array
    big_blind: Array
    ante: Array
    stacks: Array  # int32 [seats, ...]
    cards: Array  # int8 [2 * seats + 5, ...]
    strengths: Array  # int32 [seats, ...]


@dataclass(frozen=True)
class TableSpec:
    """Which tables are dealt: player counts are drawn evenly, stacks log-uniformly between the bounds."""

    players: tuple[int, ...] = (6,)
    min_stack: int = 10_000
    max_stack: int = 10_000
    equal_share: float = 1.0  # share of hands in which all seats start with the same stack
    small_blind: int = 50
    big_blind: int = 100
    ante: int = 0
    runouts: int = 1  # boards whose mean pays an all-in; 1: the board that came (see `runouts`)

    def __post_init__(self) -> None:
        for players in self.players or (0,):
            if not 2 <= players <= MAX_SEATS:
                raise BadConfig(f"{players} players: a table seats 2 to {MAX_SEATS}")
        if not 0 < self.small_blind <= self.big_blind:
            raise BadConfig(f"blinds {self.small_blind}/{self.big_blind}: expected 0 < small blind <= big blind")
        if self.min_stack < self.big_blind + self.ante:
            raise BadConfig(
                f"stack {self.min_stack} is below the blinds: expected at least {self.big_blind + self.ante} "
                f"(big blind {self.big_blind} and ante {self.ante})"
            )
        if self.max_stack < self.min_stack:
            raise BadConfig(f"max_stack {self.max_stack} is below min_stack {self.min_stack}")

    @property
    def seats(self) -> int:
        """The chairs an array must have: the largest table of the spec."""
        return max(self.players)


def shuffle(words: Array, deck: int = 52) -> Array:
    """The first cards of a uniformly shuffled deck, one per random word: int32 [cards, ...]."""
    count = words.shape[0]
    index = seat_axis(count, words.ndim - 1)
    swap = index + dice.below(words, deck - index)
    card = swap
    for earlier in reversed(range(count - 1)):
        moved = (index > earlier) & (card == swap[earlier])
        card = jnp.where(moved, earlier, card)
    return card


def most_boards(seats: int) -> int:
    """How many boards a deck holds beside the hole cards of all seats."""
    return (52 - 2 * seats) // BOARD


def cards_of(seed: Array, hand: Array, count: int) -> Array:
    """The first `count` cards of a hand's own deck, int8 [count, ...]."""
    return shuffle(dice.words(seed, hand, count, first_slot=_SPARE_SLOTS + 1)).astype(jnp.int8)


def deal(spec: TableSpec, seats: int, seed: Array, hand: Array) -> BatchDeal:
    """Draw table and cards for hand number `hand` of each game's stream."""
    batch = hand.shape
    setting = dice.words(seed, hand, 2 + seats + 1)
    choices = jnp.asarray(spec.players, jnp.int32)
    players = choices[dice.below(setting[0], len(spec.players))]
    cards = apart(lambda seed, hand: cards_of(seed, hand, 2 * seats + BOARD), hand, seed, hand)
    return BatchDeal(
        seed=seed,
        hand=hand,
        players=players,
        button=dice.below(setting[1], players.astype(jnp.uint32)),
        small_blind=jnp.full(batch, spec.small_blind, jnp.int32),
        big_blind=jnp.full(batch, spec.big_blind, jnp.int32),
        ante=jnp.full(batch, spec.ante, jnp.int32),
        stacks=_stacks(spec, setting[2:]),
        cards=cards,
        strengths=apart(seat_strengths, hand, cards),
    )


def _stacks(spec: TableSpec, words: Array) -> Array:
    """Log-uniform stacks, one for all seats or one each."""
    if spec.min_stack == spec.max_stack:
        return jnp.full((words.shape[0] - 1,) + words.shape[1:], spec.min_stack, jnp.int32)
    equal = dice.unit(words[-1]) < spec.equal_share
    own = jnp.where(equal, words[:1], words[:-1])
    ratio = spec.max_stack / spec.min_stack
    return jnp.floor(spec.min_stack * jnp.power(jnp.float32(ratio), dice.unit(own)) + 0.5).astype(jnp.int32)
