import os
from pathlib import Path

import pytest

from gutshot.numeric.files import write_file


def test_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept"
    write_file(file, b"old")

    def full_disk(_: int) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(OSError, match="no space"):
        write_file(file, b"new")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_a_link_and_a_pipe_a_pipe(tmp_path: Path) -> None:
    real, link, pipe = tmp_path / "real", tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(real)
    write_file(link, b"one")
    assert link.is_symlink() and real.read_bytes() == b"one"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_file(pipe, b"two")
    assert pipe.is_fifo() and os.read(reader, 10) == b"two"
    os.close(reader)
