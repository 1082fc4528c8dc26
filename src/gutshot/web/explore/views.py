"""Stops, hands and reports as the browser gets them: plain lists, rounded, with null for what is not known."""

import csv
import io
import math
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import numpy as np
from pydantic import BaseModel, ValidationError

from gutshot.blueprint.badugi.class_names import COLUMNS, ROWS, chart_places, class_names
from gutshot.cards.card import format_card
from gutshot.cards.combos import COMBO_COUNT
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Reals
from gutshot.strategies.badugi_strategy import GAME as BADUGI
from gutshot.strategies.entries import Entry, asked_for
from gutshot.strategies.hand_names import categories_of, hand_names, require_holdem
from gutshot.strategies.postflop_strategy import PostflopStrategy
from gutshot.strategies.strategy import HOLDEM, Hands, Stop, StopKind, Strategy
from gutshot.strategies.summaries import Part, composition, equity_curve, mean_of, realised, told_line
from gutshot.strategies.three_strategy import ThreeStrategy
from gutshot.strategies.titles import shown_title
from gutshot.web.explore import schemas as explore


def entry_view(entry: Entry, jobs: Collection[str] = (), private: bool | None = None) -> explore.LibraryEntry:
    """`jobs` are those of the person who asks; `private` whether nobody else sees it."""
    own = entry.name.startswith("file:") and entry.path is not None
    asked = asked_for(entry.path) if own and entry.path is not None else {}
    notes, job = asked.get("notes"), asked.get("job")
    return explore.LibraryEntry(
        source=entry.name,
        title=shown_title(entry),
        kind=entry.kind,
        config=[explore.Fact(label=label, value=value) for label, value in entry.config],
        quality=[explore.Fact(label=label, value=value) for label, value in entry.quality],
        created=entry.created,
        bytes=entry.size,
        takes_table=entry.takes_table,
        problem=entry.problem,
        notes=notes[:4000] if isinstance(notes, str) else "",
        own=own,
        job=job if isinstance(job, str) and job in jobs else None,
        private=private,
    )


def about_view(name: str, title: str, source: Strategy, asked: Mapping[str, Any] | None = None) -> explore.AboutView:
    """`asked` is what stands beside the artifact, where anybody may have written: what does not fit is left out."""
    about = source.describe()
    asked = asked or {}
    target = asked.get("target")
    solver = source.solution.solver if isinstance(source, PostflopStrategy) else None
    return explore.AboutView(
        source=name,
        title=title,
        kind=about.kind,
        config=about.config,
        quality=about.quality,
        abilities=list(about.abilities),
        big_blind=about.big_blind,
        locks=_locks(asked.get("locks")),
        has_locks=isinstance(source, PostflopStrategy | ThreeStrategy) and source.solution.solver.locked,
        precision=None if solver is None else "f32" if solver.precision == "f32" else "i16",
        target=target if isinstance(target, float) and 0 < target <= 0.5 else None,
        sizes=_told(explore.FoundSizes, asked.get("sizes")),
        lock_cost=_told(explore.LockCostsView, asked.get("lock_cost")),
        profile=_told(explore.ProfileView, asked.get("profile")),
    )


_View = TypeVar("_View", bound=BaseModel)


def _told(view: type[_View], found: Any) -> _View | None:
    with suppress(ValidationError):
        return None if found is None else view.model_validate(found)
    return None


def _locks(found: Any) -> list[explore.LockView]:
    try:
        return [explore.LockView.model_validate(lock) for lock in found or []]
    except (ValidationError, TypeError):
        return []


def stop_view(stop: Stop) -> explore.StopView:
    """A stop as the page has it."""
    return explore.StopView(
        line=stop.line,
        kind=stop.kind,
        street=stop.street,
        board=[format_card(card) for card in stop.board],
        pot=stop.pot,
        chairs=[
            explore.ChairView(name=chair.name, stack=chair.stack, bet=chair.bet, folded=chair.folded)
            for chair in stop.chairs
        ],
        actor=stop.actor,
        to_call=stop.to_call,
        moves=[
            explore.MoveView(
                word=move.word,
                kind=move.kind,
                amount=move.amount,
                pot_share=None if move.pot_share is None else round(move.pot_share, 4),
            )
            for move in stop.moves
        ],
        deals=stop.deals,
        taken=stop.taken,
    )


def node_view(name: str, source: Strategy, line: str, seat: int | None, hands: Hands | None = None) -> explore.NodeView:
    """`hands` are the actor's where they are known with values."""
    stops = list(source.walk(line))
    return explore.NodeView(
        source=name,
        line=stops[-1].line,
        told=told_line(stops),
        path=[stop_view(stop) for stop in stops],
        hands=hands_view(hands or source.hands(stops[-1].line, seat), stops[-1], source.describe().game),
    )


