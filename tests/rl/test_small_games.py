"""Kuhn and Leduc in JAX against the reference games, over every history."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from gutshot.game import CHANCE, TERMINAL
from gutshot.games.kuhn import Kuhn
from gutshot.games.leduc import Leduc
from gutshot.rl import nash
from gutshot.rl.small_games import EMPTY, KuhnGame, LeducGame, replayed

ORDER = {"pass": 0, "bet": 1, "fold": 0, "call": 1, "raise": 2}


def every_history(root):
    stack = [root]
    while stack:
        state = stack.pop()
        if state.actor != CHANCE:
            yield state
        branches = [c for c, _ in state.chances] if state.actor == CHANCE else state.legal
        stack.extend(state.apply(branch) for branch in branches)


@pytest.mark.parametrize("game", [KuhnGame(2), KuhnGame(3), LeducGame(2)], ids=str)
def test_every_history_equals_the_reference(game) -> None:
    root = Kuhn(game.players) if isinstance(game, KuhnGame) else Leduc(game.players)
    states = list(every_history(root))
    deals = [nash._deal_and_line(state) for state in states]
    longest = max(len(actions) for _, actions in deals)
    lines = np.full((longest, len(deals)), EMPTY, np.int32)
    for column, (_, actions) in enumerate(deals):
        lines[: len(actions), column] = actions
    cards = jnp.asarray(np.array([cards for cards, _ in deals], np.int32).T)
    with jax.numpy_dtype_promotion("strict"):
        table = jax.jit(replayed, static_argnums=0)(game, cards, jnp.asarray(lines))
        mask, pays = np.asarray(game.mask(table)), np.asarray(game.payoffs(table))
    actors = np.asarray(table.actor)
    for column, state in enumerate(states):
        over = state.actor == TERMINAL
        assert actors[column] == (-1 if over else state.actor), state
        if over:
            np.testing.assert_allclose(pays[:, column], state.payoffs, err_msg=repr(state))
        else:
            assert set(np.flatnonzero(mask[:, column])) == {ORDER[a] for a in state.legal}, state
