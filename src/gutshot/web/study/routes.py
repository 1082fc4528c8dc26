"""Advice and ranges on your turn; history, replay and PHH; your statistics."""

import asyncio
import logging
import time
from hashlib import sha256
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import PlainTextResponse

from gutshot.coach.against import DEALS, against_table, ranges_by_style
from gutshot.coach.badugi import opponents_hands
from gutshot.coach.badugi_against import DEALS as BADUGI_DEALS
from gutshot.coach.badugi_against import against_table as against_badugi_table
from gutshot.coach.effort import AT_ONCE
from gutshot.coach.grading import advise, grade
from gutshot.coach.judge import opponents_ranges
from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation
from gutshot.games.variants import Game
from gutshot.preflop.icm import icm, require_payouts
from gutshot.trainer.helpers.kind import HelperDied, TooLong
from gutshot.trainer.jobs.imports import PATIENCE
from gutshot.trainer.records import habits, store
from gutshot.trainer.records import history as records
from gutshot.trainer.records import statistics as stats
from gutshot.trainer.records.counts import Counts
from gutshot.trainer.records.history import Filter, Record
from gutshot.trainer.records.imports import Imported, read_text
from gutshot.trainer.records.keeping import keep
from gutshot.trainer.records.phh import export_phh
from gutshot.trainer.records.pokerstars import export_pokerstars
from gutshot.trainer.records.review import review
from gutshot.trainer.table.graded_hands import prizes_of
from gutshot.trainer.table.opponents import kind_of
from gutshot.trainer.table.reads import STYLES, seated_styles
from gutshot.trainer.table.setup import YOU, TableSetup
from gutshot.trainer.table.table import Deal, Table, choices_to_text, resume
from gutshot.web.context import Context, Here, Person, Refused, YourRoom
from gutshot.web.study import schemas as study
from gutshot.web.study.grader import FinishedHand, GradedHand, is_solved, judge
from gutshot.web.study.replay import replay_view
from gutshot.web.study.views import (
    advice_view,
    badugi_ranges_view,
    grade_view,
    habits_view,
    hand_summary,
    ranges_view,
    revealed_style,
    seated_style,
    stats_view,
    table_answer_view,
)
from gutshot.web.table import asks
from gutshot.web.table.room import Room
from gutshot.web.table.routes import choice_of
from gutshot.web.table.views import turn_of

_log = logging.getLogger(__name__)

coach = APIRouter(tags=["coach"])
history = APIRouter(prefix="/history", tags=["history"])
statistics = APIRouter(prefix="/stats", tags=["statistics"])


def _your_observation(room: Room) -> Observation:
    table = room.table
    if not table.is_your_turn or table.hand.actor is None:
        raise IllegalAction("the coach advises only on your turn")
    return table.hand.observation(table.hand.actor)


@coach.get("/tables/{table}/advice", operation_id="getAdvice")
async def advice(
    room: YourRoom,
    here: Here,
    quick: Annotated[bool, Query(description="Only what is known at once: no values that take longer.")] = False,
) -> study.AdviceView:
    """What the coach would do now, and why. You can act without waiting for it."""
    table, observation = room.table, _your_observation(room)
    hand, step = table.deal.number, table.step
    effort = AT_ONCE if quick else here.diligence.advice
    asked = here.solver if effort.may_solve(observation) and is_solved(table.hand) else here.coach
    found = await asked.ask(advise, observation, None, effort, prizes_of(table.setup, table.deal))
    return advice_view(table, observation, found).model_copy(update={"hand": hand, "step": step})


@coach.get("/tables/{table}/advice/table", operation_id="getTableAnswer")
async def table_answer(room: YourRoom, here: Here) -> study.TableAnswerView:
    """What wins most against the opponents who are seated: their styles if you know them, else what was counted."""
    table, observation = room.table, _your_observation(room)
    game = table.setup.game
    are_known = room.revealed or not table.setup.hidden_styles
    agents = {seat: table.setup.agents[chair - 1] for seat, chair in enumerate(table.deal.chairs) if chair != YOU}
    counts = {} if are_known else await asyncio.to_thread(stats.opponents_counts, here.store, room.owner, room.id)
    asked = [None if are_known else counts.get(chair, Counts()) for chair in table.deal.chairs]
    chairs = await here.coach.ask(seated_styles, agents, asked, game)
    work, deals = (against_table, DEALS) if game is Game.HOLDEM else (against_badugi_table, BADUGI_DEALS)
    found = await here.coach.ask(work, observation, chairs, min(deals, here.diligence.advice.deals))
    styles = [seated_style(table, seat, chairs.get(seat), asked[seat]) for seat in agents if observation.live[seat]]
    return table_answer_view(table, observation, found, styles, are_known)


