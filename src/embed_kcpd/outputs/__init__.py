"""A segmented text as JSON, on a terminal, as a page."""

from typing import TYPE_CHECKING

from embed_kcpd.lazy_names import lazy_names

if TYPE_CHECKING:
    from embed_kcpd.files import write_atomically
    from embed_kcpd.outputs.json_output import as_json, as_values
    from embed_kcpd.outputs.lines import as_lines, print_segments
    from embed_kcpd.outputs.report.page import as_html

__all__ = ["as_html", "as_json", "as_lines", "as_values", "print_segments", "write_atomically"]

_HOMES = {
    "as_html": "embed_kcpd.outputs.report.page",
    "as_json": "embed_kcpd.outputs.json_output",
    "as_lines": "embed_kcpd.outputs.lines",
    "as_values": "embed_kcpd.outputs.json_output",
    "print_segments": "embed_kcpd.outputs.lines",
    "write_atomically": "embed_kcpd.files",
}
"""The module that each name comes from."""

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
