from pathlib import Path

import pytest

from gutshot.numeric.folders import cache_folder, data_folder


@pytest.mark.parametrize(
    ("folder", "own", "shared"),
    [(cache_folder, "GUTSHOT_CACHE", "XDG_CACHE_HOME"), (data_folder, "GUTSHOT_DATA", "XDG_DATA_HOME")],
)
def test_folders_follow_the_environment(folder, own, shared, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(own, str(tmp_path / "own"))
    assert folder() == tmp_path / "own"
    monkeypatch.delenv(own)
    monkeypatch.setenv(shared, str(tmp_path))
    assert folder() == tmp_path / "gutshot"
