"""Several workers on one game: the bits of one process with one share, its strength with several, whoever may die."""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gutshot.blueprint import run, tree
from gutshot.blueprint.config import BlueprintConfig, GameConfig, TrainingConfig
from gutshot.blueprint.deals import PreflopDealer
from gutshot.blueprint.exchange import Changes, CrewLost, Learnt, Share, SharedTrainer, Worker, add, changes_of, put
from gutshot.blueprint.full_width import FullWidth
from gutshot.blueprint.ray_crew import RayCrew, ray_crew
from gutshot.blueprint.setup import new_trainer, plan_tables, worker_trainer
from gutshot.blueprint.trainer import Trainer
from gutshot.cfr.best_response import measure
from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Floats, Reals
from tests.blueprint.toys import Toy, leduc

FOREVER = 1e9
LEDUC = TrainingConfig(mccfr_samples=200, deterministic=True, prune_share=0.0, iterations=10**12, exchange_iterations=5)
SMALL_HOLDEM = GameConfig(
    stack_depth=10,
    bet_sizes={"preflop": ["a"], "flop": [], "turn": [], "river": []},
    limps="none",
    max_raises_per_street=1,
)
"""Jam or fold with 169 classes, whose NashConv is found exactly."""


class HereCrew:
    """Workers in this process."""

    def __init__(self, make: Callable[[], Trainer], count: int) -> None:
        self.count, self.sent, self.received = count, 0, 0
        self.workers = [Worker(make) for _ in range(count)]
        self.begun = False

    def work(self, shares: Sequence[Share], news: Changes, table: Floats) -> list[Learnt]:
        for worker in () if self.begun else self.workers:
            worker.load(table)
        self.begun = True
        found = [worker.work(share, news) for worker, share in zip(self.workers, shares, strict=False)]
        self.received += sum(learnt.changes.nbytes for learnt in found)
        return found


def leduc_trainer() -> Trainer:
    toy = leduc()
    return Trainer(toy.tree, toy, LEDUC)


def shared(toy: Toy, crew: Any) -> SharedTrainer:
    return SharedTrainer(toy.tree, toy, LEDUC, crew)


def test_changes_are_found_moved_and_added_up() -> None:
    dice = np.random.default_rng(3)
    base = dice.normal(size=100).astype(np.float32)
    one, two, both = base.copy(), base.copy(), base.copy()
    one[[0, 50, 99]] += 1
    two[[50, 51]] += 2
    for other in (one, two):
        found = changes_of(other, base)
        again = base.copy()
        put(again, *found)
        assert np.array_equal(again, other)
        add(both, base, 2, *found)
    np.testing.assert_allclose(both, (one + two) / 2, rtol=1e-6)
    assert changes_of(one, base).places.tolist() == [0, 3, 6]


def test_one_share_is_one_process_bit_for_bit() -> None:
    toy, alone = leduc(), leduc_trainer()
    together = shared(toy, HereCrew(leduc_trainer, 1))
    for trainer in (alone, together):
        trainer.run(FOREVER, 40)
    assert np.array_equal(alone.table, together.table) and alone.visits == together.visits


def test_shares_come_to_the_same_nash_conv_on_leduc_at_equal_visits() -> None:
    toy, alone = leduc(), leduc_trainer()
    together = shared(toy, HereCrew(leduc_trainer, 4))
    found = []
    for trainer in (alone, together):
        trainer.run(FOREVER, 400)
        found.append(measure(toy.game, toy.strategy(trainer.table)).nash_conv)
    assert together.visits == pytest.approx(alone.visits, rel=0.01) and together.iteration == 400
    assert found[0] < 0.15 and found[1] == pytest.approx(found[0], abs=0.03)


def jam_trainer(**more: Any) -> Trainer:
    plan = TrainingConfig(mccfr_samples=500, deterministic=True, prune_share=0.0, iterations=10**12, **more)
    return Trainer(tree.build(SMALL_HOLDEM, (169, 1, 1, 1)), PreflopDealer(2, 1), plan)


def nash_conv(trainer: Trainer) -> float:
    """Exactly, in big blinds: what both could win by answering best, class by class."""
    exact = FullWidth(trainer.tree)
    play = {node: _averages(trainer, node) for node in exact.sums}
    return sum(float(_best(exact, play, 0, hero, np.ones(169)) @ np.ones(169)) for hero in range(2))


def _averages(trainer: Trainer, node: int) -> Reals:
    begin, width = 2 * trainer.tree.slot(node, 0), trainer.tree.width(node)
    sums = trainer.table[begin : begin + 2 * width * 169].reshape(169, 2, width)[:, 1].astype(np.float64) + 1e-9
    return np.asarray(sums / sums.sum(axis=1, keepdims=True))


def _best(exact: FullWidth, play: dict[int, Reals], node: int, hero: int, other: Reals) -> Reals:
    actor, children = exact.tree.actor(node), exact.tree.children(node)
    if actor < 0:
        return exact._end(node, hero, other)
    if actor == hero:
        return np.max([_best(exact, play, child, hero, other) for child in children], axis=0)
    return np.sum(
        [_best(exact, play, child, hero, other * play[node][:, k]) for k, child in enumerate(children)], axis=0
    )


