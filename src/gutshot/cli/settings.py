"""`gutshot settings`: every setting of a file, as a YAML file to start from or as a table."""

import importlib
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.cli import app
from gutshot.cli.options import Json

if TYPE_CHECKING:
    from gutshot.settings import Settings


class SettingsFile(StrEnum):
    """The kinds of settings files."""

    spot = "spot"
    batch = "batch"
    preflop = "preflop"
    postflop_model = "postflop_model"
    blueprint = "blueprint"
    abstraction = "abstraction"
    ppo = "ppo"
    search = "search"


_CLASSES = {
    SettingsFile.spot: ("gutshot.postflop.spot", "Spot"),
    SettingsFile.batch: ("gutshot.postflop.flop_batch", "Batch"),
    SettingsFile.preflop: ("gutshot.preflop.config", "PreflopConfig"),
    SettingsFile.postflop_model: ("gutshot.flop_values.config", "PostflopModelConfig"),
    SettingsFile.blueprint: ("gutshot.blueprint.config", "BlueprintConfig"),
    SettingsFile.abstraction: ("gutshot.abstraction.config", "AbstractionConfig"),
    SettingsFile.ppo: ("gutshot.rl.config", "TrainConfig"),
    SettingsFile.search: ("gutshot.search.settings", "SearchSettings"),
}


def settings_class(file: SettingsFile) -> "type[Settings]":
    """The class that a kind of file is read into."""
    module, name = _CLASSES[file]
    found: type[Settings] = getattr(importlib.import_module(module), name)
    return found


@app.command("settings")
def print_settings(
    file: Annotated[SettingsFile, typer.Argument(help="Kind of settings file.")],
    as_table: Annotated[bool, typer.Option("--table", help="A Markdown table instead of YAML.")] = False,
    as_json: Json = False,
) -> None:
    """Print every setting of a file with its default and one line about it.

    \b
    gutshot settings blueprint > my_run.yaml
    """
    from gutshot.cli.json_text import json_text
    from gutshot.cli.settings_text import listed, table, template

    kind = settings_class(file)
    if as_json:
        typer.echo(json_text(listed(kind)))
        return
    typer.echo(table(kind) if as_table else template(kind), nl=as_table)
