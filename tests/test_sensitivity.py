"""Errors against C, and the figures drawn from them."""

import numpy as np
import pytest

from embed_kcpd.evaluation.bench import measure
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.evaluation.elbows import scale_curve
from embed_kcpd.evaluation.figures import CHORD, elbow_figure, sensitivity_figure
from embed_kcpd.evaluation.ours import PaperMethod
from embed_kcpd.evaluation.sensitivity import POINTS, RANGES, sensitivity
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
    found = sensitivity("mine", documents, vectors, kernel)
    assert len(found.scales) == POINTS
    assert (found.scales[0], found.scales[-1]) == RANGES[kernel.name]
    for scale, value in zip(found.scales, found.pk, strict=True):
        method = PaperMethod("rule", Paper(kernel), PaperRule(scale))
        assert value == pytest.approx(100 * np.mean(measure(method, documents, vectors).pk))
    assert found.spread[0] == pytest.approx(max(found.pk) - min(found.pk))


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
    one = sensitivity("mine", documents, vectors, Cosine())
    axes = sensitivity_figure([one, one, one]).axes
    assert [panel.get_visible() for panel in axes] == [True, True, True, False]
