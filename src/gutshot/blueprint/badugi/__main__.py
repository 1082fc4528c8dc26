"""`python -m gutshot.blueprint.badugi OUT --minutes 10`: train the strategy of badugi for two."""

import argparse
import sys

from gutshot.errors import GutshotError


def main() -> int:
    """Train; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m gutshot.blueprint.badugi")
    parser.add_argument("out")
    parser.add_argument("--minutes", type=float, default=10.0, help="of CPU time")
    parser.add_argument("--resume", action="store_true")
    words = parser.parse_args()
    try:
        from gutshot.blueprint.badugi.run import train_badugi

        place = train_badugi(words.out, words.minutes, words.resume, say=lambda line: print(line, flush=True))
    except GutshotError as error:
        print(f"gutshot: {error}", file=sys.stderr)
        return 2
    print(f"bundle in {place}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
