"""The golden playthroughs read the same today; `python -m tests.games.golden` writes them anew."""

import pytest

from tests.games.golden.playthroughs import FOLDER, SCENES, transcript


@pytest.mark.nojit
@pytest.mark.parametrize("name", SCENES)
def test_playthrough(name: str) -> None:
    path = SCENES[name]()
    assert path[-1].is_over
    assert transcript(path) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
