"""Artifacts: what is written is read back, replaced whole, and refused in one sentence when it is not ours."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from safetensors.numpy import load_file

from gutshot import artifacts
from gutshot.errors import BadConfig, GutshotError, MalformedInput
from gutshot.numeric.safetensors_file import save_file

pytestmark = pytest.mark.nojit

ARRAYS = {"a": np.arange(12, dtype=np.float32).reshape(3, 4), "b": np.array([True, False]), "empty": np.zeros((0, 3))}


def _save(path: Path, **more: object) -> Path:
    return artifacts.save(path, "thing", {**ARRAYS, **more}, {"seed": 7, "rule": "dcfr"}, summary={"value": 0.5})  # type: ignore[dict-item]


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    loaded = artifacts.load(_save(tmp_path / "deep" / "x"), "thing")
    assert loaded.config == {"seed": 7, "rule": "dcfr"} and loaded.summary == {"value": 0.5}
    assert loaded.kind == "thing" and loaded.version == 1 and loaded.provenance["package"] == "gutshot"
    assert loaded.arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert np.array_equal(loaded.arrays[name], array) and loaded.arrays[name].dtype == array.dtype


def test_arrays_are_mapped_not_copied_and_cannot_be_changed(tmp_path: Path) -> None:
    loaded = artifacts.load(_save(tmp_path / "x"))
    assert isinstance(loaded.arrays["a"], np.memmap)
    for array in loaded.arrays.values():
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@given(
    dtype=st.sampled_from(["?", "u1", "i1", "u2", "i2", "f2", "u4", "i4", "f4", "u8", "i8", "f8"]),
    shape=st.lists(st.integers(0, 4), max_size=3),
    seed=st.integers(0, 99),
)
def test_every_type_and_shape_round_trips(
    tmp_path_factory: pytest.TempPathFactory, dtype: str, shape: list[int], seed: int
) -> None:
    array = (np.random.default_rng(seed).normal(size=shape) * 9 % 100).astype(dtype)
    folder = artifacts.save(tmp_path_factory.mktemp("t") / "x", "k", {"v": array[..., ::-1] if shape else array}, {})
    again = artifacts.load(folder, "k").arrays["v"]
    assert np.array_equal(again, array[..., ::-1] if shape else array) and again.shape == array.shape


def test_replacing_leaves_one_array_file_and_old_views_stay_readable(tmp_path: Path) -> None:
    folder = _save(tmp_path / "x")
    before = artifacts.load(folder)
    _save(folder, a=np.ones((2, 2)))
    assert np.array_equal(artifacts.load(folder).arrays["a"], np.ones((2, 2)))
    assert np.array_equal(before.arrays["a"], ARRAYS["a"])
    assert len(list(folder.iterdir())) == 2


def test_a_failed_save_leaves_the_old_one_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = _save(tmp_path / "x")

    def power_cut(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(artifacts, "write_file", power_cut)
    with pytest.raises(OSError, match="no space"):
        _save(folder, a=np.ones(3))
    with pytest.raises(OSError, match="no space"):
        _save(tmp_path / "fresh")
    monkeypatch.undo()
    assert np.array_equal(artifacts.load(folder).arrays["a"], ARRAYS["a"])
    assert not (tmp_path / "fresh").exists()
    _save(folder, a=np.ones(3))
    assert len(list(folder.iterdir())) == 2


def test_a_first_version_appears_by_one_rename(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = os.replace

    def power_cut(source: Path, target: Path) -> None:
        if Path(target) == tmp_path / "x":
            raise OSError("power cut")
        usual(source, target)

    monkeypatch.setattr(os, "replace", power_cut)
    with pytest.raises(OSError, match="power cut"):
        _save(tmp_path / "x")
    assert list(tmp_path.iterdir()) == []


_WRITER = """
import sys, numpy as np
from gutshot import artifacts
for k in range(10_000):
    artifacts.save(sys.argv[1], "thing", {"v": np.full(20_000, float(k))}, {"k": k})
    print(k, flush=True)
