"""The coach as a player: found by name, and plays what is advised."""

import numpy as np
import pytest

from gutshot.agents.registry import make
from gutshot.arena.config import MatchConfig
from gutshot.arena.match import run_match
from gutshot.cards.combos import combo_of
from gutshot.coach.judge import told
from gutshot.games.actions import Choice
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
