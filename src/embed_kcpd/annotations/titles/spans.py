"""Titles of consecutive spans of units, whoever asks for them.

In:  the texts, vectors and places of the units, and the spans.
Out: one ``Title`` for each span: headings of the document, and phrases elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from embed_kcpd.annotations.titles.headings import with_headings
from embed_kcpd.annotations.titles.naming import ReadText, Title, read_text
from embed_kcpd.arrays import Vectors
from embed_kcpd.evidence.headings import Headings
from embed_kcpd.text.places import Place


@dataclass(frozen=True, slots=True, eq=False)
class NamedText:
    """A text that was read for titles once, and is cut in several ways."""

    text: ReadText
    vectors: Vectors | None
    places: Sequence[Place]

    @classmethod
    def of(
        cls,
        texts: Sequence[str],
        vectors: Vectors,
        places: Sequence[Place],
        *,
        language: str | None,
        headings: Headings,
    ) -> "NamedText":
        """The text of these units; ``headings`` that are ignored are no titles."""
        text = read_text(
            texts,
            language=language,
            speakers=sorted({place.speaker for place in places if place.speaker}),
            are_posts=any(place.date for place in places),
            are_messages=any(place.silence is not None for place in places),
        )
        titled = () if headings is Headings.ignore else places
        return cls(text, vectors if texts else None, titled)

    def titles(self, spans: Sequence[tuple[int, int]]) -> tuple[Title, ...]:
        """A title for each of consecutive spans of all units, none of them empty."""
        named = tuple(self.text.titles([end - start for start, end in spans], self.vectors))
        if not self.places:
            return named
        return with_headings(named, [start for start, _ in spans], self.places)


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
    named = NamedText.of(texts, vectors, places, language=language, headings=headings)
    return named.titles(spans)
