"""axe's verdict on a page."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import ROOT

AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
# Colours are judged once nothing fades any more; what turns for ever (a spinner) is not waited for.
SETTLED = """Promise.allSettled(document.getAnimations()
    .filter(each => each.effect.getComputedTiming().endTime !== Infinity).map(each => each.finished))"""


def serious_problems(page: Page) -> list[str]:
    """What axe holds for serious or critical, with the first elements of each."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: npm ci in frontend/")
    page.evaluate(f"{SETTLED}.then(() => null)")
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(result => result.violations)")
    return [
        f"{each['id']}: {[(n['target'], n['any'][0]['message'] if n['any'] else '') for n in each['nodes'][:5]]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]
