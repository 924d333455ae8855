"""Chats to messages: authors, order, replies, service messages, dates, silences."""

import json
import math
import random
import time
from dataclasses import replace
from datetime import datetime, timezone

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd import Place, Settings
from embed_kcpd.errors import InputError
from embed_kcpd.evidence.silences import (
    FARTHEST_REPLY,
    MOST_REPLIES,
    REPLY,
    chat_prices,
    reply_prices,
    silence_prices,
)
from embed_kcpd.readers import DocumentKind, read, read_source, segment_document
from embed_kcpd.readers.source import Source
from reader_files import changed, changed_archive, read_or_refuse, real_files, zipped
from test_pipeline import SOIL, STARS

DISCORD = {
    "guild": {"name": "Club"},
    "channel": {"name": "general"},
    "messages": [
        {"id": "1", "type": "GuildMemberJoin", "timestamp": "2024-01-01T10:00:00+00:00",
         "content": "Joined the server.", "author": {"name": "ada"}},
        {"id": "2", "type": "Default", "timestamp": "2024-01-01T10:01:00.5+00:00",
         "content": "Who has seeds?", "author": {"name": "ada", "nickname": "Ada L."}},
        {"id": "3", "type": "Reply", "timestamp": "2024-01-01T10:02:00+00:00",
         "content": "I do.", "author": {"name": "ben", "nickname": ""},
         "reference": {"messageId": "2"}},
        {"id": "4", "type": "Default", "timestamp": "2024-01-01T10:03:00+00:00", "content": "",
         "author": {"name": "bot"}, "embeds": [{"title": "News", "description": "Rain."}]},
        {"id": "5", "type": "Default", "timestamp": "2024-01-01T10:04:00+00:00", "content": "",
         "author": {"name": "ada"}, "attachments": [{"url": "x"}]},
    ],
}  # fmt: skip
TELEGRAM = {
    "name": "Garden",
    "type": "private_group",
    "messages": [
        {"id": 1, "type": "service", "date": "2024-01-01T09:00:00", "actor": "Ada",
         "action": "create_group", "text": ""},
        {"id": 2, "type": "message", "date": "2024-01-01T09:01:00", "from": "Ada",
         "text": ["See ", {"type": "link", "text": "https://x.y"}, "."]},
        {"id": 3, "type": "message", "date": "2024-01-01T09:02:00", "from": None,
         "reply_to_message_id": 2, "text": "Nice"},
    ],
}  # fmt: skip
DISCORD_TEXT = f"""{"=" * 62}
Guild: Club
Channel: Text Channels / general
Topic: Beans
{"=" * 62}

[1/2/2024 10:01 AM] ada
Who has seeds?

I need [ten] of them.

[1/2/2024 10:02 AM] Ben B. (pinned)
[sic] I do.

{{Attachments}}
https://example.org/a.png

{{Reactions}}
:+1: (2)

[1/13/2024 10:03 PM] bot

{{Embed}}
News
Rain.

[1/13/2024 10:04 PM] ada

{{Stickers}}
https://example.org/b.png


{"=" * 62}
Exported 4 message(s)
{"=" * 62}
"""
IRC = """--- Log opened Mon Jan 01 00:00:12 2024
23:58 -!- ada [ada@example.org] has joined #garden
23:58 <@ada> Who has <b>seeds</b>?
23:59 < ben>   I do.
--- Day changed Tue Jan 02 2024
00:01  * ben waves
00:02 <ada> 10:30 <ben> was late
00:03 -!- ben [ben@example.org] has quit [Quit: bye]
--- Log closed Tue Jan 02 00:10:00 2024
"""
WEECHAT = (
    "2024-01-01 23:58:01\t-->\tada (ada@example.org) has joined #garden\n"
    "2024-01-01 23:58:10\t@ada\tWho has <b>seeds</b>?\n"
    "2024-01-01 23:59:00\tben\tI do.\tTen.\n"
    "2024-01-02 00:01:00\t *\tben waves\n"
    "2024-01-02 00:02:00\t--\tben is now known as benno\n"
)
TELEGRAM_PAGE = """<!DOCTYPE html>
<html><head><meta charset="utf-8"/><title>Exported Data</title></head>
<body onload="CheckLocation();"><div class="page_wrap">
<div class="page_header"><div class="content"><div class="text bold">
Garden
</div></div></div>
<div class="page_body chat_page"><div class="history">
 <div class="message service" id="message-1"><div class="body details">
1 January 2024
 </div></div>
 <div class="message service" id="message1"><div class="body details">
Ada created group &laquo;Garden&raquo;
 </div></div>
 <div class="message default clearfix" id="message2">
  <div class="pull_left userpic_wrap"><div class="userpic"><div class="initials">A</div></div></div>
  <div class="body">
   <div class="pull_right date details" title="01.01.2024 09:01:00 UTC+01:00">
09:01
   </div>
   <div class="from_name">
Ada <span class="details">via @gif</span>
   </div>
   <div class="text">
Who has <strong>seeds</strong>?<br>Peas &amp; beans.
   </div>
   <span class="reactions"><span class="reaction">5</span></span>
  </div>
 </div>
 <div class="message default clearfix joined" id="message3">
  <div class="body">
   <div class="pull_right date details" title="01.01.2024 09:02:00 UTC+01:00">09:02</div>
   <div class="text">I need ten.</div>
  </div>
 </div>
 <div class="message default clearfix" id="message4">
  <div class="body">
   <div class="pull_right date details" title="01.01.2024 09:03:00 UTC+01:00">09:03</div>
   <div class="from_name">Ben</div>
   <div class="reply_to details">In reply to <a href="#go_to_message2">this message</a></div>
   <div class="forwarded body">
    <div class="from_name">Cleo <span class="date details" title="31.12.2023 08:00:00">31.12.2023
    </span></div>
    <div class="text">I have some.</div>
   </div>
  </div>
 </div>
 <div class="message default clearfix joined" id="message5">
  <div class="body">
   <div class="pull_right date details" title="01.01.2024 09:04:00 UTC+01:00">09:04</div>
   <div class="media_wrap clearfix"><div class="media"><div class="body">
    <div class="title bold">Photo</div></div></div></div>
  </div>
 </div>
</div></div></div></body></html>
"""
MESSENGER = {
    "participants": [{"name": "Zo\u00c3\u00ab"}],
    "title": "Zo\u00c3\u00ab",
    "messages": [
        {"sender_name": "Ben", "timestamp_ms": 1700000120000, "content": "Bye", "type": "Generic"},
        {"sender_name": "Ben", "timestamp_ms": 1700000060000, "type": "Call", "content": "Called",
         "call_duration": 9},
        {"sender_name": "Zo\u00c3\u00ab", "timestamp_ms": 1700000000000, "type": "Generic",
         "content": "Gr\u00c3\u00bc\u00c3\u009fe \u00f0\u009f\u0098\u0080"},
    ],
}  # fmt: skip
GOOGLE_CHAT = {
    "messages": [
        {"creator": {"name": "Ada", "email": "a@example.org", "user_type": "Human"},
         "created_date": "Tuesday, March 5, 2024 at 10:01:02\u202fPM UTC", "text": "Who has seeds?",
         "topic_id": "t", "message_id": "r/t/1"},
        {"creator": {"email": "b@example.org"}, "text": "I do.",
         "created_date": "Tuesday, March 5, 2024 at 10:03:02\u202fPM UTC", "message_id": "r/t/2"},
        {"creator": {"name": "Ada"}, "message_state": "DELETED",
         "created_date": "Tuesday, March 5, 2024 at 10:04:02\u202fPM UTC", "message_id": "r/t/3"},
    ]
}  # fmt: skip
MATRIX = {
    "room_name": "Garden",
    "messages": [
        {"type": "m.room.member", "sender": "@a:x.org", "state_key": "@a:x.org", "event_id": "$0",
         "origin_server_ts": 1700000000000,
         "content": {"membership": "join", "displayname": "Ada"}},
        {"type": "m.room.message", "sender": "@a:x.org", "event_id": "$1",
         "origin_server_ts": 1700000060000,
         "content": {"msgtype": "m.text", "body": "Who has seeds?"}},
        {"type": "m.room.message", "sender": "@b:x.org", "event_id": "$2",
         "origin_server_ts": 1700000120000,
         "content": {"msgtype": "m.text", "body": "> <@a:x.org> Who has seeds?\n\nI do.",
                     "m.relates_to": {"m.in_reply_to": {"event_id": "$1"}}}},
        {"type": "m.room.message", "sender": "@b:x.org", "event_id": "$3",
         "origin_server_ts": 1700000130000,
         "content": {"msgtype": "m.text", "body": " * I did.",
                     "m.relates_to": {"rel_type": "m.replace", "event_id": "$2"}}},
        {"type": "m.room.message", "sender": "@b:x.org", "event_id": "$4",
         "origin_server_ts": 1700000140000, "content": {"msgtype": "m.image", "body": "a.png"}},
    ],
}  # fmt: skip
SLACK_USERS = [{"id": "U1", "name": "ada", "profile": {"display_name": "Ada"}}]
SLACK_DAY = [
    {"type": "message", "subtype": "channel_join", "user": "U1", "text": "joined", "ts": "100.1"},
    {"type": "message", "user": "U1", "text": "Hi <@U1> &amp; all", "ts": "200.1",
     "thread_ts": "200.1"},
    {"type": "message", "user": "U9", "text": "See <https://x.y|this> in <#C1|soil> <!here>",
     "ts": "300.1", "thread_ts": "200.1"},
    {"type": "message", "subtype": "bot_message", "username": "bot", "text": "", "ts": "400.1",
     "attachments": [{"pretext": "New", "text": "commit"}]},
]  # fmt: skip
SLACK = {
    "users.json": json.dumps(SLACK_USERS),
    "channels.json": "[]",
    "general/2020-01-02.json": json.dumps(SLACK_DAY),
    "general/2020-01-01.json": json.dumps([{**SLACK_DAY[1], "ts": "50.1", "text": "First"}]),
    "soil/2020-01-01.json": json.dumps([{**SLACK_DAY[1], "ts": "60.1", "text": "Other"}]),
}
WHATSAPP = (
    "30/01/19, 20:49 - Messages are end-to-end encrypted.\n"
    "30/01/19, 20:49 - Ada: Hello,\nBen!\n"
    "30/01/19, 20:51 - Ben: <Media omitted>\n"
    '30/01/19, 20:52 - Ada changed the subject to "a: b"\n'
    "31/01/19, 08:00 - Ben 🤓: Morning: already\n"
)


