"""The command line: each command a few lines over the packages, imported only when called.

A command module registers its commands on `app`; `main` turns every error into one plain sentence.
"""

import gc
import importlib
import os
import sys

import typer

import gutshot
from gutshot.errors import GutshotError
from gutshot.extras import missing_extra

app = typer.Typer(
    name="gutshot",
    help="A poker laboratory: play, study, solve, train and simulate on one set of rules.",
    rich_markup_mode=None,  # plain help: Rich alone would double the time to the first line
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMMAND_MODULES = (
    "cards",
    "ranges",
    "history",
    "toy",
    "serve",
    "arena",
    "solve",
    "show",
    "rl",
    "abstraction",
    "jam_fold",
    "preflop",
    "flop_values",
    "blueprint",
    "blueprint_show",
    "local_best_response",
    "settings",
    "warm",
)

EXIT_FAILURE = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"gutshot {gutshot.__version__}")
        raise typer.Exit()


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Print the version and exit."
    ),
) -> None:
    pass


for _name in COMMAND_MODULES:
    importlib.import_module(f"gutshot.cli.{_name}")


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code: 0 success, 1 failure, 2 bad input, 130 interrupted."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        result: object = app(args=words or ["--help"], standalone_mode=False)
        if result == EXIT_INTERRUPTED:  # Typer turns Ctrl-C into its exit code without a word
            return _say("interrupted", EXIT_INTERRUPTED)
        return result if isinstance(result, int) else 0
    except typer.Exit as stop:
        return stop.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return _say("interrupted", EXIT_INTERRUPTED)
    except GutshotError as error:
        return _say(str(error), EXIT_BAD_INPUT)
    except typer.TyperException as error:
        return _say(error.format_message(), EXIT_BAD_INPUT)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader left: keep the last flush quiet
        return EXIT_FAILURE
    except OSError as error:
        if os.environ.get("GUTSHOT_DEBUG"):
            raise
        if error.filename is None:
            return _say(f"{error.strerror or error}", EXIT_FAILURE)
        return _say(f"cannot read or write {str(error.filename)!r}: {error.strerror}", EXIT_BAD_INPUT)
    except ModuleNotFoundError as error:
        refused = missing_extra(error, f"`gutshot {' '.join(words[:1])}`")
        if refused is None:
            raise
        return _say(str(refused), EXIT_BAD_INPUT)
    except Exception as error:
        if os.environ.get("GUTSHOT_DEBUG"):
            raise
        return _say(f"{type(error).__name__}: {error} (set GUTSHOT_DEBUG=1 for the full trace)", EXIT_FAILURE)


def _say(sentence: str, code: int) -> int:
    print(f"gutshot: {' '.join(sentence.split())}", file=sys.stderr)
    return code


def run() -> None:
    """The console script."""
    code = main()
    gc.freeze()  # everything goes with the process: looking for cycles on the way out takes a tenth of a short command
    sys.exit(code)
