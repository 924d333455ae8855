"""What the benchmarks of baselines and peers compute themselves."""

import importlib
from pathlib import Path

import pytest

from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.evaluation.metrics import pk
from test_baselines_coherence import by_first_letter

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


@pytest.fixture
def benchmark(monkeypatch):
    """A module of the benchmarks folder, by name."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module


def test_chunks_are_found_again_whatever_white_space_they_lost(benchmark):
    """Rebuilt with blanks, with line ends, or stripped: the same boundary."""
    peers = benchmark("peers")
    units = ["One two.", "Three  four.", "Five."]
    for chunks in (["One two. Three four.", "Five."], ["One two.\nThree  four.\n", "Five."]):
        assert peers.boundaries(chunks, units) == (2,)
    assert peers.boundaries(["One two.Three four.Five."], units) == ()
    assert peers.boundaries(["Alone."], ["Alone."]) == ()


def test_a_chunk_that_ends_inside_a_unit_goes_to_the_nearest_end(benchmark):
    """Seven of eleven characters of the second unit are nearer to its end."""
    peers = benchmark("peers")
    assert peers.boundaries(["abcd efghijk", "lmno", "pq"], ["abcd", "efghijklmno", "pq"]) == (2,)


def test_pk_in_words_is_pk_of_a_text_cut_into_words(benchmark):
    """Units of 1, 3 and 2 words: boundaries at units 1 and 2 are words 1 and 4 of 6."""
    baselines = benchmark("baselines")
    document = Document("d", ("a", "b c d", "e f"), (2,))
    assert baselines.words_pk(document, (1,)) == pk([4], [1], 6)


def test_every_printed_value_belongs_to_a_baseline(benchmark):
    """Four numbers each, one per set."""
    baselines = benchmark("baselines")
    assert set(baselines.PRINTED) <= set(baselines.BASELINES)
    assert all(values.count("/") == 3 for values, _ in baselines.PRINTED.values())


def test_a_row_is_known_by_its_method_and_its_documents(benchmark):
    """Measured again for another method or other documents, and for nothing else."""
    made_by = benchmark("baselines").made_by
    texts = [Document("d", ("a", "b"), (1,))]
    assert made_by("fragkou", texts) == made_by("fragkou", list(texts))
    assert made_by("fragkou", texts) != made_by("none", texts)
    assert made_by("fragkou", texts) != made_by("fragkou", [Document("d", ("a", "c"), (1,))])


def test_the_best_threshold_of_coherence_is_the_best_of_all(benchmark, monkeypatch):
    """Two topics without a common word: some threshold finds the boundary."""
    constants = benchmark("coherence_constants")
    monkeypatch.setattr(constants, "in_context", by_first_letter)
    text = Document("d", ("ant", "apple", "arm", "bee", "bat", "bow"), (3,))
    error, threshold = constants.best_threshold([text], constants.Constants())
    assert error == 0
    assert threshold >= 0
