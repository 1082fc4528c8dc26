"""Imported hands become a person's hands, each once."""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from gutshot.trainer.records import store as stored
from gutshot.trainer.records.imports import Imported
from gutshot.trainer.records.store import Store, Write
from gutshot.trainer.table.setup import TableSettings
from gutshot.trainer.table.table import choices_to_text

_ONE_AT_A_TIME = threading.Lock()
"""Two imports of the same hand: the second finds it there. One server has a database, so a lock of its own suffices."""


@dataclass(frozen=True)
class NewRefs:
    """The addresses of the hands that are new, and how many were there already."""

    refs: tuple[str, ...]
    known: int


def keep(
    store: Store,
    person: str,
    hands: Sequence[Imported],
    title: str,
    also: Callable[[NewRefs], Iterable[Write]] = lambda _: (),
) -> NewRefs:
    """Store all hands that the person does not have, with what else is to be written, or nothing."""
    with _ONE_AT_A_TIME:
        named = {hand.mark(person): hand for hand in hands}
        known = store.imported_among(person, named)
        new = {table: hand for table, hand in named.items() if table not in known}
        kept = NewRefs(tuple(f"{table}:{hand.deal.number}" for table, hand in new.items()), len(hands) - len(new))
        writes = [write for table, hand in new.items() for write in _writes(person, table, hand, title)]
        store.write(*writes, *also(kept))
    return kept


def _writes(person: str, table: str, hand: Imported, title: str) -> tuple[Write, Write]:
    """A hand lies at a table of its own."""
    setup = replace(hand.setup, title=title[:60] or hand.setup.title)
    text = choices_to_text(hand.choices)
    return (
        stored.new_table(table, person, setup, TableSettings(), imported=True),
        stored.new_hand(table, person, setup, hand.deal, text, hand.summary, imported=True),
    )
