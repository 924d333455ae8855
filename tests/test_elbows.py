"""The paper's choice of C for a data set."""

import numpy as np
import pytest

from embed_kcpd import Limits, PaperElbow
from embed_kcpd.errors import OptionsError
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.evaluation.elbows import (
    chord_on_linear_axis,
    chord_on_log_axis,
    definitions,
    elbow_table,
    elbows_as_values,
    greatest_bend,
    sampled,
    scale_curve,
    set_elbows,
)
from embed_kcpd.evaluation.paper_method import PaperMethod
from embed_kcpd.granularity.elbow import on_grid
from embed_kcpd.granularity.paper import PaperRule
from embed_kcpd.problem.kernels import Cosine, Rbf
from embed_kcpd.problem.objectives import Paper


def blocks(seed=1, sizes=(9, 7, 11)):
    """Units around one centre per block."""
    rng = np.random.default_rng(seed)
    centres = np.repeat(np.eye(8)[: len(sizes)], sizes, axis=0)
    return centres + 0.25 * rng.normal(size=centres.shape)


def document(n, name="d"):
    return Document(name, ("word",) * n, ())


@pytest.mark.parametrize("kernel", [Cosine(), Rbf()])
def test_the_curve_counts_what_the_paper_s_rule_finds_at_each_scale(kernel):
    """Every point of the grid is a solve at that C, without solving it."""
    vectors = blocks()
    text = document(len(vectors))
    for scale, count in scale_curve(text, vectors, kernel).grid(9):
        rule = PaperMethod("rule", Paper(kernel), PaperRule(scale * 1.0000001))
        assert len(rule.segment(text, vectors)) == count


def test_definitions_worked_by_hand():
    """A steep fall that ends at the second point, on either axis and by its bend."""
    points = [(0.01, 100), (0.1, 10), (0.5, 6), (1.0, 0)]
    assert chord_on_log_axis(points) == 1
    assert chord_on_linear_axis(points) == 1
    assert greatest_bend(points) == 1


def test_a_straight_or_flat_curve_has_its_elbow_at_the_end():
    assert greatest_bend([(0.01, 4), (0.1, 4), (1.0, 4)]) == 2
    assert greatest_bend([(0.01, 8), (0.1, 4), (1.0, 0)]) == 2


def test_every_definition_gives_a_scale_of_the_papers_range_for_every_document():
    texts = [blocks(seed) for seed in range(3)]
    curves = [scale_curve(document(len(one)), one, Cosine()) for one in texts]
    found = set_elbows(curves)
    assert [one.definition for one in found] == [one.name for one in definitions()]
    for one in found:
        assert len(one.scales) == 3
        assert all(0.01 - 1e-9 <= scale <= 1.0 + 1e-9 for scale in one.scales)
        assert min(one.scales) <= one.mean <= max(one.scales)


def test_the_sample_is_fixed_by_its_seed_and_leaves_out_short_documents():
    texts = [document(3 + place) for place in range(30)]
    assert sampled(texts, seed=5) == sampled(texts, seed=5)
    assert len(set(sampled(texts, seed=5))) == 6
    assert all(texts[place].n_units >= 10 for place in sampled(texts, seed=5))
    with pytest.raises(OptionsError, match="there are 2"):
        sampled([document(12), document(12), document(2)])


def test_a_single_document_takes_its_elbow_from_a_grid_where_one_is_asked_for():
    """The grid's elbow is one of its scales."""
    vectors = blocks()
    problem = Paper().problem(vectors, np.ones(len(vectors)), Limits(min_size=2))
    decision = PaperElbow(grid=11).decide(problem)
    scales = np.geomspace(0.01, 1.0, 11)
    assert np.isclose(scales, decision.notes["scale"]).any()
    assert {9, 16} <= set(decision.segmentation.boundaries)
    with pytest.raises(OptionsError, match="at least 3"):
        PaperElbow(grid=2)


def test_a_grid_holds_both_ends_of_its_path():
    vectors = blocks()
    path = scale_curve(document(len(vectors)), vectors, Cosine()).path
    points = on_grid(path, 5)
    assert points[0].penalty == pytest.approx(path.lowest)
    assert points[-1].penalty == pytest.approx(path.highest)
    ratios = np.diff(np.log([one.penalty for one in points]))
    assert ratios == pytest.approx(np.full(4, ratios[0]))


def test_a_grid_replaces_the_exact_path_when_it_is_asked_for():
    names = [one.name for one in definitions(7)]
    assert names == ["chord, log C, grid of 7", "chord, C, grid of 7", "greatest bend, grid of 7"]
    assert {one.grid for one in definitions()} == {None, 10, 20, 50}


def test_elbows_are_tabled_by_definition_and_set_beside_the_papers_value():
    vectors = blocks()
    curve = scale_curve(document(len(vectors)), vectors, Cosine())
    found = {("minilm", "choi-3-11", "cosine"): set_elbows([curve], definitions(5))}
    found[("minilm", "wiki50", "cosine")] = found[("minilm", "choi-3-11", "cosine")]
    lines = elbow_table(found).splitlines()
    assert lines[0].endswith("| choi-3-11 | wiki50 | mean | the paper |")
    scale = found[("minilm", "wiki50", "cosine")][0].mean
    assert lines[2].split(" | ")[3:] == [f"{scale:.3f}"] * 3 + ["0.088 |"]
    values = elbows_as_values(found)
    assert len(values) == 6
    assert values[0]["scales"] == [round(scale, 6)]