@coach.get("/tables/{table}/ranges", operation_id="getRanges")
async def ranges(room: YourRoom, here: Here) -> study.Ranges:
    """The hands that the opponents still in may hold, as their styles play if these are open, else the strategy."""
    table = room.table
    seat = table.seat_of(YOU)
    if seat is None:
        raise IllegalAction("you are not in this hand")
    observation = table.hand.observation(seat)
    hand, step = table.deal.number, table.step
    if table.setup.game is Game.BADUGI:
        return badugi_ranges_view(table, hand, step, await here.coach.ask(opponents_hands, observation))
    styles = _open_styles(room)
    held = await here.coach.ask(ranges_by_style, observation, styles, prizes_of(table.setup, table.deal))
    return ranges_view(table, hand, step, held, styles)


def _open_styles(room: Room) -> dict[int, str]:
    """By seat, where they are no secret."""
    setup, chairs = room.table.setup, room.table.deal.chairs
    if setup.hidden_styles and not room.revealed:
        return {}
    seated = {seat: setup.agents[chair - 1] for seat, chair in enumerate(chairs) if chair != YOU}
    return {seat: agent for seat, agent in seated.items() if agent in STYLES}


@coach.post("/tables/{table}/reveal", operation_id="revealStyles")
async def reveal(ask: study.RevealAsk, room: YourRoom, here: Here) -> study.Reveal:
    """Show how the opponents play, and score your guesses. From then on the styles are shown at the table."""
    setup = room.table.setup
    guesses = {guess.seat: guess.agent for guess in ask.guesses}
    for chair, agent in guesses.items():
        if chair >= setup.seats:
            raise BadConfig(f"a guess for seat {chair}: this table has opponents at seats 1 to {setup.seats - 1}")
        kind_of(setup.game, agent)
    if room.revealed and guesses:
        raise BadConfig("the styles have already been revealed: it is too late to guess")
    await room.reveal()
    counts = await asyncio.to_thread(stats.opponents_counts, here.store, room.owner, room.id)
    styles = []
    for chair in range(1, setup.seats):
        kind = kind_of(setup.game, setup.agents[chair - 1])
        styles.append(revealed_style(setup, chair, kind.label, kind.about, guesses.get(chair), counts[chair]))
    right = sum(bool(style.is_right) for style in styles)
    return study.Reveal(styles=styles, right=right, guessed=len(guesses))


@coach.post("/icm", operation_id="computeIcm")
def compute_icm(ask: study.IcmAsk) -> study.IcmResult:
    """What tournament stacks are worth in prize money, by Malmuth's and Harville's model."""
    if not any(ask.stacks):
        raise BadConfig("every stack is 0: expected at least one with chips")
    require_payouts(ask.payouts, len(ask.stacks))
    return study.IcmResult(values=list(icm(ask.stacks, ask.payouts)))


Ref = Annotated[str, Path(pattern=r"^[0-9a-z]{1,32}:[0-9]{1,9}$", examples=["3f2a9c1d5e6b7a80:12"])]
_PLAIN_TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}
TextForm = Annotated[study.TextFormat, Query(alias="format")]
Least = Annotated[float | None, Query(ge=0, le=1e9)]


