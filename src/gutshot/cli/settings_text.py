"""Settings in words: a table for the documents and a YAML file with a comment on every line, both from the code."""

import dataclasses
import json
from collections.abc import Iterator
from typing import Any, get_args

from gutshot.settings import Rule, Settings, describe, fields_of, plain_form, rule_of

_WIDTH = 44


def table(kind: type[Settings]) -> str:
    """A Markdown table: name, default, what is accepted, meaning; nested settings follow under their path."""
    rows = ["| setting | default | accepted | meaning |", "|---|---|---|---|"]
    return "\n".join([*rows, *_rows(kind, "")])


def _rows(kind: type[Settings], path: str) -> Iterator[str]:
    for item, wanted in fields_of(kind):
        rule, inner = rule_of(item), nested(wanted)
        name = f"`{path}{item.name}`" + "".join(f", or `{alias}`" for alias in rule.aliases)
        shown = "" if inner else _default(item)
        yield f"| {name} | {shown} | {_accepted(wanted, rule)} | {rule.doc} |"
        if inner is not None:
            yield from _rows(inner, f"{path}{item.name}.")


def listed(kind: type[Settings], path: str = "") -> list[dict[str, Any]]:
    """The same as plain data, one entry per setting."""
    found: list[dict[str, Any]] = []
    for item, wanted in fields_of(kind):
        rule, inner = rule_of(item), nested(wanted)
        default = None if inner or _is_required(item) else json.loads(_text(item))
        entry = {"name": f"{path}{item.name}", "default": default, "required": _is_required(item)}
        found.append({**entry, "aliases": list(rule.aliases), "accepted": _accepted(wanted, rule), "doc": rule.doc})
        found += listed(inner, f"{path}{item.name}.") if inner else []
    return found


def nested(wanted: Any) -> type[Settings] | None:
    """The settings inside a setting: alone, in a list, or as an alternative to a word."""
    found = [kind for kind in (wanted, *get_args(wanted)) if isinstance(kind, type) and issubclass(kind, Settings)]
    return found[0] if found else None


def _accepted(wanted: Any, rule: Rule) -> str:
    return rule.expected or describe(wanted, rule)


def _default(item: "dataclasses.Field[Any]") -> str:
    return "required" if _is_required(item) else f"`{_text(item)}`"


def _is_required(item: "dataclasses.Field[Any]") -> bool:
    return item.default is dataclasses.MISSING and item.default_factory is dataclasses.MISSING


def _text(item: "dataclasses.Field[Any]") -> str:
    """The default as YAML."""
    default = item.default if item.default_factory is dataclasses.MISSING else item.default_factory()
    writer = rule_of(item).writer
    return json.dumps(writer(default) if writer else plain_form(default), ensure_ascii=False)


def template(kind: type[Settings]) -> str:
    """A YAML file with every setting at its default and one line about each; required settings are empty."""
    return "\n".join([f"# {kind.noun}: every setting at its default", *_lines(kind, "")]) + "\n"


def _lines(kind: type[Settings], indent: str) -> Iterator[str]:
    for item, wanted in fields_of(kind):
        rule, inner = rule_of(item), nested(wanted)
        if inner is not None and inner is wanted:
            yield f"{indent}{item.name}:".ljust(_WIDTH) + f"  # {rule.doc}"
            yield from _lines(inner, indent + "  ")
            continue
        required = _is_required(item)
        value = "" if required else f" {_text(item)}"
        yield f"{indent}{item.name}:{value}".ljust(_WIDTH) + f"  # {rule.doc}{' (required)' if required else ''}"
