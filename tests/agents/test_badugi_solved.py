"""The trained badugi strategy at real tables, the players that take advantage, and the local best response."""

import numpy as np
import pytest

from gutshot.agents.badugi.batch import play_log, play_match, play_rounds
from gutshot.agents.badugi.exploiters import EXPLOITERS
from gutshot.agents.badugi.local_response import local_response
from gutshot.agents.badugi.pictures import broken_badugis, main, openings
from gutshot.agents.badugi.shipped import shipped_codes
from gutshot.agents.badugi.solved import choose_solved
from gutshot.agents.badugi.states import STATE_SIZE
from gutshot.agents.registry import make
from gutshot.blueprint.badugi.at_table import is_known, place_of, read_mix
from gutshot.blueprint.badugi.bundle import all_decisions, encode
from gutshot.blueprint.badugi.hands import CLASS_SIZE, CLASSES
from gutshot.blueprint.badugi.layout import CODE_COUNT, FINE, SLOT_COUNT
from gutshot.blueprint.badugi.tree import badugi_tree
from gutshot.errors import BadConfig
from gutshot.games.actions import choice_of
from gutshot.games.hand import Hand
from gutshot.games.row import BETTING, DRAWING
from gutshot.games.rules import badugi
from gutshot.trees.table import NODE_SLOT

HANDS = 10_000


def interval(chips: np.ndarray) -> tuple[float, float]:
    """95 % of the mean, in big blinds per 100 hands."""
    half = 1.96 * chips.std(ddof=1) / len(chips) ** 0.5
    return chips.mean() - half, chips.mean() + half


@pytest.mark.parametrize("seed", range(40))
def test_a_hand_stands_at_its_node_of_the_public_tree(seed: int) -> None:
    """The place that the kernel reads is that of the node which the same line leads to."""
    dice, tree = np.random.default_rng(seed), badugi_tree()
    widths = all_decisions()[:, 0]
    slots, codes = np.cumsum(widths) - widths, np.cumsum(widths - 1) - (widths - 1)
    hand, node = Hand.badugi([10_000] * 2, button=seed % 2, seed=seed), 0
    while not hand.is_over:
        actor = hand.actor
        assert actor is not None and tree.actor(node) == (actor - seed % 2) % 2
        number = int(np.searchsorted(slots * CLASSES, tree.nodes[node, NODE_SLOT]))
        assert place_of(hand.rules.packed, hand.row.copy()) == (codes[number] * CLASSES, widths[number])
        actions = tree.actions(node)
        k = int(dice.integers(0 if hand.is_drawing or dice.random() < 0.2 else min(1, len(actions) - 1), len(actions)))
        if hand.is_drawing:
            hand = hand.act(tuple(hand.cards(actor)[: actions[k]]))
        else:
            hand = hand.act(choice_of(hand.rules, hand.row.copy(), actions[k]))
        node = tree.children(node)[k]
    assert not tree.is_decision(node)


def test_it_speaks_when_two_are_left() -> None:
    assert is_known(Hand.badugi([10_000] * 2, button=0, seed=1).row.copy())
    three = Hand.badugi([10_000] * 3, button=0, seed=1)
    assert not is_known(three.row.copy())
    late = three.act("call").act("fold").act("check")
    assert late.is_drawing and is_known(late.row.copy())


def test_at_a_table_it_plays_what_the_kernel_plays() -> None:
    agent, scratch = make("badugi:solved", seed=3), np.zeros(64, np.float32)
    rules = badugi(100, 200).packed
    for seed in range(30):
        agent.new_hand(seed)
        hand = Hand.badugi([10_000] * 2, button=0, seed=seed)
        while not hand.is_over:
            choice = agent.act(hand.observation(int(hand.actor or 0)))
            row = hand.row.copy()
            number = choose_solved(rules, row, agent._dice_seed, shipped_codes(), scratch)  # type: ignore[attr-defined]
            assert choice == choice_of(hand.rules, row, int(number))
            hand = hand.act(choice)


