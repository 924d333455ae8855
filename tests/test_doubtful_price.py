"""The optimum at a price that is known up to a factor, on optima that are written down."""

import numpy as np
import pytest

from embed_kcpd.granularity.text_scale.doubtful_price import (
    PRICE_SPACING,
    PRICE_STEP,
    most_agreed,
    optimum,
)

PRICE = np.full(40, 2.0)


class Written:
    """The boundaries at every price; ``asked`` are the prices."""

    def __init__(self, boundaries_at):
        self.boundaries_at, self.asked = boundaries_at, []

    def boundaries(self, price, factors):
        self.asked = (price[0] * factors).tolist()
        return [self.boundaries_at(price) for price in self.asked]


def test_the_optimum_is_the_one_at_the_price_itself():
    """The lower and the higher price only tell how much it matters."""
    written = Written(lambda price: (10, 20) if price < 1.9 else (10,) if price < 2.1 else ())
    boundaries, change = optimum(40, written, PRICE)
    assert written.asked == pytest.approx([2.0 / PRICE_STEP, 2.0, 2.0 * PRICE_STEP])
    assert boundaries == (10,)
    assert 0.0 < change < 1.0


def test_the_change_is_the_mean_of_both_ways():
    """No boundary against one: the window of either may be the truth's."""
    written = Written(lambda price: (10, 20, 30) if price < 2.1 else ())
    _, change = optimum(40, written, PRICE)
    swapped = Written(lambda price: () if price < 2.1 else (10, 20, 30))
    assert change == optimum(40, swapped, PRICE)[1] > 0.0


def test_the_price_is_that_of_the_optimum_that_agrees_best():
    """The next higher price has 45 % of the chance behind it, the price itself 28 %."""
    written = Written(lambda price: (10,) if price > 2.05 else (20,) if price > 1.6 else (30,))
    boundaries, price = most_agreed(40, written, PRICE)
    assert len(written.asked) == 25
    assert boundaries == (10,)
    assert price == pytest.approx(PRICE * np.exp(PRICE_SPACING))


def test_of_equal_optima_the_one_nearest_to_the_measured_price_is_taken():
    written = Written(lambda price: tuple(range(1, 40, 2)) if price < 1.5 else (10,))
    boundaries, price = most_agreed(40, written, PRICE)
    assert boundaries == (10,)
    assert price == pytest.approx(PRICE)


def test_prices_far_away_count_less():
    """Six of 25 prices, near the measured one, have 55 % of the chance."""
    written = Written(lambda price: (10,) if 1.35 < price < 2.45 else (30,))
    boundaries, price = most_agreed(40, written, PRICE)
    assert boundaries == (10,)
    assert price == pytest.approx(PRICE)