def test_shares_come_to_the_same_nash_conv_on_small_hold_em_at_equal_visits() -> None:
    alone = jam_trainer()
    start = nash_conv(alone)  # of playing at random
    crew = HereCrew(jam_trainer, 2)
    together = SharedTrainer(alone.tree, alone.dealer, replace(alone.settings, exchange_iterations=10), crew)
    for trainer in (alone, together):
        trainer.run(FOREVER, 1500)
    assert together.visits == pytest.approx(alone.visits, rel=0.02)
    assert nash_conv(alone) < start / 50
    assert nash_conv(together) < 1.2 * nash_conv(alone)


class ActorGone(Exception):
    """As Ray's."""


class StandIn:
    """What is used of Ray, in this process: calls wait until somebody asks; some actors die or never come up."""

    def __init__(self, dies_at: Sequence[int] = (), never_up: Sequence[int] = ()) -> None:
        self.exceptions = SimpleNamespace(RayActorError=ActorGone)
        self.dies_at, self.never_up = dies_at, never_up
        self.calls = self.made = 0

    def remote(self, **_: Any) -> Any:
        return lambda made: SimpleNamespace(remote=lambda make: self._actor(made(make)))

    def _actor(self, worker: Worker) -> Any:
        self.made += 1
        number = self.made
        load = SimpleNamespace(remote=worker.load)
        work = SimpleNamespace(remote=lambda *words: _Call(number, lambda: worker.work(*words)))
        return SimpleNamespace(load=load, work=work)

    def put(self, value: Any) -> Any:
        return value

    def wait(self, handles: list[Any], timeout: float) -> tuple[list[Any], list[Any]]:
        ready = [handle for handle in handles if handle.actor not in self.never_up]
        return ready[:1], []

    def get(self, handle: Any) -> Any:
        self.calls += 1
        if self.calls in self.dies_at:
            raise ActorGone
        return handle.call()

    def kill(self, _: Any) -> None:
        pass


class _Call:
    def __init__(self, actor: int, call: Callable[[], Learnt]) -> None:
        self.actor, self.call = actor, call


@pytest.mark.parametrize(("dies_at", "never_up"), [((), ()), ((1,), ()), ((4, 7, 8), ()), ((4,), (4,))])
def test_who_dies_and_who_takes_over_changes_no_bit(dies_at: Sequence[int], never_up: Sequence[int]) -> None:
    toy = leduc()
    sound, ray = shared(toy, HereCrew(leduc_trainer, 3)), StandIn(dies_at, never_up)
    hurt = shared(toy, RayCrew(ray, leduc_trainer, 3, threads=1))
    for trainer in (sound, hurt):
        trainer.run(FOREVER, 50)
    assert np.array_equal(sound.table, hurt.table) and sound.visits == hurt.visits
    assert ray.made == 3 + len(dies_at) and hurt.bytes_exchanged > 0


def test_when_every_worker_dies_the_run_says_so() -> None:
    crew = RayCrew(StandIn(dies_at=range(1, 100)), leduc_trainer, 2, threads=1)
    with pytest.raises(CrewLost, match="died one after another"):
        shared(leduc(), crew).run(FOREVER, 50)


JAM: dict[str, Any] = {
    "game": {"stack_depth": 10, "bet_sizes": {"preflop": ["a"], "flop": [], "turn": [], "river": []}, "limps": "none"},
    "training": {
        "iterations": 60,
        "mccfr_samples": 50,
        "deterministic": True,
        "response_seconds": 0,
        "exchange_iterations": 10,
    },
}


@contextmanager
def killing_one(crew: RayCrew, ray: Any) -> Iterator[None]:
    """The second round finds one worker dead."""
    work, rounds = crew.work, [0]

    def watched(*words: Any) -> list[Learnt]:
        rounds[0] += 1
        if rounds[0] == 2:
            ray.kill(crew.actors[0], no_restart=True)
        return work(*words)

    crew.work = watched  # type: ignore[method-assign, assignment]
    yield
    assert rounds[0] >= 2


@pytest.mark.filterwarnings("ignore")
def test_two_workers_of_ray_train_save_and_survive_a_death(tmp_path: Any) -> None:
    ray = pytest.importorskip("ray", reason="Ray is the extra `cluster`, which is not installed")
    config = BlueprintConfig.from_dict(JAM)
    with ray_crew(config, 2) as crew, killing_one(crew, ray):
        done = run.train(config, tmp_path / "r", say=lambda _: None, crew=crew)
        with (
            pytest.raises(BadConfig, match=r"99 workers with 1 threads each: this Ray has room for"),
            ray_crew(config, 99),
        ):
            pass
    size, grows = plan_tables(config)
    here = new_trainer(config, None, grows, HereCrew(lambda: worker_trainer(config), 2))
    here.run(FOREVER)
    assert size.whole and np.array_equal(here.table, done.trainer.table)
    assert done.summary()["bytes_exchanged"] > 0
    longer = BlueprintConfig.from_dict(JAM | {"training": JAM["training"] | {"iterations": 70}})
    assert run.train(longer, tmp_path / "r", resume=True, say=lambda _: None).trainer.iteration == 70
    gc.collect()  # what Ray leaves behind warns when it goes: here, not in some later test


def test_growing_tables_are_for_one_machine() -> None:
    config = BlueprintConfig.from_dict(JAM | {"training": JAM["training"] | {"tables": "growing", "memory_gb": 0.1}})
    with pytest.raises(BadConfig, match="several workers need dense tables"):
        new_trainer(config, None, True, HereCrew(lambda: worker_trainer(config), 1))
