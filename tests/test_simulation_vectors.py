"""The vector-level simulator."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.errors import OptionsError
from embed_kcpd.problem.kernels import Cosine
from embed_kcpd.simulation.placement import changing_topics, paper_boundary_count, random_boundaries
from embed_kcpd.simulation.vectors import TopicSimulator
from embed_kcpd.theory.sphere import sphere_means


@given(st.integers(1, 60), st.integers(0, 10**6), st.integers(0, 4))
def test_a_replicate_is_unit_rows_with_as_many_topics_as_segments(n_units, seed, memory):
    """Rows have norm one, boundaries increase, neighbouring segments differ in topic."""
    simulator = TopicSimulator(dim=6, n_topics=3, memory=memory)
    drawn = simulator.draw(n_units, np.random.default_rng(seed))
    assert drawn.rows.shape == (n_units, 6)
    assert np.linalg.norm(drawn.rows, axis=1) == pytest.approx(1.0)
    assert len(drawn.boundaries) == paper_boundary_count(n_units)
    assert list(drawn.boundaries) == sorted(set(drawn.boundaries))
    assert all(0 < boundary < n_units for boundary in drawn.boundaries)
    assert len(drawn.topics) == len(drawn.boundaries) + 1
    assert all(left != right for left, right in pairwise(drawn.topics))


def test_the_same_seed_gives_the_same_replicate():
    simulator = TopicSimulator(dim=8, memory=2)
    one, two = (simulator.draw(50, np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(one.rows, two.rows)
    assert (one.boundaries, one.topics) == (two.boundaries, two.topics)


def test_every_boundary_and_every_topic_is_equally_likely():
    """Counts within five standard deviations of a uniform draw."""
    rng = np.random.default_rng(0)
    units = np.zeros(10)
    topics = np.zeros((3, 4))
    for _ in range(3000):
        units[list(random_boundaries(10, 3, rng))] += 1
        for place, topic in enumerate(changing_topics(3, 4, rng)):
            topics[place, topic] += 1
    assert units[0] == 0
    assert np.abs(units[1:] - 1000).max() < 5 * np.sqrt(3000 * (1 / 3) * (2 / 3))
    assert np.abs(topics - 750).max() < 5 * np.sqrt(3000 * 0.25 * 0.75)


def test_likeness_within_and_across_topics_is_what_the_settings_promise():
    """Far apart: 1 / (1 + noise^2) within a topic, likeness times that across."""
    simulator = TopicSimulator(dim=200, n_topics=2, noise=1.2, memory=1, likeness=0.3)
    means = sphere_means(simulator.truth(10, (5,), (0, 1)), Cosine())
    within = 1 / (1 + 1.2**2)
    assert means.table[0, 0, -1] == pytest.approx(within, rel=0.01)
    assert means.table[0, 1, -1] == pytest.approx(0.3 * within, rel=0.01)
    assert means.table[0, 0, 1] > means.table[0, 0, -1]


@pytest.mark.parametrize(
    "settings", [{"n_topics": 1}, {"dim": 5}, {"noise": 0.0}, {"memory": -1}, {"likeness": 1.0}]
)
def test_settings_that_make_no_sense_are_errors(settings):
    with pytest.raises(OptionsError):
        TopicSimulator(**settings)


def test_more_boundaries_than_units_is_an_error():
    with pytest.raises(OptionsError, match="3 units cannot have 3 boundaries"):
        TopicSimulator().draw(3, np.random.default_rng(0), n_boundaries=3)
