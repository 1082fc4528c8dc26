"""The one compiled walk against recursions over `Hand`: spots, games before the flop, blueprints; and known counts."""

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gutshot.blueprint import tree as blueprint_tree
from gutshot.blueprint.config import GameConfig
from gutshot.errors import BadConfig
from gutshot.games.betting import CALL, FOLD
from gutshot.games.hand import Hand
from gutshot.preflop.config import JamTable, PreflopConfig
from gutshot.preflop.tree import CHIPS, EndKind, PreflopTree, jam_tree, raise_tree
from gutshot.trees.amounts import SizeContext, raise_to, round_half_up
from gutshot.trees.bet_sizes import BetSize, parse_sizes
from gutshot.trees.betting_tree import BettingTree, NodeKind, StreetSizes, TreeConfig, build_tree
from tests.naive import blueprint as naive_blueprint
from tests.naive import trees as naive

BETS = ("33%", "50%", "110%", "e", "2e", "e80%", "a", "17c")
RAISES = (*BETS, "2.5x", "3x", "40c2r")


@st.composite
def sizes(draw: st.DrawFn, known: tuple[str, ...], most: int = 2) -> tuple[BetSize, ...]:
    texts = draw(st.lists(st.sampled_from(known), max_size=most, unique=True))
    return parse_sizes(",".join(texts), raises=True)


thresholds = st.sampled_from([0.0, 0.1, 0.15, 0.33, 0.5, 1.5])
street_sizes = st.builds(StreetSizes, sizes(BETS), sizes(RAISES, 1), st.none() | sizes(BETS, 1))


@st.composite
def spots(draw: st.DrawFn) -> TreeConfig:
    first = draw(st.sampled_from([1, 2, 2]))
    streets = [(draw(street_sizes), draw(street_sizes)) for _ in range(first, 3)]
    pot, stack = 2 * draw(st.integers(1, 60)), draw(st.integers(1, 400))
    return TreeConfig(first, pot, stack, streets, draw(thresholds), draw(thresholds), draw(thresholds))


def lines_of(tree: BettingTree) -> list[naive.Line]:
    """[nodes] the numbers of the actions that lead to each node."""
    lines: list[naive.Line] = [()]
    for node in range(1, len(tree)):
        before = lines[tree.parent[node]]
        dealt = tree.kind[tree.parent[node]] == NodeKind.CHANCE
        lines.append(before if dealt else (*before, tree.action(node).number))
    return lines


@settings(max_examples=60)
@given(spots())
def test_spots_are_those_of_a_recursion(config: TreeConfig) -> None:
    try:
        tree = build_tree(config)
    except BadConfig as error:
        assert "never get all-in" in str(error)
        assume(False)
    assume(len(tree) < 3000)
    lines = lines_of(tree)
    nodes = [node for node in range(len(tree)) if tree.kind[node] != NodeKind.CHANCE]
    slow = list(naive.spot_lines(config))
    assert [lines[node] for node in nodes] == [line for line, _ in slow]
    for node, (_, hand) in zip(nodes, slow, strict=True):
        kind = tree.kind[node]
        assert (kind == NodeKind.DECISION) != hand.is_over
        assert tree.matched[node] == min(hand.contributions) - config.pot // 2
        if kind == NodeKind.DECISION:
            assert (tree.actor[node], tree.street[node] + 1) == (hand.actor, hand.street)
        elif kind == NodeKind.FOLD:
            assert hand.live[1 - tree.actor[node]]
            assert not hand.live[tree.actor[node]]


# --- before the flop --------------------------------------------------------------------------------------------------


@st.composite
def preflop_games(draw: st.DrawFn) -> PreflopConfig:
    players = draw(st.integers(2, 5))
    stack = st.floats(1.01, 60).map(lambda number: round(number, 3))
    depths = draw(st.lists(stack, min_size=players, max_size=players) | stack.map(lambda number: [number]))
    texts = st.lists(st.sampled_from(["2x", "2.5x", "100%", "a", "1500c"]), min_size=1, max_size=3 - (players > 3))
    return PreflopConfig(
        num_players=players,
        stack_depth=tuple(depths),
        bet_sizes=tuple(draw(texts)),
        small_blind=draw(st.sampled_from([0.5, 0.4, 0.0, 1.0])),
        ante=draw(st.sampled_from([0.0, 0.125, 1.0])),
        limps=draw(st.booleans()),
        max_raises_per_street=draw(st.integers(1, 3)),
        force_allin_threshold=draw(st.sampled_from([0.0, 0.25, 0.5])),
        postflop_model="checked_down",
    )


