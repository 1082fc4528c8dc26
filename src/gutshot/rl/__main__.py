"""`python -m gutshot.rl train CONFIG --out DIR`: the trainer where the command line's packages are not installed."""

import argparse
import math
import sys

from gutshot.errors import GutshotError
from gutshot.rl.train import load_config, train


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m gutshot.rl", description=__doc__)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("train", help="train a policy by self-play")
    command.add_argument("config")
    command.add_argument("--out", required=True)
    command.add_argument("--resume", action="store_true")
    command.add_argument("--minutes", type=float, default=math.inf, help="stop after so much training")
    words = parser.parse_args()
    try:
        train(load_config(words.config), words.out, words.resume, _say, 60 * words.minutes)
    except GutshotError as error:
        print(f"gutshot: {error}", file=sys.stderr)
        return 2
    return 0


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
