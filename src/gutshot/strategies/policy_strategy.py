"""A trained network in every seat of a table, as a strategy: one batch answers all 1326 hands. Needs the extra `rl`."""

from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, combo_of
from gutshot.games import betting as games_betting
from gutshot.games.hand import Hand
from gutshot.numeric.arrays import Reals
from gutshot.rl.bridge import NetworkHand as Played
from gutshot.rl.bridge import hand_of, network_input
from gutshot.rl.bundle import Bundle, load
from gutshot.rl.menu import FOLD, PASSIVE, Menu
from gutshot.rl.network import Params, Policy, logits_of
from gutshot.strategies.strategy import About, Combos, Move
from gutshot.strategies.table_strategy import TableStrategy
from gutshot.strategies.table_walk import BIG_BLIND, TableSize, move_at, table_setup


@partial(jax.jit, static_argnums=(0, 1))
def _all_hands(
    policy: Policy, menu: Menu, params: Params, played: Played, decks: jax.Array
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Shares [combos, menu] with every hand, and the mask and amounts of the menu, which no hand changes."""

    def shares(cards: jax.Array) -> jax.Array:
        seen, options = network_input(menu, played._replace(deal=played.deal._replace(cards=cards)))
        return jax.nn.softmax(logits_of(policy, params, seen, options.mask))

    _, options = network_input(menu, played)
    return jax.vmap(shares)(decks), options.mask, options.raise_to


class PolicyStrategy(TableStrategy):
    """A bundle at a table of a given size."""

    def __init__(self, folder: Path, title: str, size: TableSize) -> None:
        self._bundle = load(folder)
        self._menu = self._bundle.menu
        self._title = title
        self._asked = lru_cache(maxsize=64)(self._ask)
        self._size = size
        super().__init__(table_setup(size))

    @property
    def bundle(self) -> Bundle:
        """The network."""
        return self._bundle

    def describe(self) -> About:
        size = self._size
        config: dict[str, Any] = {"seats": size.seats, "stack": size.stack, "sizes": str(self._menu)}
        quality = {key: value for key, value in self._bundle.summary.items() if isinstance(value, int | float)}
        title = f"{self._title}, {size.seats} seats"
        return About(title, "policy", config, quality, big_blind=BIG_BLIND, seats=size.seats, depth=size.stack)

    def _ask(self, hand: Hand) -> tuple[Reals, tuple[int, ...], tuple[int, ...]]:
        """Shares [menu, 1326], which entries are offered, and their amounts."""
        actor = hand.actor
        assert actor is not None
        played = hand_of(hand.observation(actor))
        decks = np.repeat(np.asarray(played.deal.cards)[None], COMBO_COUNT, axis=0)
        decks[:, 2 * actor : 2 * actor + 2] = COMBO_CARDS
        bundle = self._bundle
        shares, mask, amounts = _all_hands(bundle.policy, self._menu, bundle.params, played, jnp.asarray(decks))
        offered = tuple(int(entry) for entry in np.flatnonzero(np.asarray(mask)))
        return np.asarray(shares, np.float64).T, offered, tuple(int(amount) for amount in np.asarray(amounts))

    def moves_at(self, hand: Hand) -> tuple[Move, ...]:
        """The menu's actions in chips."""
        _, offered, amounts = self._asked(hand)
        return tuple(_move(hand, entry, amounts[entry]) for entry in offered)

    def mix_at(self, hand: Hand, moves: Sequence[Move], cards: Combos) -> Reals:
        """[A, H] by asking the network about every hand."""
        shares, offered, _ = self._asked(hand)
        combos = [combo_of(int(low), int(high)) for low, high in cards]
        found = shares[list(offered)][:, combos]
        return np.asarray(found / found.sum(axis=0))


def _move(hand: Hand, entry: int, amount: int) -> Move:
    if entry in (FOLD, PASSIVE):
        return move_at(hand, games_betting.FOLD if entry == FOLD else games_betting.CALL)
    low, high = hand.legal.min_raise_to or 0, hand.legal.max_raise_to or 0
    return move_at(hand, min(max(amount, low), high))
