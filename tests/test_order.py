"""The order test against all orders."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive_granularity as naive
from embed_kcpd.granularity.text_scale import order
from embed_kcpd.granularity.text_scale.order import ORDER_LEVEL, order_score


@settings(max_examples=20, deadline=None)
@given(st.integers(4, 6), st.integers(0, 10**6))
def test_the_moments_are_those_of_all_orders(n, seed):
    """Closed sums give the mean and variance over every permutation."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(n, int(rng.integers(1, 9)))) * rng.uniform(0.2, 2.0, (n, 1))
    assert order_score(rows) == pytest.approx(naive.order_score(rows), abs=1e-6)


def test_random_orders_score_like_the_normal_law():
    """Mean zero and deviation one on noise: the level of the test is what it says."""
    rng = np.random.default_rng(0)
    scores = [order_score(rng.normal(size=(60, 16))) for _ in range(400)]
    assert np.mean(scores) == pytest.approx(0.0, abs=0.15)
    assert np.std(scores) == pytest.approx(1.0, abs=0.12)
    assert np.mean(np.array(scores) >= ORDER_LEVEL) == pytest.approx(0.10, abs=0.05)


def test_blocks_score_high_and_alternation_low():
    """More alike neighbours raise the score, less alike ones lower it."""
    noise = np.random.default_rng(1).normal(scale=0.3, size=(40, 8))
    sides = np.repeat([1.0, -1.0], 20)[:, None]
    assert order_score(noise + sides) > 5
    assert order_score(noise + np.tile([1.0, -1.0], 20)[:, None]) < -5


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_fewer_than_four_units_tell_nothing(n):
    assert order_score(np.random.default_rng(2).normal(size=(n, 4))) == 0.0


def test_equal_units_tell_nothing():
    """All orders are the same order; no division by zero."""
    assert order_score(np.ones((30, 4))) == 0.0
    assert order_score(np.zeros((30, 4))) == 0.0


def test_a_sample_of_pairs_gives_nearly_the_score_of_all(monkeypatch):
    """Only the variance is sampled; neighbours and sums are those of every unit."""
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(3000, 24)) + rng.normal(size=(300, 24)).repeat(10, axis=0)
    whole = order_score(rows)
    monkeypatch.setattr(order, "PAIRS_SAMPLE", 600)
    assert order_score(rows) == pytest.approx(whole, rel=0.03)
    assert order_score(rows) != whole
