"""The trainer under load: 500 tables playing at once over HTTP, and the memory of 10,000 hands."""

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.harness import Row

TABLES = int(os.environ.get("GUTSHOT_BENCH_TABLES", "500"))
SECONDS = float(os.environ.get("GUTSHOT_BENCH_SECONDS", "40"))
WARMING = 10.0  # seconds of the same play before it counts
THINKING = 3.0  # seconds between a view and the person's answer: exponentially distributed, this on average
HANDS = int(os.environ.get("GUTSHOT_BENCH_HANDS", "10000"))

_COOKIE = re.compile(rb"set-cookie: (gutshot_session=[^;]+)", re.IGNORECASE)
_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


class Browser:
    """One person on one connection: as little HTTP as it takes, so that the load costs less than the server."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._cookie = b""

    async def connect(self) -> None:
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\nContent-Type: application/json\r\n"
        cookie = b"Cookie: " + self._cookie + b"\r\n" if self._cookie else b""
        self._writer.write(head.encode() + cookie + f"Content-Length: {len(content)}\r\n\r\n".encode() + content)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        length = _LENGTH.search(answer)
        text = await self._reader.readexactly(int(length[1]) if length else 0)
        if found := _COOKIE.search(answer):
            self._cookie = found[1]
        return int(answer[9:12]), json.loads(text) if text else None

    async def patiently(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Ask until the server is not too busy for it."""
        while True:
            status, answer = await self.ask(method, path, body)
            if status < 400:
                return answer
            if status != 429:
                raise RuntimeError(f"{method} {path}: {status} {answer}")
            await asyncio.sleep(1)

    def close(self) -> None:
        self._writer.close()


def _answer_to(view: dict[str, Any], dice: random.Random) -> tuple[str, dict[str, Any]]:
    """What a person does with a view: where to post it, and the body."""
    path = f"/api/tables/{view['id']}"
    if view["status"] == "hand_over":
        return f"{path}/next", {"hand": view["hand"]}
    turn = view["turn"]
    body = {"hand": view["hand"], "step": view["step"]}
    if turn["can_check"]:
        return f"{path}/act", body | {"action": "check"}
    return f"{path}/act", body | {"action": "fold" if dice.random() < 0.5 else "call"}


@dataclass
class Session:
    """What the people of one run share: when to begin, when to stop, and how long their answers took."""

    opened: int = 0
    playing: asyncio.Event = field(default_factory=asyncio.Event)
    counting: bool = False
    is_over: bool = False
    times: list[float] = field(default_factory=list)


async def _person(browser: Browser, session: Session, seed: int) -> None:
    """Looks, thinks for a time that is drawn anew each time, answers; the wait for the next view is what counts."""
    dice = random.Random(seed)
    await browser.connect()
    await browser.patiently("POST", "/api/session")
    settings = {"pace": "instant", "auto_advance": False}
    view = await browser.patiently("POST", "/api/tables", {"rebuys": True, "settings": settings, "seed": seed})
    session.opened += 1
    await session.playing.wait()
    while True:
        await asyncio.sleep(dice.expovariate(1 / THINKING))
        if session.is_over:
            break
        path, body = _answer_to(view, dice)
        begun, counts = time.perf_counter(), session.counting
        view = await browser.patiently("POST", path, body)
        if counts:
            session.times.append(time.perf_counter() - begun)
    browser.close()


