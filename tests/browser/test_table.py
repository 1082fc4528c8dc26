"""The picture of the table: side pots, big blinds in every text, full tables on a phone, motion, the solved river."""

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.driver import Table

SitDown = Callable[..., Table]
Screenshot = Callable[[Page, str], None]


def all_in_three_ways(sit_down: SitDown, page: Page) -> Table:
    """Stacks of 300 and 900 call a raise to 1,000, so that a third player and we can bet on beside them."""
    table = sit_down(seats=4, stacks=[2500, 300, 2500, 900], opponents=["call"] * 3)
    page.locator(".amount-box input").fill("1000")
    table.press("raise")
    return table


def test_side_pots_are_named_with_who_can_win_them(sit_down: SitDown, page: Page, screenshot: Screenshot) -> None:
    table = all_in_three_ways(sit_down, page)
    pots = page.get_by_role("list", name="Pots and who can win them").get_by_role("listitem")
    assert [_words(pot) for pot in pots.all_inner_texts()] == [
        ["Main pot", "1,200", "You, Chloe, Wanda, Stefan"],
        ["Side pot 1", "1,800", "You, Wanda, Stefan"],
        ["Side pot 2", "200", "You, Wanda"],
    ]
    screenshot(page, "side-pots")
    table.play_out()
    assert [_words(pot)[:2] for pot in pots.all_inner_texts()] == [
        ["Main pot", "1,200"],
        ["Side pot 1", "1,800"],
        ["Side pot 2", "200"],
    ]
    assert all(len(_words(pot)[2].split(", ")) == 1 for pot in pots.all_inner_texts()), "each has a winner"


def _words(text: str) -> list[str]:
    return [part.strip() for part in text.split("\n") if part.strip()]


def test_big_blinds_leave_no_chips_in_texts(sit_down: SitDown, page: Page) -> None:
    table = all_in_three_ways(sit_down, page)
    page.keyboard.press("b")
    table.play_out()
    page.get_by_role("region", name="Grade of your last decision").wait_for()
    chips = re.compile(r"\b(1000|1,000|1200|1,200|1800|1,800|3,200|2,500|300|900)\b")
    for place in (".stage", ".log", ".grade-card", ".action-bar"):
        assert not chips.search(page.locator(place).first.inner_text()), place
    page.get_by_role("link", name="Replay").click()
    page.locator(".step[aria-current]").wait_for()
    assert not chips.search(page.locator(".steps").inner_text())


@pytest.mark.parametrize("seats", [8, 9])
def test_a_full_table_fits_a_phone(new_context: NewContext, seats: int) -> None:
    page = new_context("phone", has_touch=True, is_mobile=True).new_page()
    table = Table.open(page, seats=seats, opponents=["call"] * (seats - 1), seed=3)
    bets = _boxes(page, ".bet")
    assert len(bets) >= 4
    assert not [pair for pair in combinations(bets, 2) if _overlap(*pair) > 4]
    table.press("passive")
    assert not [(bet, card) for bet in bets for card in _boxes(page, ".slot .card") if _overlap(bet, card) > 4]
    pods, cards = _boxes(page, ".pod"), _boxes(page, ".slot")
    assert len(pods) == seats and len(cards) == 5
    assert not [pair for pair in combinations(pods, 2) if _overlap(*pair) > 2]
    assert not [(pod, card) for pod in pods for card in cards if _overlap(pod, card) > 4]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in pods)


def _boxes(page: Page, selector: str) -> list[Any]:
    return [box for each in page.locator(selector).all() if (box := each.bounding_box()) is not None]


def _overlap(one: Any, other: Any) -> float:
    """How many pixels two boxes share in the direction in which they share fewer."""
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return float(min(across, down))


def test_motion_can_be_turned_off_by_switch_or_by_the_system(new_context: NewContext) -> None:
    moving = "[...document.querySelectorAll('.stage .card')].map(card => getComputedStyle(card).animationName)"
    page = new_context(reduced_motion="no-preference").new_page()
    Table.open(page, seats=2, opponents=["call"])
    assert set(page.evaluate(moving)) == {"deal"}
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Animations").uncheck()
    assert set(page.evaluate(moving)) == {"none"}
    still = new_context(reduced_motion="reduce").new_page()
    Table.open(still, seats=2, opponents=["call"])
    assert set(still.evaluate(moving)) == {"none"}


def test_the_form_opens_a_sit_and_go_with_its_own_stacks_levels_and_prizes(page: Page) -> None:
    page.goto("/")
    page.get_by_text("Sit-and-go").click()
    page.get_by_role("spinbutton", name="Seats").fill("3")
    page.get_by_text("Minutes", exact=True).click()
    page.get_by_label("Minutes per level").fill("20")
    page.get_by_label("Levels").fill("10/20, 20/40")
    page.get_by_label("Prizes").fill("70, 30")
    page.get_by_label("Title").fill("Friday")
    page.locator("summary", has_text="Stacks").click()
    page.get_by_label("Your stack").fill("1500")
    page.get_by_text("Instant").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Friday")
    expect(page.get_by_text(re.compile("20/40 in (20|1[0-9]) min"))).to_be_visible()
    expect(page.get_by_role("region", name="Sit-and-go")).to_contain_text("70 / 30")
    mine = page.get_by_role("region", name="Sit-and-go").locator("tr.mine")
    expect(mine).to_contain_text(re.compile(r"1,(500\s*23\.1|510\s*23\.2) %"))  # or the blinds, where all have folded
