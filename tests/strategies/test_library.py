"""The library finds, names and opens; nothing outside its folder, nothing that does not load."""

import json
from pathlib import Path

import numpy as np
import pytest

import gutshot as gs
from gutshot import artifacts
from gutshot.errors import BadConfig, GutshotError, MalformedInput
from gutshot.strategies import uploads
from gutshot.strategies.catalogue import Library

ID = "0123456789abcdef"


def test_everything_is_listed_with_its_figures(library: Library) -> None:
    entries = {entry.name: entry for entry in library.entries()}
    turn = entries["file:solutions/turn"]
    assert dict(turn.config)["Board"] == "Td9d6h2c" and dict(turn.quality)["Iterations"] == "12"
    assert dict(turn.quality)["Exploitability"].endswith("% of the pot") and turn.size > 0
    assert {"shipped:ppo_6max", "agent:style:tag"} <= set(entries)
    assert not any(name.startswith("agent:badugi") for name in entries)


def test_sizes_are_told_in_words(library: Library) -> None:
    facts = {entry.name: dict(entry.config) for entry in library.entries()}
    assert facts["shipped:blueprint_3max"]["Bets"].startswith(
        "preflop 2.5x then 3.5x then 2.4x then a; flop 33%, 75% then"
    )


def test_a_saved_solution_answers_as_the_one_in_memory(library: Library, solution: gs.Solution) -> None:
    opened = library.open("file:solutions/turn")
    assert library.open("file:solutions/turn") is opened
    mix = opened.hands("check").mix
    assert mix is not None
    np.testing.assert_allclose(mix.sum(axis=0), 1)
    np.testing.assert_allclose(mix, solution.at("check").strategy[:, solution.at("check").reach[1] > 0])


@pytest.mark.parametrize(
    "name",
    [
        "file:../turn",
        "file:solutions/../../etc",
        "file:/etc/passwd",
        "file:solutions",
        "shipped:../agents",
        "file:",
        "turn",
        "agent:nobody",
        "agent:style:tag@99x1",
        "shipped:preflop_6max@3x50",
        "file:solutions/turn\n",
    ],
)
def test_names_of_nothing_are_refused(library: Library, name: str) -> None:
    with pytest.raises(GutshotError):
        library.open(name)


def test_a_link_out_of_the_folder_is_not_followed(library: Library, tmp_path: Path, solution: gs.Solution) -> None:
    solution.save(tmp_path / "elsewhere", resumable=False)
    link = library.data / "solutions" / "link"
    link.symlink_to(tmp_path / "elsewhere")
    try:
        assert "file:solutions/link" not in [entry.name for entry in library.entries()]
        with pytest.raises(BadConfig):
            library.open("file:solutions/link")
    finally:
        link.unlink()


def test_other_artifacts_and_broken_ones_do_no_harm(library: Library) -> None:
    artifacts.save(library.data / "things" / "clusters", "clusters", {"a": np.zeros(1)}, {})
    broken = library.data / "things" / "broken"
    broken.mkdir()
    (broken / "manifest.json").write_text("{")
    entries = {entry.name: entry for entry in library.entries()}
    assert "file:things/clusters" not in entries
    assert "is not JSON" in entries["file:things/broken"].problem
    with pytest.raises(BadConfig, match="no strategy"):
        library.open("file:things/clusters")


def _bring(library: Library, folder: Path, id: str = ID, name: str = "mine") -> Path:
    upload = uploads.begin(library, id, name, (folder / "manifest.json").read_text())
    data = next(folder.glob("*.safetensors")).read_bytes()
    half = len(data) // 2
    uploads.add(upload, 0, data[:half])
    with pytest.raises(BadConfig, match="send the rest"):
        uploads.finish(library, upload)
    with pytest.raises(BadConfig, match="expected one from"):
        uploads.add(upload, 0, data[half:])
    again = uploads.find(library, id)
    assert again is not None and again.received == half
    uploads.add(again, half, data[half:])
    return uploads.finish(library, again)


def test_an_upload_becomes_part_of_the_library(library: Library) -> None:
    folder = _bring(library, library.data / "solutions" / "turn")
    assert library.entry(folder).name == "file:uploads/mine"
    assert library.open("file:uploads/mine").walk("check")[-1].pot == 200
    assert _bring(library, library.data / "solutions" / "turn").name == "mine-012345"
    assert uploads.find(library, ID) is None


def test_uploads_that_are_not_what_they_say_are_thrown_away(library: Library, tmp_path: Path) -> None:
    source = library.data / "solutions" / "turn"
    manifest = json.loads((source / "manifest.json").read_text())
    for change, words in (
        ({"kind": "pickle"}, "cannot be opened"),
        ({"arrays": manifest["arrays"] | {"file": "../../x"}}, "array file"),
        ({"arrays": manifest["arrays"] | {"bytes": 10**12}}, "bytes"),
        ({"arrays": 3}, "which array file"),
    ):
        with pytest.raises(GutshotError, match=words):
            uploads.begin(library, "f" * 16, "bad", json.dumps(manifest | change))
    with pytest.raises(MalformedInput, match="not JSON"):
        uploads.begin(library, "f" * 16, "bad", "{")
    upload = uploads.begin(library, "e" * 16, "bad", json.dumps(manifest))
    uploads.add(upload, 0, bytes(upload.bytes))
    with pytest.raises(MalformedInput):
        uploads.finish(library, upload)
    assert not upload.folder.exists() and uploads.find(library, "../solutions/turn") is None


def test_players_are_called_as_they_are_at_a_table(library: Library) -> None:
    assert library.title("agent:style:lag@6x100") == "Loose-aggressive, 6-handed, 100 bb"
    assert library.title("agent:search:hu") == "Heads-up, with search"
    assert library.title("agent:search:hu@2x60") == "Heads-up, 60 bb (search)"
    facts = {entry.name: dict(entry.config) for entry in library.entries()}
    assert facts["agent:style:lag"]["Name"] == "style:lag", "which is what commands take"
