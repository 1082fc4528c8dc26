"""Tables that grow: the same numbers as dense ones, room made when it is short, and cuts that are mended."""

from typing import Any

import numpy as np
import pytest

from gutshot.blueprint import growing, tree
from gutshot.blueprint.config import GameConfig, TrainingConfig
from gutshot.blueprint.deals import Deals
from gutshot.blueprint.growing import Tables, bytes_taken, fill, find_row, room_for, used_part
from gutshot.blueprint.rows import Rows, add_regrets, read_averages, read_regrets
from gutshot.blueprint.tables import best_known, dense_tables, growing_tables
from gutshot.blueprint.trainer import Trainer
from gutshot.cfr.best_response import measure
from gutshot.trees.table import NODE_ACTOR, NODE_CHILD, NODE_SLOT, NODE_VISITS, UNOPENED
from tests.blueprint.toys import leduc

FOREVER = 1e9
BUCKETS = (7, 60, 9, 5)
GAMES = {
    "three seats": GameConfig(3, stack_depth=6, bet_sizes=(1.0,), max_raises_per_street=2),
    "limps are faced": GameConfig(
        4, stack_depth=5, bet_sizes=(0.75,), max_raises_per_street=1, limps="faced", max_limpers=1, max_flop_players=2
    ),
    "uneven stacks": GameConfig(3, stack_depth=(4, 9, 6), bet_sizes=("a",), max_raises_per_street=2, ante=10),
}


class Dice:
    """Buckets and strengths at random, the same for the same numbers."""

    def __init__(self, seats: int) -> None:
        self.seats = seats

    def deal(self, first: int, count: int) -> Deals:
        found = [np.random.default_rng(number) for number in range(first, first + count)]
        buckets = np.array([dice.integers(0, BUCKETS, (self.seats, 4)) for dice in found], np.int32)
        return Deals(buckets, np.array([dice.integers(0, 6, (1, self.seats)) for dice in found], np.int32))


def trainer(game: GameConfig, kind: str, memory: float = 3e8, **settings: Any) -> Trainer:
    plan = TrainingConfig(mccfr_samples=20, deterministic=True, iterations=10**9, seed=4, **settings)
    if kind == "dense":
        return Trainer(tree.build(game, BUCKETS), Dice(game.num_players), plan)
    tables = growing_tables(game, BUCKETS, memory, int(kind))
    root = tree.PublicTree(game.num_players, BUCKETS, tables.betting, big_blind=game.blinds[1])
    return Trainer(root, Dice(game.num_players), plan, tables)


def row(run: Trainer, node: int, bucket: int) -> list[float]:
    """Regrets and averages of an infoset."""
    width = run.tree.width(node)
    at, found = find_row(run.tables, node, bucket, width), np.zeros((2, 8))
    read_regrets(run.tables.rows, at, width, found[0])
    read_averages(run.tables.rows, at, width, found[1])
    return [float(x) for part in found for x in part[:width]]


def pairs(dense: Trainer, grown: Trainer) -> list[tuple[int, int]]:
    """Nodes of the same lines."""
    found, queue, one, other = [], [(0, 0)], dense.tree, grown.tree
    while queue:
        node, twin = queue.pop()
        found.append((node, twin))
        if one.is_decision(node) and other.is_decision(twin):
            assert one.actions(node) == other.actions(twin) and one.actor(node) == other.actor(twin)
            queue += zip(one.children(node), other.children(twin), strict=True)
    return found


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("settings", [{}, {"prune_share": 0.0, "tremble": 0.1, "averaging": "opponents"}])
def test_grown_and_dense_tables_learn_the_same_bit_for_bit(name: str, settings: dict[str, Any]) -> None:
    dense, grown = (trainer(GAMES[name], kind, **settings) for kind in ("dense", "32"))
    for run in (dense, grown):
        run.run(FOREVER, 60)
    seen = 0
    for node, twin in pairs(dense, grown):
        if dense.tree.is_decision(node):
            for bucket in range(BUCKETS[dense.tree.street(node)]):
                mine = row(dense, node, bucket)
                theirs = row(grown, twin, bucket) if grown.tree.is_decision(twin) else [0.0] * len(mine)
                assert mine == theirs
                seen += any(mine)
    assert seen > 500 and grown.look().infosets == dense.look().infosets


@pytest.mark.parametrize("bits", [16, 32])
def test_leduc_comes_to_its_value_in_few_bits_too(bits: int) -> None:
    toy = leduc()
    plan = TrainingConfig(mccfr_samples=200, deterministic=True, prune_share=0.0, iterations=10**12)
    run = Trainer(toy.tree, toy, plan, _opened_already(toy.tree, bits))
    run.run(FOREVER, 410)
    table = np.zeros(2 * toy.tree.slots, np.float32)
    for node, bucket in toy.places.values():
        width, begin = toy.tree.width(node), 2 * toy.tree.slot(node, bucket)
        table[begin : begin + 2 * width] = row(run, node, bucket)
    found = measure(toy.game, toy.strategy(table))
    assert found.nash_conv < 0.15
    assert found.values[0] == pytest.approx(-0.085606, abs=0.01)


