"""Pieces of a transcript to a document.

In:  the pieces in the order of the file, as a format found them.
Out: a ``Document`` of kind recording: blank pieces and marks of sounds left out, speakers known,
     times mended.
"""

from collections.abc import Iterable, Sequence

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
    once, rolling_notes = unrolled(said)
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
        notes=(*notes, *rolling_notes, *sound_notes, *silent, *timing_notes),
    )
