"""Values of whole games against plain recursion, mirror descent near equilibria, and sweeps that go on."""

import csv
from collections import defaultdict
from pathlib import Path
from typing import Any, cast

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from gutshot.cli import main
from gutshot.errors import GutshotError
from gutshot.game import CHANCE, TERMINAL, State
from gutshot.rl import bundle, nash
from gutshot.rl.config import TrainConfig
from gutshot.rl.small_games import KuhnGame, LeducGame
from gutshot.rl.sweep import read_changes, read_seeds, summary, sweep, trials
from gutshot.rl.train import train
from gutshot.rl.whole_game import Feedback, SmallGame, exact, explored, game_tree, played

KUHN: dict[str, Any] = {
    "game": "kuhn",
    "method": "mirror",
    "network": {"table": True},
    "mirror": {
        "iterations": 300,
        "hands": 512,
        "step_size": [0.3, 0.05],
        "magnet_cost": [1.0, 0.05],
        "full_step_visits": 20,
    },
    "report_every": 150,
    "measure_every": 300,
    "save_every": 150,
}


def random_policy(game: SmallGame, seed: int = 1) -> np.ndarray:
    """Any probabilities over the legal actions."""
    mask = np.asarray(game_tree(game).mask)
    weights = np.random.default_rng(seed).random(mask.shape) * mask
    return (weights / weights.sum(1, keepdims=True)).astype(np.float32)


def weighed(game: SmallGame, policy: np.ndarray | jax.Array) -> Feedback:
    """`exact`, compiled."""
    return cast(Feedback, jax.jit(lambda policy: exact(game_tree(game), policy))(jnp.asarray(policy)))


def values_by_recursion(game: SmallGame, policy: np.ndarray) -> dict[tuple[int, int], float]:
    """What each action of each infoset is worth to its actor, history by history on the reference game."""
    sets = nash.infosets(game).flat.infosets
    total: dict[tuple[int, int], float] = defaultdict(float)
    weight: dict[int, float] = defaultdict(float)

    def walk(state: State, reach: tuple[float, ...]) -> np.ndarray:
        if state.actor == TERMINAL:
            return np.array(state.payoffs)
        if state.actor == CHANCE:
            terms = [p * walk(state.apply(a), (*reach[:-1], reach[-1] * p)) for a, p in state.chances]
            return np.asarray(np.sum(terms, axis=0))
        place = sets.find(state.infoset, state.actor)
        others = float(np.prod([r for player, r in enumerate(reach) if player != state.actor]))
        weight[place] += others
        value = np.zeros(game.players)
        for action, column in zip(state.legal, nash.columns(state.legal), strict=True):
            share = float(policy[place, column])
            after = tuple(r * share if player == state.actor else r for player, r in enumerate(reach))
            worth = walk(state.apply(action), after)
            total[place, column] += others * worth[state.actor]
            value += share * worth
        return value

    walk(nash.reference(game), (1.0,) * (game.players + 1))
    return {slot: value / weight[slot[0]] for slot, value in total.items()}


@pytest.mark.parametrize("game", [KuhnGame(2), KuhnGame(3), LeducGame(2)], ids=str)
def test_exact_values_are_those_of_plain_recursion(game: SmallGame) -> None:
    policy = random_policy(game)
    found = np.asarray(weighed(game, policy).values)
    for (place, column), value in values_by_recursion(game, policy).items():
        assert found[place, column] == pytest.approx(value, abs=2e-4), (place, column)


@pytest.mark.parametrize("game", [KuhnGame(3), LeducGame(2)], ids=str)
def test_hands_that_are_played_find_the_exact_values(game: SmallGame) -> None:
    """With exploration of one's own actions weighed out, the rest being nil at seats that never act again."""
    tree, policy = game_tree(game), jnp.asarray(random_policy(game))
    sure = weighed(game, policy)
    find = jax.jit(lambda key: played(game, tree, policy, 0.0, key, 20_000))
    hands = [find(jax.random.PRNGKey(seed)) for seed in range(10)]
    count = np.asarray(sum(np.asarray(one.counts, np.float64) for one in hands))
    total = np.sum([np.asarray(one.counts * one.values, np.float64) for one in hands], axis=0)
    often = count > 100
    error = (total[often] / count[often] - np.asarray(sure.values)[often]) * np.sqrt(count[often])
    assert often.sum() > 0.5 * np.asarray(tree.mask).sum()
    assert np.abs(error).max() < 5 * 13  # thirteen chips are the most that a hand of Leduc pays
    assert np.abs(error).mean() < 5 and abs(error.mean()) < 1
    visits = np.asarray(sum(np.asarray(one.visits) for one in hands)) / 200_000
    np.testing.assert_allclose(visits, sure.visits, atol=0.006)


