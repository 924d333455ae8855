"""Chats of Signal: its own export, and what programs make of its data."""

import json

import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import Source

WITH_FIELDS = """Conversation: Book club (group)

From: Ada (+4912345678)
Type: incoming
Sent: Tue, 30 Jan 2024 20:49:05 +0100
Received: Tue, 30 Jan 2024 20:49:06 +0100
Reaction: 👍 from Bo

Hello, all.

From: me, as they say
Type what you like.

From: You
Type: outgoing
Sent: Tue, 30 Jan 2024 20:50:05 +0100
Attachment: a.jpg (image/jpeg, 12 bytes)

> From: Ada (+4912345678)
> Sent: Tue, 30 Jan 2024 20:49:05 +0100
>
> Hello, all.

Hi Ada.

From: Bo
Type: incoming
Sent: Tue, 30 Jan 2024 20:51:05 +0100
Received: Tue, 30 Jan 2024 20:51:06 +0100
Edited: 2 versions

| Version: 2
| Sent: Tue, 30 Jan 2024 20:52:05 +0100
|
| The new one.
| Two lines.
|
| Version: 1
| Sent: Tue, 30 Jan 2024 20:51:05 +0100
|
| The old one.

From: Bo
Type: keychange
Sent: Tue, 30 Jan 2024 20:53:05 +0100
Received: Tue, 30 Jan 2024 20:51:06 +0100

"""
SHORT = """2024-01-30 20:49 Ada: Hello
and more
2024-01-30 20:50 You: [reply to Ada on 2024-01-30 20:49, 1 attachment] Hi Ada
2024-01-30 20:51 Bo: [keychange message]
2024-01-30 20:52 Ada: [2 attachments]
2024-01-30 20:53 Ada: [sic] yes
"""
MARKDOWN = """[2024-01-30 20:49:05] Ada: Hello@@
(- Bo: 👍, Me: ❤️ -)
[2024-01-30 20:50:05] Me: @

> Hello

Hi Ada: how are you@@
![a.jpg](./media/a.jpg)@@
[2024-01-30 20:51:05] Bo: (This message was deleted)
[2024-01-30 20:52:05] Bo: see [here](https://a.b)@@
(( 😀 ))
""".replace("@", " ")
BACKUP = """[Jan 30, 2024 20:48:05] *** Ada created the group
[Jan 30, 2024 20:49:05] <Ada Berg> Hello
and more
[Jan 30, 2024 20:50:05] *** <Bo> sent file "a.jpg"
[Jan 30, 2024 20:51:05] <Bo> Hi
"""
RECORDS = [
    {"version": "1", "backupTimeMs": "1"},
    {"account": {"givenName": "Mia", "familyName": "Ohm"}},
    {"recipient": {"id": "1", "self": {}}},
    {
        "recipient": {
            "id": "2",
            "contact": {"e164": "155", "systemGivenName": "Ada", "systemFamilyName": "Lovelace"},
        }
    },
    {"recipient": {"id": "3", "group": {"snapshot": {"title": {"title": "Book club"}}}}},
    {"chat": {"id": "10", "recipientId": "2"}},
    {"chat": {"id": "11", "recipientId": "3"}},
    {
        "chatItem": {
            "chatId": "10",
            "authorId": "2",
            "dateSent": "1699000000000",
            "incoming": {},
            "standardMessage": {"text": {"body": "hello"}},
        }
    },
    {
        "chatItem": {
            "chatId": "11",
            "authorId": "2",
            "dateSent": "1699000000300",
            "incoming": {},
            "standardMessage": {"text": {"body": "hello group"}},
        }
    },
    {
        "chatItem": {
            "chatId": "10",
            "authorId": "1",
            "dateSent": "1699000001000",
            "outgoing": {},
            "standardMessage": {
                "quote": {
                    "targetSentTimestamp": "1699000000000",
                    "authorId": "2",
                    "text": {"body": "hello"},
                },
                "text": {"body": 'hi "back"'},
            },
        }
    },
    {
        "chatItem": {
            "chatId": "10",
            "authorId": "2",
            "dateSent": "1699000002000",
            "updateMessage": {"simpleUpdate": {"type": "IDENTITY_UPDATE"}},
        }
    },
    {
        "chatItem": {
            "chatId": "10",
            "authorId": "2",
            "dateSent": "1699000003000",
            "standardMessage": {"attachments": []},
        }
    },
]
EXPORT = "".join(f"{json.dumps(record)}\n" for record in RECORDS)


def document(text, name="chat.txt"):
    return read_source(Source(name, text.encode()))


