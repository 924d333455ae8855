"""What the tests in a real Chromium share: the browser, and axe-core.

axe-core judges a page by the rules for people who use a keyboard, a screen reader or large
letters.  `make axe` fetches it from npm; it is no part of the package.
"""

import shutil
from contextlib import contextmanager
from pathlib import Path

import pytest

AXE = Path(__file__).resolve().parent.parent / "node_modules" / "axe-core" / "axe.min.js"

SEVERE = {"serious", "critical"}


@contextmanager
def running_chromium():
    """Debian's Chromium, driven by Playwright; skips where either is missing."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no Chromium here; `make chromium` installs it where apt-get may be used")
    with sync_api.sync_playwright() as playwright:
        # Containers run as root, where Chromium's own sandbox refuses to start.
        running = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield running
        running.close()


def severe_violations(page):
    """What axe-core calls serious or critical on the page as it stands, a line for each."""
    if not AXE.exists():
        pytest.skip("no axe-core here; `make axe` fetches it with npm")
    # Evaluated, not added as a script: the page's own policy forbids foreign scripts.
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [
        f"{each['impact']}: {each['id']} at {[node['target'] for node in each['nodes']]}"
        for each in found
        if each["impact"] in SEVERE
    ]
