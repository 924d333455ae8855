"""The HTML transcript of podcasts: who speaks, when, and what.

In:  ``<cite>Name:</cite> <time>0:12</time> <p>words</p>``, or times in paragraphs of their own.
Out: a recording.

A name holds for the paragraphs up to the next name, a time for the paragraph after it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, Piece
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.clock import CLOCK, clock_seconds
from embed_kcpd.readers.transcripts.markup import Characters, visible_tokens
from embed_kcpd.readers.transcripts.recording import recording
from embed_kcpd.text.places import Place, SourceSpan

NAME = "podcast-html"

_CITE = re.compile(r"<cite[\s>]", re.IGNORECASE)
_TIME = re.compile(r"<time[\s>]", re.IGNORECASE)
_TIME_PARAGRAPH = re.compile(rf"<p>\s*{CLOCK}\s*</p>", re.IGNORECASE)
_LEAST = 2
"""Names or times that must stand near the beginning of such a file."""

_INLINE = frozenset(re.findall(r"\w+", "a abbr b code em i mark q s small span strong sub sup u"))
"""Elements inside a paragraph that do not end it."""


@dataclass(frozen=True, slots=True)
class _Block:
    """The text of one element."""

    element: str
    text: str
    span: SourceSpan


def is_podcast_html(source: Source) -> bool:
    """Whether names and times, or paragraphs of times alone, stand near the beginning."""
    beginning = source.beginning
    if not beginning.lstrip().startswith("<"):
        return False
    cites = len(_CITE.findall(beginning))
    is_short = len(source.data) < len(beginning)
    timed = cites > 0 and (len(_TIME.findall(beginning)) >= _LEAST or is_short)
    return timed or cites >= _LEAST or len(_TIME_PARAGRAPH.findall(beginning)) >= _LEAST


def read_podcast_html(source: Source) -> Document:
    """The paragraphs of the transcript, with speakers and times."""
    pieces = list(_pieces(_blocks(source.text)))
    if not pieces:
        raise InputError(f"{source.name}: expected <cite>, <time> and <p>, found no words")
    return recording(source, NAME, pieces)


def _pieces(blocks: Iterator[_Block]) -> Iterator[Piece]:
    speaker: str | None = None
    start: float | None = None
    for block in blocks:
        words = block.text.strip()
        if block.element == "cite":
            speaker = " ".join(words.removesuffix(":").split()) or None
        elif re.fullmatch(CLOCK, words):
            start = clock_seconds(words)
        elif words:
            yield Piece(words, Place(block.span, start, speaker=speaker))
            start = None


def _blocks(text: str) -> Iterator[_Block]:
    """The text of every element that is not inside a line."""
    element, parts = "", list[Characters]()
    for token in visible_tokens(text):
        if isinstance(token, Characters):
            parts.append(token)
        elif token.name == "br":
            parts.append(Characters("\n", token.start, token.end))
        elif token.name not in _INLINE:
            yield from _block(element, parts)
            element, parts = "" if token.closes else token.name, []
    yield from _block(element, parts)


def _block(element: str, parts: list[Characters]) -> Iterator[_Block]:
    text = "".join(part.text for part in parts)
    if text.strip():
        before = len(text) - len(text.lstrip())
        after = len(text) - len(text.rstrip())
        start, end = parts[0].start, parts[-1].end
        if end - start == len(text):
            start, end = start + before, end - after
        yield _Block(element, text, SourceSpan(start, end))