def texts(document):
    return [(piece.place.speaker, piece.text) for piece in document.pieces]


def as_source(value):
    return Source("chat.json", json.dumps(value).encode())


def test_every_real_file_is_read_or_refused_in_one_line():
    for path in real_files("chat"):
        read_or_refuse(path.read_bytes(), str(path))


def test_real_whatsapp_files_say_the_same_in_five_ways_of_writing_dates():
    expected = json.loads(
        next(p for p in real_files("chat/whatsapp*") if p.name == "target.json").read_text()
    )
    wanted = [(m["timestamp"], m["author"], m["message"]) for m in reversed(expected)]
    for path in real_files("chat/whatsapp*", ending=".txt"):
        document = read(path)
        own = [
            (p.place.date.isoformat(), p.place.speaker, p.text.replace("\n", " "))
            for p in document.pieces
            if p.text != "."
        ]
        assert own == wanted, path.name
        assert document.notes[-1] == "2 service messages are left out"


def test_a_real_slack_export_is_read_channel_by_channel():
    (path,) = real_files("chat", ending=".zip")

    document = read(path)

    assert document.kind is DocumentKind.chat
    rooms = [piece.place.headings for piece in document.pieces]
    assert rooms == sorted(rooms)
    assert len(rooms) + 11 == 158
    assert not any("<@" in piece.text for piece in document.pieces)


