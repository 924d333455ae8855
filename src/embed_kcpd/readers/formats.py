"""Every format that can be read, in the order in which they are tried.

In:  a source, or the name of a format.
Out: the ``Format`` that reads it.

A format is recognised by what a file holds, not by how it is called.  One that is told apart
by a signature comes before one that is told apart by the look of its lines; plain text is last.
The code of a format is loaded when a file shows its sign (``signs.py``) or somebody names it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from embed_kcpd.errors import OptionsError
from embed_kcpd.readers import signs
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.options import COLUMNS, DATES
from embed_kcpd.readers.source import Source


@dataclass(frozen=True, slots=True)
class Format:
    """A way to read a file: the functions ``is_subject`` and ``read_subject`` of a ``module``.

    ``is_subject`` is quick and never raises, and is only asked where a file ``shows`` the sign
    of the format.  ``read_subject`` raises ``InputError`` with file, line and what was expected
    there.  ``options`` are the fields of ``ReadOptions`` that it uses.
    """

    name: str
    description: str
    module: str
    subject: str
    shows: Callable[[Source], bool]
    options: tuple[str, ...] = ()

    def recognises(self, source: Source) -> bool:
        return self.shows(source) and self.recogniser(source)

    def read(self, source: Source) -> Document:
        return self.reader(source)

    @property
    def recogniser(self) -> Callable[[Source], bool]:
        return cast(Callable[[Source], bool], self._function(f"is_{self.subject}"))

    @property
    def reader(self) -> Callable[[Source], Document]:
        return cast(Callable[[Source], Document], self._function(f"read_{self.subject}"))

    def _function(self, name: str) -> object:
        function: object = getattr(import_module(f"embed_kcpd.readers.{self.module}"), name)
        return function


PLAIN = Format("text", "plain text", "plain", "plain", signs.always)
"""What a file is taken for that no other format recognises."""

TRANSCRIPTS: tuple[Format, ...] = (
    Format("webvtt", "WebVTT captions", "transcripts.webvtt", "webvtt", signs.begins_webvtt),
    Format(
        "ass",
        "SubStation Alpha subtitles (ASS, SSA)",
        "transcripts.substation",
        "substation",
        signs.begins_script_info,
    ),
    Format(
        "whisper-tsv",
        "table of the Whisper family",
        "transcripts.whisper_table",
        "whisper_table",
        signs.begins_with_start,
    ),
    Format(
        "youtube-json",
        "captions of YouTube (json3)",
        "transcripts.youtube_json",
        "youtube_json",
        signs.begins_json,
    ),
    Format(
        "podcast-json",
        "JSON transcript of Podcasting 2.0",
        "transcripts.podcast_json",
        "podcast_json",
        signs.begins_json,
    ),
    Format(
        "assemblyai",
        "JSON of AssemblyAI",
        "transcripts.assemblyai",
        "assemblyai",
        signs.begins_json,
    ),
    Format("deepgram", "JSON of Deepgram", "transcripts.deepgram", "deepgram", signs.begins_json),
    Format(
        "aws-transcribe",
        "JSON of Amazon Transcribe",
        "transcripts.aws_transcribe",
        "aws_transcribe",
        signs.begins_json,
    ),
    Format(
        "google-speech",
        "JSON of Google Speech-to-Text",
        "transcripts.google_speech",
        "google_speech",
        signs.begins_json,
    ),
    Format(
        "azure-speech",
        "JSON of Azure Speech",
        "transcripts.azure_speech",
        "azure_speech",
        signs.begins_json,
    ),
    Format(
        "whisper",
        "JSON of the Whisper family",
        "transcripts.whisper",
        "whisper",
        signs.begins_json,
    ),
    Format(
        "caption-xml",
        "captions of YouTube (timedtext), TTML or Podlove",
        "transcripts.timed_xml",
        "timed_xml",
        signs.begins_tag,
    ),
    Format(
        "podcast-html",
        "HTML transcript of a podcast",
        "transcripts.podcast_html",
        "podcast_html",
        signs.begins_tag,
    ),
    Format(
        "transcript-table",
        "table with start, end and text (CSV, TSV)",
        "transcripts.timed_table",
        "timed_table",
        signs.has_timed_columns,
        ("text_column",),
    ),
    Format(
        "docx-transcript",
        "transcript in a Word document (Teams)",
        "transcripts.word_transcript",
        "word_transcript",
        signs.is_archive,
    ),
    Format("srt", "SubRip subtitles", "transcripts.subrip", "subrip", signs.has_arrow),
    Format("sbv", "SBV captions", "transcripts.sbv", "sbv", signs.has_clock),
)
"""Recordings; lines with times are tried after chats, whose lines have dates as well."""

TIMED_TEXT = Format(
    "timed-text",
    "lines such as [00:12:34] Name: words",
    "transcripts.timed_text",
    "timed_text",
    signs.has_clock_or_speaker,
)

CHATS: tuple[Format, ...] = (
    Format("slack", "Slack export", "chats.slack", "slack", signs.is_archive_or_json),
    Format(
        "discord",
        "Discord channel of DiscordChatExporter",
        "chats.discord",
        "discord",
        signs.begins_json,
    ),
    Format(
        "discord-text",
        "Discord channel of DiscordChatExporter (text)",
        "chats.discord_text",
        "discord_text",
        signs.begins_frame,
        DATES,
    ),
    Format("telegram", "Telegram export", "chats.telegram", "telegram", signs.begins_json),
    Format(
        "telegram-html",
        "Telegram export (HTML)",
        "chats.telegram_html",
        "telegram_html",
        signs.begins_tag,
        DATES,
    ),
    Format(
        "messenger",
        "Messenger or Instagram conversation",
        "chats.messenger",
        "messenger",
        signs.begins_json,
    ),
    Format(
        "google-chat",
        "Google Chat conversation",
        "chats.google_chat",
        "google_chat",
        signs.begins_json,
    ),
    Format("matrix", "Matrix room of Element", "chats.matrix", "matrix", signs.begins_json),
    Format("zoom-chat", "chat of a Zoom meeting", "chats.zoom", "zoom", signs.has_zoom_message),
    Format(
        "signal",
        "Signal chat (plain text, Markdown)",
        "chats.signal_text",
        "signal_text",
        signs.begins_signal_message,
    ),
    Format(
        "signal-json",
        "Signal export (main.jsonl)",
        "chats.signal_json",
        "signal_json",
        signs.begins_json,
    ),
    Format(
        "teams-chat",
        "messages copied from Microsoft Teams",
        "chats.teams",
        "teams",
        signs.has_clock_at_end,
        DATES,
    ),
    Format("line", "LINE chat history", "chats.line", "line", signs.has_clock_and_tab, DATES),
    Format("irc", "log of an IRC channel", "chats.irc", "irc", signs.has_clock_and_nick),
    Format(
        "whatsapp",
        "WhatsApp export",
        "chats.whatsapp",
        "whatsapp",
        signs.is_archive_or_dated,
        DATES,
    ),
)
"""Messages of several people."""

TEXTS: tuple[Format, ...] = (
    Format("pdf", "PDF (extra pdf)", "texts.pdf", "pdf", signs.has_pdf_mark),
    Format("docx", "Word document", "texts.docx", "docx", signs.is_archive),
    Format("odt", "OpenDocument text", "texts.odt", "odt", signs.is_archive_or_tag),
    Format("odp", "OpenDocument presentation", "texts.odp", "odp", signs.is_archive_or_tag),
    Format("pptx", "PowerPoint presentation", "texts.pptx", "pptx", signs.is_archive),
    Format("rtf", "Rich Text Format (RTF)", "texts.rtf", "rtf", signs.begins_rtf),
    Format("epub", "EPUB book", "texts.epub", "epub", signs.is_archive),
    Format("html", "main text of an HTML page", "texts.html", "html", signs.is_page),
    Format("html-whole", "all of an HTML page", "texts.html", "html_whole", signs.never),
    Format(
        "notebook",
        "Jupyter notebook",
        "texts.notebook",
        "notebook",
        signs.names_notebook_or_begins_json,
    ),
    Format("latex", "LaTeX", "texts.latex", "latex", signs.has_latex),
    Format("rst", "reStructuredText", "texts.rst", "rst", signs.has_rst),
    Format("markdown", "Markdown", "texts.markdown", "markdown", signs.has_markdown),
)
"""Documents that people write."""

STREAMS: tuple[Format, ...] = (
    Format("parquet", "Parquet table", "streams.parquet", "parquet", signs.is_parquet, COLUMNS),
    Format("feed", "RSS or Atom feed", "streams.feeds", "feed", signs.begins_tag, DATES),
    Format("json-feed", "JSON Feed", "streams.json_feed", "json_feed", signs.begins_json, DATES),
    Format("mbox", "mailbox (mbox)", "streams.mail", "mbox", signs.has_mail_headers, DATES),
    Format("mail", "mail", "streams.mail", "mail", signs.has_mail_headers, DATES),
    Format(
        "x-archive",
        "archive of an account of X, or its tweets.js",
        "streams.x_archive",
        "x_archive",
        signs.is_archive_or_script,
        DATES,
    ),
    Format(
        "json-list",
        "JSON list of posts",
        "streams.json_list",
        "json_list",
        signs.begins_json,
        COLUMNS,
    ),
    Format("jsonl", "JSON Lines", "streams.jsonl", "jsonl", signs.begins_json, COLUMNS),
    Format("csv", "comma-separated values", "streams.tables", "csv", signs.has_columns, COLUMNS),
    Format("tsv", "tab-separated values", "streams.tables", "tsv", signs.has_columns, COLUMNS),
)
"""Dated posts; tables are last since only the look of their lines tells them."""

FORMATS: tuple[Format, ...] = (*TRANSCRIPTS, *CHATS, *STREAMS, TIMED_TEXT, *TEXTS, PLAIN)


def recognised_format(source: Source) -> Format:
    """The first format that recognises the source."""
    return next(each for each in FORMATS if each.recognises(source))


def named_format(name: str) -> Format:
    """The format of this name.

    >>> named_format("html").description
    'main text of an HTML page'
    """
    for each in FORMATS:
        if each.name == name:
            return each
    names = ", ".join(each.name for each in FORMATS)
    raise OptionsError(f"there is no format {name!r}; choose one of: {names}")
