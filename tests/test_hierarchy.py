"""Nested levels: every one a valid segmentation, differences exact."""

import math
import random
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from embed_kcpd import (
    Contrast,
    Limits,
    Paper,
    Penalty,
    Rbf,
    SegmentCount,
    Settings,
    TextScale,
    segment_vectors,
)
from embed_kcpd.annotations.hierarchy import nested_levels
from embed_kcpd.errors import OptionsError
from embed_kcpd.result.hierarchy import Hierarchy, Level, rise
from embed_kcpd.result.segmentation import Segmentation


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


@pytest.mark.parametrize(
    ("n_levels", "own", "counts"), [(2, 1, [4, 8]), (3, 1, [4, 8, 24]), (4, 2, [2, 4, 8, 24])]
)
def test_levels_are_taken_above_and_below_in_turn(n_levels, own, counts):
    """Where there are more levels than asked for on both sides, both sides have some."""
    problem = nested_problem([3.0, 2.2, 1.6, 1.0], [120, 60, 30, 10], n=240)
    found = nested_levels(problem, SegmentCount(8).decide(problem), n_levels)
    assert found.own == own
    assert [level.segmentation.n_segments for level in found.levels] == counts


def test_a_level_is_priced_where_it_begins():
    """Its objective is that of its boundaries at the lowest price at which it stands."""
    problem = nested_problem([2.0, 1.4, 1.0], [60, 30, 10], n=120)
    found = nested_levels(problem, SegmentCount(4).decide(problem), n_levels=3)

    def one(start, end):
        return naive.linear_cost(problem.rows, problem.weights, 1.0, start, end)

    assert found.levels[0].lowest > 0.0
    for level in found.levels:
        prices = problem.evidence + level.lowest
        expected = naive.objective(level.segmentation.edges, one, prices)
        assert level.segmentation.objective == pytest.approx(expected, abs=1e-6)


def test_a_text_in_no_order_has_no_sections():
    """The same segments with and without evidence that the order of the units says something."""
    problem = nested_problem([2.0, 1.0], [30, 10], n=120)
    ordered = TextScale(coarser=2).decide(problem)
    assert len(nested_levels(problem, ordered, n_levels=2).levels) == 2
    evidence = replace(ordered.explanation.evidence, order_score=0.0)
    unordered = replace(ordered, explanation=replace(ordered.explanation, evidence=evidence))
    assert len(nested_levels(problem, unordered, n_levels=2).levels) == 1


def random_hierarchy(n_boundaries, seed=0):
    """Three levels of random boundaries with random prices."""
    rng = random.Random(seed)
    n = 10 * n_boundaries
    fine = sorted(rng.sample(range(1, n), n_boundaries))
    middle = sorted(rng.sample(fine, n_boundaries // 3))
    coarse = sorted(rng.sample(middle, n_boundaries // 9))
    levels = [Level(Segmentation(n, tuple(b), 0.0), 0.0, 1.0) for b in (coarse, middle, fine)]
    return Hierarchy(tuple(levels), {unit: rng.random() for unit in fine}, 1)


def test_every_node_of_the_tree_has_the_persistence_of_its_prices():
    """The judge looks at all prices for each node."""
    found = random_hierarchy(90)
    least = min(found.prices.values())
    nodes = list(found.tree)
    for depth, level in enumerate(found.levels):
        assert [(node.start, node.end) for node in nodes] == list(level.segmentation.spans)
        for node in nodes:
            inside = [p for unit, p in found.prices.items() if node.start < unit < node.end]
            edges = [found.prices[unit] for unit in (node.start, node.end) if unit in found.prices]
            lasting = rise(max(inside, default=least), min(edges, default=math.inf))
            assert (node.level, node.persistence) == (depth, lasting)
        nodes = [child for node in nodes for child in node.children]
    assert nodes == []


def test_the_tree_of_a_long_text_takes_time_in_proportion():
    """12,000 boundaries took half a minute: each node looked at every segment and price."""
    found = random_hierarchy(12_000)
    spent = time.process_time()
    assert len(found.tree) == 12_000 // 9 + 1
    assert time.process_time() - spent < 5.0


@pytest.mark.parametrize(
    ("vectors", "settings"),
    [
        (np.ones((10, 4)), Settings(levels=3)),
        (
            np.repeat([0.0, 1.0], 20)[:, None],
            Settings(levels=3, objective=Paper(Rbf()), granularity=Penalty(1.0)),
        ),
    ],
    ids=["units all alike", "series with zeros"],
)
def test_a_segment_with_a_unit_without_direction_has_no_sections(vectors, settings):
    """A unit at the mean of the text, or a zero of a series, was an error with levels."""
    found = segment_vectors(vectors, settings)
    plain = segment_vectors(vectors, replace(settings, levels=1))
    assert found.boundaries == plain.boundaries
    assert found.hierarchy.levels[-1].segmentation.boundaries == plain.boundaries
