"""Chats copied from Microsoft Teams."""

import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.readers import read_source
from embed_kcpd.readers.document import DocumentKind
from embed_kcpd.readers.source import Source

BRACKETED = """[Gestern 16:07] Tom Fuchs
Hey Georg,
folgende Anpassung ist nötig.

 like 1

[Gestern 16:09] Müller, Hans (Gast)

Alles klar.

[08:15] Tom Fuchs
Guten Morgen.
Heute
[10:15] Tom Fuchs
Noch was.
"""
ANNOUNCED = """Has context menu
Chat


Harvest planning


Chat

Shared

12




Hi Jo, will let you know more about the har... by Anna Berg
Anna Berg
11/24/2025 3:38 PM

Hi Jo, will let you know more about the harvest soon

👍
1 Like reaction.

Begin Reference, Hi Anna, please set up the f... by Anna Berg
Anna Berg
11/25/2025 10:54 AM

Jo Fields
11/24/2025 3:11 PM
Hi Anna, please set up the fence.
Set up is done.

Anna Berg added Cleo Guest to the chat and shared all chat history.
Welcome Cleo, here is the plan. by Jo Fields
11/25/2025 11:06 AM
Jo Fields

Welcome Cleo, here is the plan.

First the beans, then the peas.

👍
2 Like reactions.
2
thanks! by Cleo Guest
Cleo Guest (External)
11/25/2025 12:00 PM
Edited

thanks!

Begin Reference, Set up is done. by Cleo Guest
Cleo Guest (External)
11/25/2025 12:02 PM

Anna Berg
11/25/2025 10:54 AM
Set up is done.
Great.
has context menu
"""
ON_ONE_LINE = """[8/30 12:41 PM] Chris Sale
Hi Bo, what did the storm cost?

Nobody has the number yet. by Bo Field
Bo Field8/30 1:10 PM
Nobody has the number yet.

Profile picture of Chris Sale.Begin Reference, Nobody has the number... by Chris Sale
Chris Sale8/31 10:39 AM
Bo Field
8/30/22 1:10 PM
Nobody has the number yet.
Then let us count.
"""


def document(text):
    return read_source(Source("chat.txt", text.encode()))


def said(chat):
    return [(piece.place.speaker, piece.text) for piece in chat.pieces]


@pytest.mark.parametrize("before", ["", "\ufeff", "\n\n"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_messages_with_time_and_name_in_one_line_are_a_chat(end, before):
    """They were a recording whose speaker was part of what is said, or prose."""
    written = before + BRACKETED.replace("\n", end)

    chat = document(written)

    assert (chat.format, chat.kind) == ("teams-chat", DocumentKind.chat)
    assert said(chat) == [
        ("Tom Fuchs", "Hey Georg,\nfolgende Anpassung ist nötig."),
        ("Müller, Hans", "Alles klar."),
        ("Tom Fuchs", "Guten Morgen.\nHeute"),
        ("Tom Fuchs", "Noch was."),
    ]
    assert [piece.place.silence for piece in chat.pieces] == [None, 120.0, 57_960.0, 7_200.0]
    spans = [piece.place.span for piece in chat.pieces]
    assert [written[s.start : s.end].split() for s in spans] == [t.split() for _, t in said(chat)]


def test_all_that_a_window_of_teams_shows_is_a_chat():
    """Names, dates, first words and reactions were sentences of prose."""
    chat = document(ANNOUNCED)

    assert chat.format == "teams-chat"
    assert said(chat) == [
        ("Anna Berg", "Hi Jo, will let you know more about the harvest soon"),
        ("Anna Berg", "Set up is done."),
        ("Jo Fields", "Welcome Cleo, here is the plan.\n\nFirst the beans, then the peas."),
        ("Cleo Guest", "thanks!"),
        ("Cleo Guest", "Great."),
    ]
    assert f"{chat.pieces[0].place.date}" == "2025-11-24 15:38:00"
    assert chat.pieces[4].place.reply_to == chat.pieces[1].place.name


def test_both_layouts_and_days_without_a_year():
    chat = document(ON_ONE_LINE)

    assert said(chat) == [
        ("Chris Sale", "Hi Bo, what did the storm cost?"),
        ("Bo Field", "Nobody has the number yet."),
        ("Chris Sale", "Then let us count."),
    ]
    assert chat.pieces[2].place.reply_to == chat.pieces[1].place.name
    assert chat.pieces[1].place.silence == 29 * 60
    assert chat.pieces[2].place.silence > 12 * 3600


@pytest.mark.parametrize(
    ("when", "shown"),
    [
        ("26.11.2025 15:38", "2025-11-26 15:38:00"),
        ("2025/11/26 15:38", "2025-11-26 15:38:00"),
        ("11/26/2025 3:38\u202fPM", "2025-11-26 15:38:00"),
        ("2025/11/26 午後3:38", "2025-11-26 15:38:00"),
    ],
)
def test_dates_are_read_as_teams_writes_them(when, shown):
    chat = document(f"[{when}] 田中\nこんにちは。\n[{when}] Bo\nHallo.\n")

    assert f"{chat.pieces[0].place.date}" == shown


@pytest.mark.parametrize("name", ["1 Gefällt mir-Reaktion.", "1 件のリアクション。"])
def test_reactions_in_other_languages_stand_below_a_sign(name):
    chat = document(BRACKETED + f"\n\N{THUMBS UP SIGN}\n{name}\n1\n")

    assert chat.pieces[-1].text == "Noch was."


@pytest.mark.parametrize(
    "own", ["We need:\n12", "Yes\n2 beans.", "\N{THUMBS UP SIGN}", "Wait\n..."]
)
def test_numbers_and_signs_of_a_message_stay(own):
    assert document(f"{BRACKETED}[11:15] Tom Fuchs\n{own}\n").pieces[-1].text == own


def test_a_reaction_alone_is_no_message():
    chat = document(BRACKETED + "[11:15] Tom Fuchs\n\n\N{THUMBS UP SIGN}\n1 Like reaction.\n1\n")

    assert len(chat.pieces) == 4
    assert chat.notes == ("1 message without text left out",)


@pytest.mark.parametrize(
    "text",
    [
        "[00:12] Anna Berg\nWe begin.\n[00:40] Bo\nYes.\n[01:10] Anna Berg\nGood.\n",
        "[10:15] Anna: We begin.\n[10:16] Bo: Yes.\n[10:17] Anna: Good.\n",
        "[10:15] we begin with beans.\n[10:16] then come the peas.\n[10:17] and so on.\n",
        "Anna Berg\n10:15\nWe begin.\n\nBo\n10:16\nYes.\n",
        "The train of Anna Berg\nAnna Berg\nleft at 10:15\nand came at\n11:30\n",
    ],
)
def test_other_texts_are_no_chat_of_teams(text):
    assert document(text).format != "teams-chat"


def test_a_text_without_messages_is_refused():
    with pytest.raises(InputError, match=r"^a\.txt: expected lines such as '\[10:37 AM\] Anna"):
        read_source(Source("a.txt", b"Hello."), "teams-chat")
