"""Reading strategies in a helper process that answers several questions at a time, and the questions.

The process starts when the library is first opened; if it dies, waiting callers get an error, and the next question
starts another.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np

import gutshot.agents  # noqa: F401 - its players are part of the library
from gutshot.agents.agent import DecidesRows
from gutshot.agents.blueprint import BlueprintAgent
from gutshot.agents.neural import NeuralAgent
from gutshot.agents.played_out import played_out, player_of
from gutshot.cards.card import format_card
from gutshot.errors import BadConfig
from gutshot.postflop.simplify import simplify
from gutshot.strategies import library_changes, uploads
from gutshot.strategies.blueprint_strategy import BlueprintStrategy
from gutshot.strategies.catalogue import Library
from gutshot.strategies.depth_set import DepthSet
from gutshot.strategies.entries import asked_for
from gutshot.strategies.postflop_strategy import NAMES, PostflopStrategy
from gutshot.strategies.solved_spot import SolvedSpotStrategy
from gutshot.strategies.strategy import Hands, Stop, Strategy
from gutshot.strategies.three_strategy import ThreeStrategy
from gutshot.trainer.drills.questions import Question
from gutshot.trainer.drills.whole_hands import Reached, deal_whole, play_on
from gutshot.trainer.helpers.kind import HelperDied
from gutshot.trainer.helpers.pool import Helpers
from gutshot.trainer.study import Match, PlayedHand, matches
from gutshot.trainer.table.table import derived_seed
from gutshot.web.explore import schemas as explore
from gutshot.web.explore.views import about_view, csv_text, node_view, range_text, report_view, rows_of, runouts_view
from gutshot.web.helpers import READER

_P = ParamSpec("_P")
_T = TypeVar("_T")
_MOST_SECONDS = 10.0
"""Of processor time, after which values that are played out stand as they are, with their error."""


class ReadingRoom:
    """Answers questions about the library below `data`; `apart` has them answered in another process."""

    def __init__(self, data: Path, apart: bool) -> None:
        self.library = Library(data)
        self._helper = Helpers(READER) if apart else None

    def ask(self, question: Callable[Concatenate[Library, _P], _T], /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Wait for the answer of a function of the library; for threads."""
        if self._helper is None:
            return question(self.library, *args, **kwargs)
        try:
            answer: _T = self._helper.run(answer_in, self.library.data, question, args, kwargs)
        except HelperDied as died:
            raise HelperDied(f"{died}: try again") from None
        return answer

    def get_ready(self) -> None:
        """Start the process before somebody waits for it."""
        if self._helper is not None:
            self._helper.get_ready()

    def close(self) -> None:
        """End its process."""
        if self._helper is not None:
            self._helper.close()


@lru_cache(maxsize=1)
def _library(data: Path) -> Library:
    return Library(data, ahead=True)


