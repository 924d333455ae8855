"""How well a phrase distinguishes its segment from the others.

In:  where words occur, and the unit vectors where there are any.
Out: a score for each candidate of each segment.

A word scores by these.  *Opening*: how early in the segment it comes, since people say what
they will talk about; a word that every segment has opens none.  *Centrality*: the units that
have the word, wherever they stand, point where the segment points, both seen from the middle of
the document.  *Contrast*, a little, and more where there are no vectors: how often the segment
has the word and how rarely the others do (TF-IDF with the segments as classes).  A phrase
scores the mean of its words, where its own opening counts if it is better: the words of "Core
Lightning 23.05" may stand everywhere, the whole in one segment.  Its form adds or takes a little.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from embed_kcpd.annotations.titles.occurrences import Candidate, Occurrences
from embed_kcpd.arrays import FloatArray, IntArray, Vectors
from embed_kcpd.text.words import is_unspaced

LONG_WORD = 8
"""Letters from which on a longer word says no more."""
LARGEST_TABLE = 1 << 20
"""Numbers in one table of the rows of words' units; more words are taken in several."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts how much; measured with ``embed-kcpd bench titles``."""

    contrast: float = 0.15
    contrast_beside_vectors: float = 0.03
    opening: float = 0.3
    centrality: float = 1.0
    phrase: float = 0.1
    single: float = 0.03
    repeated: float = 0.1
    ending: float = 0.3


WEIGHTS = Weights()

_POOR_ENDINGS = {"en": ("ly", "ed")}
"""Endings of words that rarely begin or end a title, by language."""

WordScores = Mapping[str, tuple[float, float]]
"""For each word of a segment what it scores by its opening, and by all else."""


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Every word with every segment that has it; arrays have one entry for each pair.

    ``units`` are those of all words in a row, word after word, each ``n_units`` long.
    """

    roots: Sequence[str]
    units: IntArray
    n_units: IntArray
    word: IntArray
    segment: IntArray
    count: IntArray
    opening: FloatArray
    spread: FloatArray


def word_scores(counted: Occurrences) -> list[WordScores]:
    """For each segment the scores of each of its words, by opening and contrast."""
    pairs = _pairs(counted)
    return _by_segment(pairs, WEIGHTS.contrast * _contrast(pairs, counted.edges), counted.edges)


def central_scores(counted: Occurrences, rows: Vectors, middles: Vectors) -> list[WordScores]:
    """For each segment the scores of each of its words, by opening, centrality, contrast.

    A word that few units have is known less well, so its mean is drawn towards nothing.
    """
    pairs = _pairs(counted)
    central = _centrality(pairs, rows, middles)
    rest = WEIGHTS.centrality * central
    rest += WEIGHTS.contrast_beside_vectors * _contrast(pairs, counted.edges)
    return _by_segment(pairs, rest, counted.edges)


def phrase_score(candidate: Candidate, words: WordScores, language: str) -> float:
    """The mean of the words' scores, corrected for the form of the phrase."""
    known = [words[root] for root in candidate.roots]
    opening = sum([opening for opening, _ in known]) / len(known)
    score = sum([rest for _, rest in known]) / len(known)
    first, last = candidate.words[0], candidate.words[-1]
    if len(known) > 1:
        is_name = first[:1].isupper() and not last.islower()
        score += WEIGHTS.phrase * (is_name or candidate.n_units > 1)
        opening = max(opening, WEIGHTS.opening * candidate.spread / (1 + candidate.first))
    else:
        score -= WEIGHTS.single
    score += WEIGHTS.repeated * math.log(candidate.n_units)
    poor = _POOR_ENDINGS.get(language, ())
    if poor and ((first.islower() and first.endswith(poor)) or last.endswith(poor)):
        score -= WEIGHTS.ending
    return score + opening


