"""The coach: odds that are known, advice that every player would give, and grades that follow from it."""

import json
import random

import numpy as np
import pytest

from gutshot.cards.card import DECK, parse_cards
from gutshot.cards.combos import CLASS_NAMES, COMBO_CLASS
from gutshot.coach.advice import GradeName, grade_of
from gutshot.coach.badugi import completing_cards
from gutshot.coach.grading import advise, grade
from gutshot.coach.outs import improvements, outs_of
from gutshot.coach.range_reading import estimate_range, scores
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.games.seats import order
from gutshot.games.variants import Game
from gutshot.games.words import odds_words
from gutshot.trainer.table.graded_hands import decisions, grade_hand
from tests.trainer.tables import play_hand, table_of


def spot(cards: str, board: str, actions: list[Choice], seats: int = 2, hero: int = 0) -> Observation:
    """The hero's decision after these actions, with these cards; the others' are whatever is left."""
    own, common = parse_cards(cards), parse_cards(board)
    rest = [card for card in DECK if card not in own and card not in common]
    random.Random(1).shuffle(rest)
    dealt = [list(own) if seat == hero else [rest.pop(), rest.pop()] for seat in order(seats, 0)]
    deck = [pair[0] for pair in dealt] + [pair[1] for pair in dealt] + list(common)
    hand = Hand.holdem([2500] * seats, (25, 50), 0, deck=deck, seed=1, actions=actions)
    assert hand.actor == hero
    return hand.observation(hero)


@pytest.mark.parametrize(
    ("cards", "board", "outs"),
    [
        ("AsJs", "Ks7s2d", 9 + 6),  # a flush draw, and a pair of aces or jacks
        ("9s8h", "Td7c2d", 8 + 6),  # open-ended, and pairs
        ("9h9s", "Ad7c2d", 2),  # a pair improves to three of a kind; a second pair on the board is everybody's
        ("AhKd", "9s7c2d", 6),
        ("7h7c", "7s2d2h", 1),  # a full house improves to four of a kind
    ],
)
def test_outs_as_players_count_them(cards: str, board: str, outs: int) -> None:
    assert outs_of(parse_cards(cards), parse_cards(board)) == outs


def test_odds_of_a_flush_draw_by_the_river() -> None:
    """Nine outs twice: 1 - 38/47 x 37/46, a little less for the full houses that are not made of it."""
    better = {line.words: line.chance for line in improvements(parse_cards("AsJs"), parse_cards("Ks7s2d"))}
    assert better["Flush"] == pytest.approx(1 - 38 * 37 / (47 * 46), abs=0.002)


def test_pot_odds_in_words() -> None:
    assert odds_words(150, 50) == "3.0:1 (25 %)"


def test_scores_order_hands_as_they_win() -> None:
    board = parse_cards("Ks7s2d9h3c")
    score = scores(board)

    def best(name: str) -> float:
        return float(score[CLASS_NAMES.index(name) == COMBO_CLASS].max())

    assert best("KK") > best("77") > best("K9s") > best("AKo") > best("QQ") > best("T8o")
    assert score[score > 0].mean() == pytest.approx(0.5, abs=0.01)


def test_ranges_narrow_with_every_raise() -> None:
    opener = spot("7h2d", "", [125, "fold"], seats=3, hero=2)
    reraised = spot("7h2d", "", [125, 400, "fold", 1000], seats=3, hero=1)
    assert 0 < estimate_range(reraised, 0).sum() < estimate_range(opener, 0).sum() < 1326
    assert estimate_range(opener, 0).max() == 1.0


def test_a_range_holds_no_card_that_can_be_seen() -> None:
    seen = spot("AhKd", "Ks7s2d", [125, "call", 100], hero=0)
    weights = estimate_range(seen, 1)
    blocked = {*seen.cards, *seen.board}
    from gutshot.cards.combos import COMBO_CARDS

    held = np.isin(COMBO_CARDS, list(blocked)).any(axis=1)
    assert not weights[held].any() and weights[~held].any()


