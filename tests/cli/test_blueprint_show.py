"""`gutshot show` and `blueprint show`: charts of bundles, agents and charts of jam or fold, in words and JSON."""

import json

import numpy as np
import pytest

from gutshot.agents import open_strategy
from gutshot.cards.card import parse_cards
from gutshot.cards.combos import COMBO_CLASS, combo_of
from gutshot.cli import main
from gutshot.strategies.blueprint_strategy import BlueprintStrategy
from gutshot.strategies.strategy import Knowledge
from gutshot.strategies.summaries import by_class
from tests.agents.blueprints import made_up

BOARD = parse_cards("Td9d6h")
LINE = "raise 250,call|Td9d6h|check,bet 250"


@pytest.fixture(scope="module")
def heads_up(tmp_path_factory):
    return made_up(tmp_path_factory.mktemp("bundles") / "two", 2)


@pytest.fixture(scope="module")
def strategy(heads_up):
    return BlueprintStrategy(heads_up, "two")


def test_strategy_of_a_line_is_the_bundles(heads_up, strategy):
    stop, hands = strategy.walk(LINE)[-1], strategy.hands(LINE)
    assert (stop.street, stop.chairs[1].name, stop.pot, stop.to_call) == ("flop", "BB", 750, 250)
    assert [move.word for move in stop.moves] == ["fold", "call", "all-in 9750"]
    wanted = heads_up.strategy_for_line("r250 c x r250", BOARD)
    np.testing.assert_allclose(hands.mix.T, wanted[hands.combos], atol=1e-6)
    assert (hands.knowledge, hands.notes) == (Knowledge.EXACT, ())


def test_reach_is_the_product_of_own_actions(heads_up, strategy):
    """The big blind called before the flop and checked; the button's choices do not count."""
    tree, combo = heads_up.tree, combo_of(*parse_cards("AsKs"))
    call = heads_up.strategy(tree.find((250,)), int(COMBO_CLASS[combo]))[1]
    check = heads_up.strategy(tree.find((250, 0)), heads_up.abstraction.bucket(parse_cards("AsKs"), BOARD))[0]
    hands = strategy.hands(LINE)
    assert hands.reach[hands.combos.tolist().index(combo)] == pytest.approx(call * check)
    assert combo_of(*parse_cards("TdAs")) not in hands.combos


def test_classes_are_weighted_by_reach(strategy):
    hands = strategy.hands(LINE)
    shares, _ = by_class(hands)
    mine = COMBO_CLASS[hands.combos] == 1
    weights = hands.reach[mine]
    assert shares[1] == pytest.approx((weights * hands.mix[:, mine]).sum(axis=1) / weights.sum())


def test_raises_that_the_tree_does_not_have_are_named(strategy):
    hands = strategy.hands("raise 270,call|Td9d6h|check,bet 320")
    assert hands.knowledge is Knowledge.NEAR
    assert hands.notes[:2] == (
        "raise to 270 is not in the tree and is taken for 250",
        "raise to 320 is not in the tree and is taken for 250",
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["f"], "is the end of a hand"),
        (["r250 c"], "is on the flop: expected a board of 3 cards"),
        (["r90"], "90"),
        (["", "--seat", "BB"], "BB has no decision in line ''"),
        (["r250 c / Td9d6h / x", "--board", "Td9d6d"], "deals Td9d6h, but the board is Td9d6d"),
        (["bb:r250"], "it is BTN/SB's turn"),
        (["q"], "unknown action 'q' in line"),
        (["", "--seat", "UTG"], "unknown seat 'UTG'"),
        (["c x", "--board", "TdTd2c"], "duplicate card Td"),
        (["c x", "--board", "Td2c"], "board 'Td2c' of 2 cards"),
    ],
)
def test_lines_that_cannot_be_shown(heads_up, arguments, words, capsys):
    assert main(["blueprint", "show", str(heads_up.path), *arguments]) == 2
    assert words in capsys.readouterr().err


def test_a_seats_last_decision(heads_up, capsys):
    line = ["r250 c / x r250 c", "--board", "Td9d6h2c", "--seat", "sb", "--json"]
    assert main(["blueprint", "show", str(heads_up.path), *line]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["position"], shown["line"]) == ("BTN/SB", "raise 250,call|Td9d6h|check")
    assert shown["board"] == ["Td", "9d", "6h"]


def test_a_decision_that_the_bundle_does_not_know_is_said_to_be(heads_up, capsys):
    assert main(["show", str(heads_up.path), "all-in"]) == 0
    out = capsys.readouterr().out
    assert "does not know this decision: betting that the bundle's tree does" in out and "AKs" not in out
    assert main(["show", str(heads_up.path), "all-in", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["knowledge"], shown["frequencies"]) == ("none", None)


def test_show_in_words_and_json(heads_up, capsys):
    bundle = str(heads_up.path)
    assert main(["blueprint", "show", bundle, "r270 c / x", "--board", "Td9d6h"]) == 0
    out = capsys.readouterr().out
    assert "BTN/SB on the flop  Td 9d 6h  pot 5.4 bb, 0 bb to call" in out
    assert "near, not exact: raise to 270 is not in the tree and is taken for 250" in out
    assert out.count("AKs") == out.count("72o") == 1
    assert main(["show", bundle, "raise 270,call,check", "--board", "Td9d6h"]) == 0
    assert capsys.readouterr().out == out
    assert main(["show", f"blueprint:{bundle}", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["actions"] == ["fold", "call", "raise 250"]
    assert (shown["knowledge"], len(shown["hands"])) == ("exact", 169)
    assert sum(shown["frequencies"]) == pytest.approx(1)


def test_show_opens_agents_and_jam_or_fold(tmp_path, capsys):
    assert main(["show", "call@2x50", "raise 250", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["position"], shown["frequencies"][1]) == ("BB", pytest.approx(1))
    assert main(["pushfold", "--stacks", "10", "--out", str(tmp_path / "ten"), "--json"]) == 0
    percent = json.loads(capsys.readouterr().out)["percent"]
    assert main(["show", str(tmp_path / "ten"), "all-in", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["actions"], shown["kind"]) == (["fold", "call"], "jam-or-fold")
    assert 100 * shown["frequencies"][1] == pytest.approx(percent["BB call vs SB"])
    assert open_strategy(tmp_path / "ten").describe().depth == 10


@pytest.mark.parametrize("command", [["show"], ["blueprint", "show"]])
def test_what_is_not_there_is_said(command, capsys):
    assert main([*command, "nowhere"]) == 2
    assert "no artifact at 'nowhere'" in capsys.readouterr().err
