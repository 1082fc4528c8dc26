"""The coach as a player against the bars he is held to.

`GUTSHOT_BENCH_COACH` chooses: times is CPU time of advice by street; hu is `coach:fast` against `blueprint:hu` at
100 bb, by AIVAT; search the same with the coach who solves turns and rivers; short at 10 bb against the exact
jam-or-fold player; styles against every style at 2, 3 and 6 seats; sng sit-and-gos of six against a random cast of
styles, in shares of the prize pool above a fair one.
"""

import os
import random
import time
from collections.abc import Iterator
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.bench_coach_spots import spot_of
from benchmarks.harness import Row
from gutshot.agents.registry import builtins, make
from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.match import run_match
from gutshot.coach.agent import FastCoach
from gutshot.coach.effort import ADVICE, AT_ONCE, Effort
from gutshot.coach.judge import advise
from gutshot.coach.sources import strategy_for
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.preflop.config import JamTable
from gutshot.preflop.jam_fold import solve_pushfold
from gutshot.preflop.jam_fold_artifact import save_pushfold
from gutshot.strategies.depth_entries import set_for
from gutshot.trainer.table.defaults import make_setup
from gutshot.trainer.table.graded_hands import prizes_of
from gutshot.trainer.table.setup import YOU, Choices, Mode
from gutshot.trainer.table.table import Table

HANDS = int(os.environ.get("GUTSHOT_BENCH_HANDS", "20000"))
SEATS = tuple(int(seats) for seats in os.environ.get("GUTSHOT_BENCH_SEATS", "2,3,6").split(","))
PARTS = tuple(os.environ.get("GUTSHOT_BENCH_COACH", "times,hu,short,styles,sng").split(","))
TOURNAMENTS = int(os.environ.get("GUTSHOT_BENCH_SNGS", "300"))
STYLES = tuple(name for name in builtins() if name.startswith("style:"))
_SHORT = 10


def run() -> list[Row]:
    rows = []
    for row in _rows():
        print(f"{row.what}, {row.who}: {row.value:+.2f} {row.unit} {row.note}", flush=True)
        rows.append(row)
    return rows


def _rows() -> Iterator[Row]:
    if "times" in PARTS:
        yield from _times()
    if "hu" in PARTS:
        yield _heads_up("coach:fast", HANDS)
    if "search" in PARTS:
        yield _heads_up("coach", HANDS // 10)
    if "short" in PARTS:
        yield _short()
    if "styles" in PARTS:
        yield from (_against(style, seats) for seats in SEATS for style in STYLES)
    if "sng" in PARTS:
        yield _sit_and_gos()


def _times() -> Iterator[Row]:
    """Advice on fresh spots: mix, words and ranges before the flop; solved with values after it."""
    strategy_for(2), strategy_for(6)
    for seats in (2, 6):
        yield _time(f"before the flop, {seats} seats", [_before_flop(seats, seed) for seed in range(60)], AT_ONCE)
    for street, name, count in ((3, "river", 24), (2, "turn", 16), (1, "flop", 6)):
        spots = [spot_of(street, 5000 + seed, 2 + 4 * (seed % 2)) for seed in range(count)]
        yield _time(f"{name}, two players, solved", [seen for seen in spots if seen is not None], ADVICE)
        yield _time(f"{name}, two players, at once", [seen for seen in spots if seen is not None], AT_ONCE)


def _before_flop(seats: int, seed: int) -> Observation:
    """A random decision before the flop of a hand that the strategies play."""
    hand, player = Hand.holdem([10_000] * seats, (50, 100), 0, seed=seed), make(f"blueprint:{set_for(seats)}", seed)
    found = []
    while hand.street == 0 and hand.actor is not None:
        found.append(hand.observation(hand.actor))
        hand = hand.act(player.act(found[-1]))
    return random.Random(seed).choice(found)


def _time(what: str, spots: list[Observation], effort: Effort) -> Row:
    """The first of them is not counted: it loads what is loaded once."""
    advise(spots[0], None, effort)
    spent, waited = [], []
    for seen in spots[1:]:
        began, clock = time.process_time(), time.perf_counter()
        advise(seen, None, effort)
        spent.append(time.process_time() - began)
        waited.append(time.perf_counter() - clock)
    note = f"most {max(spent):.3f} CPU s; median {np.median(waited):.3f} s by the clock; {len(spent)} spots"
    return Row(what, "coach", float(np.median(spent)), "s CPU", note)


def _heads_up(name: str, hands: int) -> Row:
    found = run_match(MatchConfig((name, "blueprint:hu"), hands, seed=1, luck=Luck.ALL, aivat=True)).of(name)
    assert found.aivat_bb100 is not None
    note = f"± {found.aivat_ci95:.1f} by AIVAT, {hands} hands, 100 bb"
    return Row("2 seats", f"{name} against blueprint:hu", found.aivat_bb100, "bb/100", note)


def _short() -> Row:
    with TemporaryDirectory() as folder:
        save_pushfold(solve_pushfold(JamTable((_SHORT, _SHORT))), folder)
        agents = ("coach:fast", f"strategy:{folder}")
        config = MatchConfig(agents, HANDS, seed=1, luck=Luck.ALL, stack=100 * _SHORT, aivat=True)
        found = run_match(config).of("coach:fast")
    assert found.aivat_bb100 is not None
    note = f"± {found.aivat_ci95:.2f} by AIVAT, {HANDS} hands, {_SHORT} bb"
    return Row("2 seats", "coach:fast against exact jam or fold", found.aivat_bb100, "bb/100", note)


def _against(style: str, seats: int) -> Row:
    """All other seats are taken by one style; the coach has the first place in the line-up."""
    config = MatchConfig(("coach:fast", *[style] * (seats - 1)), HANDS, seed=1, luck=Luck.ALL)
    found = run_match(config).of("coach:fast")
    note = f"± {found.adjusted_ci95:.1f}, {HANDS} hands, 100 bb"
    return Row(f"{seats} seats", f"coach:fast against {style}", found.adjusted_bb100, "bb/100", note)


def _sit_and_gos() -> Row:
    won = np.array([_prize(seed) for seed in range(TOURNAMENTS)])
    spread = 1.96 * won.std(ddof=1) / np.sqrt(len(won))
    note = f"± {100 * spread:.1f}, {TOURNAMENTS} sit-and-gos of six against random styles"
    return Row("6 seats", "coach:fast, prize pool above a fair share", 100 * (won.mean() - 1 / 6), "%", note)


def _prize(seed: int) -> float:
    """The share of the prizes that the coach, in chair 0, takes of one sit-and-go."""
    dice = random.Random(seed)
    cast = tuple(dice.choice(STYLES) for _ in range(5))
    setup = make_setup(Choices(mode=Mode.SIT_AND_GO, seats=6, opponents=cast, seed=seed))
    table, coach = Table(setup), FastCoach(seed)
    while True:
        _play_hand(table, coach)
        place = table.places[YOU]
        if place or table.is_over:
            paid = setup.payouts[place - 1] if 0 < place <= len(setup.payouts) else 0.0
            return float(paid / sum(setup.payouts))
        table.next_hand()


def _play_hand(table: Table, coach: FastCoach) -> None:
    coach.new_hand(table.deal.number)
    coach.prizes = prizes_of(table.setup, table.deal)
    while not table.is_hand_over:
        if not table.is_your_turn:
            table.agent_act()
            continue
        assert table.hand.actor is not None
        table.act(coach.act(table.hand.observation(table.hand.actor)), confirmed=True)
