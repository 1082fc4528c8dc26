"""A page at three sizes and in both themes: whether it fits, what axe says, and whether the keyboard gets about."""

import pytest
from playwright.sync_api import Page

from tests.browser.axe import AXE, SERIOUS, SETTLED

SIZES = {"desktop": (1440, 900), "laptop": (1280, 720), "phone": (390, 844)}
THEMES = ("dark", "light")
_STEPS = 6  # how far Tab is followed

# Only the mouse can press what shows a hand and is nothing that takes the focus.
_FOR_THE_MOUSE = """() => [...document.querySelectorAll("main *")].filter(each =>
    getComputedStyle(each).cursor === "pointer" && each.offsetParent
    && !each.closest("a, button, input, select, summary, label, [tabindex]"))
    .map(each => each.className || each.tagName)"""
# What is measured in scripts, as plots are, follows the width a frame later.
_DRAWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))"
_FOCUS = """() => {
    const each = document.activeElement;
    if (!each || each === document.body) return null;
    const shown = [each, each.closest("label, .segment")];
    const isSeen = shown.some(one => one && getComputedStyle(one).outlineStyle !== "none");
    return [each.tagName, each.className, each.getAttribute("aria-label") ?? each.textContent.slice(0, 40), isSeen];
}"""


def problems_everywhere(page: Page) -> list[str]:
    """What is wrong with the page that is shown, each with the size and theme in which it was seen."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: npm ci in frontend/")
    before = page.viewport_size
    page.evaluate(AXE.read_text())
    found = [f"only for the mouse: {words}" for words in page.evaluate(_FOR_THE_MOUSE)]
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(_DRAWN)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.evaluate(f"{SETTLED}.then(() => null)")
            wide = page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                found.append(f"{size}: {wide} pixels wide")
            found += [f"{size}, {theme}: {words}" for words in page.evaluate(SERIOUS)]
    assert before is not None
    page.set_viewport_size(before)
    return found + _lost_by_tab(page)


def _lost_by_tab(page: Page) -> list[str]:
    """Where Tab leads nowhere, or to something that does not show it."""
    found, ends = [], 0
    for _ in range(_STEPS):
        page.keyboard.press("Tab")
        at = page.evaluate(_FOCUS)
        ends += at is None  # past the last of them Tab leaves the page once, and comes back at its top
        if ends > 1:
            found.append("Tab leads nowhere")
        elif at is None:
            continue
        elif not at[3]:
            found.append(f"does not show that it has the focus: {at[:3]}")
    return found