def naive_raise_lines(config: PreflopConfig) -> list[tuple[naive.Line, Hand]]:
    players = config.num_players
    stacks = [naive.half_up(stack * CHIPS) for stack in config.stack_depth]
    blinds = (naive.half_up(config.small_blind * CHIPS), CHIPS)
    button = 0 if players == 2 else players - 1
    hand = Hand.holdem(stacks, blinds, button, antes=naive.half_up(config.ante * CHIPS), seed=0)

    def may_call(now: Hand) -> bool:
        live = [seat for seat in range(players) if now.live[seat]]
        if naive.raises_of(now) == 0:
            return config.limps and len(live) == 2
        matched = [seat for seat in live if now.bets[seat] == max(now.bets)]
        cold = players > 2 and naive.raises_of(now) > 1 and now.bets[int(now.actor or 0)] <= CHIPS
        return len(matched) < 2 and not cold

    def choices(now: Hand, line: naive.Line) -> list[int]:
        offered = [CALL] if now.legal.check else [FOLD, CALL] if may_call(now) else [FOLD]
        made, levels = naive.raises_of(now), config.sizes()
        if made >= config.max_raises_per_street:
            return offered
        return offered + naive.raises(now, levels[min(made, len(levels) - 1)], config.force_allin_threshold)

    return list(naive.walk(hand, choices, last_street=0))


def numbers_of(tree: PreflopTree) -> list[naive.Line]:
    lines: list[naive.Line] = [()]
    for node in range(1, len(tree)):
        action = tree.action[node]
        assert action is not None
        lines.append((*lines[int(tree.parent[node])], action.number))
    return lines


@settings(max_examples=60)
@given(preflop_games())
def test_raising_games_are_those_of_a_recursion(config: PreflopConfig) -> None:
    slow = naive_raise_lines(config)
    assume(1 < len(slow) < 3000)
    tree = raise_tree(config)
    assert numbers_of(tree) == [line for line, _ in slow]
    ends = {end.node: end for end in tree.ends}
    for node, (_, hand) in enumerate(slow):
        over = hand.is_over or hand.street > 0
        assert over == (node in ends)
        if not over:
            assert tree.actor[node] == hand.actor
            continue
        assert ends[node].paid == pytest.approx([chips / CHIPS for chips in hand.contributions])
        assert ends[node].live == tuple(seat for seat in range(config.num_players) if hand.live[seat])
        kind = EndKind.FOLD if len(ends[node].live) == 1 else EndKind.ALL_IN if hand.is_over else EndKind.FLOP
        assert ends[node].kind is kind


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("settings", "nodes", "ends"),
    [
        ({"stack_depth": 25}, 22, 14),
        ({"stack_depth": 25, "num_players": 3}, 69, 39),
        ({"stack_depth": [5, 20, 20], "num_players": 3}, 49, 28),
        ({"stack_depth": 40, "num_players": 6, "bet_sizes": ["2x", "a"]}, 269, 116),
    ],
)
def test_raising_games_have_the_nodes_they_always_had(settings: dict[str, Any], nodes: int, ends: int) -> None:
    usual = {"bet_sizes": ("2.5x", "3x", "a"), "postflop_model": "checked_down"}
    tree = raise_tree(PreflopConfig(**usual | settings))
    assert (len(tree), len(tree.ends)) == (nodes, ends)


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("table", "nodes"),
    [
        (JamTable((10.0, 10.0)), 5),
        (JamTable((10.0, 10.0, 10.0)), 13),
        (JamTable((10.0,) * 6), 125),
        (JamTable((5.0, 10.0, 20.0), 0.125), 13),
        (JamTable((10.0, 10.0, 0.001)), 11),
        (JamTable((0.5, 10.0, 10.0)), 5),
        (JamTable((0.5, 0.8)), 1),
    ],
)
def test_jam_or_fold_has_the_nodes_it_always_had(table: JamTable, nodes: int) -> None:
    assert len(jam_tree(table)) == nodes


