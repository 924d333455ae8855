"""Corpora with questions and the excerpts that answer them.

In:  ``NAME.txt`` beside ``NAME.questions.jsonl``, or the files of Chroma's chunking evaluation.
Out: ``Corpus`` values.

A line of questions has ``question`` and ``references``: a list of ``start_char`` and ``end_char``.
Chroma's table ``questions_df.csv`` has the columns question, references (JSON with start_index
and end_index) and corpus_id; the texts lie in ``corpora/CORPUS_ID.md`` beside it.
"""

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.jsonl import read_text, records

CHROMA_TABLE = "questions_df.csv"

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and the ranges of characters that answer it, half-open."""

    text: str
    references: tuple[Range, ...]


@dataclass(frozen=True, slots=True)
class Corpus:
    """A text and its questions."""

    name: str
    text: str
    questions: tuple[Question, ...]


def load_corpora(folder: Path) -> tuple[Corpus, ...]:
    """Every corpus of a folder, sorted by name."""
    if (folder / CHROMA_TABLE).exists():
        return chroma_corpora(folder)
    tables = sorted(folder.glob("*.questions.jsonl"))
    if not tables:
        raise InputError(
            f"{folder} holds no NAME.questions.jsonl beside a NAME.txt, and no {CHROMA_TABLE}"
        )
    return tuple(_corpus(table) for table in tables)


def chroma_corpora(folder: Path) -> tuple[Corpus, ...]:
    """The corpora of Chroma's chunking evaluation."""
    table = folder / CHROMA_TABLE
    questions: dict[str, list[Question]] = {}
    rows = csv.DictReader(io.StringIO(read_text(table)))
    for number, row in enumerate(rows, start=2):
        name, question = _chroma_question(row, f"{table}, row {number}")
        questions.setdefault(name, []).append(question)
    if not questions:
        raise InputError(f"{table} holds no question")
    return tuple(
        _checked(Corpus(name, read_text(folder / "corpora" / f"{name}.md"), tuple(asked)), table)
        for name, asked in sorted(questions.items())
    )


def _chroma_question(row: Mapping[str, str | None], place: str) -> tuple[str, Question]:
    try:
        name, text = str(row["corpus_id"]), str(row["question"])
        given = json.loads(str(row["references"]))
        ranges = tuple((int(each["start_index"]), int(each["end_index"])) for each in given)
    except (KeyError, TypeError, ValueError):
        raise InputError(
            f"{place} needs question, corpus_id and references with start_index and end_index"
        ) from None
    return name, Question(text, ranges)


def _corpus(table: Path) -> Corpus:
    name = table.name.removesuffix(".questions.jsonl")
    questions = tuple(_question(record, f"{table}:{line}") for line, record in records(table))
    return _checked(Corpus(name, read_text(table.with_name(f"{name}.txt")), questions), table)


def _question(record: Mapping[str, object], place: str) -> Question:
    given, text = record.get("references"), record.get("question")
    try:
        if not isinstance(given, list) or not isinstance(text, str):
            raise TypeError
        ranges = tuple((int(each["start_char"]), int(each["end_char"])) for each in given)
    except (KeyError, TypeError, ValueError):
        raise InputError(
            f"{place} needs a question and references with start_char and end_char"
        ) from None
    return Question(text, ranges)


def _checked(corpus: Corpus, table: Path) -> Corpus:
    if not corpus.questions:
        raise InputError(f"{table} holds no question")
    for question in corpus.questions:
        for start, end in question.references:
            if not 0 <= start < end <= len(corpus.text):
                raise InputError(
                    f"{table}: characters {start} to {end} of the question {question.text[:60]!r} "
                    f"are not in the {len(corpus.text)} characters of {corpus.name}"
                )
    return corpus
