"""The second answer: what wins most against those who are seated, known or judged by what they have done."""

import numpy as np
import pytest

from gutshot.agents.agent import RowAgent
from gutshot.agents.cast import Cast
from gutshot.agents.registry import builtins, make
from gutshot.agents.rollout import roll_out
from gutshot.cards.combos import COMBO_COUNT
from gutshot.coach.advice import Option
from gutshot.coach.against import Chairs, against_table
from gutshot.coach.sources import player_for
from gutshot.games.observation import Observation
from gutshot.trainer.records.counts import Counts
from gutshot.trainer.table.reads import STYLES, likely_styles, seated_styles
from tests.coach.test_coach import spot

STATION: Chairs = {1: (("style:station", 1.0),)}
ROCK: Chairs = {1: (("style:rock", 1.0),)}


def value_of(seen: Observation, chairs: Chairs, choice: object) -> float:
    found = against_table(seen, chairs, 2_000)
    option = next(option for option in found.options if option.choice == choice)
    assert option.value is not None
    return option.value


def bluff() -> Observation:
    """Nothing on a river that was checked to the button, who called before the flop and sees a pot of 300."""
    return spot("4c3d", "AhKd9s8c2h", [150, "call", "check", "check", "check", "check", "check"], 2, 0)


def test_a_bluff_is_worth_less_against_a_station_than_against_a_rock() -> None:
    assert value_of(bluff(), STATION, 4850) < value_of(bluff(), ROCK, 4850) - 50


def test_the_nuts_are_bet_for_more_against_a_station_than_against_a_rock() -> None:
    nuts = spot("AsAc", "AhKd9s8c2h", [150, "call", "check", "check", "check", "check", "check"], 2, 0)
    assert value_of(nuts, STATION, 900) > value_of(nuts, ROCK, 900) + 50
    found = against_table(nuts, STATION, 2_000)
    assert isinstance(found.options[0].choice, int) and found.sure > 0.95 and "wins most here" in found.words


def test_who_sits_there_is_drawn_by_how_likely_he_is() -> None:
    """Against half a caller and half a folder a shove is worth the mean of both."""
    seen, ranges = bluff(), np.ones((2, COMBO_COUNT))
    rest = player_for(2)
    assert isinstance(rest, RowAgent)
    worth = []
    for chairs in ([("call", 1.0)], [("fold", 1.0)], [("call", 0.5), ("fold", 0.5)]):
        players = [(builtins()[make(name).name], share) for name, share in chairs]
        worth.append(float(roll_out(seen, [4850], ranges, Cast({1: players}, rest), 4_000).means[0]))
    assert worth[0] < 0 < worth[1] == pytest.approx(300)
    assert worth[2] == pytest.approx((worth[0] + worth[1]) / 2, abs=200)


def test_values_of_the_answer_are_told_best_first_with_their_loss() -> None:
    options = against_table(spot("AsKs", "", [], 6, 3), dict.fromkeys((4, 5, 0, 1, 2), (("style:tag", 1.0),)), 400)
    values = [option.value or 0.0 for option in options.options]
    assert values == sorted(values, reverse=True) and isinstance(options.options[0], Option)
    assert options.options[0].choice != "fold" and options.options[0].lost == 0


def test_a_style_is_known_by_what_a_tracker_counts() -> None:
    """Two hundred hands like those of a station, a maniac, a rock; none at all say nothing."""
    for style, counts in (
        ("style:station", Counts(hands=200, vpip=90, pfr=16, aggressive=40, calls=50)),
        ("style:maniac", Counts(hands=200, vpip=100, pfr=80, aggressive=150, calls=30)),
        ("style:rock", Counts(hands=200, vpip=24, pfr=20, aggressive=25, calls=10)),
    ):
        name, chance = likely_styles(counts, 6)[0]
        assert name == style and chance > 0.8
    assert {round(chance, 6) for _, chance in likely_styles(Counts(), 6)} == {1 / len(STYLES)}


def test_known_players_are_what_they_are_and_others_are_judged() -> None:
    found = seated_styles({0: "style:tag", 1: "blueprint:hu", 2: "style:rock"}, [None, None, Counts(hands=5)])
    assert found[0] == (("style:tag", 1.0),) and 1 not in found and len(found[2]) == len(STYLES)