def test_slack_names_people_links_and_threads():
    document = read_source(Source("export.zip", zipped(SLACK)))

    assert texts(document) == [
        ("Ada", "First"),
        ("Ada", "Hi @Ada & all"),
        ("U9", "See this in #soil @here"),
        ("bot", "New\ncommit"),
        ("Ada", "Other"),
    ]
    assert [piece.place.reply_to for piece in document.pieces][1:3] == [None, "200.1"]
    assert document.notes == ("1 service message is left out",)
    assert document.pieces[1].place.span.part == "general/2020-01-02.json"


def test_a_folder_is_read_like_its_archive(tmp_path):
    for name, content in SLACK.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)

    document = read(tmp_path)

    assert document.format == "slack"
    assert document.pieces == read_source(Source("export.zip", zipped(SLACK))).pieces


def test_one_day_of_slack_is_a_chat():
    assert read_source(as_source(SLACK_DAY)).format == "slack"


def test_discord_has_nicknames_replies_and_what_is_embedded():
    document = read_source(as_source(DISCORD))

    assert (document.format, document.title) == ("discord", "general")
    assert texts(document) == [
        ("Ada L.", "Who has seeds?"),
        ("ben", "I do."),
        ("bot", "News\nRain."),
    ]
    assert document.pieces[1].place.reply_to == document.pieces[0].place.name == "2"
    assert document.notes == (
        "1 service message is left out",
        "1 message without text left out",
    )


def test_google_chat_has_names_and_dates():
    """It was refused as JSON of no known kind."""
    source = as_source(GOOGLE_CHAT)

    document = read_source(source)

    assert (document.format, document.kind) == ("google-chat", DocumentKind.chat)
    assert texts(document) == [("Ada", "Who has seeds?"), ("b@example.org", "I do.")]
    assert document.pieces[0].place.date.isoformat() == "2024-03-05T22:01:02+00:00"
    assert document.pieces[1].place.silence == 120.0
    assert document.notes == ("1 message without text left out",)
    spans = [piece.place.span for piece in document.pieces]
    assert [source.text[s.start : s.end] for s in spans] == ["Who has seeds?", "I do."]


def test_matrix_has_names_answers_and_nothing_twice():
    """It was refused as JSON of no known kind."""
    document = read_source(as_source(MATRIX))

    assert (document.format, document.title) == ("matrix", "Garden")
    assert texts(document) == [("Ada", "Who has seeds?"), ("@b:x.org", "I do.")]
    assert document.pieces[1].place.reply_to == document.pieces[0].place.name == "$1"
    assert document.notes == (
        "2 service messages are left out",
        "1 message without text left out",
    )