@pytest.mark.parametrize(
    ("title", "cards", "board", "actions", "seats", "hero", "wanted"),
    [
        ("aces open", "AsAh", "", [], 6, 3, "raise"),
        ("seven-deuce folds", "7s2d", "", [], 6, 3, "fold"),
        ("aces reraise", "AsAh", "", [125, "fold", "fold"], 6, 0, "raise"),
        ("trash folds to a raise", "8s3d", "", [125, "fold", "fold"], 6, 0, "fold"),
        ("a set bets", "KsKd", "Kh7c2d", [125, "call", "check"], 2, 0, "raise"),
        ("air folds to the pot", "6s4d", "Kh7c2d", [125, "call", 250], 2, 0, "fold"),
        ("a big draw goes on", "AsJs", "Ks7s2d", [125, "call", 125], 2, 0, "go on"),
        ("the nuts raise the river", "AsJs", "Ks7s2d3s9h", [125, "call", *["check"] * 4, 250], 2, 0, "raise"),
        ("air folds to all-in", "6s4d", "Ks7s2d3s9h", [125, "call", *["check"] * 4, 2375], 2, 0, "fold"),
        ("a free card is never folded", "6s4d", "Ks7s2d", [125, "call", "check"], 2, 0, "no fold"),
    ],
)
def test_advice_that_everybody_would_give(
    title: str, cards: str, board: str, actions: list[Choice], seats: int, hero: int, wanted: str
) -> None:
    best = advise(spot(cards, board, actions, seats, hero)).best.choice
    kind = "raise" if isinstance(best, int) else best
    if wanted in ("go on", "no fold"):
        assert kind != "fold", title
    else:
        assert kind == wanted, title


def test_advice_is_two_sentences_and_repeatable() -> None:
    seen = spot("9s9d", "Kh7c2d", [125, "call", 100])
    first, second = advise(seen), advise(seen)
    assert first == second
    assert first.why.count(". ") == 1 and first.why.endswith(".")
    assert [option.value for option in first.options] == sorted((o.value for o in first.options), reverse=True)


def test_folding_the_nuts_is_a_blunder_and_the_best_choice_costs_nothing() -> None:
    seen = spot("AsJs", "Ks7s2d3s9h", [125, "call", *["check"] * 4, 250])
    assert grade(seen, "fold", 1, 9).grade == GradeName.BLUNDER
    best = grade(seen, advise(seen).best.choice, 1, 9)
    assert (best.grade, best.ev_lost) == (GradeName.BEST, 0.0)
    odd_size = grade(seen, 777, 1, 9)
    assert odd_size.ev_lost >= 0


def test_grades_rise_with_the_loss() -> None:
    names = [grade_of(lost) for lost in (0.0, 0.1, 0.5, 2.0, 10.0)]
    assert names == list(GradeName)


@pytest.mark.parametrize(("game", "seats"), [(Game.HOLDEM, 5), (Game.BADUGI, 5)])
def test_every_decision_of_a_hand_is_graded_from_what_was_known(game: Game, seats: int) -> None:
    table, dice = table_of(game, seats, seed=4, rebuys=True), random.Random(4)
    graded = 0
    for _ in range(6):
        play_hand(table, dice)
        grades = grade_hand(table.setup, table.deal, table.choices)
        steps = [step for step, _, _ in decisions(table.setup, table.deal, table.choices)]
        assert [one.step for one in grades] == steps
        assert all(one.ev_lost >= 0 and one.hand == table.deal.number for one in grades)
        assert grade_hand(table.setup, table.deal, table.choices, grades) == grades
        json.dumps([one.to_json() for one in grades])
        graded += len(grades)
        table.next_hand()
    assert graded > 5


def badugi_spot(cards: str, actions: list[Choice]) -> Observation:
    own = parse_cards(cards)
    rest = [card for card in DECK if card not in own]
    random.Random(2).shuffle(rest)
    deck = [card for pair in zip(rest, own, strict=False) for card in pair]
    hand = Hand.badugi([2500, 2500], (25, 50), 0, deck=deck, seed=1, actions=actions)
    assert hand.actor == 0 and set(hand.cards(0)) == set(own)
    return hand.observation(0)


def test_badugi_advice() -> None:
    assert isinstance(advise(badugi_spot("As2d3h4c", [])).best.choice, int), "the best badugi raises"
    draw = advise(badugi_spot("As2d3hKh", ["call", "check", ()]), also=())
    assert draw.best.choice == parse_cards("Kh")
    assert draw.value_of(()) < draw.best.value
    made = advise(badugi_spot("As2d3h4c", ["call", "check", ()]))
    assert made.best.choice == () and made.equity > 0.9


def test_ten_cards_complete_a_three_card_hand() -> None:
    assert len(completing_cards(parse_cards("As2d3hKh"))) == 10
