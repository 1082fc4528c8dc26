"""The betting tree: known counts, the sizes at known nodes, and the invariants of every line."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.actions import Action, ActionKind
from gutshot.trees.bet_sizes import parse_sizes
from gutshot.trees.betting_tree import (
    RIVER,
    TURN,
    BettingTree,
    NodeKind,
    StreetSizes,
    TreeConfig,
    build_tree,
)


def make_tree(first_street: int, bets: str, raises: str, donk: str | None = None, **options: Any) -> BettingTree:
    own = StreetSizes(parse_sizes(bets), parse_sizes(raises, raises=True))
    last = StreetSizes(own.bets, own.raises, None if donk is None else parse_sizes(donk))
    sizes = [((last if street == RIVER else own),) * 2 for street in range(first_street, RIVER + 1)]
    return build_tree(TreeConfig(first_street, options.pop("pot", 200), options.pop("stack", 900), sizes, **options))


STANDARD = {"add_allin_threshold": 1.5, "force_allin_threshold": 0.15, "merging_threshold": 0.1}


def labels(tree: BettingTree, node: int) -> list[str]:
    return [str(action) for action in tree.actions(node)]


@pytest.mark.nojit
def test_the_standard_river_by_hand() -> None:
    tree = make_tree(RIVER, "60%, e, a", "2.5x", "50%", **STANDARD)
    assert [int(np.sum(tree.kind == kind)) for kind in NodeKind] == [10, 0, 8, 9]
    assert labels(tree, 0) == ["check", "bet 120", "all-in 900"]
    facing = tree.child_by(0, Action(ActionKind.BET, 120))
    assert labels(tree, facing) == ["fold", "call", "raise 300"]
    assert labels(tree, tree.child_by(facing, Action(ActionKind.RAISE, 300))) == ["fold", "call", "all-in 900"]


@pytest.mark.nojit
def test_a_donk_bet_has_its_own_sizes() -> None:
    tree = make_tree(TURN, "60%", "2.5x", "50%")
    bet = tree.child_by(tree.child_by(0, Action(ActionKind.CHECK)), Action(ActionKind.BET, 120))
    called = tree.child_by(bet, Action(ActionKind.CALL))
    river = int(tree.children(called)[0])
    assert labels(tree, river) == ["check", "bet 220"]
    checked_through = tree.child_by(tree.child_by(0, Action(ActionKind.CHECK)), Action(ActionKind.CHECK))
    assert labels(tree, int(tree.children(checked_through)[0])) == ["check", "bet 120"]


@pytest.mark.nojit
def test_sizes_that_are_close_merge_into_the_larger() -> None:
    plain = make_tree(RIVER, "90%, 100%", "")
    merged = make_tree(RIVER, "90%, 100%", "", merging_threshold=0.1)
    assert labels(plain, 0) == ["check", "bet 180", "bet 200"]
    assert labels(merged, 0) == ["check", "bet 200"]


def test_thresholds_make_all_ins() -> None:
    assert labels(make_tree(RIVER, "50%", "", stack=290, add_allin_threshold=1.5), 0)[-1] == "all-in 290"
    assert labels(make_tree(RIVER, "50%", "", stack=310, add_allin_threshold=1.5), 0)[-1] == "bet 100"
    assert labels(make_tree(RIVER, "50%", "", stack=140, force_allin_threshold=0.1), 0) == ["check", "all-in 140"]


def test_every_line_keeps_the_books() -> None:
    tree = make_tree(0, "60%, e, a", "2.5x", "50%", **STANDARD)
    for node in range(len(tree)):
        kind = tree.kind[node]
        assert (tree.child_count[node] == 0) == (kind in (NodeKind.FOLD, NodeKind.SHOWDOWN))
        assert 0 <= tree.matched[node] <= 900
        for child in tree.children(node):
            assert tree.parent[child] == node
            assert tree.matched[child] >= tree.matched[node]
            assert tree.street[child] == tree.street[node] + (kind == NodeKind.CHANCE)
    assert int(np.max(tree.matched)) == 900


def test_an_unknown_action_lists_the_known_ones() -> None:
    with pytest.raises(IllegalAction, match=r"bet 77.*check, bet 120"):
        make_tree(RIVER, "60%", "").child_by(0, Action(ActionKind.BET, 77))


def test_bad_amounts_are_refused() -> None:
    with pytest.raises(BadConfig, match="stack 0"):
        make_tree(RIVER, "60%", "", stack=0)
    with pytest.raises(BadConfig, match="merging_threshold"):
        make_tree(RIVER, "60%", "", merging_threshold=-1)


def test_node_counts_equal_the_recorded_ones(shared: Path) -> None:
    """Runouts of Td9d6h: 36 turns differ up to suits, 1,429 rivers; of Td9d6hQc: 48 rivers."""
    recorded = json.loads((shared / "peers" / "spots.json").read_text())
    boards = {3: (1, 36, (11 + 12) * 35 + 13 * 48), 4: (0, 1, 48), 5: (0, 0, 1)}
    for spot in recorded["spots"]:
        sizes = recorded["trees"][spot["tree"]]
        options = {key: value for key, value in sizes.items() if key.endswith("threshold")}
        cards = len(spot["board"]) // 2
        tree = make_tree(cards - 3, sizes["bets"], sizes["raises"], sizes.get("donk", {}).get("river"), **options)
        counts = [sum(tree.count(kind, s) * boards[cards][s] for s in range(3)) for kind in NodeKind]
        assert counts[0] == spot["decision_nodes"], spot["spot"]
        assert counts[1] == spot["chance_nodes"], spot["spot"]
        assert counts[2] + counts[3] == spot["terminal_nodes"], spot["spot"]


def test_what_was_played_is_in_the_tree_there_and_nowhere_else() -> None:
    tree = make_tree(RIVER, "50%", "3x", played=((0, 37, 155, 400), (61,), (50,)), pot=100)
    assert labels(tree, 0) == ["check", "bet 50", "bet 61"]
    checked = tree.child_by(0, Action(ActionKind.CHECK))
    assert labels(tree, checked) == ["check", "bet 37", "bet 50"]
    bet = tree.child_by(checked, Action(ActionKind.BET, 37))
    assert labels(tree, bet) == ["fold", "call", "raise 111", "raise 155"]
    raised = tree.child_by(bet, Action(ActionKind.RAISE, 155))
    assert labels(tree, raised) == ["fold", "call", "raise 400", "raise 465"]
    other = tree.child_by(checked, Action(ActionKind.BET, 50))
    assert labels(tree, other) == ["fold", "call", "raise 150"]


def test_played_amounts_keep_to_the_rules() -> None:
    tree = make_tree(RIVER, "50%", "", played=((60, 61), (5000,)), pot=100)
    assert labels(tree, 0) == ["check", "bet 50", "bet 60", "all-in 900"]
    assert labels(tree, tree.child_by(0, Action(ActionKind.BET, 60))) == ["fold", "call", "raise 120"]
    with pytest.raises(BadConfig, match="61 played lines: expected at most 60"):
        make_tree(RIVER, "50%", "", played=((7,),) * 61)