@pytest.mark.parametrize("name", ["google-chat", "matrix"])
def test_other_json_is_refused_as_a_chat_of_messages(name):
    with pytest.raises(InputError, match=r"^a\.json: expected the "):
        read_source(Source("a.json", b"[]"), name)
    with pytest.raises(InputError, match=r"^a\.json: messages: expected a list of objects"):
        read_source(Source("a.json", b"{}"), name)


def test_a_page_of_telegram_has_authors_dates_replies_and_no_page_around_them():
    """A joined message is of the author before; what is forwarded is of who forwards it."""
    source = Source("messages.html", TELEGRAM_PAGE.encode())

    document = read_source(source)

    assert (document.format, document.title) == ("telegram-html", "Garden")
    assert document.kind is DocumentKind.chat
    assert [(piece.place.speaker, piece.text) for piece in document.pieces] == [
        ("Ada", "Who has seeds?\nPeas & beans."),
        ("Ada", "I need ten."),
        ("Ben", "I have some."),
    ]
    assert [(piece.place.name, piece.place.reply_to) for piece in document.pieces] == [
        ("2", None),
        ("3", None),
        ("4", "2"),
    ]
    assert [piece.place.silence for piece in document.pieces] == [None, 60.0, 60.0]
    assert document.pieces[0].place.date.isoformat() == "2024-01-01T09:01:00+01:00"
    assert document.notes[-2:] == (
        "1 service message is left out",
        "1 message without text left out",
    )
    spans = [piece.place.span for piece in document.pieces]
    assert [source.text[span.start : span.end] for span in spans] == [
        "Who has <strong>seeds</strong>?<br>Peas &amp; beans.",
        "I need ten.",
        "I have some.",
    ]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_the_text_of_discord_has_messages_and_nothing_that_is_added_to_them(line_end):
    source = Source("general.txt", DISCORD_TEXT.replace("\n", line_end).encode())

    document = read_source(source)

    assert (document.format, document.title) == ("discord-text", "general")
    assert [(piece.place.speaker, piece.text) for piece in document.pieces] == [
        ("ada", "Who has seeds?\n\nI need [ten] of them."),
        ("Ben B.", "[sic] I do."),
        ("bot", "News\nRain."),
    ]
    assert [f"{piece.place.date:%m-%d %H:%M}" for piece in document.pieces] == [
        "01-02 10:01",
        "01-02 10:02",
        "01-13 22:03",
    ]
    assert document.notes[-1] == "1 message without text left out"
    spans = [piece.place.span for piece in document.pieces]
    assert [source.text[span.start : span.end] for span in spans] == [
        piece.text.replace("\n", line_end) for piece in document.pieces
    ]


def test_the_text_of_discord_may_stop_behind_any_line():
    lines = DISCORD_TEXT.splitlines(keepends=True)

    counts = [
        len(read_source(Source("a.txt", "".join(lines[:end]).encode())).pieces)
        for end in range(6, len(lines) + 1)
    ]

    assert (counts[0], counts[-1]) == (0, 3)
    assert counts == sorted(counts)


def test_a_text_of_discord_with_dates_nobody_can_read_is_refused():
    text = DISCORD_TEXT.replace("[1/2/2024 10:01 AM]", "[day before yesterday]")

    with pytest.raises(
        InputError, match=r"^a\.txt line 7: expected a message that begins with \[date\] name, got"
    ):
        read_source(Source("a.txt", text.encode()))


def test_other_framed_texts_are_not_taken_for_discord():
    text = f"{'=' * 62}\nChannel: general\n{'=' * 62}\n\n[1/2/2024 10:01 AM] ada\nHello.\n"

    assert read_source(Source("a.txt", text.encode())).format == "text"
    with pytest.raises(InputError, match=r"^a\.txt: expected Guild: and Channel: between two"):
        read_source(Source("a.txt", b"Hello."), "discord-text")


@pytest.mark.parametrize("before", ["", "\ufeff"])
def test_a_log_of_irc_has_nicknames_and_days(before):
    """The clock alone was read as minutes of a recording, and the names as words."""
    source = Source("garden.log", (before + IRC).encode())

    document = read_source(source)

    assert (document.format, document.kind) == ("irc", DocumentKind.chat)
    assert [(piece.place.speaker, piece.text) for piece in document.pieces] == [
        ("ada", "Who has <b>seeds</b>?"),
        ("ben", "I do."),
        ("ben", "ben waves"),
        ("ada", "10:30 <ben> was late"),
    ]
    assert [f"{piece.place.date:%d %H:%M}" for piece in document.pieces] == [
        "01 23:58",
        "01 23:59",
        "02 00:01",
        "02 00:02",
    ]
    assert document.notes == ("2 service messages are left out",)
    spans = [piece.place.span for piece in document.pieces]
    assert [source.text[s.start : s.end] for s in spans] == [p.text for p in document.pieces]