def answer_in(data: Path, question: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """A question, answered from the helper's own library."""
    return question(_library(data), *args, **kwargs)


class StrategyFormat(StrEnum):
    """What a strategy is written as."""

    CSV = "csv"
    JSON = "json"
    RANGE = "range"


def about(library: Library, name: str) -> explore.AboutView:
    """What the strategy is."""
    source = library.open(name)
    is_folder = isinstance(source, PostflopStrategy | ThreeStrategy)
    return about_view(name, library.title(name), source, asked_for(library.folder_of(name)) if is_folder else None)


def node(library: Library, name: str, line: str, seat: int | None, deals: int = 0) -> bytes:
    """The view of a node as JSON: it was checked when it was made, so it need not be read again."""
    source = library.open(name)
    hands = _valued(library, name, line, deals) if deals and seat is None else None
    return node_view(name, source, line, seat, hands).model_dump_json().encode()


@lru_cache(maxsize=32)
def _valued(library: Library, name: str, line: str, deals: int) -> Hands:
    """The actor's hands with values that were played out."""
    source = library.open(name)
    if not _can_be_played_out(source):
        raise BadConfig(f"{name!r} is no blueprint or network: only those play thousands of hands at once")
    if isinstance(source, BlueprintStrategy):
        player: DecidesRows = BlueprintAgent(source.blueprint, name)
    elif isinstance(source, DepthSet):
        player = player_of("blueprint:" + name.partition(":")[2].partition("@")[0])  # who decides at any table
    else:
        player = NeuralAgent(source.policy, name)  # type: ignore[attr-defined]
    return played_out(source, player, line, deals, most_seconds=_MOST_SECONDS).hands  # type: ignore[arg-type]


def _can_be_played_out(source: Strategy) -> bool:
    """Whether a strategy states no values but plays many hands at once."""
    return isinstance(source, BlueprintStrategy | DepthSet) or source.describe().kind == "policy"


def report(library: Library, name: str, line: str, seat: int | None) -> explore.ReportView:
    """Everything about one line."""
    return report_view(library.open(name), line, seat)


def _solution(library: Library, name: str) -> PostflopStrategy:
    source: Strategy = library.open(name)
    if not isinstance(source, PostflopStrategy):
        raise BadConfig(f"{name!r} is not a postflop solution: only those have values for every card")
    return source


def unlocked_values(library: Library, name: str, spot: Mapping[str, Any]) -> Sequence[float] | None:
    """What the players have in a solution of a spot before anything was locked in it, if that is known."""
    source = library.open(name)
    if not isinstance(source, PostflopStrategy | ThreeStrategy):
        raise BadConfig(f"{name!r} is not a postflop solution, so locks cannot be measured against it")
    if source.solution.spot.to_dict() != type(source.solution.spot).from_dict(spot).to_dict():
        raise BadConfig(f"{name!r} is the solution of another spot, so locks cannot be measured against it")
    if not source.solution.solver.locked:
        with source.alone():
            return source.solution.ev
    told = asked_for(library.folder_of(name)).get("lock_cost")
    return told.get("solved") if isinstance(told, dict) else None


def runouts(library: Library, name: str, line: str) -> explore.RunoutsView:
    """A row for each card that can come."""
    source = library.open(name)
    if not isinstance(source, SolvedSpotStrategy):
        raise BadConfig(f"{name!r} is not a postflop solution: only those have values for every card")
    return runouts_view(line, [chair.name for chair in source.walk("")[0].chairs], source.runouts(line))


def export(library: Library, name: str, line: str, seat: int | None, form: StrategyFormat, action: str) -> str:
    """A seat's strategy as CSV or JSON, or its range as text."""
    source = library.open(name)
    if form is StrategyFormat.RANGE:
        return range_text(source, line, seat, action)
    rows = rows_of(source, line, seat)
    return csv_text(rows) if form is StrategyFormat.CSV else json.dumps(rows, indent=1)


def simplified(library: Library, ask: explore.SimplifyAsk, folder: Path | None, person: str) -> explore.SimplifiedView:
    """What a simpler strategy costs; it is kept in `folder` if there is one."""
    source = _solution(library, ask.source)
    with source.alone():
        found = simplify(source.solution, ask.drop, ask.steps)
        before = source.solution.exploitability_percent
    if folder is not None:
        found.solution.save(folder, resumable=False)
        library_changes.describe(folder, owner=person)
    pot = source.solution.spot.pot
    return explore.SimplifiedView(
        names=list(NAMES),
        cost=[round(cost, 4) for cost in found.cost],
        cost_percent=[round(100 * cost / pot, 4) for cost in found.cost],
        exploitability_before=before,
        exploitability_after=found.solution.exploitability_percent,
        source=None if folder is None else library.entry(folder).name,
    )


def study(library: Library, played: PlayedHand, networks: bool, hidden: Collection[str] = ()) -> list[Match]:
    """Where the library knows a played hand, without what the person may not see."""
    return matches(library, played, networks, hidden)


def brought_in(library: Library, upload: uploads.Upload, person: str) -> Path:
    """Check an upload and put it into the library as the person's."""
    return uploads.finish(library, upload, person)


@dataclass(frozen=True)
class DrillSpot:
    """A decision to be drilled, and what the page says about it."""

    question: Question
    path: Sequence[Stop]
    title: str
    big_blind: int | None
    can_be_valued: bool


DRILL_DEALS = 300
SLOW_DEALS = 60
"""The same for networks, which take longer."""


def drilled(library: Library, name: str, line: str, valued: bool = False) -> DrillSpot:
    """A question at a line."""
    source = library.open(name)
    told, question = source.describe(), Question.at(source, line)
    if valued and question.hands.action_ev is None:
        question = replace(
            question, hands=_valued(library, name, line, SLOW_DEALS if told.kind == "policy" else DRILL_DEALS)
        )
    can_be = _can_be_played_out(source) and (valued or question.hands.action_ev is None)
    return DrillSpot(question, list(source.walk(line)), library.title(name), told.big_blind, can_be)


def in_whole_hand(
    library: Library, name: str, start: str, seed: int, hand: int, line: str | None, valued: bool
) -> tuple[DrillSpot, int, list[str]]:
    """The person's decision in a hand of a drill of whole hands, at its beginning or further on; where his hand is.

    Last the cards he holds.
    """
    strategy = library.open(name)
    spot = drilled(library, name, start if line is None else line, valued)
    actor = strategy.walk(start)[-1].actor
    assert actor is not None
    dealt = deal_whole(strategy, start, seed, hand)
    held = dealt.holding(spot.path, actor)
    place = int(np.flatnonzero(spot.question.hands.combos == held)[0])
    return spot, place, [format_card(card) for card in dealt.cards_at(spot.path, actor)]


def gone_on(library: Library, name: str, start: str, seed: int, hand: int, line: str) -> Reached:
    """Where a whole hand gets to after the person's action; over, too, where the strategy has nothing to say to him."""
    strategy = library.open(name)
    actor = strategy.walk(start)[-1].actor
    assert actor is not None
    dealt = deal_whole(strategy, start, seed, hand)
    reached = play_on(strategy, line, actor, dealt, derived_seed(seed, "others", hand))
    if reached.ended is None:
        hands = strategy.hands(reached.line)
        if hands.mix is None or dealt.holding(strategy.walk(reached.line), actor) not in hands.combos:
            return Reached(reached.line, "The strategy never comes here with your hand, so it ends.")
    return reached
