"""The encoding: suits play no part, hidden cards are unread, one size for every table; the menu against the grammar."""

import itertools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from phevaluator import evaluate_cards

from gutshot.errors import GutshotError
from gutshot.rl import amounts, encode, env
from gutshot.rl.evaluate import hand_strength, percentile, seat_strengths
from gutshot.rl.menu import SIZES, Menu
from gutshot.trees.amounts import SizeContext, raise_to
from gutshot.trees.bet_sizes import parse_size
from tests.rl.test_env import MENU, choose, random_deal

from gutshot.rl import dice  # isort: skip

OBSERVE = jax.jit(lambda state: encode.observe(MENU, state))


def _step(t: jax.Array, state: env.TableState) -> env.TableState:
    action = choose(env.legal(MENU, state).mask, dice.words(state.seed, state.hand + t, MENU.actions, 99))
    return env.apply(MENU, state, action)


# How many steps is no constant of the compiled loop: one compilation serves all tests.
PLAY = jax.jit(lambda state, steps: jax.lax.fori_loop(0, steps, _step, state))


def played(players: tuple[int, int], steps: int, games: int = 200) -> env.TableState:
    """States some random actions into hands of many sizes."""
    return PLAY(env.start(random_deal(np.random.default_rng(5), games, *players)), jnp.int32(steps))


@pytest.mark.parametrize("steps", [0, 6, 14])
def test_suits_play_no_part(steps: int) -> None:
    state = played((2, 6), steps)
    asked = np.asarray(state.actor) >= 0
    plain = np.asarray(OBSERVE(state))[:, asked]
    for order in list(itertools.permutations(range(4)))[1::5]:
        cards = np.asarray(state.cards)
        renamed = (cards & ~3) | np.array(order, np.int8)[cards & 3]
        other = np.asarray(OBSERVE(state._replace(cards=jnp.asarray(renamed))))
        np.testing.assert_array_equal(plain, other[:, asked])


def test_hidden_cards_are_unread() -> None:
    state = played((3, 6), 5)
    cards = np.asarray(state.cards).copy()
    seat = np.maximum(np.asarray(state.actor), 0)
    street = np.asarray(state.street)
    for game in range(cards.shape[1]):
        shown = {2 * seat[game], 2 * seat[game] + 1, *range(20, 20 + (0, 3, 4, 5)[street[game]])}
        hidden = [place for place in range(25) if place not in shown]
        cards[hidden, game] = cards[np.roll(hidden, 1), game]
    other = state._replace(cards=jnp.asarray(cards), strengths=state.strengths + 7)
    np.testing.assert_array_equal(np.asarray(OBSERVE(state)), np.asarray(OBSERVE(other)))


def test_one_size_for_every_table_and_numbers_are_tame() -> None:
    shapes = {OBSERVE(played((n, n), 4)).shape[0] for n in (2, 10)}
    assert len(shapes) == 1
    view = np.asarray(OBSERVE(played((2, 10), 8)))
    assert np.isfinite(view).all() and view.min() >= 0 and view.max() < 4


def test_strengths_order_hands_as_phevaluator_does() -> None:
    rng = np.random.default_rng(0)
    cards = np.array([rng.permutation(52)[:9] for _ in range(3000)], np.int8).T
    ours = np.asarray(seat_strengths(jnp.asarray(cards)))
    names = [f"{'23456789TJQKA'[c >> 2]}{'cdhs'[c & 3]}" for c in range(52)]
    for seat in range(2):
        theirs = [evaluate_cards(*(names[c] for c in (*col[2 * seat : 2 * seat + 2], *col[4:]))) for col in cards.T]
        order = np.argsort(theirs, kind="stable")
        assert (np.diff(ours[seat][order]) <= 0).all()
    one = jnp.asarray(np.vstack([cards[:2], cards[4:]]))
    np.testing.assert_array_equal(np.asarray(hand_strength(one, jnp.ones((7, 3000), bool))), ours[0])
    assert 0 < float(percentile(jnp.asarray(ours)).min()) <= float(percentile(jnp.asarray(ours)).max()) <= 1


def test_menu_amounts_are_those_of_the_grammar() -> None:
    menu = Menu.parse("33%, 66%, 100%, 37.5%, 2.5x, 130c")
    pots = np.arange(150, 20_000, 7)
    levels = np.arange(len(pots)) % 900
    huge = jnp.full(len(pots), 10**8, jnp.int32)
    low = jnp.zeros_like(huge)
    got = np.asarray(amounts.raise_to(menu, jnp.asarray(levels, jnp.int32), jnp.asarray(pots, jnp.int32), low, huge))
    for row, text in enumerate(("33%", "66%", "100%", "37.5%", "2.5x", "130c"), SIZES):
        size = parse_size(text, raises=True)
        wanted = [raise_to(size, SizeContext(int(p), int(f), 10**8, 1, 0)) for p, f in zip(pots, levels, strict=True)]
        np.testing.assert_array_equal(got[row], wanted)


def test_geometric_sizes_are_refused() -> None:
    with pytest.raises(GutshotError, match="'2e'"):
        Menu.parse("33%, 2e")
