"""Drills deal by reach and grade by the strategy's own values; played hands find their strategies."""

from collections import Counter
from dataclasses import replace
from typing import cast

import numpy as np
import pytest

import gutshot as gs
from gutshot.coach.advice import GradeName
from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.strategies.catalogue import Library
from gutshot.strategies.entries import Entry
from gutshot.strategies.postflop_strategy import PostflopStrategy
from gutshot.strategies.strategy import StopKind, Strategy
from gutshot.trainer.drills import sessions
from gutshot.trainer.drills.missed_hands import Answered, due, still_missed
from gutshot.trainer.drills.missed_pool import DAY, due_now, missed_hands
from gutshot.trainer.drills.questions import DrillResult, Question
from gutshot.trainer.drills.whole_hands import deal_whole, play_on
from gutshot.trainer.records.store import Store
from gutshot.trainer.study import PlayedHand, _differences, matches


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


def _result(grade: GradeName) -> DrillResult:
    return DrillResult("call", 0.5, None, None, grade)


def test_missed_hands_of_all_spots_rest_longer_each_time_they_are_played_right() -> None:
    database, right, wrong = Store(), _result(GradeName.FINE), _result(GradeName.MISTAKE)
    river = sessions.begin(database, "me", "file:river", "River", "check", "")
    chart = sessions.begin(database, "me", "blueprint:hu", "Chart", "", "", valued=True)
    sessions.keep_answer(database, river, 1, "AsKs", "fold", wrong, now=100.0)
    sessions.keep_answer(database, chart, 1, "7c2d", "call", wrong, now=50.0)
    sessions.keep_answer(database, river, 2, "QdQc", "call", right, now=101.0)
    hands = missed_hands(database, "me")
    assert [(hand.source, hand.line, hand.cards, hand.valued) for hand in hands] == [
        ("blueprint:hu", "", "7c2d", True),
        ("file:river", "check", "AsKs", False),
    ]
    assert missed_hands(database, "you") == []
    pool, now, rests = sessions.begin(database, "me", "", "Missed hands", "", "", pool=True), 200.0, []
    where = sessions.InHand(source="file:river", spot="check")
    for number in range(1, 4):
        sessions.keep_answer(database, pool, number, "AsKs", "call", right, where, now=now)
        sessions.keep_answer(database, pool, 10 + number, "AsKs", "call", right, where, now=now + 60)
        hand = next(each for each in missed_hands(database, "me") if each.cards == "AsKs")
        assert hand not in due_now(missed_hands(database, "me"), now + 60), "played right at once it does not count"
        rests.append(round((hand.due - now) / DAY))
        now = hand.due
    assert rests == [1, 4, 14]
    sessions.keep_answer(database, pool, 4, "AsKs", "call", right, where, now=now)
    assert [hand.cards for hand in missed_hands(database, "me")] == ["7c2d"], "the other is known"
    sessions.keep_answer(database, pool, 5, "AsKs", "fold", wrong, where, now=now + 1)
    assert [hand.cards for hand in due_now(missed_hands(database, "me"), now + 1)] == ["7c2d", "AsKs"], "or was"
    database.close()


def test_a_decision_of_a_whole_hand_that_was_missed_is_in_the_pool_with_its_own_spot() -> None:
    database = Store()
    whole = sessions.begin(database, "me", "file:river", "River", "", "", whole=True)
    where = sessions.InHand(1, "check,bet 60,call", None, None, "check,bet 60")
    sessions.keep_answer(database, whole, 1, "AsKs", "call", _result(GradeName.BLUNDER), where)
    sessions.keep_answer(database, whole, 2, "7c2d", "call", _result(GradeName.BLUNDER), sessions.InHand(2))
    assert [(hand.line, hand.cards) for hand in missed_hands(database, "me")] == [("check,bet 60", "AsKs")]
    spot = sessions.begin(database, "me", "file:river", "River", "check,bet 60", "")
    assert [row["cards"] for row in sessions.missed_before(database, spot)] == ["AsKs"]
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
    own = {"shipped:blueprint_6max", "shipped:preflop_6max"}
    assert found == own, "not those for two or three seats, nor the one for 20 big blinds"


class Shelf:
    """A library that notes what is opened, and opens nothing."""

    def __init__(self, *entries: Entry) -> None:
        self.listed, self.opened = list(entries), list[str]()

    def entries(self) -> list[Entry]:
        return self.listed

    def open(self, name: str) -> None:
        self.opened.append(name)
        raise BadConfig("for this test")


