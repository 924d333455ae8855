"""How long Chromium's page is busy at a stretch while a slider moves.

In:  a page, and the values that its slider is moved to.
Out: for each of them the longest task of the thread that runs the page, and all of them together,
     until the page is still: milliseconds on the clock and on the processor.

A task is everything the thread does without a break: the script of a frame with the style, layout
and paint that follow from it.  One that is longer than a frame is a frame that nobody sees.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page

CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline", "blink.user_timing"]
TASK = "RunTask"

MOVE = """async (index) => {
  const slider = document.getElementById('granularity'), main = document.querySelector('main');
  const frame = () => new Promise(requestAnimationFrame);
  performance.mark('moved');
  slider.value = index;
  slider.dispatchEvent(new Event('input', {bubbles: true}));
  // What is done at rest begins 120 ms after the last move.
  const rest = performance.now() + 200;
  while (performance.now() < rest || main.hasAttribute('aria-busy')) await frame();
  for (let still = 0; still < 8; still += 1) await frame();
  performance.mark('still');
}"""


@dataclass(frozen=True, slots=True)
class Busy:
    """Milliseconds of one move: its longest task by the clock and the processor, and all tasks."""

    clock: float
    processor: float
    total: float


def busy_times(browser: Browser, page: Page, values: Sequence[int]) -> list[Busy]:
    """One for each value that the slider is moved to."""
    browser.start_tracing(page=page, categories=CATEGORIES)
    for value in values:
        page.evaluate(MOVE, value)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    marks = sorted((each for each in events if _is_mark(each)), key=lambda each: each["ts"])
    thread = (marks[0]["pid"], marks[0]["tid"])
    tasks = [
        each
        for each in events
        if each["name"] == TASK and each["ph"] == "X" and (each["pid"], each["tid"]) == thread
    ]
    return [
        _busy([task for task in tasks if start["ts"] <= task["ts"] < end["ts"]])
        for start, end in zip(marks[::2], marks[1::2], strict=True)
    ]


def _is_mark(event: dict[str, Any]) -> bool:
    return event.get("cat") == "blink.user_timing" and event["name"] in ("moved", "still")


def _busy(tasks: Sequence[dict[str, Any]]) -> Busy:
    # The shortest ones have no time of the processor.
    processor = [task.get("tdur", 0) / 1000 for task in tasks]
    clock = max(task["dur"] for task in tasks) / 1000
    return Busy(clock=clock, processor=max(processor), total=sum(processor))
