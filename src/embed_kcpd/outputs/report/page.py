"""The report: one self-contained page that shows how a text was cut.

In:  a segmented text and its name.
Out: HTML without anything to fetch, and one script; the page itself forbids all others.

The page is complete without its script, which adds a slider over the granularity and links the
similarity matrix with the text.  What stands beside the text is a row of panels, each a function
of the view that gives HTML or nothing.  A new one is added to ``PANELS`` and nowhere else.
"""

from collections.abc import Callable

from embed_kcpd.errors import InputError
from embed_kcpd.outputs.report.chances import chances
from embed_kcpd.outputs.report.contents import contents
from embed_kcpd.outputs.report.frame import framed
from embed_kcpd.outputs.report.granularity import granularity_panel
from embed_kcpd.outputs.report.panels import made_how, similarity
from embed_kcpd.outputs.report.script import script, script_data
from embed_kcpd.outputs.report.strip import strip_of
from embed_kcpd.outputs.report.text import text_of
from embed_kcpd.outputs.report.view import View, view_of
from embed_kcpd.result.explanation import counted
from embed_kcpd.result.segmented_text import SegmentedText, check_result
from embed_kcpd.text.language import UNKNOWN

PANELS: tuple[Callable[[View], str], ...] = (
    contents,
    similarity,
    granularity_panel,
    chances,
    made_how,
)


def as_html(result: SegmentedText, name: str = "Untitled text") -> str:
    """The whole page; ``name`` is its heading."""
    check_result(result)
    if not isinstance(name, str):
        raise InputError(f"name must be a string, got {name!r:.60}")
    view = view_of(result)
    panels = "\n".join(filter(None, (panel(view) for panel in PANELS)))
    return framed(
        f'{strip_of(view)}<div class="columns">\n'
        f'<aside aria-label="About the segments"><div class="beside">\n{panels}\n</div></aside>\n'
        f"<main>\n{text_of(view)}\n</main>\n</div>",
        name=name,
        found=counted(len(result.segments), "segment"),
        text=counted(result.n_units, view.unit),
        language=_language(result),
        script=script(),
        data=script_data(view),
    )


def _language(result: SegmentedText) -> str:
    """The language of the text; where none is known, browsers read it by the user's own."""
    language = result.provenance.get("language")
    code = language.get("code") if isinstance(language, dict) else None
    return code if isinstance(code, str) and code != UNKNOWN else ""
