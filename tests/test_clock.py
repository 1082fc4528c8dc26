"""Seconds of work never count what compiling takes, and that compiling happens is said once."""

import importlib
import logging
from typing import Any

import numpy as np
import pytest

from gutshot import clock
from gutshot.clock import FIRST_USE, Clock, Compiling
from gutshot.kernel import kernel


def _times(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr("gutshot.clock.time.perf_counter", lambda: now[0])
    return now


def test_compiling_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    now, compiling = _times(monkeypatch), Compiling()
    monkeypatch.setattr(clock, "COMPILING", compiling)
    watch = Clock(before=10.0)
    now[0] = 2.0
    compiling.begin()
    now[0] = 5.0
    compiling.begin()  # what it calls
    compiling.end()
    assert watch.seconds == pytest.approx(12.0) and compiling.seconds == pytest.approx(3.0)
    now[0] = 6.0
    compiling.end()
    now[0] = 7.0
    assert watch.seconds == pytest.approx(13.0) and compiling.seconds == pytest.approx(4.0)


def test_it_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    compiling = Compiling()
    with caplog.at_level(logging.WARNING, "gutshot"):
        for _ in range(2):
            compiling.begin()
            compiling.end()
    assert [record.message for record in caplog.records] == [FIRST_USE]


@kernel
def _add(a: np.ndarray, b: float) -> float:
    return float(a.sum() + b)


def test_the_compiler_is_heard() -> None:
    dispatcher: Any = _add
    if not hasattr(dispatcher, "py_func"):
        pytest.skip("the JIT is off")
    before, watch = clock.COMPILING.seconds, Clock()
    fresh = type(dispatcher)(dispatcher.py_func)  # a dispatcher without a cache
    assert fresh(np.ones(3), 1.0) == 4.0
    assert clock.COMPILING.seconds > before and watch.seconds >= 0


def test_what_jax_compiles_is_left_out_too() -> None:
    jax = pytest.importorskip("jax", reason="JAX is the extra `rl`, which is not installed")
    importlib.import_module("gutshot.postflop.gpu_passes")
    before = clock.COMPILING.seconds
    jax.jit(lambda x: x * 3 + 1)(2.0)
    assert clock.COMPILING.seconds > before
