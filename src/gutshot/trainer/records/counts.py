"""What a tracker counts in one hand, seat by seat, from its public events.

VPIP and PFR are per hand, 3-bets per chance (facing exactly one raise before the flop), aggression is bets and raises
against calls after it. In badugi "before the flop" is before the first draw.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields

from gutshot.games.events import Event, Kind


@dataclass
class Counts:
    """Hands and how many of them, or of chances in them, a seat took."""

    hands: int = 0
    vpip: int = 0
    pfr: int = 0
    three_bet_chances: int = 0
    three_bets: int = 0
    aggressive: int = 0
    calls: int = 0
    saw_flop: int = 0
    showdowns: int = 0
    showdowns_won: int = 0

    def add(self, other: "Counts") -> None:
        """Add another's counts to these."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))

    def to_json(self) -> list[int]:
        """As it is stored."""
        return [getattr(self, field.name) for field in fields(self)]

    @classmethod
    def from_json(cls, numbers: Sequence[int]) -> "Counts":
        """Of what was stored."""
        return cls(*numbers)


def count_hand(events: Sequence[Event], seats: int) -> list[Counts]:
    """The counts of every seat of a finished hand."""
    counts = [Counts(hands=1) for _ in range(seats)]
    folded_first = set()
    raises = 0
    for event in events:
        if event.seat is None:
            continue
        mine = counts[event.seat]
        if event.street == 0:
            raises += _before_flop(event, mine, raises)
            if event.kind is Kind.FOLD:
                folded_first.add(event.seat)
        elif event.is_raise:
            mine.aggressive += 1
        elif event.kind is Kind.CALL:
            mine.calls += 1
    _after(events, counts, folded_first)
    return counts


def _before_flop(event: Event, mine: Counts, raises: int) -> bool:
    """Enter one event before the flop; whether it was a raise."""
    raised = event.is_raise
    if raises == 1 and event.kind in (Kind.FOLD, Kind.CALL, Kind.RAISE):
        mine.three_bet_chances += 1
        mine.three_bets += raised
    if raised or event.kind is Kind.CALL:
        mine.vpip = 1
    if raised:
        mine.pfr = 1
    return raised


def _after(events: Sequence[Event], counts: list[Counts], folded_first: set[int]) -> None:
    """Who saw a flop, went to the showdown and won there."""
    later = any(event.street > 0 for event in events)
    reached = {event.seat for event in events if event.kind in (Kind.SHOW, Kind.MUCK)}
    won = {event.seat for event in events if event.kind is Kind.WIN}
    for seat, mine in enumerate(counts):
        mine.saw_flop = int(later and seat not in folded_first)
        mine.showdowns = int(seat in reached)
        mine.showdowns_won = int(seat in reached and seat in won)
