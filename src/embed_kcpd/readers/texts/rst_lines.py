"""Lines of reStructuredText, and what stands at their beginning.

In:  the text of a file.
Out: its lines with their indentation and place, and the patterns of what begins with them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from embed_kcpd.text.places import SourceSpan

ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*\Z")
MARKER = re.compile(
    r"(?:[-*+\u2022\u2023\u2043]|\(?(?:\d{1,9}|#|[A-Za-z]|[ivxlcdmIVXLCDM]{1,9})\)"
    r"|(?:\d{1,9}|#|[A-Za-z])\.|(?:[ivxlcdm]{2,9}|[IVXLCDM]{2,9})\.)(?: +(?=\S)|\Z)"
)
BULLET = re.compile(r"[-*+\u2022\u2023\u2043](?: |\Z)")
FIELD = re.compile(r":(?![:\s])((?:[^:\\\n]|\\.|:(?![\s`]|\Z)){1,200}):(?=\s|\Z)[ \t]*")
EXPLICIT = re.compile(r"\.\.(?:\s+|\Z)")
DIRECTIVE = re.compile(r"((?:[A-Za-z][\w.+:-]*?))\s?::(?:[ \t]+|\Z)")
SUBSTITUTION = re.compile(r"\|([^|\s](?:[^|\n]{0,200}[^|\s])?)\|\s+")
NOTE = re.compile(r"\[(?:\d{1,9}|#[\w.-]*|\*|[^\W\d_][\w.:+-]*)\](?:\s+|\Z)")
ANONYMOUS = re.compile(r"__(?:\s|\Z)")
DOCTEST = re.compile(r">>>(?:\s|\Z)")
LINE_BLOCK = re.compile(r"\|(?: +|\Z)")
GRID = re.compile(r"\+[-=+]*-[-=+]*\+\Z")
BORDER = re.compile(r"=+(?: +=+)+\Z")
OPTION = re.compile(
    r"(?:--?|/)[A-Za-z?][\w-]*(?:[ =][<\w>-]+)?(?:, (?:--?|/)[^,]{1,40}?)*(?:  |\Z)"
)

_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_TAB = 8


@dataclass(frozen=True, slots=True)
class Line:
    """A line: ``content`` without white space around it, which begins ``indent`` columns in."""

    content: str
    indent: int
    start: int
    end: int

    @property
    def is_blank(self) -> bool:
        return not self.content

    def after(self, width: int) -> "Line":
        """The line without its first ``width`` characters, as if it began behind them."""
        rest = self.content[width:].lstrip()
        skipped = len(self.content) - len(rest)
        return Line(rest, self.indent + skipped, self.start + skipped, self.end)


def lines_span(lines: Sequence[Line]) -> SourceSpan:
    """Where lines that follow each other stand in the file."""
    return SourceSpan(lines[0].start, lines[-1].end)


def rst_lines(text: str) -> Iterator[Line]:
    """The lines of a file; a tab goes to the next of every eight columns."""
    at = int(text.startswith("\ufeff"))
    while at < len(text):
        match = _LINES.match(text, at)
        assert match is not None
        raw = match[0].rstrip()
        content = raw.lstrip()
        white = raw[: len(raw) - len(content)]
        end = at + len(raw)
        yield Line(content, len(white.expandtabs(_TAB)), end - len(content), end)
        at = match.end()
