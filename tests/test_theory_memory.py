"""The memory of a text, judged on sequences whose memory is known."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import naive_theory
from embed_kcpd.cli.app import app
from embed_kcpd.errors import InputError
from embed_kcpd.problem.kernels import Cosine, Rbf
from embed_kcpd.theory import memory_study as studied
from embed_kcpd.theory.figures import draw_memory
from embed_kcpd.theory.memory import (
    CutVectors,
    correlations_of,
    estimate_memory,
    segment_profile,
    shortest_used,
)
from embed_kcpd.theory.sphere import sphere_means
from embed_kcpd.theory.truths import topic_change


def simulated(memory, n_documents=40, sizes=(60, 60)):
    """Documents of two topics whose units have this memory."""
    rng = np.random.default_rng(memory)
    truth = topic_change(sum(sizes), (sizes[0],), dim=24, noise=1.0, memory=memory)
    return [CutVectors(truth.draw(rng), (sizes[0],)) for _ in range(n_documents)], truth


@pytest.mark.parametrize("memory", [0, 1, 5])
def test_the_effective_memory_of_a_moving_average_is_its_order(memory):
    """The interval holds the truth, and the correlations are those of the population."""
    documents, truth = simulated(memory)
    found = estimate_memory(documents, reach=12)
    assert found.effective.low <= memory <= found.effective.high
    assert not found.is_cut_off
    by_lag = sphere_means(truth, Cosine()).by_lag(0)
    exact = (by_lag[1:-1] - by_lag[-1]) / (1 - by_lag[-1])
    for lag, one in enumerate(found.correlations[:memory]):
        assert one.low - 0.03 <= exact[lag] <= one.high + 0.03
    for one in found.correlations[memory:]:
        assert abs(one.value) < 0.03


def test_a_memory_longer_than_the_longest_lag_is_reported_as_cut_off():
    """What cannot be seen is not claimed to be absent."""
    found = estimate_memory(simulated(9)[0], reach=3)
    assert found.is_cut_off
    assert found.effective.value == 3


def test_the_equivalent_memory_grows_with_the_true_one():
    short, long = (estimate_memory(simulated(m)[0], reach=12).equivalent for m in (1, 5))
    assert short.low <= short.value <= short.high < long.low


@given(st.integers(0, 10**6), st.integers(5, 12), st.integers(1, 3))
def test_a_profile_is_the_mean_over_every_pair_at_each_lag(seed, size, reach):
    """Against a walk over all pairs of the segment."""
    rows = np.random.default_rng(seed).normal(size=(size, 3))
    for kernel in (Cosine(), Rbf(0.5)):
        found = segment_profile(rows, reach, kernel)
        expected = naive_theory.lag_means(kernel.gram(rows), reach)
        assert found[1:] / found[0] == pytest.approx(np.array(expected), abs=1e-12)


def test_segments_that_differ_in_likeness_alone_have_no_memory():
    """Pooling pairs over segments would call that memory: long lags exist in long ones only."""
    rng = np.random.default_rng(0)

    def block(size, noise):
        return np.array([1.0] + [0.0] * 19) + noise * rng.normal(size=(size, 20)) / np.sqrt(20)

    documents = [CutVectors(np.vstack([block(10, 0.3), block(30, 2.0)]), (10,)) for _ in range(60)]
    found = estimate_memory(documents, reach=4)
    assert all(one.low <= 0.0 + 0.02 and abs(one.value) < 0.03 for one in found.correlations)


def test_units_that_are_all_alike_have_no_memory():
    """Nothing varies, so nothing is correlated; no division by zero."""
    found = estimate_memory([CutVectors(np.ones((12, 2)), (6,))])
    assert found.effective.value == 0.0
    assert all(one.value == 0.0 for one in found.correlations)
    assert (found.documents, found.segments) == (1, 2)
    assert correlations_of(np.array([2.0, 2.0, 2.0, 2.0])).tolist() == [0.0]


def test_segments_too_short_to_tell_near_from_far_are_an_error():
    with pytest.raises(InputError, match="longest segment has 3 units and 4 are needed"):
        estimate_memory([CutVectors(np.eye(3), ())])
    with pytest.raises(InputError, match="longest segment has 0 units"):
        shortest_used([])


def test_the_same_seed_gives_the_same_interval():
    documents, _ = simulated(1, n_documents=5)
    assert estimate_memory(documents, seed=3) == estimate_memory(documents, seed=3)
    assert estimate_memory(documents, seed=3) != estimate_memory(documents, seed=4)


class Letters:
    """An encoder that counts letters."""

    identity = "letters"

    def encode(self, texts):
        return np.array([[text.count(c) + 0.1 for c in "abcdefgh"] for text in texts])


def test_a_file_of_documents_is_read_with_its_own_segments(tmp_path):
    """True boundaries where there are some; a plain text is cut by the default method."""
    file = tmp_path / "docs.jsonl"
    units = ["a bad cab", "bad a", "a", "b a", "fed egg", "hedge", "he", "geh"]
    file.write_text(json.dumps({"id": "x", "sentences": units, "boundaries": [4]}) + "\n")
    (found,) = studied.cut_vectors(str(file), Letters())
    assert found.boundaries == (4,)
    assert found.rows.shape == (8, 8)
    text = tmp_path / "text.txt"
    text.write_text("A bad cab. A bad dab. He fed eggs. He hedged.", "utf-8")
    (cut,) = studied.cut_vectors(str(text), Letters())
    assert len(cut.rows) == 4
    with pytest.raises(InputError, match="neither a file nor a data set"):
        studied.cut_vectors("no-such-thing", Letters())


def test_the_command_prints_every_lag_and_draws_them(tmp_path, monkeypatch):
    """JSON with all lags, and a picture."""
    documents, _ = simulated(1, n_documents=4)
    monkeypatch.setattr(studied, "cut_vectors", lambda *_: documents)
    picture = tmp_path / "memory.svg"
    arguments = ["theory", "memory", "one", "two", "--reach", "5", "--figure", str(picture)]
    table = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert "equivalent m" in table.stdout
    printed = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert len(printed["one"]["correlations"]) == 5
    assert printed["one"] == printed["two"]
    assert picture.read_bytes().startswith(b"<?xml")


def test_one_segment_has_no_interval(tmp_path):
    """Resampling one segment repeats it: an interval of width zero would look certain."""
    rows = np.random.default_rng(0).normal(size=(20, 6))
    found = estimate_memory([CutVectors(rows, ())])
    assert all(each.low is None for each in (*found.correlations, found.effective))
    (row,) = studied.memory_study({"one": found}, "command").rows
    assert row[6].endswith("(no interval)")
    draw_memory({"one": found}, tmp_path / "one.svg")
    assert (tmp_path / "one.svg").stat().st_size > 0


def test_boundaries_outside_the_vectors_are_an_error():
    """They were taken for an empty last segment."""
    with pytest.raises(InputError, match="strictly from 1 to 9"):
        CutVectors(np.ones((10, 2)), (20,))
