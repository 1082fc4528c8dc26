"""`python -m gutshot.blueprint.one_draw OUT --target 0.001`: solve badugi with one draw."""

import argparse
import sys

from gutshot.errors import GutshotError


def main() -> int:
    """Solve; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m gutshot.blueprint.one_draw")
    parser.add_argument("out")
    parser.add_argument("--target", type=float, default=0.001, help="what both seats may gain, in small bets a hand")
    parser.add_argument("--iterations", type=int, default=2000, help="at most so many")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--show", action="store_true", help="solve nothing, and print what the solution does")
    words = parser.parse_args()
    try:
        if words.show:
            from gutshot.blueprint.one_draw.report import lines_of
            from gutshot.blueprint.one_draw.run import load

            print("\n".join(lines_of(load(words.out)[0])))
            return 0
        from gutshot.blueprint.one_draw.run import solve

        place = solve(words.out, words.target, words.resume, lambda line: print(line, flush=True), words.iterations)
    except GutshotError as error:
        print(f"gutshot: {error}", file=sys.stderr)
        return 2
    print(f"solution in {place}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
