"""The ways into study from the start page, reports over flops, and what locks cost, as a person meets them."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

import gutshot as gs
from tests.browser.axe import serious_problems
from tests.browser.conftest import NewContext, Server
from tests.browser.driver import JOB_PATIENCE_MS
from tests.browser.test_solve_page import type_range

Screenshot = Callable[[Page, str], None]
SIZES = {"laptop": {"width": 1280, "height": 720}, "desk": {"width": 1440, "height": 900}}
WAYS = {
    "Preflop charts": "Preflop",
    "Jam or fold": "Preflop",
    "Solve a spot": "New solve",
    "Flop report": "New solve",
    "Strategies": "Library",
    "Drills": "Drills",
    "Your hands": "Hands",
    "Import hands": "Hands",
    "Your leaks": "Statistics",
    "Your habits": "Statistics",
    "Matches": "Simulator",
    "Train a strategy": "Jobs",
}
ASKED: dict[str, Any] = {
    "board": "Ks9s7h4d2c",
    "oop": "AA,KQs,QJs,T9s,86s,A5s",
    "ip": "QQ,KJs,98s,76s,JTs",
    "pot": 100,
    "stack": 250,
    "bets": "60%",
    "raises": "a",
}
RIVER = gs.Spot(**ASKED)
SOLVED = "file:solutions/locked_river"


@pytest.fixture(scope="module")
def river(server: Server) -> gs.Solution:
    solved = gs.solve(RIVER, iterations=200, threads=1)
    solved.save(server.data / "solutions" / "locked_river")
    return solved


def test_everything_is_one_click_from_the_start_page(page: Page, screenshot: Screenshot) -> None:
    page.goto("/")
    desk = page.get_by_role("navigation", name="Study")
    expect(desk.get_by_role("link")).to_have_count(len(WAYS))
    screenshot(page, "start")
    for way, heading in WAYS.items():
        page.goto("/")
        desk.get_by_role("link", name=re.compile(f"^{way}")).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    expect(page.get_by_role("dialog", name="Train a blueprint")).to_be_visible()
    page.goto("/hands#import")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_report_is_started_sorted_and_opened_by_keys(page: Page, screenshot: Screenshot) -> None:
    page.goto("/solve#report")
    form = page.get_by_role("form", name="Flop report")
    expect(form).to_be_in_viewport()
    type_range(page, "Out of position", "QQ,87s")
    type_range(page, "In position", "JJ,AKs")
    for label, value in (("Bets", "50%"), ("Raises", ""), ("Pot", "20"), ("Stack behind", "20"), ("Target", "2")):
        page.get_by_label(re.compile(f"^{label}")).first.fill(value)
    form.get_by_label("Flops, of 1,755").fill("4")
    form.get_by_label(re.compile("Keep every solution")).check()
    start = form.get_by_role("button", name="Report over flops")
    expect(start).to_be_enabled()
    start.press("Enter")
    page.wait_for_url(re.compile("/reports/"))
    rows = page.locator("[data-flop]")
    expect(rows).to_have_count(4, timeout=JOB_PATIENCE_MS)
    kinds = page.get_by_role("region", name="Kinds of flops")
    kinds.get_by_role("radio", name="Suits").focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(kinds.get_by_role("columnheader", name="High card")).to_be_visible()
    assert kinds.locator("tbody tr").count() >= 2
    screenshot(page, "report")
    sort = page.get_by_role("region", name="Flops", exact=True).get_by_role("button", name="EV OOP")
    sort.press("Enter")
    values = [float(row.locator("td").first.inner_text()) for row in rows.all()]
    assert values == sorted(values, reverse=True)
    assert serious_problems(page) == []
    rows.first.get_by_role("link", name="Open").press("Enter")
    expect(page.locator(".hand-cell")).to_have_count(169)


def test_what_locks_cost_is_told_and_the_spot_solved_again(
    page: Page, river: gs.Solution, screenshot: Screenshot
) -> None:
    page.goto("/explore?" + urlencode({"source": SOLVED, "line": ""}))
    page.get_by_role("tab", name="Lock").click()
    page.locator("[data-hand=AA]").click()
    page.get_by_role("button", name="Always check").click()
    page.get_by_role("button", name="Lock AA").click()
    page.get_by_role("button", name="Whole range").click()
    frequency = page.get_by_role("form", name="Lock a frequency")
    frequency.get_by_label("per cent of the time").fill("90")
    expect(frequency).to_contain_text("locked here already stay")
    frequency.get_by_role("button", name="Lock the frequency").click()
    page.get_by_role("button", name="Solve around the locks").click()
    page.get_by_role("link", name="Open in the explorer").click(timeout=JOB_PATIENCE_MS)
    note = page.locator(".locked-note")
    told = note.inner_text()
    assert "AA at the start" in told
    change = float(re.search(r"OOP ([+−][\d.]+) a hand", told)[1].replace("−", "-"))  # type: ignore[index]
    assert change < -0.05, "the locked player loses"
    page.get_by_role("tab", name="Lock").click()
    expect(page.get_by_role("region", name="Locked", exact=True)).to_contain_text(re.compile(r"cost OOP [\d.]+ a hand"))
    assert float(page.locator("[data-hand=AA]").get_attribute("aria-label").split("check ")[1].split(" ")[0]) > 99.9  # type: ignore[union-attr]
    assert serious_problems(page) == []
    screenshot(page, "explorer-locked")
    page.get_by_role("button", name="Change and solve again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("New solve")
    expect(page.get_by_label("Stack behind")).to_have_value("250")
    expect(page.get_by_label("Bets")).to_have_value("60%")
    expect(page.locator(".board-chosen .card:not(.slot)")).to_have_count(5)


def _solved(page: Page, **ask: Any) -> None:
    """Has the river solved as a job, and opens what came of it."""
    spot = ASKED | ask.pop("spot", {})
    answer = page.context.request.post("/api/solves", data={"spot": spot, "target": 0.005, **ask})
    assert answer.status == 201, answer.text()
    page.goto(f"/solve/{answer.json()['id']}")
    page.get_by_role("link", name="Open in the explorer").click(timeout=JOB_PATIENCE_MS)
    expect(page.locator(".hand-cell")).to_have_count(169)


def test_sizes_that_were_found_and_a_station_say_what_they_cost(page: Page, screenshot: Screenshot) -> None:
    assert page.context.request.post("/api/session").ok
    _solved(page, spot={"bets": "33%,66%,100%,150%,a"}, sizes=2, title="Two sizes")
    head = page.locator(".explorer-head")
    expect(head).to_contain_text(
        re.compile(r"2 bet sizes found \(river OOP .+, IP .+\): keep \d+\.\d\d % and \d+\.\d\d %")
    )
    screenshot(page, "explorer-sizes")
    _solved(page, profile={"player": "ip", "name": "station"}, title="A station")
    page.keyboard.press("c")
    expect(head).to_contain_text(re.compile(r"in position a station: costs [\d.]+ a hand"))
    screenshot(page, "explorer-profile")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_start_page_fits_and_is_accessible(new_context: NewContext, theme: str) -> None:
    for size in SIZES.values():
        page = new_context(viewport=size, color_scheme=theme).new_page()
        page.goto("/")
        page.get_by_role("navigation", name="Study").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert serious_problems(page) == []
    phone = new_context("phone", has_touch=True, is_mobile=True, color_scheme=theme).new_page()
    phone.goto("/")
    phone.get_by_role("navigation", name="Study").wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert serious_problems(phone) == []
    phone.get_by_role("link", name="Flop report").tap()
    expect(phone.get_by_role("form", name="Flop report")).to_be_in_viewport()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert serious_problems(phone) == []
