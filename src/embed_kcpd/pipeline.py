"""The road: text -> units -> vectors -> problem -> segmentation -> annotations.

In:  a text, a list of units, or vectors; and settings.
Out: where the topic changes, at one granularity or at all of them.

The only file that knows every stage.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

import numpy as np
import numpy.typing as npt

from embed_kcpd.annotations.confidence import boundary_confidence
from embed_kcpd.annotations.hierarchy import nested_levels
from embed_kcpd.annotations.provenance import provenance
from embed_kcpd.annotations.titles import Title, name_segments
from embed_kcpd.arrays import FloatArray, Vectors, checked_vectors
from embed_kcpd.encoders import Encoder, as_encoder, encoder_identity
from embed_kcpd.encoders.by_language import EncoderByLanguage
from embed_kcpd.encoders.protocol import checked_rows, checked_texts, half_weight_words
from embed_kcpd.errors import InfeasibleError, InputError, VectorsError
from embed_kcpd.granularity.defaults import with_defaults
from embed_kcpd.granularity.protocol import Granularity
from embed_kcpd.granularity.text_scale.talk import with_talk_evidence
from embed_kcpd.problem.objectives import Contrast, Problem
from embed_kcpd.result.path import PenaltyPath
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.result.segmented_text import SegmentedText
from embed_kcpd.settings import DEFAULT_SETTINGS, Settings
from embed_kcpd.solvers import penalty_path
from embed_kcpd.text.language import (
    SEVERAL,
    UNKNOWN,
    Language,
    detect_language,
    known_language,
    language_values,
)
from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.units import GivenUnits, Splitter, Unit, splitter_values, unit_texts
from embed_kcpd.text.words import count_words

WORDS_UNKNOWN = 20.0
"""Words per unit assumed where only vectors are given (the neutral value of the word factor)."""

BEGINNING = 60
"""Characters of a unit that a message shows."""


def segment(
    text: str, settings: Settings = DEFAULT_SETTINGS, *, vectors: npt.ArrayLike | None = None
) -> SegmentedText:
    """Cut a text where its topic changes; the segments' texts, joined, are ``text``.

    ``vectors`` are your own embeddings, one row for each unit of ``settings.unit``; without
    them ``settings.encoder`` makes them.
    """
    prepared = _prepared(text, settings, vectors)
    segmentation = _with_beginnings(prepared)
    named = _named(prepared, segmentation)
    return SegmentedText(
        text=text,
        units=prepared.units,
        segmentation=segmentation,
        titles=tuple(title.text for title in named),
        vectors=prepared.vectors,
        provenance={**prepared.origin, **segmentation.provenance},
        keywords=tuple(title.keywords for title in named),
    )


def segment_units(
    units: Sequence[str],
    settings: Settings = DEFAULT_SETTINGS,
    *,
    separator: str = "\n",
    vectors: npt.ArrayLike | None = None,
) -> SegmentedText:
    """Cut a list of sentences, paragraphs, turns or captions where the topic changes.

    The text of the result is the units joined by ``separator``; ``settings.unit`` is not used.
    """
    text, given = _joined(units, separator)
    return segment(text, replace(settings, unit=given), vectors=vectors)


def segment_vectors(
    vectors: npt.ArrayLike,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    words: npt.ArrayLike | None = None,
    texts: Sequence[str] | None = None,
) -> Segmentation:
    """Cut a sequence of vectors where their distribution changes.

    ``words`` is the number of words of each unit, and ``texts`` their texts, where they are
    known: spoken text is recognised by what it says.

    >>> segment_vectors([[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]).boundaries
    (3,)
    """
    problem, granularity = _problem(vectors, words, texts, settings)
    decision = granularity.decide(problem)
    segmentation = decision.segmentation
    return replace(
        segmentation,
        provenance=provenance(problem, decision),
        confidence=boundary_confidence(problem, segmentation, decision.prices)
        if settings.confidence
        else None,
        hierarchy=nested_levels(problem, decision, settings.levels)
        if settings.levels > 1
        else None,
    )


def segment_path(
    text: str,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    vectors: npt.ArrayLike | None = None,
    lowest: float = 0.0,
    highest: float = math.inf,
    fewest: int = 1,
    most: int | None = None,
) -> PenaltyPath:
    """Every segmentation of a text that is cheapest for a penalty from ``lowest`` to ``highest``.

    The penalty is paid by each boundary beside the evidence at its own place;
    ``settings.granularity`` is not used.  ``fewest`` and ``most`` ask for a part of the path,
    the steps with so many segments, which takes less time on a long text.
    """
    prepared = _prepared(text, settings, vectors)
    return segment_vectors_path(
        prepared.vectors,
        prepared.settings,
        words=prepared.words,
        texts=prepared.texts,
        lowest=lowest,
        highest=highest,
        fewest=fewest,
        most=most,
    )


def segment_units_path(
    units: Sequence[str],
    settings: Settings = DEFAULT_SETTINGS,
    *,
    separator: str = "\n",
    vectors: npt.ArrayLike | None = None,
    lowest: float = 0.0,
    highest: float = math.inf,
    fewest: int = 1,
    most: int | None = None,
) -> PenaltyPath:
    """``segment_path`` for a list of sentences, paragraphs, turns or captions."""
    text, given = _joined(units, separator)
    own = replace(settings, unit=given)
    return segment_path(
        text, own, vectors=vectors, lowest=lowest, highest=highest, fewest=fewest, most=most
    )


def segment_vectors_path(
    vectors: npt.ArrayLike,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    words: npt.ArrayLike | None = None,
    texts: Sequence[str] | None = None,
    lowest: float = 0.0,
    highest: float = math.inf,
    fewest: int = 1,
    most: int | None = None,
) -> PenaltyPath:
    """``segment_path`` for a sequence of vectors.

    >>> path = segment_vectors_path([[1, 0], [1, 0], [0, 1], [0, 1]])
    >>> path.with_count(2).boundaries
    (2,)
    """
    problem, _ = _problem(vectors, words, texts, settings)
    return penalty_path(
        problem.cost, problem.evidence, problem.limits, lowest, highest, fewest=fewest, most=most
    )


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A text on its way: its units, their vectors, and the settings measured on them."""

    units: tuple[Unit, ...]
    texts: list[str]
    words: FloatArray
    vectors: Vectors
    settings: Settings
    origin: dict[str, object]
    language: Language
    encoder: Encoder | None


def _prepared(text: str, settings: Settings, vectors: npt.ArrayLike | None) -> _Prepared:
    if not isinstance(text, str):
        raise InputError(f"a text must be a string, got {type(text).__name__}")
    language = _language(text, settings)
    encoder = _encoder(language, settings, warn=vectors is None)
    splitter = _splitter(language, settings)
    units = splitter.split(text)
    texts = unit_texts(text, units)
    chars = [unit.end - unit.start for unit in units]
    made_by = encoder_identity(encoder) if vectors is None else "given vectors"
    weighing = half_weight_words(encoder) if vectors is None else None
    return _Prepared(
        units=units,
        texts=texts,
        words=count_words(texts),
        vectors=_encoded(encoder, texts) if vectors is None else _given(vectors, len(units)),
        settings=_fitted(settings.measured(chars, texts, encoder), weighing),
        origin={
            "unit": splitter_values(splitter),
            "language": language_values(language),
            "encoder": made_by,
        },
        language=language,
        encoder=encoder if vectors is None else None,
    )


def _language(text: str, settings: Settings) -> Language:
    """The language somebody named, in the settings or for the sentences, else the one detected."""
    named = settings.language or getattr(settings.unit, "language", None)
    return known_language(named) if isinstance(named, str) else detect_language(text)


def _encoder(language: Language, settings: Settings, warn: bool) -> Encoder:
    wanted = EncoderByLanguage() if settings.encoder is None else settings.encoder
    if isinstance(wanted, EncoderByLanguage):
        return wanted.encoder(language, warn=warn)
    return as_encoder(wanted)


def _fitted(settings: Settings, weighing: float | None) -> Settings:
    """The settings; contrast weighs short units as the encoder that makes the vectors says."""
    if weighing is None:
        return settings
    objective, granularity = with_defaults(settings.objective, settings.for_vectors()[0])
    if not isinstance(objective, Contrast) or objective.half_weight_words is not None:
        return settings
    return replace(settings, objective=Contrast(weighing), granularity=granularity)


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


def _joined(units: Sequence[str], separator: str) -> tuple[str, GivenUnits]:
    """One text, and the units in it; no separator stands behind the last."""
    contents = checked_texts(units)
    ends = list(accumulate(len(content) + len(separator) for content in contents))
    ends[-1:] = [end - len(separator) for end in ends[-1:]]
    spans = tuple(Unit(start, end) for start, end in pairwise([0, *ends]))
    return separator.join(contents), GivenUnits(spans)


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


def _problem(
    vectors: npt.ArrayLike,
    words: npt.ArrayLike | None,
    texts: Sequence[str] | None,
    settings: Settings,
) -> tuple[Problem, Granularity]:
    rows = checked_vectors(vectors)
    wanted, limits = settings.for_vectors()
    objective, granularity = with_defaults(settings.objective, wanted)
    problem = objective.problem(rows, _checked_words(words, len(rows)), limits)
    if texts is not None:
        problem = with_talk_evidence(problem, _checked_texts(texts, len(rows)), settings.spoken)
    return problem, granularity


def _checked_texts(texts: Sequence[str], n_units: int) -> Sequence[str]:
    if len(texts) != n_units:
        raise VectorsError(f"{len(texts)} texts were given for {n_units} vectors")
    return checked_texts(texts)


def _checked_words(words: npt.ArrayLike | None, n_units: int) -> FloatArray:
    if words is None:
        return np.full(n_units, WORDS_UNKNOWN)
    counts = np.asarray(words)
    if counts.dtype.kind not in "fiu" or counts.shape != (n_units,):
        raise VectorsError(
            f"words must be one number for each of {n_units} units, "
            f"got {counts.dtype} of shape {counts.shape}"
        )
    if not (np.isfinite(counts) & (counts >= 0)).all():
        raise VectorsError("words must be finite numbers from 0 on")
    return counts.astype(np.float64)


def _named(prepared: _Prepared, segmentation: Segmentation) -> tuple[Title, ...]:
    """Titles; phrases are encoded where the encoder is the one that made the vectors."""
    return name_segments(
        [prepared.texts[start:end] for start, end in segmentation.spans],
        prepared.vectors if prepared.units else None,
        encoder=prepared.encoder,
        language=prepared.language.code,
    )


def _with_beginnings(prepared: _Prepared) -> Segmentation:
    """The segmentation; an error about one unit also shows how that unit begins."""
    try:
        return segment_vectors(
            prepared.vectors, prepared.settings, words=prepared.words, texts=prepared.texts
        )
    except InfeasibleError as error:
        if error.unit is None:
            raise
        beginning = prepared.texts[error.unit][:BEGINNING]
        raise InfeasibleError(f"{error}; it begins {beginning!r}", error.unit) from None