def test_nobody_is_asked_to_fold_to_an_all_in_he_has_matched() -> None:
    """The big blind is all-in for what the small blind has posted: once the others fold, cards are shown."""
    tree = jam_tree(JamTable((10.0, 0.5, 10.0)))
    assert [tree.line(end.node) for end in tree.ends] == ["fold", "all-in,fold", "all-in,call"]
    assert tree.ends[0].live == (0, 1)


# --- blueprints -------------------------------------------------------------------------------------------------------


@st.composite
def blueprint_games(draw: st.DrawFn) -> GameConfig:
    players = draw(st.sampled_from([2, 2, 3, 3, 4, 5, 6]))
    few = 1 if players > 2 else 2
    level = st.lists(st.sampled_from(["50%", "100%", "a", "e"]), max_size=few, unique=True)
    streets = {name: draw(st.lists(level, min_size=1, max_size=2)) for name in ("preflop", "flop", "turn", "river")}
    after = {name: draw(st.lists(level, min_size=1, max_size=2)) for name in ("flop", "turn", "river")}
    depth = st.floats(2.5, 12)
    return GameConfig(
        players,
        stack_depth=draw(depth | st.tuples(*[depth] * players)),
        ante=draw(st.sampled_from([0, 0, 10])),
        bet_sizes=streets,
        multiway_sizes=draw(st.none() | st.just(after)),
        max_raises_per_street=draw(st.integers(0, 2 if players < 4 else 1)),
        max_flop_players=draw(st.integers(2, 3)),
        limps=draw(st.sampled_from(["none", "small_blind", "faced", "all"])),
        max_limpers=draw(st.integers(0, 2)),
        max_raises_after_limp=draw(st.integers(0, 2)),
        max_cold_call_raises=draw(st.sampled_from([0, 1, 9])),
        force_allin_threshold=draw(st.sampled_from([0.0, 0.2, 0.33])),
    )


@settings(max_examples=40)
@given(blueprint_games())
def test_blueprint_trees_are_those_of_a_recursion(game: GameConfig) -> None:
    assume(blueprint_tree.measure(game, (1,) * 4).nodes < 4000)
    tree = blueprint_tree.with_chips(game, blueprint_tree.build(game, (1,) * 4))
    assert {tree.line(node) for node in range(len(tree)) if not tree.is_decision(node)} == naive_blueprint.lines(game)
    start = Hand.holdem(list(game.stacks), blinds=game.blinds, antes=game.ante, button=0, seed=1)
    for node in range(0, len(tree), 7):
        if tree.is_decision(node):
            require_chips(tree, node, start)


def require_chips(tree: blueprint_tree.PublicTree, node: int, start: Hand) -> None:
    hand, aggressor = start, -1
    for action in tree.line(node):
        aggressor = int(hand.actor or 0) if action > 0 else aggressor
        hand = hand.act_unchecked(action)
    chips, live = tree.chips, [seat for seat in range(tree.seats) if hand.live[seat]]
    assert (tree.actor(node), tree.street(node)) == (hand.actor, hand.street)
    assert (chips.pot[node], chips.faced[node]) == (hand.pot, max(hand.bets))
    assert (chips.owed[node], chips.raises[node]) == (hand.legal.call or 0, naive.raises_of(hand))
    assert chips.live[node] == sum(1 << seat for seat in live)
    assert chips.behind[node] == min(hand.stacks[seat] for seat in live)
    assert chips.all_in[node] == hand.stacks[tree.actor(node)] + hand.bets[tree.actor(node)]
    assert chips.aggressor[node] == aggressor


# --- amounts ----------------------------------------------------------------------------------------------------------


@pytest.mark.nojit
@given(st.floats(0, 1e9) | st.integers(0, 10**6).map(lambda number: np.nextafter(number + 0.5, 0)))
def test_halves_go_up_and_nothing_below_them(amount: float) -> None:
    assert round_half_up(amount) == naive.half_up(amount)


@pytest.mark.nojit
def test_sizes_beyond_all_stacks_stay_numbers() -> None:
    now = SizeContext(100, 0, 1000, 3, 0)
    (size,) = parse_sizes("9" * 400 + "%")
    assert (raise_to(size, now) or 0) > 1 << 50
