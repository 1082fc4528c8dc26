"""Drills deal by reach and grade by the strategy's own values; played hands find their strategies."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import gutshot as gs
from gutshot.cards.combos import COMBO_CARDS
from gutshot.coach.advice import GradeName
from gutshot.errors import IllegalAction
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.strategies.catalogue import Library
from gutshot.strategies.postflop_strategy import PostflopStrategy
from gutshot.strategies.strategy import StopKind
from gutshot.trainer.drills import sessions
from gutshot.trainer.drills.missed_hands import Answered, due, still_missed
from gutshot.trainer.drills.questions import DrillResult, Question
from gutshot.trainer.drills.whole_hands import deal_whole, play_on
from gutshot.trainer.records.store import Store
from gutshot.trainer.study import PlayedHand, matches


def test_hands_come_as_often_as_the_strategy_brings_them(source: PostflopStrategy) -> None:
    question = Question.at(source, "check,bet 120")
    dealt = Counter(question.deal(5, number) for number in range(4000))
    assert [question.deal(5, n) for n in range(9)] == [question.deal(5, n) for n in range(9)]
    for place, weight in enumerate(question.hands.weight):
        assert abs(dealt[place] / 4000 - weight) < 4 * np.sqrt(weight / 4000) + 1e-3


def test_an_answer_loses_what_the_best_action_is_worth_more(source: PostflopStrategy, solution: gs.Solution) -> None:
    question, position = Question.at(source, "check,bet 120"), solution.at("check,bet 120")
    place = 0
    hand = int(np.flatnonzero(position.reach[0] > 0)[place])
    values = position.action_ev[:, hand]
    for number, action in enumerate(position.actions):
        verdict = question.grade(place, str(action))
        assert verdict.ev_lost == pytest.approx(values.max() - values[number])
        assert verdict.percent_lost == pytest.approx(100 * (values.max() - values[number]) / position.pot)
        assert verdict.share == pytest.approx(position.strategy[number, hand])
    best = question.grade(place, str(position.actions[int(values.argmax())]))
    assert best.grade is GradeName.BEST and best.ev_lost == 0
    with pytest.raises(IllegalAction, match="no action"):
        question.grade(place, "bet 7")


def test_without_values_the_strategys_own_habit_is_the_judge(source: PostflopStrategy) -> None:
    question = Question.at(source, "check")
    assert question.hands.mix is not None
    plain = replace(question, hands=replace(question.hands, action_ev=None))
    best = int(question.hands.mix[:, 0].argmax())
    verdict = plain.grade(0, question.stop.moves[best].word)
    assert verdict.ev_lost is None and verdict.grade in (GradeName.BEST, GradeName.FINE)


def test_only_close_decisions_are_dealt_where_they_are_wanted(source: PostflopStrategy) -> None:
    question = Question.at(source, "check")
    values = question.hands.action_ev
    assert values is not None
    best = np.sort(values, axis=0)
    close = best[-1] - best[-2] <= 0.02 * question.stop.pot
    assert 0 < close.sum() < len(close)
    dealt = {question.only_close().deal(3, number) for number in range(300)}
    assert dealt <= set(np.flatnonzero(close).tolist())


def test_a_missed_hand_comes_again_until_it_is_known() -> None:
    grades = {"AsKs": [GradeName.BLUNDER, GradeName.FINE, GradeName.BEST]}
    answers: list[Answered] = []
    shown = []
    for number in range(1, 20):
        cards = "AsKs" if number == 2 else due(answers, number) or f"new{number}"
        if cards == "AsKs":
            shown.append(number)
        answers.append(Answered(number, cards, grades[cards].pop(0) if cards in grades else GradeName.BEST))
    assert shown == [2, 5, 13] and due(answers, 40) is None
    assert due([*answers, Answered(20, "AsKs", GradeName.MISTAKE)], 23) == "AsKs", "missed once more"


def test_what_was_missed_begins_the_next_drill_of_the_same_spot() -> None:
    database = Store()
    first = sessions.begin(database, "me", "agent:call@2x100", "A spot", "fold", "")
    missed = DrillResult("call", 0.0, 3.0, 20.0, GradeName.BLUNDER)
    known = DrillResult("call", 1.0, 0.0, 0.0, GradeName.BEST)
    for number, (cards, verdict) in enumerate([("AsKs", missed), ("7c2d", missed), ("QdQc", known)], 1):
        sessions.keep_answer(database, first, number, cards, "fold", verdict)
    other = sessions.begin(database, "me", "agent:call@2x100", "Another spot", "call", "")
    again = sessions.begin(database, "me", "agent:call@2x100", "A spot", "fold", "")
    assert sessions.missed_before(database, other) == [] == sessions.missed_before(database, first)
    earlier = sessions.answered(sessions.missed_before(database, again))
    assert [answer.cards for answer in earlier] == ["AsKs", "7c2d", "QdQc"]
    assert due(earlier, len(earlier) + 1) == "AsKs"
    assert {each.drill.line: each.missed for each in sessions.sessions_of(database, "me")} == {"fold": 2, "call": 0}
    for number in (1, 2):
        sessions.keep_answer(database, again, number, "AsKs", "call", known)
    assert (
        still_missed(
            sessions.answered([*sessions.missed_before(database, again), *sessions.answers_of(database, again.id)])
        )
        == 1
    )
    database.close()


def test_a_drill_needs_a_decision(source: PostflopStrategy) -> None:
    with pytest.raises(IllegalAction, match="no player acts"):
        Question.at(source, "check,check")


def _played(stack: int, raise_to: int, bet: int, seat: int) -> PlayedHand:
    """Heads-up: a raise, a call, checks on the flop, then the turn of the solved spot with a bet and a call."""
    deck = "AsAc3s3c" + "6hTd9d" + "2c" + "Qc"
    first = Hand.holdem([stack, stack], (25, 50), 0, seed=1, deck=deck)
    choices: list[Choice] = [raise_to, "call", "check", "check", "check", bet, "call", "check", "check"]
    return PlayedHand.of(first, choices, seat)


@pytest.mark.parametrize(
    ("stack", "raise_to", "bet", "exact"), [(600, 100, 120, True), (1200, 200, 240, True), (1200, 200, 300, False)]
)
def test_a_played_hand_is_found_where_the_spot_begins(
    library: Library, stack: int, raise_to: int, bet: int, exact: bool
) -> None:
    for seat, expected in (
        (0, [(5, "check", True), (8, "check,bet 120,call|Qc|check", exact)]),
        (1, [(4, "", True), (6, "check,bet 120", exact), (7, "check,bet 120,call|Qc|", exact)]),
    ):
        found = matches(library, _played(stack, raise_to, bet, seat))
        own = [match for match in found if match.source == "file:solutions/turn"]
        assert [(match.step, match.line, match.exact) for match in own] == expected


def test_another_depth_or_board_is_no_match(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    solved = [entry for entry in library.entries() if entry.kind == "postflop"]
    monkeypatch.setattr(library, "entries", lambda: solved)
    assert matches(library, _played(2000, 100, 120, 0)) == []
    other = Hand.holdem([600, 600], (25, 50), 0, seed=1, deck="AsAc3s3c" + "6hTd9d" + "2d" + "Qc")
    assert matches(library, PlayedHand.of(other, [100, "call", "check", "check", "check"], 0)) == []


def test_a_strategy_for_other_seats_or_another_depth_is_no_match(library: Library) -> None:
    hand = Hand.holdem([5000] * 6, (25, 50), 0, seed=1)
    found = {match.source for match in matches(library, PlayedHand.of(hand, [125], 3))}
    assert found == {"shipped:blueprint_6max"}, "not those for two or three seats, nor the one for 20 big blinds"


def test_a_loss_within_the_error_of_played_out_values_is_none(source: PostflopStrategy) -> None:
    question = Question.at(source, "check")
    assert question.hands.action_ev is not None and question.hands.mix is not None
    values = question.hands.action_ev
    words = [move.word for move in question.stop.moves]
    place = int(np.argmax(np.nan_to_num(values.max(axis=0) - values.min(axis=0))))
    worst = words[int(np.nanargmin(values[:, place]))]
    lost = question.grade(place, worst).ev_lost
    assert lost is not None and lost > 0
    doubtful = replace(question, hands=replace(question.hands, ev_error=lost))
    assert doubtful.grade(place, worst).ev_lost == 0
    assert replace(question, hands=replace(question.hands, ev_error=lost / 3)).grade(place, worst).ev_lost == lost


@pytest.mark.parametrize("number", range(1, 7))
def test_a_whole_hand_goes_on_to_its_end_and_is_the_same_again(source: PostflopStrategy, number: int) -> None:
    hero, line, words = 0, "", list[str]()
    dealt = deal_whole(source, line, 3, number)
    assert dealt == deal_whole(source, line, 3, number) and hero in dealt.held and len(dealt.held) == 2
    cards = [int(card) for combo in dealt.held.values() for card in COMBO_CARDS[combo]]
    assert not set(cards) & {*source.walk("")[-1].board, *dealt.to_come}
    for _ in range(20):
        stop = source.walk(line)[-1]
        words.append(stop.moves[-1 if len(words) < 1 else 0].word)
        reached = play_on(source, stop.line_after(words[-1]), hero, dealt, 11)
        assert reached == play_on(source, stop.line_after(words[-1]), hero, dealt, 11)
        line = reached.line
        if reached.ended is not None:
            assert source.walk(line)[-1].kind is StopKind.OVER and reached.ended
            return
        assert source.walk(line)[-1].actor == hero
    raise AssertionError("the hand does not end")
