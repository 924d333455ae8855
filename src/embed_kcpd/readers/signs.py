"""What a file of some format shows in its first bytes or in its name.

In:  a source.
Out: whether a format is worth asking; a format that would recognise the source always is.

A plain text shows none of these signs, so that no other format is loaded for it.
"""

import re

from embed_kcpd.readers.source import Source
from embed_kcpd.readers.streams.column_names import looks_like_posts
from embed_kcpd.readers.transcripts.timed_columns import timed_columns

_CLOCK = re.compile(r"[0-9]:[0-9]")
_CLOCK_AND_NICK = re.compile(
    r"[0-9]:[0-9]{2}(?:Z|[+-][0-9:]{4,6})?\]?(?:[ \t]+<|\t[^\t\r\n]{0,42}\t)"
)
_ZOOM_MESSAGE = re.compile(r":[0-9]{2}(?:[ \t]+(?:From|Von|De|Da)[ \t]|\t[^\t\r\n]{1,100}:\t)")
_CLOCK_AND_TAB = re.compile(r"[0-9]:[0-5][0-9](?: ?[AaPp][Mm])?\t")
_CLOCK_AT_END = re.compile(r"[0-9][:.][0-5][0-9][^\r\n\]]{0,8}(?:\s*(?:[\r\n]|\Z)|\])")
_SIGNAL_MESSAGE = re.compile(
    r"^\s*(?:Conversation: |[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2} "
    r"|\[[0-9]{4}-[0-9]{2}-[0-9]{2},? [0-9]{2}:[0-9]{2}|\[[^\W\d]{3,5}\.? [0-9]{2}, [0-9]{4} )"
)
_MAIL_HEADER = re.compile(r"^(?:from|date|subject|message-id|received|to):", re.I | re.M)
_HEADING_OR_CODE = re.compile(r"^(?:#{1,6} |```|~~~)", re.MULTILINE)
_LATEX = re.compile(r"\\(?:document(?:class|style)|begin\{document|part|chapter|section)\b")
_BETWEEN_FIELDS = re.compile(r"[,;\t|]")
_QUOTED_FIELD = re.compile(r'(?:^|[,;\t|])"')
"""Such a field may go on in the next line; elsewhere in a field a quotation mark means itself."""

_LINE_BREAK = re.compile(r"[\r\n]")

PDF_WITHIN = 1024
"""Bytes in which the signature of a PDF must stand; some programs write lines before it."""

_SURE_HEADERS = 3
"""Headers that a mail has at least."""


def never(_: Source) -> bool:
    """A format that is only read where somebody names it."""
    return False


def always(_: Source) -> bool:
    """A format that takes what no other does."""
    return True


def begins_json(source: Source) -> bool:
    return source.beginning.lstrip().startswith(("{", "["))


def begins_tag(source: Source) -> bool:
    return source.beginning.lstrip().startswith("<")


def is_archive(source: Source) -> bool:
    return source.data.startswith(b"PK\x03\x04")


def is_archive_or_tag(source: Source) -> bool:
    return is_archive(source) or begins_tag(source)


def begins_rtf(source: Source) -> bool:
    return source.data.startswith(b"{\\rtf")


def is_archive_or_json(source: Source) -> bool:
    return is_archive(source) or begins_json(source)


def is_archive_or_script(source: Source) -> bool:
    """An archive, JSON, or JSON that a script of the archive of X assigns."""
    return is_archive_or_json(source) or source.beginning.lstrip().startswith("window.YTD.")


def is_parquet(source: Source) -> bool:
    return source.data.startswith(b"PAR1")


def has_pdf_mark(source: Source) -> bool:
    return b"%PDF-" in source.data[:PDF_WITHIN]


def begins_webvtt(source: Source) -> bool:
    return source.beginning.startswith("WEBVTT")


def begins_frame(source: Source) -> bool:
    """The line of equal signs above the name of a Discord server."""
    return source.beginning.lstrip().startswith("=" * 20)


