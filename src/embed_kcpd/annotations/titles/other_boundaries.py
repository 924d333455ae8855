"""Titles of the segments that other boundaries of the same text would make.

In:  a segmented text, boundaries.
Out: one ``Title`` for each segment between them, made as those of the result were.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from embed_kcpd.annotations.titles.naming import Title
from embed_kcpd.annotations.titles.spans import NamedText
from embed_kcpd.evidence.headings import Headings
from embed_kcpd.result.segmented_text import SegmentedText
from embed_kcpd.text.units import unit_texts


@dataclass(frozen=True, eq=False)
class LevelTitles:
    """The titles of all levels of a result, whose text is read once, when the first is made."""

    result: SegmentedText

    def between(self, boundaries: Sequence[int]) -> tuple[Title, ...]:
        """A title for each segment between ``boundaries``."""
        if self.result.n_units == 0:
            return ()
        return self._text.titles(list(pairwise((0, *boundaries, self.result.n_units))))

    @cached_property
    def _text(self) -> NamedText:
        result = self.result
        language = result.provenance.get("language")
        code = language.get("code") if isinstance(language, dict) else None
        return NamedText.of(
            unit_texts(result.text, result.units),
            result.vectors,
            result.places,
            language=code if isinstance(code, str) else None,
            headings=Headings(result.provenance.get("headings", Headings.favour.value)),
        )


def titles_between(result: SegmentedText, boundaries: Sequence[int]) -> tuple[Title, ...]:
    """A title for each segment between ``boundaries``."""
    return LevelTitles(result).between(boundaries)
