"""`python -m gutshot.blueprint CONFIG --out DIR`: training where the command line's packages are missing."""

import argparse
import dataclasses
import sys

from gutshot.errors import GutshotError


def main() -> int:
    """Train from a config without Typer and Rich."""
    parser = argparse.ArgumentParser(prog="python -m gutshot.blueprint")
    parser.add_argument("config")
    parser.add_argument("--out", required=True)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--minutes", type=float, help="in place of the config's")
    parser.add_argument("--threads", type=int, help="in place of the config's")
    words = parser.parse_args()
    try:
        return _train(words)
    except GutshotError as error:
        print(f"gutshot: {error}", file=sys.stderr)
        return 2


def _train(words: argparse.Namespace) -> int:
    from gutshot.blueprint.config import BlueprintConfig
    from gutshot.blueprint.run import train

    plan = BlueprintConfig.read(words.config)
    given = {name: getattr(words, name) for name in ("minutes", "threads") if getattr(words, name) is not None}
    plan = dataclasses.replace(plan, training=dataclasses.replace(plan.training, **given))
    train(plan, words.out, words.resume, lambda line: print(line, flush=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
