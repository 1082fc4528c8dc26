"""The garbage collector in the hands of the event loop: it waits, takes over, finds cycles, and gives back."""

import asyncio
import gc
import weakref

import pytest

from gutshot.web import collector
from gutshot.web.collector import Collector


class Knot:
    """Garbage that only a search finds: it refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.parametrize("every", [1, 1_000_000])
def test_cycles_are_found_in_steps_and_python_gets_its_collector_back(
    monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    monkeypatch.setattr(collector, "_STEP", 0.001)
    monkeypatch.setattr(collector, "_ALL", every)
    loaded = False

    async def run() -> None:
        nonlocal loaded
        collects = Collector(lambda: loaded)
        collects.start()
        await asyncio.sleep(0.01)
        assert gc.isenabled(), "it takes over before everything is loaded"
        loaded = True
        while gc.isenabled():
            await asyncio.sleep(0.001)
        knot = weakref.ref(Knot())
        while knot() is not None:
            await asyncio.sleep(0.001)
        collects.stop()

    try:
        asyncio.run(asyncio.wait_for(run(), 60))
        assert gc.isenabled()
    finally:
        gc.enable()
        gc.unfreeze()
