"""The coach who solves, on a server of his own: everywhere else he would take the time of other tests."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, running
from tests.browser.driver import JOB_PATIENCE_MS, Table

SitDown = Callable[..., Table]
Screenshot = Callable[[Page, str], None]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from running(Server(tmp_path_factory.mktemp("solving")))


def test_every_street_has_advice_a_grade_an_explanation_and_ranges(
    sit_down: SitDown, page: Page, screenshot: Screenshot
) -> None:
    table = sit_down(seats=2, opponents=["style:station"], settings={"auto_coach": True}, seed=3)
    advice, grade = (page.get_by_role("region", name=name) for name in ("Advice", "Grade of your last decision"))
    sources = {
        0: "The trained heads-up strategy",
        3: "Solved from the flop",
        4: "Solved from the turn",
        5: "Solved from",
    }
    for cards, source in sources.items():
        while len(table.board) < cards and not table.is_over:
            table.press("passive")
        assert not table.is_over and len(table.board) == cards
        expect(advice.locator(".method")).to_contain_text(source, timeout=JOB_PATIENCE_MS)
        expect(advice.locator("caption")).to_contain_text("its value in bb")
        expect(advice.locator(".advice-why")).to_contain_text(
            "The strategy" if cards == 0 else re.compile("equity|mixes|always")
        )
        page.get_by_role("button", name="Opponents’ ranges").click()
        expect(page.locator(".cell")).to_have_count(169)
        expect(page.get_by_text("plays his line as the strategy does")).to_be_visible()
        page.keyboard.press("Escape")
        if cards == 5:
            screenshot(page, "solved")
        table.press("passive")
        expect(grade).to_contain_text(re.compile("Best|Fine|Inaccuracy|Mistake|Blunder"))
        expect(grade).to_contain_text("by solving the spot" if cards else "by playing it out")
