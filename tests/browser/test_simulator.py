"""Six agents play a match from the page to the end; its figures, its curves, its hands; two runs side by side."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.axe import serious_problems
from tests.browser.conftest import NewContext
from tests.browser.driver import JOB_PATIENCE_MS

Screenshot = Callable[[Page, str], None]


def start_match(page: Page, hands: int, seed: int, title: str) -> None:
    page.goto("/simulator")
    page.get_by_label("Hands", exact=True).fill(str(hands))
    page.get_by_label("Seed").fill(str(seed))
    page.get_by_label("Name").fill(title)
    page.get_by_role("button", name="Run").click()
    expect(page.locator(".job-page-title .state-badge")).to_have_text("Done", timeout=JOB_PATIENCE_MS)


def test_six_agents_play_to_the_end(new_context: NewContext, screenshot: Screenshot) -> None:
    context = new_context()
    page = context.new_page()
    page.goto("/simulator")
    slots = page.locator(".slot-row")
    expect(slots).to_have_count(6)
    page.get_by_role("button", name="Remove slot 6").click()
    page.get_by_role("button", name="+ Add a slot").click()
    page.get_by_label("Agent of slot 6").select_option("style:tight-passive")
    assert serious_problems(page) == []
    start_match(page, 12_000, 3, "Six styles")

    rows = page.locator(".standings tbody tr")
    expect(rows).to_have_count(6)
    rates = [float(row.locator("td").nth(1).inner_text().replace("−", "-")) for row in rows.all()]
    assert rates == sorted(rates, reverse=True) and rates[0] > 0 > rates[-1]
    played = rows.all_inner_texts()
    page.get_by_text("All-in adjusted").click()
    expect(rows.first).not_to_have_text(played[0])
    curves = page.get_by_role("img", name=re.compile(r"^Big blinds won after 12000 hands"))
    expect(curves.locator(".u-series")).to_have_count(7)
    expect(page.get_by_role("region", name="By position").locator("thead th")).to_have_count(7)
    page.get_by_text("Opponents", exact=True).click()
    expect(page.get_by_role("region", name="Won from").locator("tbody tr")).to_have_count(6)
    expect(page.get_by_role("region", name="Action statistics")).to_contain_text("VPIP")
    assert serious_problems(page) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="standings · CSV").click()
    assert download.value.suggested_filename.endswith("-standings.csv")
    page.get_by_text("As played").click()
    page.evaluate("window.scrollTo(0, 0)")
    screenshot(page, "simulation")

    page.locator(".noted a").first.click()
    page.get_by_role("button", name="Go to the end").click()
    expect(page.locator(".seat-cards .card[data-card]").first).to_be_visible()
    expect(page.locator(".step[aria-current]")).to_contain_text("wins")
    screenshot(page, "simulation-replay")

    start_match(page, 6_000, 4, "Another seed")
    page.goto("/simulator")
    expect(page.locator(".job-card")).to_have_count(2)
    for box in page.locator(".compare-box").all():
        box.check()
    page.get_by_role("link", name="Compare 2 runs").click()
    expect(page.locator(".compare-table tbody tr")).to_have_count(6)
    expect(page.locator(".plot .u-over")).to_have_count(2)
    assert serious_problems(page) == []
    screenshot(page, "simulation-compare")


def test_the_simulator_fits_a_phone(new_context: NewContext, screenshot: Screenshot) -> None:
    page = new_context("phone").new_page()
    start_match(page, 6_000, 1, "On the phone")
    expect(page.locator(".standings tbody tr")).to_have_count(6)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert serious_problems(page) == []
    screenshot(page, "phone-simulation")
    page.get_by_role("link", name="All runs").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_text("Badugi").click()
    expect(page.get_by_label("Agent of slot 1")).to_have_value(re.compile("badugi"))