"""


def test_a_writer_killed_at_any_moment_leaves_a_whole_artifact(tmp_path: Path) -> None:
    for delay in (0.0, 0.003, 0.007):
        folder = tmp_path / f"x{delay}"
        writer = subprocess.Popen([sys.executable, "-c", _WRITER, str(folder)], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        for _ in range(5):
            writer.stdout.readline()
        time.sleep(delay)
        os.kill(writer.pid, signal.SIGKILL)
        writer.communicate()
        loaded = artifacts.load(folder, "thing")
        assert np.array_equal(loaded.arrays["v"], np.full(20_000, float(loaded.config["k"])))


def _manifest(folder: Path, **changes: object) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, **changes}))


def _array_file(folder: Path) -> Path:
    return next(folder.glob("arrays-*"))


def _flip(folder: Path) -> None:
    data = bytearray(_array_file(folder).read_bytes())
    data[-1] ^= 1
    _array_file(folder).write_bytes(bytes(data))


def _garbage(folder: Path) -> None:
    file = _array_file(folder)
    file.write_bytes(b"\xff" * file.stat().st_size)
    _manifest(folder, arrays={"file": file.name, "bytes": file.stat().st_size, "sha256": artifacts._digest(file)})


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (_flip, "digest of arrays"),
        (_garbage, "is not safetensors"),
        (lambda f: _array_file(f).write_bytes(_array_file(f).read_bytes()[:-5]), "bytes, expected"),
        (lambda f: _array_file(f).unlink(), "is missing"),
        (lambda f: (f / "manifest.json").write_text("{"), "is not JSON"),
        (lambda f: (f / "manifest.json").write_bytes(b"\xff\xfe"), "is not JSON"),
        (lambda f: (f / "manifest.json").write_text("[" * 100_000), "nested too deeply"),
        (lambda f: (f / "manifest.json").write_text('{"version": ' + "9" * 5000 + "}"), "is not JSON"),
        (lambda f: (f / "manifest.json").write_text("[]"), "is not an object"),
        (lambda f: _manifest(f, format=99), "has format 99, but this version reads up to 1: update gutshot"),
        (lambda f: _manifest(f, format="1"), "is not a version number"),
        (lambda f: _manifest(f, version=3), "'thing' of version 3, but this version reads up to 1"),
        (lambda f: _manifest(f, kind="other"), "is a 'other', expected a 'thing'"),
        (lambda f: _manifest(f, config=None), "no proper 'config'"),
        (lambda f: _manifest(f, arrays={"file": "../secret", "bytes": 1}), "is missing"),
    ],
)
def test_damage_and_newer_versions_are_refused_in_one_sentence(tmp_path: Path, damage, words: str) -> None:
    folder = _save(tmp_path / "x")
    damage(folder)
    with pytest.raises(MalformedInput) as caught:
        artifacts.load(folder, "thing")
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_places_that_are_not_artifacts(tmp_path: Path) -> None:
    with pytest.raises(MalformedInput, match="no artifact at"):
        artifacts.load(tmp_path / "nothing")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("precious")
    with pytest.raises(BadConfig, match="is not an artifact folder"):
        _save(tmp_path / "mine")
    (tmp_path / "file").write_text("precious")
    with pytest.raises(GutshotError, match="is not an artifact folder"):
        _save(tmp_path / "file")
    assert (tmp_path / "file").read_text() == "precious"


def test_another_kind_or_another_programs_manifest_is_never_replaced(tmp_path: Path) -> None:
    folder = _save(tmp_path / "x")
    with pytest.raises(BadConfig, match="it holds 'thing', and this would be 'other'"):
        artifacts.save(folder, "other", {}, {})
    assert artifacts.load(folder).kind == "thing"
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "manifest.json").write_text('{"name": "a web page"}')
    with pytest.raises(BadConfig, match="it holds None"):
        _save(tmp_path / "site")


def test_whether_a_place_can_be_written_is_told_beforehand(tmp_path: Path) -> None:
    artifacts.require_writable(tmp_path / "deep" / "fresh", "thing")
    artifacts.require_writable(_save(tmp_path / "x"), "thing")
    (tmp_path / "file").write_text("precious")
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    for place, kind in (
        ("x", "other"),
        ("file", "thing"),
        ("file/below", "thing"),
        ("link", "thing"),
        ("link/x", "thing"),
        (".", "thing"),
    ):
        with pytest.raises(BadConfig, match="will not write to"):
            artifacts.require_writable(tmp_path / place, kind)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link", "x"]


def test_a_config_that_is_not_json_writes_nothing(tmp_path: Path) -> None:
    for config in ({"x": float("nan")}, {"x": object()}):
        with pytest.raises((TypeError, ValueError)):
            artifacts.save(tmp_path / "x", "k", {}, config)
    assert not (tmp_path / "x").exists()


def test_the_format_is_what_its_library_reads(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    arrays: dict[str, np.ndarray[Any, Any]] = {
        "wide": rng.random((3, 5)),
        "bytes": rng.integers(0, 255, 7).astype(np.uint8),
        "marks": rng.random(9) < 0.5,
        "shorts": rng.integers(-9, 9, (4, 3), np.int16)[::2],
        "none": np.zeros((0, 4), np.float32),
        "big end": np.arange(5, dtype=">i4"),
    }
    save_file(arrays, tmp_path / "f")
    found = load_file(tmp_path / "f")
    assert found.keys() == arrays.keys()
    for name, array in arrays.items():
        assert found[name].shape == array.shape and np.array_equal(found[name], array)
        assert found[name].dtype == array.dtype.newbyteorder("=")


def test_a_manifest_of_an_earlier_build_has_no_seal(tmp_path: Path) -> None:
    folder = _save(tmp_path / "x")
    manifest = json.loads((folder / "manifest.json").read_text())
    del manifest["seal"]
    (folder / "manifest.json").write_text(json.dumps(manifest))
    assert artifacts.load(folder, "thing").summary == {"value": 0.5}
    manifest["notes"] = "x"
    (folder / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(MalformedInput, match="has an unknown 'notes'"):
        artifacts.load(folder)


def test_a_full_disk_leaves_the_old_one_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = _save(tmp_path / "x")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(artifacts, "sync_file", full)
        with pytest.raises(OSError, match="No space left"):
            artifacts.save(folder, "thing", {"a": np.ones(3)}, {})
    assert artifacts.load(folder, "thing").config == {"seed": 7, "rule": "dcfr"}
    assert not list(folder.glob(".*.tmp"))