def hands_view(hands: Hands, stop: Stop, game: str = HOLDEM) -> explore.HandsView:
    """Hands as the page has them."""
    eqr = realised(hands, stop.pot)
    kinds, names = categories_of(game, stop.board), hand_names(game)
    frequencies = hands.frequencies
    mean_ev, mean_equity = mean_of(hands.ev, hands.weight), mean_of(hands.equity, hands.weight)
    return explore.HandsView(
        seat=hands.seat,
        combos="" if game == BADUGI else "".join(names[combo] for combo in hands.combos.tolist()),
        classes=_classes_view(hands) if game == BADUGI else None,
        reach=_plain(hands.reach, 5),
        weight=_plain(hands.weight, 6),
        mix=None if hands.mix is None else [_plain(row, 4) for row in hands.mix],
        ev=known(hands.ev, 3),
        ev_error=hands.ev_error,
        equity=known(hands.equity, 4),
        eqr=known(eqr, 3),
        action_ev=None if hands.action_ev is None else [known(row, 3) or [] for row in hands.action_ev],
        made=kinds.made[hands.combos].tolist(),
        draws=kinds.draws[hands.combos].tolist(),
        made_names=list(kinds.names),
        draw_names=list(kinds.draw_names),
        frequencies=None if frequencies is None else _plain(frequencies, 5),
        mean_ev=mean_ev,
        mean_equity=mean_equity,
        mean_eqr=None if mean_ev is None or not mean_equity else mean_ev / (mean_equity * stop.pot),
        combo_count=round(float(hands.reach.sum()), 2),
        knowledge=hands.knowledge,
        notes=list(hands.notes),
    )


def _classes_view(hands: Hands) -> explore.ClassesView:
    """Where classes stand in a chart."""
    names, (row, column) = class_names(), chart_places()
    return explore.ClassesView(
        names=[names[number] for number in hands.combos.tolist()],
        row=row[hands.combos].tolist(),
        column=column[hands.combos].tolist(),
        rows=list(ROWS),
        columns=list(COLUMNS),
    )


def _plain(values: Reals, digits: int) -> list[float]:
    rounded: list[float] = np.nan_to_num(values).round(digits).tolist()
    return rounded


def known(values: Reals | None, digits: int) -> list[float | None] | None:
    """Numbers with null in place of NaN."""
    if values is None:
        return None
    return [None if math.isnan(value) else value for value in values.round(digits).tolist()]


def report_view(source: Strategy, line: str, seat: int | None) -> explore.ReportView:
    """A seat's range at a line."""
    stop = source.walk(line)[-1]
    hands = source.hands(stop.line, seat)
    made, draws = composition(hands, categories_of(source.describe().game, stop.board))
    curves = []
    for place, chair in enumerate(stop.chairs if hands.equity is not None else ()):
        held = hands if place == hands.seat else source.hands(stop.line, place)
        if held.equity is not None:
            points = [round(value, 4) for value in equity_curve(held)]
            curves.append(explore.CurveView(seat=place, name=chair.name, equities=points))
    return explore.ReportView(made=_parts(made), draws=_parts(draws), curves=curves)


def runouts_view(line: str, names: Sequence[str], found: Sequence[dict[str, Any]]) -> explore.RunoutsView:
    """Runouts as the page has them."""
    rows = [
        explore.RunoutView(
            card=row["card"],
            actor=row["actor"].upper(),
            actions=row["actions"],
            frequencies=[_finite(share) or 0.0 for share in row["frequencies"]],
            ev=[_finite(value) for value in row["ev"]],
            equity=[_finite(value) for value in row["equity"]],
        )
        for row in found
    ]
    return explore.RunoutsView(line=line, names=list(names), rows=rows)


def _finite(value: float) -> float | None:
    return round(value, 5) if math.isfinite(value) else None


def _parts(parts: Sequence[Part]) -> list[explore.PartView]:
    return [
        explore.PartView(name=part.name, share=round(part.share, 5), mix=[round(share, 4) for share in part.mix])
        for part in parts
    ]


def rows_of(source: Strategy, line: str, seat: int | None) -> list[dict[str, Any]]:
    """One plain row per hand, as it goes into a file."""
    stop = source.walk(line)[-1]
    hands = source.hands(stop.line, seat)
    acts = stop.kind is StopKind.DECISION and hands.mix is not None
    rows, names = [], hand_names(source.describe().game)
    for place, combo in enumerate(hands.combos.tolist()):
        row: dict[str, Any] = {"seat": stop.chairs[hands.seat].name, "hand": names[combo]}
        row |= {"reach": _number(hands.reach, place), "weight": _number(hands.weight, place)}
        row |= {"equity": _number(hands.equity, place), "ev": _number(hands.ev, place)}
        for number, move in enumerate(stop.moves if acts else ()):
            row[move.word] = _number(None if hands.mix is None else hands.mix[number], place)
            if hands.action_ev is not None:
                row[f"ev {move.word}"] = _number(hands.action_ev[number], place)
        rows.append({name: value for name, value in row.items() if value is not None})
    return rows


def _number(values: Reals | None, place: int) -> float | None:
    if values is None or math.isnan(values[place]):
        return None
    return round(float(values[place]), 6)


def csv_text(rows: Sequence[dict[str, Any]]) -> str:
    """A row for each."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def range_text(source: Strategy, line: str, seat: int | None, action: str) -> str:
    """The seat's range here as text, or the part of it that takes an action."""
    require_holdem(source.describe().game, "ranges are written")
    stop = source.walk(line)[-1]
    hands = source.hands(stop.line, seat)
    reach = hands.reach
    if action:
        words = [move.word for move in stop.moves]
        if hands.mix is None or action not in words:
            raise BadConfig(f"no action {action!r} of this seat here: expected one of {', '.join(words) or 'none'}")
        reach = reach * hands.mix[words.index(action)]
    weights = np.zeros(COMBO_COUNT)
    weights[hands.combos] = np.clip(reach, 0.0, 1.0).round(3)
    return str(Range(weights)) if weights.any() else ""