def _opened_already(known: tree.PublicTree, bits: int) -> Tables:
    """Growing tables of a game that no rules engine plays: all its nodes are open, and none has a row."""
    none = dense_tables(known).growth.plan
    tables = room_for(none, known.seats, 10**7, bits == 16)
    nodes = known.nodes.copy()
    nodes[nodes[:, NODE_ACTOR] >= 0, NODE_VISITS] = nodes[:, NODE_SLOT] = 0
    fill(tables, used_part(tables) | {"nodes": nodes, "paid": known.table.paid, "live": known.table.live})
    return tables


def test_rounding_to_the_nearest_would_stall_and_lots_do_not() -> None:
    """Thirty thousand small additions to a large value come to their sum."""
    rows = Rows.of_memory(np.zeros(4, np.int64), short=True)
    add_regrets(rows, 2, 2, np.array([1e6, -3e5]), np.uint64(1))
    for number in range(30_000):
        add_regrets(rows, 2, 2, np.array([9.0, -3.0]), np.uint64(number))
    found = np.zeros(2)
    read_regrets(rows, 2, 2, found)
    np.testing.assert_allclose(found, (1e6 + 270_000, -3e5 - 90_000), rtol=0.04)


def test_room_is_made_by_closing_what_was_met_least() -> None:
    run = trainer(GAMES["three seats"], "16", memory=9e4)
    run.run(FOREVER, 300)
    assert run.closed > 0 and run.iteration == 300 and bytes_taken(run.tables) <= 9e4
    _require_whole(run)
    assert run.tree.nodes[0, NODE_ACTOR] >= 0


def _require_whole(run: Trainer) -> None:
    """Every node says who its parent is, ends have ends, and blocks belong to their nodes."""
    nodes, live = run.tree.nodes, run.tree.table.live
    for node in range(len(nodes)):
        for child in run.tree.children(node):
            assert run.tree.parent(child) == node
        if nodes[node, NODE_ACTOR] < 0 and nodes[node, NODE_ACTOR] != UNOPENED:
            assert live[nodes[node, 5]] > 0
    assert sum(nodes[nodes[:, NODE_ACTOR] >= 0][:, 2]) + 1 == len(nodes)
    fresh = trainer(GAMES["three seats"], "16")
    for node, twin in pairs(run, fresh):
        assert run.tree.line(node) == fresh.tree.line(twin)


def test_a_cut_while_threads_work_is_mended() -> None:
    run = trainer(GAMES["three seats"], "32")
    run.run(FOREVER, 40)
    early = {name: part.copy() for name, part in used_part(run.tables).items()}
    run.run(FOREVER, 40)
    later = used_part(run.tables)
    cut = {name: later[name][: len(part)] for name, part in early.items()}  # newer contents, older lengths
    again = trainer(GAMES["three seats"], "32")
    fill(again.tables, cut)
    nodes = again.tree.nodes
    opened = nodes[nodes[:, NODE_ACTOR] >= 0]
    assert (opened[:, NODE_CHILD] + opened[:, 2] <= len(nodes)).all()
    again.iteration = 80
    again.run(FOREVER, 40)
    _require_whole(again)


def test_several_threads_grow_one_tree() -> None:
    run = trainer(GAMES["three seats"], "16")
    run.settings = TrainingConfig(mccfr_samples=20, threads=4, iterations=10**9)
    run.run(FOREVER, 200)
    _require_whole(run)
    sound = trainer(GAMES["three seats"], "16")
    sound.run(FOREVER, 200)
    # Who comes first is chance, and on a busy machine one thread may do most.
    assert run.look().infosets == pytest.approx(sound.look().infosets, rel=0.15)


def test_the_best_known_part_is_a_tree_of_its_own() -> None:
    run = trainer(GAMES["three seats"], "16")
    run.run(FOREVER, 100)
    opened, order = best_known(run.tree, 1500.0)
    part = tree.regrow(GAMES["three seats"], BUCKETS, len(opened), opened)
    assert 10 < opened.sum() < (run.tree.nodes[:, NODE_ACTOR] >= 0).sum()
    assert all(part.is_decision(int(node)) for node in np.flatnonzero(opened))
    assert all(part.line(node) == run.tree.line(order[node]) for node in range(len(part)))


def test_memory_is_taken_as_it_is_needed() -> None:
    game = GAMES["three seats"]
    tables = room_for(tree.growth_plan(game, BUCKETS), 3, 2_000_000_000, short=True)
    assert bytes_taken(tables) < 200 and growing.known_nodes(tables) == 1
