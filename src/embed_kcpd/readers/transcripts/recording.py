"""Pieces of a transcript to a document.

In:  the pieces in the order of the file, as a format found them.
Out: a ``Document`` of kind recording: blank pieces and marks of sounds left out, speakers known,
     times mended.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby

from embed_kcpd.readers.document import Document, DocumentKind, GivenChapter, Piece
from embed_kcpd.readers.language import stated_language
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.rolling import unrolled
from embed_kcpd.readers.transcripts.sounds import without_sounds
from embed_kcpd.readers.transcripts.speakers import with_speakers
from embed_kcpd.readers.transcripts.timing import mended


def recording(
    source: Source,
    format_name: str,
    pieces: Iterable[Piece],
    *,
    title: str | None = None,
    language: str | None = None,
    chapters: Sequence[GivenChapter] = (),
    notes: Sequence[str] = (),
) -> Document:
    """The document of a transcript."""
    said = [piece for piece in pieces if piece.text.strip()]
    single, repeat_notes = _without_repeats(said)
    once, rolling_notes = unrolled(single)
    spoken, sound_notes = without_sounds(once)
    silent = () if spoken else ("nothing is said in the transcript",)
    timed, timing_notes = mended(with_speakers(spoken))
    return Document(
        source.name,
        format_name,
        DocumentKind.recording,
        timed,
        title=title,
        language=stated_language(language),
        chapters=tuple(chapters),
        notes=(*notes, *repeat_notes, *rolling_notes, *sound_notes, *silent, *timing_notes),
    )


def _without_repeats(pieces: Sequence[Piece]) -> tuple[list[Piece], tuple[str, ...]]:
    """The pieces without those that say the same at the same time as one just before.

    Subtitles that were made of several layers have each of them two or three times.
    """
    kept: list[Piece] = []
    for _, together in groupby(pieces, key=lambda piece: piece.place.start_seconds):
        shown: dict[object, Piece] = {}
        for number, piece in enumerate(together):
            place = piece.place
            has_end = place.end_seconds is not None
            key = (piece.text, place.end_seconds, place.speaker) if has_end else number
            shown.setdefault(key, piece)
        kept += shown.values()
    n_repeats = len(pieces) - len(kept)
    if not n_repeats:
        return list(pieces), ()
    repeat = "caption that repeats" if n_repeats == 1 else "captions that repeat"
    return kept, (f"{n_repeats:,} {repeat} another at the same time left out",)
