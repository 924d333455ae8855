"""What an edit of one sentence leaves of the chunks of a document.

In:  chunkers; corpora with questions in parts, and three speeches, as documents.
Out: a table: chunks that are lost at the edit, next to it, and elsewhere.

A chunk is kept where one of the same text is among the chunks of the edited document.  The chunk
that holds the edit is nearly always lost, whatever cuts it; what is lost elsewhere is the
chunker's own doing.
"""

import json
import os
import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from embed_kcpd.chunks import chunk, rechunk
from embed_kcpd.chunks.tokens import chosen_counter
from embed_kcpd.encoders import Encoder
from embed_kcpd.evaluation.retrieval.chunkers import OURS, Chunker, own_settings
from embed_kcpd.evaluation.retrieval.corpora import Corpus
from embed_kcpd.text.sentences import Sentences

DOCUMENT_TOKENS, SPEECHES, EDITS, LIMIT = 6_600, 3, 50, 200
SPEECH_CHARACTERS = range(30_000, 40_000)
COLUMNS = [
    "chunker",
    "unchanged, %",
    "lost per edit",
    "the edited one",
    "next to it",
    "elsewhere",
    "unchanged elsewhere, %",
    "chunks per document",
]

Pieces = list[str]


@dataclass(frozen=True, slots=True)
class Edit:
    """The sentences after an edit, and the character of the old text at which it was made."""

    sentences: list[str]
    at: int


@dataclass(frozen=True, slots=True)
class Loss:
    """Chunks of one document, and how many of them one edit costs."""

    chunks: int
    edited: int
    beside: int
    elsewhere: int


def edit_rows(
    chunkers: Mapping[str, Chunker], corpora: Sequence[Corpus], encoder: Encoder
) -> list[list[object]]:
    """A row for each chunker, and one for ``rechunk``."""
    documents = _documents(corpora, encoder)
    rows = [_row(name, _losses(documents, _again(chunker))) for name, chunker in chunkers.items()]
    return [*rows, _row(f"{OURS}, rechunk", _losses(documents, _revising(encoder)))]


def _again(chunker: Chunker) -> Callable[[str], tuple[Pieces, Callable[[str], Pieces]]]:
    """The chunks of a text, and those of an edited one, cut with nothing known of the first."""

    def cut(text: str) -> Pieces:
        return [text[start:end] for start, end in chunker(text, LIMIT)]

    return lambda text: (cut(text), cut)


def _revising(encoder: Encoder) -> Callable[[str], tuple[Pieces, Callable[[str], Pieces]]]:
    """The same, the edited text cut with the chunks of the first at hand."""
    settings = own_settings(LIMIT, encoder)

    def first(text: str) -> tuple[Pieces, Callable[[str], Pieces]]:
        old = chunk(text, settings=settings)

        def revised(edited: str) -> Pieces:
            return [each.text for each in rechunk(old, edited, settings=settings).chunks]

        return [each.text for each in old], revised

    return first


def _losses(
    documents: Sequence[list[str]],
    cut: Callable[[str], tuple[Pieces, Callable[[str], Pieces]]],
) -> Iterator[Loss]:
    for number, sentences in enumerate(documents):
        before, again = cut("".join(sentences))
        for edit in _edits(sentences, seed=number):
            yield _loss(before, again("".join(edit.sentences)), edit.at)


def _loss(before: Pieces, after: Pieces, at: int) -> Loss:
    starts = list(accumulate((len(piece) for piece in before), initial=0))
    edited = bisect_right(starts, at) - 1
    left = Counter(after)
    lost = []
    for number, piece in enumerate(before):
        left[piece] -= 1
        if left[piece] < 0:
            lost.append(abs(number - edited))
    return Loss(len(before), lost.count(0), lost.count(1), sum(far > 1 for far in lost))


def _row(name: str, losses: Iterator[Loss]) -> list[object]:
    every = list(losses)
    lost = [loss.edited + loss.beside + loss.elsewhere for loss in every]
    return [
        name,
        _percent([1 - n / loss.chunks for n, loss in zip(lost, every, strict=True)]),
        _mean(lost),
        _mean([loss.edited for loss in every]),
        _mean([loss.beside for loss in every]),
        _mean([loss.elsewhere for loss in every]),
        _percent([1 - loss.elsewhere / max(1, loss.chunks - 3) for loss in every]),
        round(sum(loss.chunks for loss in every) / len(every)),
    ]


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 2)


def _percent(shares: Sequence[float]) -> float:
    return round(100 * sum(shares) / len(shares), 1)


def _documents(corpora: Sequence[Corpus], encoder: Encoder) -> list[list[str]]:
    """Sentences of each document, all of similar length."""
    parts = [part for corpus in corpora for part in _parts(corpus.text, encoder)]
    return parts + [_sentences(text) for text in _speeches()]


def _parts(text: str, encoder: Encoder) -> list[list[str]]:
    """A text in parts of equally many sentences, about ``DOCUMENT_TOKENS`` tokens each."""
    sentences = _sentences(text)
    (tokens,) = chosen_counter(None, encoder).count([text])
    size = -(-len(sentences) // max(1, round(tokens / DOCUMENT_TOKENS)))
    return [sentences[start : start + size] for start in range(0, len(sentences), size)]


def _speeches() -> list[str]:
    """The first speeches of the usual length."""
    path = Path(os.environ["EMBED_KCPD_DATA"]) / "streams" / "state_union.jsonl"
    texts = [json.loads(line)["text"] for line in path.read_text(encoding="utf-8").splitlines()]
    return [text for text in texts if len(text) in SPEECH_CHARACTERS][:SPEECHES]


def _sentences(text: str) -> list[str]:
    return [text[unit.start : unit.end] for unit in Sentences("en").split(text)]


def _edits(sentences: list[str], seed: int) -> Iterator[Edit]:
    """Copies in which one sentence is inserted, deleted or replaced."""
    draw = random.Random(seed)
    starts = list(accumulate((len(sentence) for sentence in sentences), initial=0))
    for _ in range(EDITS):
        copy, at = list(sentences), draw.randrange(1, len(sentences) - 1)
        kind = draw.choice(("insert", "delete", "replace"))
        if kind != "insert":
            del copy[at]
        if kind != "delete":
            copy.insert(at, draw.choice(sentences))
        yield Edit(copy, starts[at])
