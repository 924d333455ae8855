"""The road: text -> units -> vectors -> problem -> segmentation -> annotations.

In:  a text, a list of units, or vectors; and settings.
Out: where the topic changes, at one granularity or at all of them.

The only file that knows every stage.  What most texts do without is imported where it is used: a
short text would wait longer for it than for its segments.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from embed_kcpd.annotations.confidence import boundary_confidence
from embed_kcpd.annotations.provenance import provenance
from embed_kcpd.annotations.titles import Title, name_spans
from embed_kcpd.arrays import FloatArray, check_finite, shaped_vectors
from embed_kcpd.encoders.protocol import checked_texts
from embed_kcpd.errors import InfeasibleError, InputError, OptionsError, VectorsError
from embed_kcpd.given_kinds import is_iterable
from embed_kcpd.granularity.defaults import with_defaults
from embed_kcpd.granularity.path_around import PathAround
from embed_kcpd.granularity.protocol import Decision, Granularity
from embed_kcpd.granularity.text_scale.talk import with_talk_evidence
from embed_kcpd.preparation import (
    Prepared,
    SplitText,
    joined_units,
    prepared_text,
    prepared_units,
    split_text,
)
from embed_kcpd.problem.objectives import Contrast, Paper, Problem
from embed_kcpd.result.path import WHOLE_PATH, PathRange, PenaltyPath
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.result.segmented_text import SegmentedText
from embed_kcpd.settings import DEFAULT_SETTINGS, Settings, checked_settings
from embed_kcpd.text.places import Place, given_places

WORDS_UNKNOWN = 20.0
"""Words per unit assumed where only vectors are given (the neutral value of the word factor)."""

BEGINNING = 60
"""Characters of a unit that a message shows."""

_SERIES = "for a series of numbers pass it .reshape(-1, 1), with objective=Paper(kernel=Rbf())"
"""Numbers differ in size alone, which directions do not have."""


def segment(
    text: str, settings: Settings = DEFAULT_SETTINGS, *, vectors: npt.ArrayLike | None = None
) -> SegmentedText:
    """Cut a text where its topic changes; the segments' texts, joined, are ``text``.

    ``vectors`` are your own embeddings, one row for each unit of ``settings.unit``; without
    them ``settings.encoder`` makes them.
    """
    split = split_text(text, settings)
    prepared = ready_to_cut(split) if vectors is None else prepared_units(split, vectors)
    return segment_prepared(prepared)


def ready_to_cut(split: SplitText) -> Prepared:
    """A text in units with vectors; passages of a conversation begin where its speakers do."""
    prepared = prepared_units(split, None)
    if not split.can_be_recut:
        return prepared
    from embed_kcpd.recutting import recut

    return recut(prepared, split.settings, *decided(prepared))


def segment_prepared(prepared: Prepared) -> SegmentedText:
    """``segment`` for a text whose units and vectors are known."""
    problem, decision = decided(prepared)
    segmentation = _annotated(problem, decision, prepared.settings)
    named = prepared_titles(prepared, segmentation.spans)
    return SegmentedText(
        text=prepared.text,
        units=prepared.units,
        segmentation=segmentation,
        titles=tuple(title.text for title in named),
        vectors=prepared.vectors,
        provenance={**prepared.origin, **segmentation.provenance},
        keywords=tuple(title.keywords for title in named),
        places=prepared.places,
        solve_path=PathAround.of(problem, decision, prepared.vectors),
    )


def segment_units(
    units: Sequence[str],
    settings: Settings = DEFAULT_SETTINGS,
    *,
    separator: str = "\n",
    vectors: npt.ArrayLike | None = None,
    places: Sequence[Place] = (),
) -> SegmentedText:
    """Cut a list of sentences, paragraphs, turns or captions where the topic changes.

    The text of the result is the units joined by ``separator``; ``settings.unit`` is not used.
    ``places`` says where each unit comes from: times, speakers and headings count as evidence.
    """
    text, given = joined_units(units, separator, places)
    return segment(text, replace(checked_settings(settings), unit=given), vectors=vectors)


def segment_vectors(
    vectors: npt.ArrayLike,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    words: npt.ArrayLike | None = None,
    texts: Sequence[str] | None = None,
    places: Sequence[Place] = (),
) -> Segmentation:
    """Cut a sequence of vectors where their distribution changes.

    ``words`` is the number of words of each unit, and ``texts`` their texts, where they are
    known: spoken text is recognised by what it says.  ``places`` is where they come from.

    >>> segment_vectors([[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]).boundaries
    (3,)
    """
    problem, granularity = _problem(vectors, words, texts, places, settings)
    return _annotated(problem, granularity.decide(problem), settings)


def _annotated(problem: Problem, decision: Decision, settings: Settings) -> Segmentation:
    """The decision's segmentation with what is said about it."""
    segmentation = decision.segmentation
    confidence, hierarchy = None, None
    if settings.confidence:
        prices = _without_turns(problem, decision)
        confidence = boundary_confidence(problem, decision, prices)
    if settings.levels > 1:
        from embed_kcpd.annotations.hierarchy import nested_levels

        hierarchy = nested_levels(problem, decision, settings.levels)
    return segmentation.annotated(
        decision.explanation or segmentation.explanation,
        confidence,
        hierarchy,
        provenance(problem, decision),
    )


def _without_turns(problem: Problem, decision: Decision) -> FloatArray:
    """The prices of the decision without what turns took off them."""
    return decision.prices if problem.turns is None else decision.prices + problem.turns


def segment_path(
    text: str,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    vectors: npt.ArrayLike | None = None,
    within: PathRange = WHOLE_PATH,
) -> PenaltyPath:
    """Every segmentation of a text that is cheapest for some penalty.

    The penalty is paid by each boundary beside the evidence at its own place;
    ``settings.granularity`` is not used.  ``within`` asks for a part of the path, which takes
    less time on a long text.
    """
    prepared = prepared_text(text, settings, vectors)
    return segment_vectors_path(
        prepared.vectors,
        prepared.settings,
        words=prepared.words,
        texts=prepared.texts,
        places=prepared.places,
        within=within,
    )


def segment_units_path(
    units: Sequence[str],
    settings: Settings = DEFAULT_SETTINGS,
    *,
    separator: str = "\n",
    vectors: npt.ArrayLike | None = None,
    places: Sequence[Place] = (),
    within: PathRange = WHOLE_PATH,
) -> PenaltyPath:
    """``segment_path`` for a list of sentences, paragraphs, turns or captions."""
    text, given = joined_units(units, separator, places)
    own = replace(checked_settings(settings), unit=given)
    return segment_path(text, own, vectors=vectors, within=within)


def segment_vectors_path(
    vectors: npt.ArrayLike,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    words: npt.ArrayLike | None = None,
    texts: Sequence[str] | None = None,
    places: Sequence[Place] = (),
    within: PathRange = WHOLE_PATH,
) -> PenaltyPath:
    """``segment_path`` for a sequence of vectors.

    >>> path = segment_vectors_path([[1, 0], [1, 0], [0, 1], [0, 1]])
    >>> path.with_count(2).boundaries
    (2,)
    """
    from embed_kcpd.solvers import penalty_path

    if not isinstance(within, PathRange):
        raise OptionsError(f"within must be PathRange(...), got {within!r:.60}")
    problem, _ = _problem(vectors, words, texts, places, settings)
    return penalty_path(
        problem.cost,
        problem.evidence,
        problem.limits,
        within.lowest,
        within.highest,
        fewest=within.fewest,
        most=within.most,
    )


def _problem(
    vectors: npt.ArrayLike,
    words: npt.ArrayLike | None,
    texts: Sequence[str] | None,
    places: Sequence[Place],
    settings: Settings,
) -> tuple[Problem, Granularity]:
    rows = shaped_vectors(vectors, _SERIES)
    wanted, limits = checked_settings(settings).for_vectors()
    objective, granularity = with_defaults(settings.objective, wanted)
    if not isinstance(objective, Paper | Contrast):  # these measure every row themselves
        check_finite(rows)
    problem = objective.problem(rows, _checked_words(words, len(rows)), limits)
    if texts is not None:
        problem = with_talk_evidence(problem, _checked_texts(texts, len(rows)), settings.spoken)
    given = given_places(places)
    if given and len(given) != len(rows):
        raise VectorsError(f"{len(given)} places were given for {len(rows)} vectors")
    if given:
        from embed_kcpd.granularity.places import with_places

        problem = with_places(problem, given, settings.headings)
    return problem, granularity


def _checked_texts(texts: Sequence[str], n_units: int) -> Sequence[str]:
    if isinstance(texts, str) or not is_iterable(texts):
        raise InputError(f"texts must be a list of strings, got {texts!r:.60}")
    given = checked_texts(texts)
    if len(given) != n_units:
        raise VectorsError(f"{len(given)} texts were given for {n_units} vectors")
    return given


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


def prepared_titles(prepared: Prepared, spans: Sequence[tuple[int, int]]) -> tuple[Title, ...]:
    """Titles of consecutive spans of units."""
    return name_spans(
        prepared.texts,
        prepared.vectors,
        spans,
        prepared.places,
        language=prepared.language.code,
        headings=prepared.settings.headings,
    )


def decided(prepared: Prepared) -> tuple[Problem, Decision]:
    """The problem and the decision; an error about one unit also shows how that unit begins."""
    try:
        problem, granularity = _problem(
            prepared.vectors, prepared.words, prepared.texts, prepared.places, prepared.settings
        )
        return problem, granularity.decide(problem)
    except InfeasibleError as error:
        if error.unit is None:
            raise
        beginning = prepared.texts[error.unit][:BEGINNING]
        raise InfeasibleError(f"{error}; it begins {beginning!r}", error.unit) from None
