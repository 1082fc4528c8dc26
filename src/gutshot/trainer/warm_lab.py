"""Compile the rest of the lab ahead: a tiny piece of work for each family of commands.

`gutshot warm` does this, and what a table needs. Work is as small as it may be while kernels of the usual way are met;
what only a rare option needs is still compiled, and said, when that option is first used.
"""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import gutshot as gs
from gutshot.cfr.mccfr import SAMPLINGS

_BOARD = "Td9d6h2c7s"


def warm_equity() -> None:
    """Exact on a board and before the flop, and sampled."""
    gs.equity(["AA", "KQs"], "Td9d6h", exact=True)
    gs.equity(["AhAs", "KK", "QQ"], "Td9d6h2c", exact=True)
    gs.equity(["AA", "KK", "random"], samples=500)


def warm_solver() -> None:
    """A river, a turn and a flop in both precisions, looked at, locked, simplified and saved."""
    for cards in (5, 4, 3):
        spot = gs.Spot(board=_BOARD[: 2 * cards], oop="AA,76s", ip="KK,A5s", pot=2, stack=4, bets="a", raises="a")
        for precision in ("f32", "i16"):
            _look_at(gs.solve(spot, iterations=2, precision=precision))
        gs.solve(spot, iterations=2, locks=[gs.Lock("", {"check": 1.0, "all-in 4": 0.0})])


def _look_at(solution: gs.Solution) -> None:
    solution.rows("check")
    _ = solution.at("check").equity, solution.at("").ev
    gs.simplify(solution)
    with TemporaryDirectory() as folder:
        solution.save(Path(folder) / "it")
        gs.resume(gs.Solution.load(Path(folder) / "it"), iterations=3)


def warm_three_players() -> None:
    """A river of three ranges."""
    from gutshot.postflop.three_solve import solve_three
    from gutshot.postflop.three_spot import ThreeSpot

    players = {"sb": "AA", "bb": "KK", "btn": "QQ"}
    plain = {"board": _BOARD, "players": players, "pot": 3, "stacks": [3, 3, 3], "bets": "a", "raises": "a"}
    solve_three(ThreeSpot.from_dict(plain), iterations=2)


def warm_regrets() -> None:
    """Whole-tree and sampled regret minimisation, and best responses, for two players and three."""
    for players in (2, 3):
        game = gs.unroll(gs.Kuhn(players))
        run = gs.Cfr(game, "dcfr")
        run.run(2)
        gs.nash_conv(game, run.average)
    for sampling in SAMPLINGS:
        gs.Mccfr(gs.Kuhn(), sampling, seed=1).run(2)


def warm_arena() -> None:
    """Matches of built-in agents, of bundles, and of Python's."""
    gs.run_match(gs.MatchConfig(("tag", "lag", "station"), hands=6))
    gs.run_match(gs.MatchConfig(("badugi:cpu1", "badugi:cpu2"), hands=4, variant="badugi"))
    gs.run_match(gs.MatchConfig(("blueprint:hu", "tag"), hands=4))
    free = gs.MatchConfig(("one", "other"), hands=2, free_names=True)
    gs.run_match(free, players=[gs.make_agent("tag"), gs.make_agent("call")])


def warm_blueprints() -> None:
    """A little training, and the local best response to a shipped bundle."""
    sizes: dict[str, list[str]] = {"preflop": ["a"], "flop": [], "turn": [], "river": []}
    game = {"num_players": 2, "stack_depth": 10, "bet_sizes": sizes, "limps": "none", "max_raises_per_street": 1}
    training = {"iterations": 2, "mccfr_samples": 5, "threads": 1}
    with TemporaryDirectory() as folder:
        plan = gs.BlueprintConfig.from_dict({"game": game, "training": training})
        gs.train_blueprint(plan, folder, say=lambda line: None)
    gs.local_best_response("blueprint:hu@15", hands=2)


def warm_preflop() -> None:
    """Jam or fold for two players, and prizes."""
    gs.solve_jam_fold(gs.JamTable((5.0, 5.0)))
    gs.icm([3, 2, 1], [2, 1])


LAB: tuple[tuple[str, Callable[[], None]], ...] = (
    ("equities", warm_equity),
    ("rivers, turns and flops", warm_solver),
    ("pots of three players", warm_three_players),
    ("regret minimisation", warm_regrets),
    ("matches", warm_arena),
    ("blueprints", warm_blueprints),
    ("jam or fold", warm_preflop),
)
