import pytest

from gutshot.numeric import memory


def test_memory_is_told_in_bytes() -> None:
    assert 1_000_000 < memory.free_memory() <= memory.total_memory()
    assert 10_000_000 < memory.peak_memory() < memory.total_memory()


def test_the_system_tells_the_same_where_psutil_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    free, total = memory.free_memory(), memory.total_memory()
    monkeypatch.setattr(memory, "find_spec", lambda name: None)
    assert memory.total_memory() == total
    assert memory.free_memory() == pytest.approx(free, rel=0.5)


def test_sizes_in_words() -> None:
    assert [memory.byte_size(n) for n in (12, 4e9, 2.5e12)] == ["12 bytes", "4 GB", "2.5 TB"]
