"""Hold'em as a game of the trainer: a table's spec and menu, with the rules of `env` and the views of `encode`."""

from dataclasses import dataclass, field

import jax.numpy as jnp
from jax import Array

from gutshot.errors import BadConfig
from gutshot.rl import encode, env
from gutshot.rl.deal import TableSpec, deal, most_boards
from gutshot.rl.menu import DEFAULT_SIZES, Menu
from gutshot.rl.pots import seat_axis
from gutshot.rl.runouts import expected_payoffs


@dataclass(frozen=True)
class Holdem:
    """A stream of hands at tables drawn from `spec`; payoffs are in big blinds."""

    spec: TableSpec = field(default_factory=TableSpec)
    menu: Menu = field(default_factory=lambda: Menu.parse(DEFAULT_SIZES))
    chairs: int = 0  # seats in the arrays; 0: as many as the largest table of the spec

    def __post_init__(self) -> None:
        most = most_boards(self.seats)
        if not 1 <= self.spec.runouts <= most:
            raise BadConfig(
                f"{self.spec.runouts} runouts: the deck of a table for {self.seats} holds 1 to {most} boards"
            )

    @property
    def seats(self) -> int:
        """Of the largest table."""
        return self.chairs or self.spec.seats

    @property
    def actions(self) -> int:
        """Of the menu."""
        return self.menu.actions

    def fresh(self, seed: Array, hand: Array) -> env.TableState:
        return env.start(deal(self.spec, self.seats, seed, hand))

    def apply(self, state: env.TableState, action: Array) -> env.TableState:
        return env.apply(self.menu, state, action)

    def mask(self, state: env.TableState) -> Array:
        return env.legal(self.menu, state).mask

    def observe(self, state: env.TableState) -> Array:
        return encode.observe(self.menu, state)

    def reveal(self, state: env.TableState) -> Array:
        return encode.reveal(state)

    def payoffs(self, state: env.TableState) -> Array:
        one_board = self.spec.runouts == 1
        chips = env.payoffs(state).astype(jnp.float32) if one_board else expected_payoffs(state, self.spec.runouts)
        return chips / state.big_blind.astype(jnp.float32)

    def taken(self, state: env.TableState) -> Array:
        return state.players

    def position(self, state: env.TableState) -> Array:
        """Places behind the button: 0 is the button, -1 an empty chair."""
        seat = seat_axis(self.seats, state.button.ndim)
        behind = seat - state.button
        behind = jnp.where(behind < 0, behind + state.players, behind)
        return jnp.where(seat < state.players, behind, -1)
