"""Tests have the rooms of the sources, what is kept out of the fast run exists, and a class name means one thing."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

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
