"""Speed of the JAX table and of training on the device JAX finds: `python -m benchmarks.device_rl [CONFIG]`."""

import dataclasses
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

from gutshot.rl import ppo
from gutshot.rl.config import TrainConfig
from gutshot.rl.deal import TableSpec
from gutshot.rl.holdem import Holdem
from gutshot.rl.network import Critic, Policy
from gutshot.rl.playout import play_randomly, tables


def _seconds(job: Callable[[], object], repeats: int = 5) -> float:
    jax.block_until_ready(job())
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        jax.block_until_ready(job())
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def environment(batch: int, steps: int, players: int = 6) -> str:
    game = Holdem(TableSpec(players=(players,)))
    holder = [tables(game, jax.random.PRNGKey(0), batch)]
    start = time.perf_counter()

    def job() -> object:
        played = play_randomly(game, holder[0], steps, jnp.int32(0))
        holder[0] = played.games
        return played.hands

    jax.block_until_ready(job())
    compiled = time.perf_counter() - start
    took = _seconds(job)
    speed = batch * steps / took / 1e6
    return f"environment {players} players, batch {batch:>7}: {speed:9.2f} M steps/s  (compile {compiled:.1f} s)"


def training(config: TrainConfig, **changes: Any) -> str:
    """Steps per second of whole iterations, and the share of playing in them."""
    config = dataclasses.replace(config, ppo=dataclasses.replace(config.ppo, **changes))
    game, settings = config.stages()[-1], config.ppo
    nets = ppo.Nets(Policy(config.network, game.actions), Critic(config.critic))
    holder = [ppo.start(game, nets, settings, jax.random.PRNGKey(0))]
    start = time.perf_counter()
    whole = jax.jit(partial(ppo.iterate, game, nets, settings), donate_argnums=0).lower(holder[0]).compile()
    compiled = time.perf_counter() - start

    def job() -> object:
        holder[0], metrics = whole(holder[0])
        return metrics

    took = _seconds(job)
    playing = jax.jit(lambda train: ppo.rollout(game, nets, settings, train, train.key)[1].rewards.sum())
    play = _seconds(lambda: playing(holder[0]), 3)
    steps = settings.games * settings.steps
    return (
        f"training games {settings.games:>6} steps {settings.steps} minibatches {settings.minibatches}: "
        f"{steps / took / 1e6:7.3f} M steps/s, playing {play / took:5.1%} of it  (compile {compiled:.1f} s)"
    )


def main(words: list[str]) -> None:
    print(f"{jax.devices()[0].device_kind}, jax {jax.__version__}", flush=True)
    for batch in (4096, 16384, 65536, 262144):
        print(environment(batch, 64 if batch > 4096 else 256), flush=True)
    config = TrainConfig.read(words[0] if words else "configs/ppo_6max.yaml")
    for games, minibatches in ((4096, 8), (8192, 16), (16384, 16)):
        print(training(config, games=games, minibatches=minibatches), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
