"""A hand of a match step by step, with all cards open, in the form of any other replay."""

from typing import Any, cast

from sqlalchemy.engine import RowMapping

from gutshot.arena.config import MatchConfig
from gutshot.cards.card import parse_cards
from gutshot.games.hand import Hand
from gutshot.trainer.jobs.match_hands import MatchHand, phh_of, table_of
from gutshot.trainer.jobs.record import Job
from gutshot.trainer.records.history import Record
from gutshot.trainer.records.summary import summarise
from gutshot.trainer.table.table import deal_hand
from gutshot.web.jobs import schemas as wire
from gutshot.web.study import schemas as study
from gutshot.web.study.replay import replay_view
from gutshot.web.table.views import card_texts


def match_replay(job: Job, config: MatchConfig, found: MatchHand) -> study.HandReplay:
    """The frames of the person at chair 0, with everybody's cards put in."""
    setup, deal = table_of(config, found, job.title)
    path = [deal_hand(setup, deal)]
    for choice in found.choices:
        path.append(path[-1].act(choice))
    row: dict[str, Any] = {"table": job.id, "number": found.number, "imported": False, "played": job.created}
    row |= {"game": config.variant, "ev_lost": None, "worst": None, **summarise(setup, deal, path[-1])}
    record = Record(cast(RowMapping, row), setup, deal, found.choices, ())
    replay = replay_view(record, (), phh_of(setup, path[-1], found.number))
    return replay.model_copy(update={"frames": [_opened(frame, path[frame.step]) for frame in replay.frames]})


def line_view(config: MatchConfig, hand: MatchHand) -> wire.MatchHandLine:
    """Who won and lost most in a hand."""
    best, worst = (pick(range(len(hand.payoffs)), key=hand.payoffs.__getitem__) for pick in (max, min))
    return wire.MatchHandLine(
        hand=hand.number,
        pot_bb=round(hand.pot / config.big_blind, 1),
        board=card_texts(parse_cards(hand.board)),
        winner=config.labels[hand.agents[best]],
        won_bb=round(hand.payoffs[best] / config.big_blind, 1),
        loser=config.labels[hand.agents[worst]],
        lost_bb=round(-hand.payoffs[worst] / config.big_blind, 1),
    )


def _opened(frame: study.ReplayFrame, hand: Hand) -> study.ReplayFrame:
    """The same with all cards, once there are any."""
    if not frame.seats[0].cards:
        return frame
    seats = [
        seat.model_copy(update={"cards": card_texts(hand.cards(seat.seat)), "is_you": False, "is_out": False})
        for seat in frame.seats
    ]
    entry = frame.entry
    if entry is not None and entry.index < len(hand.events):
        event = hand.events[entry.index]
        entry = entry.model_copy(update={"cards": card_texts(event.cards), "taken": card_texts(event.taken)})
    return frame.model_copy(update={"seats": seats, "entry": entry})
