"""Take the pictures of reports that the documents show.

In:  ``examples/garden.txt`` and ``examples/panel.srt``.
Out: ``docs/figures/report.png`` and ``chapters.png``, the first screens of their reports.

Run with: make docs-picture
"""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from embed_kcpd import segment
from embed_kcpd.chapters import chapters
from embed_kcpd.chapters.report.page import as_html as chapters_page
from embed_kcpd.outputs import as_html, write_atomically

ROOT = Path(__file__).resolve().parent.parent
WIDTH = 1200


def garden() -> str:
    """The report of a text."""
    text = (ROOT / "examples" / "garden.txt").read_text(encoding="utf-8")
    return as_html(segment(text), "garden.txt")


def panel() -> str:
    """The report of a recording."""
    found = chapters(ROOT / "examples" / "panel.srt")
    return chapters_page(found, link="https://example.org/evening.mp3")


PICTURES = (("report.png", garden, 1120), ("chapters.png", panel, 1000))
"""File, page and height of each picture."""


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("no Chromium here; `make chromium` installs it where apt-get may be used")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, html, height in PICTURES:
            report = Path(folder) / f"{name}.html"
            write_atomically(report, html())
            page = browser.new_page(viewport={"width": WIDTH, "height": height})
            page.goto(report.as_uri())
            write_atomically(ROOT / "docs" / "figures" / name, page.screenshot())
        browser.close()


if __name__ == "__main__":
    main()
