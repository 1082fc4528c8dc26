"""Tests have the rooms of the sources, what is kept out of the fast run exists, and a class name means one thing."""

import ast
import importlib
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import gutshot
from tests.heavy import HEAVY

TESTS = Path(__file__).parent
PACKAGE = Path(gutshot.__file__).parent
ROOMS = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
OF_NO_ROOM = {"browser", "naive", "__pycache__"}


def test_folders_of_tests_are_rooms_of_the_sources() -> None:
    assert {path.name for path in TESTS.iterdir() if path.is_dir()} - OF_NO_ROOM <= ROOMS


@pytest.mark.parametrize("entry", HEAVY)
def test_what_is_heavy_is_there(entry: str) -> None:
    file, _, name = entry.partition("::")
    assert re.search(rf"^def {name or 'test_'}", (TESTS / file).read_text(encoding="utf-8"), re.MULTILINE)


def test_a_class_name_means_one_thing() -> None:
    places = defaultdict(list)
    for file in sorted(PACKAGE.rglob("*.py")):
        for name in re.findall(r"^class (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE):
            places[name.removeprefix("_")].append(file.relative_to(PACKAGE).as_posix())
    assert len(places) > 600
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


SOURCES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in Path(gutshot.__file__).parent.rglob("*.py")}


_PARSER: Any = importlib.import_module("re._parser")


def _expressions() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Every expression that a module holds; those of `kernel.py` read our own sources alone."""
    for path in sorted(SOURCES):
        if "re.compile" in path.read_text(encoding="utf-8") and path.name != "kernel.py":
            room = ".".join(("gutshot", *path.relative_to(PACKAGE).with_suffix("").parts))
            held = [one for value in vars(importlib.import_module(room)).values() for one in _each(value)]
            yield from ((room, one) for one in held if isinstance(one, re.Pattern))


def _each(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else [value]


def _repeats_what_repeats(items: Any, inside: bool = False) -> bool:
    for kind, parts in items:
        endless = str(kind).endswith("_REPEAT") and parts[1] == _PARSER.MAXREPEAT
        if (endless and inside) or any(_repeats_what_repeats(one, inside or endless) for one in _patterns(parts)):
            return True
    return False


def _patterns(parts: Any) -> Iterator[Any]:
    """The smaller patterns of one piece of a parsed pattern."""
    if isinstance(parts, _PARSER.SubPattern):
        yield parts
    elif isinstance(parts, list | tuple):
        for part in parts:
            yield from _patterns(part)


def test_no_expression_repeats_what_repeats() -> None:
    """Such an expression can take longer than a person lives on a text made for it."""
    found = dict.fromkeys(_expressions())
    assert len(found) > 40
    assert [(room, one.pattern) for room, one in found if _repeats_what_repeats(_PARSER.parse(one.pattern))] == []
    assert _repeats_what_repeats(_PARSER.parse(r"(a+,)*b")) and not _repeats_what_repeats(_PARSER.parse("(a{1,9},)*"))


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _definitions(node: ast.Module | ast.ClassDef, owner: str = "") -> Iterator[tuple[str, Definition]]:
    """Public ones of a module, and those of its public classes."""
    for part in node.body:
        if isinstance(part, Definition) and not part.name.startswith("_"):
            yield f"{owner}{part.name}", part
            if isinstance(part, ast.ClassDef):
                yield from _definitions(part, f"{part.name}.")


def _contracts() -> set[str]:
    """Members that a protocol of ours documents: who implements one need not say it again."""
    classes = [node for tree in SOURCES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    protocols = [node for node in classes if any("Protocol" in ast.unparse(base) for base in node.bases)]
    return {name for node in protocols for name, part in _definitions(node) if ast.get_docstring(part)}


def test_every_public_definition_has_a_docstring() -> None:
    contracts, missing = _contracts(), []
    for path, tree in SOURCES.items():
        for name, part in _definitions(tree):
            is_told = ast.get_docstring(part) or ("." in name and part.name in contracts)
            if not is_told:
                missing.append(f"{path.name}:{part.lineno} {name}")
    assert missing == [], "say in one line what it is"
