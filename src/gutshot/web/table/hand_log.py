"""What happened in a hand, event by event, as one person may see it."""

from collections.abc import Sequence

from gutshot.games.events import Event, Kind
from gutshot.games.words import event_words, pot_name
from gutshot.trainer.table.table import Deal
from gutshot.web.table import schemas
from gutshot.web.table.views import EVENT_KINDS, Seen, card_texts, named_pots


class HandLog:
    """Tells a hand as it goes on: every view of it repeats what was told before, so that is kept."""

    def __init__(self) -> None:
        self._deal: Deal | None = None
        self._entries: list[schemas.LogEntry] = []
        self._paid: list[int] = []
        self._board = 0

    def __len__(self) -> int:
        return len(self._entries)

    def told(self, seen: Seen) -> list[schemas.LogEntry]:
        """The hand's events in order, up to now."""
        history = seen.observation.history
        if seen.deal is not self._deal or len(history) < len(self._entries):
            self._deal, self._entries, self._board = seen.deal, [], 0
            self._paid = [0] * seen.observation.seats
        self._tell(seen, history[len(self._entries) :])
        return list(self._entries)

    def _tell(self, seen: Seen, events: Sequence[Event]) -> None:
        pots = len(named_pots(seen.observation)) if events else 0
        for event in events:
            all_in = False
            if event.seat is not None and event.is_payment:
                self._paid[event.seat] += event.amount
                all_in = self._paid[event.seat] == seen.observation.starting_stacks[event.seat]
            elif event.kind is Kind.BOARD:
                self._board += len(event.cards)
            self._entries.append(self._entry(seen, event, pots, all_in))

    def _entry(self, seen: Seen, event: Event, pots: int, all_in: bool) -> schemas.LogEntry:
        chair = None if event.seat is None else seen.chairs[event.seat]
        name = "" if chair is None else seen.setup.name_of(chair)
        pot = pot_name(event.pot, pots).lower() if event.kind is Kind.WIN else ""
        return schemas.LogEntry(
            index=len(self._entries),
            kind=EVENT_KINDS[event.kind],
            street=event.street,
            seat=chair,
            amount=event.amount,
            raise_to=event.raise_to,
            cards=card_texts(event.cards),
            taken=card_texts(event.taken),
            pot=event.pot,
            all_in=all_in,
            text=event_words(event, name, pot, all_in, self._board),
        )
