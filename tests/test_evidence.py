"""Evidence at a gap: similarity, phrases, and what changes where a text is spoken."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.errors import VectorsError
from embed_kcpd.evidence.phrases import english, marked, read_sections
from embed_kcpd.evidence.places import Headings
from embed_kcpd.evidence.prose import prose_certainty
from embed_kcpd.evidence.similarity import similarity_across
from embed_kcpd.evidence.spoken import (
    ANNOUNCEMENT,
    EXTRA_PRICE,
    MENTION,
    OPENING,
    looks_spoken,
    phrase_discount,
    talk_evidence,
    wide_similarity,
)
from embed_kcpd.granularity.places import with_places
from embed_kcpd.granularity.text_scale.talk import with_talk_evidence
from embed_kcpd.pipeline import segment_vectors
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.problem.objectives import Contrast, Paper
from embed_kcpd.settings import Settings
from embed_kcpd.text.places import Place


@given(
    n=st.integers(2, 12), widths=st.sets(st.integers(1, 15), min_size=1), seed=st.integers(0, 99)
)
def test_similarity_across_a_gap_is_the_mean_of_block_cosines(n, widths, seed):
    """Prefix sums give what summing each block by hand gives."""
    rng = np.random.default_rng(seed)
    rows, weights = rng.normal(size=(n, 3)), rng.uniform(0.5, 2.0, n)

    across = similarity_across(rows, weights, tuple(widths))

    weighted = rows * weights[:, None]
    for t in range(1, n):
        cosines = []
        for width in widths:
            left, right = weighted[max(0, t - width) : t].sum(0), weighted[t : t + width].sum(0)
            cosines.append(left @ right / (np.linalg.norm(left) * np.linalg.norm(right)))
        assert across[t] == pytest.approx(np.mean(cosines))
    assert across[0] == 0.0


@pytest.mark.parametrize(
    "text",
    [
        "Next question.",
        "Okay, so next up we have John.",
        "Our next item is about fees.",
        "All right, moving on to the second part.",
        "First question: why?",
        "The last item here is small.",
    ],
)
def test_an_announcement_is_recognised_behind_lead_ins(text):
    assert marked([text], english().announcement)[0]


@pytest.mark.parametrize(
    "text", ["We met next door.", "He said that next year counts.", "Nextcloud is a program.", ""]
)
def test_a_word_inside_a_sentence_announces_nothing(text):
    assert not marked([text], english().announcement)[0]


def test_every_kind_of_phrase_has_its_own_discount():
    texts = ["So.", "Next question.", "I want to talk about bread.", "So it goes.", "It rains."]
    expected = [0.0, ANNOUNCEMENT + OPENING, MENTION, OPENING, 0.0]
    assert phrase_discount(texts).tolist() == expected


def test_curly_and_straight_apostrophes_are_one():
    discounts = phrase_discount(["Hm.", "Let's talk.", "Let’s talk."])
    assert discounts[1] == discounts[2] > 0


def test_comments_and_empty_lines_of_a_phrase_file_are_left_out():
    assert read_sections("# head\n[a]\n\nx y\n# no\n[b]\nz") == {"a": ["x y"], "b": ["z"]}


def test_speech_is_told_from_prose():
    speech = ["Yeah, I think that works.", "The fee is low.", "Okay.", "It depends."] * 5
    prose = ["The castle was built in 1302.", "It burned down."] * 10
    assert looks_spoken(speech)
    assert not looks_spoken(prose)
    assert not looks_spoken(speech[:8]), "too short to tell"


def test_prose_neither_asks_nor_converses():
    """One unit in twenty that does makes it certain that the text is something else."""
    prose = ["The castle was built in 1302.", "It burned down."] * 20
    assert prose_certainty(prose) == 1.0
    assert prose_certainty([*prose[:39], "Who lit the fire?"]) == pytest.approx(0.5)
    assert prose_certainty([*prose[:39], "『だれが？"]) == pytest.approx(0.5)
    assert prose_certainty([*prose[:39], "“Who lit it?” "]) == pytest.approx(0.5)
    assert prose_certainty([*prose[:38], "Yeah.", "Who?"]) == 0.0
    assert prose_certainty([]) == 0.0


def slow_text(n_units: int = 120, seed: int = 0) -> np.ndarray:
    """Vectors of a text that stays on a subject for 30 units."""
    rng = np.random.default_rng(seed)
    topics = rng.normal(size=(n_units // 30, 24))[np.arange(n_units) // 30]
    return topics + rng.normal(size=(n_units, 24))


TALK = ["We look at it.", "Yeah, I think so."] * 60


def test_a_boundary_is_cheap_where_the_speaker_announces_something():
    texts = [*TALK[:60], "Moving on to the next topic.", *TALK[61:]]
    plain = Contrast().problem(slow_text(), np.full(120, 20.0), UNLIMITED)

    talk = with_talk_evidence(plain, texts)
    same = with_talk_evidence(plain, TALK)

    assert talk.is_talk
    assert talk.evidence[60] == pytest.approx(same.evidence[60] - ANNOUNCEMENT)
    assert np.delete(talk.evidence, 60) == pytest.approx(np.delete(same.evidence, 60))


def test_talk_evidence_is_the_sum_of_its_parts():
    problem = Contrast().problem(slow_text(), np.full(120, 20.0), UNLIMITED)
    prices = np.linspace(1.0, 3.0, 120)

    evidence = talk_evidence(TALK, problem.rows, problem.weights, 8.0, prices)

    similar = wide_similarity(problem.rows, problem.weights, 8.0, 2.0)
    assert evidence == pytest.approx(similar + EXTRA_PRICE * prices - phrase_discount(TALK))


def test_written_text_quick_dialogue_and_the_papers_objective_stay_as_they_are():
    words = np.full(120, 20.0)
    slow = Contrast().problem(slow_text(), words, UNLIMITED)
    quick_rows = np.random.default_rng(1).normal(size=(60, 24)).repeat(2, axis=0)
    quick = Contrast().problem(quick_rows, words, UNLIMITED)
    paper = Paper().problem(slow_text(), words, UNLIMITED)

    for texts, spoken, prose in ((["The sea is wide."] * 120, None, 1.0), (TALK, False, 0.0)):
        written = with_talk_evidence(slow, texts, spoken)
        assert written.evidence is slow.evidence
        assert (written.is_talk, written.prose) == (False, prose)
    assert with_talk_evidence(slow, []) is slow
    assert with_talk_evidence(quick, TALK) is quick
    assert with_talk_evidence(paper, TALK) is paper
    assert with_talk_evidence(slow, ["Das Meer ist weit."] * 120, spoken=True).is_talk


def test_the_texts_of_vectors_decide_and_settings_overrule():
    vectors = slow_text()
    by_words = segment_vectors(vectors, texts=TALK)
    written = segment_vectors(vectors, Settings(spoken=False), texts=TALK)

    assert by_words.provenance["spoken"] is True
    assert "spoken" not in written.provenance
    assert written.boundaries == segment_vectors(vectors).boundaries
    with pytest.raises(VectorsError, match="2 texts were given for 120 vectors"):
        segment_vectors(vectors, texts=["a", "b"])


def naive_stretches(rows, weights):
    """Mean cosine between the weighted sums of 2, 4 and 8 rows before and from each gap on."""
    similar = np.zeros(len(rows))
    for gap in range(1, len(rows)):
        for width in (2, 4, 8):
            sums = [
                sum(weights[n] * rows[n] for n in range(max(0, start), min(len(rows), end)))
                for start, end in ((gap - width, gap), (gap, gap + width))
            ]
            scale = np.linalg.norm(sums[0]) * np.linalg.norm(sums[1])
            similar[gap] += float(sums[0] @ sums[1]) / max(scale, 1e-12) / 3
    return similar


@given(st.integers(1, 30), st.integers(0, 10**6))
def test_a_recording_is_judged_by_longer_stretches(n_units, seed):
    vectors = np.random.default_rng(seed).normal(size=(n_units, 6))
    problem = Contrast().problem(vectors, np.full(n_units, 20.0), UNLIMITED)
    spoken = [Place(start_seconds=10.0 * n) for n in range(n_units)]
    written = [Place(page=1) for _ in range(n_units)]

    placed = with_places(problem, spoken, Headings.favour)
    expected = problem.evidence + naive_stretches(np.asarray(problem.rows), problem.weights)

    assert placed.evidence == pytest.approx(expected, abs=1e-9)
    assert with_places(problem, written, Headings.favour).evidence.tolist() == (
        problem.evidence.tolist()
    )


def test_the_objective_of_the_paper_knows_no_stretches():
    problem = Paper().problem(slow_text(), np.full(120, 20.0), UNLIMITED)
    spoken = [Place(start_seconds=10.0 * n) for n in range(120)]

    assert not with_places(problem, spoken, Headings.favour).evidence.any()
