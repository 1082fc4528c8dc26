"""Tables with charts, and the charts of one, as the browser gets them."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from gutshot.errors import BadConfig
from gutshot.strategies.catalogue import Library
from gutshot.strategies.chart_lines import ChartLine, chart_lines
from gutshot.strategies.entries import Entry
from gutshot.strategies.jam_charts import JAM_STACKS
from gutshot.strategies.table_walk import BIG_BLIND, TableSize
from gutshot.strategies.titles import shown_title
from gutshot.web.preflop import schemas as wire

_KINDS = ("blueprint", "preflop", "jam-or-fold")


def tables_of(entries: Sequence[Entry]) -> list[wire.PreflopTable]:
    """Every table that some strategy has charts for; fewer seats and shorter stacks first."""
    found = [table for entry in entries if entry.kind in _KINDS and not entry.problem for table in _tables(entry)]
    return sorted(found, key=lambda table: (table.seats, table.stack or 0.0, not table.own))


def _tables(entry: Entry) -> Iterator[wire.PreflopTable]:
    if entry.members:
        return  # each of a set stands for itself
    if entry.takes_table:
        for seats, stacks in JAM_STACKS.items():
            for stack in stacks:
                yield _table(entry, f"{entry.name}@{TableSize(seats, stack)}", seats, stack, f"{stack} bb")
        return
    facts = dict(entry.config)
    count, words = facts.get("Seats", ""), facts.get("Stacks", "")
    numbers = [_number(part) for part in words.removesuffix(" bb").split(", ")]
    depth = numbers[0] if len(numbers) == 1 else None
    if re.fullmatch(r"[0-9]{1,2}", count):
        yield _table(entry, entry.name, int(count), depth, words if depth is None else f"{depth:g} bb")


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _table(entry: Entry, source: str, seats: int, stack: float | None, words: str) -> wire.PreflopTable:
    own = entry.name.startswith("file:")
    return wire.PreflopTable(
        source=source, title=shown_title(entry), kind=entry.kind, seats=seats, stack=stack, stacks=words, own=own
    )


def charts_of(library: Library, name: str) -> wire.ChartsView:
    """Every chart of a preflop strategy."""
    source = library.open(name)
    told = source.describe()
    if told.kind not in _KINDS:
        raise BadConfig(f"{name!r} is a {told.kind} strategy: charts are of a {', '.join(_KINDS)}")
    charts = [_chart(chart) for chart in chart_lines(source)]
    return wire.ChartsView(source=name, title=library.title(name), big_blind=told.big_blind or BIG_BLIND, charts=charts)


def _chart(chart: ChartLine) -> wire.ChartView:
    shares: list[Any] = [
        wire.ShareView(word=move.word, kind=move.kind, amount=move.amount, share=min(1.0, max(0.0, round(share, 5))))
        for move, share in zip(chart.stop.moves, chart.frequencies, strict=True)
    ]
    return wire.ChartView(
        group=chart.group,
        position=chart.position,
        against=chart.against,
        line=chart.line,
        shares=shares,
        ev=None if chart.ev is None else round(chart.ev, 3),
    )
