"""The study: how errors change with length, penalty, memory and encoder.

In:  a corpus, encoders, lengths, a number of replicates, a seed.
Out: one row per encoder, memory, length and rule.

Every rule sees the same assembled sequences.  Sentences are embedded once per encoder; a
sequence only picks rows.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders.protocol import Encoder
from embed_kcpd.errors import OptionsError
from embed_kcpd.evaluation.bench import Scores, embed, measure
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.evaluation.methods import Method
from embed_kcpd.evaluation.ours import Default, PaperMethod
from embed_kcpd.granularity.paper import PaperRule
from embed_kcpd.problem.kernels import Cosine, Rbf
from embed_kcpd.problem.objectives import Paper
from embed_kcpd.progress import progress
from embed_kcpd.simulation.assembly import replicates
from embed_kcpd.simulation.corpus import Corpus
from embed_kcpd.simulation.placement import paper_boundary_count

LENGTHS = (50, 100, 200, 500, 1000, 2000)
SCALES = (0.001, 0.01, 0.1, 1.0)
REPLICATES = 100
PAPER_SCALE = 0.1
"""The factor C at which the paper shows its main figure."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A way of cutting: the paper's at one kernel and scale, or our default (no scale)."""

    kernel: str
    scale: float | None

    @property
    def name(self) -> str:
        return "default" if self.scale is None else f"{self.kernel} C={self.scale:g}"

    def method(self) -> Method:
        if self.scale is None:
            return Default()
        kernel = Rbf() if self.kernel == Rbf.name else Cosine()
        return PaperMethod(self.name, Paper(kernel), PaperRule(self.scale))


RULES = (
    *(Rule(kernel, scale) for kernel in (Cosine.name, Rbf.name) for scale in SCALES),
    Rule(Cosine.name, None),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """What is studied; the defaults are the paper's."""

    lengths: tuple[int, ...] = LENGTHS
    n_replicates: int = REPLICATES
    seed: int = 0
    rules: tuple[Rule, ...] = RULES

    def __post_init__(self) -> None:
        if not self.lengths or min(self.lengths) < 2 or self.n_replicates < 1:
            raise OptionsError("a study needs lengths from 2 on and at least one replicate")


@dataclass(frozen=True, slots=True)
class Row:
    """Errors in percent: mean and standard deviation over the replicates.

    ``n_sentences`` is the size of the shortest topic document; ``started_over`` the share of
    segments, in percent, that are longer than their topic document.
    """

    encoder: str
    memory: int
    n_units: int
    n_change_points: int
    n_sentences: int
    started_over: float
    kernel: str
    rule: str
    scale: float | None
    replicates: int
    pk: float
    pk_sd: float
    wd: float
    wd_sd: float
    extra_boundaries: float


def study(corpus: Corpus, encoders: Mapping[str, Encoder], settings: Settings) -> tuple[Row, ...]:
    """All rows, encoder by encoder, memory by memory, length by length."""
    memories = sorted({memory for _, memory in corpus})
    steps = len(encoders) * len(memories) * len(settings.lengths) * len(settings.rules)
    rows: list[Row] = []
    with progress("Studying", steps * settings.n_replicates) as advance:
        for name, encoder in encoders.items():
            for memory in memories:
                topics = {topic: texts for (topic, m), texts in corpus.items() if m == memory}
                for documents, vectors in _sequences(topics, encoder, settings):
                    about = _About(name, memory, topics, documents)
                    for rule in settings.rules:
                        scores = measure(rule.method(), documents, vectors, advance)
                        rows.append(_row(about, rule, scores))
    return tuple(rows)


def _sequences(
    topics: Mapping[str, Sequence[str]], encoder: Encoder, settings: Settings
) -> Iterator[tuple[tuple[Document, ...], Sequence[Vectors]]]:
    """For each length the assembled sequences and their vectors."""
    for n_units in settings.lengths:
        documents = replicates(topics, n_units, settings.n_replicates, settings.seed)
        yield documents, embed(documents, encoder)


@dataclass(frozen=True, slots=True)
class _About:
    """What the rows of all rules share."""

    encoder: str
    memory: int
    topics: Mapping[str, Sequence[str]]
    documents: tuple[Document, ...]

    def started_over(self) -> float:
        """The share of segments longer than their topic document, known by their sentences."""
        room = {text: len(texts) for texts in self.topics.values() for text in texts}
        longer = [
            end - start > room[document.units[start]]
            for document in self.documents
            for start, end in pairwise((0, *document.boundaries, document.n_units))
        ]
        return float(np.mean(longer))


def _row(about: _About, rule: Rule, scores: Scores) -> Row:
    pk, wd = 100 * np.array(scores.pk), 100 * np.array(scores.wd)
    n_units = about.documents[0].n_units
    return Row(
        encoder=about.encoder,
        memory=about.memory,
        n_units=n_units,
        n_change_points=paper_boundary_count(n_units),
        n_sentences=min(map(len, about.topics.values())),
        started_over=round(100 * about.started_over(), 2),
        kernel=rule.kernel,
        rule=rule.name,
        scale=rule.scale,
        replicates=len(about.documents),
        pk=round(float(pk.mean()), 3),
        pk_sd=round(float(pk.std()), 3),
        wd=round(float(wd.mean()), 3),
        wd_sd=round(float(wd.std()), 3),
        extra_boundaries=round(float(np.mean(scores.extra_boundaries)), 3),
    )


def rows_as_json(rows: Sequence[Row]) -> str:
    """One row per line."""
    return "[\n" + ",\n".join(json.dumps(asdict(row)) for row in rows) + "\n]\n"


def rows_from_json(text: str) -> tuple[Row, ...]:
    """The same, read again."""
    return tuple(Row(**row) for row in json.loads(text))
