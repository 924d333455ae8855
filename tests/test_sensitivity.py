"""Errors against C, and the figures drawn from them."""

import numpy as np
import pytest

from embed_kcpd.evaluation.bench import measure
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.evaluation.elbows import scale_curve
from embed_kcpd.evaluation.figures import CHORD, elbow_figure, sensitivity_figure
from embed_kcpd.evaluation.paper_method import PaperMethod
from embed_kcpd.evaluation.scale_choice import (
    PAPER,
    ScaleChoices,
    choice_summary,
    choice_table,
    chosen_scales,
)
from embed_kcpd.evaluation.scale_figure import COLUMNS, MARKS, scale_figure
from embed_kcpd.evaluation.sensitivity import (
    GRID,
    POINTS,
    RANGES,
    cuts_each,
    paper_range,
    sensitivity,
    whole_range,
)
from embed_kcpd.granularity.paper import PaperRule
from embed_kcpd.problem.kernels import Cosine, Rbf
from embed_kcpd.problem.objectives import Paper


def texts(n=3):
    """Documents of two noisy topics each, with their vectors."""
    rng = np.random.default_rng(4)
    documents = [Document(f"d{i}", ("word",) * (14 + i), (7,)) for i in range(n)]
    vectors = []
    for one in documents:
        centres = np.eye(6)[[0] * 7 + [1] * (one.n_units - 7)]
        vectors.append(centres + 0.5 * rng.normal(size=centres.shape))
    return documents, vectors


@pytest.mark.parametrize("kernel", [Cosine(), Rbf()], ids=lambda one: one.name)
def test_the_errors_are_those_of_the_papers_rule_at_each_scale(kernel):
    documents, vectors = texts()
    found = sensitivity("mine", documents, vectors, kernel, paper_range(kernel))
    assert len(found.scales) == POINTS
    assert (found.scales[0], found.scales[-1]) == RANGES[kernel.name]
    for scale, value in zip(found.scales, found.pk, strict=True):
        method = PaperMethod("rule", Paper(kernel), PaperRule(scale))
        assert value == pytest.approx(100 * np.mean(measure(method, documents, vectors).pk))


def test_a_curve_falls_to_one_segment_and_its_dot_stands_on_it():
    """The staircase of each document, and a dot at its elbow."""
    documents, vectors = texts(2)
    curves = [scale_curve(*pair, Cosine()) for pair in zip(documents, vectors, strict=True)]
    (axes,) = elbow_figure("mine", {"cosine": curves}).axes
    steps = [line for line in axes.lines if line.get_drawstyle() == "steps-post"]
    dots = [line for line in axes.lines if line.get_marker() == "o"]
    assert len(steps) == len(dots) == 2
    for curve, step, dot in zip(curves, steps, dots, strict=True):
        assert step.get_ydata()[-1] == 1
        assert dot.get_xdata()[0] == CHORD.scale(curve)
        assert dot.get_ydata()[0] in step.get_ydata()


def test_every_set_and_kernel_gets_a_panel_and_no_panel_is_left_empty():
    documents, vectors = texts()
    one = sensitivity("mine", documents, vectors, Cosine(), paper_range(Cosine()))
    axes = sensitivity_figure([one, one, one]).axes
    assert [panel.get_visible() for panel in axes] == [True, True, True, False]


def choices(kernel=None):
    documents, vectors = texts(6)
    kernel = kernel or Cosine()
    curves = [scale_curve(*pair, kernel) for pair in zip(documents, vectors, strict=True)]
    chosen = chosen_scales(curves, kernel)
    curve = sensitivity("mine", documents, vectors, kernel, whole_range(*chosen.values()))
    return ScaleChoices(curve, chosen)


@pytest.mark.parametrize("kernel", [Cosine(), Rbf()], ids=lambda one: one.name)
def test_segments_and_errors_over_the_whole_range_are_those_of_one_search_each(kernel):
    """The pass that serves all scales finds what a search for each alone finds."""
    documents, vectors = texts()
    curve = sensitivity("mine", documents, vectors, kernel, whole_range(0.3))
    assert len(curve.scales) == GRID + 1
    assert list(curve.segments) == sorted(curve.segments, reverse=True)
    for place in range(0, GRID, 4):
        method = PaperMethod("rule", Paper(kernel), PaperRule(curve.scales[place]))
        scores = measure(method, documents, vectors)
        assert curve.wd[place] == pytest.approx(100 * np.mean(scores.wd))
        assert curve.segments[place] == pytest.approx(2 + np.mean(scores.extra_boundaries))


def test_a_document_too_short_to_cut_has_no_boundary_at_any_scale():
    assert cuts_each(Document("d", ("a", "b", "c"), ()), np.eye(3), Cosine(), (0.01, 1)) == [(), ()]


def test_the_best_scale_has_the_least_error_and_lies_in_the_good_range():
    made = choices()
    low, high = made.good_range
    assert low <= made.curve.best <= high
    assert made.errors(made.curve.best)[0] == min(made.curve.pk)
    inside = [
        pk
        for scale, pk in zip(made.curve.scales, made.curve.pk, strict=True)
        if low <= scale <= high
    ]
    assert max(inside) <= min(made.curve.pk) + 1.0


def test_the_elbow_is_the_mean_over_the_sampled_documents_and_stands_in_the_table():
    made = choices()
    assert made.chosen[PAPER] == 0.088
    (line,) = choice_table([made]).splitlines()[2:]
    pk, wd = made.errors(made.chosen["elbow, chord"])
    assert f"| {made.chosen['elbow, chord']:.3f} | {pk:.1f} / {wd:.1f} |" in line


def test_the_summary_says_what_each_choice_costs_on_average():
    """Over a good choice and a bad one."""
    made = choices()
    scales = made.curve.scales
    worst = scales[made.curve.pk.index(max(made.curve.pk))]
    names = ("elbow, chord", "elbow, bend")
    bad = ScaleChoices(made.curve, {**dict.fromkeys(names, worst), PAPER: made.curve.best})
    good = ScaleChoices(made.curve, dict.fromkeys((*names, PAPER), made.curve.best))
    said = choice_summary([bad, good])
    assert f"elbow, chord {(max(made.curve.pk) + made.curve.least) / 2:.1f} (1 of 2)" in said
    assert f"the paper {made.curve.least:.1f} (2 of 2); best C {made.curve.least:.1f}." in said


def test_each_set_is_a_row_of_three_panels_with_both_kernels():
    """Lines of both kernels, and a mark of each choice on each line."""
    both = [choices(Cosine()), choices(Rbf())]
    axes = scale_figure(both).axes
    assert [panel.get_ylabel() for panel in axes] == list(COLUMNS.values())
    for panel in axes[1:]:
        marks = [line.get_marker() for line in panel.lines if line.get_marker() != "None"]
        assert marks == list(MARKS.values()) * 2
    assert max(axes[1].lines[0].get_ydata()) == max(both[0].curve.pk)