@history.get("", operation_id="listHands")
def list_hands(
    here: Here,
    person: Person,
    game: Game | None = None,
    table: Annotated[str | None, Query(max_length=32)] = None,
    result: study.ResultName | None = None,
    position: Annotated[str | None, Query(max_length=8, examples=["BTN"])] = None,
    least_ev_lost: Least = None,
    least_pot: Least = None,
    showdown: bool | None = None,
    imported: bool | None = None,
    marked: bool | None = None,
    search: Annotated[str | None, Query(max_length=60, description="In titles, notes, cards and boards.")] = None,
    sort: study.SortName = study.SortName.NEWEST,
    offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> study.HandPage:
    """Your finished hands. Pot and EV lost are in big blinds."""
    wanted = Filter(
        None if game is None else game.value,
        table,
        None if result is None else result.value,
        position,
        least_ev_lost,
        least_pot,
        showdown,
        imported,
        marked,
        search,
    )
    rows, total = records.list_hands(here.store, person, wanted, sort.value, offset, limit)
    hands = [hand_summary(row, records.open_row(row).setup) for row in rows]
    following = offset + len(hands)
    waiting = records.count_ungraded(here.store, person)
    return study.HandPage(
        hands=hands, total=total, waiting=waiting, next_offset=following if following < total else None
    )


def _record(here: Context, person: str, ref: str) -> Record:
    table, _, number = ref.partition(":")
    found = records.open_hand(here.store, person, table, int(number))
    if found is None:
        raise Refused(404, "not_found", f"you have no finished hand {ref!r}")
    return found


@history.patch("/{ref}", operation_id="keepHand")
def keep_hand(ref: Ref, ask: study.HandKeep, here: Here, person: Person) -> study.HandSummary:
    """Mark a hand to find it again, or write a note on it."""
    record = _record(here, person, ref)
    changes = {name: value for name in ("marked", "note") if (value := getattr(ask, name)) is not None}
    if changes:
        here.store.write(store.change_hand(record.row["table"], record.deal.number, **changes))
    return hand_summary(_record(here, person, ref).row, record.setup)


@history.get("/{ref}", operation_id="getReplay")
def get_replay(
    ref: Ref,
    here: Here,
    person: Person,
    wait: Annotated[bool, Query(description="Wait for the grades of a hand that has none yet.")] = True,
) -> study.HandReplay:
    """A finished hand step by step, with the coach's grades."""
    record = _record(here, person, ref)
    grades = record.grades
    if grades is None and wait and (verdict := _judged(here, record)) is not None:
        here.store.write(verdict.write(record.row["table"], record.deal.number))
        record, grades = _record(here, person, ref), verdict.grades
    return replay_view(record, grades or (), export_phh(record.setup, record.deal, record.hand))


Step = Annotated[int, Query(ge=0, le=10_000, description="How many choices everybody had made before.")]


def _decision(record: Record, step: int) -> tuple[Table, Observation]:
    """The table as it stood when the person decided; IllegalAction where he did not."""
    table = resume(record.setup, record.deal, choices_to_text(record.choices[:step]))
    if step >= len(record.choices) or not table.is_your_turn or table.hand.actor is None:
        raise IllegalAction(f"after {step} choices of this hand you had no decision")
    return table, table.hand.observation(table.hand.actor)


@history.get("/{ref}/decision", operation_id="getDecision")
def get_decision(ref: Ref, here: Here, person: Person, step: Step) -> study.DecisionView:
    """Everything the coach says of one of your decisions in a finished hand: advice with values, and the ranges."""
    table, observation = _decision(_record(here, person, ref), step)
    prizes = prizes_of(table.setup, table.deal)
    found = here.coach.run(advise, observation, None, here.diligence.advice, prizes)
    held = here.coach.run(opponents_ranges, observation, prizes) if table.setup.game is Game.HOLDEM else ()
    turn = turn_of(table)
    assert turn is not None
    return study.DecisionView(
        step=step,
        turn=turn,
        advice=advice_view(table, observation, found),
        ranges=ranges_view(table, table.deal.number, step, held).ranges,
    )


@history.post("/{ref}/retry", operation_id="retryDecision")
def retry_decision(ref: Ref, ask: asks.Act, here: Here, person: Person) -> study.Retried:
    """Decide again where you decided, and see how that is graded. Nothing is kept."""
    table, observation = _decision(_record(here, person, ref), ask.step)
    choice = choice_of(ask)
    table.hand.verify(choice)
    found = here.coach.run(grade, observation, choice, table.deal.number, ask.step, here.diligence.grade)
    return study.Retried(grade=None if found is None else grade_view(found))


def _judged(here: Context, record: Record) -> GradedHand | None:
    """The grades; None where the coach fails, for a hand can be looked at without them."""
    try:
        return here.coach.run(judge, FinishedHand(record.setup, record.deal, record.choices), (), here.diligence.grade)
    except Exception as error:
        _log.warning("could not grade hand %s:%s: %r", record.row["table"], record.deal.number, error)
        return None


@history.get("/{ref}/phh", operation_id="exportHand", response_class=Response, responses=_PLAIN_TEXT)
def export_hand(ref: Ref, here: Here, person: Person, form: TextForm = study.TextFormat.PHH) -> Response:
    """A finished hand for other programs. Cards you did not see are ????, or left out."""
    record = _record(here, person, ref)
    return PlainTextResponse(_text_of(record, form))


def _text_of(record: Record, form: study.TextFormat) -> str:
    if form is study.TextFormat.PHH:
        return export_phh(record.setup, record.deal, record.hand)
    number = int.from_bytes(sha256(f"{record.row['table']}:{record.deal.number}".encode()).digest()[:6])
    return export_pokerstars(record.setup, record.deal, record.hand, record.row["played"], number)


MOST_EXPORTED = 2000


@history.get("/all/text", operation_id="exportHands", response_class=Response, responses=_PLAIN_TEXT)
def export_hands(
    here: Here,
    person: Person,
    form: TextForm = study.TextFormat.POKERSTARS,
    game: Game = Game.HOLDEM,
    search: Annotated[str | None, Query(max_length=60)] = None,
    marked: bool | None = None,
    imported: bool | None = None,
) -> Response:
    """Your newest hands, up to 2,000, in one file: PHH in numbered sections, or PokerStars text."""
    wanted = Filter(game.value, imported=imported, search=search, marked=marked)
    rows, _ = records.list_hands(here.store, person, wanted, "newest", 0, MOST_EXPORTED)
    texts = [_text_of(records.open_row(row), form) for row in rows]
    if form is study.TextFormat.PHH:
        return PlainTextResponse("\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, 1)))
    return PlainTextResponse("\n\n".join(texts))


@history.post("/import", operation_id="importHands", status_code=201)
def import_hands(ask: study.ImportAsk, here: Here, person: Person) -> study.ImportResult:
    """Read up to 500 hands (PHH, PokerStars and others) at once, to be reviewed; more are a job: POST /api/imports."""
    found, problems = _read(here, ask.text)
    kept = keep(here.store, person, found, ask.name)
    return study.ImportResult(imported=len(kept.refs), known=kept.known, refs=list(kept.refs), problems=problems)


def _read(here: Context, text: str) -> tuple[list[Imported], list[str]]:
    """Foreign text is read in a separate process, in case the reader crashes."""
    try:
        return here.histories.run_within(PATIENCE, read_text, text)
    except TooLong:
        raise BadConfig("this file takes too long to read: import fewer hands at a time") from None
    except HelperDied as died:
        raise BadConfig(f"{died}: import fewer hands at a time") from None


@statistics.get("", operation_id="getStats")
def get_stats(
    here: Here,
    person: Person,
    game: Game = Game.HOLDEM,
    table: Annotated[str | None, Query(max_length=32, description="One table; all if left out.")] = None,
    imported: Annotated[bool, Query(description="Imported hands instead of those played here.")] = False,
) -> study.Stats:
    """Your statistics over all hands of a game that you played here or imported, as a tracker shows them."""
    found = stats.figures(here.store, person, game.value, table, imported)
    looked = review(here.store, person, game.value, table, imported)
    opened = [(records.open_hand(here.store, person, each.table, each.number), each) for each in looked.costliest]
    return stats_view(game, found, looked, [(hand.row, each.graded) for hand, each in opened if hand is not None])


_LOOKED_THROUGH = 25
_SECONDS_OF_LOOKING = 2.0


@statistics.get("/habits", operation_id="getHabits")
def get_habits(
    here: Here,
    person: Person,
    imported: Annotated[bool | None, Query(description="Only imported hands, or only those played here.")] = None,
    position: Annotated[str | None, Query(max_length=8, examples=["BTN"])] = None,
) -> study.Habits:
    """What you do in named spots beside what the strategy does with the same hands.

    Each call looks through more of your hands, for some seconds; ask again while some are waiting.
    """
    began = time.monotonic()
    while time.monotonic() - began < _SECONDS_OF_LOOKING:
        rows = [records.open_row(row) for row in habits.uncounted(here.store, person, _LOOKED_THROUGH)]
        if not rows:
            break
        noted = here.coach.run(_note_hands, [(each.setup, each.deal, each.choices) for each in rows])
        here.store.write(
            *(
                store.change_hand(each.row["table"], each.deal.number, habits=habits.to_text(chances))
                for each, chances in zip(rows, noted, strict=True)
            )
        )
    found, counted = habits.habits(here.store, person, imported, position)
    return habits_view(found, counted, habits.count_uncounted(here.store, person))


def _note_hands(played: list[tuple[TableSetup, Deal, tuple[Choice, ...]]]) -> list[list[habits.Noted]]:
    return [habits.note_hand(*hand) for hand in played]


routers = (coach, history, statistics)
