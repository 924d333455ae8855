"""Calibrated constants do not change by accident.

Each was chosen by a measurement that the default tests do not repeat.  Whoever changes one runs
that measurement, regenerates the page that shows it, and writes the new value here.
"""

import numpy as np
import pytest

from embed_kcpd import Contrast
from embed_kcpd.annotations.confidence import boundary
from embed_kcpd.annotations.titles import scores
from embed_kcpd.evidence import headings, prose
from embed_kcpd.granularity.text_scale import (
    doubtful_price,
    order,
    price,
    reach,
    rule,
    sections,
    steps,
)
from embed_kcpd.pipeline import WORDS_UNKNOWN
from embed_kcpd.problem import contrast
from embed_kcpd.problem.limits import UNLIMITED

GRANULARITY = "bench granularity: regret and errors on thirteen sets"
CONFIDENCE = "bench confidence: stated probabilities against hits, one family of sets left out"
CONTRAST = "mean Pk with the true number of boundaries on nine sets"
TITLES = "bench titles: titles nearest to their own heading"
HEADINGS = "make bench-headings: Pk against the sections of Wikipedia articles"

CALIBRATED = [
    (contrast, "HALF_WEIGHT_WORDS", 10.0, CONTRAST),
    (contrast, "RIDGE", 1.0, CONTRAST),
    (contrast, "GAP_WIDTHS", (1, 2, 3), CONTRAST),
    (price, "PRICE_PER_REACH", 0.45, GRANULARITY),
    (price, "USUAL_WORDS", 20.0, GRANULARITY),
    (price, "WORD_POWER", 1 / 3, GRANULARITY),
    (price, "USUAL_REACH_UNITS", 32.0, GRANULARITY),
    (price, "PROSE_LENGTH_POWER", 0.8, GRANULARITY),
    (price, "PROSE_WORD_POWER", 0.25, GRANULARITY),
    (price, "BLURRED", 1.6, GRANULARITY),
    (price, "SHARP", 1.9, GRANULARITY),
    (price, "MOST_RAISE", 2.5, GRANULARITY),
    (prose, "MOST_CONVERSATION", 0.05, GRANULARITY),
    (reach, "WINDOW", 192, GRANULARITY),
    (doubtful_price, "PRICE_STEP", 1.5, GRANULARITY),
    (rule, "CONSENSUS_THRESHOLD", 0.2, GRANULARITY),
    (rule, "FULL_DOUBT", 0.1, GRANULARITY),
    (doubtful_price, "PRICE_SPACING", 0.1, GRANULARITY),
    (doubtful_price, "PRICES_ASIDE", 12, GRANULARITY),
    (doubtful_price, "PRICE_DEVIATION", 0.4, GRANULARITY),
    (order, "ORDER_LEVEL", 1.28, "one shuffled text in ten is cut: the normal quantile of 0.9"),
    (order, "ORDER_UNITS", 16, GRANULARITY),
    (sections, "STREAM_SHARPNESS", 2.5, "joined documents: docs/results/tried.md"),
    (sections, "LEAST_INSIDE", 3.0, "joined documents: docs/results/tried.md"),
    (steps, "STEP", 1.5, "promised: one step coarser has two thirds as many segments"),
    (boundary, "TEMPERATURE_SCALE", 0.62, CONFIDENCE),
    (boundary, "LEAST_ORDER", 0.3, CONFIDENCE),
    (boundary, "EXPECTED_WHEN_UNCUT", 0.5, CONFIDENCE),
    (headings, "FAVOUR", 2.0, HEADINGS),
    (headings, "DEEPER", 0.25, HEADINGS),
    (headings, "ELSEWHERE", 0.25, HEADINGS),
]


@pytest.mark.parametrize(
    ("module", "name", "value", "measured_by"),
    CALIBRATED,
    ids=[f"{module.__name__.rpartition('.')[2]}.{name}" for module, name, *_ in CALIBRATED],
)
def test_a_calibrated_constant_has_its_measured_value(module, name, value, measured_by):
    """A change without its measurement is a mistake."""
    assert getattr(module, name) == pytest.approx(value), f"measure again: {measured_by}"


def test_vectors_alone_count_as_units_of_usual_length():
    """The neutral value of the word factor, or prices of vectors would be those of no text."""
    assert WORDS_UNKNOWN == price.USUAL_WORDS


def test_the_weights_of_titles_are_those_that_were_measured():
    expected = scores.Weights(
        contrast=0.15,
        contrast_beside_vectors=0.03,
        opening=0.3,
        centrality=1.0,
        phrase=0.1,
        single=0.03,
        repeated=0.1,
        ending=0.3,
    )
    assert expected == scores.WEIGHTS, f"measure again: {TITLES}"


def test_units_weigh_by_their_words():
    """Ten words weigh half of an endless unit, so thirty weigh one and a half times as much."""
    weights = contrast.length_weights(np.array([10.0, 30.0]))
    assert weights[1] / weights[0] == pytest.approx(1.5)


def temperature_of(problem):
    return boundary.text_temperature(boundary.text_order(problem), problem.n_units)


def test_the_temperature_is_that_of_the_weighted_rows():
    """The formula of ``text_temperature``, on units of very different length."""
    rng = np.random.default_rng(1)
    vectors = np.repeat(rng.normal(size=(6, 20)), 10, axis=0) + 0.8 * rng.normal(size=(60, 20))
    words = np.where(np.arange(60) % 3 == 0, 1.0, 60.0)
    problem = Contrast().problem(vectors, words, UNLIMITED)
    score = order.order_score(problem.rows * problem.weights[:, None])
    assert score / np.sqrt(60) > 0.3
    expected = 0.62 * 60 / score**2
    assert temperature_of(problem) == pytest.approx(expected)
    shuffled = Contrast().problem(rng.permutation(vectors), words, UNLIMITED)
    assert temperature_of(shuffled) == pytest.approx(0.62 / 0.3**2)
