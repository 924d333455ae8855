"""Titles of consecutive spans of units, whoever asks for them.

In:  the texts, vectors and places of the units, and the spans.
Out: one ``Title`` for each span: headings of the document, and phrases elsewhere.
"""

from collections.abc import Sequence

from embed_kcpd.annotations.titles.headings import with_headings
from embed_kcpd.annotations.titles.naming import Title, name_segments
from embed_kcpd.arrays import Vectors
from embed_kcpd.evidence.headings import Headings
from embed_kcpd.text.places import Place


def name_spans(
    texts: Sequence[str],
    vectors: Vectors,
    spans: Sequence[tuple[int, int]],
    places: Sequence[Place],
    *,
    language: str | None,
    headings: Headings,
) -> tuple[Title, ...]:
    """A title for each span; ``headings`` that are ignored are no titles."""
    named = name_segments(
        [texts[start:end] for start, end in spans],
        vectors if texts else None,
        language=language,
        speakers=sorted({place.speaker for place in places if place.speaker}),
        are_posts=any(place.date for place in places),
        are_messages=any(place.silence is not None for place in places),
    )
    if not places or headings is Headings.ignore:
        return named
    return with_headings(named, [start for start, _ in spans], places)
