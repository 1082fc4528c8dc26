"""The explorer in Chromium: from node to node by keys, and a sweep of the pointer with a new hand in every frame."""

import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import CDPSession, Page, sync_playwright

import gutshot as gs
from benchmarks.harness import Row

SPOT = Path(__file__).resolve().parents[1] / "configs" / "spot_flop.yaml"
ITERATIONS = 3
STEPS = int(os.environ.get("GUTSHOT_BENCH_STEPS", "120"))
SWEEPS = 4
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]

# From the key to the frame that shows what it led to, in milliseconds.
_STEP = """async keys => {
    const explorer = document.querySelector(".explorer");
    const before = explorer.dataset.line;
    const frame = () => new Promise(requestAnimationFrame);
    const press = key => window.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
    const last = keys.pop();
    for (const key of keys) { press(key); await frame(); }
    const began = performance.now();
    press(last);
    for (let frames = 0; explorer.dataset.line === before || explorer.dataset.loading === "true"; frames++) {
        if (frames > 3000) throw new Error(`${last} leads nowhere from ${before}`);
        await frame();
    }
    await frame();
    return performance.now() - began;
}"""
# Every cell of the matrix under the pointer for one frame: frames, and the milliseconds they took.
_SWEEP = """async () => {
    const cells = [...document.querySelectorAll(".hand-cell")];
    await new Promise(requestAnimationFrame);
    const began = performance.now();
    for (const cell of cells) {
        cell.dispatchEvent(new PointerEvent("pointerover", {bubbles: true}));
        await new Promise(requestAnimationFrame);
    }
    return [cells.length, performance.now() - began];
}"""


def run() -> list[Row]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("the page is measured in Chromium, and there is none on the PATH")
    solution = gs.solve(gs.Spot.read(SPOT), iterations=ITERATIONS)
    with tempfile.TemporaryDirectory() as folder:
        solution.save(Path(folder) / "solutions" / "flop", resumable=False)
        del solution
        server = _serve(Path(folder))
        try:
            assert server.stdout is not None
            url = json.loads(server.stdout.readline())["url"]
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
                page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
                page.goto(url + "explore?" + urlencode({"source": "file:solutions/flop"}))
                page.locator(".hand-cell").first.wait_for(timeout=600_000)
                rows = _measure(page)
                browser.close()
        finally:
            server.terminate()
            server.wait()
    return rows


def _serve(folder: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", "from gutshot.cli import run; run()", "serve", "--port", "0", "--json"]
    places = ["--db", f"sqlite:///{folder / 'page.db'}", "--data", str(folder)]
    return subprocess.Popen([*command, *places], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def _measure(page: Page) -> list[Row]:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    _walk(page, STEPS // 4, random.Random(2))  # what is looked at for the first time
    before = _busy(session)
    times = sorted(_walk(page, STEPS, random.Random(1)))
    work = _busy(session, before)["TaskDuration"] / len(times)
    page.keyboard.press("Home")
    sweeps = [_sweep(page, session) for _ in range(SWEEPS)]
    frames, task, script = max(each[0] for each in sweeps), min(each[1] for each in sweeps), min(e[2] for e in sweeps)
    note = f"95 % within {times[int(0.95 * len(times))]:.0f} ms, {len(times)} steps, {load}"
    return [
        Row("from node to node, by the clock", "gutshot", statistics.median(times), "ms", note),
        Row("from node to node, work of the main thread", "gutshot", 1000 * work, "ms", "CPU time"),
        Row("sweep of the pointer", "gutshot", frames, "frames/s", f"best of {SWEEPS}, {load}"),
        Row("a frame of the sweep, work of the main thread", "gutshot", 1000 * task, "ms", f"best of {SWEEPS}"),
        Row("a frame of the sweep, script alone", "gutshot", 1000 * script, "ms", f"best of {SWEEPS}"),
    ]


def _busy(session: CDPSession, before: dict[str, float] | None = None) -> dict[str, float]:
    """Seconds of CPU time that the page's main thread has worked, or has worked since."""
    now: dict[str, Any] = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return now if before is None else {name: now[name] - before[name] for name in now}


def _walk(page: Page, steps: int, dice: random.Random) -> list[float]:
    """Milliseconds of every step of random walks from the start, by keys alone."""
    times: list[float] = []
    while len(times) < steps:
        words = page.locator(".block.here [data-word]").evaluate_all("all => all.map(one => one.dataset.word)")
        cards = page.locator(".block.here .pick:not(:disabled)").evaluate_all("all => all.map(one => one.dataset.card)")
        going = [place for place, word in enumerate(words[:9]) if word != "fold"]
        if going:
            times.append(page.evaluate(_STEP, [str(1 + dice.choice(going))]))
        elif cards:
            card = dice.choice(cards)
            times.append(page.evaluate(_STEP, [card[0].lower(), card[1]]))
        else:
            times.append(page.evaluate(_STEP, ["Home"]))
    return times


def _sweep(page: Page, session: CDPSession) -> tuple[float, float, float]:
    """Frames per second, and seconds of all work and of script alone in each."""
    before = _busy(session)
    frames, spent = page.evaluate(_SWEEP)
    used = _busy(session, before)
    return 1000 * frames / spent, used["TaskDuration"] / frames, used["ScriptDuration"] / frames
