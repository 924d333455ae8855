"""The report: one self-contained page that shows how a text was cut.

In:  a segmented text and its name.
Out: HTML without scripts and without anything to fetch; the page itself forbids both.

What stands beside the text is a row of panels, each a function of the result that gives HTML
or nothing.  A new one is added to ``PANELS`` and nowhere else.
"""

from collections.abc import Callable
from importlib.resources import files
from string import Template

from embed_kcpd.outputs.phrases import unit_name
from embed_kcpd.outputs.report.granularity import granularity_panel
from embed_kcpd.outputs.report.levels import chances, levels
from embed_kcpd.outputs.report.panels import contents, made_how, similarity
from embed_kcpd.outputs.report.parts import clean, hue, segment_label, share, size_of
from embed_kcpd.outputs.report.text import text_of
from embed_kcpd.result.explanation import counted
from embed_kcpd.result.segmented_text import SegmentedText
from embed_kcpd.text.language import UNKNOWN
from embed_kcpd.version import __version__

PANELS: tuple[Callable[[SegmentedText], str], ...] = (
    contents,
    levels,
    similarity,
    granularity_panel,
    chances,
    made_how,
)

CROWDED = 24
"""Segments from which on the strip has no room for numbers."""


def as_html(result: SegmentedText, name: str = "Untitled text") -> str:
    """The whole page; ``name`` is its heading."""
    segments = counted(len(result.segments), "segment")
    units = counted(result.n_units, unit_name(result))
    return Template(_resource("report.html")).substitute(
        style=_resource("report.css"),
        version=__version__,
        language=_language(result),
        name=clean(name),
        n_segments=segments,
        lede=f"{units} in <strong>{segments}</strong>",
        map=_map(result) if result.segments else "",
        panels="\n".join(filter(None, (panel(result) for panel in PANELS))),
        line_breaks="keeps-lines" if unit_name(result) in {"line", "turn"} else "flows",
        segments=text_of(result),
    )


def _map(result: SegmentedText) -> str:
    """Segments as wide as they are long; on their boundaries stems as tall as the gains."""
    crowded = " crowded" if len(result.segments) > CROWDED else ""
    blocks = [
        f'<a href="#s{number}" style="--hue:{hue(number)};flex-grow:{size_of(segment)}" '
        f'title="{segment_label(number, segment, unit_name(result))}">'
        f"{'' if crowded else number}</a>"
        for number, segment in enumerate(result.segments, 1)
    ]
    strip = f'<nav class="strip{crowded}" aria-label="Segments">{"".join(blocks)}</nav>\n'
    if not result.boundaries:
        return strip
    caption = "Segments, as wide as they are long. A stem stands on each boundary: the taller, "
    caption += "the more would be lost if the segments on its two sides were one."
    return f'{_stems(result, crowded)}{strip}<p class="caption">{caption}</p>'


def _stems(result: SegmentedText, crowded: str) -> str:
    top = max(result.gains)
    stems = [
        f'<i style="left:{100 * boundary / result.n_units:.2f}%;height:{share(gain, top):.1f}%">'
        + ("" if crowded else f"<b>{gain:.2f}</b>")
        + "</i>"
        for boundary, gain in zip(result.boundaries, result.gains, strict=True)
    ]
    return f'<div class="gains{crowded}" aria-hidden="true"><div>{"".join(stems)}</div></div>\n'


def _language(result: SegmentedText) -> str:
    """The language of the text; where none is known, browsers read it by the user's own."""
    language = result.provenance.get("language")
    code = language.get("code") if isinstance(language, dict) else None
    return clean(code) if isinstance(code, str) and code != UNKNOWN else ""


def _resource(name: str) -> str:
    return files("embed_kcpd.outputs.report").joinpath(name).read_text(encoding="utf-8")
