"""A text made ready for chunking: its units, their tokens and places.

In:  a text or a document, and settings.
Out: a ``Split``: everything but the vectors.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.chunks.pieces import Fitted, fitted_units
from embed_kcpd.chunks.sentences import LocalSentences
from embed_kcpd.chunks.settings import ChunkSettings
from embed_kcpd.chunks.tokens import Counter, chosen_counter
from embed_kcpd.encoders import Encoder
from embed_kcpd.preparation import text_encoder, text_language, text_splitter
from embed_kcpd.readers import plain
from embed_kcpd.readers.document import Document, DocumentKind, check_document
from embed_kcpd.readers.units import document_units
from embed_kcpd.settings import Settings
from embed_kcpd.text.language import Language
from embed_kcpd.text.places import Place
from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.units import Splitter, Unit, check_text, check_tiling, unit_texts


@dataclass(frozen=True)
class Split:
    """A text in units of which none is longer than a chunk may be.

    ``has_markers`` is false where a reader has taken the markers of lists away.
    """

    text: str
    fitted: tuple[Fitted, ...]
    places: tuple[Place, ...]
    texts: list[str]
    encoder: Encoder
    language: Language
    counter: Counter
    settings: ChunkSettings
    source: str | None = None
    has_markers: bool = True

    @property
    def units(self) -> tuple[Unit, ...]:
        return tuple(each.unit for each in self.fitted)

    @property
    def tokens(self) -> FloatArray:
        return np.array([each.tokens for each in self.fitted], dtype=np.float64)


def split_text(text: str, settings: ChunkSettings) -> Split:
    """A plain text."""
    check_text(text)
    units = tuple(_splitter(text, settings).split(text))
    check_tiling(text, units)
    return _split(text, units, (), settings, None)


def split_document(document: Document, settings: ChunkSettings) -> Split:
    """A document: its headings and pages go with its units."""
    check_document(document)
    own = replace(settings, language=settings.language or document.language)
    if document.format == plain.NAME:
        return replace(split_text(document.text, own), source=document.name)
    units, places = document_units(document, _splitter(document.text, own))
    split = _split(document.text, units, places, own, document.name)
    return replace(split, has_markers=document.kind is not DocumentKind.text)


def _split(
    text: str,
    units: Sequence[Unit],
    places: Sequence[Place],
    settings: ChunkSettings,
    source: str | None,
) -> Split:
    encoder = text_encoder(text, _settings(settings))
    counter = chosen_counter(settings.tokens, encoder)
    fitted = fitted_units(text, units, counter, settings.max_tokens - settings.overlap)
    return Split(
        text=text,
        fitted=fitted,
        places=_fitted_places(units, places, fitted),
        texts=unit_texts(text, [each.unit for each in fitted]),
        encoder=encoder,
        language=text_language(text, _settings(settings)),
        counter=counter,
        settings=settings,
        source=source,
    )


def _splitter(text: str, settings: ChunkSettings) -> Splitter:
    """What splits this text into units; sentences are found from what stands near them."""
    splitter = text_splitter(text, _settings(settings))
    return LocalSentences(splitter) if isinstance(splitter, Sentences) else splitter


def _settings(settings: ChunkSettings) -> Settings:
    """What the road wants to know."""
    return Settings(unit=settings.unit, encoder=settings.encoder, language=settings.language)


def _fitted_places(
    units: Sequence[Unit], places: Sequence[Place], fitted: Sequence[Fitted]
) -> tuple[Place, ...]:
    """The place of every unit; the parts of a long one have their share of its place."""
    if not places:
        return ()
    return tuple(
        places[each.whole].part(
            each.unit.start - units[each.whole].start,
            each.unit.end - units[each.whole].start,
            units[each.whole].end - units[each.whole].start,
        )
        for each in fitted
    )
