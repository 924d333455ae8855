"""Rows of the bench: fair, deterministic, resumable."""

import json
from dataclasses import dataclass, fields

import numpy as np
import pytest

from embed_kcpd import (
    Contrast,
    Limits,
    Paper,
    Rbf,
    SegmentCount,
    Settings,
    segment_units,
    segment_vectors,
)
from embed_kcpd.errors import InputError, OptionsError
from embed_kcpd.evaluation.bench import embed, measure, score
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.evaluation.metrics import pk, window_diff
from embed_kcpd.evaluation.registry import OURS, entry, registry
from embed_kcpd.evaluation.rows import Row, read_rows, row, rows_as_json

KEYS = [
    "set",
    "method",
    "encoder",
    "kernel",
    "objective",
    "documents",
    "pk",
    "pk_sd",
    "wd",
    "wd_sd",
    "extra_boundaries",
    "reported_pk",
    "reported_wd",
    "seconds",
    "fingerprint",
]


@dataclass(frozen=True)
class Halve:
    """Cuts every document in the middle, and remembers nothing."""

    name: str = "halve"
    needs_vectors: bool = False
    needs_count: bool = False

    def segment(self, document, vectors):
        assert vectors is None
        assert document.boundaries == ()
        return (document.n_units // 2,)


@dataclass(frozen=True)
class Peeking(Halve):
    """Is told the number of segments."""

    needs_count: bool = True

    def segment(self, document, vectors):
        return tuple(range(1, document.n_segments))


@dataclass(frozen=True)
class Studious:
    """Learns which documents it has seen, and refuses to cut one of them."""

    needs_boundaries: bool = False
    name: str = "studious"

    def learn(self, documents):
        assert all(bool(one.boundaries) == self.needs_boundaries for one in documents)
        seen = {one.id for one in documents}

        class Learned(Halve):
            def segment(self, document, vectors):
                assert document.id not in seen
                return ()

        return Learned()


def documents(n=5):
    return tuple(Document(f"d{i}", tuple(f"{i} {u}" for u in range(6 + i)), (3,)) for i in range(n))


def test_a_row_has_exactly_the_fields_the_tables_are_made_from():
    assert [field.name for field in fields(Row)] == KEYS


def test_methods_are_blind_unless_they_say_that_they_are_told_the_count():
    docs = documents()
    assert measure(Halve(), docs).extra_boundaries == (0,) * 5
    assert measure(Peeking(), docs).extra_boundaries == (0,) * 5


@pytest.mark.parametrize("needs_boundaries", [False, True])
def test_a_learner_never_cuts_a_document_it_learned_from(needs_boundaries):
    """Even positions are cut by what odd ones taught, and the other way round."""
    scores = measure(Studious(needs_boundaries), documents())
    assert scores.extra_boundaries == (-1,) * 5


def test_scores_are_the_metrics_document_by_document():
    docs = documents(3)
    found = [(2,), (), (1, 4)]
    scores = score(docs, found)
    assert scores.pk == tuple(pk((3,), f, d.n_units) for d, f in zip(docs, found, strict=True))
    assert scores.wd == tuple(
        window_diff((3,), f, d.n_units) for d, f in zip(docs, found, strict=True)
    )


def test_a_row_holds_percent_over_documents_and_what_the_paper_reports():
    """Mean and population standard deviation; the reported pair stands beside them."""
    docs = documents(4)
    scores = score(docs, [(3,), (), (3,), ()], seconds=1.25)
    made = row("choi-3-11", "kcpd-cosine", OURS["kcpd-cosine"], "minilm-fp32", scores)
    assert made.pk == pytest.approx(100 * np.mean(scores.pk), abs=1e-4)
    assert made.pk_sd == pytest.approx(100 * np.std(scores.pk), abs=1e-4)
    assert made.extra_boundaries == -0.5
    assert (made.reported_pk, made.reported_wd) == (5.7, 5.9)
    assert (made.kernel, made.objective, made.documents) == ("cosine", "paper", 4)


def test_rows_survive_the_file(tmp_path):
    path = tmp_path / "rows.json"
    scores = score(documents(2), [(3,), ()])
    rows = [row("mine", "halve", entry("kcpd-rbf"), None, scores)]
    path.write_text(rows_as_json(rows))
    assert read_rows(path) == rows
    assert list(json.loads(path.read_text())[0]) == KEYS
    assert read_rows(tmp_path / "nothing.json") == []


@pytest.mark.parametrize("content", ["[1]", "{", '[{"set": "x"}]', "7"])
def test_a_file_of_something_else_is_an_error_and_not_overwritten(tmp_path, content):
    path = tmp_path / "rows.json"
    path.write_text(content)
    with pytest.raises(InputError, match=r"not a list of bench rows|is not JSON"):
        read_rows(path)


def test_a_text_that_occurs_twice_is_encoded_once():
    docs = (Document("a", ("x", "y", "x"), ()), Document("b", ("y", "z"), ()))
    asked = []

    class Lengths:
        def encode(self, texts):
            asked.extend(texts)
            return np.array([[ord(text)] for text in texts], dtype=np.float32)

    vectors = embed(docs, Lengths())
    assert asked == ["x", "y", "z"]
    assert [one.ravel().tolist() for one in vectors] == [[120, 121, 120], [121, 122]]


@pytest.mark.parametrize("name", OURS)
def test_our_methods_cut_two_topics_where_they_meet(name):
    """Every one of ours, on vectors of two clear topics."""
    rng = np.random.default_rng(3)
    centres = np.eye(8)[[0] * 12 + [1] * 12]
    vectors = centres + 0.1 * rng.normal(size=(24, 8))
    document = Document("two", ("some words stand here for the unit",) * 24, (12,))
    scores = measure(OURS[name].make(), [document], [vectors])
    assert scores.pk == (0.0,)


@pytest.mark.parametrize("n_units", [1, 2, 3])
@pytest.mark.parametrize("name", OURS)
def test_our_methods_accept_documents_too_short_to_cut(name, n_units):
    vectors = np.eye(4)[:n_units]
    boundaries = (1,) if n_units > 1 else ()
    document = Document("short", ("word",) * n_units, boundaries)
    found = measure(OURS[name].make(), [document], [vectors])
    assert 0.0 <= found.pk[0] <= 1.0


PROSE = (
    "The harbour was built before the town had a name.",
    "Ships from the north brought timber and went home with salt.",
    "Rain fell.",
    "Nobody kept a record of the first winter, which was long and cold.",
)
TALK = (
    "So, you know, I think that's really what we wanted to do, right?",
    "Yeah, yeah, I mean, it's kind of hard.",
    "Okay.",
    "And, uh, let's talk about the next thing, because that's something I'm excited about.",
)


@pytest.mark.parametrize("texts", [PROSE, TALK], ids=["prose", "talk"])
@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("embed-kcpd", Settings()),
        ("kcpd-cosine", Settings(objective=Paper(), limits=Limits(min_size=2))),
        ("kcpd-rbf", Settings(objective=Paper(Rbf()), limits=Limits(min_size=2))),
        ("embed-kcpd-count", Settings(granularity=SegmentCount(4))),
    ],
)
def test_our_methods_find_what_segment_units_finds(name, settings, texts):
    """They ask objective and granularity alone, so that nothing else makes their rows stale; our
    default reads the texts as well, since prose and talk are cut otherwise than vectors alone."""
    rng = np.random.default_rng(3)
    differing = 0
    for n_units in (12, 40, 61, 90, 160):
        topics = np.repeat(rng.normal(size=(4, 16)), -(-n_units // 4), axis=0)[:n_units]
        vectors = (0.6 * topics + rng.normal(size=(n_units, 16))).astype(np.float32)
        units = tuple(texts[unit % len(texts)] for unit in range(n_units))
        document = Document("a", units, tuple(range(n_units // 4, n_units - 1, n_units // 4))[:3])
        found = OURS[name].make().segment(document, vectors)
        assert found == segment_units(units, settings, vectors=vectors).boundaries
        words = [len(unit.split()) for unit in units]
        differing += found != segment_vectors(vectors, settings, words=words).boundaries
    reads_texts = name == "embed-kcpd" or (name == "embed-kcpd-count" and texts is TALK)
    assert (differing > 0) is reads_texts


def test_our_default_is_measured_as_its_encoder_wants_it():
    """What an encoder says of its vectors counts in a row as it does in ``segment``."""

    class Blurred:
        half_weight_words, topic_sharpness = 5.0, 0.5

    suited = OURS["embed-kcpd"].make().suited_to(Blurred())
    assert suited.objective == Contrast(half_weight_words=5.0, topic_sharpness=0.5)


def test_an_unknown_method_is_an_error_that_lists_them():
    with pytest.raises(OptionsError, match="choose from kcpd-cosine"):
        entry("magic")


def test_every_method_carries_the_name_it_is_registered_under():
    """Baselines that need an extra are made only where it is installed."""
    for name, one in registry().items():
        try:
            made = one.make()
        except ImportError:
            continue
        assert made.name == name


@dataclass(frozen=True)
class Answers:
    """Gives the same answer for every document."""

    answer: object
    needs_vectors: bool = False
    name: str = "answers"
    needs_count: bool = False

    def segment(self, document, vectors):
        return self.answer


class OneVector:
    """An encoder that forgets all texts but one."""

    def encode(self, texts):
        return np.ones((1, len(texts)))


TWO = [Document(name, ("one", "two", "three"), (1,)) for name in ("a", "b")]


@pytest.mark.parametrize("answer", [[1, 3], None, [1.0]])
def test_a_wrong_answer_names_the_method_and_the_document(answer):
    with pytest.raises(InputError, match=r"^answers on document 'a': boundaries must "):
        measure(Answers(answer), TWO)


def test_an_array_is_an_answer():
    assert measure(Answers(np.array([1])), TWO).pk == (0.0, 0.0)
    assert measure(Yields(None), TWO).pk == (0.0, 0.0)


class Yields(Answers):
    """A method that is a generator; its answer was taken for no boundary."""

    def segment(self, document, vectors):
        yield 1


@pytest.mark.parametrize("wrong", [lambda *_: (), "c99", None])
def test_what_is_no_method_is_refused_in_one_line(wrong):
    with pytest.raises(InputError, match="a method is an object with name, needs_vectors"):
        measure(wrong, TWO)


def test_vectors_that_are_missing_or_too_few_are_an_error():
    with pytest.raises(InputError, match=r"^answers needs vectors; pass vectors="):
        measure(Answers((1,), needs_vectors=True), TWO)
    with pytest.raises(InputError, match="vectors of 1 documents were given for 2 documents"):
        measure(Answers((1,), needs_vectors=True), TWO, [np.eye(3)])
    with pytest.raises(InputError, match="the encoder gave 1 vectors for 3 texts"):
        embed(TWO, OneVector())


def test_an_encoder_of_the_bench_may_be_a_function():
    """As everywhere else."""
    assert embed(TWO, lambda texts: [[len(text)] for text in texts])[0].tolist() == [[3], [3], [5]]
