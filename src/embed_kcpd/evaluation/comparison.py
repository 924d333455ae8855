"""A reference file against a hypothesis file: every metric, one document at a time and on average.

In:  two files with boundaries over the same units.
Out: a ``Comparison`` per document, and the plain mean over documents.

A file is JSONL in the normalised form (a hypothesis may leave out the units), the JSON this
program writes for one text, or text with one unit per line and lines of ``=`` between segments.
"""

import reprlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.boundary_matching import match_boundaries
from embed_kcpd.evaluation.boundary_similarity import boundary_edits
from embed_kcpd.evaluation.datasets import record_boundaries, record_id
from embed_kcpd.evaluation.jsonl import Record, read_json, records
from embed_kcpd.evaluation.lengths import LengthStatistics, length_statistics, segment_lengths
from embed_kcpd.evaluation.metric_variants import lamprier_window_diff, nltk_pk, nltk_window_diff
from embed_kcpd.evaluation.metrics import checked_boundaries, default_window, pk, window_diff
from embed_kcpd.evaluation.releases import read_choi

MOST_UNITS = 10_000_000
"""Units of a document; a larger number in a file is taken for a mistake."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Where one document is cut; ``n_units`` is unknown if the file gives boundaries alone.

    ``place`` is where it was read.
    """

    id: str
    boundaries: tuple[int, ...]
    n_units: int | None
    place: str = ""


@dataclass(frozen=True, slots=True)
class Scored:
    """Every metric of one document, or their mean over documents.

    Pk, WindowDiff and the edit distance are errors; the rest are better when higher.
    """

    pk: float
    window_diff: float
    boundary_similarity: float
    edit_distance: float
    precision: float
    recall: float
    f1: float
    nltk_pk: float
    nltk_window_diff: float
    lamprier_window_diff: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """One document: what was true, what was found, how far apart they are."""

    id: str
    n_units: int
    window: int
    true_boundaries: int
    found_boundaries: int
    scores: Scored


@dataclass(frozen=True, slots=True)
class Report:
    """All documents, their mean, and the lengths of all segments."""

    documents: tuple[Comparison, ...]
    mean: Scored
    reference_lengths: LengthStatistics
    hypothesis_lengths: LengthStatistics
    tolerance: int


def compare_files(
    reference: Path, hypothesis: Path, window: int | None = None, tolerance: int = 0
) -> Report:
    """Compare every document of two files."""
    pairs = _paired(read_cuts(reference), read_cuts(hypothesis), reference, hypothesis)
    documents = tuple(compare(*pair, window, tolerance) for pair in pairs)
    return Report(
        documents,
        _mean([document.scores for document in documents]),
        _lengths([(true.boundaries, n) for true, _, n in pairs]),
        _lengths([(guess.boundaries, n) for _, guess, n in pairs]),
        tolerance,
    )


def compare(
    reference: Cut, hypothesis: Cut, n_units: int, window: int | None, tolerance: int
) -> Comparison:
    """Every metric of one document."""
    true, guess = reference.boundaries, hypothesis.boundaries
    width = default_window(true, n_units) if window is None else window
    # A window longer than the text sees all of it.
    sliced = min(width, n_units)
    match = match_boundaries(true, guess, tolerance)
    edits = boundary_edits(true, guess, n_units)
    scores = Scored(
        pk=pk(true, guess, n_units, sliced),
        window_diff=window_diff(true, guess, n_units, sliced),
        boundary_similarity=edits.similarity,
        edit_distance=edits.distance,
        precision=match.precision,
        recall=match.recall,
        f1=match.f1,
        nltk_pk=nltk_pk(true, guess, n_units, sliced),
        nltk_window_diff=nltk_window_diff(true, guess, n_units, sliced),
        lamprier_window_diff=lamprier_window_diff(true, guess, n_units, sliced),
    )
    return Comparison(reference.id, n_units, width, len(true), len(guess), scores)


def read_cuts(path: Path) -> tuple[Cut, ...]:
    """The boundaries of every document of a file."""
    if not path.is_file():
        raise InputError(f"{path} is not a file")
    if path.name.endswith((".jsonl", ".jsonl.gz")):
        return tuple(_cut(record, f"{path}:{line}") for line, record in records(path))
    if path.suffix == ".json":
        content = read_json(path)
        items = content if isinstance(content, list) else [content]
        return tuple(_cut(item, f"{path}:{place}") for place, item in enumerate(items))
    document = read_choi(path)
    if not document.units:
        raise InputError(f"{path} has no units; a document needs at least one")
    return (Cut(document.id, document.boundaries, document.n_units, str(path)),)


def _cut(record: object, place: str) -> Cut:
    if not isinstance(record, dict):
        raise InputError(f"{place} must be an object, got {type(record).__name__}")
    # Without an id documents are compared in order.
    name = record_id(record, place) if "id" in record else ""
    return Cut(name, record_boundaries(record, place), _n_units(record, place), place)


def _n_units(record: Record, place: str) -> int | None:
    """How many units a record has, as far as it says so."""
    units = record.get("units", record.get("sentences"))
    number = len(units) if isinstance(units, list) else record.get("n_units")
    if number is None:
        return None
    if type(number) is not int or not 1 <= number <= MOST_UNITS:
        raise InputError(f"{place} must have 1 to {MOST_UNITS:,} units, got {reprlib.repr(number)}")
    return number


def _paired(
    true: Sequence[Cut], guess: Sequence[Cut], reference: Path, hypothesis: Path
) -> list[tuple[Cut, Cut, int]]:
    """Documents by id where both files have the same ids, in order where they share none."""
    if not true or len(true) != len(guess):
        raise InputError(
            f"{reference} has {len(true)} documents and {hypothesis} has {len(guess)}; "
            "they must have the same number, at least one"
        )
    named, wanted = {cut.id: cut for cut in guess}, {cut.id for cut in true}
    missing = [cut for cut in true if cut.id not in named]
    if missing and set(named) & (wanted - {""}):
        raise InputError(
            f"{missing[0].place}: {hypothesis} has no document {missing[0].id!r}, but some of the "
            "same ids; use the same ids in both files, or none to compare in order"
        )
    by_id = len(named) == len(guess) and wanted == set(named)
    ordered = [named[cut.id] for cut in true] if by_id else guess
    return [_checked(left, right) for left, right in zip(true, ordered, strict=True)]


def _checked(true: Cut, guess: Cut) -> tuple[Cut, Cut, int]:
    n_units = guess.n_units if true.n_units is None else true.n_units
    if n_units is None:
        raise InputError(f"neither file says how many units document {true.id!r} has")
    if guess.n_units not in (None, n_units):
        raise InputError(
            f"document {true.id!r} has {n_units} units in the reference "
            f"and {guess.n_units} in the hypothesis"
        )
    for cut in (true, guess):
        try:
            checked_boundaries(cut.boundaries, n_units)
        except InputError as error:
            raise InputError(f"{cut.place}: {error}" if cut.place else str(error)) from None
    return true, guess, n_units


def _mean(scores: Sequence[Scored]) -> Scored:
    names = Scored.__dataclass_fields__
    return Scored(**{name: fmean(getattr(score, name) for score in scores) for name in names})


def _lengths(cuts: Sequence[tuple[Sequence[int], int]]) -> LengthStatistics:
    return length_statistics([size for cut in cuts for size in segment_lengths(*cut)])
