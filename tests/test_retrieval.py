"""How well chunks serve questions: measures, corpora, retrievers."""

import csv
import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.retrieval.bench import bench_rows
from embed_kcpd.evaluation.retrieval.chunkers import own_chunkers
from embed_kcpd.evaluation.retrieval.corpora import Corpus, Question, load_corpora
from embed_kcpd.evaluation.retrieval.measures import (
    Characters,
    Span,
    at_rank,
    best_precision,
    recall_within,
)
from embed_kcpd.evaluation.retrieval.retrievers import by_words

EXAMPLES = Path(__file__).parent.parent / "examples"
TEXT = "Soil holds water.  Stars burn\nfar away. Bread is baked."


def characters_of(span):
    return {i for i in range(span.start, span.end) if not TEXT[i].isspace()}


@st.composite
def rankings(draw):
    cuts = sorted(draw(st.sets(st.integers(1, len(TEXT) - 1), max_size=6)))
    edges = [0, *cuts, len(TEXT)]
    spans = [Span(0, a, b, draw(st.integers(1, 9))) for a, b in pairwise(edges)]
    ranges = draw(
        st.lists(
            st.tuples(st.integers(0, len(TEXT) - 1), st.integers(1, 20)).map(
                lambda pair: (pair[0], min(len(TEXT), sum(pair)))
            ),
            min_size=1,
            max_size=3,
        )
    )
    return draw(st.permutations(spans)), ranges


@given(rankings(), st.integers(1, 6))
def test_measures_at_k_are_those_of_sets_of_characters(case, k):
    ranking, ranges = case
    seen = Characters(TEXT)
    wanted = {i for a, b in ranges for i in range(a, b) if not TEXT[i].isspace()}
    read = set().union(*(characters_of(span) for span in ranking[:k]))

    measured = at_rank(ranking, k, 0, seen.wanted(ranges), [seen.counts])

    assert measured.recall == pytest.approx(len(read & wanted) / len(wanted) if wanted else 1.0)
    assert measured.precision == pytest.approx(len(read & wanted) / len(read) if read else 0.0)
    union = read | wanted
    assert measured.overlap == pytest.approx(len(read & wanted) / len(union) if union else 0.0)


@given(rankings())
def test_the_best_precision_reads_just_the_chunks_that_hold_a_part(case):
    ranking, ranges = case
    seen = Characters(TEXT)
    wanted = {i for a, b in ranges for i in range(a, b) if not TEXT[i].isspace()}
    holding = [characters_of(span) for span in ranking if characters_of(span) & wanted]
    read = set().union(*holding)

    measured = best_precision(ranking, 0, seen.wanted(ranges), seen.counts)

    assert measured == pytest.approx(len(wanted) / len(read) if read else 0.0)


@given(rankings(), st.integers(1, 30), st.integers(1, 30))
def test_recall_grows_with_the_budget_up_to_everything(case, small, more):
    ranking, ranges = case
    wanted = Characters(TEXT).wanted(ranges)
    everything = sum(span.n_tokens for span in ranking)

    low = recall_within(ranking, small, 0, wanted)

    assert low <= recall_within(ranking, small + more, 0, wanted)
    assert recall_within(ranking, everything, 0, wanted) == 1.0


def test_the_last_chunk_of_a_budget_is_cut_off_in_proportion():
    wanted = Characters("aaaabbbb").wanted([(4, 8)])
    ranking = [Span(0, 4, 8, 4)]
    assert recall_within(ranking, 2, 0, wanted) == 0.5


def test_chunks_of_other_texts_use_up_the_budget():
    wanted = Characters("aaaa").wanted([(0, 4)])
    assert recall_within([Span(1, 0, 4, 4), Span(0, 0, 4, 4)], 6, 0, wanted) == 0.5


def test_words_find_the_text_that_has_them():
    scores = by_words(["Who bakes bread?"], ["Stars burn far away", "The baker bakes bread", ""])
    assert int(np.argmax(scores[0])) == 1
    assert scores[0, 2] == 0.0


def test_the_example_corpus_is_served_better_than_by_filling_up(encoder):
    """The whole benchmark offline, on the corpus of this project."""
    (corpus,) = load_corpora(EXAMPLES)
    rows = list(bench_rows([corpus], own_chunkers(encoder), [60], encoder))

    assert len(corpus.questions) >= 15
    assert {row["chunker"] for row in rows} == set(own_chunkers(encoder))
    assert all(row["most_tokens"] <= 60 for row in rows)
    assert all(50 < row["BM25"]["score"] <= 100 for row in rows)
    assert {"text", "pooled + context", "both + context", "BM25"} <= set(rows[0])


def test_the_files_of_chroma_are_read(tmp_path):
    (tmp_path / "corpora").mkdir()
    (tmp_path / "corpora" / "stars.md").write_text(TEXT)
    with (tmp_path / "questions_df.csv").open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["question", "references", "corpus_id"])
        found = json.dumps([{"content": "Soil", "start_index": 0, "end_index": 4}])
        table.writerow(["What holds water?", found, "stars"])

    assert load_corpora(tmp_path) == (
        Corpus("stars", TEXT, (Question("What holds water?", ((0, 4),)),)),
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"question": "Who?"}', "needs a question and references"),
        ('{"question": "Who?", "references": [{"start_char": 0, "end_char": 999}]}', "are not in"),
        ('{"question": 3, "references": []}', "needs a question and references"),
        ("[]", "must be an object"),
        ("", "holds no question"),
    ],
)
def test_wrong_questions_are_refused_in_one_line(tmp_path, line, message):
    (tmp_path / "a.txt").write_text(TEXT)
    (tmp_path / "a.questions.jsonl").write_text(line)
    with pytest.raises(InputError, match=message) as error:
        load_corpora(tmp_path)
    assert "\n" not in str(error.value)


def test_a_folder_without_questions_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"holds no NAME\.questions\.jsonl"):
        load_corpora(tmp_path)


def test_the_command_prints_and_writes_the_measures(run, tmp_path, monkeypatch, encoder):
    monkeypatch.setattr("embed_kcpd.encoders.as_encoder", lambda _: encoder)
    target = tmp_path / "rag.json"
    code, out, _ = run("bench", "rag", "--data", EXAMPLES, "--max-tokens", "60", "--json", target)
    assert code == 0
    assert "embed-kcpd" in out
    assert len(json.loads(target.read_text())) == 3
