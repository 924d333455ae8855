"""WebVTT, read by the parsing rules of the W3C.

In:  a file that begins with ``WEBVTT``.
Out: a recording; a track of chapters (``Kind: chapters``) also gives its chapters.

Blocks without times (notes, styles, regions) say nothing.  Cue settings place text on a screen and
are not kept.  https://www.w3.org/TR/webvtt1/#parsing
"""

import re
from dataclasses import dataclass

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, GivenChapter, Piece
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.lines import Line, span_of, text_lines
from embed_kcpd.readers.transcripts.recording import recording
from embed_kcpd.readers.transcripts.webvtt_cue_text import Voice, voices
from embed_kcpd.readers.transcripts.word_times import with_word_times
from embed_kcpd.text.places import Place, SourceSpan

NAME = "webvtt"

_SIGNATURE = re.compile("\ufeff?WEBVTT(?![^ \t\r\n])")
_TIME = r"(?:([0-9]+):)?([0-5][0-9]):([0-5][0-9])\.([0-9]{3})(?![0-9])"
_TIMINGS = re.compile(rf"[ \t\f]*{_TIME}[ \t\f]*-->[ \t\f]*{_TIME}")
_HEADER = re.compile(r"(?im)^(kind|language)[ \t]*:[ \t]*(\S+)")


@dataclass(frozen=True, slots=True)
class Cue:
    """A cue as the file has it; ``text`` still has its tags."""

    identifier: str
    start_seconds: float
    end_seconds: float
    text: str
    span: SourceSpan


def is_webvtt(source: Source) -> bool:
    """Whether the file has the signature."""
    return _SIGNATURE.match(_text(source.data[:64], source.encoding)) is not None


def read_webvtt(source: Source) -> Document:
    """The cues of a WebVTT file."""
    text = _text(source.data, source.encoding)
    if not _SIGNATURE.match(text):
        raise InputError(f"{source.name} line 1: expected WEBVTT, got {text[:20]!r}")
    cues = webvtt_cues(text)
    pieces = [_piece(cue, voice) for cue in cues for voice in voices(cue.text)]
    header = _header(text)
    return recording(
        source,
        NAME,
        pieces,
        language=header.get("language"),
        chapters=chapter_cues(cues) if header.get("kind") == "chapters" else (),
    )


def _piece(cue: Cue, voice: Voice) -> Piece:
    place = Place(cue.span, cue.start_seconds, cue.end_seconds, speaker=voice.speaker)
    return Piece(voice.text, with_word_times(place, voice.text, voice.marks))


def chapter_cues(cues: list[Cue]) -> tuple[GivenChapter, ...]:
    """The cues of a track of chapters."""
    return tuple(
        GivenChapter(
            cue.start_seconds,
            " ".join(" ".join(voice.text.split()) for voice in voices(cue.text)),
            cue.end_seconds,
        )
        for cue in cues
    )


def webvtt_cues(text: str) -> list[Cue]:
    """Every cue of a file, by the rules of the W3C.

    >>> cues = webvtt_cues("WEBVTT\\n\\nfirst\\n00:01.000 --> 00:02.000 align:end\\nHello.")
    >>> cues[0].identifier, cues[0].start_seconds, cues[0].text
    ('first', 1.0, 'Hello.')
    """
    lines = text_lines(text)
    position = _block_end(lines, 1, in_header=True)
    cues = []
    while position < len(lines):
        if not lines[position].text:
            position += 1
            continue
        end = _block_end(lines, position)
        cue = _cue(lines[position:end])
        if cue is not None:
            cues.append(cue)
        position = end
    return cues


def _block_end(lines: list[Line], first: int, in_header: bool = False) -> int:
    """The line after the block that begins with line ``first``.

    An empty line ends it, and a line with an arrow that is not the one of its times: the first
    of the block, or the second where the first has none.
    """
    seen_arrow = False
    for number in range(first, len(lines)):
        line = lines[number].text
        if "-->" in line:
            is_times = number == first or (number == first + 1 and not seen_arrow)
            if in_header or not is_times:
                return number
            seen_arrow = True
        elif not line:
            return number
    return len(lines)


def _cue(block: list[Line]) -> Cue | None:
    """The cue of a block, where it has times."""
    at = next((number for number, line in enumerate(block[:2]) if "-->" in line.text), None)
    if at is None:
        return None
    times = _TIMINGS.match(block[at].text)
    if times is None:
        return None
    start, end = _seconds(*times.groups()[:4]), _seconds(*times.groups()[4:])
    said = block[at + 1 :]
    span = span_of(said) if said else SourceSpan(block[at].end, block[at].end)
    identifier = block[0].text if at == 1 else ""
    return Cue(identifier, start, end, "\n".join(line.text for line in said), span)


def _seconds(hours: str | None, minutes: str, seconds: str, thousandths: str) -> float:
    # More digits than a float can hold would be an infinite time.
    whole = float((hours or "0")[-15:]) * 3600 + int(minutes) * 60 + int(seconds)
    return whole + int(thousandths) / 1000


def _header(text: str) -> dict[str, str]:
    """What the lines up to the first empty one say: kind and language."""
    lines = text_lines(text)
    header = lines[1 : _block_end(lines, 1, in_header=True)]
    given = _HEADER.findall("\n".join(line.text for line in header))
    return {name.lower(): value for name, value in given}


def _text(data: bytes, encoding: str) -> str:
    """The file as the W3C decodes it: what is no character becomes U+FFFD."""
    return data.decode(encoding, "replace").replace("\0", "\ufffd")
