"""The half-street games are proper games; their closed-form values are checked with the solvers."""

import copy
import pickle
import random

import pytest

from gutshot.errors import BadConfig, IllegalAction
from gutshot.game import State
from gutshot.games.kuhn import Kuhn
from gutshot.games.leduc import Leduc
from gutshot.games.toys import HalfStreet, akq, clairvoyance
from tests.games.conformance import TreeCounts, check_game, count_tree

pytestmark = pytest.mark.nojit


def redeal(state: State, dice: random.Random) -> HalfStreet:
    assert isinstance(state, HalfStreet)
    seen = state.deals[state.dealt]
    same = [n for n, deal in enumerate(state.deals) if deal[1 + state.actor] == seen[1 + state.actor]]
    return state._replace(dealt=dice.choice(same))


@pytest.mark.parametrize("game", [akq(3), clairvoyance(0.4, 1.5)])
def test_conforms(game: HalfStreet) -> None:
    check_game(game, redeal)


def test_golden_tree_counts() -> None:
    assert count_tree(akq(2)) == TreeCounts(1, 12, 18, 6)
    assert count_tree(clairvoyance(0.5, 1)) == TreeCounts(1, 4, 6, 3)


def test_readable_hands() -> None:
    king_against_queen = next(n for n, deal in enumerate(akq(4).deals) if deal[1:3] == ("K", "Q"))
    dealt = akq(4).apply(king_against_queen)
    assert dealt.infoset == "K:" and dealt.apply("bet").infoset == "Q:bet"
    assert dealt.apply("check").payoffs == (2, -2)
    assert dealt.apply("bet").apply("call").payoffs == (3, -3)
    assert clairvoyance(0.5, 1).apply(1).apply("bet").apply("fold").payoffs == (0.5, -0.5)


def test_bad_input() -> None:
    with pytest.raises(BadConfig, match="between 0 and 1"):
        clairvoyance(1.5, 1)
    with pytest.raises(IllegalAction, match="not over"):
        _ = akq(2).payoffs
    with pytest.raises(IllegalAction, match="no player acts"):
        _ = akq(2).infoset


@pytest.mark.parametrize("state", [Kuhn(3, (2, 0)), Leduc(history=(1, 4, "call"))], ids=["kuhn", "leduc"])
def test_states_can_be_copied_and_sent(state: Kuhn | Leduc) -> None:
    assert state == copy.deepcopy(state) == pickle.loads(pickle.dumps(state))
