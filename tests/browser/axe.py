"""axe's verdict on a page."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import ROOT

AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"


def serious_problems(page: Page) -> list[str]:
    """What axe holds for serious or critical, with the first elements of each."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: npm ci in frontend/")
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(result => result.violations)")
    return [
        f"{each['id']}: {[(n['target'], n['any'][0]['message'] if n['any'] else '') for n in each['nodes'][:5]]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]
