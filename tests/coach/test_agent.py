"""The coach as a player: found by name, and plays what is advised."""

import numpy as np
import pytest

from gutshot.agents.agent import RowAgent
from gutshot.agents.registry import make
from gutshot.arena.config import MatchConfig
from gutshot.arena.match import run_match
from gutshot.blueprint.real_betting import log_of
from gutshot.cards.combos import combo_of
from gutshot.coach.judge import told
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.games.hidden_view import usual_rules, view_of
from gutshot.games.public_hand import observation_of
from gutshot.strategies.catalogue import open_strategy
from tests.coach.test_coach import spot

F: Choice = "fold"


@pytest.mark.parametrize("name", ["coach", "coach:fast"])
def test_the_coach_is_found_by_name_and_plays(name: str) -> None:
    found = run_match(MatchConfig((name, "style:tag", "style:station"), 12, seed=1))
    assert found.of(name).hands == 12 and make(name).name == name
    assert open_strategy(f"{name}@3x100").describe().seats == 3


def test_he_mixes_as_he_advises() -> None:
    seen = spot("9s8h", "Td7c2d", [150, "call"], 2, 1)
    answer, mix = told(seen)
    coach = make("coach:fast", 5)
    own = coach.mix(seen, 1)  # type: ignore[attr-defined]
    assert mix is not None and own is not None
    assert own.shares[combo_of(*seen.cards)] == pytest.approx(mix, abs=1e-6)
    done = []
    for number in range(200):
        coach.new_hand(number)
        done.append(coach.act(seen))
    shares = np.array([done.count(move.choice) for move in answer.moves]) / len(done)
    assert np.abs(shares - mix).max() < 0.12


def test_many_hands_at_a_time_are_played_as_hand_by_hand() -> None:
    """With bets that the tree does not have, and spots that no strategy knows."""
    coach, table = make("coach:fast", 3), [make("style:maniac", 1), make("style:lag", 2)]
    assert isinstance(coach, RowAgent)
    asked = 0
    for number in range(60):
        hand = Hand.holdem([5000, 4000, 6000], (25, 50), 0, seed=number)
        for player in (coach, *table):
            player.new_hand(number)
        while hand.actor is not None:
            seen = hand.observation(hand.actor)
            if seen.seat == 0:
                view, record = view_of(seen)
                log, rules = log_of(seen), usual_rules("holdem", 50).packed
                rows = (view[None], record[None], log[None], np.array([len(log)]), np.array([number]))
                action, mix = int(coach.act_rows(rules, *rows)[0]), coach.mix(seen, number)  # type: ignore[attr-defined]
                if mix is not None:
                    assert mix.shares[combo_of(*seen.cards)][mix.actions.index(action)] > 0
                    asked += 1
                hand = hand.act_unchecked(action)
            else:
                hand = hand.act(table[seen.seat - 1].act(seen))
    assert asked > 60


def test_a_row_says_what_an_observation_says() -> None:
    seen = spot("9s8h", "Td7c2d", [150, "call"], 2, 1)
    again = observation_of(view_of(seen)[0], log_of(seen)[:, -1], 50)
    assert (again.cards, again.board, again.seat, again.stacks, again.legal) == (
        seen.cards, seen.board, seen.seat, seen.stacks, seen.legal
    )  # fmt: skip
