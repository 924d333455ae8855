"""Take the picture of the report that the README shows.

In:  ``examples/garden.txt``.
Out: ``docs/report.png``, the first screen of its report in Chromium.

Run with: make docs-picture
"""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from embed_kcpd import segment
from embed_kcpd.outputs import as_html, write_atomically

ROOT = Path(__file__).resolve().parent.parent
WIDTH, HEIGHT = 1200, 1120


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("no Chromium here; `make chromium` installs it where apt-get may be used")
    text = (ROOT / "examples" / "garden.txt").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        report = Path(folder) / "report.html"
        write_atomically(report, as_html(segment(text), "garden.txt"))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(report.as_uri())
        write_atomically(ROOT / "docs" / "figures" / "report.png", page.screenshot())
        browser.close()


if __name__ == "__main__":
    main()
