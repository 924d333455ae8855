"""Damaged exports of chats."""

import json

from embed_kcpd.evidence.silences import chat_prices
from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import Source
from reader_files import changed, changed_archive, zipped
from test_chats import (
    DISCORD,
    DISCORD_TEXT,
    GOOGLE_CHAT,
    IRC,
    MATRIX,
    MESSENGER,
    SLACK,
    SLACK_DAY,
    TELEGRAM,
    TELEGRAM_PAGE,
    WEECHAT,
    WHATSAPP,
)
from test_line_chat import ENGLISH, JAPANESE
from test_signal_chat import BACKUP, EXPORT, MARKDOWN, SHORT, WITH_FIELDS
from test_teams_chat import ANNOUNCED, BRACKETED, ON_ONE_LINE
from test_zoom_chat import ABOVE, BESIDE, BETWEEN_TABS

FILES = {
    "discord": json.dumps(DISCORD).encode(),
    "discord-text": DISCORD_TEXT.encode(),
    "google-chat": json.dumps(GOOGLE_CHAT).encode(),
    "irc": (IRC + WEECHAT).encode(),
    "line": (JAPANESE + ENGLISH).encode(),
    "matrix": json.dumps(MATRIX).encode(),
    "messenger": json.dumps(MESSENGER).encode(),
    "signal": WITH_FIELDS.encode(),
    "signal-json": EXPORT.encode(),
    "slack": json.dumps(SLACK_DAY).encode(),
    "teams-chat": (ANNOUNCED + ON_ONE_LINE + BRACKETED).encode(),
    "telegram": json.dumps(TELEGRAM).encode(),
    "telegram-html": TELEGRAM_PAGE.encode(),
    "whatsapp": WHATSAPP.encode(),
    "zoom-chat": (ABOVE + BESIDE + BETWEEN_TABS).encode(),
}
IN_LINES = {"short": SHORT.encode(), "markdown": MARKDOWN.encode(), "backup": BACKUP.encode()}
"""Other layouts of Signal."""

ARCHIVE = zipped(SLACK)


def chats(draw, _):
    name = draw.choice(sorted(FILES))
    is_archive = name == "slack" and draw.random() < 0.5
    sample = draw.choice([FILES[name], *IN_LINES.values()]) if name == "signal" else FILES[name]
    data = changed_archive(draw, ARCHIVE) if is_archive else changed(draw, sample)
    document = read_source(Source("file", data), draw.choice([name, name, None]))
    assert all(piece.text.strip() for piece in document.pieces)
    dates = [piece.place.date for piece in document.pieces if piece.place.date]
    assert len({piece.place.headings for piece in document.pieces}) > 1 or dates == sorted(dates)
    assert len(chat_prices([piece.place for piece in document.pieces])) == len(document.pieces)
