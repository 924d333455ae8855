"""A text made ready to be cut: its language, units, words and vectors.

In:  a text and settings, or a list of units.
Out: a ``SplitText``: language and units; then a ``Prepared``: what the pipeline needs, with
     vectors and the settings measured on these units.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import FloatArray, Vectors, checked_vectors
from embed_kcpd.encoders import Encoder, as_encoder, encoder_identity
from embed_kcpd.encoders.by_language import EncoderByLanguage, warn_if_unknown
from embed_kcpd.encoders.protocol import (
    checked_rows,
    checked_texts,
    half_weight_words,
    topic_sharpness,
)
from embed_kcpd.errors import InputError, VectorsError
from embed_kcpd.given_kinds import is_iterable
from embed_kcpd.granularity.defaults import with_defaults
from embed_kcpd.problem.objectives import Contrast
from embed_kcpd.settings import Settings, checked_settings
from embed_kcpd.text.language import (
    SEVERAL,
    UNKNOWN,
    Language,
    detect_language,
    known_language,
    language_values,
)
from embed_kcpd.text.places import Place, given_places
from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.units import (
    GivenUnits,
    Splitter,
    Unit,
    check_text,
    check_tiling,
    splitter_values,
    unit_texts,
)
from embed_kcpd.text.words import count_words


@dataclass(frozen=True, slots=True)
class SplitText:
    """A text in units, before anything is encoded."""

    text: str
    units: tuple[Unit, ...]
    language: Language
    splitter: Splitter
    settings: Settings

    @property
    def places(self) -> tuple[Place, ...]:
        return self.splitter.places if isinstance(self.splitter, GivenUnits) else ()

    @property
    def can_be_recut(self) -> bool:
        """Whether these are units of a recording in which somebody speaks after somebody else."""
        given = self.settings.unit
        if not isinstance(given, GivenUnits) or getattr(self.settings.limits, "forced", None):
            return False
        speakers = {place.speaker for _, place in given.parts}
        return len(speakers - {None}) > 1


@dataclass(frozen=True, slots=True)
class Prepared:
    """A text on its way: its units, their vectors, and the settings measured on them."""

    text: str
    units: tuple[Unit, ...]
    texts: list[str]
    words: FloatArray
    vectors: Vectors
    settings: Settings
    origin: dict[str, object]
    language: Language
    places: tuple[Place, ...]


def split_text(text: str, settings: Settings) -> SplitText:
    """The text cut into units."""
    check_text(text)
    language = text_language(text, checked_settings(settings))
    splitter = _splitter(language, settings)
    units = tuple(splitter.split(text))
    check_tiling(text, units)
    return SplitText(text, units, language, splitter, settings)


def prepared_text(text: str, settings: Settings, vectors: npt.ArrayLike | None) -> Prepared:
    """The text cut into units, with vectors that are given or made here."""
    return prepared_units(split_text(text, settings), vectors)


def prepared_units(split: SplitText, vectors: npt.ArrayLike | None) -> Prepared:
    """A text in units, with vectors that are given or made here."""
    settings, units, places = split.settings, split.units, split.places
    encoder = _encoder(split.language, settings, warn=vectors is None)
    texts = unit_texts(split.text, units)
    chars = [unit.end - unit.start for unit in units]
    measured = settings.measured(chars, texts, encoder, places)
    made_by = encoder_identity(encoder) if vectors is None else "given vectors"
    return Prepared(
        text=split.text,
        units=units,
        texts=texts,
        words=count_words(texts),
        vectors=_encoded(encoder, texts) if vectors is None else _given(vectors, len(units)),
        settings=measured if vectors is not None else _fitted(measured, encoder),
        origin={
            "unit": splitter_values(split.splitter),
            "language": language_values(split.language),
            "encoder": made_by,
            **({"headings": settings.headings.value} if _has_headings(places) else {}),
        },
        language=split.language,
        places=places,
    )


def _has_headings(places: Sequence[Place]) -> bool:
    return any(place.heading for place in places)


def with_units(prepared: Prepared, settings: Settings, given: GivenUnits) -> Prepared:
    """The same text in as many other units; only those whose text changed are encoded.

    ``settings`` are those that the text was prepared with.
    """
    texts = unit_texts(prepared.text, given.units)
    pairs = zip(texts, prepared.texts, strict=True)
    changed = [n for n, (text, before) in enumerate(pairs) if text != before]
    encoder = _encoder(prepared.language, settings, warn=False)
    vectors = np.array(prepared.vectors)
    if changed:
        vectors[changed] = _encoded(encoder, [texts[n] for n in changed])
    chars = [unit.end - unit.start for unit in given.units]
    measured = settings.measured(chars, texts, encoder, given.places)
    return replace(
        prepared,
        units=given.units,
        texts=texts,
        words=count_words(texts),
        vectors=vectors,
        settings=_fitted(measured, encoder),
        places=given.places,
    )


def text_encoder(text: str, settings: Settings) -> Encoder:
    """What encodes the units of this text: the encoder asked for, or the one of its language."""
    return _encoder(text_language(text, settings), settings, warn=True)


def split_encoder(split: SplitText) -> Encoder:
    """What encodes the units of a text that was split."""
    return _encoder(split.language, split.settings, warn=True)


def text_splitter(text: str, settings: Settings) -> Splitter:
    """What splits this text into units: sentences follow the rules of its language."""
    return _splitter(text_language(text, settings), settings)


def text_language(text: str, settings: Settings) -> Language:
    """The language somebody named, in the settings or for the sentences, else the one detected."""
    named = settings.language or getattr(settings.unit, "language", None)
    return known_language(named) if isinstance(named, str) else detect_language(text)


def _encoder(language: Language, settings: Settings, warn: bool) -> Encoder:
    wanted = EncoderByLanguage() if settings.encoder is None else settings.encoder
    if isinstance(wanted, EncoderByLanguage):
        return wanted.encoder(language, warn=warn)
    encoder = as_encoder(wanted)
    if warn:
        warn_if_unknown(encoder, language)
    return encoder


def _fitted(settings: Settings, encoder: Encoder) -> Settings:
    """The settings; what contrast leaves open is as the encoder that makes the vectors says."""
    objective, granularity = with_defaults(settings.objective, settings.for_vectors()[0])
    if not isinstance(objective, Contrast):
        return settings
    suited = objective.suited_to(half_weight_words(encoder), topic_sharpness(encoder))
    if suited == objective:
        return settings
    return replace(settings, objective=suited, granularity=granularity)


def _splitter(language: Language, settings: Settings) -> Splitter:
    """The unit; sentences that were told no language take that of the text.

    A text that was only taken for English keeps the rules of its script.
    """
    unit = settings.unit
    if not isinstance(unit, Sentences) or unit.language is not None:
        return unit
    if settings.language is None and language.code in ("en", SEVERAL, UNKNOWN):
        return unit
    return Sentences(language.code)


def joined_units(
    units: Sequence[str], separator: str, places: Sequence[Place] = ()
) -> tuple[str, GivenUnits]:
    """One text, and the units in it; no separator stands behind the last."""
    if isinstance(units, str):
        raise InputError("units must be a list of strings, got one string; segment(text) cuts it")
    if not is_iterable(units):
        raise InputError(f"units must be a list of strings, got {units!r:.60}")
    if not isinstance(separator, str):
        raise InputError(f"separator must be a string, got {separator!r:.60}")
    contents = checked_texts(units)
    ends = list(accumulate(len(content) + len(separator) for content in contents))
    ends[-1:] = [end - len(separator) for end in ends[-1:]]
    spans = tuple(Unit(start, end) for start, end in pairwise([0, *ends]))
    return separator.join(contents), GivenUnits(spans, given_places(places))


def _encoded(encoder: Encoder, texts: Sequence[str]) -> Vectors:
    if not texts:
        return np.zeros((0, 0))
    return checked_rows(encoder.encode(texts), len(texts), encoder_identity(encoder))


def _given(vectors: npt.ArrayLike, n_units: int) -> Vectors:
    rows = checked_vectors(vectors)
    if len(rows) != n_units:
        raise VectorsError(
            f"{len(rows)} vectors were given for {n_units} units; "
            "give one for each unit, or cut the list of units with segment_units"
        )
    return rows
