"""The road: text -> units -> vectors -> objective -> granularity -> segmentation.

In:  a text, a list of units, or vectors.
Out: where the topic changes.

The only file that knows every stage.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

import numpy as np
import numpy.typing as npt

from embed_kcpd.annotations.confidence import confidence as probabilities
from embed_kcpd.annotations.hierarchy import hierarchy as nested
from embed_kcpd.annotations.provenance import provenance
from embed_kcpd.annotations.titles import titles
from embed_kcpd.arrays import Vectors, checked_vectors
from embed_kcpd.encoders import Encoder, default_encoder, encoder_identity
from embed_kcpd.encoders.protocol import checked_rows, checked_texts
from embed_kcpd.errors import InputError
from embed_kcpd.granularity.defaults import with_defaults
from embed_kcpd.granularity.protocol import Granularity
from embed_kcpd.granularity.text_target import TextTarget
from embed_kcpd.problem.limits import UNLIMITED, Limits
from embed_kcpd.problem.objectives import Objective
from embed_kcpd.problem.text_limits import TextLimits
from embed_kcpd.result.path import PenaltyPath
from embed_kcpd.result.segmentation import Segmentation, SegmentedText
from embed_kcpd.solvers import penalty_path
from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.units import GivenUnits, Splitter, Unit, splitter_values, unit_texts
from embed_kcpd.text.words import count_words

WORDS_UNKNOWN = 20.0
"""Words per unit assumed where only vectors are given (the neutral value of the word factor)."""


def segment(
    text: str,
    *,
    unit: Splitter | None = None,
    encoder: Encoder | None = None,
    objective: Objective | None = None,
    granularity: Granularity | TextTarget | None = None,
    limits: Limits | TextLimits | None = None,
    confidence: bool = True,
    levels: int = 1,
) -> SegmentedText:
    """Cut a text where its topic changes.

    ``unit`` cuts it into units (sentences), ``encoder`` turns these into vectors
    (all-MiniLM-L6-v2), ``objective`` judges, ``granularity`` says how fine to cut, and
    ``limits`` what a segment may hold.  The segments' texts, joined, are ``text``.
    ``confidence`` gives each boundary a probability, ``levels`` asks for that many nested
    levels, of which this segmentation is the finest.
    """
    if not isinstance(text, str):
        raise InputError(f"segment() takes a string, got {type(text).__name__}")
    splitter = Sentences() if unit is None else unit
    encode = default_encoder() if encoder is None else encoder
    units = splitter.split(text)
    texts = unit_texts(text, units)
    chars = [unit.end - unit.start for unit in units]
    if not isinstance(limits, Limits):
        limits = (limits or TextLimits()).measured(chars, texts, encode)
    if isinstance(granularity, TextTarget):
        granularity = granularity.measured(chars, texts, encode)
    vectors = _encoded(encode, texts)
    found = segment_vectors(
        vectors,
        words=count_words(texts),
        objective=objective,
        granularity=granularity,
        limits=limits,
        confidence=confidence,
        levels=levels,
    )
    return SegmentedText(
        text=text,
        units=units,
        segmentation=found,
        titles=titles([texts[start:end] for start, end in found.spans]),
        vectors=vectors,
        provenance={
            "unit": splitter_values(splitter),
            "encoder": encoder_identity(encode),
            **found.provenance,
        },
    )


def segment_units(
    units: Sequence[str],
    *,
    separator: str = "\n",
    encoder: Encoder | None = None,
    objective: Objective | None = None,
    granularity: Granularity | TextTarget | None = None,
    limits: Limits | TextLimits | None = None,
    confidence: bool = True,
    levels: int = 1,
) -> SegmentedText:
    """Cut a list of sentences, paragraphs, turns or captions where the topic changes.

    The text of the result is the units joined by ``separator``.
    """
    contents = checked_texts(units)
    ends = list(accumulate(len(content) + len(separator) for content in contents))
    ends[-1:] = [end - len(separator) for end in ends[-1:]]  # none stands behind the last unit
    return segment(
        separator.join(contents),
        unit=GivenUnits(tuple(Unit(start, end) for start, end in pairwise([0, *ends]))),
        encoder=encoder,
        objective=objective,
        granularity=granularity,
        limits=limits,
        confidence=confidence,
        levels=levels,
    )


def segment_vectors(
    vectors: npt.ArrayLike,
    *,
    words: npt.ArrayLike | None = None,
    objective: Objective | None = None,
    granularity: Granularity | None = None,
    limits: Limits = UNLIMITED,
    confidence: bool = False,
    levels: int = 1,
) -> Segmentation:
    """Cut a sequence of vectors where their distribution changes.

    ``confidence`` asks for the probability of a boundary at every gap, ``levels`` for that
    many nested levels, of which this segmentation is the finest.

    >>> segment_vectors([[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]).boundaries
    (3,)
    """
    rows = checked_vectors(vectors)
    counts = np.full(len(rows), WORDS_UNKNOWN) if words is None else np.asarray(words, np.float64)
    judged_by, fineness = with_defaults(objective, granularity)
    problem = judged_by.problem(rows, counts, limits)
    decision = fineness.decide(problem)
    found = decision.segmentation
    return replace(
        found,
        provenance=provenance(problem, decision),
        confidence=probabilities(problem, found, decision.prices) if confidence else None,
        hierarchy=nested(problem, found, levels) if levels != 1 else None,
    )


def segment_path(
    text: str,
    *,
    unit: Splitter | None = None,
    encoder: Encoder | None = None,
    objective: Objective | None = None,
    limits: Limits | TextLimits | None = None,
    lowest: float = 0.0,
    highest: float = math.inf,
) -> PenaltyPath:
    """Every segmentation of a text that is cheapest for a penalty from ``lowest`` to ``highest``.

    A penalty is what each boundary pays beside the price that lies in the text.
    """
    if not isinstance(text, str):
        raise InputError(f"segment_path() takes a string, got {type(text).__name__}")
    splitter = Sentences() if unit is None else unit
    encode = default_encoder() if encoder is None else encoder
    units = splitter.split(text)
    texts = unit_texts(text, units)
    if not isinstance(limits, Limits):
        chars = [unit.end - unit.start for unit in units]
        limits = (limits or TextLimits()).measured(chars, texts, encode)
    return segment_units_path(
        texts,
        encoder=encode,
        objective=objective,
        limits=limits,
        lowest=lowest,
        highest=highest,
    )


def segment_units_path(
    units: Sequence[str],
    *,
    encoder: Encoder | None = None,
    objective: Objective | None = None,
    limits: Limits | TextLimits | None = None,
    lowest: float = 0.0,
    highest: float = math.inf,
) -> PenaltyPath:
    """The same for a list of sentences, paragraphs, turns or captions."""
    texts = checked_texts(units)
    encode = default_encoder() if encoder is None else encoder
    if not isinstance(limits, Limits):
        limits = (limits or TextLimits()).measured([len(one) for one in texts], texts, encode)
    return segment_vectors_path(
        _encoded(encode, texts),
        words=count_words(texts),
        objective=objective,
        limits=limits,
        lowest=lowest,
        highest=highest,
    )


def segment_vectors_path(
    vectors: npt.ArrayLike,
    *,
    words: npt.ArrayLike | None = None,
    objective: Objective | None = None,
    limits: Limits = UNLIMITED,
    lowest: float = 0.0,
    highest: float = math.inf,
) -> PenaltyPath:
    """The same for a sequence of vectors.

    >>> path = segment_vectors_path([[1, 0], [1, 0], [0, 1], [0, 1]])
    >>> path.with_count(2).boundaries
    (2,)
    """
    rows = checked_vectors(vectors)
    counts = np.full(len(rows), WORDS_UNKNOWN) if words is None else np.asarray(words, np.float64)
    problem = with_defaults(objective, None)[0].problem(rows, counts, limits)
    return penalty_path(problem.cost, problem.evidence, limits, lowest, highest)


def _encoded(encoder: Encoder, texts: Sequence[str]) -> Vectors:
    if not texts:
        return np.zeros((0, 0))
    return checked_rows(encoder.encode(texts), len(texts), encoder_identity(encoder))
