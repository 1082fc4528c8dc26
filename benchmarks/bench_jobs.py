"""Tables while long work runs: how long an action waits alone, while a network is opened, and beside a flop solve."""

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import yaml

from benchmarks.bench_web import Browser, _answer_to
from benchmarks.harness import Row

TABLES = int(os.environ.get("GUTSHOT_BENCH_JOB_TABLES", "40"))
SECONDS = float(os.environ.get("GUTSHOT_BENCH_JOB_SECONDS", "20"))
THINKING = 1.0
_SPOT = Path(__file__).resolve().parents[1] / "configs" / "spot_flop.yaml"
_WARM_UP = 3.0


async def _sit_down(port: int, seed: int) -> tuple[Browser, Any]:
    browser = Browser("127.0.0.1", port)
    await browser.connect()
    await browser.patiently("POST", "/api/session")
    settings = {"pace": "instant", "auto_advance": False}
    ask = {"rebuys": True, "settings": settings, "seed": seed}
    return browser, await browser.patiently("POST", "/api/tables", ask)


async def _play(browser: Browser, view: Any, dice: random.Random, over: "asyncio.Task[Any]", times: list[float]) -> Any:
    while True:
        await asyncio.sleep(dice.expovariate(1 / THINKING))
        if over.done():
            return view
        path, body = _answer_to(view, dice)
        begun = time.perf_counter()
        view = await browser.patiently("POST", path, body)
        times.append(time.perf_counter() - begun)


async def _round(
    people: list[tuple[Browser, Any]], meanwhile: Coroutine[Any, Any, Any]
) -> tuple[list[tuple[Browser, Any]], list[float]]:
    """Everybody plays until something else is over; the tables as they stand then, and how long answers took."""
    times: list[float] = []
    over = asyncio.create_task(meanwhile)
    dice = [random.Random(seed) for seed in range(len(people))]
    tasks = [_play(*person, own, over, times) for person, own in zip(people, dice, strict=True)]
    views = await asyncio.gather(*tasks)
    await over
    return [(browser, view) for (browser, _), view in zip(people, views, strict=True)], sorted(times)


async def _open_network(port: int) -> None:
    """Look into a policy for the first time, then at other tables, which are opened anew."""
    browser = Browser("127.0.0.1", port)
    await browser.connect()
    await browser.patiently("POST", "/api/session")
    for table in ("6x100", "5x100", "4x60"):
        await browser.patiently("GET", f"/api/explore/node?source=shipped:ppo_6max@{table}&line=")


async def _start_solve(port: int) -> tuple[Browser, str]:
    """A flop solve that does not end by itself, once it is iterating."""
    browser = Browser("127.0.0.1", port)
    await browser.connect()
    await browser.patiently("POST", "/api/session")
    spot = yaml.safe_load(_SPOT.read_text())
    job = (await browser.patiently("POST", "/api/solves", {"spot": spot, "target": 1e-6}))["id"]
    while not (await browser.patiently("GET", f"/api/jobs/{job}"))["curve"]:
        await asyncio.sleep(0.5)
    return browser, job


async def _measure(port: int) -> tuple[list[float], list[float], list[float], float]:
    people = [await _sit_down(port, seed) for seed in range(TABLES)]
    people, _ = await _round(people, asyncio.sleep(_WARM_UP))
    people, alone = await _round(people, asyncio.sleep(SECONDS))
    people, opening = await _round(people, _open_network(port))
    begin = asyncio.create_task(_start_solve(port))
    people, _ = await _round(people, asyncio.wait_for(begin, None))  # nobody's connection falls asleep meanwhile
    solver, job = begin.result()
    before = (await solver.patiently("GET", f"/api/jobs/{job}"))["curve"][-1]["iteration"]
    people, beside = await _round(people, asyncio.sleep(SECONDS))
    after = (await solver.patiently("GET", f"/api/jobs/{job}"))["curve"][-1]["iteration"]
    await solver.patiently("POST", f"/api/jobs/{job}/cancel")
    return alone, opening, beside, (after - before) / SECONDS


def run() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "gutshot", "serve", "--port", "0", "--data", folder, "--json"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            port = json.loads(server.stdout.readline())["port"]
            alone, opening, beside, speed = asyncio.run(_measure(port))
        finally:
            server.terminate()
            server.wait()
    what = f"answer to an action, {TABLES} tables at once"
    load = f"machine load {os.getloadavg()[0]:.1f}"
    rows = []
    for name, times, note in (
        ("no job running", alone, load),
        ("while a policy is opened at three tables", opening, load),
        ("with a solve running", beside, f"flop of configs/spot_flop.yaml at {speed:.1f} iterations/s; {load}"),
    ):
        note = f"{len(times)} actions; {note}"
        rows.append(Row(f"{what}, median", name, 1000 * statistics.median(times), "ms", note))
        rows.append(Row(f"{what}, 99th percentile", name, 1000 * times[int(0.99 * len(times))], "ms", note))
    return sorted(rows, key=lambda row: row.what)
