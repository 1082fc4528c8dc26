import json

import pytest

from gutshot.cli import main


def test_eval_says_category_words_and_the_five_that_play(capsys):
    assert main(["eval", "As Ks Qs Js Ts 2d 3c"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["category  Straight flush", "words     Royal flush", "plays     As Ks Qs Js Ts"]


def test_eval_reads_cards_as_separate_words(capsys):
    assert main(["eval", "As", "Ad", "6c", "6h", "Kd", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "game": "holdem",
        "cards": ["As", "Ad", "6c", "6h", "Kd"],
        "category": "Two pair",
        "words": "Two pair, aces and sixes, king kicker",
        "plays": ["As", "Ad", "6h", "6c", "Kd"],
        "strength": 8973,
    }


def test_eval_badugi_lists_all_optimal_keeps(capsys):
    assert main(["eval", "--game", "badugi", "2c 2d 3h 4s"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "words     three-card 4-3-2"
    assert lines[-1] == "keeps     4s 3h 2c, 4s 3h 2d"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["As Kx Qs Js Ts"], "unknown card 'Kx'"),
        (["As As Qs Js Ts"], "duplicate card As"),
        (["As Ks Qs Js"], "a hand of 4 cards"),
        (["2c3c4c5c6c7c8c9c"], "a hand of 8 cards"),
        (["--game", "badugi", "2c3c4c5c6c"], "a hand of 5 cards: expected four"),
        (["--game", "omaha", "2c3c4c5c6c"], "'omaha'"),
    ],
)
def test_bad_hands_are_one_sentence_and_exit_code_2(words, sentence, capsys):
    assert main(["eval", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert sentence in captured.err
    assert len(captured.err.splitlines()) == 1
