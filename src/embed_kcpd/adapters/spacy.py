"""spaCy: a component that writes where the topic changes into a document.

In:  a ``Doc``.
Out: the same ``Doc`` with ``doc.spans["topics"]``: one span for each segment, its title as label.

    import embed_kcpd.adapters.spacy
    nlp.add_pipe("topics", config={"encoder": "minilm"})
"""

from bisect import bisect_left
from dataclasses import replace
from itertools import pairwise
from typing import Any

from embed_kcpd.errors import MissingExtraError
from embed_kcpd.granularity.fixed import SegmentCount
from embed_kcpd.granularity.text_scale.rule import TextScale
from embed_kcpd.pipeline import segment_units
from embed_kcpd.settings import Settings
from embed_kcpd.text.sentences import Sentences

try:
    from spacy.language import Language
    from spacy.tokens import Doc, Span
except ImportError:
    raise MissingExtraError("spacy", "spacy") from None

KEY = "topics"


class TopicSpans:
    """Cuts a document between its sentences, where it has them, else between those of the text.

    ``n_segments`` asks for so many, or as many as the document has sentences.
    """

    def __init__(self, settings: Settings, n_segments: int | None = None, key: str = KEY) -> None:
        self.settings, self.n_segments, self.key = settings, n_segments, key

    def __call__(self, doc: Doc) -> Doc:
        sentences = _sentences(doc)
        texts = [doc[start:end].text_with_ws for start, end in sentences]
        settings = self.settings
        if self.n_segments is not None and texts:
            fitting = SegmentCount(min(self.n_segments, len(texts)))
            settings = replace(settings, granularity=fitting)
        result = segment_units(texts, settings, separator="")
        spans = [
            Span(doc, sentences[each.start_unit][0], sentences[each.end_unit - 1][1], each.title)
            for each in result.segments
        ]
        doc.spans[self.key] = spans
        return doc


@Language.factory(
    "topics",
    default_config={"encoder": None, "n_segments": None, "coarser": 0.0, "key": KEY},
    assigns=["doc.spans"],
)
def make_topics(
    nlp: Language,
    name: str,
    encoder: str | None,
    n_segments: int | None,
    coarser: float,
    key: str,
) -> Any:
    """The component from the values of a spaCy configuration."""
    settings = Settings(encoder=encoder, granularity=TextScale(coarser=coarser))
    return TopicSpans(settings, n_segments, key)


def _sentences(doc: Doc) -> list[tuple[int, int]]:
    """The first and last token of each sentence, half-open; they cover the document."""
    if doc.has_annotation("SENT_START"):
        return [(sentence.start, sentence.end) for sentence in doc.sents]
    units = Sentences().split(doc.text)
    # A unit may begin inside a token; the token then belongs to the unit before.
    starts = sorted({0, *(_token_at(doc, unit.start) for unit in units[1:])} - {len(doc)})
    return list(pairwise([*starts, len(doc)])) if len(doc) else []


def _token_at(doc: Doc, position: int) -> int:
    """The first token that begins at this character or after it."""
    return bisect_left(doc, position, key=lambda token: token.idx)
