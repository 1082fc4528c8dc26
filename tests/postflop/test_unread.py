"""A large solution is checked as it is read: whatever is wrong in its file, an answer is right or refused."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from gutshot import artifacts
from gutshot.errors import GutshotError, MalformedInput
from gutshot.numeric import pages
from gutshot.postflop.solution import Solution
from gutshot.postflop.solve import resume, solve
from gutshot.postflop.spot import Spot

PAGE = 64
LINES = (
    "",
    "check",
    "check,check|Ad|",
    "check,check|2c|check",
    "check,check|Ad|check,check|Kc|",
    "check,check|2h|bet 50",
)


@pytest.fixture
def paged(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Small files are paged, too, by pages that are smaller than a board."""
    monkeypatch.setattr(artifacts, "PAGED_BYTES", 0)
    monkeypatch.setattr(pages, "_LEAST", PAGE)
    monkeypatch.setattr(pages, "_MOST_PAGES", 1 << 20)
    yield


def _flop(folder: Path, precision: str = "f32") -> Path:
    """A flop of some hundred pages."""
    sizes = {"flop": "a", "turn": "50%", "river": "a"}
    spot = Spot("9s8s7s", "AA,JTo", "KK,65s", 100, 100, bets=sizes)
    solve(spot, iterations=3, threads=1, precision=precision).save(folder)
    return folder


def _said(opened: Solution, line: str) -> list[bytes] | None:
    """Everything at a line to the bit; None where it is refused."""
    try:
        point = opened.at(line)
        return [point.strategy.tobytes(), np.array(point.ev).tobytes(), *(row.tobytes() for row in point.reach)]
    except MalformedInput as refused:
        assert "digest" in str(refused) and "\n" not in str(refused)
        return None


@pytest.mark.parametrize("precision", ["f32", "i16"])
def test_a_page_that_changed_is_refused_or_not_read(paged: None, tmp_path: Path, precision: str) -> None:
    """Pages of every table, some that these lines read, and some of all."""
    folder, dice = _flop(tmp_path / "flop", precision), random.Random(1)
    found = artifacts.load(folder)
    places = [array.offset + array.nbytes // 2 for array in found.arrays.values() if isinstance(array, np.memmap)]
    (file,) = folder.glob("arrays-*")
    whole, sound = file.read_bytes(), Solution.load(folder, threads=1)
    unread = sound.solver.unread
    assert unread is not None
    before = unread.pages._sound.copy()
    right = {line: _said(sound, line) for line in LINES}
    assert all(right.values())
    read = (PAGE * np.flatnonzero(unread.pages._sound & ~before)).tolist()
    outcomes = set()
    for place in [*places, *dice.sample(read, 6), *(dice.randrange(len(whole)) for _ in range(6))]:
        damaged, page = np.frombuffer(whole, np.uint8).copy(), place // PAGE * PAGE
        damaged[page : page + PAGE] ^= 0x40
        file.write_bytes(damaged.tobytes())
        try:
            opened = Solution.load(folder, threads=1)
        except MalformedInput:
            continue  # what is read at once
        for line in LINES:
            said = _said(opened, line)
            assert said is None or said == right[line], f"byte {page}, {line}"
            outcomes.add(said is None)
        with pytest.raises(GutshotError, match="digest"):
            _ = opened.solver.stores
    assert outcomes == {True, False}


def test_only_what_a_board_needs_is_checked(paged: None, tmp_path: Path) -> None:
    """All of it is where all is read: to go on solving, to lock, to save."""
    folder = _flop(tmp_path / "flop")
    opened = Solution.load(folder, threads=1)
    unread = opened.solver.unread
    assert unread is not None
    seen = []
    for line in LINES[2], LINES[4]:
        _ = opened.at(line).strategy
        seen.append(unread.pages._sound.mean())
    assert 0 < seen[0] < seen[1] < 0.5 and opened.solver.unread is unread
    (file,) = folder.glob("arrays-*")
    untouched = int(np.flatnonzero(~unread.pages._sound)[-1]) * PAGE
    shutil.copytree(folder, tmp_path / "damaged")
    with open(tmp_path / "damaged" / file.name, "r+b") as stream:
        stream.seek(untouched)
        byte = stream.read(1)
        stream.seek(untouched)
        stream.write(bytes([byte[0] ^ 1]))
    damaged = Solution.load(tmp_path / "damaged", threads=1)
    assert damaged.at(LINES[2]).ev == opened.at(LINES[2]).ev
    for use in (
        lambda: resume(damaged, iterations=1),
        lambda: damaged.save(tmp_path / "copy"),
        lambda: damaged.solver.exploitability(),
    ):
        with pytest.raises(MalformedInput, match=f"page from byte {untouched:,} on"):
            use()
    resume(opened, iterations=1)
    checked: object = opened.solver.unread
    assert checked is None and opened.iterations == 4


def test_digests_of_pages_must_be_there(paged: None, tmp_path: Path) -> None:
    folder = _flop(tmp_path / "flop")
    manifest = artifacts._read_manifest(folder)
    for wrong in ("", "zz", manifest["arrays"]["pages"][2:], 5):
        changed = manifest | {"arrays": manifest["arrays"] | {"pages": wrong}}
        (folder / artifacts.MANIFEST).write_bytes(artifacts.sealed(changed))
        with pytest.raises(MalformedInput, match="does not have a digest for each page"):
            Solution.load(folder)
    del manifest["arrays"]["pages"]  # as earlier builds wrote it: checked whole
    (folder / artifacts.MANIFEST).write_bytes(artifacts.sealed(manifest))
    assert Solution.load(folder).solver.unread is None
