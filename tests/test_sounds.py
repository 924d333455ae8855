"""Marks of sounds are no speech."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.readers import read_source
from embed_kcpd.readers.document import Piece
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.sounds import without_sounds
from embed_kcpd.text.places import Place, SourceSpan


def said(*texts):
    """What is left of captions of ten seconds each."""
    pieces = [
        Piece(text, Place(SourceSpan(0, len(text)), 10.0 * n, 10.0 * n + 10.0))
        for n, text in enumerate(texts)
    ]
    return without_sounds(pieces)[0]


@pytest.mark.parametrize(
    "sound",
    [
        *(
            "[Music]",
            "[Musik]",
            "[музыка]",
            "[ドアが開く音]",
            "（拍手）",
            "[door closes]",
            "- [SIGHS]",
        ),
        *(
            "(applause)",
            "(Laughter.)",
            "(upbeat music)",
            "*laughs*",
            "♪",
            "♪ ♪",
            "♪ [jazz music] ♪",
        ),
        *(
            "(music fades out)",
            "(laughs softly)",
            "(applause from the audience)",
            "(sad waltz music)",
        ),
        *("(Musik im Hintergrund)", "(rires dans la salle)", "(Ada laughs)", "(music playing)"),
        *("[BLANK_AUDIO]", "[ __ ]", ">> [Applause]", "[crowd cheering\nin the distance]"),
    ],
)
def test_a_caption_of_a_sound_is_left_out(sound):
    left = said("We begin.", sound, "We go on.", "And on.")

    assert [piece.text for piece in left] == ["We begin.", "We go on.", "And on."]


@pytest.mark.parametrize(
    ("caption", "words"),
    [
        ("[Applause] Thank you.", ["Thank you."]),
        ("Thank you. (Laughter.) And now", ["Thank you.", "And now"]),
        ("[Music]\nso today we", ["so today we"]),
        ("♪ Row your boat ♪", ["Row your boat"]),
        ("I said [inaudible 00:12:33] twice", ["I said", "twice"]),
        ("what the [ __ ] is it", ["what the", "is it"]),
        ("so we (music playing) went (Bo laughs) on", ["so we", "went", "on"]),
    ],
)
def test_a_sound_within_a_caption_is_left_out(caption, words):
    assert [piece.text for piece in said("We begin.", caption, "We go on.")][1:-1] == words


@pytest.mark.parametrize(
    "caption",
    [
        *("[SPEAKER_01]: Hello.", "[Anna]: Hello.", "We bought [the company] in 2010."),
        *("(I was twelve then.)", "(which nobody believed)", "The (very good) music stopped."),
        *(
            "[He left us in May.]",
            "2 * 3 * 4",
            "(see chapter 3)",
            "She studied (music theory) at home.",
            "They counted (applause rate per minute) twice.",
            "We know (the music) and (jazz music) by heart.",
            "(Music theory is hard.)",
            "(pause the tape here)",
            "The book [music history] is out.",
            "It has (in all) 3 [three] parts",
        ),
    ],
)
def test_what_is_said_in_brackets_stays(caption):
    assert [piece.text for piece in said("We begin.", caption, "We go on.")][1] == caption


def test_a_file_in_brackets_is_said():
    """Captions that are all in brackets, as those of a second language, describe no sounds."""
    captions = ["[Guten Abend]", "[Wir fangen an]", "[Musik]"]

    assert [piece.text for piece in said(*captions)] == captions[:2]


def test_words_keep_their_times_and_their_place_in_the_file():
    left = said("[Applause] Thank you. [Music] We go on. [Music]")

    assert [(p.place.span.start, p.place.span.end) for p in left] == [(11, 21), (30, 39)]
    assert left[0].place.start_seconds == 0.0
    assert 4.0 < left[0].place.end_seconds <= left[1].place.start_seconds < 7.0
    assert left[1].place.end_seconds == 10.0


@given(st.text("ab [](*)（）♪\n.:>-", max_size=20))
def test_what_is_left_stands_in_the_file_and_letters_outside_brackets_are_left(text):
    whole = Piece(text, Place(SourceSpan(0, len(text)), 0.0, 1.0))
    left = without_sounds([whole, Piece("We go on."), Piece("On.")])[0][:-2]

    assert all(text[p.place.span.start : p.place.span.end] == p.text for p in left)
    outside = re.sub(r"\[[^]]*\]|（[^）]*）", "", text)
    kept = re.sub(r"\[[^]]*\]|（[^）]*）", "", "\n".join(piece.text for piece in left))
    assert re.findall("[ab]", outside) == re.findall("[ab]", kept)


def test_a_note_says_how_many_were_left_out():
    text = "WEBVTT\n\n00:00.000 --> 00:09.000\n[Music]\n\n00:10.000 --> 00:12.000\nHello "
    text += "(laughs) you\n"
    document = read_source(Source("t.vtt", text.encode()))

    assert document.text == "Hello\nyou"
    assert document.notes == ("2 sound marks such as [Music] left out",)


def test_a_transcript_of_music_says_nothing():
    text = "WEBVTT\n\n00:00.000 --> 00:09.000\n[Music]\n\n00:10.000 --> 00:12.000\n♪♪♪\n"
    document = read_source(Source("t.vtt", text.encode()))

    assert document.pieces == ()
    assert document.notes[-1] == "nothing is said in the transcript"
