"""The script of the report, and what it is told.

In:  a view of the result.
Out: one inline script; the values it redraws the page from.
"""

import json

from embed_kcpd.outputs.report.frame import FOLDER, resource
from embed_kcpd.outputs.report.parts import HUES, percent
from embed_kcpd.outputs.report.strip import (
    CROWDED,
    LABEL_WIDTH,
    MANY_STEMS,
    NARROW,
    PHONE_LABEL_WIDTH,
)
from embed_kcpd.outputs.report.text import FOLDED, LONG, note
from embed_kcpd.outputs.report.times import unit_times
from embed_kcpd.outputs.report.view import View, sections_of
from embed_kcpd.outputs.slider import levels_values
from embed_kcpd.result.certainty import LIKELY, SURE, certainty

SHARED_SCRIPTS = (
    "levels.js",
    "segments.js",
    "sections.js",
    "text.js",
    "crowded.js",
    "strip.js",
    "contents.js",
    "matrix.js",
    "viewer.js",
    "steady.js",
)
"""Files that draw a text, in the order in which they are loaded; the server's page has them too."""

SCRIPTS = (*SHARED_SCRIPTS, "report.js")
"""Files that make the one script of the report."""

DRAWING: dict[str, object] = {
    "certainty": [[100 * least, certainty(least)] for least in (SURE, LIKELY)],
    "hues": HUES,
    "crowded": CROWDED,
    "many_stems": MANY_STEMS,
    "narrow": NARROW,
    "label": LABEL_WIDTH,
    "phone_label": PHONE_LABEL_WIDTH,
    "long": LONG,
    "folded": FOLDED,
}
"""What the script knows before it knows a text."""

NAMED_UNITS = 12_000
"""Units that are read for titles of other levels; a longer text has titles at fewer levels."""


def script() -> str:
    """The text of the script."""
    return "\n".join(resource(FOLDER, name) for name in SCRIPTS)


def script_data(view: View) -> str:
    """The values as JSON that can stand inside a script element."""
    values = {**view_values(view), "titles": _titles(view)}
    written = json.dumps(values, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return written.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def view_values(view: View) -> dict[str, object]:
    """What the script draws from, without the titles of levels beside the default."""
    result = view.result
    posterior = result.segmentation.confidence
    times = unit_times(result.places)
    return {
        "n_units": result.n_units,
        "unit": view.unit,
        "levels": levels_values(view.levels),
        "titles": {},
        "own": {
            "starts": view.starts,
            "titles": result.titles,
            "notes": [note(result, segment) for segment in result.segments],
        },
        "parts": {"starts": view.parts, "titles": view.part_titles},
        "sections": sections_of(view.headings),
        "near": None if posterior is None else [percent(chance) for chance in posterior.near],
        "when": None
        if times is None
        else {"kind": times.kind, "start": times.start, "end": times.end},
        **DRAWING,
    }


def _titles(view: View) -> dict[int, list[str]]:
    """Titles of the levels beside the default: stable ones first, then the nearest ones."""
    levels, own = view.levels.levels, view.levels.default
    others = [index for index in range(len(levels)) if index != own]
    others.sort(key=lambda index: (not levels[index].is_stable, abs(index - own)))
    named = others[: NAMED_UNITS // max(1, view.result.n_units)]
    return {
        index: [title.text for title in view.level_titles.between(levels[index].boundaries)]
        for index in sorted(named)
    }
