"""Coach, history, replay, statistics, the reveal; and axe's verdict on the main pages."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.axe import serious_problems
from tests.browser.conftest import NewContext
from tests.browser.driver import Table
from tests.browser.everywhere import problems_everywhere

SitDown = Callable[..., Table]
Screenshot = Callable[[Page, str], None]


def test_advice_comes_by_itself_and_a_grade_after_the_act(
    sit_down: SitDown, page: Page, screenshot: Screenshot
) -> None:
    table = sit_down(seats=6, settings={"auto_coach": True}, seed=11)
    advice = page.get_by_role("region", name="Advice")
    expect(advice.locator(".tag")).not_to_be_empty()
    expect(advice.locator(".method")).to_contain_text("The trained 6-handed strategy")
    expect(advice.locator(".whole-range")).to_contain_text("the strategy folds")
    expect(advice.locator("caption")).to_contain_text("its value in bb")
    screenshot(page, "table")
    table.press("passive")
    expect(page.get_by_role("region", name="Grade of your last decision")).to_be_visible()


def test_the_answer_to_this_table_is_shown_if_wanted(sit_down: SitDown, page: Page, screenshot: Screenshot) -> None:
    table = sit_down(seats=2, opponents=["style:station"], settings={"auto_coach": True}, seed=3, hidden_styles=False)
    page.get_by_text("Against this table").click()
    answer = page.get_by_role("region", name="Against this table")
    expect(answer.locator(".method")).to_contain_text("Their styles are known")
    expect(answer.locator(".method")).to_contain_text("is Calling station")
    expect(answer.locator(".advice-why")).to_contain_text(re.compile("wins most here|win the same here"))
    screenshot(page, "this-table")
    table.press("passive")
    expect(answer).to_be_visible()  # stays open for the next decision


def test_ranges_are_a_matrix_of_buttons(sit_down: SitDown, page: Page, screenshot: Screenshot) -> None:
    sit_down(seats=3, opponents=["call"] * 2)
    page.get_by_role("button", name="Opponents’ ranges").click()
    cells = page.locator(".cell")
    expect(cells).to_have_count(169)
    expect(page.locator("[data-hand=AKs]")).to_have_attribute("aria-label", re.compile(r"^AKs, \d+ %$"))
    page.locator("[data-hand=AA]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-hand=AKs]")).to_be_focused()
    screenshot(page, "ranges")


def test_badugi_has_advice_a_grade_and_hands_by_class(sit_down: SitDown, page: Page, screenshot: Screenshot) -> None:
    table = sit_down(game="badugi", seats=2, opponents=["badugi:cpu1"], settings={"auto_coach": True}, seed=5)
    advice = page.get_by_role("region", name="Advice")
    expect(advice.locator(".method")).to_contain_text("badugi of two players")
    expect(advice.locator("caption")).to_contain_text("its value in bb")
    page.get_by_role("button", name="Opponents’ ranges").click()
    expect(page.locator(".badugi-share")).to_have_count(52)
    screenshot(page, "badugi-ranges")
    page.keyboard.press("Escape")
    table.press("passive")
    expect(page.get_by_role("region", name="Grade of your last decision")).to_be_visible()


def test_history_replay_and_statistics(sit_down: SitDown, page: Page, screenshot: Screenshot) -> None:
    table = sit_down(seats=6, seed=5, rebuys=True)
    for _ in range(4):
        table.play_out()
        table.press("next")
    table.play_out()
    page.get_by_role("link", name="Replay").click()
    current = page.locator(".step[aria-current]")
    expect(current).to_be_visible()
    page.get_by_role("button", name="Go to the start").click()
    first = page.locator(".step").first.inner_text()
    expect(current).to_have_text(first)
    page.keyboard.press("ArrowRight")
    expect(current).not_to_have_text(first)
    page.locator(".step", has=page.locator(".grade-mark")).first.click()
    expect(page.locator(".grade-card")).to_be_visible()
    screenshot(page, "replay")
    page.get_by_role("link", name="Hands", exact=True).click()
    expect(page.locator(".hands tbody tr")).to_have_count(5)
    screenshot(page, "hands")
    page.get_by_label("Result").select_option("lost")
    expect(page.locator(".hands tbody td.won")).to_have_count(0)
    page.get_by_role("link", name="Statistics").click()
    expect(page.locator(".figure-tile", has_text="Hands").locator(".tile-value")).to_have_text("5")
    expect(page.locator(".profit-graph canvas")).to_be_visible()
    expect(page.get_by_role("heading", name="By position")).to_be_visible()
    screenshot(page, "statistics")


def test_an_exported_hand_can_be_imported(sit_down: SitDown, page: Page) -> None:
    table = sit_down(seats=3, opponents=["call"] * 2)
    table.play_out()
    page.get_by_role("link", name="Replay").click()
    link = page.get_by_role("link", name="Save")
    with page.expect_download() as download:
        link.click()
    phh = Path(download.value.path()).read_text()
    assert "variant" in phh
    page.goto("/hands")
    page.get_by_role("button", name="Import").click()
    page.get_by_role("textbox").fill(phh)
    page.get_by_role("dialog").get_by_role("button", name="Import").click()
    expect(page.get_by_text("1 hand imported.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("1 hand imported.")).to_be_visible()
    assert problems_everywhere(page) == []
    page.get_by_label("Import", exact=True).get_by_role("link", name="Pasted hands").click()
    expect(page.get_by_role("heading", name="What came in")).to_be_visible()


def test_styles_are_guessed_and_revealed(sit_down: SitDown, page: Page) -> None:
    table = sit_down(seats=3, opponents=["call", "style:rock"])
    table.play_out()
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Guess the styles").click()
    selects = page.get_by_role("dialog").get_by_role("combobox")
    selects.nth(0).select_option("call")
    selects.nth(1).select_option("style:maniac")
    page.get_by_role("button", name="Reveal").click()
    expect(page.get_by_text("1 of 2 guesses right")).to_be_visible()


def test_a_refusal_is_shown_in_the_servers_words(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Small blind").fill("500")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".toast.error")).to_be_visible()


def test_axe_finds_nothing_serious_at_the_table(new_context: NewContext, screenshot: Screenshot) -> None:
    page = new_context(color_scheme="light").new_page()
    table = Table.open(page, seats=6, settings={"auto_coach": True})
    page.get_by_role("region", name="Advice").wait_for()
    screenshot(page, "table-light")
    assert problems_everywhere(page) == []
    table.play_out()
    assert serious_problems(page) == []
    page.get_by_role("button", name="Settings").click()
    assert serious_problems(page) == []
