"""The study: how errors change with length, penalty, memory and encoder.

In:  a corpus, encoders, lengths, a number of replicates, a seed; rows that are there already.
Out: one row per encoder, memory, length and rule.

Every rule sees the same assembled sequences.  Sentences are embedded once per encoder; a
sequence only picks rows, and one search serves all scales of a kernel.  A row is kept when its
fingerprint (code, encoder, texts, settings) is the same, so an interrupted study goes on.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders.protocol import Encoder, encoder_identity
from embed_kcpd.errors import OptionsError
from embed_kcpd.evaluation.bench import Scores, score
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.fingerprint import code_digest, digest
from embed_kcpd.evaluation.paper_method import cut
from embed_kcpd.evaluation.sensitivity import cuts_each
from embed_kcpd.granularity.text_scale.rule import TextScale
from embed_kcpd.problem.kernels import Cosine, Rbf
from embed_kcpd.problem.objectives import Contrast
from embed_kcpd.progress import progress
from embed_kcpd.simulation.assembly import replicates
from embed_kcpd.simulation.corpus import Corpus
from embed_kcpd.simulation.placement import paper_boundary_count
from embed_kcpd.simulation.rows import Place, Row

LENGTHS = (50, 100, 200, 500, 1000, 2000)
SCALES = (0.001, 0.01, 0.1, 1.0)
REPLICATES = 100
PAPER_SCALE = 0.1
"""The factor C at which the paper shows its main figure."""

Cuts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A way of cutting: the paper's at one kernel and scale, or our default (no scale).

    Like the paper's, our default sees vectors here, and the number of words of each unit.
    """

    kernel: str
    scale: float | None

    @property
    def name(self) -> str:
        return "default" if self.scale is None else f"{self.kernel} C={self.scale:g}"


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


def study(
    corpus: Corpus,
    encoders: Mapping[str, Encoder],
    settings: Settings,
    known: Iterable[Row] = (),
    *,
    on_rows: Callable[[Sequence[Row]], None] | None = None,
) -> tuple[Row, ...]:
    """All rows, encoder by encoder, memory by memory, length by length.

    ``on_rows`` sees the known rows and the new ones each time a length is done.
    """
    rows = {row.place: row for row in known}
    asked: list[Row] = []
    parts = [part for topics in _embedded(corpus, encoders) for part in _parts(topics, settings)]
    with progress("Studying", len(parts) * settings.n_replicates) as advance:
        for part in parts:
            found = part.known(rows)
            if found:
                advance(settings.n_replicates)
            else:
                found = part.measured(advance)
                rows.update((row.place, row) for row in found)
                if on_rows is not None:
                    on_rows(tuple(rows.values()))
            asked += found
    return tuple(asked)


@dataclass(frozen=True)
class _EmbeddedTopics:
    """The topic documents of one memory; their vectors are computed when first asked for."""

    encoder_name: str
    encoder: Encoder
    memory: int
    topics: Mapping[str, Sequence[str]]

    @cached_property
    def places(self) -> Mapping[str, int]:
        texts = dict.fromkeys(text for texts in self.topics.values() for text in texts)
        return {text: place for place, text in enumerate(texts)}

    @cached_property
    def table(self) -> Vectors:
        return np.asarray(self.encoder.encode(list(self.places)))

    def vectors(self, document: Document) -> Vectors:
        rows: Vectors = self.table[[self.places[unit] for unit in document.units]]
        return rows

    @cached_property
    def made_of(self) -> str:
        """Code, encoder and texts as one digest."""
        topics = [part for name in sorted(self.topics) for part in (name, *self.topics[name])]
        encoder = (self.encoder_name, encoder_identity(self.encoder))
        return digest([code_digest(Path(__file__)), *encoder, str(self.memory), *topics])


