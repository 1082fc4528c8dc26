"""The tests have the rooms of the sources, and what is kept out of the fast run is still there."""

import re
from pathlib import Path

import pytest

import gutshot
from tests.heavy import HEAVY

TESTS = Path(__file__).parent
ROOMS = {path.stem for path in Path(gutshot.__file__).parent.iterdir() if path.suffix == ".py" or path.is_dir()}
OF_NO_ROOM = {"browser", "naive", "__pycache__"}


def test_folders_of_tests_are_rooms_of_the_sources() -> None:
    assert {path.name for path in TESTS.iterdir() if path.is_dir()} - OF_NO_ROOM <= ROOMS


@pytest.mark.parametrize("entry", HEAVY)
def test_what_is_heavy_is_there(entry: str) -> None:
    file, _, name = entry.partition("::")
    assert re.search(rf"^def {name or 'test_'}", (TESTS / file).read_text(encoding="utf-8"), re.MULTILINE)
