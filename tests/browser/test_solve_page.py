"""A spot put together, solved from the page to the end, and opened from there; what runs is listed and survives."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.axe import serious_problems
from tests.browser.conftest import NewContext
from tests.browser.driver import JOB_PATIENCE_MS

Screenshot = Callable[[Page, str], None]
BOARD = ["Qs", "Jh", "2c", "8d", "4s"]


def type_range(page: Page, player: str, text: str) -> None:
    box = page.get_by_role("region", name=player).get_by_label("As text")
    box.fill(text)
    box.press("Enter")


def put_board(page: Page, cards: list[str]) -> None:
    page.get_by_role("region", name="Board").get_by_role("button", name="Clear").click()
    for card in cards:
        page.locator(f".deck-card[data-card='{card}']").click()


def test_a_small_solve_runs_from_the_page_to_the_end(new_context: NewContext, screenshot: Screenshot) -> None:
    page = new_context().new_page()
    page.goto("/solve")
    put_board(page, BOARD)
    type_range(page, "Out of position", "QQ+,AQs,JTs,T9s:0.5")
    type_range(page, "In position", "JJ+,AQs,KQs,98s")
    page.get_by_text("Sizes for each street and player").click()
    page.get_by_label("Bets on the river, in position").fill("75%, a")
    facts = page.locator(".estimate-facts")
    expect(facts).to_contain_text(re.compile(r"Decisions\s*\d+"))
    assert serious_problems(page) == []
    page.reload()
    expect(page.get_by_label("Bets on the river, in position")).to_have_value("75%, a")
    expect(facts).to_contain_text(re.compile(r"Hands\s*\d+ × \d+"))
    screenshot(page, "solve-form")
    page.get_by_label("Target (% of the pot)").fill("0.1")
    page.get_by_role("button", name="Solve", exact=True).click()
    badge = page.locator(".job-page-title .state-badge")
    expect(badge).to_have_text("Done", timeout=JOB_PATIENCE_MS)
    graph = page.get_by_role("img", name=re.compile("Exploitability: 0.0"))
    expect(graph).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "100")
    assert serious_problems(page) == []
    screenshot(page, "solve")
    link = page.get_by_role("link", name="Open in the explorer")
    expect(link).to_have_attribute("href", re.compile(r"^/explore\?source=file%3Asolutions%2Fqsjh2c8d4s-"))
    link.click()
    expect(page.locator("[data-hand=AQs]").first).to_be_visible()


def test_a_mistake_is_told_in_words_and_a_solve_is_stopped(new_context: NewContext, screenshot: Screenshot) -> None:
    page = new_context("phone").new_page()
    page.goto("/solve")
    page.get_by_label("Bets", exact=True).fill("lots")
    expect(page.locator(".estimate")).to_contain_text("lots")
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_disabled()
    page.get_by_label("Bets", exact=True).fill("60%")
    page.locator(".deck-card[data-card='2c']").click()
    page.get_by_label("Target (% of the pot)").fill("0.0001")
    expect(page.locator(".estimate-memory")).to_be_visible()
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.get_by_role("img", name=re.compile("Exploitability: [0-9]"))).to_be_visible(timeout=JOB_PATIENCE_MS)
    screenshot(page, "phone-solve")
    page.get_by_role("button", name="Pages").click()
    page.get_by_role("link", name="Jobs", exact=True).click()
    card = page.locator(".job-card").first
    expect(card).to_have_attribute("data-state", "running")
    card.get_by_role("button", name="Stop").click()
    expect(card).to_have_attribute("data-state", "cancelled")
    expect(card).to_contain_text("of the pot after")
    assert serious_problems(page) == []