@dataclass(frozen=True, slots=True)
class _Part:
    """The sequences of one length, cut by every rule."""

    topics: _EmbeddedTopics
    n_units: int
    settings: Settings

    def fingerprint(self, rule: Rule) -> str:
        numbers = (self.n_units, self.settings.n_replicates, self.settings.seed)
        return digest([self.topics.made_of, repr(numbers), repr(rule)])

    def known(self, rows: Mapping[Place, Row]) -> list[Row]:
        """The rows of all rules as they would be measured now; nothing if one is missing."""
        about = (self.topics.encoder_name, self.topics.memory, self.n_units)
        known = []
        for rule in self.settings.rules:
            row = rows.get((*about, rule.name))
            if row is None or row.fingerprint != self.fingerprint(rule):
                return []
            known.append(row)
        return known

    def measured(self, advance: Callable[[int], None]) -> list[Row]:
        """One row for each rule."""
        rules, topics = self.settings.rules, self.topics
        documents = replicates(
            topics.topics, self.n_units, self.settings.n_replicates, self.settings.seed
        )
        cuts = []
        for document in documents:
            cuts.append(cut_by_each(rules, document.blind(), topics.vectors(document)))
            advance(1)
        longer = started_over(topics.topics, documents)
        return [
            self._row(rule, score(documents, of_rule), longer)
            for rule, of_rule in zip(rules, zip(*cuts, strict=True), strict=True)
        ]

    def _row(self, rule: Rule, scores: Scores, longer: float) -> Row:
        pk, wd = 100 * np.array(scores.pk), 100 * np.array(scores.wd)
        return Row(
            encoder=self.topics.encoder_name,
            memory=self.topics.memory,
            n_units=self.n_units,
            n_change_points=paper_boundary_count(self.n_units),
            n_sentences=min(map(len, self.topics.topics.values())),
            started_over=round(100 * longer, 2),
            kernel=rule.kernel,
            rule=rule.name,
            scale=rule.scale,
            replicates=len(pk),
            pk=round(float(pk.mean()), 3),
            pk_sd=round(float(pk.std()), 3),
            wd=round(float(wd.mean()), 3),
            wd_sd=round(float(wd.std()), 3),
            extra_boundaries=round(float(np.mean(scores.extra_boundaries)), 3),
            fingerprint=self.fingerprint(rule),
        )


def _embedded(corpus: Corpus, encoders: Mapping[str, Encoder]) -> Iterator[_EmbeddedTopics]:
    for name, encoder in encoders.items():
        for memory in sorted({memory for _, memory in corpus}):
            topics = {topic: texts for (topic, held), texts in corpus.items() if held == memory}
            yield _EmbeddedTopics(name, encoder, memory, topics)


def _parts(topics: _EmbeddedTopics, settings: Settings) -> list[_Part]:
    return [_Part(topics, n_units, settings) for n_units in settings.lengths]


def cut_by_each(rules: Sequence[Rule], document: Document, vectors: Vectors) -> list[Cuts]:
    """The boundaries by every rule; those of one kernel come from one search."""
    cuts: dict[Rule, Cuts] = {}
    for kernel in (Cosine(), Rbf()):
        scales = [rule.scale for rule in rules if rule.kernel == kernel.name]
        priced = [scale for scale in scales if scale is not None]
        if priced:
            each = cuts_each(document, vectors, kernel, priced)
            cuts.update((Rule(kernel.name, at), cut) for at, cut in zip(priced, each, strict=True))
    if any(rule.scale is None for rule in rules):
        own = cut(document, vectors, Contrast(), TextScale())
        cuts.update((rule, own) for rule in rules if rule.scale is None)
    return [cuts[rule] for rule in rules]


def started_over(topics: Mapping[str, Sequence[str]], documents: Sequence[Document]) -> float:
    """The share of segments longer than their topic document, known by their sentences."""
    room = {text: len(texts) for texts in topics.values() for text in texts}
    longer = [
        end - start > room[document.units[start]]
        for document in documents
        for start, end in pairwise((0, *document.boundaries, document.n_units))
    ]
    return float(np.mean(longer))
