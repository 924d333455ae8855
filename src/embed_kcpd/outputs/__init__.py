"""A segmented text as JSON, on a terminal, as a page."""

from embed_kcpd.files import write_atomically
from embed_kcpd.outputs.json_output import as_json, as_values
from embed_kcpd.outputs.lines import as_lines, print_segments
from embed_kcpd.outputs.report.page import as_html

__all__ = ["as_html", "as_json", "as_lines", "as_values", "print_segments", "write_atomically"]
