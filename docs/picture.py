"""Take the pictures of reports, and of the page of the server, that the documents show.

In:  ``examples/garden.txt`` and ``examples/panel.srt``.
Out: ``docs/figures/report.png`` and ``chapters.png``, the first screens of their reports, and
     ``page.png``, the page with a sample at a finer level.

Run with: make docs-picture
"""

import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from embed_kcpd import segment
from embed_kcpd.chapters import chapters
from embed_kcpd.chapters.report.page import as_html as chapters_page
from embed_kcpd.outputs import as_html, write_atomically
from embed_kcpd.server.running import bound_socket, new_server
from embed_kcpd.server.settings import ServerSettings

ROOT = Path(__file__).resolve().parent.parent
FIGURES = ROOT / "docs" / "figures"
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


@contextmanager
def running_server() -> Iterator[str]:
    """The address of a server on this machine, while the context lasts."""
    server, listening = new_server(ServerSettings()), bound_socket("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    while not server.started:
        time.sleep(0.05)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def take_page(browser: Browser) -> None:
    """The page with a sample, the slider two steps finer than the default."""
    page = browser.new_page(viewport={"width": WIDTH, "height": 1000})
    with running_server() as address:
        page.goto(address)
        page.click("[data-sample='garden.txt']")
        page.wait_for_selector(".slider:not([hidden])")
        page.focus("#granularity")
        with page.expect_response("**/v1/titles"):
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowRight")
        page.mouse.click(WIDTH - 1, 1)
        page.wait_for_timeout(500)
        write_atomically(FIGURES / "page.png", page.screenshot())
        page.close()


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
            write_atomically(FIGURES / name, page.screenshot())
        take_page(browser)
        browser.close()


if __name__ == "__main__":
    main()
