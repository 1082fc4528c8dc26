"""A table as a person sees it: buttons to press, and what stands on the page."""

import re
from typing import Any, Self

from playwright.sync_api import Locator, Page, expect

# What a page waits for takes a second on an idle machine; nothing fails only because others are at work on it. The
# coach and the jobs give way to everyone: beside six busy processes on two cores they get a hundredth of a core.
PATIENCE_MS = 300_000
JOB_PATIENCE_MS = 1_800_000  # for a solve or a match, which starts a process of its own

OVER = ("hand_over", "table_over")
MOST_DECISIONS = 80


class Table:
    """Drives the table page. Nothing here asks the server: what is not on the page is not known."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.bar = page.locator(".action-bar")

    @classmethod
    def open(cls, page: Page, **ask: Any) -> Self:
        settings = {"pace": "instant", "auto_advance": False, "auto_coach": False} | ask.pop("settings", {})
        request = page.context.request
        assert request.post("/api/session").ok
        answer = request.post("/api/tables", data={"seed": 7, **ask, "settings": settings})
        assert answer.status == 201, answer.text()
        page.goto(f"/tables/{answer.json()['id']}")
        table = cls(page)
        table.bar.wait_for()
        return table

    @property
    def moment(self) -> tuple[str, str, str]:
        """Hand, step and status: different after everything that happens."""
        values = self.bar.evaluate("bar => [bar.dataset.hand, bar.dataset.step, bar.dataset.status]")
        return values[0], values[1], values[2]

    @property
    def status(self) -> str:
        return self.moment[2]

    @property
    def is_over(self) -> bool:
        return self.status in OVER

    @property
    def my_cards(self) -> list[str]:
        cards = self.page.locator(".seat.you .seat-cards .card").all()
        return [card.get_attribute("data-card") or "back" for card in cards]

    @property
    def board(self) -> list[str]:
        return [card.get_attribute("data-card") or "" for card in self.page.locator(".board .card").all()]

    def button(self, kind: str) -> Locator:
        return self.bar.locator(f".act.{kind}")

    def wait_for_me(self) -> None:
        """Until it is our turn or the hand is over."""
        expect(self.bar).to_have_attribute("data-status", _any("your_turn", *OVER))

    def wait_past(self, moment: tuple[str, str, str]) -> None:
        hand, step, status = moment
        self.page.wait_for_function(
            "([h, s, t]) => { const b = document.querySelector('.action-bar').dataset;"
            " return b.hand !== h || b.step !== s || b.status !== t; }",
            arg=[hand, step, status],
        )
        self.wait_for_me()

    def press(self, kind: str) -> None:
        """Click a button of the action bar and wait for what follows."""
        before = self.moment
        self.button(kind).click()
        self.wait_past(before)

    def key(self, key: str) -> None:
        before = self.moment
        self.page.keyboard.press(key)
        self.wait_past(before)

    def play_out(self) -> None:
        """Check and call to the end of the hand."""
        for _ in range(MOST_DECISIONS):
            self.wait_for_me()
            if self.is_over:
                return
            self.press("passive")
        raise AssertionError("the hand does not end")


def _any(*values: str) -> re.Pattern[str]:
    return re.compile("^(" + "|".join(values) + ")$")
