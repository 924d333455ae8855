"""Vectors of words in their context: the outputs of the encoder at a word of a sentence.

In:  units.
Out: for each unit its content words, one vector of norm one for each, and how important it is.

A word's vector is the mean of the encoder's outputs at its word pieces, before pooling.  Its
importance is KeyBERT's: the cosine between the encoder's vectors of the word alone and of the
whole unit.  The encoder is all-MiniLM-L6-v2 in int8, which stands in for BERT.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders import cached
from embed_kcpd.encoders.models.pretrained import MiniLm
from embed_kcpd.encoders.models.session import Tokens
from embed_kcpd.evaluation.baselines.words import content_spans

KEPT_UNITS = 4096
"""Units kept: Choi's 49105 are 1356 different ones."""

_kept: dict[str, "UnitInContext"] = {}


@dataclass(frozen=True, slots=True)
class UnitInContext:
    """The different content words of a unit: a row and the importance of each."""

    words: tuple[str, ...]
    rows: Vectors = field(repr=False)
    importance: Vectors = field(repr=False)


def in_context(units: Sequence[str]) -> list[UnitInContext]:
    """Each unit by itself: its context is the unit."""
    new = [unit for unit in dict.fromkeys(units) if unit not in _kept]
    seen = {unit: _kept[unit] for unit in units if unit in _kept}
    seen.update(zip(new, _computed(new), strict=True))
    if len(_kept) + len(new) > KEPT_UNITS:
        _kept.clear()
    _kept.update((unit, seen[unit]) for unit in new[:KEPT_UNITS])
    return [seen[unit] for unit in units]


def _computed(units: Sequence[str]) -> list[UnitInContext]:
    encoder = MiniLm()
    tokens = encoder.encode_tokens(units)
    in_units = [pooled_words(unit, pieces) for unit, pieces in zip(units, tokens, strict=True)]
    words = sorted({word for rows in in_units for word in rows})
    alone = dict(zip(words, cached(encoder).encode(words), strict=True))
    return [
        _weighed(rows, _unit(pieces.rows.mean(axis=0)), alone)
        for rows, pieces in zip(in_units, tokens, strict=True)
    ]


def _weighed(rows: dict[str, Vectors], whole: Vectors, alone: dict[str, Vectors]) -> UnitInContext:
    """The words of a unit, weighed by how much each alone is like the whole."""
    width = len(whole)
    table = np.array(list(rows.values()), dtype=whole.dtype).reshape(-1, width)
    by_itself = np.array([alone[word] for word in rows], dtype=whole.dtype).reshape(-1, width)
    return UnitInContext(tuple(rows), table, by_itself @ whole)


def pooled_words(text: str, tokens: Tokens) -> dict[str, Vectors]:
    """The mean vector of each content word's pieces, where it occurs first.

    A word behind the last piece that the encoder reads is left out.
    """
    spans = np.array(tokens.spans).reshape(-1, 2)
    starts, ends = spans[:, 0], spans[:, 1]
    rows: dict[str, Vectors] = {}
    for word, start, end in content_spans(text):
        inside = (starts >= start) & (ends <= end) & (ends > starts)
        if word not in rows and inside.any():
            rows[word] = _unit(tokens.rows[inside].mean(axis=0))
    return rows


def _unit(row: Vectors) -> Vectors:
    norm = float(np.linalg.norm(row))
    return row / norm if norm > 0 else row
