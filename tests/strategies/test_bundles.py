"""Trained strategies as sources, against the bundles' own tables and the network itself."""

from pathlib import Path

import numpy as np
import pytest

from gutshot.blueprint.bundle import Blueprint
from gutshot.cards.card import parse_cards
from gutshot.cards.combos import COMBO_CARDS, COMBO_CLASS, combo_of
from gutshot.games.hand import Hand
from gutshot.strategies.blueprint_strategy import BlueprintStrategy
from gutshot.strategies.strategy import Knowledge, StopKind
from tests.agents.blueprints import made_up

ACES, DEUCES = combo_of(51, 50), combo_of(1, 0)


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> tuple[Blueprint, BlueprintStrategy]:
    folder: Path = tmp_path_factory.mktemp("bundles") / "three"
    blueprint = made_up(folder, 3)
    return blueprint, BlueprintStrategy(blueprint, "three seats")


@pytest.mark.parametrize("line", ["", "raise 250", "fold,raise 250", "raise 250,raise 750,fold"])
def test_every_hand_plays_what_its_bucket_plays(bundle: tuple[Blueprint, BlueprintStrategy], line: str) -> None:
    blueprint, source = bundle
    play = blueprint.node_strategy(blueprint.tree.follow(line))
    hands, stop = source.hands(line), source.walk(line)[-1]
    assert hands.mix is not None and stop.kind is StopKind.DECISION and len(stop.moves) == play.shape[1]
    np.testing.assert_allclose(hands.mix, play[COMBO_CLASS[hands.combos]].T, atol=1e-6)


def test_a_range_is_what_the_buckets_choices_leave(bundle: tuple[Blueprint, BlueprintStrategy]) -> None:
    blueprint, source = bundle
    opens = blueprint.node_strategy(0)
    words = [move.word for move in source.walk("")[-1].moves]
    hands = source.hands("raise 250,call,fold|Td9d6h|", 0)
    expected = opens[COMBO_CLASS[hands.combos], words.index("raise 250")]
    np.testing.assert_allclose(hands.reach, expected, atol=1e-6)
    assert {ACES, DEUCES} <= set(hands.combos.tolist())
    assert not {card for combo in hands.combos for card in COMBO_CARDS[combo].tolist()} & {32 + 1, 28 + 1, 16 + 2}


def test_betting_that_the_tree_does_not_have_is_walked_but_not_known(tmp_path: Path) -> None:
    source = BlueprintStrategy(made_up(tmp_path / "two", 2), "two seats")
    stop, hands = source.walk("all-in")[-1], source.hands("all-in")
    assert (stop.kind, stop.actor, [move.word for move in stop.moves]) == (StopKind.DECISION, 1, ["fold", "call"])
    assert (hands.knowledge, hands.mix, hands.notes) == (
        Knowledge.NONE,
        None,
        ("betting that the bundle's tree does not have",),
    )


@pytest.mark.slow
def test_a_network_answers_every_hand_as_it_answers_it_alone(tmp_path: Path) -> None:
    pytest.importorskip("jax", reason="JAX is the extra `rl`, which is not installed")
    from gutshot.blueprint.real_betting import log_of
    from gutshot.games.hidden_view import usual_rules, view_of
    from gutshot.rl.cpu_policy import load
    from gutshot.strategies.policy_strategy import PolicyStrategy
    from gutshot.strategies.table_walk import TableSize
    from tests.rl.untrained import untrained

    folder = untrained(tmp_path / "net")
    source, policy = PolicyStrategy(folder, "net", TableSize(2, 50)), load(folder)
    hands, stop = source.hands("raise 250"), source.walk("raise 250")[-1]
    assert hands.mix is not None
    for cards in ("AsAh", "7c2d", "JdTd"):
        own, other = parse_cards(cards), parse_cards("3c3h")
        deck = [own[0], other[0], own[1], other[1]]
        dealt = Hand.holdem([5000, 5000], (50, 100), 0, seed=0, deck=deck, actions=[250])
        seen = dealt.observation(1)
        assert set(seen.cards) == set(own)
        (view, _), log = view_of(seen), log_of(seen)
        rules = usual_rules(seen.variant, seen.big_blind).packed
        found = policy.answers(rules, view[None], log[None], np.array([len(log)]))
        offered = np.flatnonzero(found.mask[0])
        amounts = [move.amount for move in stop.moves if move.amount]
        assert amounts == found.amounts[0, offered[offered > 1]].tolist()
        mix = hands.mix[:, combo_of(*sorted(own))]
        np.testing.assert_allclose(mix, found.shares[0, offered], atol=1e-5)
