"""Chats of Zoom meetings."""

import pytest

from embed_kcpd.chapters import chapters
from embed_kcpd.errors import InputError
from embed_kcpd.readers import read_source
from embed_kcpd.readers.document import DocumentKind
from embed_kcpd.readers.source import Source

ABOVE = """12:01:05 From Anna Berg to Everyone:
\tCan you hear me?
12:01:20 From Bo to Everyone:
\tLoud and clear
\tand I see the slides.
12:02:11 From Cleo to Anna Berg(Direct Message):
\tIs this recorded?
12:03:00 From Bo To Everyone:
\tReplying to "Can you hear ..."
\t
\tYes: all of it.
12:03:10 From Cleo to Everyone:
\tReacted to "Yes: all of it." with \U0001f44d
12:03:15 From Cleo to Everyone:
\tRemoved a \U0001f44d reaction from "Yes: all of it."
"""
BESIDE = """12:01:05\t From  Anna Berg  to  Everyone : Can you hear me?
12:01:20\t From  Bo  to  Everyone : Loud and clear
and I see the slides.
12:02:11\t From  Cleo  to  Anna Berg(Privately) : Is this recorded?
12:03:00\t From  Bo : Yes: all of it.
"""
BETWEEN_TABS = """12:01:05\tAnna Berg:\tCan you hear me?
12:01:20\tBo:\tLoud and clear
and I see the slides.
12:02:11\tCleo:\tIs this recorded?
12:03:00\tBo:\tReplying to "Can you hear me?"

Yes: all of it.
"""
SAID = [
    ("Anna Berg", "Can you hear me?"),
    ("Bo", "Loud and clear\nand I see the slides."),
    ("Cleo", "Is this recorded?"),
    ("Bo", "Yes: all of it."),
]


def document(text):
    return read_source(Source("meeting_saved_chat.txt", text.encode()))


@pytest.mark.parametrize("before", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("text", [ABOVE, BESIDE, BETWEEN_TABS])
def test_a_chat_of_zoom_has_names_and_silences(text, end, before):
    """Names and receivers were words of a transcript, or the whole was prose."""
    written = before + text.replace("\n", end)

    chat = document(written)

    assert (chat.format, chat.kind) == ("zoom-chat", DocumentKind.chat)
    assert [(piece.place.speaker, piece.text) for piece in chat.pieces] == SAID
    assert [piece.place.silence for piece in chat.pieces] == [None, 15.0, 51.0, 49.0]
    assert chat.pieces[0].place.start_seconds == 43_265.0
    spans = [piece.place.span for piece in chat.pieces]
    assert [written[s.start : s.end].split() for s in spans] == [said.split() for _, said in SAID]


def test_reactions_are_left_out_and_answers_know_what_they_answer():
    chat = document(ABOVE)

    assert chat.notes == ("2 service messages are left out",)
    assert chat.pieces[3].place.reply_to == chat.pieces[0].place.name
    assert document(BETWEEN_TABS).pieces[3].place.reply_to == "0"


def test_a_chat_of_zoom_may_have_dates():
    dated = ABOVE.replace("12:0", "2024-03-05 12:0")

    assert [f"{piece.place.date:%d %H:%M:%S}" for piece in document(dated).pieces[:2]] == [
        "05 12:01:05",
        "05 12:01:20",
    ]


def test_a_german_zoom_writes_von_and_an():
    german = BESIDE.replace(" From ", " Von ").replace("  to  ", "  an  ")

    assert [(piece.place.speaker, piece.text) for piece in document(german).pieces] == SAID


@pytest.mark.parametrize(
    "text",
    [
        "00:00:05 From Anna we know: beans climb.\nThey do.\nBeans climb.\n00:00:09 Peas too.\n",
        "Agenda\n12:01:05 From Anna to Everyone: hello\n12:02:05 From Bo to Everyone: hello\n",
    ],
)
def test_other_texts_are_no_chat_of_zoom(text):
    assert document(text).format != "zoom-chat"


def test_a_chat_is_refused_where_chapters_are_made():
    with pytest.raises(InputError, match=r"is a chat, and chapters are made of transcripts; cut"):
        chapters(document(ABOVE))
    with pytest.raises(InputError, match=r"^a\.txt: expected lines such as '12:01:05 From Anna"):
        read_source(Source("a.txt", b"Hello."), "zoom-chat")
