"""Values, best responses and NashConv: against OpenSpiel on random strategies, and against a naive twin."""

from functools import cache

import numpy as np
import pyspiel
import pytest

from gutshot.cfr.best_response import against, best_response, expected_values, measure, nash_conv
from gutshot.cfr.flat import FlatGame
from gutshot.cfr.strategy import TabularStrategy
from gutshot.errors import BadConfig
from gutshot.games.kuhn import Kuhn
from gutshot.games.leduc import Leduc
from tests.cfr.games import from_spiel, kuhn, leduc, random_strategy, spiel_name
from tests.naive import cfr as naive


@cache
def uniform(game: FlatGame) -> TabularStrategy:
    return TabularStrategy.uniform(game.infosets)


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("game", "expected"),
    [(kuhn(2), 11 / 12), (kuhn(3), 33 / 16), (leduc(), 4.747222222)],
    ids=["kuhn", "kuhn3", "leduc"],
)
def test_nash_conv_of_the_uniform_strategy(game: FlatGame, expected: float) -> None:
    assert nash_conv(game, uniform(game)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("game", "players", "seeds"),
    [
        ("kuhn", 2, 20),
        ("kuhn", 3, 10),
        ("kuhn", 4, 4),
        ("leduc", 2, 4),
        pytest.param("leduc", 3, 1, marks=pytest.mark.slow),
    ],
)
def test_nash_conv_is_openspiels(game: str, players: int, seeds: int) -> None:
    flat = {"kuhn": kuhn, "leduc": leduc}[game](players)
    theirs = pyspiel.load_game(spiel_name(game, players))
    for seed in range(seeds):
        policy = pyspiel.GetRandomPolicy(theirs, seed + 1)
        assert nash_conv(flat, from_spiel(flat, policy)) == pytest.approx(pyspiel.nash_conv(theirs, policy), abs=1e-9)


@pytest.mark.nojit
@pytest.mark.parametrize(("root", "game"), [(Kuhn(2), kuhn(2)), (Kuhn(3), kuhn(3)), (Leduc(2, 2), leduc(2, 2))])
def test_values_are_those_of_a_plain_walk(root: Kuhn | Leduc, game: FlatGame) -> None:
    strategy = random_strategy(game, 5)

    def policy(key: object, _: int) -> list[float]:
        return list(strategy[key].values())

    quality = measure(game, strategy)
    best = [naive.best_response_value(root, player, policy) for player in range(game.players)]
    assert quality.values == pytest.approx(naive.expected_values(root, policy), abs=1e-12)
    assert quality.best_responses == pytest.approx(best, abs=1e-12)
    assert quality.exploitability == pytest.approx(quality.nash_conv / game.players)
    assert expected_values(game, strategy) == pytest.approx(quality.values, abs=1e-15)
    assert sum(quality.values) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("game", [kuhn(3), leduc()], ids=["kuhn3", "leduc"])
def test_a_best_response_earns_what_was_promised_and_no_strategy_earns_more(game: FlatGame) -> None:
    strategy = random_strategy(game, 1)
    quality, response = measure(game, strategy), best_response(game, strategy)
    assert set(np.unique(response.probabilities)) == {0.0, 1.0}
    assert against(game, response, strategy) == pytest.approx(quality.best_responses, abs=1e-12)
    for seed in range(20):
        other = against(game, random_strategy(game, seed + 10), strategy)
        assert all(o <= best + 1e-12 for o, best in zip(other, quality.best_responses, strict=True))


def test_strategies_of_another_game_are_refused() -> None:
    with pytest.raises(BadConfig, match="different games: 12 and 48 infosets"):
        measure(kuhn(2), uniform(kuhn(3)))
    with pytest.raises(BadConfig, match="negative probabilities such as -1"):
        measure(kuhn(2), TabularStrategy(kuhn(2).infosets, np.full(24, -1.0)))
