"""Small abstractions that are fitted to a handful of boards."""

from typing import Any

import pytest

from gutshot.abstraction.abstraction import Abstraction, build
from gutshot.abstraction.config import AbstractionConfig
from gutshot.cards.preflop_matrix import preflop_matrix

SMALL: dict[str, Any] = {"flop": 12, "turn": 12, "river": 12, "boards": 6, "hands": 60, "seed": 3}


@pytest.fixture(scope="session")
def small(tmp_path_factory) -> Abstraction:
    """`emd` and `ochs` with twelve buckets a street, without tables."""
    preflop_matrix()  # from the common cache, once for all tests
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GUTSHOT_CACHE", str(tmp_path_factory.mktemp("cache")))
        return build(AbstractionConfig(**SMALL), threads=2, tables=False)


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    """A cache folder that nobody else has written to."""
    monkeypatch.setenv("GUTSHOT_CACHE", str(tmp_path))
    return tmp_path
