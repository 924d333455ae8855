"""Titles and keywords for the segments of a text.

In:  the units of each segment; unit vectors where there are any.
Out: one ``Title`` each, the same for the same text every time.

Candidates are phrases as the text writes them, ranked by ``scores.py``; nothing is encoded for
them.  A title is, in this order: a heading that the text itself has; what a speaker announces
(``announcements.py``); the best phrases, others than those of the segments before; and where no
phrase is left, the longest of the first sentences, shortened.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise

from embed_kcpd.annotations.titles.announcements import announced
from embed_kcpd.annotations.titles.occurrences import (
    Candidate,
    ReadUnits,
    occurrences,
    read_units,
)
from embed_kcpd.annotations.titles.scores import (
    WordScores,
    central_scores,
    contrasted_middles,
    phrase_score,
    word_scores,
)
from embed_kcpd.annotations.titles.speakers import without_speakers
from embed_kcpd.annotations.titles.stop_words import StopWords, stop_words
from embed_kcpd.annotations.titles.verbs import verbs_of
from embed_kcpd.arrays import Vectors
from embed_kcpd.text.language import detect_language
from embed_kcpd.text.letter_forms import without_letter_forms
from embed_kcpd.text.listing import listed

PHRASES_IN_TITLE = 3
WORDS_IN_TITLE = 6
KEYWORDS = 6
LONGEST_TITLE = 60
"""Characters."""
SECOND_SHARE = 0.6
"""A second phrase joins the title if it scores at least this share of the first."""
CANDIDATES = 40
"""Phrases of one segment that are kept after the first ranking."""
LONGEST_SENTENCE = 8
"""Words of a sentence that stands in for a title."""
LONG_ANNOUNCEMENT = 4
"""Words from which on what was announced is a title without phrases beside it."""

_HEADING_END = re.compile(r"[\w)\]#+%]$")
_ADDRESS = re.compile(r"https?://\S+|www\.\S+")
_MARKS = re.compile(r"^[\s#*=_>-]+|[\s#*=_]+$")


@dataclass(frozen=True, slots=True)
class Title:
    """What a segment is called, and the phrases that tell most about it, best first."""

    text: str
    keywords: tuple[str, ...]


def titles(segments: Sequence[Sequence[str]], language: str | None = None) -> tuple[str, ...]:
    """The title of each segment, from its words alone.

    >>> titles([["The cat sat.", "A cat ran."], ["The dog sat.", "Dogs ran."]])
    ('cat', 'dog')
    """
    return tuple(title.text for title in name_segments(segments, language=language))


def name_segments(
    segments: Sequence[Sequence[str]],
    vectors: Vectors | None = None,
    *,
    language: str | None = None,
    speakers: Sequence[str] = (),
    are_posts: bool = False,
    are_messages: bool = False,
) -> tuple[Title, ...]:
    """A title and keywords for each segment.

    ``vectors`` has one row for each unit.  ``language`` is a code such as ``en``; without it
    the language is detected.  Names of ``speakers``, names before a colon, addresses of pages,
    salutations and closings of letters become no title.  Key phrases of English posts do not
    begin with a verb.  The first message of a chat is no heading, although it may end without a
    full stop.
    """
    filled = [units for units in segments if units]
    text = read_text(
        list(chain.from_iterable(filled)),
        language=language,
        speakers=speakers,
        are_posts=are_posts,
        are_messages=are_messages,
    )
    made = iter(text.titles(list(map(len, filled)), vectors))
    return tuple(next(made) if units else Title("", ()) for units in segments)


Scored = list[tuple[float, Candidate]]
"""Candidates with their scores, best first."""


@dataclass(frozen=True, slots=True)
class ReadText:
    """The units of a text without names of speakers, their words and phrases, and its language.

    It is the same for all ways to cut the text, and takes half the time of a title.
    ``has_headings`` says that a first unit may be the heading of what follows.
    """

    units: list[str]
    read: ReadUnits
    language: str
    stop: StopWords
    has_headings: bool

    def titles(self, sizes: Sequence[int], vectors: Vectors | None) -> list[Title]:
        """A title for each of the segments of so many units, one or more."""
        if not sizes:
            return []
        return _titles(self, _parted(self.units, sizes), _ranked(self, sizes, vectors))


def read_text(
    units: Sequence[str],
    *,
    language: str | None = None,
    speakers: Sequence[str] = (),
    are_posts: bool = False,
    are_messages: bool = False,
) -> ReadText:
    """What titles are made of, whichever units are segments (see ``name_segments``)."""
    plain = [_ADDRESS.sub(" ", _composed(unit)) for unit in units]
    said, banned = without_speakers(plain, speakers)
    contents = [without_letter_forms(unit) for unit in said]
    code = language or detect_language("\n".join(contents)).code
    verbs = verbs_of(contents) if are_posts and code == "en" else frozenset()
    stop = stop_words(code)
    read = read_units(contents, stop, banned, verbs)
    return ReadText(contents, read, code, stop, has_headings=not are_messages)


def _composed(unit: str) -> str:
    """Letters and their accents as one character each, as lists of words have them.

    >>> len(_composed("fu\u0308r")), _composed("\u095c") == "\u095c"
    (3, True)
    """
    if unit.isascii():
        return unit
    composed = unicodedata.normalize("NFC", unit)
    # Some letters of Indian scripts are taken apart by it, so that they would not be found again.
    return composed if len(composed) < len(unit) else unit


def _parted(units: Sequence[str], sizes: Sequence[int]) -> list[Sequence[str]]:
    return [units[start:end] for start, end in pairwise(accumulate(sizes, initial=0))]


def _ranked(text: ReadText, sizes: Sequence[int], vectors: Vectors | None) -> list[Scored]:
    """The candidates of each segment, the best first."""
    counted = occurrences(text.read, sizes)
    if vectors is None:
        words = word_scores(counted)
    else:
        words = central_scores(counted, *contrasted_middles(vectors, counted.edges))
    return _by_words(counted.segments, words, text.language)


def _by_words(
    segments: Sequence[Sequence[Candidate]],
    words: Sequence[WordScores],
    language: str,
) -> list[Scored]:
    return [
        _best_first([(phrase_score(c, known, language), c) for c in candidates])
        for candidates, known in zip(segments, words, strict=True)
    ]


def _best_first(scored: Scored) -> Scored:
    return sorted(scored, key=lambda pair: (-pair[0], pair[1].words))[:CANDIDATES]


def _titles(
    text: ReadText, segments: Sequence[Sequence[str]], ranked: Sequence[Scored]
) -> list[Title]:
    """A title for each segment; phrases alone make no title that an earlier segment has."""
    made: list[Title] = []
    taken: set[str] = set()
    for units, scored in zip(segments, ranked, strict=True):
        chosen = _apart(scored)
        keywords = tuple(candidate.text for _, candidate in chosen)
        title = _heading(units) if text.has_headings else ""
        if not title and (announcement := announced(units, text.language, text.stop)):
            title = _with_phrases(announcement, chosen)
        for first in range(len(chosen)):
            if title and title.casefold() not in taken:
                break
            title = _joined(chosen[first:])
        title = title or _shortened(units)
        taken.add(title.casefold())
        made.append(Title(title, keywords))
    return made


def _apart(scored: Scored) -> Scored:
    """The best candidates that have no word in common, nor one inside another."""
    chosen: Scored = []
    taken: set[str] = set()
    for score, candidate in scored:
        if taken.isdisjoint(candidate.roots) and not any(
            candidate.text in other.text or other.text in candidate.text for _, other in chosen
        ):
            chosen.append((score, candidate))
            taken.update(candidate.roots)
        if len(chosen) == KEYWORDS:
            break
    return chosen


def _with_phrases(announcement: str, chosen: Scored) -> str:
    """A short announcement with phrases that share no word with it; a long one alone."""
    said = announcement.casefold()
    others = [candidate.text for _, candidate in chosen if candidate.text.casefold() not in said]
    title = announcement if len(announcement) <= LONGEST_TITLE else _cut(announcement)
    if len(announcement.split()) >= LONG_ANNOUNCEMENT:
        return title
    for phrase in others[: PHRASES_IN_TITLE - 1]:
        title = _longer(title, phrase)
    return title


def _joined(chosen: Scored) -> str:
    """The best phrase, and others that are nearly as good, as long as the title stays short."""
    best, first = chosen[0]
    title = first.text
    for score, candidate in chosen[1:PHRASES_IN_TITLE]:
        if score >= SECOND_SHARE * best:
            title = _longer(title, candidate.text)
    return title


def _longer(title: str, phrase: str) -> str:
    """The title with one more phrase if it stays short, else the title."""
    n_words = len(title.split()) + len(phrase.split())
    longer = listed([title, phrase])
    return longer if n_words <= WORDS_IN_TITLE and len(longer) <= LONGEST_TITLE else title


def _heading(units: Sequence[str]) -> str:
    """The first unit if it looks like a heading: short, and without a mark at its end."""
    lines = units[0].strip().splitlines()
    if len(units) < 2 or len(lines) != 1:
        return ""
    line = _MARKS.sub("", lines[0])
    words = line.split()
    is_short = 1 <= len(words) <= LONGEST_SENTENCE and len(line) <= LONGEST_TITLE
    is_headed = line[:1].isupper() or lines[0].startswith("#")
    return line if is_short and is_headed and _HEADING_END.search(line) else ""


def _shortened(units: Sequence[str]) -> str:
    """The longest of the first sentences, cut after a few words."""
    words = max(units[:LONGEST_SENTENCE], key=len).split()
    if not any(character.isalnum() for word in words for character in word):
        return ""
    text = " ".join(words[:LONGEST_SENTENCE])
    return text if len(words) <= LONGEST_SENTENCE and len(text) <= LONGEST_TITLE else _cut(text)


def _cut(text: str) -> str:
    return text[:LONGEST_TITLE].rstrip(" ,.;:") + "…"
