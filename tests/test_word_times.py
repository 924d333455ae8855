"""Captions that say when each word is said: a boundary begins with the time of its first word."""

import json
import os
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.readers import read, read_source
from embed_kcpd.readers.recording_units import cue_parts
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.units import document_units
from embed_kcpd.text.places import Place
from embed_kcpd.text.sentences import Sentences

WORD_STAMPS = "e2e-tests__ref-small-transcribe-word-stamps__gossos"
FILES = Path(os.environ.get("EMBED_KCPD_DATA", "")) / "formats"
TIMED = [
    path
    for path in (
        FILES / "whisper" / "whisperx" / "a95KMDHf4vQ.en.json",
        FILES / "whisper" / "whisper-ctranslate2" / f"{WORD_STAMPS}.json",
        FILES / "youtube" / "rolling-vtt" / "youtube_dl.vtt",
    )
    if path.exists()
]

FIRST = "The bread needs a long rest before it is baked in a hot oven."
SECOND = "Now the water has to be measured with some care and a good scale."
WORDS = [*FIRST.split(), *SECOND.split()]
SECONDS = [10.0 + 0.25 * n + (5.0 if n >= len(FIRST.split()) else 0.0) for n in range(len(WORDS))]
END = 25.0
SAID_SECOND = SECONDS[len(FIRST.split())]


def stamp(seconds):
    return f"00:00:{seconds:06.3f}"


def as_webvtt():
    tagged = "".join(
        f"<{stamp(second)}><c> {word}</c>"
        for word, second in zip(WORDS[1:], SECONDS[1:], strict=True)
    )
    return f"WEBVTT\n\n{stamp(SECONDS[0])} --> {stamp(END)}\n{WORDS[0]}{tagged}\n"


def as_json3():
    later = [round(1000 * (second - SECONDS[0])) for second in SECONDS]
    words = [
        {"utf8": " " * (n > 0) + word, **({"tOffsetMs": offset} if n else {})}
        for n, (word, offset) in enumerate(zip(WORDS, later, strict=True))
    ]
    event = {"tStartMs": 10000, "dDurationMs": 15000, "segs": words}
    return json.dumps({"wireMagic": "pb3", "events": [event]})


def as_timedtext():
    words = "".join(
        f'<s t="{round(1000 * (second - SECONDS[0]))}">{" " * (n > 0)}{word}</s>'
        for n, (word, second) in enumerate(zip(WORDS, SECONDS, strict=True))
    )
    return f'<timedtext format="3"><body><p t="10000" d="15000">{words}</p></body></timedtext>'


def as_whisper():
    words = [{"word": w, "start": s} for w, s in zip(WORDS, SECONDS, strict=True)]
    segment = {"start": 10.0, "end": END, "text": f" {FIRST} {SECOND}", "words": words}
    return json.dumps({"segments": [segment]})


@pytest.mark.parametrize("written", [as_webvtt, as_json3, as_timedtext, as_whisper])
def test_a_sentence_inside_a_caption_begins_when_its_first_word_is_said(written):
    """In proportion to characters it would be 17.4 s; nothing of the text is lost."""
    document = read_source(Source("captions", written().encode()))
    parts = cue_parts(document, Sentences())

    assert document.text.split() == WORDS
    assert [document.text[start:].split()[0] for start, _ in parts] == ["The", "Now"]
    assert [place.start_seconds for _, place in parts] == [10.0, SAID_SECOND]
    assert parts[0][1].end_seconds == SAID_SECOND
    assert all(place.words == () for _, place in parts)


def test_a_line_that_rolls_in_keeps_the_times_of_its_words():
    lines = ["bread is baked", "in a hot oven", "with good care"]
    cues = "".join(
        f"{stamp(n)} --> {stamp(n + 2)}\n"
        + (f"{lines[n - 1]}\n" if n else "")
        + f"{lines[n].split()[0]}<{stamp(n + 0.5)}><c> {lines[n].split(maxsplit=1)[1]}</c>\n\n"
        for n in range(3)
    )
    document = read_source(Source("rolling.vtt", f"WEBVTT\n\n{cues}".encode()))

    assert [piece.text for piece in document.pieces] == lines
    assert [piece.place.start_seconds for piece in document.pieces] == [0.0, 1.0, 2.0]
    for number, piece in enumerate(document.pieces):
        at = piece.text.index(" ") + 1
        assert piece.place.words == ((at, number + 0.5),)


def test_what_the_second_voice_of_a_cue_says_begins_with_its_first_word():
    cue = "<v Ann><00:00:01.000>Yes.</v> <v Ben><00:00:03.500>No."
    document = read_source(Source("a.vtt", f"WEBVTT\n\n00:01.000 --> 00:05.000\n{cue}\n".encode()))

    pieces = [(piece.place.speaker, piece.place.start_seconds) for piece in document.pieces]
    assert pieces == [("Ann", 1.0), ("Ben", 3.5)]


