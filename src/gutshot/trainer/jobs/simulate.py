"""A match between agents as a job: the arena, reported chunk by chunk."""

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gutshot.arena.chunk import PlayedChunk
from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.match import run_match
from gutshot.arena.report import Report, make_report
from gutshot.arena.schedule import total_hands
from gutshot.arena.store import STATE, MatchFolder
from gutshot.arena.tally import Tally
from gutshot.errors import BadConfig
from gutshot.numeric.files import write_file
from gutshot.strategies.catalogue import Library
from gutshot.trainer.helpers.reporter import Reporter
from gutshot.trainer.jobs.kinds import JobEnd

DETAIL = "detail.json"
"""In the match's folder: what its page shows, as of the last save."""

MOST_NOTED = 12


def match_of(plain: Mapping[str, Any]) -> MatchConfig:
    """The match of a job's config; BadConfig says what is wrong with it."""
    require_installed(plain["agents"])
    names = ("hands", "variant", "stack", "ante", "duplicate", "seed")
    return MatchConfig(
        tuple(plain["agents"]),
        blinds=(plain["small_blind"], plain["big_blind"]),
        luck=Luck.ALL_IN,
        **{name: plain[name] for name in names},
    )


def require_installed(names: Sequence[str]) -> None:
    """BadConfig for the first name that the catalogue does not seat: no path from a client is ever opened."""
    library = Library()
    for name in names:
        entry = library.player(name)
        if entry is None or entry.agent != name or not entry.can_play:
            raise BadConfig(f"agent {name[:80]!r} is not installed: GET /api/simulations/agents lists all that are")


def run_simulation(reporter: Reporter, order: Mapping[str, Any]) -> JobEnd:
    """Play the match, or what an earlier worker left of it."""
    config, folder = match_of(order["config"]), Path(order["folder"])
    if not (folder / STATE).exists():
        shutil.rmtree(folder, ignore_errors=True)
    reporter.progress(order["fraction"], "resuming" if order["fraction"] > 0 else "first hands")
    watched = _Watched(folder, config, reporter, order["detail"].get("noted", []))
    with reporter.heeded():
        report = run_match(config, threads=order["threads"], keeper=watched)
    detail = watched.detail(report)
    write_file(folder / DETAIL, json.dumps(detail).encode())
    fraction = report.hands / total_hands(config)
    return JobEnd(complete=report.complete, fraction=fraction, text=words(report), detail=detail)


class _Watched(MatchFolder):
    """The match's folder, which also reports the standings and notes the largest pots."""

    def __init__(self, path: Path, config: MatchConfig, reporter: Reporter, noted: list[dict[str, Any]]) -> None:
        super().__init__(path, config)
        self._reporter = reporter
        played = 0 if self.sums is None else self.sums.played
        self._noted = [note for note in noted if note["hand"] <= played]
        self._latest = self.sums or Tally.empty(config)

    def write(self, played: PlayedChunk) -> None:
        super().write(played)
        self._noted = largest([*self._noted, *notes(self.config, played)])

    def keep(self, sums: Tally) -> None:
        super().keep(sums)
        self._latest = sums
        if self._reporter.is_due:
            report = make_report(self.config, sums)
            self._reporter.progress(sums.played / total_hands(self.config), words(report), self.detail(report))

    def finish(self, report: Report, sums: Tally) -> None:
        self._latest = sums
        super().finish(report, sums)

    def detail(self, report: Report) -> dict[str, Any]:
        total = total_hands(self.config)
        return {
            "report": report.as_json(),
            "total": total,
            "curves": curves(self.config, self._latest),
            "noted": self._noted,
        }


def words(report: Report) -> str:
    """Where the match stands."""
    best = report.ranking()[0]
    if report.hands == 0:
        return "no hand played yet"
    return f"{report.hands:,} hands, {best.name} leads with {best.bb100:+z.1f} bb/100"


def curves(config: MatchConfig, sums: Tally) -> list[dict[str, Any]]:
    """For each agent, after each stretch of the match: its hands, and what it has won, in big blinds."""
    found = []
    for place in range(len(config.agents)):
        hands = np.cumsum(sums.point_hands[:, place])
        seen = sums.point_hands[:, place] > 0
        won = np.cumsum(sums.point_profit[:, place]) / config.big_blind
        adjusted = np.cumsum(sums.point_adjusted[:, place]) / config.big_blind
        found.append(
            {
                "hands": hands[seen].tolist(),
                "won": won[seen].round(2).tolist(),
                "adjusted": adjusted[seen].round(2).tolist(),
            }
        )
    return found


def notes(config: MatchConfig, played: PlayedChunk) -> list[dict[str, Any]]:
    """The hands of a chunk in which most was won; hands are counted from 1."""
    most = played.payoffs.max(axis=1)
    rows = np.argsort(-most, kind="stable")[:MOST_NOTED]
    return [
        {
            "hand": int(played.plan.first + row + 1),
            "won_bb": round(float(most[row]) / config.big_blind, 1),
            "winner": config.labels[played.plan.lineups[row, played.payoffs[row].argmax()]],
        }
        for row in rows
    ]


def largest(noted: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The pots worth a look."""
    return sorted(noted, key=lambda note: (-note["won_bb"], note["hand"]))[:MOST_NOTED]
