"""Decisions solved live: the right spot, values that another calculation confirms, and grades that say their method."""

from typing import Any

import numpy as np
import pytest

from gutshot.cards.combos import COMBO_COUNT, combo_of
from gutshot.cards.equity import equity
from gutshot.cards.ranges import Range
from gutshot.coach import solved
from gutshot.coach.advice import GradeName, Method
from gutshot.coach.grading import advise, grade
from gutshot.coach.solved import situation_of
from gutshot.games.actions import Choice
from tests.coach.test_coach import spot

BOARD = "Ks7s2d3s9h"
CHECKED_DOWN: list[Choice] = [125, "call", *["check"] * 4]


def test_a_call_is_worth_its_equity_against_the_range_that_bets() -> None:
    """Facing all-in on the river nothing comes after a call, so the equity calculator can say what it is worth."""
    now = spot("9c8c", BOARD, [*CHECKED_DOWN, 2375])
    found = advise(now, solving=True)
    situation = situation_of(now)
    assert found.kind is Method.SOLVER and situation is not None
    position = solved._solution(situation, solved.SECONDS[3]).at(situation.line)
    bets, own = np.zeros(COMBO_COUNT), np.zeros(COMBO_COUNT)
    bets[position.combos[0]] = position.reach[0]
    own[combo_of(*now.cards)] = 1.0
    share = equity([Range(own), Range(bets / bets.max())], now.board, exact=True).players[0].equity
    assert found.value_of("call") == pytest.approx(share * (now.pot + now.to_call) - now.to_call, abs=0.5)
    assert found.value_of("fold") == pytest.approx(0, abs=0.01)


def test_the_spot_begins_with_the_street_and_has_the_bets_that_were_made() -> None:
    situation = situation_of(spot("9c8c", BOARD, [*CHECKED_DOWN, 111, 333, 1000]), 1700)
    assert situation is not None
    assert (situation.pot, situation.stack, situation.line) == (250, 2375, "bet 111,raise 333,raise 1000")
    assert situation.sizes == (((111,), (667,)), ((), (222, 700)))
    position = situation.spot()
    assert position.ip.weights[combo_of(*spot("9c8c", BOARD, CHECKED_DOWN + ["check"]).cards)] > 0


def test_grades_of_the_solution() -> None:
    nuts = spot("AsJs", BOARD, [*CHECKED_DOWN, 250])
    assert grade(nuts, "fold", 1, 9, solving=True).grade == GradeName.BLUNDER
    graded = grade(nuts, 777, 1, 9, solving=True)
    assert graded.method == "solver" and graded.ev_lost >= 0
    mixes = advise(spot("9c8c", BOARD, [*CHECKED_DOWN, 250]), solving=True)
    often = [option for option in mixes.options if option.is_solution]
    for option in often:
        found = grade(spot("9c8c", BOARD, [*CHECKED_DOWN, 250]), option.choice, 1, 9, solving=True)
        assert (found.grade, found.ev_lost) == (GradeName.BEST, 0.0)
    assert sum(option.share or 0 for option in mixes.options) == pytest.approx(1, abs=1e-4)


def test_a_turn_is_solved_within_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(solved.SECONDS, 2, 0.05)
    now = spot("AsJd", "Ks7s2d3s", [125, "call", "check", "check", 150])
    found = solved.advise(now)
    assert found is not None and {option.choice for option in found.options} >= {"fold", "call", 450}
    situation = situation_of(now)
    assert situation is not None and solved._solution(situation, 0.05).iterations == 10  # one round, then time was up


@pytest.mark.parametrize(
    ("title", "cards", "board", "actions", "seats", "hero"),
    [
        ("the flop", "9c8c", "Ks7s2d", [125, "call", 100], 2, 0),
        ("three players", "9c8c", BOARD, [125, "call", "call", *["check"] * 8], 3, 0),
        ("one left on this street", "9c8c", BOARD, [125, "call", "call", *["check"] * 6, 50, "fold"], 3, 0),
    ],
)
def test_other_spots_are_left_to_the_coach(
    title: str, cards: str, board: str, actions: list[Choice], seats: int, hero: int
) -> None:
    now = spot(cards, board, actions, seats, hero)
    assert solved.advise(now) is None, title
    assert advise(now, solving=True).kind is Method.EQUITY


def test_a_grade_of_an_earlier_build_reads_as_by_equity() -> None:
    from gutshot.coach.grading import Graded

    old: dict[str, Any] = {"hand": 1, "step": 2, "grade": "fine", "ev_lost": 0.1, "action": "", "best": "", "text": ""}
    assert Graded(**old).method == "equity"
