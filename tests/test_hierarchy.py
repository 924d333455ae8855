"""Nested levels: every one a valid segmentation, differences exact."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from embed_kcpd import Contrast, Limits, Penalty, SegmentCount
from embed_kcpd.annotations.hierarchy import nested_levels
from embed_kcpd.errors import OptionsError


def two_scale_problem(limits=None):
    """Three distant subjects, each with two close sections of five units."""
    rng = np.random.default_rng(5)
    subjects = np.repeat(rng.normal(size=(3, 30)) * 2.0, 10, axis=0)
    sections = np.repeat(rng.normal(size=(6, 30)), 5, axis=0)
    vectors = subjects + sections + 0.3 * rng.normal(size=(30, 30))
    return Contrast().problem(vectors, np.full(30, 20.0), limits or Limits())


def test_sections_gather_into_subjects():
    """The persistent level above six sections is the three subjects."""
    problem = two_scale_problem()
    found = nested_levels(problem, SegmentCount(6).decide(problem), n_levels=2)
    assert [level.segmentation.boundaries for level in found.levels] == [
        (10, 20),
        (5, 10, 15, 20, 25),
    ]
    assert [(node.start, node.end, len(node.children)) for node in found.tree] == [
        (0, 10, 2),
        (10, 20, 2),
        (20, 30, 2),
    ]
    assert min(node.persistence for node in found.tree) > 0.2


@given(st.integers(0, 10**6), st.integers(2, 14), st.integers(1, 5))
def test_levels_are_nested_and_every_removal_is_the_cheapest(seed, n, n_levels):
    """The first boundary to go is the one whose loss the objective feels least."""
    rng = np.random.default_rng(seed)
    problem = Contrast().problem(rng.normal(size=(n, 3)), rng.uniform(1, 30, n), Limits())
    decision = Penalty(0.2).decide(problem)
    found = nested_levels(problem, decision, n_levels)
    assert found.levels[found.own].segmentation.boundaries == decision.segmentation.boundaries
    assert len(found.levels) <= n_levels
    assert set(found.prices) == set(found.levels[-1].segmentation.boundaries)
    finest = decision.segmentation
    own_prices = [found.prices[unit] for unit in finest.boundaries]

    def one(start, end):
        return naive.linear_cost(problem.rows, problem.weights, 1.0, start, end)

    if finest.boundaries:
        whole = naive.objective(finest.edges, one, problem.evidence)
        losses = {
            b: naive.objective(tuple(e for e in finest.edges if e != b), one, problem.evidence)
            - whole
            for b in finest.boundaries
        }
        assert min(own_prices) == pytest.approx(max(0.0, min(losses.values())), abs=1e-9)


def test_forced_boundaries_stay_at_every_level():
    problem = two_scale_problem(Limits(forced=frozenset({5})))
    found = nested_levels(problem, Penalty(0.1).decide(problem), n_levels=4)
    assert all(5 in level.segmentation.boundaries for level in found.levels)


def test_a_text_without_topics_has_one_level():
    """Noise has neither parts nor sections."""
    rows = np.random.default_rng(0).normal(size=(40, 30))
    problem = Contrast().problem(rows, np.full(40, 20.0), Limits())
    found = nested_levels(problem, Penalty(1e6).decide(problem), n_levels=3)
    assert [level.segmentation.boundaries for level in found.levels] == [()]
    assert found.levels[0].highest == math.inf


def test_levels_must_be_asked_for():
    problem = two_scale_problem()
    with pytest.raises(OptionsError, match="at least 1"):
        nested_levels(problem, Penalty(0.1).decide(problem), n_levels=0)


def nested_problem(strengths, lengths, n, seed=4):
    """Topics inside topics: one random direction for each stretch of each length."""
    rng = np.random.default_rng(seed)
    rows = 0.3 * rng.normal(size=(n, 40))
    for strength, length in zip(strengths, lengths, strict=True):
        rows += np.repeat(strength * rng.normal(size=(n // length, 40)), length, axis=0)
    return Contrast().problem(rows, np.full(n, 20.0), Limits())


def test_segments_get_sections_below_them_where_nothing_stands_above():
    """Levels go both ways: two segments have no parts, but they have sections."""
    problem = nested_problem([1.5, 1.0], [30, 10], n=60)
    found = nested_levels(problem, SegmentCount(2).decide(problem), n_levels=2)
    assert found.own == 0
    assert [level.segmentation.boundaries for level in found.levels] == [
        (30,),
        (10, 20, 30, 40, 50),
    ]


def test_three_levels_stand_on_both_sides():
    """Parts above the segmentation, sections below it."""
    problem = nested_problem([2.0, 1.4, 1.0], [60, 30, 10], n=120)
    found = nested_levels(problem, SegmentCount(4).decide(problem), n_levels=3)
    assert [level.segmentation.boundaries for level in found.levels] == [
        (60,),
        (30, 60, 90),
        tuple(range(10, 120, 10)),
    ]
    assert found.own == 1