def _ticks_of(process: int) -> float:
    """Seconds of processor time that a process has used, without its children."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _children_of(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


@dataclass(frozen=True)
class Used:
    """Seconds of processor time used so far: by the server, its coach, ourselves, and everybody on the machine."""

    server: float
    coach: float
    load: float
    machine: float

    @classmethod
    def now(cls, server: int) -> "Used":
        busy = list(map(int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]))
        machine = (sum(busy) - busy[3] - busy[4]) / os.sysconf("SC_CLK_TCK")  # without idling and waiting for disks
        return cls(_ticks_of(server), sum(map(_ticks_of, _children_of(server))), time.process_time(), machine)

    def since(self, other: "Used") -> "Used":
        return Used(*(now - then for now, then in zip(astuple(self), astuple(other), strict=True)))


async def _until_warm(port: int) -> None:
    """Until every game is compiled: what a first start costs is another question."""
    browser = Browser("127.0.0.1", port)
    await browser.connect()
    while not all((await browser.patiently("GET", "/api/status"))["ready"].values()):
        await asyncio.sleep(1)
    browser.close()


async def _load(port: int, server: int) -> tuple[list[float], Used]:
    """How long answers took, and the processor time used meanwhile."""
    await _until_warm(port)
    session = Session()
    people = [asyncio.create_task(_person(Browser("127.0.0.1", port), session, seed)) for seed in range(TABLES)]
    while session.opened < TABLES and not any(task.done() for task in people):
        await asyncio.sleep(0.5)
    session.playing.set()
    await asyncio.sleep(WARMING)
    before, session.counting = Used.now(server), True
    await asyncio.sleep(SECONDS)
    session.counting, used = False, Used.now(server).since(before)
    session.is_over = True
    await asyncio.gather(*people)
    return sorted(session.times), used


def _measure_load() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'bench.db'}"
        command = [sys.executable, "-m", "gutshot", "serve", "--port", "0", "--db", url, "--json"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            port = json.loads(server.stdout.readline())["port"]
            times, used = asyncio.run(_load(port, server.pid))
        finally:
            server.terminate()
            server.wait()
    return _load_rows(times, used)


def _load_rows(times: list[float], used: Used) -> list[Row]:
    what = f"answer to an action, {TABLES} tables at once"
    rate = f"{len(times)} actions, {len(times) / SECONDS:.0f}/s"
    others = max(0.0, used.machine - used.server - used.coach - used.load)
    cores = (
        f"cores kept busy: server {used.server / SECONDS:.2f}, coach {used.coach / SECONDS:.2f}, "
        f"load {used.load / SECONDS:.2f}, others {others / SECONDS:.2f} of {os.cpu_count()}"
    )
    parts = (("median", 0.5), ("95th percentile", 0.95), ("99th percentile", 0.99), ("longest", 1.0))
    rows = [
        Row(f"{what}, {name}", "gutshot", 1000 * times[int(part * (len(times) - 1))], "ms", rate)
        for name, part in parts
    ]
    spent = 1000 * used.server / len(times)
    return [*rows, Row(f"{what}, processor time of the server", "gutshot", spent, "ms", cores)]


def _memory() -> int:
    """Resident bytes of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def _play(hands: int) -> tuple[float, list[int]]:
    """Play through rooms and store, as the server does; CPU seconds, and the memory after each tenth."""
    from gutshot.trainer.records.store import Store, sqlite_url
    from gutshot.trainer.table.defaults import make_setup
    from gutshot.trainer.table.setup import Choices, Pace, TableSettings
    from gutshot.web.table import asks
    from gutshot.web.table.rooms import Rooms

    dice = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(sqlite_url(Path(folder) / "bench.db"))
        room = await Rooms(store, 10).open(
            "me", make_setup(Choices(seed=1, rebuys=True)), TableSettings(pace=Pace.INSTANT)
        )
        memory, begun = [], time.process_time()
        for number in range(1, hands + 1):
            while not room.table.is_hand_over:
                legal = room.table.hand.legal
                action = "check" if legal.check else "fold" if dice.random() < 0.5 else "call"
                where: dict[str, Any] = {"hand": room.table.deal.number, "step": room.table.step}
                await room.act(asks.Act(**where, action=asks.ActionName(action)), action)
            await room.next_hand(room.table.deal.number)
            if number % (hands // 10) == 0:
                memory.append(_memory())
        store.close()
    return time.process_time() - begun, memory


def _measure_memory() -> list[Row]:
    seconds, memory = asyncio.run(_play(HANDS))
    growth = (memory[-1] - memory[0]) / 1e6
    return [
        Row("hands played and stored", "gutshot", HANDS / seconds, "hands/s of CPU", "6 seats, instant, one table"),
        Row(
            f"memory grown from hand {HANDS // 10} to {HANDS}",
            "gutshot",
            growth,
            "MB",
            f"{memory[-1] / 1e6:.0f} MB in all",
        ),
    ]


def run() -> list[Row]:
    return _measure_load() + _measure_memory()
