"""Chapters of a recording: the types.

In:  times, titles, and how sure each is.
Out: frozen values that write themselves in the formats of players.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from embed_kcpd.result.segmented_text import SegmentedText


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter, from ``start`` to ``end`` in seconds.

    ``confidence`` is the probability of the boundary it begins with, 1 for the first chapter,
    and None where it was not computed.  ``start_unit`` is the first unit of the transcript in
    it.  ``children`` are shorter chapters inside it.  ``summary`` is a sentence of a chat model,
    empty where none was asked.
    """

    start: float
    end: float
    title: str
    keywords: tuple[str, ...] = ()
    confidence: float | None = None
    start_unit: int = 0
    children: tuple["Chapter", ...] = ()
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Chapters that were found beside those a person gave.

    ``n_matched`` of ``n_given`` beginnings were found within ``seconds`` of each other; the
    first chapter of each, which always begins the recording, does not count.
    """

    n_given: int
    n_found: int
    n_matched: int
    seconds: float

    @property
    def f1(self) -> float:
        total = self.n_given + self.n_found
        return 2 * self.n_matched / total if total else 1.0


@dataclass(frozen=True)
class Chapters:
    """The chapters of a recording, in order, the first at its beginning.

    ``parts`` are longer chapters with these as children, where levels were asked for.
    ``result`` is the segmentation behind them.  ``comparison`` is there where the recording
    came with chapters of its own.
    """

    name: str
    chapters: tuple[Chapter, ...]
    result: SegmentedText = field(repr=False, compare=False)
    parts: tuple[Chapter, ...] = ()
    comparison: Comparison | None = None

    def __post_init__(self) -> None:
        starts = [chapter.start for chapter in self.chapters]
        if any(left >= right for left, right in pairwise(starts)):
            raise ValueError(f"chapters must begin one after the other, got {starts}")

    def __len__(self) -> int:
        return len(self.chapters)

    @property
    def nested(self) -> tuple[Chapter, ...]:
        """The outermost chapters: parts where there are some."""
        return self.parts or self.chapters

    def to_youtube(self) -> str:
        """Lines for the description of a YouTube video."""
        from embed_kcpd.chapters.formats.youtube import as_youtube

        return as_youtube(self.chapters)

    def to_spotify(self) -> str:
        """Lines for the description of a Spotify episode."""
        from embed_kcpd.chapters.formats.spotify import as_spotify

        return as_spotify(self.chapters)

    def to_podcasting(self) -> str:
        """The JSON file of Podcasting 2.0."""
        from embed_kcpd.chapters.formats.podcasting import as_podcasting

        return as_podcasting(self.chapters)

    def to_webvtt(self) -> str:
        """A WebVTT track of chapters, nested where there are parts."""
        from embed_kcpd.chapters.formats.webvtt import as_webvtt

        return as_webvtt(self.nested)

    def to_ffmetadata(self) -> str:
        """The metadata file of ffmpeg."""
        from embed_kcpd.chapters.formats.ffmetadata import as_ffmetadata

        return as_ffmetadata(self.chapters)

    def to_matroska(self) -> str:
        """The chapter file of Matroska (mkvmerge), nested where there are parts."""
        from embed_kcpd.chapters.formats.matroska import as_matroska

        return as_matroska(self.nested, self.language)

    def to_podlove(self) -> str:
        """Podlove Simple Chapters."""
        from embed_kcpd.chapters.formats.podlove import as_podlove

        return as_podlove(self.chapters)

    def to_markdown(self, link: str | None = None) -> str:
        """A list in Markdown; ``link`` is the address of the recording."""
        from embed_kcpd.chapters.formats.markdown import as_markdown
        from embed_kcpd.chapters.links import check_link

        check_link(link)
        return as_markdown(self.nested, link)

    def to_json(self) -> str:
        """Chapters and the segmentation behind them, in the schema of embed-kcpd."""
        from embed_kcpd.chapters.formats.own_json import as_json

        return as_json(self)

    @property
    def language(self) -> str:
        """The language of the transcript as a code, ``und`` where it is unknown."""
        language = self.result.provenance.get("language")
        code = language.get("code") if isinstance(language, Mapping) else None
        is_code = isinstance(code, str) and 2 <= len(code) <= 3 and code.isalpha()
        return str(code) if is_code else "und"