def test_own_exploration_is_weighed_out() -> None:
    """Whoever acts last in a line of Kuhn is followed by nobody, so the values there are the policy's own."""
    game = KuhnGame(2)
    tree, policy = game_tree(game), jnp.asarray(random_policy(game))
    mixed = np.asarray(weighed(game, explored(tree, policy, 0.5)).values)
    own = np.asarray(weighed(game, policy).values)
    find = jax.jit(lambda key: played(game, tree, policy, 0.5, key, 200_000))
    values = np.asarray(find(jax.random.PRNGKey(1)).values)
    last = np.abs(mixed - own).max(1) < 1e-6
    assert 0 < last.sum() < len(last)
    np.testing.assert_allclose(values[last], own[last], atol=0.12)
    assert np.abs(values[~last] - mixed[~last]).max() < 0.6


@pytest.mark.parametrize(("players", "values", "bar"), [(2, "exact", 0.05), (3, "played", 0.2)])
def test_mirror_descent_comes_near_an_equilibrium(players: int, values: str, bar: float, tmp_path: Path) -> None:
    plain = KUHN | {"num_players": players, "mirror": KUHN["mirror"] | {"values": values}}
    run = train(TrainConfig.from_dict(plain), tmp_path / "run", report=lambda line: None)
    assert float(run.measures[-1]["value"]) < bar
    loaded = bundle.load(tmp_path / "run" / "bundle")
    again = nash.quality(cast(KuhnGame, loaded.game), loaded.policy, loaded.params).nash_conv
    assert again == pytest.approx(float(run.measures[-1]["value"]), abs=1e-5)
    assert (run.steps > 100_000) == (values == "played")


def test_a_sweep_writes_row_by_row_and_repeats_nothing(tmp_path: Path) -> None:
    short = KUHN | {"mirror": KUHN["mirror"] | {"iterations": 20}, "report_every": 10, "measure_every": 10}
    plan = TrainConfig.from_dict(short)
    said: list[str] = []
    first = sweep(plan, [1], {"mirror.hands": [64]}, tmp_path, said.append)
    assert first[0]["seeds"] == 1 and len(said) == 2
    said.clear()
    rows = sweep(plan, [1, 2], {"mirror.hands": [64]}, tmp_path, said.append)
    assert [line for line in said if line.startswith("trial")] == ["trial 2 of 2: mirror.hands=64_seed=2"]
    with open(tmp_path / "sweep.csv", newline="") as file:
        written = list(csv.DictReader(file))
    values = [float(row["value"]) for row in written]
    assert [row["seed"] for row in written] == ["1", "2"] and values[0] != values[1]
    assert rows[0]["mean"] == pytest.approx(np.mean(values), abs=1e-5)
    assert rows[0]["spread"] == pytest.approx(np.std(values, ddof=1), abs=1e-5)
    assert len(trials(plan, [1, 2, 3], {"mirror.hands": [1, 2]})) == 6
    long = trials(plan, [1], {"mirror.hands": [1, 2], "wandb_project": ["x" * 300]})
    assert len({trial.name for trial in long}) == 2 and all(len(trial.name) < 200 for trial in long)
    longer = TrainConfig.from_dict(short | {"mirror": short["mirror"] | {"iterations": 30}})
    with pytest.raises(GutshotError, match="holds a run with another 'iterations': expected another folder"):
        sweep(longer, [1, 2], {"mirror.hands": [64]}, tmp_path, said.append)
    with pytest.raises(GutshotError, match=r"will not write to .*sweep\.csv.*: Not a directory"):
        sweep(plan, [1], {}, tmp_path / "sweep.csv", said.append)
    assert summary([]) == []


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: read_seeds("5-1"), "'5-1': expected .* smaller number first"),
        (lambda: read_seeds("a"), "'a': expected whole numbers"),
        (lambda: read_changes(["ppo.clip"]), "'ppo.clip': expected a setting and its values"),
        (lambda: read_changes(["seed=[1, 2]"]), "expected seeds in --seeds"),
        (lambda: read_changes(["ppo.clip=1", "ppo.clip=2"]), "ppo.clip is given twice"),
        (lambda: TrainConfig.from_dict(KUHN | {"game": "holdem"}), "method 'mirror' and tables are for kuhn and leduc"),
        (lambda: TrainConfig.from_dict(KUHN | {"network": {}}), "mirror and a table go together"),
        (lambda: trials(TrainConfig.from_dict(KUHN), [1], {"x.y": [1]}), "no settings under 'x'"),
        (lambda: trials(TrainConfig.from_dict(KUHN), [1], {"mirror.hand": [1]}), "unknown setting 'hand' of mirror"),
    ],
)
def test_bad_input_is_one_sentence(call: Any, words: str) -> None:
    with pytest.raises(GutshotError, match=words) as error:
        call()
    assert "\n" not in str(error.value)


def test_the_command_prints_mean_and_spread(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kuhn.yaml"
    file.write_text(
        "game: kuhn\nmethod: mirror\nnetwork: {table: true}\nmirror: {iterations: 4, hands: 64, values: exact}\n"
    )
    assert main(["rl", "sweep", str(file), "--seeds", "1,2", "--out", str(tmp_path / "out")]) == 0
    assert "nash_conv at 2 players" in (said := capsys.readouterr().out) and "2 seeds" in said
    assert main(["rl", "sweep", str(file), "--seeds", "x"]) == 2
