"""The coach as a player: what following his advice wins against every style at 2, 3 and 6 seats, in bb/100."""

import os

from benchmarks.harness import Row
from gutshot.agents.registry import builtins, make
from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.match import run_match
from gutshot.coach.agent import CoachAgent
from gutshot.coach.effort import ADVICE, AT_ONCE

HANDS = int(os.environ.get("GUTSHOT_BENCH_HANDS", "2000"))
SEATS = tuple(int(seats) for seats in os.environ.get("GUTSHOT_BENCH_SEATS", "2,3,6").split(","))
SEARCHES = bool(os.environ.get("GUTSHOT_BENCH_SEARCH"))
STYLES = tuple(name for name in builtins() if name.startswith("style:"))


def run() -> list[Row]:
    return [_against(style, seats) for seats in SEATS for style in STYLES]


def _against(style: str, seats: int) -> Row:
    """All other seats are taken by one style; the coach has the first place in the line-up."""
    config = MatchConfig(("call", *[style] * (seats - 1)), HANDS, seed=1, luck=Luck.ALL)
    players = [CoachAgent(1, ADVICE if SEARCHES else AT_ONCE), *[make(style, place) for place in range(1, seats)]]
    found = run_match(config, players=players).of("call")
    note = f"± {found.adjusted_ci95:.1f}, {HANDS} hands, 100 bb"
    return Row(f"{seats} seats", f"coach against {style}", found.adjusted_bb100, "bb/100", note)