@pytest.mark.parametrize(
    ("line", "date"),
    [
        ("[2024-01-05 10:01:02] <ada> Hello {}.", "2024-01-05T10:01:02"),
        ("2024-01-05T10:01:02 <ada> Hello {}.", "2024-01-05T10:01:02"),
        ("[2024-01-05T10:01:02+0100] <ada> Hello {}.", "2024-01-05T10:01:02+01:00"),
        ("2024-01-05T10:01:02Z <ada> Hello {}.", "2024-01-05T10:01:02+00:00"),
        ("[10:01:02] <+ada> Hello {}.", None),
        ("Jan 05 10:01:02 <ada>\tHello {}.", None),
    ],
)
def test_programs_write_the_time_in_irc_as_they_like(line, date):
    text = "\n".join(line.format(number) for number in range(3))

    document = read_source(Source("a.txt", text.encode()))

    assert (document.format, len(document.pieces)) == ("irc", 3)
    assert document.pieces[2].text == "Hello 2."
    assert document.pieces[0].place.speaker == "ada"
    when = document.pieces[0].place.date
    assert (None if when is None else when.isoformat()) == date


@pytest.mark.parametrize("before", ["", "\ufeff"])
def test_a_log_of_weechat_has_names_between_tabs(before):
    """It was cut as prose."""
    source = Source("garden.weechatlog", (before + WEECHAT).encode())

    document = read_source(source)

    assert (document.format, document.notes) == ("irc", ("2 service messages are left out",))
    assert texts(document) == [
        ("ada", "Who has <b>seeds</b>?"),
        ("ben", "I do.\tTen."),
        ("ben", "ben waves"),
    ]
    assert [piece.place.silence for piece in document.pieces] == [None, 50.0, 120.0]
    spans = [piece.place.span for piece in document.pieces]
    assert [source.text[s.start : s.end] for s in spans] == [p.text for p in document.pieces]


def test_a_table_between_tabs_is_no_log_of_weechat():
    rows = WEECHAT.replace("-->", "eve").replace("--\t", "eve\t").replace(" *\tben", "ben\thm")
    table = "date\tauthor\ttext\n" + rows.replace("\tTen", " Ten")

    assert read_source(Source("a.txt", table.encode())).format == "tsv"


def test_a_log_of_hexchat_has_its_days_in_the_lines():
    """They were taken for days of the line at the top, so that the next morning came first."""
    log = (
        "**** BEGIN LOGGING AT Sun Dec 31 22:00:00 2023\n\n"
        "Dec 31 22:00:01 *\tNow talking on #garden\n"
        "Dec 31 22:00:02 *\tada (~ada@example.org) has joined\n"
        "Dec 31 23:59:00 <ada>\tHappy new year!\n"
        "Jan 01 00:01:00 *\tada gives ben a cake\n"
        "Jan 01 00:02:00 *\tben sets mode +o ada\n"
        "Jan 01 00:03:00 *\tben has quit (bye)\n"
        "Jan 01 09:00:00 <ada>\tGood morning.\n"
    )

    document = read_source(Source("garden.log", log.encode()))

    assert [(piece.text, f"{piece.place.date:%Y-%m-%d %H:%M}") for piece in document.pieces] == [
        ("Happy new year!", "2023-12-31 23:59"),
        ("ada gives ben a cake", "2024-01-01 00:01"),
        ("Good morning.", "2024-01-01 09:00"),
    ]


def test_a_clock_without_days_tells_silences_over_midnight():
    log = "23:58 <ada> Hello.\n9:58 <ben> Yes.\n23:59:30 <ada> So?\n00:01 <ben> No.\n"

    document = read_source(Source("a.log", log.encode()))

    assert [piece.place.silence for piece in document.pieces] == [None, 36_000.0, 50_490.0, 90.0]
    assert document.pieces[0].place.start_seconds == 86_280.0
    assert {piece.place.date for piece in document.pieces} == {None}


@pytest.mark.parametrize(
    "text",
    [
        "[10:01] Anna: Hello.\n[10:02] Ben: Hello.\n[10:03] Anna: Yes.\n",
        "At 10:01 <b>Anna</b> came.\nAt 10:02 <b>Ben</b> came.\n",
        "10:01 <ada> Hello.\nIt was a quote.\n\nThe text goes on.\nAnd on.\n10:02 <ben> Hi.\n",
    ],
)
def test_other_texts_with_clocks_are_no_log_of_irc(text):
    assert read_source(Source("a.txt", text.encode())).format != "irc"


def test_other_pages_are_not_taken_for_telegram():
    """Nor one of another program whose messages are divisions too."""
    page = TELEGRAM_PAGE.replace('id="message', 'id="post')

    assert read_source(Source("a.html", page.encode())).format == "html"
    with pytest.raises(InputError, match=r"^a\.html: expected messages of Telegram"):
        read_source(Source("a.html", page.encode()), "telegram-html")


def test_divisions_that_do_not_fit_are_no_error():
    for broken in ('<div class="message"><div class="text">a</div>', "</div></span>", "<br>"):
        page = TELEGRAM_PAGE.replace("<body", f"{broken}<body")

        assert len(read_source(Source("a.html", page.encode()), "telegram-html").pieces) == 3


