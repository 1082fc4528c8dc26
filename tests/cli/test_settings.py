"""`gutshot settings`, and that the document prints what the code says."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from gutshot.cli import main
from gutshot.cli.settings import SettingsFile, settings_class
from gutshot.cli.settings_text import nested, table, template
from gutshot.settings import fields_of, names, rule_of

ROOT = Path(__file__).resolve().parents[2]
REQUIRED: dict[str, dict[str, Any]] = {
    "spot": {"board": "Td9d6h", "oop": "AA", "ip": "KK", "pot": 10, "stack": 20},
    "batch": {"flops": ["Td9d6h"], "oop": "AA", "ip": "KK", "pot": 10, "stack": 20},
    "preflop": {"stack_depth": 25},
}


@pytest.mark.parametrize("file", SettingsFile)
def test_the_document_has_the_tables_of_the_code(file: SettingsFile) -> None:
    assert f"\n\n{table(settings_class(file))}\n" in (ROOT / "docs/settings.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", SettingsFile)
def test_the_template_is_the_defaults(file: SettingsFile) -> None:
    kind, needed = settings_class(file), REQUIRED.get(file.value, {})
    found = {key: value for key, value in yaml.safe_load(template(kind)).items() if key != "settings"}
    made = kind.from_dict({**found, **needed})
    assert made.to_dict() == kind.from_dict(needed).to_dict()
    assert kind.from_dict(made.to_dict()).to_dict() == made.to_dict()


@pytest.mark.parametrize("file", SettingsFile)
def test_every_setting_has_a_line_and_no_name_means_two_things(file: SettingsFile) -> None:
    waiting = [settings_class(file)]
    for kind in waiting:
        spelled = [name for item, _ in fields_of(kind) for name in (item.name, *rule_of(item).aliases)]
        assert len(spelled) == len(set(spelled)) == len(names(kind))
        for item, wanted in fields_of(kind):
            assert rule_of(item).doc, item.name
            waiting += [inner for inner in [nested(wanted)] if inner is not None]


def test_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "abstraction"]) == 0
    assert "flop: 200                                     # buckets on the flop\n" in capsys.readouterr().out
    assert main(["settings", "abstraction", "--table"]) == 0
    assert "| `flop` | `200` | a whole number from 1 to 20,000 | buckets on the flop |" in capsys.readouterr().out
    assert main(["settings", "kitchen"]) == 2


def test_threads_mean_one_thing() -> None:
    from gutshot.cli import app
    from gutshot.cli.options import Threads

    def walk(command: object, path: str) -> list[tuple[str, object]]:
        inner = getattr(command, "commands", {})
        own = [(path, option) for option in getattr(command, "params", []) if option.name == "threads"]
        return own + [found for name, item in inner.items() for found in walk(item, f"{path} {name}")]

    import typer

    options = walk(typer.main.get_command(app), "gutshot")
    assert len(options) >= 10
    for path, option in options:
        assert option.help == Threads.__metadata__[0].help and option.default is None, path  # type: ignore[attr-defined]
