"""Chapters count from the beginning of the recording, whatever clock the transcript has."""

from dataclasses import replace

import pytest

from embed_kcpd import Settings
from embed_kcpd.chapters import Existing, chapters
from embed_kcpd.chapters.beginning import beginning, counted_from
from embed_kcpd.errors import InputError, OptionsError
from embed_kcpd.granularity.fixed import SegmentCount
from embed_kcpd.readers import GivenChapter
from embed_kcpd.readers.document import Document, DocumentKind, Piece
from embed_kcpd.text.places import Place

GARDEN, SKY = "garden soil spring worms roots", "telescope night stars clear planets"
TEN = 36_000.0


def transcript(first, given=()):
    """Ten minutes about two subjects, the first word at this second."""
    pieces = tuple(
        Piece(f"{subject} " * 8, Place(None, first + 30.0 * n, first + 30.0 * n + 30.0))
        for n, subject in enumerate([GARDEN] * 10 + [SKY] * 10)
    )
    return Document("t.srt", "srt", DocumentKind.recording, pieces, chapters=tuple(given))


def starts(document, encoder, **options):
    settings = Settings(encoder=encoder, granularity=SegmentCount(2))
    return [chapter.start for chapter in chapters(document, settings, **options).chapters]


@pytest.mark.parametrize(
    ("first", "begins"),
    [
        (0.0, 0.0),
        (-10.0, 0.0),
        (1500.0, 0.0),
        (TEN, TEN),
        (TEN + 7.5, TEN),
        (TEN + 207.5, TEN + 207.5),
        (3600.0, 3600.0),
    ],
)
def test_times_of_a_clock_are_told_from_a_late_first_word(first, begins):
    """A stream that waits 25 minutes begins at zero; a broadcast of 10:00:07 begins at ten."""
    assert beginning(transcript(first)) == begins


def test_a_long_recording_may_be_silent_for_an_hour():
    long = transcript(4000.0)
    last = Piece("The end.", Place(None, 9000.0, 9010.0))
    document = Document(long.name, long.format, long.kind, (*long.pieces, last))

    assert beginning(document) == 0.0


def test_chapters_of_a_broadcast_count_from_its_beginning(encoder):
    """The second chapter of a broadcast at ten was at 10:05:00, and the first lasted so long."""
    found = chapters(
        transcript(TEN), Settings(encoder=encoder, granularity=SegmentCount(2), confidence=False)
    )

    assert [(each.start, each.end) for each in found.chapters] == [(0.0, 300.0), (300.0, 600.0)]
    assert found.result.places[-1].end_seconds == 600.0


def test_where_a_recording_begins_can_be_told(encoder):
    assert starts(transcript(TEN), encoder, begins=0.0) == [0.0, TEN + 300.0]
    assert starts(transcript(0.0), encoder, begins=60.0) == [0.0, 240.0]
    assert starts(transcript(0.0), encoder, begins=-12.0) == [0.0, 312.0]


@pytest.mark.parametrize("given", [(0.0, 300.0), (TEN, TEN + 300.0)])
def test_given_chapters_count_from_either(encoder, given):
    """Those of a description begin at 0:00, those inside the transcript at 10:00:00."""
    document = transcript(TEN, [GivenChapter(at, "x") for at in given])
    settings = Settings(encoder=encoder, granularity=SegmentCount(2))

    assert chapters(document, settings).comparison.n_matched == 1
    assert starts(document, encoder, existing=Existing.cut) == [0.0, 300.0]


def test_given_chapters_are_moved_with_their_ends():
    moved = counted_from(transcript(TEN, [GivenChapter(TEN, "x", TEN + 300.0)]), TEN)
    assert moved.chapters == (GivenChapter(0.0, "x", 300.0),)


def test_a_transcript_without_words_begins_anywhere():
    empty = replace(transcript(0.0), pieces=())
    assert counted_from(empty, 60.0) == empty


def test_a_beginning_behind_the_end_is_refused():
    with pytest.raises(InputError, match=r"ends before the recording begins: .* 9:30, .* 15:00"):
        counted_from(transcript(0.0), 900.0)
    with pytest.raises(OptionsError, match="begins must be a number of seconds, got '10:00'"):
        chapters(transcript(0.0), begins="10:00")


SRT = "".join(
    f"{10 + n // 60}:{n % 60:02}:00,000 --> {10 + n // 60}:{n % 60:02}:59,000\n{words * 8}\n\n"
    for n, words in enumerate([f"{GARDEN} "] * 10 + [f"{SKY} "] * 10)
)


def test_a_person_is_told_that_times_are_counted_from_a_clock(run, tmp_path):
    path = tmp_path / "show.srt"
    path.write_text(SRT)

    code, out, err = run("chapters", path, "--chapters", 2)
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == ["0:00", "10:00"]
    assert "chapters count from 10:00:00 (--begins 0:00 keeps the times)" in err

    code, out, err = run("chapters", path, "--chapters", 2, "--begins", "0:00")
    assert [line.split()[0] for line in out.splitlines()] == ["0:00", "10:10:00"]
    assert err == ""

    code, _, err = run("chapters", path, "--begins", "ten")
    assert code == 2
    assert err.endswith("--begins 'ten' is no time; write it like 10:00:00 or 0:00\n")
