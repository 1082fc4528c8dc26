"""`gutshot agents`, `arena`, `round-robin` and `acpc`: list agents, and play matches here or elsewhere."""

import json
import re
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.cli import EXIT_INTERRUPTED, app
from gutshot.cli.options import Engine, EngineName, Json, Seed, Threads

if TYPE_CHECKING:
    from gutshot.arena.config import MatchConfig
    from gutshot.arena.report import Report


class Variant(StrEnum):
    """The game of a match."""

    holdem = "holdem"
    badugi = "badugi"


class LuckLevel(StrEnum):
    """Which luck is taken out of the adjusted rates."""

    none = "none"
    all_in = "all-in"
    all = "all"


class OnError(StrEnum):
    """What happens where an agent fails."""

    stop = "stop"
    fold = "fold"


Agents = Annotated[list[str], typer.Argument(help="Agents by name; `gutshot agents` lists them.")]
Hands = Annotated[int, typer.Option(help="Number of hands to play.")]
VariantOption = Annotated[Variant, typer.Option(help="The game.")]
Stacks = Annotated[str, typer.Option(help="Starting stack, like 10000 or 100bb.")]
Blinds = Annotated[str, typer.Option(help="Small and big blind, like 50/100.")]
Ante = Annotated[int, typer.Option(help="Ante for every seat.")]
Duplicate = Annotated[bool, typer.Option("--duplicate", help="Deal the same cards for every rotation of the agents.")]
LuckOption = Annotated[LuckLevel, typer.Option(help="Which luck to remove from the adjusted rates.")]


@app.command("agents")
def list_agents(as_json: Json = False) -> None:
    """List all agents, with one line about each."""
    from gutshot.agents import listing

    rows = [dict(zip(("name", "variants", "about"), row, strict=True)) for row in listing()]
    if as_json:
        typer.echo(json.dumps({"agents": rows}))
        return
    width = max(len(row["name"]) for row in rows)
    for row in rows:
        typer.echo(f"{row['name']:<{width}}  {row['about']}")