def test_classes_that_were_not_met_play_like_the_nearest_of_their_kind() -> None:
    floats = np.zeros(2 * SLOT_COUNT, np.float32)
    first = int(np.flatnonzero(CLASS_SIZE == 3)[0])
    floats[2 * first * 3 :][:6] = (0, 0, 0, 1, 1, 2)  # the root: fold, call, raise
    codes, met = encode(floats, 0.0)
    shares = np.zeros(64, np.float32)
    read_mix(codes, 0, 3, first + 5, shares)
    assert met == 1 and codes.shape == (CODE_COUNT,)
    assert shares[:3] == pytest.approx([0.25, 0.25, 0.5], abs=3 / FINE)
    read_mix(codes, 0, 3, CLASSES - 1, shares)
    assert shares[:3].tolist() == [0, 1, 0]


def test_every_shipped_share_is_a_probability() -> None:
    codes, widths = shipped_codes(), all_decisions()[:, 0]
    starts = (np.cumsum(widths - 1) - (widths - 1)) * CLASSES
    for width in (2, 3, 4):
        at = starts[widths == width]
        found = codes[at[:, None] + np.arange(CLASSES * (width - 1))].reshape(-1, width - 1)
        assert (found.astype(int).sum(axis=1) <= FINE).all()


@pytest.mark.parametrize("rival", ["tight", "random"])
def test_it_beats_the_baselines(rival: str) -> None:
    assert interval(play_match(("solved", rival), HANDS, seed=1)[:, 0])[0] > 0


@pytest.mark.parametrize("rival", EXPLOITERS)
def test_no_rule_of_thumb_wins_from_it(rival: str) -> None:
    chips = play_match(("solved", rival), HANDS, seed=2)
    assert (chips.sum(axis=1) == 0).all()
    assert interval(chips[:, 0])[1] > 0


def test_exploiters_play_heads_up() -> None:
    with pytest.raises(BadConfig, match="heads-up"):
        play_match((EXPLOITERS[0], "solved", "solved"), 1)


def test_it_never_folds_for_nothing_and_draws_to_most_hands() -> None:
    log = play_log(("solved", "solved"), 2000, seed=3)
    assert (log.owed[(log.phase == BETTING) & (log.action < 0)] > 0).all()
    drawing = log.phase == DRAWING
    drawn = np.array([int(mask).bit_count() for mask in log.action[drawing]])
    size = STATE_SIZE[log.state[drawing]]
    assert drawn.max() <= 3
    assert (drawn[size == 4] == 0).mean() > 0.6 and (drawn[size == 2] >= 2).mean() > 0.8


@pytest.mark.slow
def test_the_local_best_response_takes_the_blinds_of_one_who_folds_everything() -> None:
    """Folding all wins the button's half a small bet, or the big blind's whole."""
    codes = np.zeros(CODE_COUNT, np.uint8)
    widths = all_decisions()
    starts = (np.cumsum(widths[:, 0] - 1) - (widths[:, 0] - 1)) * CLASSES
    for (width, call), at in zip(widths.tolist(), starts.tolist(), strict=True):
        if call == 1:  # there is a bet to fold to
            codes[at : at + CLASSES * (width - 1) : width - 1] = FINE
        elif call == 0:
            codes[at : at + CLASSES] = FINE
    mean, ci95 = local_response(400, codes=codes)
    assert mean == pytest.approx(0.75) and ci95 < 0.03


def test_who_plays_alike_wins_nothing_where_everybody_holds_all_cards_once() -> None:
    """Tight has no dice, so each hand of a round undoes another."""
    assert (play_rounds(("tight", "tight"), 100, seed=3) == 0).all()
    chips = play_rounds(("solved", "cpu1", "tight"), 100, seed=3)
    assert chips.shape == (100, 3) and np.abs(chips.sum(axis=1)).max() < 1e-9 and chips.any()


def test_pictures_are_of_shares(capsys: pytest.CaptureFixture[str]) -> None:
    charts = openings()
    assert np.nanmin(charts["the big blind, raised, raises"][0]) > 0.5 > np.nanmax(charts["the button folds"][0])
    for table in (*charts.values(), *broken_badugis().values()):
        shares = table[np.isfinite(table)]
        assert len(shares) > 9 and ((shares >= -1e-9) & (shares <= 1 + 1e-9)).all()
    assert main([]) == 2 and "expected one, the folder" in capsys.readouterr().err
