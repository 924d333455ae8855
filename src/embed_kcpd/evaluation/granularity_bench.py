"""Everything that is measured about granularity, set by set.

In:  an encoder, the folder of the data sets, which parts to measure.
Out: ``Measured``: rows of errors, of shuffled texts, of long texts.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders import Encoder
from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.bench import embed
from embed_kcpd.evaluation.chapters_data import TALKS, load_talks
from embed_kcpd.evaluation.datasets import load
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.granularity_table import (
    LEAST_UNITS,
    MOST_DOCUMENTS,
    RuleRow,
    rule_row,
    rules,
)
from embed_kcpd.evaluation.jsonl import read_text
from embed_kcpd.evaluation.long_texts import LongRow, long_row
from embed_kcpd.evaluation.paper_method import words_of
from embed_kcpd.evaluation.shuffled import ShuffledRow, shuffled_row
from embed_kcpd.progress import progress

LONG_SET = "choi-9-11"
"""Repeated to make long texts: its segments all have nine to eleven units."""

LONG_UNITS = (1_000, 10_000, 100_000)


@dataclass(frozen=True, slots=True)
class Measured:
    """The rows of each part; a part that was not asked for is empty."""

    errors: tuple[RuleRow, ...] = ()
    shuffled: tuple[ShuffledRow, ...] = ()
    long: tuple[LongRow, ...] = ()


def merged(old: Measured, new: Measured) -> Measured:
    """The new rows, and every old row that was not measured again."""
    errors = {(row.set, row.rule): row for row in (*old.errors, *new.errors)}
    shuffled = {row.set: row for row in (*old.shuffled, *new.shuffled)}
    long = {row.n_units: row for row in (*old.long, *new.long)}
    return Measured(tuple(errors.values()), tuple(shuffled.values()), tuple(long.values()))


def read_measured(path: Path) -> Measured:
    """The rows of a result file; none if there is no such file."""
    if not path.exists():
        return Measured()
    try:
        content = json.loads(read_text(path))
        return Measured(
            tuple(RuleRow(**row) for row in content["errors"]),
            tuple(ShuffledRow(**row) for row in content["shuffled"]),
            tuple(LongRow(**row) for row in content["long"]),
        )
    except (ValueError, KeyError, TypeError):
        raise InputError(
            f"{path} is no result of this bench; move it away or choose another file"
        ) from None


def measure_all(
    encoder: Encoder,
    folder: Path | None,
    sets: Sequence[str],
    parts: Collection[str],
    *,
    draws: int,
    window_encoder: Encoder | None,
) -> Measured:
    """Measure the parts on the sets; one set's vectors are held at a time.

    ``window_encoder`` embeds units with their neighbours for the percentile rule.
    """
    errors: list[RuleRow] = []
    shuffled: list[ShuffledRow] = []
    for name in sets if {"errors", "shuffled"} & set(parts) else ():
        documents, vectors = embedded(name, folder, encoder)
        if "errors" in parts:
            errors += errors_of(name, documents, vectors, window_encoder)
        if "shuffled" in parts:
            words = [words_of(document) for document in documents]
            shuffled.append(shuffled_row(name, list(zip(vectors, words, strict=True)), draws))
    long = long_rows(folder, encoder) if "long" in parts else ()
    return Measured(tuple(errors), tuple(shuffled), tuple(long))


def embedded(
    name: str, folder: Path | None, encoder: Encoder
) -> tuple[tuple[Document, ...], tuple[Vectors, ...]]:
    """The documents of a set that the tables use, with their vectors."""
    documents = documents_of(name, folder)
    return documents, embed(documents, encoder)


def documents_of(name: str, folder: Path | None) -> tuple[Document, ...]:
    """The documents of a set that the tables use, recordings included."""
    whole = load_talks(name, folder) if name in TALKS else load(name, folder)
    first = whole[: MOST_DOCUMENTS.get(name)]
    return tuple(document for document in first if document.n_units >= LEAST_UNITS)


def errors_of(
    name: str,
    documents: Sequence[Document],
    vectors: Sequence[Vectors],
    window_encoder: Encoder | None,
) -> list[RuleRow]:
    """Every rule on one set."""
    rows = []
    for rule, method in rules(window_encoder).items():
        with progress(f"{name}: {rule}", len(documents)) as advance:
            rows.append(rule_row(name, rule, method, documents, vectors, on_progress=advance))
    return rows


def long_rows(folder: Path | None, encoder: Encoder) -> list[LongRow]:
    """The default on one set repeated to growing lengths."""
    documents, vectors = embedded(LONG_SET, folder, encoder)
    joined = np.concatenate(vectors)
    words = np.concatenate([words_of(document) for document in documents])
    return [long_row(joined, words, n_units) for n_units in LONG_UNITS]