def test_a_name_before_what_is_said_does_not_move_the_times_of_words():
    tail = "<00:00:02.000><c> yes</c><00:00:03.000><c> indeed</c>"
    cues = "".join(f"00:0{n}.000 --> 00:09.000\nANN: so{tail}\n\n" for n in range(2))
    document = read_source(Source("a.vtt", f"WEBVTT\n\n{cues}".encode()))

    assert {(piece.place.speaker, piece.text) for piece in document.pieces} == {
        ("ANN", "so yes indeed")
    }
    assert all(piece.place.words == ((3, 2.0), (7, 3.0)) for piece in document.pieces)


def test_times_of_words_outside_their_caption_say_nothing():
    words = [{"word": "So", "start": float("inf")}, {"word": "it", "start": 99.0}, {"word": "is."}]
    segment = {"start": 1.0, "end": 2.0, "text": "So it is.", "words": words}
    document = read_source(Source("a.json", json.dumps([segment]).encode()))

    assert document.pieces[0].place.words == ()
    assert document.pieces[0].place.start_seconds == 1.0


@pytest.mark.skipif(not TIMED, reason="formats is not in EMBED_KCPD_DATA")
@pytest.mark.parametrize("path", TIMED, ids=lambda path: path.name[:40])
def test_every_timed_word_of_a_real_file_can_begin_a_part(path):
    """Each mark stands at the beginning of a word, and a part that begins there has its time."""
    document = read(path)
    assert sum(len(piece.place.words) for piece in document.pieces) >= 4
    for piece in document.pieces:
        for at, second in piece.place.words:
            assert not piece.text[at].isspace()
            assert at == 0 or piece.text[at - 1].isspace() or not piece.text.isascii()
            part = piece.place.part(at, len(piece.text), len(piece.text))
            assert part.start_seconds == pytest.approx(second)


@given(
    data=st.data(),
    n_chars=st.integers(2, 30),
    times=st.lists(st.floats(0, 100), min_size=2, max_size=6),
)
def test_parts_of_a_caption_follow_each_other_in_time(data, n_chars, times):
    """Wherever it is cut, a part ends when the next begins, and a timed word has its own time."""
    first, *inner, last = sorted(times)
    at = sorted(data.draw(st.sets(st.integers(1, n_chars - 1), max_size=len(inner))))
    place = Place(None, first, last, words=tuple(zip(at, inner, strict=False)))
    cut = data.draw(st.integers(1, n_chars - 1))
    left, right = place.part(0, cut, n_chars), place.part(cut, n_chars, n_chars)

    assert left.end_seconds == right.start_seconds
    assert first <= left.end_seconds <= last
    assert dict(place.words).get(cut, left.end_seconds) == left.end_seconds
    assert len(left.words) + len(right.words) == len(place.words)


@given(
    st.lists(st.integers(0, 39), unique=True, max_size=12).map(sorted),
    st.integers(0, 40),
    st.integers(0, 40),
    st.integers(0, 10**6),
)
def test_a_part_is_timed_by_the_words_around_it(places, one, other, seed):
    """The judge interpolates between all words of the caption."""
    start, end = sorted((one, other))
    seconds = np.sort(np.random.default_rng(seed).uniform(1.0, 9.0, len(places))).tolist()
    words = tuple(zip(places, seconds, strict=True))
    part = Place(None, 1.0, 9.0, words=words).part(start, end, n_chars=40)
    characters, times = zip((0, 1.0), *words, (40, 9.0), strict=True)
    if (start, end) != (0, 40):
        expected = np.interp([start, end], characters, times)
        assert (part.start_seconds, part.end_seconds) == pytest.approx(tuple(expected))
    assert part.words == tuple((at - start, s) for at, s in words if start <= at < end)


def test_a_recording_in_one_segment_is_read_in_a_moment():
    """Four hours in one segment took 86 s: each sentence looked at the times of all words."""
    words = [
        {"word": " so" if n % 12 else " word.", "start": 0.4 * n, "end": 0.4 * n + 0.3}
        for n in range(40_000)
    ]
    text = "".join(word["word"] for word in words)
    segment = {"start": 0.0, "end": 16_000.0, "text": text, "words": words}
    document = read_source(Source("a.json", json.dumps({"segments": [segment]}).encode()))
    spent = time.process_time()
    _, places = document_units(document, Sentences())
    assert len(places) > 1_000
    assert places[-1].end_seconds == 16_000.0
    assert time.process_time() - spent < 5.0
