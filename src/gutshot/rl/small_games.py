"""Kuhn and Leduc poker for N players in the trainer's interface, so that exact NashConv can judge it.

The rules of `games/kuhn.py` and `games/leduc.py` without branches. `replayed` plays given deals and
actions, by which the policy at every infoset of the reference games is read off and both are compared.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import jax.numpy as jnp
from jax import Array

from gutshot.errors import BadConfig
from gutshot.rl import dice
from gutshot.rl.deal import shuffle
from gutshot.rl.env import NOBODY, at_seat, bit, first_from, left_of, members
from gutshot.rl.pots import seat_axis

EMPTY = -1  # a place of the history that nobody has filled
ROUNDS = 2
RAISES = 2
FOLD, CALL, RAISE = 0, 1, 2


def one_hot(values: Array, size: int) -> Array:
    """[...] -> float32 [size, ...]; a value outside 0..size-1 is all zeros."""
    return (seat_axis(size, values.ndim) == values).astype(jnp.float32)


def _rows(values: Array, size: int) -> Array:
    """[n, ...] -> float32 [n * size, ...], each value as its own one-hot block."""
    blocks = seat_axis(size, values.ndim - 1)[None] == values[:, None]
    return blocks.astype(jnp.float32).reshape((-1,) + values.shape[1:])


def _require_players(name: str, players: int) -> None:
    if not 2 <= players <= 10:
        raise BadConfig(f"{name} poker takes 2 to 10 players, got {players}")


class KuhnState(NamedTuple):
    """A batch of hands."""

    seed: Array
    hand: Array
    actor: Array
    cards: Array  # int32 [players, ...]
    line: Array  # int32 [2 * players - 1, ...]: 0 pass, 1 bet, EMPTY
    turn: Array


@dataclass(frozen=True)
class KuhnGame:
    """Action 0 passes, 1 bets; both are always legal."""

    players: int = 2

    def __post_init__(self) -> None:
        _require_players("Kuhn", self.players)

    @property
    def seats(self) -> int:
        """As many as players."""
        return self.players

    @property
    def actions(self) -> int:
        """Pass or bet."""
        return 2

    @property
    def longest(self) -> int:
        """The most decisions of a hand."""
        return 2 * self.players - 1

    def fresh(self, seed: Array, hand: Array) -> KuhnState:
        return self.dealt(seed, hand, shuffle(dice.words(seed, hand, self.players), self.players + 1))

    def dealt(self, seed: Array, hand: Array, cards: Array) -> KuhnState:
        """The first state with these cards."""
        zero = jnp.zeros_like(hand)
        line = jnp.full((2 * self.players - 1, *hand.shape), EMPTY, jnp.int32)
        return KuhnState(seed, hand, zero, cards, line, zero)

    def apply(self, state: KuhnState, action: Array) -> KuhnState:
        here = (seat_axis(state.line.shape[0], action.ndim) == state.turn) & (state.actor >= 0)
        line = jnp.where(here, action, state.line)
        turn = state.turn + (state.actor >= 0).astype(jnp.int32)
        last = jnp.where((line == 1).any(0), _first(line == 1) + self.players, self.players)
        seat = jnp.where(turn >= self.players, turn - self.players, turn)
        return state._replace(line=line, turn=turn, actor=jnp.where(turn >= last, NOBODY, seat))

    def mask(self, state: KuhnState) -> Array:
        return jnp.broadcast_to(state.actor >= 0, (2, *state.actor.shape))

    def observe(self, state: KuhnState) -> Array:
        own = at_seat(state.cards, state.actor)
        views = [one_hot(own, self.players + 1), one_hot(state.actor, self.players), _rows(state.line, 2)]
        return jnp.concatenate(views)

    def reveal(self, state: KuhnState) -> Array:
        return _rows(state.cards, self.players + 1)

    def payoffs(self, state: KuhnState) -> Array:
        bets = state.line == 1
        late = jnp.concatenate([bets[self.players :], jnp.zeros_like(bets[:1])])
        bettor = bets[: self.players] | late
        contender = bettor | ~bettor.any(0)
        paid = 1.0 + bettor.astype(jnp.float32)
        best = jnp.where(contender, state.cards, -1).max(0)
        wins = contender & (state.cards == best)
        return jnp.where(wins, paid.sum(0), 0.0) - paid

    def taken(self, state: KuhnState) -> Array:
        return jnp.full_like(state.actor, self.players)

    def position(self, state: KuhnState) -> Array:
        return jnp.broadcast_to(seat_axis(self.players, state.actor.ndim), state.cards.shape)


def _first(flags: Array) -> Array:
    return jnp.argmax(flags, 0).astype(jnp.int32)


class LeducState(NamedTuple):
    """A batch of hands."""

    seed: Array
    hand: Array
    actor: Array
    cards: Array  # int32 [players + 1, ...]: 2 * rank + suit, the public card last
    paid: Array  # int32 [players, ...]
    live: Array  # mask
    round: Array
    raises: Array
    waiting: Array  # how many must still act before the round closes
    line: Array  # int32 [ROUNDS * length, ...]: FOLD, CALL, RAISE or EMPTY
    turn: Array  # in this round


@dataclass(frozen=True)
class LeducGame:
    """Fold, call or check, raise. Fold facing nothing and a third raise are illegal and played as call."""

    players: int = 2
    ranks: int = 0  # 0: players + 1

    def __post_init__(self) -> None:
        _require_players("Leduc", self.players)
        if not 2 * self._ranks >= self.players + 1:
            raise BadConfig(f"Leduc poker for {self.players} players needs more than {self._ranks} ranks")

    @property
    def _ranks(self) -> int:
        return self.ranks or self.players + 1

    @property
    def length(self) -> int:
        """The longest betting round: everyone once, and everyone else again after each raise."""
        return self.players + RAISES * (self.players - 1)

    @property
    def seats(self) -> int:
        """As many as players."""
        return self.players

    @property
    def actions(self) -> int:
        """Fold, call or raise."""
        return 3

    @property
    def longest(self) -> int:
        """The most decisions of a hand."""
        return ROUNDS * self.length

    def fresh(self, seed: Array, hand: Array) -> LeducState:
        return self.dealt(seed, hand, shuffle(dice.words(seed, hand, self.players + 1), 2 * self._ranks))

    def dealt(self, seed: Array, hand: Array, cards: Array) -> LeducState:
        """The first state with these cards."""
        zero = jnp.zeros_like(hand)
        line = jnp.full((ROUNDS * self.length, *hand.shape), EMPTY, jnp.int32)
        paid = jnp.ones((self.players, *hand.shape), jnp.int32)
        everyone = zero + (1 << self.players) - 1
        return LeducState(seed, hand, zero, cards, paid, everyone, zero, zero, zero + self.players, line, zero)

    def mask(self, state: LeducState) -> Array:
        in_play = state.actor >= 0
        facing = at_seat(state.paid, state.actor) < state.paid.max(0)
        return jnp.stack([in_play & facing, in_play, in_play & (state.raises < RAISES)])

    def apply(self, state: LeducState, action: Array) -> LeducState:
        allowed = (self.mask(state) & (seat_axis(3, action.ndim) == action)).any(0)
        return self._pass_turn(self._bet(state, jnp.where(allowed, action, CALL)))

    def _bet(self, state: LeducState, action: Array) -> LeducState:
        in_play, mine = state.actor >= 0, bit(state.actor)
        live = jnp.where((action == FOLD) & in_play, state.live & ~mine, state.live)
        raises = (action == RAISE) & in_play
        level = state.paid.max(0) + jnp.where(raises, jnp.where(state.round == 0, 2, 4), 0)
        stays = (seat_axis(self.players, action.ndim) == state.actor) & (action != FOLD)
        alive = members(live, self.players).sum(0, dtype=jnp.int32)
        place = state.round * self.length + state.turn
        here = (seat_axis(state.line.shape[0], action.ndim) == place) & in_play
        return state._replace(
            paid=jnp.where(stays, level, state.paid),
            live=live,
            raises=state.raises + raises.astype(jnp.int32),
            waiting=jnp.where(raises, alive - 1, state.waiting - 1),
            line=jnp.where(here, action, state.line),
            turn=state.turn + 1,
        )

    def _pass_turn(self, state: LeducState) -> LeducState:
        alone = members(state.live, self.players).sum(0, dtype=jnp.int32) == 1
        closed = state.waiting == 0
        over = (state.actor < 0) | alone | (closed & (state.round == ROUNDS - 1))
        opens = closed & ~over
        after = jnp.where(opens, 0, left_of(jnp.maximum(state.actor, 0), jnp.full_like(state.actor, self.players)))
        actor = jnp.where(over, NOBODY, first_from(state.live, after, self.players))
        alive = members(state.live, self.players).sum(0, dtype=jnp.int32)
        return state._replace(
            actor=actor,
            round=state.round + opens.astype(jnp.int32),
            raises=jnp.where(opens, 0, state.raises),
            waiting=jnp.where(opens, alive, state.waiting),
            turn=jnp.where(opens, 0, state.turn),
        )

    def observe(self, state: LeducState) -> Array:
        own = at_seat(state.cards[:-1] >> 1, state.actor)
        public = jnp.where(state.round == 0, EMPTY, state.cards[-1] >> 1)
        paired = ((state.round > 0) & (own == public)).astype(jnp.float32)
        places = [one_hot(own, self._ranks), one_hot(public, self._ranks), paired[None]]
        return jnp.concatenate([*places, one_hot(state.actor, self.players), _rows(state.line, 3)])

    def reveal(self, state: LeducState) -> Array:
        return _rows(state.cards >> 1, self._ranks)

    def payoffs(self, state: LeducState) -> Array:
        ranks = state.cards >> 1
        strength = ranks[:-1] + jnp.where(ranks[:-1] == ranks[-1], self._ranks, 0)
        strength = jnp.where(members(state.live, self.players), strength, -1)
        wins = (strength == strength.max(0)).astype(jnp.float32)
        paid = state.paid.astype(jnp.float32)
        return wins * paid.sum(0) / wins.sum(0) - paid

    def taken(self, state: LeducState) -> Array:
        return jnp.full_like(state.actor, self.players)

    def position(self, state: LeducState) -> Array:
        return jnp.broadcast_to(seat_axis(self.players, state.actor.ndim), state.paid.shape)


def replayed(game: KuhnGame | LeducGame, cards: Array, actions: Array) -> Any:
    """The state after the given deal [cards, B] and actions [T, B]; EMPTY actions are skipped."""
    zero = jnp.zeros(cards.shape[1:], jnp.int32)
    state: Any = game.dealt(jnp.zeros((2, *zero.shape), jnp.uint32), zero, cards)
    for action in actions:
        moved = game.apply(state, action)
        done = action == EMPTY
        state = type(moved)(*(jnp.where(done, old, new) for old, new in zip(state, moved, strict=True)))
    return state
