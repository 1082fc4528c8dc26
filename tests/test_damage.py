"""A bit that flipped on a disk: every kind of artifact is refused in a sentence, or reads as before."""

import inspect
import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import gutshot as gs
from gutshot import artifacts
from gutshot.arena.store import MatchFolder
from gutshot.blueprint.badugi.bundle import BadugiBundle
from gutshot.errors import GutshotError
from gutshot.preflop.charts import load_charts


def _kinds(home: Path) -> dict[str, tuple[Path, Callable[[Path], object]]]:
    """An artifact of every kind that is quick to make or shipped, and how its users open it."""
    spot = gs.Spot(board="Td9d6h2c7s", oop="AA,76s", ip="KK,A5s", pot=2, stack=4, bets="a", raises="a")
    gs.solve(spot, iterations=3).save(home / "river")
    run = gs.Cfr(gs.Kuhn(), "dcfr")
    run.run(5)
    run.average.save(home / "kuhn")
    shipped = Path(gs.__file__).parent / "data"
    match = gs.MatchConfig(("call", "fold"), hands=4)
    gs.run_match(match, threads=1, keeper=MatchFolder(home / "match", match))
    for name in ("blueprint_hu_15", "badugi_hu", "jam_or_fold", "ppo_6max", "preflop_6max"):
        shutil.copytree(shipped / name, home / name)
        manifest = home / name / artifacts.MANIFEST
        manifest.write_bytes(artifacts.sealed(json.loads(manifest.read_text(encoding="utf-8"))))
    players = {"first": "AA,76s", "second": "KK,A5s", "third": "QQ,JTs"}
    three = gs.ThreeSpot("Td9d6h2c7s", players, 2, 4, bets="a")  # type: ignore[arg-type]
    gs.solve_three(three, iterations=2, threads=1).save(home / "three")
    return {
        "three": (home / "three", gs.ThreeSolution.load),
        "solution": (home / "river", gs.Solution.load),
        "strategy": (home / "kuhn", gs.TabularStrategy.load),
        "blueprint": (home / "blueprint_hu_15", gs.Blueprint.load),
        "badugi": (home / "badugi_hu", BadugiBundle.load),
        "match": (home / "match" / "state", lambda folder: MatchFolder(folder.parent, match)),
        "preflop": (home / "preflop_6max", load_charts),
        "charts": (home / "jam_or_fold", lambda folder: artifacts.load(folder)),
        "policy": (home / "ppo_6max", lambda folder: artifacts.load(folder)),
    }


def _said(folder: Path) -> tuple[object, dict[str, bytes]]:
    found = artifacts.load(folder)
    kept = (found.kind, found.version, found.config, found.summary, found.provenance)
    return json.dumps(kept, sort_keys=True), {name: array.tobytes() for name, array in found.arrays.items()}


def _flipped_bits(home: Path, count: int) -> None:
    """Each flip is refused in a sentence, or changes nothing that is read."""
    dice = random.Random(7)
    for kind, (folder, load) in _kinds(home).items():
        before, files = _said(folder), sorted(file for file in folder.iterdir() if file.is_file())
        refused = 0
        for number in range(count):
            file = files[number % len(files)]
            whole = file.read_bytes()
            at = dice.randrange(len(whole) if number % 4 < 2 else min(len(whole), 400))  # the header, too
            file.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << dice.randrange(8)]) + whole[at + 1 :])
            try:
                load(folder)
                assert _said(folder) == before, f"{kind}: byte {at} of {file.name}"
            except GutshotError as told:
                refused += 1
                assert "\n" not in str(told)
            file.write_bytes(whole)
        assert refused > count // 2, kind
        load(folder)


def test_a_flipped_bit_is_refused_or_changes_nothing(tmp_path: Path) -> None:
    _flipped_bits(tmp_path, 8)


@pytest.mark.slow
def test_two_hundred_flipped_bits_of_every_kind(tmp_path: Path) -> None:
    _flipped_bits(tmp_path, 200)


def test_one_kind_alone_is_opened_before_all_of_it_is_checked() -> None:
    """Solutions, whose pages are checked as they are read: see tests/postflop/test_unread.py."""
    assert [*inspect.signature(artifacts.load).parameters] == ["path", "kind", "version", "lazily"]
    home = Path(gs.__file__).parent
    lazy = [file for file in home.rglob("*.py") if "lazily=True" in file.read_text(encoding="utf-8")]
    assert lazy == [home / "postflop" / "solution.py"]


@pytest.mark.parametrize(
    "manifest", sorted((Path(gs.__file__).parent / "data").rglob(artifacts.MANIFEST)), ids=lambda file: file.parent.name
)
def test_what_is_shipped_is_whole(manifest: Path) -> None:
    assert artifacts.load(manifest.parent).arrays
