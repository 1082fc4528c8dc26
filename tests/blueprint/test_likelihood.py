"""Probabilities of lines: they share out at every decision, and follow the strategies."""

import numpy as np
import pytest

from gutshot.blueprint.likelihood import line_likelihoods
from gutshot.cards.combos import CLASS_SIZES
from tests.agents.blueprints import made_up


@pytest.fixture(scope="module")
def heads_up(tmp_path_factory):
    return made_up(tmp_path_factory.mktemp("bundles") / "two", 2)


def test_children_share_what_comes_to_a_node(heads_up):
    tree, (likely, _) = heads_up.tree, line_likelihoods(heads_up)
    assert likely[0] == 1
    for node in range(len(tree)):
        if tree.is_decision(node):
            assert likely[list(tree.children(node))].sum() == pytest.approx(likely[node], rel=1e-6, abs=1e-10)


def test_shares_are_those_of_the_strategies(heads_up):
    tree, (likely, _) = heads_up.tree, line_likelihoods(heads_up)
    root = heads_up.node_strategy(0).astype(np.float64)
    weights = CLASS_SIZES / CLASS_SIZES.sum()
    assert likely[list(tree.children(0))] == pytest.approx(weights @ root)
    again = tree.find((250, 750))  # the button once more, with the hands it raised
    raised = weights * root[:, 2]
    shares = raised @ heads_up.node_strategy(again) / raised.sum()
    assert likely[list(tree.children(again))] == pytest.approx(likely[again] * shares)
    flop = tree.find((250, 0))
    wanted = likely[flop] * heads_up.node_strategy(flop).mean(axis=0)
    assert likely[list(tree.children(flop))] == pytest.approx(wanted, rel=1e-5)


def test_the_others_part_leaves_out_ones_own_actions(heads_up):
    tree, (likely, others) = heads_up.tree, line_likelihoods(heads_up)
    again, flop = tree.find((250, 750)), tree.find((250, 0, 0))
    opened = likely[tree.find((250,))]
    assert others[again] == pytest.approx(likely[again] / opened)
    assert others[flop] == pytest.approx(likely[flop] / opened)
    assert others[tree.find((250,))] == likely[tree.find((250,))]
