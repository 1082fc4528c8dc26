"""What every test may use: hypothesis without time limits, XLA with a memory, and the shared data where it is there."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.heavy import HEAVY

SHARED = Path(__file__).resolve().parents[2] / "shared"

# The first call of a kernel compiles it, so a deadline per example would measure the compiler.
settings.register_profile("gutshot", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("gutshot")

# Every run of training is compiled anew, mostly to the same programs. Each process has a folder of its own, because JAX
# does not write its files atomically.
_XLA = tempfile.mkdtemp(prefix="gutshot-xla-")
atexit.register(shutil.rmtree, _XLA, ignore_errors=True)
os.environ["JAX_COMPILATION_CACHE_DIR"] = _XLA
os.environ["JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS"] = "0"
os.environ["JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES"] = "-1"
os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")  # compiles in a fifth less time, and tests run briefly


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `tests.heavy` names, before the marks are looked at."""
    names = tuple(f"tests/{entry}" for entry in HEAVY)
    for item in items:
        if item.nodeid.startswith(names):
            item.add_marker("heavy")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference data beside the checkout; tests that need it skip where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(f"reference data not found at {SHARED.name}/ beside the checkout")
    return SHARED
