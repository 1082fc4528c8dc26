"""The review of a session: costly decisions first, leaks with their sample and interval."""

import random

import pytest

from gutshot.coach.effort import Effort
from gutshot.coach.grading import Graded
from gutshot.trainer.records import store
from gutshot.trainer.records.review import Decision, leaks_of, review
from gutshot.trainer.records.store import Store
from gutshot.trainer.records.summary import summarise
from gutshot.trainer.table.graded_hands import grade_hand
from gutshot.trainer.table.setup import TableSettings
from gutshot.trainer.table.table import choices_to_text
from tests.trainer.tables import play_hand, table_of


def decision(lost: float, position: str = "BB", number: int = 1) -> Decision:
    grade = Graded(number, 0, "mistake", lost, "", "", "", position=position, street="preflop", faced="a raise")
    return Decision("t", number, grade)


def test_a_leak_is_a_mean_with_its_interval() -> None:
    losses = [0.0, 0.0, 1.0, 3.0, 0.0, 2.0]
    (leak,) = leaks_of([decision(lost, number=k) for k, lost in enumerate(losses)])
    assert (leak.position, leak.street, leak.faced, leak.decisions) == ("BB", "preflop", "a raise", 6)
    assert leak.lost == pytest.approx(1.0) and leak.low < 1.0 < leak.high
    assert leak.high - leak.lost == pytest.approx(1.96 * (8.0 / 5 / 6) ** 0.5)
    assert leak.worst.number == 3


def test_few_decisions_and_spots_that_cost_nothing_are_no_leaks() -> None:
    assert leaks_of([decision(5.0)] * 4) == () and leaks_of([decision(0.0)] * 50) == ()
    dear, cheap = [decision(2.0, "SB")] * 5, [decision(1.0)] * 9
    assert [leak.position for leak in leaks_of([*cheap, *dear])] == ["SB", "BB"]


def test_a_session_has_its_costliest_decisions_and_counts_what_waits() -> None:
    database, table, dice = Store("sqlite://"), table_of(seats=2, seed=3, rebuys=True), random.Random(3)
    database.write(store.new_table("t", "me", table.setup, TableSettings()))
    for number in (1, 2, 3):
        play_hand(table, dice)
        summary = summarise(table.setup, table.deal, table.hand)
        database.write(store.new_hand("t", "me", table.setup, table.deal, choices_to_text(table.choices), summary))
        if number < 3:
            grades = [each.to_json() for each in grade_hand(table.setup, table.deal, table.choices, effort=Effort(50))]
            grades += [decision(4.0 + number).graded.to_json()]
            database.write(store.graded("t", number, 1.0, "mistake", grades, 0.0))
        table.next_hand()
    found = review(database, "me", "holdem")
    assert [each.graded.ev_lost for each in found.costliest][:2] == [6.0, 5.0] and found.waiting == 1
    assert review(database, "me", "holdem", "another").decisions == 0
    database.close()