def test_networks_are_opened_only_when_asked_for_and_none_for_other_seats() -> None:
    """One took 4 to 80 s to open, and one for three seats was taken at six."""
    hand = PlayedHand.of(Hand.holdem([5000] * 6, (25, 50), 0, seed=1), [125], 3)
    networks = {"three": (3,), "six": (6,), "any": ()}
    facts = [("Stacks", "100 bb"), ("Seats", "6")]
    shelf = Shelf(
        *(Entry(f"shipped:{name}", name, "policy", [], [], seats=seats) for name, seats in networks.items()),
        Entry("shipped:blueprint", "blueprint", "blueprint", facts, []),
        Entry("shipped:small", "small", "blueprint", [facts[0], ("Seats", "3")], []),
    )
    library = cast(Library, shelf)
    assert matches(library, hand) == [] and shelf.opened == ["shipped:blueprint"]
    shelf.opened.clear()
    assert matches(library, hand, networks=True) == []
    assert shelf.opened == ["shipped:six@6x100", "shipped:any@6x100"]
    told = _differences(cast(Strategy, None), shelf.listed[1], hand, "")
    assert told is not None and "trained network" in told[0], "and what it opens it says not to be exact"


@pytest.mark.parametrize(
    ("stacks", "name", "told"),
    [
        ([60] * 6, "set:6max@6x60", "60 bb behind and 99 bb"),
        ([60] * 5, "set:6max@5x60", "a table of 5"),
        ([60, 60], "set:hu@2x60", "59 bb behind and 39 bb"),
        ([8, 30], "set:hu@2x8", None),
        ([8] * 4, "set:6max@4x8", None),
    ],
)
def test_a_hand_of_any_depth_is_studied_in_the_set_of_its_seats(stacks: list[int], name: str, told: str | None) -> None:
    hand = Hand.holdem([50 * stack for stack in stacks], (25, 50), 0, seed=1)
    (found,) = matches(Library(), PlayedHand.of(hand, ["fold"], hand.actor or 0))
    assert (found.source, found.line, found.kind) == (name, "", "blueprint")
    assert (found.notes == () and found.exact) if told is None else told in "; ".join(found.notes)
    assert found.title == f"{'Heads-up' if len(stacks) == 2 else f'{len(stacks)}-handed'}, {min(stacks)} bb"


def test_a_short_stack_that_is_not_in_the_way_leaves_the_depth_alone() -> None:
    hand = Hand.holdem([5000, 5000, 5000, 400, 5000, 5000], (25, 50), 0, seed=1)
    assert [match.source for match in matches(Library(), PlayedHand.of(hand, [125], 4))] == []
    found = matches(Library(), PlayedHand.of(hand, ["fold", 125], 4))
    assert [match.source for match in found] == ["shipped:blueprint_6max", "shipped:preflop_6max"]


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
    assert dealt == deal_whole(source, line, 3, number) and hero in dealt.cards and len(dealt.cards) == 2
    cards = [int(card) for own in dealt.cards.values() for card in own]
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


@pytest.mark.parametrize("number", range(1, 9))
def test_a_whole_badugi_hand_draws_from_one_deck(number: int) -> None:
    """Both seats' cards after every draw are from the deck that is left, and stay what was not thrown away."""
    source, line, seen = Library().open("shipped:badugi_hu"), "raise 200,call", set[int]()
    dealt = deal_whole(source, line, 5, number)
    assert sorted(dealt.cards) == [0, 1] and dealt == deal_whole(source, line, 5, number)
    reached = play_on(source, line, 0, dealt, 7)
    for _ in range(20):
        path = source.walk(reached.line)
        both = [{int(card) for card in dealt.cards_at(path, seat)} for seat in (0, 1)]
        assert len(both[0] | both[1]) == 8
        seen |= both[0] | both[1]
        if reached.ended is not None:
            assert path[-1].kind is StopKind.OVER and len(seen) <= 8 + 2 * 7
            return
        words = [move.word for move in path[-1].moves]
        word = next(each for each in ("draw 1", "call", "check") if each in words)
        before, reached = both[0], play_on(source, path[-1].line_after(word), 0, dealt, 7)
        kept = {int(card) for card in dealt.cards_at(source.walk(reached.line), 0)}
        assert len(before & kept) >= (3 if word == "draw 1" else 4)
    raise AssertionError("the hand does not end")
