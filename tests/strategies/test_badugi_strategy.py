"""The trained badugi strategy as a strategy: lines and real hands, its classes, and ranges along a line."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import gutshot as gs
from gutshot.blueprint.badugi.at_table import hand_class, place_of, read_mix
from gutshot.blueprint.badugi.class_names import class_examples, class_names
from gutshot.blueprint.badugi.hands import CLASSES, class_of
from gutshot.cards.badugi import strength_of
from gutshot.cli import app
from gutshot.errors import BadConfig, GutshotError, IllegalAction
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.strategies.badugi_chart import chart_of
from gutshot.strategies.badugi_strategy import BadugiStrategy
from gutshot.strategies.strategy import Knowledge, StopKind

LINE = "raise 200,call,draw 1,pat,check,bet 100,call,pat,draw 1,check,bet 200,raise 400"


@pytest.fixture(scope="module")
def strategy() -> BadugiStrategy:
    found = gs.open_strategy("badugi:solved")
    assert isinstance(found, BadugiStrategy)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_a_real_hand_is_played_as_the_bundle_says(strategy: BadugiStrategy, seed: int) -> None:
    """At every decision with two left, by the whole hand and by what its seat sees; the line says the same."""
    dice = np.random.default_rng(seed)
    hand = Hand.badugi([10_000] * (2 + seed % 2), button=0, seed=seed)
    shares = np.zeros(64, np.float32)
    while not hand.is_over and hand.actor is not None:
        answer, seen = strategy.at(hand), strategy.at(hand.observation(hand.actor))
        assert answer.stop == seen.stop
        if answer.knowledge is Knowledge.EXACT:
            start, width = place_of(hand.rules.packed, hand.row)
            own = int(hand_class(hand.row, hand.actor))
            read_mix(strategy.bundle.codes, start, width, own, shares)
            place = np.flatnonzero(answer.hands.combos == own)
            assert answer.hands.mix is not None and len(answer.moves) == width
            if len(place):
                assert answer.hands.mix[:, place[0]] == pytest.approx(shares[:width], abs=1e-6)
            if hand.seats == 2:
                same = strategy.hands(answer.stop.line)
                assert same.mix == pytest.approx(answer.hands.mix) and same.reach == pytest.approx(answer.hands.reach)
        else:
            assert (hand.seats > 2 and sum(hand.live) > 2) or hand.street == 0
        hand = hand.act(_any(hand, dice))


def _any(hand: Hand, dice: np.random.Generator) -> Choice:
    assert hand.actor is not None
    if hand.is_drawing:
        return hand.cards(hand.actor)[: int(dice.integers(0, 4))]
    plain = "call" if hand.legal.call else "check"
    return plain if hand.legal.min_raise_to is None or dice.random() < 0.7 else hand.legal.min_raise_to


def test_a_line_leads_through_draws(strategy: BadugiStrategy) -> None:
    stops = strategy.walk(LINE)
    assert [stop.line for stop in (stops[0], stops[-1])] == ["", LINE]
    assert [move.word for move in stops[2].moves] == ["pat", "draw 1", "draw 2", "draw 3"]
    assert stops[-1].pot == 1200 and stops[-1].to_call == 200 and stops[-1].street == "second draw"
    over = strategy.walk(LINE + ",fold")[-1]
    assert over.kind is StopKind.OVER and over.chairs[0].folded
    for line, words in (("fold,fold", "the hand is over"), ("raise 300", "expected one of"), ("|Td9d6h|", "no board")):
        with pytest.raises(GutshotError, match=words):
            strategy.walk(line)


def test_ranges_follow_what_was_done(strategy: BadugiStrategy) -> None:
    """Before a draw by the shares alone; after a draw of one card nearly as many badugis as completing makes."""
    first = strategy.hands("")
    assert first.mix is not None and first.weight.sum() == pytest.approx(1)
    raised = strategy.hands("raise 200", seat=0)
    wanted = first.weight * first.mix[2]
    assert raised.weight == pytest.approx(wanted[wanted > 0] / wanted.sum())
    drawn = strategy.hands("raise 200,call,draw 1,draw 1", seat=1)
    rows = chart_of(drawn)[1]
    made = drawn.weight[[class_names()[number].endswith("badugi") for number in drawn.combos]].sum()
    assert made == pytest.approx(10 / 48, abs=0.02) and rows.max() == pytest.approx(1)


def test_every_class_has_a_name_of_its_own_and_a_hand() -> None:
    assert len(set(class_names())) == CLASSES
    for number, cards in enumerate(class_examples()):
        assert class_of(strength_of(cards)) == number and len(set(cards)) == 4


def test_a_hand_of_another_game_is_refused(strategy: BadugiStrategy) -> None:
    with pytest.raises(BadConfig, match="a hand of holdem"):
        strategy.at(Hand.holdem([1000] * 2, seed=1))


def test_the_command_line_shows_it() -> None:
    run = CliRunner()
    text = run.invoke(app, ["show", "badugi:solved", "raise 200,call"]).stdout
    assert "BB at the first draw" in text and "draw 1" in text and "three cards" in text
    found = json.loads(run.invoke(app, ["show", "badugi:solved", "--json"]).stdout)
    assert set(found["hands"]) <= set(class_names()) and len(found["actions"]) == 3
    assert isinstance(run.invoke(app, ["show", "badugi:solved", "draw 1"]).exception, IllegalAction)
