"""The built front end in a real Chromium against a real server on a free port with a database of its own."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.driver import PATIENCE_MS, Table

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb"]
SIZES = {"desktop": {"width": 1366, "height": 768}, "phone": {"width": 390, "height": 844}}


class Server:
    """A server process that can be stopped and started again on the same port and database."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.options = options
        self.data = folder / "data"
        self.database = f"sqlite:///{folder / 'hands.db'}"
        self.log = folder / "server.log"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-c", "from gutshot.cli import run; run()", "serve", "--port", str(self.port)]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [*command, *self.options, "--db", self.database, "--data", str(self.data), "--json"],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, f"the server did not start: {self.log.read_text()[-2000:]}"
        json.loads(line)

    def warm_up(self) -> None:
        """Play, ask and grade a little of both games, so that no test waits for the compiler."""
        opener = build_opener(HTTPCookieProcessor())

        def ask(method: str, path: str, body: Any = None) -> Any:
            data = None if body is None else json.dumps(body).encode()
            headers = {"content-type": "application/json"}
            with opener.open(Request(f"{self.url}/api{path}", data, headers, method=method), timeout=1800) as answer:
                return json.load(answer)

        ask("POST", "/session", {})
        for game, action in (("holdem", "call"), ("badugi", "call")):
            setup = {"game": game, "seats": 3, "seed": 2, "settings": {"pace": "instant"}}
            table = ask("POST", "/tables", setup)
            ask("GET", f"/tables/{table['id']}/advice")
            ask("POST", f"/tables/{table['id']}/act", {"hand": 1, "step": table["step"], "action": action})

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def running(server: Server) -> Iterator[Server]:
    """A server from its start to its end."""
    if not (ROOT / "frontend" / "dist" / "index.html").is_file():
        pytest.skip("the front end is not built: npm run build in frontend/")
    server.start()
    server.warm_up()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With a coach who solves nothing: he does so ahead, for every hand that is played, whoever looks."""
    yield from running(Server(tmp_path_factory.mktemp("browser"), "--light-coach"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no chromium on the PATH")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


NewContext = Callable[..., BrowserContext]


@pytest.fixture
def new_context(browser: Browser, server: Server) -> Iterator[NewContext]:
    """A fresh person: no cookies, nothing remembered. Errors in the page fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def make(size: str = "desktop", **options: Any) -> BrowserContext:
        shown = {"viewport": SIZES[size], "reduced_motion": "reduce", "color_scheme": "dark"}
        context = browser.new_context(base_url=server.url, **shown | options)
        context.set_default_timeout(PATIENCE_MS)
        context.on("weberror", lambda found: errors.append(str(found.error)))
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def page(new_context: NewContext) -> Page:
    return new_context().new_page()


@pytest.fixture
def sit_down(page: Page) -> Callable[..., Table]:
    """Open a table by the API and show it: seeded, with instant opponents who wait for us between hands."""
    return lambda **ask: Table.open(page, **ask)


@pytest.fixture
def screenshot() -> Callable[[Page, str], None]:
    """Saves a picture for the documentation when GUTSHOT_SCREENSHOTS names a folder."""
    folder = os.environ.get("GUTSHOT_SCREENSHOTS")

    def save(page: Page, name: str) -> None:
        if folder:
            page.wait_for_timeout(600)
            page.screenshot(path=Path(folder) / f"{name}.png")

    return save