@app.command("arena")
def play_arena(
    agents: Agents,
    hands: Hands = 10_000,
    variant: VariantOption = Variant.holdem,
    seats: Annotated[int, typer.Option(help="Seats at the table; with more agents than seats, they take turns.")] = 0,
    stacks: Stacks = "100bb",
    blinds: Blinds = "50/100",
    ante: Ante = 0,
    duplicate: Duplicate = False,
    carry: Annotated[bool, typer.Option("--carry", help="Carry stacks from hand to hand.")] = False,
    seed: Seed = 0,
    luck: LuckOption = LuckLevel.all_in,
    on_error: Annotated[OnError, typer.Option(help="If an agent fails: stop, or fold for it.")] = OnError.stop,
    aivat: Annotated[
        bool,
        typer.Option("--aivat", help="Also measure by AIVAT: heads-up, with an agent that knows its probabilities."),
    ] = False,
    threads: Threads = None,
    engine: Engine = EngineName.local,
    out: Annotated[
        Path | None, typer.Option(help="Folder for report, curves and state; resumes an earlier match there.")
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Also write every action to DIR/actions.csv.")] = False,
    histories: Annotated[bool, typer.Option("--histories", help="Also write every hand to DIR/hands.phhs.")] = False,
    as_json: Json = False,
) -> None:
    """Run a match between agents: win rates with 95 % intervals, statistics, results by position and opponent."""
    config = _config(agents, hands, variant, seats, stacks, blinds, ante, duplicate, carry, seed, luck, on_error, aivat)
    report = _run(config, threads, engine, out, log, histories)
    if as_json:
        typer.echo(json.dumps(report.as_json(), allow_nan=False))
    else:
        from gutshot.cli.arena_views import print_report

        print_report(report, out)
    _tell_spots(report)
    if not report.complete:
        raise typer.Exit(EXIT_INTERRUPTED)


def _tell_spots(report: "Report") -> None:
    """Say on stderr how much of its play a bundle took from outside its tree."""
    if any(report.spots.values()):
        from gutshot.agents.blueprint import notice_of

        for name, spots in report.spots.items():
            if notice := notice_of(name, spots):
                typer.echo(notice, err=True)


@app.command("round-robin")
def play_round_robin(
    agents: Agents,
    hands: Hands = 10_000,
    variant: VariantOption = Variant.holdem,
    stacks: Stacks = "100bb",
    blinds: Blinds = "50/100",
    ante: Ante = 0,
    duplicate: Duplicate = False,
    seed: Seed = 0,
    luck: LuckOption = LuckLevel.all_in,
    threads: Threads = None,
    engine: Engine = EngineName.local,
    as_json: Json = False,
) -> None:
    """Play every pair of agents heads-up: a payoff matrix with intervals, and a ranking."""
    from gutshot.arena.roundrobin import run_round_robin
    from gutshot.cli.arena_views import print_round_robin, round_robin_progress

    first_two = (agents * 2)[:2]
    config = _config(first_two, hands, variant, 2, stacks, blinds, ante, duplicate, False, seed, luck, OnError.stop)
    with round_robin_progress(len(agents)) as progress:
        result = run_round_robin(config, tuple(agents), threads=threads, engine=engine.value, progress=progress)
    if as_json:
        typer.echo(json.dumps(result.as_json(), allow_nan=False))
    else:
        print_round_robin(result)
    if not result.complete:
        raise typer.Exit(EXIT_INTERRUPTED)


@app.command("acpc")
def play_acpc(
    host: Annotated[str, typer.Argument(help="The dealer's host.")],
    port: Annotated[int, typer.Argument(help="The port assigned to this player.")],
    agent: Annotated[str, typer.Argument(help="A hold'em agent by name.")],
    game: Annotated[Path, typer.Option(help="The game file (GAMEDEF) of the match.")],
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Play against a dealer of the Annual Computer Poker Competition."""
    from gutshot.arena.acpc import play_at_dealer

    result = play_at_dealer(host, port, agent, game, seed)
    if as_json:
        typer.echo(json.dumps(result))
    else:
        typer.echo(f"{result['agent']}: {result['hands']} hands, {result['profit']:+g} chips")


def _config(
    agents: list[str],
    hands: int,
    variant: Variant,
    seats: int,
    stacks: str,
    blinds: str,
    ante: int,
    duplicate: bool,
    carry: bool,
    seed: int,
    luck: LuckLevel,
    on_error: OnError,
    aivat: bool = False,
) -> "MatchConfig":
    from gutshot.arena.config import Luck, MatchConfig

    small_big = _blinds(blinds)
    return MatchConfig(
        tuple(agents),
        hands,
        variant.value,
        seats,
        _stack(stacks, small_big[1]),
        small_big,
        ante,
        duplicate,
        carry,
        seed,
        Luck[luck.name.upper()],
        substitute=on_error is OnError.fold,
        aivat=aivat,
    )


def _blinds(text: str) -> tuple[int, int]:
    from gutshot.arguments import shown
    from gutshot.errors import MalformedInput

    parts = re.fullmatch(r"\s*([0-9]{1,99})\s*/\s*([0-9]{1,99})\s*", text)
    if parts is None:
        raise MalformedInput(f"blinds {shown(text)}: expected two whole numbers, as in 50/100")
    return int(parts[1]), int(parts[2])


def _stack(text: str, big_blind: int) -> int:
    from gutshot.arguments import shown
    from gutshot.errors import MalformedInput

    found = re.fullmatch(r"([0-9]{1,99})(bb)?", text)
    if found is None:
        raise MalformedInput(f"stacks {shown(text)}: expected chips or big blinds, as in 10000 or 100bb")
    return int(found[1]) * (big_blind if found[2] else 1)


def _run(
    config: "MatchConfig", threads: int | None, engine: EngineName, out: Path | None, log: bool, histories: bool
) -> "Report":
    from gutshot.agents import make
    from gutshot.arena.match import run_match
    from gutshot.arena.report import make_report
    from gutshot.arena.store import MatchFolder
    from gutshot.cli.arena_views import standings
    from gutshot.errors import BadConfig

    if (log or histories) and out is None:
        raise BadConfig("--log and --histories need a folder: give one with --out")
    for name in config.agents:
        make(name)  # a bundle that is not one is refused before there is a folder
    folder = MatchFolder(out, config, log, histories) if out else None
    if folder and folder.sums is not None and make_report(config, folder.sums).complete:
        typer.echo(f"nothing left to play: all {config.hands:,} hands are done", err=True)
    with standings(config) as progress:
        return run_match(
            config,
            threads=threads,
            engine=engine.value,
            progress=progress,
            keeper=folder,
            log=log or histories,
        )
