"""`python -m gutshot.blueprint.badugi OUT --minutes 10`: train the strategy of badugi for two, or for three to six."""

import argparse
import sys

from gutshot.errors import GutshotError


def main() -> int:
    """Train; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m gutshot.blueprint.badugi")
    parser.add_argument("out")
    parser.add_argument("--minutes", type=float, default=10.0, help="by the clock")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--resume", action="store_true", help="go on with what OUT holds")
    parser.add_argument("--start", help="a bundle to begin from; with --many, that which plays when two are left")
    parser.add_argument("--look", action="store_true", help="say at the end what best responses win")
    parser.add_argument("--many", action="store_true", help="three to six seats, on one thread; minutes of CPU time")
    words = parser.parse_args()
    try:
        if words.many:
            from gutshot.blueprint.badugi.crowd_run import train_crowd

            place = train_crowd(
                words.out, words.minutes, words.resume, say=lambda line: print(line, flush=True), pair=words.start
            )
            print(f"bundle in {place}")
            return 0
        from gutshot.blueprint.badugi.run import train_badugi
        from gutshot.numeric.threads import thread_count

        place = train_badugi(
            words.out, words.minutes, words.resume, say=lambda line: print(line, flush=True),
            threads=thread_count(words.threads), start=words.start, look=words.look,
        )  # fmt: skip
    except (GutshotError, OSError) as error:
        print(f"gutshot: {error}", file=sys.stderr)
        return 2
    print(f"bundle in {place}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
