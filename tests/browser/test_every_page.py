"""One walk through all pages, at three sizes and in both themes: nothing serious from axe, open to the keyboard."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import APIRequestContext, Page, expect

from tests.browser.conftest import ROOT
from tests.browser.driver import JOB_PATIENCE_MS, Table
from tests.browser.everywhere import problems_everywhere

RIVER = {"board": "Ks9s7h4d2c", "oop": "AA,KQs,QJs,T9s", "ip": "QQ,KJs,98s", "pot": 100, "stack": 250, "bets": "60%"}
JAMS = "game: {stack_depth: 10, bet_sizes: {preflop: [a], flop: [], turn: [], river: []}, limps: none}"
RULES = "agent:style:lag@6x100"
Pages = list[tuple[str, str]]
"""The address of a page, and what shows that it is there."""


def _ask(request: APIRequestContext, path: str, **body: Any) -> Any:
    answer = request.post(f"/api{path}", data=body)
    assert answer.ok, answer.text()
    return answer.json()


def _stopped(request: APIRequestContext, path: str, **body: Any) -> str:
    """A job that is stopped at once: its page is there all the same."""
    job: str = _ask(request, path, **body)["id"]
    request.post(f"/api/jobs/{job}/cancel")
    return job


def _imported(request: APIRequestContext) -> str:
    """A job that reads a file without a hand."""
    content = b"not a hand"
    upload = _ask(request, "/imports", files=[{"name": "notes.txt", "bytes": len(content)}])["id"]
    sent = request.put(f"/api/imports/{upload}", data=content, headers={"content-type": "application/octet-stream"})
    assert sent.ok, sent.text()
    job: str = _ask(request, f"/imports/{upload}/start")["id"]
    return job


def _done(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator(".job-page-title .state-badge")).to_have_text("Done", timeout=JOB_PATIENCE_MS)


def _explore(source: str, **more: str) -> str:
    return "/explore?" + urlencode({"source": source, **more})


def _studied(page: Page, request: APIRequestContext) -> Pages:
    """A solved river and what is made of it, and a match."""
    solve = _ask(request, "/solves", spot=RIVER, target=0.01, title="Rivers/King high")["id"]
    match = _ask(request, "/simulations", agents=["style:tag", "call"], hands=200, title="A match")["id"]
    _done(page, f"/solve/{solve}")
    _done(page, f"/simulator/{match}")
    river = "file:solutions/" + request.get(f"/api/jobs/{solve}").json()["job"]["result"]
    drill = _ask(request, "/drills", source=river, line="check")["id"]
    spot = {key: value for key, value in RIVER.items() if key != "board"}
    return [
        (f"/solve/{solve}", ".job-page-title"),
        (f"/simulator/{match}", ".standings tbody tr"),
        (f"/simulator/compare?runs={match}", ".compare-table tbody tr"),
        (f"/simulator/{match}/hands/1", ".step"),
        (_explore(river), ".hand-cell"),
        (_explore(RULES, vs="agent:style:rock@6x100", **{"as": "difference"}), ".both-mixes tbody tr"),
        (_explore("shipped:badugi_hu"), ".hand-cell"),
        (f"/drills/{drill}", ".drill-moves .act"),
        (f"/reports/{_stopped(request, '/reports', spot=spot, flops=1)}", ".job-page-title"),
        (f"/preflop/{_stopped(request, '/preflop/jam', stacks=[8, 8])}", ".job-page-title"),
        (f"/imports/{_imported(request)}", ".job-page-title"),
        (f"/training/{_stopped(request, '/trainings', text=JAMS, minutes=1)}", ".job-page-title"),
    ]


def _played(page: Page, request: APIRequestContext) -> Pages:
    """A table, and a hand that was played there."""
    table = Table.open(page, seats=6, opponents=["call"] * 5, settings={"auto_coach": True})
    address = page.url.split("/", 3)[3]
    table.press("fold")
    hand = request.get("/api/history").json()["hands"][0]["ref"]
    return [(f"/{address}", ".action-bar"), (f"/hands/{hand}", ".step")]


PLAIN: Pages = [
    ("/", ".table-form"),
    ("/preflop", ".chart-cell"),
    ("/library", ".entry"),
    ("/solve", ".deck-card"),
    ("/simulator", ".slot-row"),
    ("/drills", "tbody tr"),
    ("/hands", ".hands tbody tr"),
    ("/stats", ".figure-tiles"),
    ("/jobs", ".job-card"),
    ("/nowhere", "h1"),
]


def _routes() -> Iterator[re.Pattern[str]]:
    """The addresses that the page knows, from where it lists them."""
    for path in re.findall(r'<Route path="([^"]+)"', (ROOT / "frontend" / "src" / "App.tsx").read_text()):
        yield re.compile("^" + re.sub(r":\w+", "[^/?]+", path.replace("*", ".*")) + r"(\?.*)?$")


def test_every_page_fits_is_accessible_and_open_to_the_keyboard(page: Page) -> None:
    request = page.context.request
    assert request.post("/api/session").ok
    pages = [*_played(page, request), *_studied(page, request), *PLAIN]
    missed = [route.pattern for route in _routes() if not any(route.match(address) for address, _ in pages)]
    assert missed == [], "a page that this walk leaves out"
    problems: dict[str, list[str]] = {}
    for address, shown in pages:
        page.goto(address)
        page.locator(shown).first.wait_for(timeout=JOB_PATIENCE_MS)
        if found := problems_everywhere(page):
            problems[address] = found
    assert problems == {}
