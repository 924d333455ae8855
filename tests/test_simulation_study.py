"""The study of the simulation: every rule from few searches, and rows that outlive a kill."""

import json
from dataclasses import replace

import numpy as np
import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.bench import measure
from embed_kcpd.evaluation.paper_method import PaperMethod
from embed_kcpd.granularity.paper import PaperRule
from embed_kcpd.granularity.text_scale.rule import TextScale
from embed_kcpd.problem.kernels import Cosine, Rbf
from embed_kcpd.problem.objectives import Contrast, Paper
from embed_kcpd.simulation.assembly import replicates
from embed_kcpd.simulation.rows import read_rows, rows_as_json
from embed_kcpd.simulation.study import RULES, Settings, started_over, study

WORDS = "kick goal match roast bean brew train model layer"
TOPICS = {
    name: tuple(f"The {word} of the {name} is number {at}." for at in range(9) for word in words)
    for name, words in zip(
        ("soccer", "coffee", "AI"), np.reshape(WORDS.split(), (3, 3)), strict=True
    )
}
CORPUS = {(name, memory): texts[memory:] for name, texts in TOPICS.items() for memory in (2, 4)}
SETTINGS = Settings(lengths=(3, 12, 40), n_replicates=3)


class Silent:
    """An encoder with the same identity that must not be asked."""

    def __init__(self, encoder):
        self.identity = encoder.identity

    def encode(self, texts):
        raise AssertionError("everything was known")


def by_methods(encoder, memory, n_units):
    """The naive twin: each rule as a method of its own, by the bench."""
    topics = {name: texts for (name, held), texts in CORPUS.items() if held == memory}
    documents = replicates(topics, n_units, SETTINGS.n_replicates, SETTINGS.seed)
    vectors = [encoder.encode(document.units) for document in documents]
    for rule in RULES:
        kernel = Rbf() if rule.kernel == "rbf" else Cosine()
        paper = PaperMethod(rule.name, Paper(kernel), PaperRule(rule.scale or 1.0))
        own = PaperMethod(rule.name, Contrast(), TextScale(), min_size=1)
        scores = measure(own if rule.scale is None else paper, documents, vectors)
        yield rule.name, 100 * np.mean(scores.pk), np.mean(scores.extra_boundaries)


def test_rows_are_those_of_each_rule_measured_by_itself(encoder):
    """One search for all scales of a kernel finds what a search for each finds."""
    rows = study(CORPUS, {"words": encoder}, SETTINGS)
    assert len(rows) == 2 * 3 * len(RULES)
    for memory in (2, 4):
        for n_units in SETTINGS.lengths:
            mine = [row for row in rows if (row.memory, row.n_units) == (memory, n_units)]
            assert [(row.rule, row.pk, row.extra_boundaries) for row in mine] == [
                (name, pytest.approx(pk, abs=1e-3), pytest.approx(extra, abs=1e-3))
                for name, pk, extra in by_methods(encoder, memory, n_units)
            ]


def test_an_interrupted_study_goes_on_and_ends_with_the_same_rows(encoder):
    """Whatever was done is kept; nothing that is known is encoded again."""
    whole = study(CORPUS, {"words": encoder}, SETTINGS)
    kept = ()
    for length_done in range(len(whole) // len(RULES)):

        def keep(rows):
            nonlocal kept
            kept = rows
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            study(CORPUS, {"words": encoder}, SETTINGS, kept, on_rows=keep)
        assert kept == whole[: (length_done + 1) * len(RULES)]
    assert study(CORPUS, {"words": Silent(encoder)}, SETTINGS, kept) == whole


@pytest.mark.parametrize(
    ("corpus", "settings", "again"),
    [
        (CORPUS, SETTINGS, 0),
        (CORPUS, replace(SETTINGS, seed=1), 6),
        (CORPUS, replace(SETTINGS, n_replicates=2), 6),
        (CORPUS, replace(SETTINGS, lengths=(12, 20)), 2),
        ({**CORPUS, ("AI", 4): CORPUS["AI", 4][1:]}, SETTINGS, 3),
    ],
)
def test_a_row_is_measured_again_when_what_it_depends_on_changes(encoder, corpus, settings, again):
    """Seed, replicates and texts; rows of other lengths and memories stay."""
    known = study(CORPUS, {"words": encoder}, SETTINGS)
    measured = []
    rows = study(corpus, {"words": encoder}, settings, known, on_rows=measured.append)
    assert len(measured) == again
    assert rows == study(corpus, {"words": encoder}, settings)


def test_rows_of_before_are_seen_beside_new_ones_until_the_end(encoder):
    """The file of an interrupted study has a row in every place."""
    known = study(CORPUS, {"words": encoder}, SETTINGS)
    seen = []
    study(CORPUS, {"words": encoder}, replace(SETTINGS, seed=1), known, on_rows=seen.append)
    assert [len(rows) for rows in seen] == [len(known)] * 6


def test_rows_without_a_fingerprint_are_measured_again(encoder):
    """So they were written before rows had one."""
    rows = study(CORPUS, {"words": encoder}, SETTINGS)
    old = [replace(row, pk=99.0, fingerprint=None) for row in rows]
    assert study(CORPUS, {"words": encoder}, SETTINGS, old) == rows


def test_rows_are_read_from_a_file_or_named_as_none(tmp_path, encoder):
    path = tmp_path / "study.json"
    assert read_rows(path) == ()
    rows = study(CORPUS, {"words": encoder}, replace(SETTINGS, lengths=(12,)))
    path.write_text(rows_as_json(rows))
    assert read_rows(path) == rows
    for other in ('{"a": 1}', "[1", json.dumps([{"pk": 1}])):
        path.write_text(other)
        with pytest.raises(InputError, match="holds no rows of a study"):
            read_rows(path)


def test_the_share_of_segments_longer_than_their_topic():
    """Topics of three sentences: half of the segments of a long sequence start over."""
    topics = {"tea": ("a", "b", "c"), "rain": ("d", "e", "f")}
    documents = replicates(topics, 30, 20, 0)
    by_hand = [
        end - start > 3
        for document in documents
        for start, end in zip((0, *document.boundaries), (*document.boundaries, 30), strict=True)
    ]
    assert started_over(topics, documents) == pytest.approx(np.mean(by_hand))