def contrasted_middles(vectors: Vectors, edges: Sequence[int]) -> tuple[Vectors, Vectors]:
    """Unit rows and segment means of norm one, both from the middle of the document.

    One segment has nothing to be told from, so there nothing is taken away.
    """
    rows = _normed(np.asarray(vectors, np.float32))
    sums = np.add.reduceat(rows, edges[:-1], axis=0)
    middles = sums / np.diff(edges)[:, None]
    if len(middles) == 1:
        return rows, _normed(middles)
    return _normed(rows - rows.mean(axis=0)), _normed(middles - middles.mean(axis=0))


def _pairs(counted: Occurrences) -> _Pairs:
    edges, roots = np.asarray(counted.edges), list(counted.units)
    n_units = np.fromiter(map(len, counted.units.values()), np.int64, len(roots))
    units = np.fromiter(chain.from_iterable(counted.units.values()), np.int64, int(n_units.sum()))
    words = np.repeat(np.arange(len(roots)), n_units)
    owners = np.searchsorted(edges, units, side="right") - 1
    is_new = np.ones(len(units), np.bool_)
    is_new[1:] = (words[1:] != words[:-1]) | (owners[1:] != owners[:-1])
    starts = np.flatnonzero(is_new)
    word, segment = words[starts], owners[starts]
    n_segments = np.bincount(word, minlength=len(roots))
    spread = (1 - (n_segments - 1) / max(1, len(edges) - 2))[word]
    opening = WEIGHTS.opening * spread / (1 + units[starts] - edges[segment])
    count = np.diff(np.append(starts, len(units)))
    return _Pairs(roots, units, n_units, word, segment, count, opening, spread)


def _centrality(pairs: _Pairs, rows: Vectors, middles: Vectors) -> FloatArray:
    """How near the units of a word are to a segment that has it, drawn towards nothing."""
    central = np.empty(len(pairs.word))
    ends = np.cumsum(pairs.n_units)
    for first, last in _blocks(ends, rows.shape[1]):
        begin = ends[first] - pairs.n_units[first]
        starts = ends[first:last] - pairs.n_units[first:last] - begin
        sums = np.add.reduceat(rows[pairs.units[begin : ends[last - 1]]], starts, axis=0)
        sums /= (pairs.n_units[first:last] + 1)[:, None]
        own = slice(*np.searchsorted(pairs.word, [first, last]))
        of_words, of_segments = sums[pairs.word[own] - first], middles[pairs.segment[own]]
        central[own] = np.einsum("pd,pd->p", of_words, of_segments)
    return central


def _contrast(pairs: _Pairs, edges: Sequence[int]) -> FloatArray:
    """Contrast of each word of each segment; the largest of a segment is one."""
    letters = np.array([min(len(root), LONG_WORD) for root in pairs.roots])
    added = np.array([0.1 if is_unspaced(root) else 0.4 for root in pairs.roots])
    rare = np.log((edges[-1] + 1) / pairs.n_units) * np.log2(1 + letters)
    contrast = pairs.spread * rare[pairs.word] * np.log(pairs.count + added[pairs.word])
    most = np.full(len(edges) - 1, -np.inf)
    np.maximum.at(most, pairs.segment, contrast)
    most[most == 0] = 1.0
    scaled: FloatArray = contrast / most[pairs.segment]
    return scaled


def _by_segment(pairs: _Pairs, rest: FloatArray, edges: Sequence[int]) -> list[WordScores]:
    made: list[dict[str, tuple[float, float]]] = [{} for _ in range(len(edges) - 1)]
    rows = zip(pairs.word, pairs.segment, pairs.opening.tolist(), rest.tolist(), strict=True)
    for word, segment, opening, other in rows:
        made[segment][pairs.roots[word]] = (opening, other)
    return list(made)


def _blocks(ends: IntArray, width: int) -> Iterator[tuple[int, int]]:
    """Stretches of words whose units are rows of one table of bearable size."""
    most = max(1, LARGEST_TABLE // width)
    first = 0
    while first < len(ends):
        before = ends[first - 1] if first else 0
        last = max(first + 1, int(np.searchsorted(ends, before + most, side="right")))
        yield first, last
        first = last


def _normed(rows: Vectors) -> Vectors:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    normed: Vectors = rows / np.where(lengths > 0, lengths, 1)
    return normed
