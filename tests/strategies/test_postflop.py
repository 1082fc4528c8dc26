"""Solved spots as a source: stops agree with the tree's own counting, hands with the solver's own view."""

import numpy as np
import pytest

import gutshot as gs
from gutshot.cards.card import format_cards
from gutshot.cards.hand_categories import categories
from gutshot.errors import BadConfig, IllegalAction, MalformedInput
from gutshot.games.actions import ActionKind
from gutshot.strategies.first_look import look_ahead
from gutshot.strategies.postflop_strategy import PostflopStrategy
from gutshot.strategies.strategy import Hands, StopKind
from gutshot.strategies.summaries import composition, equity_curve, mean_of, realised, told_line

LINES = ("", "check", "bet 120", "check,bet 120", "check,check|Qc|", "bet 120,call|2s|check,bet 264")


@pytest.mark.parametrize("line", LINES)
def test_pots_and_hands_are_those_of_the_solver(source: PostflopStrategy, solution: gs.Solution, line: str) -> None:
    stop, position = source.walk(line)[-1], solution.at(line)
    assert (stop.kind, stop.actor, stop.pot) == (StopKind.DECISION, position.actor, position.pot)
    assert [move.word for move in stop.moves] == [str(action) for action in position.actions]
    assert [500 - chair.stack for chair in stop.chairs] == list(position.paid)
    assert format_cards(stop.board) == format_cards(position.board)
    for player in range(2):
        hands = source.hands(line, player)
        kept = position.reach[player] > 0
        np.testing.assert_array_equal(hands.combos, position.combos[player][kept])
        assert hands.ev is not None
        np.testing.assert_allclose(hands.ev, position.hand_ev[player][kept])
        assert mean_of(hands.equity, hands.weight) == pytest.approx(position.equity[player])
    actor = source.hands(line)
    assert actor.mix is not None and actor.frequencies is not None
    np.testing.assert_allclose(actor.mix.sum(axis=0), 1)
    np.testing.assert_allclose(actor.frequencies, position.frequencies)


def test_where_no_hand_comes_nothing_is_done() -> None:
    nothing = np.zeros(0)
    hands = Hands(0, np.zeros(0, np.int64), nothing, nothing, np.zeros((3, 0)))
    assert hands.frequencies is not None and hands.frequencies.tolist() == [0, 0, 0]
    made, draws = composition(hands, categories(()))
    assert (made, draws, equity_curve(hands), mean_of(nothing, hands.weight)) == ([], [], [], None)


def test_a_first_look_reaches_every_street(solution: gs.Solution) -> None:
    asked = []

    class Watched(PostflopStrategy):
        def hands(self, line: str, seat: int | None = None) -> Hands:
            asked.append(line)
            return super().hands(line, seat)

    look_ahead(Watched(solution, "a turn"))
    assert asked == ["", "check,check", "check,check|2d|"]


def test_a_call_closes_the_street_and_a_card_comes(source: PostflopStrategy, solution: gs.Solution) -> None:
    stops = source.walk("oop:bet 120, ip:call | 3s | oop:check")
    assert [stop.kind for stop in stops[2:4]] == [StopKind.CARD, StopKind.DECISION]
    assert (stops[2].pot, stops[2].deals, stops[3].street, len(stops[3].board)) == (440, 1, "river", 5)
    assert stops[-1].line == "bet 120,call|3s|check"
    assert told_line(list(stops)) == "oop:bet 120,ip:call|3s|oop:check"
    assert source.walk(told_line(list(stops)))[-1] == stops[-1]
    after = source.hands("bet 120,call", 0)
    before = source.hands("")
    assert after.mix is None and before.mix is not None
    bets = before.reach * before.mix[1]
    np.testing.assert_allclose(after.reach, bets[bets > 0])
    faced = source.hands("bet 120,call", 1)
    means = [mean_of(hands.equity, hands.weight) for hands in (after, faced)]
    assert None not in means and sum(mean or 0 for mean in means) == pytest.approx(1)
    rivers = [solution.at(f"bet 120,call|{row['card']}|") for row in solution.runouts("bet 120,call")]
    deals = np.array([position.weights[0].sum() for position in rivers])
    assert means[0] == pytest.approx(np.array([position.equity[0] for position in rivers]) @ deals / deals.sum())
    assert source.hands("bet 120,fold", 0).equity is None


def test_all_in_ends_the_decisions(source: PostflopStrategy) -> None:
    stop = source.walk("bet 120,all-in,call")[-1]
    assert (stop.kind, stop.pot, stop.chairs[0].stack) == (StopKind.OVER, 1200, 0)
    assert source.walk("bet 120,fold")[-1].chairs[1].folded
    raised = source.walk("bet 120,all-in")[-1]
    assert raised.moves[0].kind is ActionKind.FOLD and raised.to_call == 380
    with pytest.raises(IllegalAction, match="all-in"):
        source.walk("bet 120,all-in,call|3s|")


@pytest.mark.parametrize(
    ("line", "error", "words"),
    [
        ("bet 99", IllegalAction, "expected one of check, bet 120"),
        ("ip:check", IllegalAction, "it is OOP's turn"),
        ("check,check,check", IllegalAction, "a card comes next"),
        ("check|3s|", IllegalAction, "no card comes"),
        ("check,check|Td|", IllegalAction, "already on the board"),
        ("bet 3bb", MalformedInput, "big blinds"),
        ("jump", MalformedInput, "unknown action"),
        ("x" * 3000, MalformedInput, "3000 characters"),
    ],
)
def test_lines_that_lead_nowhere_say_why(source: PostflopStrategy, line: str, error: type, words: str) -> None:
    with pytest.raises(error, match=words):
        source.walk(line)


def test_a_third_seat_is_refused(source: PostflopStrategy) -> None:
    with pytest.raises(BadConfig, match="seat 2"):
        source.hands("", 2)


def test_runouts_are_the_solutions(source: PostflopStrategy, solution: gs.Solution) -> None:
    assert source.runouts("check,check") == solution.runouts("check,check")
    with pytest.raises(IllegalAction, match="a card comes"):
        source.runouts("check")


def test_reports_add_up(source: PostflopStrategy) -> None:
    stop, hands = source.walk("")[-1], source.hands("")
    made, _ = composition(hands, categories(stop.board))
    assert sum(part.share for part in made) == pytest.approx(1)
    assert hands.frequencies is not None and hands.mix is not None
    mixed = sum(np.array(part.mix) * part.share for part in made)
    np.testing.assert_allclose(mixed, hands.frequencies)
    curve = equity_curve(hands)
    assert hands.equity is not None
    assert len(curve) == 101 and curve == sorted(curve) and curve[-1] == pytest.approx(np.nanmax(hands.equity))
    eqr = realised(hands, stop.pot)
    assert eqr is not None and hands.ev is not None and hands.equity is not None
    np.testing.assert_allclose(eqr * hands.equity * stop.pot, hands.ev)