def test_divisions_that_never_end_take_seconds():
    """All that were open were looked at for each: a page of a megabyte took minutes."""
    page = TELEGRAM_PAGE.replace("</body", "<div class=x>a" * 80_000 + "</body")
    started = time.process_time()

    assert len(read_source(Source("a.html", page.encode()), "telegram-html").pieces) == 3

    assert time.process_time() - started < 10


def test_telegram_joins_the_parts_of_a_text():
    document = read_source(as_source(TELEGRAM))

    assert (document.format, document.title) == ("telegram", "Garden")
    assert texts(document) == [("Ada", "See https://x.y."), (None, "Nice")]
    assert document.pieces[1].place.reply_to == "2"
    assert document.pieces[1].place.date == datetime(2024, 1, 1, 9, 2)


def test_all_chats_of_an_account_are_read():
    document = read_source(as_source({"about": "x", "chats": {"list": [TELEGRAM, TELEGRAM]}}))

    assert len(document.pieces) == 4
    assert document.pieces[2].place.silence == math.inf
    assert document.pieces[0].place.headings == ("Garden",)


def test_messenger_is_mended_and_turned_to_run_forward():
    document = read_source(as_source(MESSENGER))

    assert (document.format, document.title) == ("messenger", "Zoë")
    assert texts(document) == [("Zoë", "Grüße 😀"), ("Ben", "Bye")]
    assert document.pieces[0].place.date == datetime(2023, 11, 14, 22, 13, 20, tzinfo=timezone.utc)
    assert document.pieces[1].place.silence == 120.0


def test_the_newer_messenger_export_has_other_keys():
    value = {
        "participants": ["Ada", "Ben"],
        "threadName": "Two",
        "messages": [
            {"senderName": "Ada", "text": "Grün", "timestamp": 1700000000000, "type": "text"},
            {"senderName": "Ben", "text": "", "timestamp": 1700000001000, "type": "media"},
        ],
    }
    assert texts(read_source(as_source(value))) == [("Ada", "Grün")]


def test_whatsapp_keeps_lines_together_and_drops_what_nobody_wrote():
    document = read_source(Source("chat.txt", WHATSAPP.encode()))

    assert texts(document) == [("Ada", "Hello,\nBen!"), ("Ben 🤓", "Morning: already")]
    first = document.pieces[0].place
    assert WHATSAPP[first.span.start : first.span.end] == "Hello,\nBen!"
    assert document.notes[-1] == "3 service messages are left out"


def test_whatsapp_of_an_iphone():
    text = (
        "[1/2/24, 3:04:05\u202fPM] Ada: \u200eMessages are end-to-end encrypted.\r\n"
        "[1/2/24, 3:04:06\u202fPM] Ada: Hi\r\n"
        "\u200e[1/2/24, 3:05:00\u202fPM] Ben: \u200eimage omitted\r\n"
        "[1/13/24, 3:05:00\u202fPM] Ben: Bye\r\n"
    )
    document = read_source(Source("chat.txt", text.encode()))

    assert texts(document) == [("Ada", "Hi"), ("Ben", "Bye")]
    assert document.pieces[0].place.date == datetime(2024, 1, 2, 15, 4, 6)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("It rains. \u200e<This message was edited>", "It rains."),
        ("It rains. <This message was edited>", "It rains."),
        ("Es regnet. <Diese Nachricht wurde bearbeitet.>", "Es regnet."),
        ("雨です。 \u200e<このメッセージは編集されました>", "雨です。"),
        ("a <b> and <c>", "a <b> and <c>"),
        ("it <really rains>", "it <really rains>"),
    ],
)
def test_whatsapp_marks_of_edited_messages_are_no_words(message, said):
    text = f"30.01.24, 20:49 - Ada: {message}\n30.01.24, 20:50 - Ben: Yes\n"
    document = read_source(Source("chat.txt", text.encode()))

    assert texts(document) == [("Ada", said), ("Ben", "Yes")]
    span = document.pieces[0].place.span
    assert text[span.start : span.end] == said


@pytest.mark.parametrize(
    "line",
    [
        "30.01.24, 20:49 - Ada: {}",
        "30.1.2024 klo 20.49 - Ada: {}",
        "30.01.2024 20.49 - Ada: {}",
        "2024-01-30 20:49 - Ada: {}",
        "2024. 01. 30. 20:49 - Ada: {}",
        "30.01.24 г., 20:49 ч. - Ada: {}",
        "30/1/24, 8:49 p.\u00a0m. - Ada: {}",
        "30/1/24, 8:49 μ.μ. - Ada: {}",
        "2024/1/30 下午8:49 - Ada: {}",
        "[2024/1/30 午後8:49:00] Ada: {}",
        "2024. 1. 30. 오후 8:49, Ada : {}",
        "٣٠\u200f/١\u200f/٢٠٢٤، ٨:٤٩ م - Ada: {}",
    ],
)
def test_whatsapp_is_read_in_the_language_of_the_telephone(line):
    """Exports that were not recognised were cut as prose, with dates and names in it."""
    document = read_source(Source("chat.txt", "\n".join(map(line.format, "abc")).encode()))

    assert texts(document) == [("Ada", "a"), ("Ada", "b"), ("Ada", "c")]
    assert {piece.place.date for piece in document.pieces} == {datetime(2024, 1, 30, 20, 49)}