def begins_script_info(source: Source) -> bool:
    """The first heading of subtitles of SubStation Alpha."""
    return source.beginning.lstrip()[:13].lower() == "[script info]"


def begins_with_start(source: Source) -> bool:
    """The first column of a table of Whisper."""
    return source.beginning.lstrip()[:6].lower() == "start\t"


def has_arrow(source: Source) -> bool:
    """The arrow between the times of a SubRip cue."""
    return "-->" in source.beginning


def has_clock(source: Source) -> bool:
    return _CLOCK.search(source.beginning) is not None


def has_clock_and_nick(source: Source) -> bool:
    """A name in angle brackets behind a clock, as in a log of IRC."""
    return _CLOCK_AND_NICK.search(source.beginning) is not None


def has_zoom_message(source: Source) -> bool:
    """A clock, and who writes to whom; or a clock and a name between tabs."""
    return _ZOOM_MESSAGE.search(source.beginning) is not None


def has_clock_and_tab(source: Source) -> bool:
    """A tab behind a clock, as in a history of LINE."""
    return _CLOCK_AND_TAB.search(source.beginning) is not None


def has_clock_at_end(source: Source) -> bool:
    """A clock at the end of a line or in brackets, as in a chat of Teams."""
    return _CLOCK_AT_END.search(source.beginning) is not None


def begins_signal_message(source: Source) -> bool:
    """The first message of a chat of Signal, or the name of the chat."""
    return _SIGNAL_MESSAGE.match(source.beginning) is not None


def has_clock_or_speaker(source: Source) -> bool:
    return has_clock(source) or "[SPEAKER" in source.beginning or "[Speaker" in source.beginning


def is_archive_or_dated(source: Source) -> bool:
    """A digit, or the bracket before it; marks of the direction of writing may precede both."""
    if is_archive(source):
        return True
    first = source.beginning.lstrip().lstrip("\u200e\u200f\ufeff")[:1]
    return first == "[" or first.isdigit()


def has_mail_headers(source: Source) -> bool:
    return len(_MAIL_HEADER.findall(source.beginning)) >= _SURE_HEADERS


def is_page(source: Source) -> bool:
    return begins_tag(source) or source.suffix in (".html", ".htm", ".xhtml")


def has_markdown(source: Source) -> bool:
    """A name that is not that of a text, a heading, or a fence around code."""
    if source.suffix not in ("", ".txt", ".text"):
        return True
    return _HEADING_OR_CODE.search(source.beginning) is not None


def has_latex(source: Source) -> bool:
    """The name of LaTeX, or the command that begins a document or a section."""
    return (
        source.suffix in (".tex", ".latex", ".ltx") or _LATEX.search(source.beginning) is not None
    )


def has_rst(source: Source) -> bool:
    """The name of reStructuredText, or the dots before a directive and the colons behind it."""
    beginning = source.beginning
    return source.suffix in (".rst", ".rest") or (".. " in beginning and "::" in beginning)


def names_notebook_or_begins_json(source: Source) -> bool:
    return source.suffix == ".ipynb" or begins_json(source)


def has_columns(source: Source) -> bool:
    """The name of a table, a first line of column names, or one with a field in quotes; Excel's."""
    if source.suffix in (".csv", ".tsv", ".tab") or source.options.text_column is not None:
        return True
    first = _first_line(source)
    if first.startswith("sep="):
        return True
    return _QUOTED_FIELD.search(first) is not None or looks_like_posts(_BETWEEN_FIELDS.split(first))


def has_timed_columns(source: Source) -> bool:
    """The sign of a table, or a first line with the columns of a transcript."""
    if has_columns(source):
        return True
    names = _BETWEEN_FIELDS.split(_first_line(source))
    return timed_columns(names) is not None


def _first_line(source: Source) -> str:
    return _LINE_BREAK.split(source.beginning.lstrip("\r\n"), maxsplit=1)[0]
