"""Titles of the segments that other boundaries of the same text would make.

In:  a segmented text, boundaries.
Out: one ``Title`` for each segment between them, made as those of the result were.
"""

from collections.abc import Sequence
from itertools import pairwise

from embed_kcpd.annotations.titles.naming import Title
from embed_kcpd.annotations.titles.spans import name_spans
from embed_kcpd.evidence.headings import Headings
from embed_kcpd.result.segmented_text import SegmentedText
from embed_kcpd.text.units import unit_texts


def titles_between(result: SegmentedText, boundaries: Sequence[int]) -> tuple[Title, ...]:
    """A title for each segment between ``boundaries``."""
    if result.n_units == 0:
        return ()
    language = result.provenance.get("language")
    code = language.get("code") if isinstance(language, dict) else None
    return name_spans(
        unit_texts(result.text, result.units),
        result.vectors,
        list(pairwise((0, *boundaries, result.n_units))),
        result.places,
        language=code if isinstance(code, str) else None,
        headings=Headings(result.provenance.get("headings", Headings.favour.value)),
    )
