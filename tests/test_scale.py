"""The page on scale: its numbers are those measured, and prices are fitted rightly."""

import doctest
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis.strategies import floats, integers, lists, tuples

import scale
import stragglers
from embed_kcpd.evaluation.page_parts import part_of
from generator import scale as page_numbers
from scale import Measured, predicted, slopes

PAGE = Path(__file__).parent.parent / "docs" / "explanation" / "scale.md"
SIZES = lists(tuples(integers(1, 500), integers(1, 20_000)), min_size=8, max_size=40, unique=True)


@pytest.mark.parametrize("name", page_numbers.parts())
def test_the_tables_of_the_page_are_what_was_measured(name):
    """`make docs` was run after the last measurement."""
    assert part_of(PAGE.read_text(encoding="utf-8"), name) == page_numbers.parts()[name]


@pytest.mark.parametrize("module", [page_numbers, stragglers])
def test_the_examples_beside_the_numbers_hold(module):
    assert doctest.testmod(module).failed == 0


@given(sizes=SIZES, prices=tuples(*[floats(1e-5, 1e-2)] * 3))
def test_prices_that_are_exact_are_found(sizes, prices):
    """Seconds made of three prices are predicted by what is fitted to them."""
    documents = [
        Measured(sentences, tokens, 1, float(np.dot(prices, (1, sentences, tokens))), 0.0)
        for sentences, tokens in sizes
    ]
    said = predicted(slopes(documents), documents)
    assert said == pytest.approx([each.cpu_seconds for each in documents], rel=1e-3)


@given(sizes=SIZES, noise=lists(floats(0.2, 5.0), min_size=40, max_size=40))
def test_no_price_is_below_zero(sizes, noise):
    """Whatever the noise: nobody is paid for cutting a document."""
    documents = [
        Measured(sentences, tokens, 1, 0.001 * tokens * factor, 0.0)
        for (sentences, tokens), factor in zip(sizes, noise, strict=False)
    ]
    assert min(slopes(documents).values()) >= 0


def test_a_set_is_predicted_from_the_others():
    """Totals are sums, and a set twice as dear as the others is said to cost half."""
    cheap = [Measured(n, 30 * n, 100 * n, 0.01 * n, 0.008 * n) for n in (10, 20, 30, 50)]
    dear = [Measured(n, 30 * n, 100 * n, 0.02 * n, 0.008 * n) for n in (10, 40)]
    rows = {row["set"]: row for row in scale.set_rows({"cheap": cheap, "dear": dear})}
    assert rows["dear"]["sentences"] == 50
    assert rows["dear"]["cpu_seconds"] == pytest.approx(1.0)
    assert rows["dear"]["predicted_seconds"] == pytest.approx(0.5, rel=1e-3)
