"""Differences of errors that chance makes, and those it does not."""

from itertools import product

import numpy as np
import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.significance import paired_difference


def test_p_is_the_share_of_signs_that_bring_the_mean_as_far_from_zero():
    """Judge: all 256 choices of signs."""
    differences = np.array([0.3, -0.1, 0.2, 0.25, 0.0, -0.05, 0.4, 0.1])
    every = np.array(list(product((-1.0, 1.0), repeat=8)))
    exact = np.mean(np.abs(every @ differences) >= abs(differences.sum()) - 1e-12)
    found = paired_difference(differences + 0.2, np.full(8, 0.2))
    assert found.p == pytest.approx(exact, abs=0.015)
    assert found.mean == pytest.approx(differences.mean())


def test_of_equal_methods_one_in_twenty_seems_better():
    """And the interval holds the true difference, zero, about as often as it says."""
    rng = np.random.default_rng(0)
    found = [paired_difference(*rng.random((2, 40)), draws=200) for _ in range(200)]
    assert 0.01 < np.mean([each.p <= 0.05 for each in found]) < 0.1
    assert 0.89 < np.mean([each.low <= 0.0 <= each.high for each in found]) < 0.99


def test_a_difference_on_every_document_is_no_chance():
    hard = np.linspace(0.1, 0.5, 30)
    found = paired_difference(hard + 0.05, hard)
    assert found.p < 0.001
    assert found.low == pytest.approx(0.05)


@pytest.mark.parametrize(("first", "second"), [((), ()), ((0.1,), (0.1, 0.2))])
def test_errors_of_other_documents_are_refused_in_one_line(first, second):
    with pytest.raises(InputError, match="errors of the same documents are compared"):
        paired_difference(first, second)
