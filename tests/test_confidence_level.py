"""The price level at which as many boundaries are expected as were found."""

import numpy as np
import pytest

from embed_kcpd import Contrast
from embed_kcpd.annotations.confidence import boundary
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.solvers.exact import cheapest


def topics(n, block, seed, dim=12):
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(n // block + 1, dim))
    return centres[np.arange(n) // block] + 0.8 * rng.normal(size=(n, dim)), rng


@pytest.mark.parametrize("n", [1500, 4500])
@pytest.mark.parametrize("block", [30, 300, 5000])
def test_as_many_boundaries_are_expected_as_were_found(n, block):
    """In texts whose costs are all kept between walks, and in longer ones."""
    vectors, rng = topics(n, block, 3)
    problem = Contrast().problem(vectors, rng.integers(3, 40, n).astype(float), UNLIMITED)
    prices = 4.0 + problem.evidence
    found = cheapest(problem.cost, prices)
    target = max(len(found.boundaries), boundary.EXPECTED_WHEN_UNCUT)
    law = boundary.matched_posterior(problem, found, prices, 0.5)
    if found.boundaries or n <= boundary.LONGEST_UNCUT:
        assert law.at.sum() == pytest.approx(target, rel=0.06)
