"""The study desk in a browser: charts before the flop, and what only a browser can tell about the mended things."""

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from gutshot.preflop.jam_grid import shipped_grid
from tests.browser.axe import serious_problems
from tests.browser.conftest import NewContext, Server
from tests.browser.driver import JOB_PATIENCE_MS, Table

Screenshot = Callable[[Page, str], None]
JAM = "shipped:jam_or_fold@3x10"
WIDEST = "shipped:jam_or_fold@6x10"
WIDE = {"laptop": {"width": 1280, "height": 720}, "desk": {"width": 1440, "height": 900}}
RULES = "agent:style:lag@6x100"


def _charts(page: Page, line: str = "") -> None:
    page.goto("/preflop?" + urlencode({"source": JAM, "line": line}))
    expect(page.locator(".preflop-chart")).to_have_attribute("data-line", line)
    expect(page.locator(".hand-cell")).to_have_count(169)


def test_charts_are_found_walked_and_drilled(page: Page, screenshot: Screenshot) -> None:
    page.goto("/")
    page.get_by_role("link", name="Preflop", exact=True).click()
    expect(page.locator(".hand-cell")).to_have_count(169)
    expect(page.locator(".chart-cell")).not_to_have_count(0)
    screenshot(page, "preflop")
    seats = page.get_by_role("group", name="Seats")
    seats.get_by_role("button", name="3", exact=True).click()
    page.get_by_role("group", name="Jam or fold").get_by_role("button", name="10 bb", exact=True).click()
    expect(page).to_have_url(re.compile(re.escape(urlencode({"source": JAM}))))
    expect(page.locator(".chart-cell")).to_have_count(5)
    found = shipped_grid().at(3, (2, 0), 10.0, 0.0)
    assert found is not None
    label = page.locator("[data-hand=AA]").get_attribute("aria-label") or ""
    assert "all-in 10000 100.0 %" in label
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", level=2)).to_have_text("SB first in")
    page.get_by_role("button", name=re.compile("^BB against BTN: plays")).click()
    expect(page.get_by_role("heading", level=2)).to_have_text("BB against BTN")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("drill this chart")
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    page.locator(".drill-moves .act").first.click()
    expect(page.get_by_role("region", name="Verdict")).to_be_visible()


def test_jam_or_fold_for_prizes_is_solved_from_the_page(page: Page, server: Server, screenshot: Screenshot) -> None:
    _ = server
    page.goto("/preflop")
    page.get_by_role("button", name="Solve jam or fold").click()
    dialog = page.get_by_role("dialog", name="Solve jam or fold")
    dialog.get_by_label("SB", exact=True).fill("6")
    dialog.get_by_label(re.compile("^Prizes")).fill("50, 30, 20")
    dialog.get_by_label(re.compile("^Stacks not in")).fill("15")
    dialog.get_by_label("Name").fill("The bubble")
    dialog.get_by_role("button", name="Solve").click()
    page.wait_for_url(re.compile("/preflop/"))
    open_charts = page.get_by_role("link", name="Open the charts")
    open_charts.wait_for(timeout=JOB_PATIENCE_MS)
    screenshot(page, "preflop-job")
    open_charts.click()
    expect(page.locator(".chart-cell")).to_have_count(2)
    expect(page.get_by_role("group", name="Your own").get_by_role("button", name="The bubble")).to_be_visible()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_charts_fit_and_are_accessible(new_context: NewContext, theme: str) -> None:
    for size in WIDE.values():
        page = new_context(viewport=size, color_scheme=theme).new_page()
        _charts(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert serious_problems(page) == []
    page.get_by_role("button", name="Solve raises").click()
    assert serious_problems(page) == []
    phone = new_context("phone", has_touch=True, is_mobile=True, color_scheme=theme).new_page()
    phone.goto("/preflop?" + urlencode({"source": WIDEST}))
    expect(phone.locator(".chart-cell")).to_have_count(20)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert serious_problems(phone) == []
    _charts(phone, "fold")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.locator("[data-hand=A5s]").tap()
    _is_on_screen(phone, ".hand-panel.pinned .combo", 844)


def test_the_explorer_has_room_for_six_actions_and_its_keys_stay_alive(new_context: NewContext) -> None:
    for size in (*WIDE.values(), {"width": 390, "height": 844}):
        page = new_context(viewport=size).new_page()
        page.goto("/explore?" + urlencode({"source": RULES, "line": "fold,fold,fold,raise 250"}))
        expect(page.locator(".hand-cell")).to_have_count(169)
        block = page.locator(".block.here .block-moves")
        assert page.locator(".block.here .move").count() >= 5
        assert block.evaluate("moves => moves.scrollHeight - moves.clientHeight") <= 1
    page = new_context(viewport=WIDE["laptop"]).new_page()
    page.goto("/explore?" + urlencode({"source": RULES}))
    expect(page.locator(".hand-cell")).to_have_count(169)
    page.get_by_text("Weight", exact=True).click()
    page.keyboard.press("f")
    expect(page.locator(".explorer")).to_have_attribute("data-line", "fold")
    page.get_by_text("Strategy", exact=True).click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".explorer")).to_have_attribute("data-line", "")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".explorer")).to_have_attribute("data-line", "fold")
    expect(page.locator(".block.decision").first.locator(".move.taken small")).to_have_text(re.compile("%"))


def test_revealed_styles_leave_the_actions_to_be_read(page: Page, new_context: NewContext) -> None:
    for viewport in ({"width": 1366, "height": 768}, WIDE["laptop"]):
        own = new_context(viewport=viewport).new_page()
        table = Table.open(own, seats=6, opponents=["call"] * 5, hidden_styles=False)
        table.press("passive")
        styles, bubbles = _boxes(own, ".seat-style"), _boxes(own, ".bubble")
        assert len(styles) == 5
        assert not [pair for pair in combinations([*styles, *bubbles], 2) if _overlap(*pair) > 2]
    _ = page


def test_the_grade_stands_above_the_fold_and_every_page_in_the_menu(new_context: NewContext) -> None:
    page = new_context(viewport=WIDE["laptop"]).new_page()
    table = Table.open(page, seats=2, opponents=["call"], settings={"auto_coach": True})
    table.press("passive")
    grade = page.get_by_role("region", name="Grade of your last decision")
    grade.wait_for()
    page.get_by_role("region", name="Advice").wait_for()
    box = grade.bounding_box()
    assert box is not None and box["y"] + box["height"] <= 720
    phone = new_context("phone", has_touch=True, is_mobile=True).new_page()
    phone.goto("/")
    phone.get_by_role("button", name="Pages").tap()
    links = _boxes(phone, ".nav a")
    assert len(links) == 8 and all(link["x"] >= 0 and link["x"] + link["width"] <= 390 for link in links)
    phone.get_by_role("link", name="Preflop", exact=True).tap()
    expect(phone.locator(".chart-cell").first).to_be_visible()
    expect(phone.locator(".nav")).to_be_hidden()


def _is_on_screen(page: Page, selector: str, height: int) -> None:
    box = page.locator(selector).first.bounding_box()
    assert box is not None and box["y"] >= 0 and box["y"] + 20 <= height


def _boxes(page: Page, selector: str) -> list[Any]:
    return [box for each in page.locator(selector).all() if (box := each.bounding_box()) is not None]


def _overlap(one: Any, other: Any) -> float:
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return float(min(across, down))
