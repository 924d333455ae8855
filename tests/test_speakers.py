"""Names before what is said, and captions that stand twice in a file."""

import pytest

from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import Source


def said(text, name="talk.txt"):
    document = read_source(Source(name, text.encode()))
    return [(piece.place.speaker, piece.text) for piece in document.pieces]


@pytest.mark.parametrize("name", ["**Anna:**", "**Anna**:", "*Anna:*", "***Anna***:", "Anna:"])
def test_a_name_in_bold_is_no_word(name):
    """Transcripts in Markdown: the stars and the name were words of every passage."""
    text = "".join(f"[00:0{n}:00] {name} The soil is wet.\n\n" for n in range(4))

    assert said(text) == [("Anna", "The soil is wet.")] * 4


def test_the_chat_of_a_stream_has_names_with_small_letters():
    names = ["soil_fan", "@ben-1", "Anna", "x99"] * 5
    text = "".join(f"[0:{n:02}:00] {name}: hello: it rains\n" for n, name in enumerate(names))

    assert said(text) == [(name, "hello: it rains") for name in names]


@pytest.mark.parametrize(
    "texts",
    [
        ("note: it rains", "warning: it pours", "note: it stops"),
        ("so: it rains", "we go on", "and then: it pours"),
        ("so: it rains", "so: it pours", "so: it stops"),
    ],
)
def test_a_small_word_with_a_colon_names_nobody(texts):
    text = "".join(f"[0:{n:02}:00] {words}\n" for n, words in enumerate(texts))

    assert said(text) == [(None, words) for words in texts]


def cues(*cues_):
    return "".join(
        f"{start:02}:00.000 --> {end:02}:00.000\n{text}\n\n" for start, end, text in cues_
    )


def test_a_caption_of_several_layers_is_read_once():
    """Subtitles converted from layers have each caption as often as there are layers."""
    text = "WEBVTT\n\n" + cues((1, 2, "Yes."), (1, 2, "Yes."), (1, 2, "No."), (3, 4, "Yes."))
    document = read_source(Source("t.vtt", text.encode()))

    assert [piece.text for piece in document.pieces] == ["Yes.", "No.", "Yes."]
    assert document.notes == ("1 caption that repeats another at the same time left out",)


def test_the_same_word_of_two_speakers_or_without_an_end_stays():
    voices = cues((1, 2, "<v Anna>Yes."), (1, 2, "<v Ben>Yes."))
    minutes = "[10:01] Yes.\n[10:01] Yes.\n[10:02] No.\n"

    assert len(said("WEBVTT\n\n" + voices, "t.vtt")) == 2
    assert len(said(minutes)) == 3


def test_the_head_of_a_transcript_is_not_said():
    """Otter writes key words and names above the first time; they became the first title."""
    head = "Weekly\nMon, Jan 5, 2026\n\nSUMMARY KEYWORDS\nsoil, worms\n\nSPEAKERS\nAnna, Ben\n\n"
    body = "".join(f"{'Anna' if n % 2 else 'Ben'}  0:{n:02}\nIt rains.\n\n" for n in range(10, 15))
    document = read_source(Source("otter.txt", (head + body).encode()))

    assert [piece.text for piece in document.pieces] == ["It rains."] * 5
    assert document.notes == ("9 lines above the first time left out",)
    assert said("Hello, speakers.\n" + body)[0] == (None, "Hello, speakers.")
