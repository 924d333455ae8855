"""Titles and keywords for the segments of a text.

In:  the units of each segment; unit vectors and their encoder where there are any.
Out: one ``Title`` each, the same for the same text every time.

Candidates are phrases as the text writes them.  They are ranked by ``scores.py``; the best of
a segment are encoded, as many as cost little beside the units themselves, and ranked again by
how much nearer they are to their segment than to any other.  A heading that the text itself
has is its title, and where no phrase is left, the longest of its first sentences, shortened.
"""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import accumulate, pairwise

import numpy as np

from embed_kcpd.annotations.titles.occurrences import Candidate, occurrences
from embed_kcpd.annotations.titles.scores import (
    WordScores,
    contrasted_middles,
    encoded_scores,
    phrase_score,
    with_centrality,
    word_scores,
)
from embed_kcpd.annotations.titles.speakers import without_speakers
from embed_kcpd.annotations.titles.stop_words import stop_words
from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders.protocol import Encoder, checked_rows, encoder_identity
from embed_kcpd.text.language import detect_language
from embed_kcpd.text.words import count_words

PHRASES_IN_TITLE = 3
WORDS_IN_TITLE = 6
KEYWORDS = 6
LONGEST_TITLE = 60
"""Characters."""
SECOND_SHARE = 0.6
"""A second phrase joins the title if it scores at least this share of the first."""
WORDS_PER_ENCODED = 120
"""Words of a segment for each phrase that is encoded."""
MOST_ENCODED = 20
"""Phrases of one segment that are encoded at most."""
CANDIDATES = 40
"""Phrases of one segment that are kept after the first ranking."""
LONGEST_SENTENCE = 8
"""Words of a sentence that stands in for a title."""

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
    encoder: Encoder | None = None,
    language: str | None = None,
    speakers: Sequence[str] = (),
    words_per_encoded: int = WORDS_PER_ENCODED,
) -> tuple[Title, ...]:
    """A title and keywords for each segment.

    ``vectors`` has one row for each unit; with ``encoder``, which must be the one that made
    them, phrases are encoded too, one for every ``words_per_encoded`` words of a segment.
    ``language`` is a code such as ``en``; without it the language is detected.  Names of
    ``speakers``, names before a colon, and addresses of pages become no title.
    """
    filled = [[_ADDRESS.sub(" ", unit) for unit in units] for units in segments if units]
    contents, banned = without_speakers([unit for units in filled for unit in units], speakers)
    code = language or detect_language("\n".join(contents)).code
    text = _Text(_parted(contents, filled), code, banned)
    ranked = _ranked(text, vectors, encoder, words_per_encoded) if filled else []
    made = iter([_title(u, scored) for u, scored in zip(text.segments, ranked, strict=True)])
    return tuple(next(made) if units else Title("", ()) for units in segments)


Scored = list[tuple[float, Candidate]]
"""Candidates with their scores, best first."""


@dataclass(frozen=True, slots=True)
class _Text:
    """Segments that all hold something, their language, and words that no title has."""

    segments: list[list[str]]
    language: str
    banned: AbstractSet[str]


def _parted(contents: Sequence[str], like: Sequence[Sequence[str]]) -> list[list[str]]:
    ends = list(accumulate(map(len, like)))
    return [list(contents[start:end]) for start, end in pairwise([0, *ends])]


def _ranked(
    text: _Text, vectors: Vectors | None, encoder: Encoder | None, words_per_encoded: int
) -> list[Scored]:
    """The candidates of each segment, the best first."""
    counted = occurrences(text.segments, stop_words(text.language), text.banned)
    if vectors is None:
        return _by_words(counted.segments, word_scores(counted), text.language)
    rows, middles = contrasted_middles(vectors, counted.edges)
    words = with_centrality(counted, word_scores(counted), rows, middles)
    ranked = _by_words(counted.segments, words, text.language)
    if encoder is None:
        return ranked
    shares = [_n_encoded(units, words_per_encoded) for units in text.segments]
    return _encoded_again(ranked, shares, encoder, middles)


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


def _n_encoded(units: Sequence[str], words_per_encoded: int) -> int:
    return min(MOST_ENCODED, int(count_words(units).sum()) // words_per_encoded)


def _encoded_again(
    ranked: list[Scored],
    shares: Sequence[int],
    encoder: Encoder,
    middles: Vectors,
) -> list[Scored]:
    """The ranking with what the encoder says of the best phrases of each segment.

    A choice needs two; a segment too short for two is left as it is.
    """
    chosen = [scored[:n] if n > 1 else [] for scored, n in zip(ranked, shares, strict=True)]
    texts = list(dict.fromkeys(candidate.text for scored in chosen for _, candidate in scored))
    if not texts:
        return ranked
    rows = checked_rows(encoder.encode(texts), len(texts), encoder_identity(encoder))
    place = {text: number for number, text in enumerate(texts)}
    again = []
    for segment, (scored, best) in enumerate(zip(ranked, chosen, strict=True)):
        added = [rows[place[candidate.text]] for _, candidate in best]
        if not best:
            again.append(scored)
            continue
        gains = encoded_scores(np.array(added), segment, middles)
        judged = [(s + float(g), c) for (s, c), g in zip(best, gains, strict=True)]
        again.append(_best_first(judged) + scored[len(best) :])
    return again


def _title(units: Sequence[str], scored: Scored) -> Title:
    chosen = _apart(scored)
    keywords = tuple(candidate.text for _, candidate in chosen)
    heading = _heading(units)
    if heading:
        return Title(heading, keywords)
    if not chosen:
        return Title(_shortened(units), ())
    return Title(_joined(chosen), keywords)


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


def _joined(chosen: Scored) -> str:
    """The best phrase, and others that are nearly as good, as long as the title stays short."""
    best, first = chosen[0]
    title = first.text
    for score, candidate in chosen[1:PHRASES_IN_TITLE]:
        longer = f"{title}, {candidate.text}"
        is_short = len(longer.split()) <= WORDS_IN_TITLE and len(longer) <= LONGEST_TITLE
        if score >= SECOND_SHARE * best and is_short:
            title = longer
    return title


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
