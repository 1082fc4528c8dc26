"""A finished hand step by step: the table after each of its events, as the person could see it then.

Between two decisions several things may happen at once: chips go back, hands are opened, streets are dealt, pots are
paid. The engine jumps over all of them, so the frames in between are made by applying the events one by one to the
table at the time of the decision.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gutshot.cards.card import Card, parse_cards
from gutshot.coach.grading import Graded
from gutshot.games.events import Event, Kind
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.games.pots import pots
from gutshot.games.row import PAID
from gutshot.trainer.records.history import Record
from gutshot.trainer.table.table import cards_to_come, deal_hand
from gutshot.web.study import schemas as study
from gutshot.web.study.views import grade_view, hand_summary
from gutshot.web.table.hand_log import HandLog
from gutshot.web.table.views import Seen, board_size, card_texts, pots_of, seats_of, see

_COLLECTS = (Kind.BOARD, Kind.SHOW, Kind.MUCK, Kind.WIN)


def replay_view(record: Record, grades: Sequence[Graded], phh: str) -> study.HandReplay:
    """The hand with a frame for each of its events; the first shows the first forced bet."""
    setup, deal = record.setup, record.deal
    return study.HandReplay(
        summary=hand_summary(record.row, setup),
        your_seat=0,
        button=deal.where.button,
        hole_cards=record.hand.rules.hole_cards,
        board_size=board_size(setup.game),
        frames=_frames(record, {graded.step: graded for graded in grades}),
        grades=[grade_view(graded) for graded in grades],
        phh=phh,
        is_graded=record.grades is not None,
        shown=card_texts(parse_cards(record.row.get("shown") or "")),
        rabbit=card_texts(cards_to_come(record.hand, deal)),
    )


def _frames(record: Record, grades: dict[int, Graded]) -> list[study.ReplayFrame]:
    hand = deal_hand(record.setup, record.deal)
    walk, log = _Walk.before(hand), HandLog()
    frames = list(_frames_of_step(record, hand, walk, log, 0, None))
    for step, choice in enumerate(record.choices):
        hand = hand.act(choice)
        frames += _frames_of_step(record, hand, walk, log, step + 1, grades.get(step))
    return frames


def _frames_of_step(
    record: Record, hand: Hand, walk: "_Walk", log: HandLog, step: int, graded: Graded | None
) -> Iterator[study.ReplayFrame]:
    """The frames of the events since the last decision; the last one is the engine's own table."""
    seen = see(record.setup, record.deal, hand)
    start, entries, now = len(log), log.told(seen), seen.observation
    for index in range(start, len(entries)):
        walk.take(now.history[index])
        is_last = index == len(entries) - 1
        then = now if is_last else walk.seen_then(hand, now, index)
        moment = replace(seen, observation=then, is_over=seen.is_over and is_last)
        yield study.ReplayFrame(
            index=index,
            entry=entries[index],
            street=then.street,
            street_name=then.street_name,
            actor=None if then.actor is None else record.deal.chairs[then.actor],
            board=card_texts(then.board),
            pot=sum(then.contributions),
            pots=pots_of(moment),
            seats=seats_of(moment, (0,) * record.setup.seats, _stacks_by_chair(moment)),
            grade=grade_view(graded) if graded is not None and index == start else None,
            step=step,
        )
    walk.street, walk.bets = now.street, list(now.bets)


def _stacks_by_chair(seen: Seen) -> tuple[int, ...]:
    stacks = [0] * seen.setup.seats
    for chair, stack in zip(seen.chairs, seen.observation.stacks, strict=True):
        stacks[chair] = stack
    return tuple(stacks)


@dataclass
class _Walk:
    """The chips and the board after the events taken so far, by seat."""

    stacks: list[int]
    bets: list[int]
    paid: list[int]
    board: tuple[Card, ...] = ()
    street: int = 0
    are_dealt: bool = False

    @classmethod
    def before(cls, hand: Hand) -> "_Walk":
        return cls(list(hand.setup.stacks), [0] * hand.seats, [0] * hand.seats)

    def take(self, event: Event) -> None:
        """Move the chips and cards of one event."""
        if event.kind in _COLLECTS:
            self.bets = [0] * len(self.bets)
        if event.kind is Kind.BOARD:
            self.board, self.street = (*self.board, *event.cards), event.street
        elif event.kind is Kind.DEAL:
            self.are_dealt = True
        elif event.seat is not None and event.is_payment:
            self._move(event.seat, event.amount, in_front=event.kind is not Kind.ANTE)
        elif event.seat is not None and event.kind is Kind.REFUND:
            self._move(event.seat, -event.amount)
        elif event.seat is not None and event.kind is Kind.WIN:
            self.stacks[event.seat] += event.amount

    def _move(self, seat: int, amount: int, in_front: bool = True) -> None:
        self.stacks[seat] -= amount
        self.paid[seat] += amount
        if in_front:
            self.bets[seat] += amount

    def seen_then(self, hand: Hand, now: Observation, index: int) -> Observation:
        """The observation after event `index`, from the one after all that followed it up to the next decision."""
        row = hand.row.copy()
        row[PAID : PAID + hand.seats] = self.paid
        return replace(
            now,
            street=self.street,
            street_name=hand.rules.streets[self.street].name,
            actor=None,
            cards=now.cards if self.are_dealt else (),
            board=self.board,
            stacks=tuple(self.stacks),
            bets=tuple(self.bets),
            contributions=tuple(self.paid),
            pots=pots(row),
            history=now.history[: index + 1],
        )
