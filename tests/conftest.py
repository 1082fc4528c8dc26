"""What every test may use: hypothesis without time limits, and the shared data where it is there."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SHARED = Path(__file__).resolve().parents[2] / "shared"

# The first call of a kernel compiles it, so a deadline per example would measure the compiler.
settings.register_profile("gutshot", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("gutshot")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference data beside the checkout; tests that need it skip where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(f"reference data not found at {SHARED.name}/ beside the checkout")
    return SHARED
