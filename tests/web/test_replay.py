"""The replay of a hand: every frame shows the table as it stood, also while an all-in runs out."""

import random
from pathlib import Path

import pytest

from gutshot.games.variants import Game
from gutshot.trainer.records import store
from gutshot.trainer.records.history import Record, open_hand
from gutshot.trainer.records.imports import read_text
from gutshot.trainer.records.phh import export_phh
from gutshot.trainer.records.store import Store
from gutshot.trainer.records.summary import summarise
from gutshot.trainer.table.defaults import make_setup
from gutshot.trainer.table.setup import Choices, TableSettings
from gutshot.trainer.table.table import Table, choices_to_text
from gutshot.web.study import schemas as study
from gutshot.web.study.replay import replay_view
from tests.trainer.tables import play_hand, table_of


def replay_of(table: Table) -> study.HandReplay:
    """The finished hand of a table, through the store."""
    record = kept(table)
    return replay_view(record, (), export_phh(record.setup, record.deal, record.hand))


def kept(table: Table) -> Record:
    database = Store()
    summary = summarise(table.setup, table.deal, table.hand)
    database.write(
        store.new_table("t", "me", table.setup, TableSettings()),
        store.new_hand("t", "me", table.setup, table.deal, choices_to_text(table.choices), summary),
    )
    record = open_hand(database, "me", "t", table.deal.number)
    database.close()
    assert record is not None
    return record


def three_way_all_in() -> Table:
    """Stacks of 1,000, 2,500 and 4,000, all of them in before the flop."""
    setup = make_setup(Choices(seats=3, stacks=(1000, 2500, 4000), seed=3, opponents=("call", "call")))
    table = Table(setup)
    while not table.is_hand_over:
        legal = table.hand.legal
        table._apply(legal.max_raise_to or ("call" if legal.call else "check"))
    assert sum(table.hand.live) == 3
    return table


def test_an_all_in_runs_out_street_by_street() -> None:
    frames = replay_of(three_way_all_in()).frames
    by_kind: dict[str, list[study.ReplayFrame]] = {}
    for frame in frames:
        by_kind.setdefault(frame.entry.kind.value, []).append(frame)
    last_call = by_kind["call"][-1]
    assert (last_call.street_name, last_call.board) == ("preflop", [])
    assert sorted(seat.bet for seat in last_call.seats)[0] == 1000  # still in front of the seats
    assert [(frame.street_name, len(frame.board)) for frame in by_kind["board"]] == [
        ("flop", 3),
        ("turn", 4),
        ("river", 5),
    ]
    assert all(not seat.won and not seat.playing_cards for seat in by_kind["board"][-1].seats)
    assert all(frame.actor is None for frame in frames if frame.index > last_call.index)
    shown = [sum(bool(seat.cards) for seat in frame.seats if not seat.is_you) for frame in by_kind["show"]]
    assert shown == sorted(shown) and shown[0] <= 1 and shown[-1] == 2


def test_side_pots_keep_their_names_and_winners_to_the_end() -> None:
    frames = replay_of(three_way_all_in()).frames
    final = frames[-1]
    assert [(pot.name, pot.amount, len(pot.seats)) for pot in final.pots] == [
        ("Main pot", 3000, 3),
        ("Side pot 1", 3000, 2),
    ]
    assert all(pot.winners for pot in final.pots)
    assert [pot.winners for pot in frames[-3].pots] == [[], []]


@pytest.mark.parametrize(("game", "seats"), [(Game.HOLDEM, 5), (Game.BADUGI, 4)])
def test_no_frame_makes_or_loses_a_chip(game: Game, seats: int) -> None:
    table, dice = table_of(game, seats, seed=8, rebuys=True), random.Random(8)
    for _ in range(25):
        play_hand(table, dice)
        frames = replay_of(table).frames
        assert [frame.index for frame in frames] == list(range(len(table.hand.events)))
        for frame in frames:
            held = sum(seat.stack - seat.won for seat in frame.seats)
            assert held + frame.pot == sum(table.deal.stacks), frame.entry.text
            assert sum(pot.amount for pot in frame.pots) == frame.pot
        table.next_hand()


def test_opponents_are_dealt_in_without_their_cards() -> None:
    table = table_of(seats=3)
    play_hand(table, random.Random(1))
    dealt = [frame.entry.text for frame in replay_of(table).frames if frame.entry.kind.value == "deal"]
    assert sum(text.endswith("is dealt in") for text in dealt) == 2
    assert sum(text.startswith("You are dealt ") for text in dealt) == 1


def test_hands_of_television_open_though_they_end_where_the_cameras_did(shared: Path) -> None:
    """Dwan against Ivey among them, which was answered with status 500."""
    found, problems = read_text((shared / "data" / "phh" / "notable.phhs").read_text())
    assert found and len(found) + len(problems) == 5
    for imported in found:
        database = Store()
        database.write(
            store.new_table("t", "me", imported.setup, TableSettings(), imported=True),
            store.new_hand(
                "t",
                "me",
                imported.setup,
                imported.deal,
                choices_to_text(imported.choices),
                imported.summary,
                imported=True,
            ),
        )
        record = open_hand(database, "me", "t", imported.deal.number)
        database.close()
        assert record is not None
        replay = replay_view(record, (), export_phh(record.setup, record.deal, record.hand))
        assert replay.frames and replay.rabbit == [], "a deck that is made up has nothing to come"
