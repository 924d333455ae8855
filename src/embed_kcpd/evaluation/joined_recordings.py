"""Long recordings: several of a set, one after the other.

In:  recordings with chapters made by people, and a duration.
Out: recordings that last at least so long, and what was found in each.

Each recording is used once; where one begins, a chapter begins.  What is left at the end and is
too short is left out.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from embed_kcpd.chapters.making import chapters
from embed_kcpd.encoders import Encoder
from embed_kcpd.evaluation.chapter_scores import ChapterScore, score_chapters
from embed_kcpd.evaluation.chapters_bench import Recording
from embed_kcpd.readers.document import Piece
from embed_kcpd.settings import Settings

LONG = 3 * 3600.0
"""Seconds of a long recording."""


@dataclass(frozen=True, slots=True)
class LongScore:
    """What was found in one long recording, and the seconds of processor time it took.

    The vectors of the units are known when the time begins.
    """

    score: ChapterScore
    hours: float
    seconds: float


def joined_recordings(
    recordings: Sequence[Recording], least_seconds: float = LONG
) -> Iterator[Recording]:
    """Consecutive recordings joined until they last this long."""
    group: list[Recording] = []
    for recording in recordings:
        group.append(recording)
        if sum(each.end for each in group) >= least_seconds:
            yield joined(group)
            group = []


def joined(group: Sequence[Recording]) -> Recording:
    """These recordings as one; each but the first begins a chapter."""
    pieces: list[Piece] = []
    starts: set[float] = set()
    begin = 0.0
    for recording in group:
        pieces += [_later(piece, begin) for piece in recording.document.pieces]
        starts |= {begin, *(begin + start for start in recording.starts)}
        begin += recording.end
    document = replace(group[0].document, pieces=tuple(pieces))
    return Recording(document, tuple(sorted(starts - {0.0})), begin)


def long_scores(recordings: Sequence[Recording], encoder: Encoder) -> Iterator[LongScore]:
    """How the default does on recordings joined to long ones."""
    settings = Settings(encoder=encoder)
    for recording in joined_recordings(recordings):
        made = chapters(recording.document, settings)
        begin = time.process_time()
        chapters(recording.document, settings)
        seconds = time.process_time() - begin
        found = [chapter.start for chapter in made.chapters[1:]]
        score = score_chapters(recording.starts, found, recording.end)
        yield LongScore(score, recording.end / 3600.0, seconds)


def _later(piece: Piece, seconds: float) -> Piece:
    place = piece.place
    first, last = place.start_seconds or 0.0, place.end_seconds or 0.0
    moved = replace(place, start_seconds=first + seconds, end_seconds=last + seconds)
    return replace(piece, place=moved)
