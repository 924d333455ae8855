"""Every format that can be read, in the order in which they are tried.

In:  a source, or the name of a format.
Out: the ``Format`` that reads it.

A format is recognised by what a file holds, not by how it is called.  One that is told apart
by a signature comes before one that is told apart by the look of its lines; plain text is last.
"""

from collections.abc import Callable
from dataclasses import dataclass

from embed_kcpd.errors import OptionsError
from embed_kcpd.readers import plain
from embed_kcpd.readers.chats import discord, messenger, slack, telegram, whatsapp
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.options import COLUMNS, DATES
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.streams import feeds, json_feed, jsonl, mail, parquet, tables
from embed_kcpd.readers.texts import docx, epub, html, markdown, pdf
from embed_kcpd.readers.transcripts import (
    podcast_html,
    podcast_json,
    sbv,
    subrip,
    timed_text,
    timed_xml,
    webvtt,
    whisper,
    whisper_table,
    youtube_json,
)


@dataclass(frozen=True, slots=True)
class Format:
    """A way to read a file.

    ``recognises`` is quick and never raises; ``read`` raises ``InputError`` with file, line and
    what was expected there.  ``options`` are the fields of ``ReadOptions`` that it uses.
    """

    name: str
    description: str
    recognises: Callable[[Source], bool]
    read: Callable[[Source], Document]
    options: tuple[str, ...] = ()


PLAIN = Format(plain.NAME, "plain text", lambda _: True, plain.read_plain)
"""What a file is taken for that no other format recognises."""

TRANSCRIPTS: tuple[Format, ...] = (
    Format(webvtt.NAME, "WebVTT captions", webvtt.is_webvtt, webvtt.read_webvtt),
    Format(
        whisper_table.NAME,
        "table of the Whisper family",
        whisper_table.is_whisper_table,
        whisper_table.read_whisper_table,
    ),
    Format(
        youtube_json.NAME,
        "captions of YouTube (json3)",
        youtube_json.is_youtube_json,
        youtube_json.read_youtube_json,
    ),
    Format(
        podcast_json.NAME,
        "JSON transcript of Podcasting 2.0",
        podcast_json.is_podcast_json,
        podcast_json.read_podcast_json,
    ),
    Format(whisper.NAME, "JSON of the Whisper family", whisper.is_whisper, whisper.read_whisper),
    Format(
        timed_xml.NAME,
        "captions of YouTube (timedtext) or Podlove",
        timed_xml.is_timed_xml,
        timed_xml.read_timed_xml,
    ),
    Format(
        podcast_html.NAME,
        "HTML transcript of a podcast",
        podcast_html.is_podcast_html,
        podcast_html.read_podcast_html,
    ),
    Format(subrip.NAME, "SubRip subtitles", subrip.is_subrip, subrip.read_subrip),
    Format(sbv.NAME, "SBV captions", sbv.is_sbv, sbv.read_sbv),
)
"""Recordings; lines with times are tried after chats, whose lines have dates as well."""

TIMED_TEXT = Format(
    timed_text.NAME,
    "lines such as [00:12:34] Name: words",
    timed_text.is_timed_text,
    timed_text.read_timed_text,
)

CHATS: tuple[Format, ...] = (
    Format(slack.NAME, "Slack export", slack.is_slack, slack.read_slack),
    Format(
        discord.NAME,
        "Discord channel of DiscordChatExporter",
        discord.is_discord,
        discord.read_discord,
    ),
    Format(telegram.NAME, "Telegram export", telegram.is_telegram, telegram.read_telegram),
    Format(
        messenger.NAME,
        "Messenger or Instagram conversation",
        messenger.is_messenger,
        messenger.read_messenger,
    ),
    Format(whatsapp.NAME, "WhatsApp export", whatsapp.is_whatsapp, whatsapp.read_whatsapp, DATES),
)
"""Messages of several people."""

TEXTS = (
    Format(pdf.NAME, "PDF (extra pdf)", pdf.is_pdf, pdf.read_pdf),
    Format(docx.NAME, "Word document", docx.is_docx, docx.read_docx),
    Format(epub.NAME, "EPUB book", epub.is_epub, epub.read_epub),
    Format(html.NAME, "main text of an HTML page", html.is_html, html.read_html),
    Format(html.WHOLE_NAME, "all of an HTML page", lambda _: False, html.read_html_whole),
    Format(markdown.NAME, "Markdown", markdown.is_markdown, markdown.read_markdown),
)
"""Documents that people write."""

STREAMS: tuple[Format, ...] = (
    Format(
        parquet.NAME,
        "Parquet table",
        parquet.is_parquet,
        parquet.read_parquet,
        COLUMNS,
    ),
    Format(feeds.NAME, "RSS or Atom feed", feeds.is_feed, feeds.read_feed, DATES),
    Format(
        json_feed.NAME,
        "JSON Feed",
        json_feed.is_json_feed,
        json_feed.read_json_feed,
        DATES,
    ),
    Format(mail.MBOX_NAME, "folder of mails", mail.is_mbox, mail.read_mbox, DATES),
    Format(mail.MAIL_NAME, "mail", mail.is_mail, mail.read_mail, DATES),
    Format(jsonl.NAME, "JSON Lines", jsonl.is_jsonl, jsonl.read_jsonl, COLUMNS),
    Format(
        tables.CSV_NAME,
        "comma-separated values",
        tables.is_csv,
        tables.read_csv,
        COLUMNS,
    ),
    Format(
        tables.TSV_NAME,
        "tab-separated values",
        tables.is_tsv,
        tables.read_tsv,
        COLUMNS,
    ),
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
