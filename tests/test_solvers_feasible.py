"""Limits that cannot be met say which units are in the way and what would help."""

import math

import numpy as np
import pytest

from embed_kcpd import Budget, Limits
from embed_kcpd.errors import InfeasibleError, LimitsError, OptionsError, VectorsError
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.solvers import cheapest, feasible, penalty_path
from embed_kcpd.solvers.feasible import possible_counts
from embed_kcpd.solvers.windows import Windows

TOKENS = (100.0, 900.0, 100.0, 50.0, 50.0, 60.0, 60.0, 70.0, 70.0, 90.0)

CASES = {
    "unit 1 alone holds 900 tokens, more than the maximum of 512; raise the maximum to 900": Limits(
        budgets=(Budget(TOKENS, most=512.0),)
    ),
    "units 2 to 5 may not be parted, but are 4 units, more than max_size=3": Limits(
        max_size=3, forbidden=frozenset({3, 4, 5})
    ),
    "units 8 to 9 may not be parted, but are 2 units, more than max_size=1": Limits(
        max_size=1, forbidden=frozenset({9})
    ),
    "units 3 to 5 may not be parted, but hold 160 tokens": Limits(
        budgets=(Budget(tuple(min(t, 100.0) for t in TOKENS), most=150.0),),
        forbidden=frozenset({4, 5}),
    ),
    "units 4 to 6 lie between forced boundaries and are fewer than min_size=4": Limits(
        min_size=4, forced=frozenset({4, 7})
    ),
    "units 3 to 4 lie between forced boundaries and hold 100 tokens, less than the min": Limits(
        budgets=(Budget(TOKENS, least=120.0),), forced=frozenset({3, 5})
    ),
    "unit 4 lies between forced boundaries and is fewer than min_size=2": Limits(
        min_size=2, forced=frozenset({4, 5})
    ),
    "all 10 units together hold 1550 tokens, less than the minimum of 2000": Limits(
        budgets=(Budget(TOKENS, least=2000.0),)
    ),
    "raise max_size to 4 or lower min_size to 2": Limits(
        min_size=3, max_size=3, forced=frozenset({6})
    ),
    "the maximum; lower min_size to 2 or raise the maximum of tokens to 4": Limits(
        min_size=3, budgets=(Budget((1.0,) * 10, most=3.0),), forced=frozenset({6})
    ),
}


@pytest.mark.parametrize("message", CASES)
def test_the_error_names_the_units_and_a_remedy(message):
    """Whichever solver meets the limits first."""
    cost = LinearCost(np.eye(10))
    for solve in (cheapest, penalty_path):
        with pytest.raises(InfeasibleError) as caught:
            solve(cost, 1.0, CASES[message])
        assert message in str(caught.value)


def test_the_remedies_really_help():
    """Each single change that the message offers makes the limits feasible."""
    cost = LinearCost(np.eye(10))
    assert cheapest(cost, 1.0, Limits(min_size=3, max_size=4, forced=frozenset({6})))
    assert cheapest(cost, 1.0, Limits(min_size=2, max_size=3, forced=frozenset({6})))


def test_what_is_no_cost_is_refused():
    """NaN, infinities, bad weights, bad ridges and bad prices, by name."""
    rows = np.eye(3)
    rows[1, 1] = np.nan
    with pytest.raises(VectorsError, match="unit 1 is not finite"):
        LinearCost(rows)
    with pytest.raises(VectorsError, match="weight"):
        LinearCost(np.eye(3), np.array([1.0, -1.0, 1.0]))
    with pytest.raises(OptionsError, match="ridge"):
        LinearCost(np.eye(3), ridge=-1.0)
    with pytest.raises(OptionsError, match="prices"):
        cheapest(LinearCost(np.eye(3)), float("nan"))
    with pytest.raises(LimitsError):
        cheapest(LinearCost(np.eye(3)), 1.0, Limits(forced=frozenset({3})))


def test_short_and_zero_inputs_have_one_segment():
    """One unit, fewer than twice the minimum, rows of zero: nothing to cut."""
    assert cheapest(LinearCost(np.ones((1, 2))), 0.5).boundaries == ()
    assert cheapest(LinearCost(np.eye(5)), 0.0, Limits(min_size=3)).boundaries == ()
    assert cheapest(LinearCost(np.zeros((4, 2))), 0.1).boundaries == ()


@pytest.mark.parametrize("limits", [Limits(), Limits(min_size=2), Limits(min_size=7)])
def test_a_least_size_alone_needs_no_recursion(limits):
    """The numbers of segments that division gives are those that the recursion finds."""
    for n_units in range(7, 40):
        windows = Windows.of(limits, n_units)
        fewest = feasible._extreme(windows, lambda new, old: new <= old)
        most = feasible._extreme(windows, lambda new, old: new >= old)
        assert possible_counts(windows) == (fewest, most) == (1, n_units // limits.min_size)


@pytest.mark.parametrize("units", [[3], (3,), {3}, np.array([3]), frozenset({3})])
def test_units_of_forced_boundaries_may_come_in_any_collection(units):
    """A list was a TypeError, and a set made limits that cannot be hashed."""
    limits = Limits(forced=units, forbidden=[2])
    assert limits == Limits(forced=frozenset({3}), forbidden=frozenset({2}))
    assert hash(limits) == hash(Limits(forced=frozenset({3}), forbidden=frozenset({2})))


@pytest.mark.parametrize("units", [{2.5}, 3, ["a"], {True}])
def test_what_is_no_unit_number_is_refused(units):
    """Half a unit was an IndexError of the search."""
    with pytest.raises(LimitsError, match="forced must hold whole numbers of units"):
        Limits(forced=units)


@pytest.mark.parametrize("sizes", ["ab", [[1.0]], (None,), (math.inf,)])
def test_what_is_no_size_is_refused(sizes):
    with pytest.raises(LimitsError, match="tokens per unit must be finite numbers from 0 on"):
        Budget(sizes)


def test_a_boundary_in_a_single_unit_is_said_to_be_impossible():
    """The message named a range from 1 to 0."""
    with pytest.raises(LimitsError, match="a boundary at unit 9 of 1 is not possible"):
        Limits(forced={9}).check(1)
