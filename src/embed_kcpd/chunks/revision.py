"""Chunks of a text that was edited: what stays, what goes, what is new.

In:  the chunks of the text before, and the text after.
Out: a ``Revision``: the chunks of the new text, and which ids to add, keep and delete.

Units whose text stood in the old one keep its vector.  A chunk whose units are all unchanged stays
as it is unless it touches an edited one: there the boundaries are chosen again, everywhere else
they stand.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.chunks.assembly import (
    assembled,
    fitting_boundaries,
    problem_of,
    recipe_of,
    with_boundaries,
)
from embed_kcpd.chunks.chunk import ChunkedText
from embed_kcpd.chunks.chunking import DEFAULT_CHUNKS, encoded, limited
from embed_kcpd.chunks.matching import matched_units
from embed_kcpd.chunks.search import ChunkProblem
from embed_kcpd.chunks.settings import ChunkSettings
from embed_kcpd.chunks.splitting import Split, split_document, split_text
from embed_kcpd.encoders.protocol import checked_rows, encoder_identity
from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document
from embed_kcpd.text.units import unit_texts


@dataclass(frozen=True)
class Revision:
    """The chunks of the edited text; ids in ``added`` and ``deleted`` change an index."""

    chunks: ChunkedText
    added: tuple[str, ...]
    kept: tuple[str, ...]
    deleted: tuple[str, ...]


def rechunk(
    old: ChunkedText,
    text: str | Document,
    max_tokens: int | None = None,
    settings: ChunkSettings = DEFAULT_CHUNKS,
) -> Revision:
    """Chunk an edited text so that few chunks change.

    Of a document that was read, ``text`` is the edited document, read again: a string has no
    headings and pages.  ``max_tokens`` and ``settings`` are those that ``old`` was made with; with
    others every chunk is new.
    """
    if not isinstance(old, ChunkedText):
        raise InputError(
            f"old must be what chunk() gave, or revision.chunks, got {type(old).__name__}; "
            "rows of a file do not hold the vectors of its sentences"
        )
    own = limited(settings, max_tokens)
    if isinstance(text, Document):
        split = split_document(text, own)
    else:
        split = replace(split_text(text, own), source=old.source)
    if recipe_of(split) != old.provenance or not split.texts:
        return _compared(old, assembled(split, encoded([split])[0]))
    origins = matched_units(
        [old.text[unit.start : unit.end] for unit in old.units],
        [split.text[unit.start : unit.end] for unit in split.units],
    )
    vectors = _vectors(old, split)
    problem = _with_standing(problem_of(split, vectors), _standing(old, origins))
    return _compared(old, with_boundaries(split, vectors, fitting_boundaries(split, problem)))


def _compared(old: ChunkedText, new: ChunkedText) -> Revision:
    before, after = [each.id for each in old], [each.id for each in new]
    known, wanted = set(before), set(after)
    return Revision(
        new,
        added=tuple(name for name in after if name not in known),
        kept=tuple(name for name in after if name in known),
        deleted=tuple(name for name in before if name not in wanted),
    )


def _vectors(old: ChunkedText, split: Split) -> Vectors:
    """One row for each new unit; only what stood nowhere in the old text is encoded."""
    row_of = {text: row for row, text in enumerate(unit_texts(old.text, old.units))}
    known = [unit for unit, text in enumerate(split.texts) if text in row_of]
    missing = [unit for unit, text in enumerate(split.texts) if text not in row_of]
    if not known:
        return encoded([split])[0]
    rows = np.empty((len(split.texts), old.vectors.shape[1]), dtype=old.vectors.dtype)
    rows[known] = old.vectors[[row_of[split.texts[unit]] for unit in known]]
    if missing:
        texts = [split.texts[unit] for unit in missing]
        encoder = split.encoder
        rows[missing] = checked_rows(encoder.encode(texts), len(texts), encoder_identity(encoder))
    return rows


def _standing(old: ChunkedText, origins: Sequence[int]) -> list[tuple[int, int]]:
    """New units of every old chunk that stands: unchanged, between unchanged neighbours."""
    new_of = {origin: unit for unit, origin in enumerate(origins) if origin >= 0}
    spans = [
        _unchanged(new_of, start, end)
        for start, end in pairwise([0, *old.boundaries, len(old.units)])
    ]
    standing = []
    for k, span in enumerate(spans):
        if span is None:
            continue
        before, after = spans[k - 1] if k else (0, 0), spans[k + 1] if k + 1 < len(spans) else None
        last = k + 1 == len(spans)
        touches_before = before is not None and before[1] == span[0]
        touches_after = (
            span[1] == len(origins) if last else after is not None and after[0] == span[1]
        )
        if touches_before and touches_after:
            standing.append(span)
    return standing


def _unchanged(new_of: dict[int, int], start: int, end: int) -> tuple[int, int] | None:
    """Where the old units ``start`` to ``end - 1`` stand in the new text, if still together."""
    first = new_of.get(start)
    if first is None or any(new_of.get(start + i) != first + i for i in range(end - start)):
        return None
    return first, first + end - start


def _with_standing(problem: ChunkProblem, standing: Sequence[tuple[int, int]]) -> ChunkProblem:
    """The problem in which these chunks begin and end where they did."""
    allowed = problem.allowed.copy()
    forced = set(problem.forced)
    for start, end in standing:
        allowed[start + 1 : end] = False
        forced -= set(range(start + 1, end))
        forced |= {start, end} - {0, len(allowed)}
    for unit in forced:
        allowed[unit] = True
    return replace(problem, allowed=allowed, forced=frozenset(forced))
