"""What the slider of the report costs at 3,000 sentences.

In:  a transcript of 3,000 sentences.
Out: ``benchmarks/results/slider.json``: CPU seconds and bytes of its levels, beside the whole path
     and beside lists of all boundaries; ``benchmarks/results/dragging.json``: milliseconds of a
     step of the slider in Chromium.

    make bench-slider

A step is timed inside one frame, from before the script runs until everything is laid out, and
by the CPU time of the thread that runs the page, which other programs disturb less.
"""

import argparse
import json
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
from results_file import commit, machine, publish

COMMAND = "make bench-slider"
FRAME = 1000 / 60
"""Milliseconds."""

Row = list[str | int | float]

WINDOWS = {"desktop": (1200, 900), "phone": (390, 844)}
"""Width and height."""

EVERYTHING = (
    ".segment { content-visibility: visible !important; contain-intrinsic-size: none !important; }"
    ".body { max-height: none !important; mask-image: none !important; }"
)
"""What a page without these two measures would lay out at every step."""

STEP = """async (index) => {
  const slider = document.getElementById('granularity');
  return await new Promise((done) => {
    let start;
    // Callbacks of one frame run in the order in which they were asked for.
    requestAnimationFrame(() => { document.body.offsetHeight; start = performance.now(); });
    slider.value = index;
    slider.dispatchEvent(new Event('input', {bubbles: true}));
    requestAnimationFrame(() => {
      document.body.offsetHeight;
      done(performance.now() - start);
    });
  });
}"""

PARTS_OF_A_STEP = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
"""What Chromium calls the CPU seconds that count."""


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


def dragged(browser: Browser, report: Path, window: str, whole: bool) -> list[Row]:
    """Two rows: over all levels one by one, and between levels far apart."""
    width, height = WINDOWS[window]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(report.as_uri())
    if whole:
        page.add_style_tag(content=EVERYTHING)
    page.evaluate("document.getElementById('u1500').scrollIntoView({block: 'center'})")
    last = int(page.get_attribute("#granularity", "max") or 0)
    start = int(page.input_value("#granularity"))
    by_one = [*range(start - 1, -1, -1), *range(1, last + 1), *range(last - 1, start, -1)]
    jumps = np.random.default_rng(0).integers(0, last + 1, len(by_one)).tolist()
    shown = f"{window}, everything laid out" if whole else window
    rows = [
        row(shown, kind, steps(page, order))
        for kind, order in (("one by one", by_one), ("jumps", jumps))
    ]
    page.close()
    return rows


def steps(page: Page, order: Sequence[int]) -> list[tuple[float, float]]:
    """Milliseconds on the clock and on the processor, for each step."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def on_processor() -> float:
        found = session.send("Performance.getMetrics")["metrics"]
        return 1000 * sum(each["value"] for each in found if each["name"] in PARTS_OF_A_STEP)

    taken = []
    for index in order:
        before = on_processor()
        clock = page.evaluate(STEP, index)
        taken.append((clock, on_processor() - before))
    return taken


def row(window: str, kind: str, milliseconds: Sequence[tuple[float, float]]) -> Row:
    clock, processor = np.array(milliseconds).T
    middles = [round(float(value), 1) for value in np.percentile(clock, [50, 95])]
    busy = [round(float(value), 1) for value in np.percentile(processor, [50, 95])]
    return [window, kind, len(clock), *middles, f"{np.mean(clock <= FRAME):.0%}", *busy]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("no Chromium here; `make chromium` installs it where apt-get may be used")
    result = segment(transcript(), Settings(unit=Lines()))
    where = f"{machine()}, at commit {commit()}."
    publish(
        "slider",
        title=f"The levels of {result.n_units:,} sentences, for a slider",
        command=COMMAND,
        columns=["what", "levels", "CPU s", "bytes", "bytes as whole lists"],
        rows=levels_rows(result, chosen.rounds),
        notes=[f"The least of {chosen.rounds} rounds, vectors known; the whole path once.", where],
    )
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        report = Path(folder) / "report.html"
        write_atomically(report, as_html(result, "transcript"))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        rows = [
            row
            for window in WINDOWS
            for whole in (False, True)
            for row in dragged(browser, report, window, whole)
        ]
        browser.close()
    publish(
        "dragging",
        title=f"One step of the slider in Chromium, {result.n_units:,} sentences",
        command=COMMAND,
        columns=[
            *("window", "steps", "n", "median ms", "95% ms", "within a frame"),
            *("median CPU ms", "95% CPU ms"),
        ],
        rows=rows,
        notes=[
            "Script, style and layout of one frame, in the middle of the text; a frame of a "
            f"screen with 60 of them a second lasts {FRAME:.1f} ms.",
            "Everything laid out: the same page without folding, and with segments laid out that "
            "nobody sees.",
            where,
        ],
    )


if __name__ == "__main__":
    main()
