"""Every command: help, errors as one sentence, no traceback, a light start."""

import subprocess
import sys

import pytest

from gutshot.cli import app, main


def test_no_arguments_show_the_help(capsys):
    assert main([]) == 0
    assert "poker laboratory" in capsys.readouterr().out


def test_unknown_command_is_one_sentence_and_exit_code_2(capsys):
    assert main(["folt"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "folt" in captured.err


def test_unforeseen_error_is_one_sentence_and_exit_code_1(capsys, monkeypatch):
    def broken(**_):
        raise RuntimeError("first line\nsecond line")

    monkeypatch.setattr("gutshot.cli.app", broken)
    assert main(["equity"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def commands(group, path=()):
    for command in group.registered_commands:
        yield (*path, command.name or command.callback.__name__.replace("_", "-"))
    for sub in group.registered_groups:
        yield from commands(sub.typer_instance, (*path, sub.name or sub.typer_instance.info.name))


@pytest.mark.parametrize("words", list(commands(app)), ids=" ".join)
def test_every_command_has_help_and_json(words, capsys):
    assert main([*words, "--help"]) == 0
    text = capsys.readouterr().out
    assert "--json" in text
    assert len(text.split("Options:")[0].split()) > 8, "the help says what the command does"


def test_help_loads_no_heavy_package():
    program = (
        "import sys; from gutshot.cli import main; main(['--help']);"
        "heavy = {'numba', 'numpy', 'jax', 'fastapi', 'matplotlib', 'pydantic', 'pokerkit', 'rich'} & set(sys.modules);"
        "sys.exit(f'loaded {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
