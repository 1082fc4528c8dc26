"""`python -m gutshot.rl`: training and measuring where the command line's own packages are not installed.

python -m gutshot.rl train CONFIG --out DIR [--resume] [--minutes M]
python -m gutshot.rl eval BUNDLE [--hands N] [--exploiter PLAYERS] [--iterations N] [--games N] [--out DIR]
"""

import argparse
import math
import sys
from pathlib import Path

from gutshot.errors import GutshotError


def _train(words: argparse.Namespace) -> None:
    from gutshot.rl.config import TrainConfig
    from gutshot.rl.train import train

    train(TrainConfig.read(words.config), words.out, words.resume, _say, 60 * words.minutes)


def _eval(words: argparse.Namespace) -> None:
    from gutshot.rl import bundle, measure
    from gutshot.rl.exploit import exploit, write_curve
    from gutshot.rl.train import evaluation_table

    loaded = bundle.load(words.bundle)
    game = evaluation_table(loaded.config)
    for (name, players), one in measure.against_pool(game, loaded.policy, loaded.params, words.hands).items():
        _say(f"{players:>2} players against {name}: {one} over {one.hands:,} hands")
    if words.exploiter:
        _say(f"exploiter at {words.exploiter} players, {words.iterations} iterations of {words.games} games")
        show = lambda point: _say(f"{point.steps / 1e6:9.1f} M steps: exploiter {point.result}")  # noqa: E731
        curve = exploit(loaded, words.exploiter, words.iterations, words.games, hands=words.hands, report=show)
        if words.out:
            write_curve(curve, words.exploiter, Path(words.out))


def main() -> int:
    """Train or measure without Typer and Rich."""
    parser = argparse.ArgumentParser(prog="python -m gutshot.rl")
    commands = parser.add_subparsers(required=True)
    train = commands.add_parser("train", help="train a policy by self-play")
    train.set_defaults(run=_train)
    train.add_argument("config")
    train.add_argument("--out", required=True)
    train.add_argument("--resume", action="store_true")
    train.add_argument("--minutes", type=float, default=math.inf, help="stop after this many minutes")
    judge = commands.add_parser("eval", help="measure a bundle against the fixed pool and an exploiter")
    judge.set_defaults(run=_eval)
    judge.add_argument("bundle")
    judge.add_argument("--hands", type=int, default=50_000)
    judge.add_argument("--exploiter", type=int, default=0, metavar="PLAYERS")
    judge.add_argument("--iterations", type=int, default=200)
    judge.add_argument("--games", type=int, default=1024)
    judge.add_argument("--out", help="folder for the exploiter's curve")
    words = parser.parse_args()
    try:
        words.run(words)
    except GutshotError as error:
        print(f"gutshot: {error}", file=sys.stderr)
        return 2
    return 0


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