def said(chat):
    return [(piece.place.speaker, piece.text) for piece in chat.pieces]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_messages_below_fields_have_names_dates_and_answers(end):
    """Fields and quotes were sentences of prose."""
    chat = document(WITH_FIELDS.replace("\n", end))

    assert (chat.format, chat.title) == ("signal", "Book club")
    assert said(chat) == [
        ("Ada", "Hello, all.\n\nFrom: me, as they say\nType what you like."),
        ("You", "Hi Ada."),
        ("Bo", "The new one.\nTwo lines."),
    ]
    assert [piece.place.silence for piece in chat.pieces] == [None, 60.0, 60.0]
    assert chat.pieces[1].place.reply_to == chat.pieces[0].place.name
    assert chat.notes == ("1 service message is left out",)


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        (SHORT, [("Ada", "Hello\nand more"), ("You", "Hi Ada"), ("Ada", "[sic] yes")]),
        (BACKUP, [("Ada Berg", "Hello\nand more"), ("Bo", "Hi")]),
        (
            MARKDOWN,
            [("Ada", "Hello"), ("Me", "Hi Ada: how are you"), ("Bo", "see [here](https://a.b)")],
        ),
    ],
)
def test_messages_in_lines_have_names_and_dates(text, messages):
    """Two layouts were prose, one a chat of WhatsApp with reactions and quotes in its messages."""
    chat = document("\ufeff" + text)

    assert (chat.format, said(chat)) == ("signal", messages)
    assert f"{chat.pieces[0].place.date:%Y-%m-%d %H:%M}" == "2024-01-30 20:49"
    spans = [piece.place.span for piece in chat.pieces]
    assert [("\ufeff" + text)[s.start : s.end] for s in spans] == [said for _, said in messages]


@pytest.mark.parametrize("first", [0, 1])
def test_the_export_of_signal_has_rooms_names_and_answers(first):
    """It was refused as JSON Lines without a text."""
    chat = document("".join(EXPORT.splitlines(keepends=True)[first:]), "main.jsonl")

    assert chat.format == "signal-json"
    assert said(chat) == [
        ("Ada Lovelace", "hello"),
        ("Mia Ohm", 'hi "back"'),
        ("Ada Lovelace", "hello group"),
    ]
    assert [piece.place.headings for piece in chat.pieces] == [
        ("Ada Lovelace",),
        ("Ada Lovelace",),
        ("Book club",),
    ]
    assert chat.pieces[1].place.reply_to == chat.pieces[0].place.name
    assert chat.notes == ("1 service message is left out", "1 message without text left out")


@pytest.mark.parametrize(
    ("contact", "name"),
    [
        ({"profileGivenName": "Ada", "profileFamilyName": "L."}, "Ada L."),
        ({"nickname": {"given": "Countess"}, "systemGivenName": "Ada"}, "Countess"),
        ({"e164": "4912345"}, "4912345"),
        ({}, None),
    ],
)
def test_people_are_called_as_signal_calls_them(contact, name):
    known = EXPORT.replace(json.dumps(RECORDS[3]["recipient"]["contact"]), json.dumps(contact))

    assert document(known).pieces[0].place.speaker == name


@pytest.mark.parametrize(
    "text",
    [
        "2024-01-30 20:49 Meeting: beans\n2024-01-31 20:49 Call: peas\n",
        "2024-01-30 20:49 we met.\n2024-01-31 20:49 we met again.\n",
        "[2024-01-30 20:49:05] Ada: Hello\n[2024-01-30 20:50:05] Bo: Hi\n",
        "Conversation: the art of listening\n\nFrom: the beginning\nto the end.\n",
        '{"text": "a", "date": "2024-01-30"}\n{"text": "b", "date": "2024-01-31"}\n',
        '{"chat": "a"}\n{"chat": "b"}\n',
    ],
)
def test_other_texts_are_no_chat_of_signal(text):
    assert not document(text).format.startswith("signal") if text[0] != "{" else not kinds(text)


def kinds(text):
    """Whether JSON is taken for an export of Signal; not all of it can be read otherwise."""
    from embed_kcpd.readers.chats.signal_json import is_signal_json

    return is_signal_json(Source("a.jsonl", text.encode()))


@pytest.mark.parametrize(
    ("form", "text", "message"),
    [
        ("signal", "Hello.", r"^a\.txt: expected lines such as '2024-01-30 20:49 Ada: Hello'"),
        ("signal-json", "{}", r"^a\.txt: expected lines with a chatItem, found none"),
        ("signal-json", "{}\n[1]", r"^a\.txt, line 2: expected a JSON object, got '\[1\]'"),
    ],
)
def test_what_is_no_chat_is_refused(form, text, message):
    with pytest.raises(InputError, match=message):
        read_source(Source("a.txt", text.encode()), form)
