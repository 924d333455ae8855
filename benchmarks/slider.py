"""What the slider of the report and of the server's page costs at 3,000 sentences.

In:  a transcript of 3,000 sentences, as a report and pasted into the page of the server.
Out: ``benchmarks/results/slider.json``: CPU seconds and bytes of its levels, beside the whole path
     and beside lists of all boundaries; ``benchmarks/results/dragging.json``: how long Chromium is
     busy at a stretch when the slider moves (``frames.py``); ``dragging_page.json``: the same on
     the page of the server.

    make bench-slider

The clock counts what other programs take as well; the processor's time of the thread that runs the
page does not, but grows where other programs use the same caches.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from embed_kcpd import Lines, Settings, segment
from embed_kcpd.annotations.granularity_levels import granularity_levels
from embed_kcpd.outputs import as_html, write_atomically
from embed_kcpd.outputs.slider import levels_values, utf16_values
from embed_kcpd.result.segmented_text import SegmentedText
from end_to_end import transcript
from frames import Busy, busy_times
from results_file import commit, machine, publish
from server import served

COMMAND = "make bench-slider"
FRAME = 1000 / 60
"""Milliseconds."""

Row = list[str | int | float]

WINDOWS = {"desktop": (1200, 900, 1), "phone": (390, 844, 1), "slow phone": (390, 844, 4)}
"""Width and height, and how many times slower than this machine."""

PATIENCE = 120_000.0
"""Milliseconds for the sentences to be encoded."""

EVERYTHING = (
    ".segment, .boundary, .contents li { content-visibility: visible !important; }"
    ".body { max-height: none !important; } .body::after { content: none !important; }"
    ".far { margin-top: 0 !important; content-visibility: visible !important; }"
)
"""What a page without these measures would lay out at every step."""

MIDDLE = (
    "document.getElementById('u1500').closest('.segment').scrollIntoView({behavior: 'instant'})"
)


def least_seconds(work: Callable[[], Any], rounds: int) -> float:
    """The least CPU time of some rounds."""
    taken = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return round(min(taken), 2)


def n_bytes(values: object) -> int:
    return len(json.dumps(values, separators=(",", ":")))


def levels_rows(result: SegmentedText, rounds: int) -> list[Row]:
    """CPU seconds and bytes, of the levels that are sent and of the whole path."""
    levels, whole = granularity_levels(result), result.path()
    sent = levels_values(levels)
    lists = [level.boundaries for level in levels.levels]
    every = [step.segmentation.boundaries for step in whole.steps]
    offsets = least_seconds(lambda: utf16_values(result.text, result.units), rounds)
    values = least_seconds(lambda: levels_values(levels), rounds)
    return [
        ["levels", len(lists), least_seconds(lambda: granularity_levels(result), rounds), "", ""],
        ["as differences", len(lists), values, n_bytes(sent), n_bytes(lists)],
        ["offsets in UTF-16", "", offsets, n_bytes(utf16_values(result.text, result.units)), ""],
        ["the whole path", len(every), least_seconds(result.path, 1), "", n_bytes(every)],
    ]


def paste(page: Page, address: str, text: str) -> None:
    """Let the server cut a text, as a person would, and wait for the slider.

    By the clipboard: Chromium types a text that a program enters, line by line, for a minute.
    """
    page.goto(address)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
    page.focus("#pasted")
    page.keyboard.press("Control+V")
    page.wait_for_function("document.getElementById('pasted').value")
    page.click("#run")
    page.wait_for_selector(".slider:not([hidden])", timeout=PATIENCE)
    page.wait_for_selector("main:not([aria-busy])", state="attached")


def dragged(
    browser: Browser, show: Callable[[Page], object], window: str, whole: bool = False
) -> list[Row]:
    """Two rows: over all levels one by one, and between levels far apart."""
    width, height, slower = WINDOWS[window]
    page = browser.new_page(viewport={"width": width, "height": height})
    show(page)
    if whole:
        page.add_style_tag(content=EVERYTHING)
    page.evaluate(MIDDLE)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    last = int(page.get_attribute("#granularity", "max") or 0)
    start = int(page.input_value("#granularity"))
    by_one = [*range(start - 1, -1, -1), *range(1, last + 1), *range(last - 1, start, -1)]
    jumps = np.random.default_rng(0).integers(0, last + 1, len(by_one)).tolist()
    shown = f"{window}, everything laid out" if whole else window
    rows = [
        row(shown, kind, busy_times(browser, page, order))
        for kind, order in (("one by one", by_one), ("jumps", jumps))
    ]
    page.close()
    return rows


def row(window: str, kind: str, moves: Sequence[Busy]) -> Row:
    clock = np.array([each.clock for each in moves])
    processor = np.array([each.processor for each in moves])
    total = float(np.median([each.total for each in moves]))
    return [
        *(window, kind, len(moves)),
        *(round(float(value), 1) for value in np.percentile(clock, [50, 99])),
        f"{np.mean(clock <= FRAME):.0%}",
        *(round(float(value), 1) for value in np.percentile(processor, [50, 99])),
        f"{np.mean(processor <= FRAME):.0%}",
        round(total, 1),
    ]


KINDS = {
    "slow phone": "Slow phone: Chromium slows the thread that runs the page to a quarter.",
    "desktop, everything laid out": "Everything laid out: the same page without folding, and with "
    "segments laid out that nobody sees.",
}
"""What a window is, where its name does not say it."""


def publish_moves(name: str, title: str, rows: Sequence[Row], load: float) -> None:
    measured = {row[0] for row in rows}
    publish(
        name,
        title=title,
        command=COMMAND,
        columns=[
            *("window", "moves", "n", "median ms", "99% ms", "within a frame"),
            *("median CPU ms", "99% CPU ms", "CPU within a frame", "CPU ms of all frames"),
        ],
        rows=rows,
        notes=[
            "A move is drawn over several frames. The longest stretch that Chromium is busy with "
            "script, style, layout and paint, in the middle of the text, until the page is still; "
            f"a frame of a screen with 60 of them a second lasts {FRAME:.1f} ms.",
            *(said for window, said in KINDS.items() if window in measured),
            f"Load of the machine when it began: {load:.1f}. {machine()}, at commit {commit()}.",
        ],
    )


def measure_levels(result: SegmentedText, rounds: int) -> None:
    publish(
        "slider",
        title=f"The levels of {result.n_units:,} sentences, for a slider",
        command=COMMAND,
        columns=["what", "levels", "CPU s", "bytes", "bytes as whole lists"],
        rows=levels_rows(result, rounds),
        notes=[
            f"The least of {rounds} rounds, vectors known; the whole path once.",
            f"{machine()}, at commit {commit()}.",
        ],
    )


def measure_report(browser: Browser, result: SegmentedText) -> None:
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.html"
        write_atomically(report, as_html(result, "transcript"))
        uri = report.as_uri()
        kinds = [(window, False) for window in WINDOWS] + [("desktop", True)]
        rows = [
            row for kind in kinds for row in dragged(browser, lambda page: page.goto(uri), *kind)
        ]
    title = f"The longest frame of a move of the slider, {result.n_units:,} sentences"
    publish_moves("dragging", title, rows, load)


def measure_page(browser: Browser, text: str) -> None:
    load = os.getloadavg()[0]
    with served() as port:
        address = f"http://127.0.0.1:{port}"
        rows = [
            row
            for window in ("desktop", "phone")
            for row in dragged(browser, lambda page: paste(page, address, text), window)
        ]
    n_lines = len(text.splitlines())
    title = f"The longest frame of a move of the slider of the server's page, {n_lines:,} sentences"
    publish_moves("dragging_page", title, rows, load)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--page", action="store_true", help="the page of the server alone")
    chosen = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("no Chromium here; `make chromium` installs it where apt-get may be used")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        if not chosen.page:
            result = segment(transcript(), Settings(unit=Lines()))
            measure_levels(result, chosen.rounds)
            measure_report(browser, result)
        measure_page(browser, transcript())
        browser.close()


if __name__ == "__main__":
    main()
