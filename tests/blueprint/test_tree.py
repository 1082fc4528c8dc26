"""The betting tree against a recursion over the rules, and the meaning of every option that keeps it small."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.blueprint import tree
from gutshot.blueprint.config import BlueprintConfig, GameConfig
from gutshot.blueprint.walks import showdown_gain
from gutshot.errors import BadConfig, IllegalAction, MalformedInput
from gutshot.games.betting import CALL, FOLD
from tests.naive import blueprint as naive

BUCKETS = (169, 3, 3, 3)
ONE_SIZE: dict[str, Any] = {
    "bet_sizes": {"preflop": [["2.5x"], ["a"]], "flop": [["66%"], ["a"]], "turn": ["e"], "river": ["a"]},
    "max_raises_per_street": {"preflop": 2, "flop": 2, "turn": 1, "river": 1},
}
GAMES = (
    GameConfig(2, stack_depth=20.0, **ONE_SIZE),
    GameConfig(2, stack_depth=(15.0, 40.0), ante=10, force_allin_threshold=0.3, **ONE_SIZE),
    GameConfig(3, stack_depth=(6.0, 9.0, 30.0), limps="small_blind", max_flop_players=2, **ONE_SIZE),
    GameConfig(
        3, stack_depth=30.0, multiway_sizes={"flop": ["50%"], "turn": [], "river": []}, limps="none", **ONE_SIZE
    ),
    GameConfig(4, stack_depth=8.0, max_limpers=1, max_raises_after_limp=1, max_cold_call_raises=0, **ONE_SIZE),
)


def lines_of(found: tree.PublicTree) -> set[tuple[int, ...]]:
    return {found.line(node) for node in range(len(found)) if not found.is_decision(node)}


@pytest.mark.parametrize("game", GAMES)
def test_the_lines_are_those_of_a_recursion_over_the_rules(game: GameConfig) -> None:
    found = tree.build(game, BUCKETS)
    assert lines_of(found) == naive.lines(game)
    size = tree.measure(game, BUCKETS)
    assert (size.nodes, size.terminals) == (len(found), len(found.table.paid))
    assert sum(size.decisions) == size.nodes - size.terminals


def test_infosets_lie_side_by_side_without_gap_or_overlap() -> None:
    found = tree.build(GAMES[0], BUCKETS)
    taken = np.zeros(found.slots, np.int64)
    for node in range(len(found)):
        if found.is_decision(node):
            for bucket in range(BUCKETS[found.street(node)]):
                taken[found.slot(node, bucket) : found.slot(node, bucket) + found.width(node)] += 1
    assert (taken == 1).all()


def test_never_more_players_at_a_flop_than_the_cap() -> None:
    game = replace(GAMES[4], num_players=6, max_flop_players=3, max_limpers=9, max_cold_call_raises=9)
    found = tree.build(game, BUCKETS)
    most = 0
    for node in range(len(found)):
        if found.is_decision(node) and found.street(node) == 1 and found.street(found.parent(node)) == 0:
            folds = sum(action == FOLD for action in found.line(node))
            most = max(most, 6 - folds)
    assert most == 3


def test_a_line_is_read_back_from_its_text() -> None:
    found = tree.build(GAMES[0], BUCKETS)
    for node in range(0, len(found), 7):
        assert found.follow(found.text(node)) == node
    assert found.follow("r2.5bb x") == found.follow("raise 250,call") == found.find((250, CALL))
    with pytest.raises(IllegalAction, match="no 'raise 260' after '': expected fold, call, raise 250"):
        found.find((260,))
    with pytest.raises(MalformedInput, match="unknown action 'z'"):
        found.follow("z")


@given(st.lists(st.tuples(st.integers(1, 9), st.booleans(), st.integers(0, 3)), min_size=2, max_size=6))
def test_showdowns_share_side_pots(seats: list[tuple[int, bool, int]]) -> None:
    paid, live, strengths = ([seat[column] for seat in seats] for column in range(3))
    live[0] = live[1] = True
    paid[0] = max(paid[0], *(own for own, in_hand in zip(paid, live, strict=True) if not in_hand), 1)
    mask = sum(1 << seat for seat, in_hand in enumerate(live) if in_hand)
    arrays = np.array(paid, np.int32), mask, np.array(strengths, np.int32)
    found = [showdown_gain(*arrays, seat) for seat in range(len(paid))]
    assert found == pytest.approx(naive.gains(paid, [bool(each) for each in live], strengths))
    assert sum(found) == pytest.approx(0)


@pytest.mark.parametrize(
    ("given_config", "words"),
    [
        ({"game": {"num_players": 7}}, "game.num_players 7: expected a whole number from 2 to 6"),
        ({"game": {"stack_depth": 0.5}}, "stack_depth 0.5 is not above the big blind"),
        ({"game": {"stack_depth": [100, 50, 30]}}, "stack_depth has 3 stacks for 2 seats"),
        ({"game": {"bet_sizes": {"flop": [0.5]}}}, "bet_sizes says nothing about the preflop"),
        ({"game": {"bet_sizes": [True]}}, "bet_sizes.preflop holds True"),
        ({"game": {"limps": "some"}}, "unknown game.limps 'some': expected one of none, small_blind"),
        ({"game": {"stack_depth": float("nan")}}, "game.stack_depth nan: expected a number above 0"),
        ({"game": {"bet_sizes": 3}}, "bet_sizes 3: expected a list of sizes"),
        ({"game": {"max_raises_per_street": True}}, "max_raises_per_street True: expected a whole number from 0 to 20"),
        ({"game": {"seats": 3}}, "unknown setting 'seats' of game: expected one of num_players"),
        ({"training": {"abstraction_mode": "psychic"}}, "unknown training.abstraction_mode 'psychic'"),
        ({"training": {"iterations": 0}}, "training.iterations 0: expected a whole number from 1 to"),
        ({"training": {"mccfr_samples": "1e12"}}, "mccfr_samples '1e12': expected a whole number from 1 to 10,000,000"),
        ({"training": {"threads": -1}}, "training.threads -1: expected a whole number from 1 to 1,024"),
        ({"abstraction": {"mode": "ehs2"}}, "abstraction.mode 'ehs2': training.abstraction_mode differs"),
        ({"training": {"tremble": 2.0}}, "training.tremble 2.0: expected a number from 0 to 1"),
        ({"training": {"seed": "one"}}, "training.seed 'one': expected a whole number"),
        ({"trainer": {}}, "unknown setting 'trainer' of a blueprint run (did you mean 'training'?)"),
    ],
)
def test_bad_settings_are_named(given_config: dict[str, Any], words: str) -> None:
    with pytest.raises(BadConfig) as error:
        BlueprintConfig.from_dict(given_config)
    assert words in str(error.value)


def test_the_fields_of_a_simple_config_have_defaults_and_survive_json() -> None:
    simple = {"game": {"num_players": 3, "stack_depth": 25, "bet_sizes": [0.33, 0.67, 1.0]}}
    plan = BlueprintConfig.from_dict(simple | {"training": {"mccfr_samples": 500, "deal_count": 50000}})
    assert plan.game.stacks == (2500, 2500, 2500)
    assert [str(size) for size in plan.game.levels()[3][0]] == ["33%", "67%", "100%"]
    assert BlueprintConfig.from_dict({}).game.num_players == 2
    assert BlueprintConfig.from_dict(plan.to_dict()) == plan
    assert BlueprintConfig.from_dict({"training": {"threads": 0}}).training.threads is None  # as older files say it


def test_a_tree_that_cannot_fit_is_refused_with_the_figure() -> None:
    with pytest.raises(BadConfig, match=r"this game has [\d,]+ nodes, .* but 0\.00 GB may be used: use fewer sizes"):
        tree.build(GAMES[0], (169, 200, 200, 200), memory=1000)
