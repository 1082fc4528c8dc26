"""Profiles: bent by what actions are worth, hand by hand as in a slow twin; answered best."""

import math

import numpy as np
import pytest

from gutshot.errors import BadConfig
from gutshot.postflop.profiles import PROFILES, Profile, lay_profile
from gutshot.postflop.solution import Solution
from gutshot.postflop.solve import run, solve
from gutshot.postflop.solver import RESPOND
from tests.postflop.spots import flop_spot, river_spot, turn_spot


@pytest.fixture(scope="module")
def river() -> Solution:
    return solve(river_spot(), iterations=60, threads=1)


def _twin(solution: Solution, line: str, profile: Profile) -> np.ndarray:
    """[actions, hands] by hand: shares times e to the worth in pots over the temperature."""
    point, bent = solution.at(line), []
    liking = {"fold": profile.fold, "check": profile.passive, "call": profile.passive}
    for hand in range(len(point.combos[point.actor])):
        raw = []
        for action, word in enumerate(point.actions):
            worth = point.action_ev[action, hand] / point.pot
            pull = (worth + liking.get(str(word).split()[0], profile.aggressive)) / profile.temperature
            raw.append(math.log(max(point.strategy[action, hand], 0.01)) + pull)
        top = max(raw)
        bent.append([math.exp(each - top) for each in raw])
    table = np.array(bent).T
    return np.asarray(table / table.sum(axis=0))


@pytest.mark.parametrize(("line", "player"), [("", 0), ("check", 1), ("check,bet 60", 0), ("bet 60", 1)])
@pytest.mark.parametrize("name", ["station", "nit"])
def test_every_hand_is_bent_by_what_its_actions_are_worth(river: Solution, line: str, player: int, name: str) -> None:
    bent = lay_profile(river, player, name)
    point = Solution(bent.solver, 0.0).at(line)
    met = river.at(line).met[player] > 0
    expected = _twin(river, line, PROFILES[name])
    assert np.abs(point.strategy - expected)[:, met].max() < 2e-3


def test_without_strength_the_side_plays_the_solution(river: Solution) -> None:
    bent = lay_profile(river, "ip", "maniac", 0.0)
    assert bent.unanswered == pytest.approx(bent.solved, abs=1e-3)
    assert np.allclose(Solution(bent.solver, 0.0).at("check").strategy, river.at("check").strategy, atol=1e-5)


@pytest.mark.parametrize("spot", [turn_spot(), flop_spot()], ids=["turn", "flop"])
def test_a_station_stays_and_the_best_answer_wins_more(spot: object) -> None:
    solution = solve(spot, iterations=80, threads=1)  # type: ignore[call-overload]
    bent = lay_profile(solution, "ip", "station")
    bet = str(solution.at("").actions[-1])
    before, after = (each.at(bet) for each in (solution, Solution(bent.solver, 0.0)))
    folds = [str(action) for action in before.actions].index("fold")
    assert after.frequencies[folds] < before.frequencies[folds]
    best = bent.solver.mean_value(0, RESPOND) + spot.pot / 2  # type: ignore[attr-defined]
    answer = run(bent.solver, 0.002, 400)
    won = bent.solver.expected_values()
    assert best - 0.01 * spot.pot <= won[0] <= best + 1e-3  # type: ignore[attr-defined]
    assert won[0] > bent.unanswered[0] and won[1] < bent.solved[1]
    assert np.allclose(answer.at(bet).strategy, after.strategy, atol=1e-6), "the station stays as it is"


@pytest.mark.parametrize(("name", "strength", "words"), [("fish", 1.0, "fish"), ("nit", 9.0, "9")])
def test_what_is_no_profile_is_refused(river: Solution, name: str, strength: float, words: str) -> None:
    with pytest.raises(BadConfig, match=words):
        lay_profile(river, "ip", name, strength)
