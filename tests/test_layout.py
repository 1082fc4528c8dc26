"""Tests have the rooms of the sources, what is kept out of the fast run exists, and a class name means one thing."""

import re
from collections import defaultdict
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
