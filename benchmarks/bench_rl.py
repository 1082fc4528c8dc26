"""Random legal play of six-handed no-limit hold'em: our batched JAX table beside RLCard and the Rust package pokers."""

import os
import random

from benchmarks.harness import Row, pin_to_one_core, rate

_WHAT = "decisions, 6 players, random legal actions, one core"
_BATCH, _STEPS = 4096, 64

# Read by XLA when it starts: one thread, and vectors as wide as the machine has.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false --xla_cpu_prefer_vector_width=512")


def _gutshot() -> Row:
    import jax
    import jax.numpy as jnp

    from gutshot.rl.deal import TableSpec
    from gutshot.rl.holdem import Holdem
    from gutshot.rl.playout import play_randomly, tables

    game = Holdem(TableSpec(players=(6,)))
    holder = [tables(game, jax.random.PRNGKey(0), _BATCH)]

    def job() -> None:
        played = play_randomly(game, holder[0], _STEPS, jnp.int32(0))
        holder[0] = jax.block_until_ready(played.games)

    return Row(_WHAT, "gutshot", rate(job, _BATCH * _STEPS, 9), "1/s", f"JAX on one core, batch {_BATCH}")


def _pokers_hand(pokers: object, seed: int, rng: random.Random) -> int:
    state = pokers.State.from_seed(6, seed % 6, 50.0, 100.0, 10_000.0, seed)  # type: ignore[attr-defined]
    decisions = 0
    while not state.final_state:
        kind = rng.choice(state.legal_actions)
        amount = 0.0
        if kind == pokers.ActionEnum.Raise:  # type: ignore[attr-defined]
            amount = min(max(100.0, state.pot * rng.choice((0.33, 0.66, 1.0))), 1e5)
        state = state.apply_action(pokers.Action(kind, amount))  # type: ignore[attr-defined]
        decisions += 1
    return decisions


def _pokers() -> Row:
    import pokers

    rng = random.Random(1)
    hands = 3000
    decisions = sum(_pokers_hand(pokers, seed, rng) for seed in range(hands))
    job = lambda: [_pokers_hand(pokers, seed, rng) for seed in range(hands)]  # noqa: E731
    return Row(_WHAT, "pokers (Rust)", rate(job, decisions, 5), "1/s")


def _rlcard() -> Row:
    import rlcard

    env = rlcard.make("no-limit-holdem", config={"game_num_players": 6, "seed": 1})
    rng = random.Random(1)

    def play(hands: int) -> int:
        decisions = 0
        for _ in range(hands):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                decisions += 1
        return decisions

    decisions = play(150)
    return Row(_WHAT, "RLCard env", rate(lambda: play(150), decisions, 3), "1/s")


def run() -> list[Row]:
    pin_to_one_core()
    return [_gutshot(), _pokers(), _rlcard()]
