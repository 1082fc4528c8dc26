"""Fan-out over Ray: the same result as here, to the last bit."""

import gc
import sys

import pytest

from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.match import run_match
from gutshot.errors import BadConfig


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_ray_gives_the_local_result() -> None:
    pytest.importorskip("ray", reason="Ray is the extra `cluster`, which is not installed")
    config = MatchConfig(("tag", "lag", "maniac"), hands=6_000, seed=4, luck=Luck.ALL)
    here = run_match(config)  # first, so that the workers find compiled code in the cache
    assert run_match(config, engine="ray", threads=2) == here
    gc.collect()  # what Ray leaves behind warns when it goes: here, not in some later test


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadConfig, match=r"gutshot\[cluster\]"):
        run_match(MatchConfig(("tag", "lag"), hands=10), engine="ray")
