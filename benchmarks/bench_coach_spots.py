"""The coach's grades against exact solutions: EV lost by a choice, as he measures it and as it is.

Spots come from hands that the strategies play; each is solved offline from the ranges they give, over all cards: rivers
to 0.005 % of the pot, turns to 0.1 %, flops with few sizes to 0.5 %. A choice drawn at random, and the best one, are
graded as in play. `GUTSHOT_BENCH_SPOTS` counts rivers, turns and flops, such as 150,100,50; results are kept in
`GUTSHOT_BENCH_SPOTS_FILE`, and a second run goes on from there.
"""

import json
import os
import random
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from benchmarks.harness import Row
from gutshot.agents.registry import make
from gutshot.cards.combos import combo_of
from gutshot.coach.advice import GradeName
from gutshot.coach.effort import FLOP, GRADE, RIVER, TURN
from gutshot.coach.grading import grade
from gutshot.coach.sources import strategy_for
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.search.settings import Cards, SearchSettings
from gutshot.search.strategy import SearchStrategy, Wish
from gutshot.strategies.table_walk import TableSize, table_setup
from gutshot.trees.betting_tree import STREET_NAMES

COUNTS = tuple(int(count) for count in os.environ.get("GUTSHOT_BENCH_SPOTS", "20,10,0").split(","))
FILE = os.environ.get("GUTSHOT_BENCH_SPOTS_FILE", "")
_MOST_HANDS = 400


@dataclass(frozen=True)
class Compared:
    """A spot: the loss of a choice in big blinds, exact and as graded, and the grade of the exact best choice."""

    street: int
    seed: int
    choice: str
    exact: float
    graded: float | None
    best: str | None
    seconds: float


def spot_of(street: int, seed: int, seats: int) -> Observation | None:
    """A decision of two players on a street in a hand that the strategies play; None where none comes."""
    dice, player = random.Random(seed), make(f"blueprint:{'hu' if seats == 2 else '6max'}", seed)
    for number in range(_MOST_HANDS):
        hand, found = Hand.holdem([10_000] * seats, (50, 100), 0, seed=seed * _MOST_HANDS + number), []
        player.new_hand(seed * _MOST_HANDS + number)
        while not hand.is_over and hand.street <= street:
            assert hand.actor is not None
            seen = hand.observation(hand.actor)
            if hand.street == street and sum(hand.live) == 2:
                found.append(seen)
            hand = hand.act(player.act(seen))
        if found:
            return dice.choice(found)
    return None


_TARGETS = {RIVER: 0.00005, TURN: 0.001, FLOP: 0.005}
"""Exploitability of the offline solutions, a share of the pot; the coach stops at 0.03 % on rivers, 0.5 % before."""


@lru_cache(maxsize=8)
def _exact(seats: int, street: int) -> SearchStrategy:
    settings = SearchSettings(
        first_street=STREET_NAMES[street - 1],
        sizes="thin" if street == FLOP else "rich",
        flop=Cards.EXACT,
        seconds=None,
        target=_TARGETS[street],
        memory=6000.0,
        threads=1,
    )
    base = strategy_for(seats)
    return SearchStrategy(base, table_setup(TableSize(base.describe().seats)), "exact", settings)


def compare(street: int, seed: int) -> Compared | None:
    """One spot, heads-up or what is left of six."""
    seats, began = 2 if seed % 2 else 6, time.process_time()
    seen = spot_of(street, seed, seats)
    if seen is None:
        return None
    own, exact = combo_of(*seen.cards), _exact(seats, street)
    answer = exact.at(seen, wish=Wish(hand=own))
    values, place = answer.hands.action_ev, np.flatnonzero(answer.hands.combos == own)
    if values is None or not len(place):
        return None
    worth = values[:, place[0]] / seen.big_blind
    choices = [move.choice for move in answer.moves]
    chosen = random.Random(seed).randrange(len(choices))
    told = _graded(seen, choices[chosen])
    best = _graded(seen, choices[int(worth.argmax())])
    return Compared(
        street,
        seed,
        str(choices[chosen]),
        float(worth.max() - worth[chosen]),
        None if told is None else told[1],
        None if best is None else best[0],
        time.process_time() - began,
    )


def _graded(seen: Observation, choice: Choice) -> tuple[str, float] | None:
    found = grade(seen, choice, 1, 0, GRADE)
    return None if found is None else (found.grade, found.ev_lost)


def _compared() -> Iterator[Compared]:
    kept = _kept()
    for street, count in zip((RIVER, TURN, FLOP), COUNTS, strict=True):
        for seed in range(1, count + 1):
            found = kept.get((street, seed)) or compare(street, seed)
            if found is None:
                continue
            if FILE and (street, seed) not in kept:
                with Path(FILE).open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(asdict(found)) + "\n")
            yield found


def _kept() -> dict[tuple[int, int], Compared]:
    if not FILE or not Path(FILE).exists():
        return {}
    rows = [Compared(**json.loads(line)) for line in Path(FILE).read_text(encoding="utf-8").splitlines()]
    return {(row.street, row.seed): row for row in rows}


def run() -> list[Row]:
    every, rows = list(_compared()), []
    for street, name in ((RIVER, "rivers"), (TURN, "turns"), (FLOP, "flops")):
        own = [each for each in every if each.street == street]
        known = [each for each in own if each.graded is not None]
        if not known:
            continue
        gaps = np.array([abs(each.exact - (each.graded or 0.0)) for each in known])
        bad = sum(each.best in (GradeName.MISTAKE, GradeName.BLUNDER) for each in own)
        poor = sum(each.best == GradeName.INACCURACY for each in own)
        note = f"{len(known)} of {len(own)} graded, 90 % below {np.quantile(gaps, 0.9):.2f} bb; of the best choices "
        note += (
            f"{bad} graded a mistake, {poor} an inaccuracy; {np.mean([each.seconds for each in own]):.1f} CPU s a spot"
        )
        rows.append(Row(name, "median gap in EV lost", float(np.median(gaps)), "bb", note))
    return rows
