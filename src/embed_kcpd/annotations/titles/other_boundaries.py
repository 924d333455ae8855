"""Titles of the segments that other boundaries of the same text would make.

In:  a segmented text, boundaries.
Out: one ``Title`` for each segment between them, made as those of the result were.
"""

from collections.abc import Sequence
from itertools import pairwise

from embed_kcpd.annotations.titles.headings import with_headings
from embed_kcpd.annotations.titles.naming import Title, name_segments
from embed_kcpd.result.segmented_text import SegmentedText
from embed_kcpd.text.units import unit_texts


def titles_between(result: SegmentedText, boundaries: Sequence[int]) -> tuple[Title, ...]:
    """A title for each segment between ``boundaries``."""
    if result.n_units == 0:
        return ()
    texts = unit_texts(result.text, result.units)
    edges = (0, *boundaries, result.n_units)
    language = result.provenance.get("language")
    code = language.get("code") if isinstance(language, dict) else None
    named = name_segments(
        [texts[start:end] for start, end in pairwise(edges)],
        result.vectors,
        language=code if isinstance(code, str) else None,
        speakers=sorted({place.speaker for place in result.places if place.speaker}),
    )
    return with_headings(named, edges[:-1], result.places) if result.places else named
