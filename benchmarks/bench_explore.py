"""How long a page waits for a node of a saved flop: opening it, and walking at random; CPU time of the answer."""

import random
import statistics
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import gutshot as gs
from benchmarks.harness import Row, pin_to_one_core
from gutshot.cards.card import RANKS
from gutshot.games.actions import ActionKind
from gutshot.strategies.catalogue import Library
from gutshot.strategies.strategy import Stop, StopKind, Strategy
from gutshot.web.explore.views import node_view

SPOT = Path(__file__).resolve().parents[1] / "configs" / "spot_flop.yaml"
ITERATIONS = 3
WALKS = 60
_DECK = [rank + suit for rank in RANKS for suit in "cdhs"]


def run() -> list[Row]:
    solution = gs.solve(gs.Spot.read(SPOT), iterations=ITERATIONS)
    with tempfile.TemporaryDirectory() as folder:
        solution.save(Path(folder) / "flop", resumable=False)
        del solution
        pin_to_one_core()
        began = time.process_time()
        source = Library(Path(folder)).open("file:flop")
        node_view("flop", source, "", None)
        opening = time.process_time() - began
        times = _walk(source)
    rows = [Row("open a saved flop and show its first node", "gutshot", 1000 * opening, "ms")]
    for street, found in times.items():
        most = sorted(found)
        note = f"95 % within {1000 * most[int(0.95 * len(found))]:.0f} ms, all within {1000 * most[-1]:.0f} ms"
        note += f", {len(found)} nodes"
        rows.append(Row(f"a node on the {street}", "gutshot", 1000 * statistics.median(found), "ms", note))
    return rows


def _walk(source: Strategy) -> dict[str, list[float]]:
    """Seconds of every node on random walks when it is first asked for, by street."""
    dice, times, seen = random.Random(1), defaultdict(list), set()
    for _ in range(WALKS):
        line: str | None = ""
        while line is not None:
            began = time.process_time()
            view = node_view("flop", source, line, None)
            view.model_dump_json()
            stop = source.walk(line)[-1]
            spent = time.process_time() - began
            if line not in seen:
                times[stop.street].append(spent)
            seen.add(line)
            line = _next(stop, dice)
    return dict(times)


def _next(stop: Stop, dice: random.Random) -> str | None:
    if stop.kind is StopKind.OVER:
        return None
    if stop.kind is StopKind.CARD:
        card = dice.choice([card for card in _DECK if _number(card) not in stop.board])
        return stop.line_after(card)
    word = dice.choice([move.word for move in stop.moves if move.kind is not ActionKind.FOLD])
    return stop.line_after(word)


def _number(card: str) -> int:
    return 4 * RANKS.index(card[0]) + "cdhs".index(card[1])