def test_midnight_and_noon_of_a_clock_of_twelve_hours():
    text = "2024/1/30 上午12:05 - Ada: 早\n2024/1/30 下午12:05 - Ada: 好\n"
    document = read_source(Source("chat.txt", text.encode()))

    assert [piece.place.date.hour for piece in document.pieces] == [0, 12]


def test_messages_taken_back_are_not_read_in_german_either():
    text = WHATSAPP.replace("<Media omitted>", "Diese Nachricht wurde gelöscht.")

    assert texts(read_source(Source("c", text.encode()))) == texts(
        read_source(Source("c", WHATSAPP.encode()))
    )


@pytest.mark.parametrize("name", ["_chat.txt", "WhatsApp-Chat mit Ada.txt"])
def test_whatsapp_is_read_from_the_zip_file_of_a_telephone(name):
    data = zipped({"photo.jpg": b"\xff\xd8", name: WHATSAPP})
    document = read_source(Source("chat.zip", data))

    assert texts(document) == texts(read_source(Source("chat.txt", WHATSAPP.encode())))
    assert document.pieces[0].place.span.part == name


def test_dates_that_can_be_read_both_ways_are_told():
    document = read_source(Source("c.txt", b"1/2/24, 10:00 - A: x\n1/3/24, 10:00 - B: y\n"))

    assert any("is possible too" in note or "only so" in note for note in document.notes)


@pytest.mark.parametrize("mark", ["", "\u200e"])
@pytest.mark.parametrize("attached", ["file attached", "Datei angehängt", "添付ファイル"])
def test_names_of_files_that_were_sent_are_no_words(attached, mark):
    """They were messages, or hid what was written below them."""
    name = f"{mark}IMG-20240301-WA0001.jpg ({attached})"
    text = f"01.03.24, 08:00 - Ada: {name}\nThe spade\n01.03.24, 08:01 - Ben: {name}\n"

    chat = read_source(Source("a.txt", f"{text}01.03.24, 08:02 - Ben: a.pdf (see)\n".encode()))

    assert texts(chat) == [("Ada", "The spade"), ("Ben", "a.pdf (see)")]
    assert chat.notes[-1] == "1 message without text left out"


def test_a_chat_with_names_above_the_messages_is_no_export_of_whatsapp():
    """Every message was taken for one that nobody wrote, and left out."""
    text = b"[30.01.2024 20:49] Ada Lovelace\nHallo\n[30.01.2024 20:50] Ben\nJa\n"

    assert read_source(Source("a.txt", text)).format == "teams-chat"


def test_a_group_may_begin_with_pages_of_who_was_added():
    text = "30/01/19, 20:49 - Ada added Ben\n" * 200 + "30/01/19, 20:50 - Ada: Hello\n"

    assert texts(read_source(Source("a.txt", text.encode()))) == [("Ada", "Hello")]


def test_prose_that_begins_with_a_date_is_prose():
    text = b"30/01/19, 20:49 - the train left.\nNobody was there: the end."

    assert read_source(Source("a.txt", text)).format == "text"


@pytest.mark.parametrize(
    ("form", "data", "message"),
    [
        ("whatsapp", b"Hello there", "expected lines such as"),
        ("whatsapp", b"x\n30/01/19, 20:49 - A: b\n", "line 1: expected a date"),
        ("whatsapp", zipped({"_chat.txt": "Hello"}), "_chat.txt: expected lines such as"),
        (None, zipped({"_chat.txt": b"\xff"}), "_chat.txt is not UTF-8"),
        ("irc", b"Hello.", "expected lines such as '10:01 <ada> Hello', found none"),
        ("telegram", b"[]", "of a Telegram export"),
        ("telegram", b'{"messages": {}}', "messages: expected a list of objects, got dict"),
        ("telegram", b'{"messages": [1]}', r"messages\[0\]: expected an object, got int"),
        ("discord", b"[]", "DiscordChatExporter"),
        ("messenger", b"{}", "expected a list of objects, got NoneType"),
        ("slack", b"{}", "expected a list of objects, got dict"),
        ("slack", zipped({"a.json": "[]"}), "expected files such as general/2020-01-31.json"),
        ("slack", b'[{"ts": }]', "is not valid JSON"),
        (None, b'{"some": "thing"}', "is JSON of no kind that is known here"),
    ],
)
def test_what_is_no_such_chat_is_refused_in_one_line(form, data, message):
    with pytest.raises(InputError, match=message) as error:
        read_source(Source("chat", data), form)

    assert "\n" not in str(error.value)


