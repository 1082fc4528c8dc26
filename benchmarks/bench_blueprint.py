"""Blueprints: node visits per second of training by seats and threads, beside OpenSpiel's; hands per second of play."""

import os
import random
import time
from typing import Any

import pyspiel

from benchmarks.harness import Row, pin_to_one_core, seconds
from gutshot.abstraction.abstraction import Abstraction, build
from gutshot.abstraction.config import AbstractionConfig
from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.match import run_match
from gutshot.blueprint import tree
from gutshot.blueprint.config import BlueprintConfig, TrainingConfig
from gutshot.blueprint.deals import HoldemDealer
from gutshot.blueprint.trainer import Trainer

UNIT = "node visits/s"
POKER = (
    "universal_poker(betting=nolimit,bettingAbstraction=fcpa,numPlayers=2,numRounds=4,blind=50 100,"
    "firstPlayer=2 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=10000 10000)"
)
WARM_ITERATIONS = 20
MEASURED_ITERATIONS = 40
MATCH_HANDS = 30_000


def run() -> list[Row]:
    cores = os.sched_getaffinity(0)
    abstraction = build(AbstractionConfig(mode="hand_class"))
    pin_to_one_core()
    rows = []
    for name, what in (("hu", "2 seats"), ("3max", "3 seats"), ("6max", "6 seats")):
        rows.append(Row(f"{what}, deals and buckets included", "gutshot, 1 thread", one_core(name, abstraction), UNIT))
        if name == "hu":
            rows.append(Row(rows[0].what, "OpenSpiel C++, universal_poker", their_visits_per_second(), UNIT))
    rows.append(Row("6 seats, a bundle against five styles", "gutshot, 1 thread", hands_per_second(), "hands/s"))
    os.sched_setaffinity(0, cores)
    for threads in (1, 2):
        value = by_the_clock("6max", abstraction, threads)
        rows.append(Row("6 seats by the clock", f"gutshot, {threads} threads", value, UNIT))
    return rows


def trainer(name: str, abstraction: Abstraction, threads: int) -> Trainer:
    game = BlueprintConfig.read(f"configs/blueprint_{name}.yaml").game
    grown = tree.build(game, abstraction.sizes)
    made = Trainer(grown, HoldemDealer(abstraction, game.num_players, 1), TrainingConfig(threads=threads))
    made.run(1e9, WARM_ITERATIONS)
    return made


def one_core(name: str, abstraction: Abstraction) -> float:
    made = trainer(name, abstraction, 1)
    before, began = made.visits, time.process_time()
    made.run(1e9, MEASURED_ITERATIONS)
    return (made.visits - before) / (time.process_time() - began)


def by_the_clock(name: str, abstraction: Abstraction, threads: int) -> float:
    made = trainer(name, abstraction, threads)
    before, began = made.visits, time.perf_counter()
    made.run(1e9, MEASURED_ITERATIONS * threads)
    return (made.visits - before) / (time.perf_counter() - began)


def hands_per_second() -> float:
    """A match of the shipped bundle, decisions of the styles and the luck of the cards included."""
    players = ("blueprint:6max",) + ("style:tag",) * 5
    run_match(MatchConfig(players, hands=600, seed=1))
    began = time.process_time()
    run_match(MatchConfig(players, hands=MATCH_HANDS, duplicate=True, luck=Luck.ALL))
    return MATCH_HANDS / (time.process_time() - began)


def their_visits_per_second() -> float:
    """Their solver does not count, so states of one walk are counted by hand while play is still nearly uniform."""
    game = pyspiel.load_game(POKER)
    dice = random.Random(1)
    visits = sum(_states_of_a_walk(game.new_initial_state(), seat % 2, dice) for seat in range(40)) / 20
    solver = pyspiel.ExternalSamplingMCCFRSolver(game)

    def job() -> None:
        for _ in range(5):
            solver.run_iteration()

    return 5 * visits / seconds(job, 3)


def _states_of_a_walk(state: Any, seat: int, dice: random.Random) -> int:
    if state.is_terminal():
        return 1
    actions = state.legal_actions()
    if state.is_chance_node() or state.current_player() != seat:
        return 1 + _states_of_a_walk(state.child(dice.choice(actions)), seat, dice)
    return 1 + sum(_states_of_a_walk(state.child(action), seat, dice) for action in actions)
