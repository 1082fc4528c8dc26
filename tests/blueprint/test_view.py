"""Charts of a bundle: lines, boards, reach, and the command that shows them."""

import json

import numpy as np
import pytest

from gutshot.blueprint.view import combo_strategy, find_line, reach_of, seat_named, view_line
from gutshot.cards.card import parse_cards
from gutshot.cards.combos import COMBO_CLASS, combo_of
from gutshot.cli import main
from gutshot.errors import BadConfig, IllegalAction
from tests.agents.blueprints import made_up

BOARD = parse_cards("Td9d6h")


@pytest.fixture(scope="module")
def heads_up(tmp_path_factory):
    return made_up(tmp_path_factory.mktemp("bundles") / "two", 2)


def test_strategy_of_a_line_is_the_bundles(heads_up):
    view = view_line(heads_up, "r250 c / x r250", BOARD)
    assert (view.street, view.position, view.pot, view.owed) == ("flop", "BB", 750, 250)
    assert [str(action) for action in view.actions] == ["fold", "call", "raise 9750"]
    wanted = heads_up.strategy_for_line("r250 c x r250", BOARD)
    assert np.array_equal(view.strategy, wanted, equal_nan=True)


@pytest.mark.parametrize(
    ("line", "board"),
    [
        ("r250 c / x r250", "Td9d6h"),
        ("raise 250,call|Td9d6h|check,bet 250", ""),
        ("btn:2.5bb,bb:call|Td9d6h|bb:check,sb:2.5bb", ""),
        ("r2.5bb c / Td9d6h / x b250", "Td9d6h2c"),
    ],
)
def test_every_spelling_of_a_line_leads_to_the_same_decision(heads_up, line, board):
    view = view_line(heads_up, line, parse_cards(board))
    assert (view.line, view.board) == ("raise 250,call|Td9d6h|check,bet 250", BOARD)
    assert heads_up.tree.follow(view.line) == heads_up.tree.find((250, 0, 0, 250))


def test_reach_is_the_product_of_own_actions(heads_up):
    """The big blind called before the flop and checked; the button's choices do not count."""
    tree = heads_up.tree
    node = tree.find((250, 0, 0, 250))
    combo = combo_of(*parse_cards("AsKs"))
    call = heads_up.strategy(tree.find((250,)), int(COMBO_CLASS[combo]))[1]
    check = heads_up.strategy(tree.find((250, 0)), heads_up.abstraction.bucket(parse_cards("AsKs"), BOARD))[0]
    reach = reach_of(heads_up, node, 1, BOARD)
    assert reach[combo] == pytest.approx(call * check)
    assert reach[combo_of(*parse_cards("TdAs"))] == 0


def test_frequencies_and_classes_are_weighted_by_reach(heads_up):
    view = view_line(heads_up, "r250 c / x r250", BOARD)
    live = ~np.isnan(view.strategy[:, 0])
    wanted = (view.reach[live, None] * view.strategy[live]).sum(axis=0) / view.reach[live].sum()
    assert view.frequencies() == pytest.approx(wanted)
    shares, _ = view.classes()
    mine = live & (COMBO_CLASS == 1)
    weights = view.reach[mine]
    assert shares[1] == pytest.approx((weights[:, None] * view.strategy[mine]).sum(axis=0) / weights.sum())


def test_a_seats_last_decision(heads_up):
    view = view_line(heads_up, "r250 c / x r250 c", (*BOARD, *parse_cards("2c")), seat=0)
    assert (view.position, view.line) == ("BTN/SB", "raise 250,call|Td9d6h|check")
    assert view.board == BOARD
    assert seat_named(heads_up, "sb") == seat_named(heads_up, "0") == 0


def test_raises_that_the_tree_does_not_have_are_named(heads_up):
    node, notes = find_line(heads_up, "r270 c / x r320")
    assert heads_up.tree.text(node) == "raise 250,call|*|check,bet 250"
    assert notes == (
        "raise 270 is not in the tree and is taken for raise 250",
        "raise 320 is not in the tree and is taken for bet 250",
    )
    assert combo_strategy(heads_up, node, BOARD).shape == (1326, 3)


@pytest.mark.parametrize(
    ("line", "board", "seat", "error", "words"),
    [
        ("f", "", None, BadConfig, "is the end of a hand"),
        ("r250 c", "", None, BadConfig, "is on the flop: expected a board of 3 cards"),
        ("r250 r750 r10000 r11000", "", None, IllegalAction, "no 'raise 11000' there, expected one of fold, call"),
        ("r90", "", None, IllegalAction, "the bet to raise is 100"),
        ("", "", 1, BadConfig, "BB has no decision in line ''"),
        ("r250 c / Td9d6h / x", "Td9d6d", None, BadConfig, "deals Td9d6h, but the board is Td9d6d"),
        ("bb:r250", "", None, IllegalAction, "it is BTN/SB's turn"),
    ],
)
def test_lines_that_cannot_be_shown(heads_up, line, board, seat, error, words):
    with pytest.raises(error, match=words):
        view_line(heads_up, line, parse_cards(board), seat)


def test_show_in_words_and_json(heads_up, capsys):
    bundle = str(heads_up.path)
    assert main(["blueprint", "show", bundle, "r270 c / x", "--board", "Td9d6h"]) == 0
    out = capsys.readouterr().out
    assert "BTN/SB on the flop  Td 9d 6h  pot 5 bb, 0 bb to call" in out
    assert "note: raise 270 is not in the tree and is taken for raise 250" in out
    assert out.count("AKs") == out.count("72o") == 1
    assert main(["blueprint", "show", f"blueprint:{bundle}", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["actions"] == ["fold", "call", "raise 250"]
    assert len(shown["hands"]) == 169
    assert sum(shown["frequencies"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "no artifact at 'nowhere'"),
        (["BUNDLE", "q"], "unknown action 'q' in line 'q'"),
        (["BUNDLE", "--seat", "UTG"], "unknown seat 'UTG'"),
        (["BUNDLE", "c x", "--board", "TdTd2c"], "duplicate card Td"),
        (["BUNDLE", "c x", "--board", "Td2c"], "board 'Td2c' of 2 cards"),
    ],
)
def test_bad_input_is_one_sentence(heads_up, arguments, words, capsys):
    filled = [str(heads_up.path) if word == "BUNDLE" else word for word in arguments]
    assert main(["blueprint", "show", *filled]) == 2
    assert words in capsys.readouterr().err
