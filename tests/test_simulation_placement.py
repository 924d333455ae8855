"""Where a simulated sequence changes."""

from itertools import pairwise

import numpy as np
import pytest

from embed_kcpd.errors import OptionsError
from embed_kcpd.simulation.placement import changing_topics, random_boundaries


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


def test_neighbouring_segments_differ_in_topic():
    rng = np.random.default_rng(1)
    for count in (1, 2, 17):
        topics = changing_topics(count, 3, rng)
        assert len(topics) == count
        assert all(left != right for left, right in pairwise(topics))


def test_more_boundaries_than_units_is_an_error():
    with pytest.raises(OptionsError, match="3 units cannot have 3 boundaries"):
        random_boundaries(3, 3, np.random.default_rng(0))
