"""The preflop decisions that players keep charts of, found in any strategy by walking it.

Opening, facing an opening, the opener facing a 3-bet, and the big blind facing a limp. Every line consists of folds and
the strategy's most frequent raise size.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from gutshot.games.actions import ActionKind
from gutshot.strategies.strategy import Hands, Knowledge, Stop, StopKind, Strategy

_RAISES = (ActionKind.BET, ActionKind.RAISE, ActionKind.ALL_IN)
_PREFLOP = "preflop"


class ChartGroup(StrEnum):
    """What a chart answers."""

    OPEN = "open"
    DEFEND = "defend"
    THREE_BET = "against a 3-bet"
    LIMP = "against a limp"


@dataclass(frozen=True)
class ChartLine:
    """A decision with how often its range takes each action. `against` is whose raise or limp is answered."""

    group: ChartGroup
    position: str
    against: str
    line: str
    stop: Stop
    frequencies: tuple[float, ...]
    ev: float | None


def chart_lines(strategy: Strategy) -> list[ChartLine]:
    """All of them, in the order of acting."""
    return list(_openings(strategy))


def _openings(strategy: Strategy) -> Iterator[ChartLine]:
    stop: Stop | None = strategy.walk("")[-1]
    answers: list[ChartLine] = []
    while stop is not None and _decides(stop):
        chart = _chart(strategy, stop, ChartGroup.OPEN, "")
        if chart is None:
            break
        yield chart
        if (raised := _raised(strategy, chart)) is not None:
            answers += _defences(strategy, raised, chart.position)
        if (limped := _limped(strategy, stop)) is not None:
            answers += _limps(strategy, limped, chart.position)
        stop = _folded(strategy, stop)
    yield from answers


def _limps(strategy: Strategy, stop: Stop, limper: str) -> Iterator[ChartLine]:
    """The answer to a limp, where the strategy has limps and does not take them for something else."""
    chart = _chart(strategy, stop, ChartGroup.LIMP, limper)
    if chart is not None and strategy.hands(stop.line).knowledge is Knowledge.EXACT:
        yield chart


def _defences(strategy: Strategy, stop: Stop | None, opener: str) -> Iterator[ChartLine]:
    """How everybody behind answers an opening, and the opener what they raise."""
    while stop is not None and _decides(stop) and _name(stop) != opener:
        chart = _chart(strategy, stop, ChartGroup.DEFEND, opener)
        if chart is None:
            return
        yield chart
        again = _back_to(strategy, _raised(strategy, chart), opener)
        answer = None if again is None else _chart(strategy, again, ChartGroup.THREE_BET, chart.position)
        if answer is not None:
            yield answer
        stop = _folded(strategy, stop)


def _back_to(strategy: Strategy, stop: Stop | None, opener: str) -> Stop | None:
    """Everybody else folds to the raise, until the opener acts."""
    while stop is not None and _decides(stop) and _name(stop) != opener:
        stop = _folded(strategy, stop)
    return stop if stop is not None and _decides(stop) else None


def _decides(stop: Stop) -> bool:
    return stop.kind is StopKind.DECISION and stop.street == _PREFLOP


def _name(stop: Stop) -> str:
    return "" if stop.actor is None else stop.chairs[stop.actor].name


def _chart(strategy: Strategy, stop: Stop, group: ChartGroup, against: str) -> ChartLine | None:
    """The decision; None where the strategy does not know it."""
    hands: Hands = strategy.hands(stop.line)
    if hands.knowledge is Knowledge.NONE or hands.frequencies is None:
        return None
    ev = None if hands.ev is None or not hands.weight.sum() else float(hands.ev @ hands.weight)
    shares = tuple(float(share) for share in hands.frequencies)
    return ChartLine(group, _name(stop), against, stop.line, stop, shares, ev)


def _raised(strategy: Strategy, chart: ChartLine) -> Stop | None:
    """After the size that is raised most often."""
    sized = [place for place, move in enumerate(chart.stop.moves) if move.kind in _RAISES]
    if not sized:
        return None
    best = max(sized, key=lambda place: chart.frequencies[place])
    return _after(strategy, chart.stop, chart.stop.moves[best].word)


def _limped(strategy: Strategy, stop: Stop) -> Stop | None:
    return next((_after(strategy, stop, move.word) for move in stop.moves if move.kind is ActionKind.CALL), None)


def _folded(strategy: Strategy, stop: Stop) -> Stop | None:
    return next((_after(strategy, stop, move.word) for move in stop.moves if move.kind is ActionKind.FOLD), None)


def _after(strategy: Strategy, stop: Stop, word: str) -> Stop | None:
    after = strategy.walk(stop.line_after(word))[-1]
    return after if _decides(after) else None