def test_a_long_silence_makes_a_boundary_cheaper_and_a_reply_dearer():
    silences = [None, 50.0, 70.0, 60.0, 6000.0, 60.0]
    prices = silence_prices([Place(silence=silence) for silence in silences])
    assert prices[4] < prices[2] < prices[1] == 0.0

    names = [Place(name=str(n), reply_to="0" if n == 3 else None) for n in range(5)]
    assert reply_prices(names).tolist() == [0.0, 0.5, 0.5, 0.5, 0.0]


@given(st.lists(st.integers(-1, 30) | st.none(), max_size=30))
def test_the_price_of_replies_counts_the_answers_across_each_gap(answered):
    places = [
        Place(name=str(n), reply_to=None if to is None else str(to))
        for n, to in enumerate(answered)
    ]

    prices = reply_prices(places)

    for gap in range(len(places)):
        across = sum(
            to is not None and 0 <= to < gap <= n and n - to <= FARTHEST_REPLY
            for n, to in enumerate(answered)
        )
        assert prices[gap] == pytest.approx(REPLY * min(across, MOST_REPLIES))


def test_an_answer_to_an_old_message_says_nothing():
    places = [Place(name=str(n)) for n in range(40)]
    places[39] = Place(reply_to="0")

    assert not reply_prices(places).any()


def test_answers_count_only_beside_known_silences():
    """Units that say nothing of time are not messages of a chat."""
    places = [Place(name="a"), Place(name="b"), Place(name="c", reply_to="a")]
    assert reply_prices(places).any()
    assert not chat_prices(places).any()
    timed = [replace(place, silence=60.0) for place in places]
    assert chat_prices(timed).tolist() == reply_prices(places).tolist()


@pytest.mark.parametrize("silences", [[], [None], [None, 0.0, 0.0], [None, 5.0], [None, math.inf]])
def test_odd_silences_give_finite_prices(silences):
    prices = chat_prices([Place(silence=silence) for silence in silences])

    assert prices.shape == (len(silences),)
    assert np.isfinite(prices).all()


@given(st.lists(st.floats(0, 1e9) | st.none(), max_size=8), st.floats(1e-3, 1e3))
def test_the_pace_of_a_chat_does_not_matter(silences, factor):
    """Only how long a silence is beside the usual one counts."""
    slower = [None if silence is None else silence * factor for silence in silences]

    own = silence_prices([Place(silence=silence) for silence in silences])
    other = silence_prices([Place(silence=silence) for silence in slower])

    assert np.allclose(own, other, atol=1e-6)


def test_rooms_are_never_in_one_segment(encoder):
    """Also where they speak of the same."""
    rooms = [
        {**TELEGRAM, "messages": [message(n, text) for n, text in enumerate([*SOIL, *STARS])]}
        for _ in range(2)
    ]
    document = read_source(as_source({"chats": {"list": rooms}}))

    result = segment_document(document, Settings(encoder=encoder))

    assert len(SOIL) + len(STARS) in result.boundaries
    assert result.provenance["unit"] == {"name": "messages"}


def message(number, text):
    return {"id": number, "type": "message", "date_unixtime": str(1e9 + 60 * number), "text": text}


def test_a_night_parts_two_subjects(encoder):
    """The silence is evidence: the same messages without it are cut elsewhere or not at all."""
    messages = [message(n, text) for n, text in enumerate([*SOIL, *SOIL])]
    night = [{**m, "date_unixtime": str(1e9 + 60 * n + 36_000 * (n >= len(SOIL)))}
             for n, m in enumerate(messages)]  # fmt: skip
    prices = [
        chat_prices([p.place for p in read_source(as_source({**TELEGRAM, "messages": m})).pieces])
        for m in (messages, night)
    ]

    assert prices[0][len(SOIL)] == 0.0
    assert prices[1][len(SOIL)] < -0.9


def test_changed_chats_are_read_or_refused():
    draw = random.Random(13)
    samples = [json.dumps(each).encode() for each in (DISCORD, TELEGRAM, MESSENGER, SLACK_DAY)]
    forms = ["discord", "telegram", "messenger", "slack"]
    for _ in range(60):
        for form, data in zip(forms, samples, strict=True):
            read_or_refuse(changed(draw, data), "chat.json", form)
        read_or_refuse(changed(draw, WHATSAPP.encode()), "chat.txt", "whatsapp")
        read_or_refuse(changed_archive(draw, zipped(SLACK)), "chat.zip", "slack")


def test_a_value_of_another_kind_anywhere_is_read_or_refused():
    """Each value of each sample replaced by each kind of value."""
    for form, sample in (("discord", DISCORD), ("telegram", TELEGRAM), ("messenger", MESSENGER)):
        for number in range(len(sample["messages"])):
            for key in sample["messages"][number]:
                for value in (None, 1, 1e400, True, "x", [], {}, [None], {"a": None}):
                    copy = json.loads(json.dumps(sample))
                    copy["messages"][number][key] = value
                    read_or_refuse(json.dumps(copy).encode(), "chat.json", form)
