"""Advice and estimated ranges on your turn, and the reveal of the opponents' styles."""

import asyncio

from fastapi import APIRouter

from gutshot.coach.grading import advise
from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.observation import Observation
from gutshot.preflop.icm import icm, require_payouts
from gutshot.trainer.records import statistics as stats
from gutshot.trainer.table.opponents import kind_of
from gutshot.trainer.table.setup import YOU
from gutshot.web.context import Here, YourRoom
from gutshot.web.study import schemas as study
from gutshot.web.study.views import advice_view, ranges_view, revealed_style
from gutshot.web.table.room import Room

router = APIRouter(tags=["coach"])


def _your_observation(room: Room) -> Observation:
    table = room.table
    if not table.is_your_turn or table.hand.actor is None:
        raise IllegalAction("the coach advises only on your turn")
    return table.hand.observation(table.hand.actor)


@router.get("/tables/{table}/advice", operation_id="getAdvice")
async def advice(room: YourRoom, here: Here) -> study.AdviceView:
    """What the coach would do now, and why. Acting does not wait for it."""
    table, observation = room.table, _your_observation(room)
    hand, step = table.deal.number, table.step
    found = await here.coach.ask(advise, observation, None, here.coach.solves)
    return advice_view(table, observation, found).model_copy(update={"hand": hand, "step": step})


@router.get("/tables/{table}/ranges", operation_id="getRanges")
async def ranges(room: YourRoom) -> study.Ranges:
    """The hands that the opponents still in may hold, as the coach estimates them; empty in badugi."""
    table = room.table
    seat = table.seat_of(YOU)
    if seat is None:
        raise IllegalAction("you are not in this hand")
    return await asyncio.to_thread(ranges_view, table, table.hand.observation(seat))


@router.post("/tables/{table}/reveal", operation_id="revealStyles")
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


@router.post("/icm", operation_id="computeIcm")
def compute_icm(ask: study.IcmAsk) -> study.IcmResult:
    """What tournament stacks are worth in prize money, by Malmuth's and Harville's model."""
    if not any(ask.stacks):
        raise BadConfig("every stack is 0: expected at least one with chips")
    require_payouts(ask.payouts, len(ask.stacks))
    return study.IcmResult(values=list(icm(ask.stacks, ask.payouts)))
