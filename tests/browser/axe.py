"""axe's verdict on a page."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import ROOT

AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
# Colours are judged once nothing fades any more; what turns for ever (a spinner) is not waited for.
SETTLED = """Promise.allSettled(document.getAnimations()
    .filter(each => each.effect.getComputedTiming().endTime !== Infinity).map(each => each.finished))"""
# What is serious or critical, with the first elements of each.
SERIOUS = """axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => violations
    .filter(each => ["serious", "critical"].includes(each.impact))
    .map(each => each.id + ": " + JSON.stringify(
        each.nodes.slice(0, 5).map(node => [node.target, node.any[0]?.message ?? ""]))))"""


def serious_problems(page: Page) -> list[str]:
    """What axe holds for serious or critical, with the first elements of each."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: npm ci in frontend/")
    page.evaluate(f"{SETTLED}.then(() => null)")
    page.evaluate(AXE.read_text())
    found: list[str] = page.evaluate(SERIOUS)
    return found
