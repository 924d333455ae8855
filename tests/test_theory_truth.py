"""Known truth: the sequences, their population costs, and what the lemmas say of them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import naive_theory
from embed_kcpd.errors import OptionsError
from embed_kcpd.problem.costs.gram import GramCost
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.kernels import Cosine, Rbf
from embed_kcpd.solvers import cheapest_with_count
from embed_kcpd.theory import quantities, sharper
from embed_kcpd.theory.population import (
    rbf_means,
    stationary_cost,
    stationary_cost_by_excess,
)
from embed_kcpd.theory.sequences import GaussianBlocks, SphereBlocks, flat_weights, moving_average
from embed_kcpd.theory.sphere import sphere_means
from embed_kcpd.theory.truths import correlation_change, mean_change, topic_change

GAMMA = 0.4


def wild_blocks():
    """Three blocks with other means, skewed covariances and uneven moving-average weights."""
    rng = np.random.default_rng(5)
    weights = np.array([3.0, -1.0, 2.0])
    return GaussianBlocks(
        n_units=9,
        boundaries=(3, 5),
        means=rng.normal(size=(3, 2)),
        roots=rng.normal(size=(3, 2, 2)),
        weights=weights / np.sqrt(weights @ weights),
    )


GAUSSIAN = {
    "wild": wild_blocks(),
    "mean": mean_change(9, (4,), dim=3, distance=1.5, memory=2),
    "correlation": correlation_change(9, (4,), pairs=1, correlation=0.8, memory=1),
    "independent": mean_change(9, (2, 6), dim=2, distance=1.0, memory=0),
}


def assert_within_error_bars(drawn_grams, expected):
    """Every entry of the mean Gram matrix within five standard errors of its expectation."""
    mean = drawn_grams.mean(axis=0)
    error = drawn_grams.std(axis=0, ddof=1) / np.sqrt(len(drawn_grams))
    assert (np.abs(mean - expected) <= 5.0 * error + 1e-9).all()
    # Bars that are too wide would pass anything: they must be narrow against the values.
    assert error.max() < 0.02 * max(1.0, np.abs(expected).max())


@pytest.mark.parametrize("name", GAUSSIAN)
def test_closed_form_rbf_expectations_agree_with_monte_carlo(name):
    """Within five standard errors, at every lag, within and across blocks."""
    blocks = GAUSSIAN[name]
    rows = blocks.draw_many(np.random.default_rng(1), 20_000)
    squares = np.einsum("rtd,rtd->rt", rows, rows)
    inner = np.einsum("rtd,rud->rtu", rows, rows)
    grams = np.exp(-GAMMA * (squares[:, :, None] + squares[:, None] - 2.0 * inner))
    assert_within_error_bars(grams, rbf_means(blocks, GAMMA).gram(blocks.labels))


@pytest.mark.parametrize("kernel", [Cosine(), Rbf(1.5)])
@pytest.mark.parametrize(
    ("dim", "noise", "memory"), [(3, 1.0, 2), (3, 0.2, 1), (24, 1.4, 0), (24, 1.4, 3)]
)
def test_integrals_on_the_sphere_agree_with_monte_carlo(kernel, dim, noise, memory):
    """Near and far from the origin, in few and many dimensions, with and without memory."""
    sphere = topic_change(7, (3,), dim=dim, noise=noise, memory=memory)
    rows = sphere.draw_many(np.random.default_rng(3), 10_000)
    inner = np.einsum("rtd,rud->rtu", rows, rows)
    grams = inner if isinstance(kernel, Cosine) else np.exp(-2 * kernel.gamma * (1 - inner))
    assert_within_error_bars(grams, sphere_means(sphere, kernel).gram(sphere.labels))


def test_directions_that_are_alike_stay_so_under_noise():
    """Far apart: a cosine of 1 / (1 + noise^2) within a topic, their likeness times that across."""
    dim, noise, likeness = 200, 1.2, 0.3
    means = np.zeros((2, dim))
    means[:, :2] = [[1.0, 0.0], [likeness, np.sqrt(1.0 - likeness**2)]]
    roots = np.broadcast_to(noise / np.sqrt(dim) * np.eye(dim), (2, dim, dim))
    blocks = GaussianBlocks(10, (5,), means, roots, flat_weights(1))
    table = sphere_means(SphereBlocks(blocks), Cosine()).table
    within = 1 / (1 + noise**2)
    assert table[0, 0, -1] == pytest.approx(within, rel=0.01)
    assert table[0, 1, -1] == pytest.approx(likeness * within, rel=0.01)
    assert table[0, 0, 1] > table[0, 0, -1]


@pytest.mark.parametrize("name", GAUSSIAN)
def test_the_population_cost_of_a_segment_is_the_mean_of_its_observed_costs(name):
    """C(s, e) = E of the paper's block cost, for every segment."""
    blocks = GAUSSIAN[name]
    expected = rbf_means(blocks, GAMMA).cost(blocks.labels)
    rows = blocks.draw_many(np.random.default_rng(4), 3_000)
    for start, end in [(0, 1), (0, 9), (1, 6), (3, 5), (2, 9)]:
        drawn = [naive.gram_cost(Rbf(GAMMA).gram(one), start, end) for one in rows]
        error = np.std(drawn, ddof=1) / np.sqrt(len(drawn))
        found = expected.column(np.array([start]), end)[0]
        assert found == pytest.approx(np.mean(drawn), abs=5.0 * error + 1e-9)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=8), st.integers(1, 30))
def test_the_stationary_cost_formula_is_the_double_sum(by_lag, size):
    """Equation (Cn) of the stability proof and its second form, against every pair summed."""
    means = np.array(by_lag)
    expected = naive_theory.stationary_cost(size, lambda lag: means[min(lag, len(means) - 1)])
    assert stationary_cost(size, means) == pytest.approx(expected, abs=1e-9)
    assert stationary_cost_by_excess(size, means) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("memory", [0, 1, 4])
def test_the_stationary_cost_formula_holds_inside_real_blocks(memory):
    """C(s, e) of a segment inside a block depends on its size alone, as (Cn) says."""
    blocks = mean_change(30, (12,), dim=2, distance=1.0, memory=memory)
    means = rbf_means(blocks, GAMMA)
    cost = means.cost(blocks.labels)
    for block, (low, high) in enumerate([(0, 12), (12, 30)]):
        for start in range(low, high):
            for end in range(start + 1, high + 1):
                found = cost.column(np.array([start]), end)[0]
                formula = stationary_cost(end - start, means.by_lag(block))
                assert found == pytest.approx(formula, abs=1e-9)


def test_only_a_characteristic_kernel_sees_a_change_of_correlation():
    """Means and marginals agree: the linear signal is zero, the RBF signal is not."""
    blocks = correlation_change(40, (20,), pairs=3, correlation=0.9, memory=2)
    assert np.array_equal(blocks.means[0], blocks.means[1])
    assert rbf_means(blocks, GAMMA).signals[0] > 0.02


@st.composite
def truths(draw):
    """Two random blocks, any covariances and moving-average weights, positive or not."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    left, right, memory = draw(st.tuples(*[st.integers(1, 12)] * 2, st.integers(0, 5)))
    weights = rng.normal(size=memory + 1)
    return GaussianBlocks(
        left + right,
        (left,),
        rng.normal(size=(2, 2)),
        rng.normal(size=(2, 2, 2)),
        weights / np.sqrt(weights @ weights),
    )


@settings(max_examples=60)
@given(truths())
def test_cutting_at_a_change_gains_at_least_the_signal_without_any_correction(blocks):
    """rho Delta^2 <= gain <= rho Delta^2 + correction: Lemma A.2 holds and needs no correction."""
    means = rbf_means(blocks, GAMMA)
    cost = means.cost(blocks.labels)
    (cut,) = blocks.boundaries
    n = blocks.n_units
    gain = float(cost.column(np.array([0]), n)[0])
    gain -= float(cost.column(np.array([0]), cut)[0] + cost.column(np.array([cut]), n)[0])
    plain = cut * (n - cut) / n * means.signals[0]
    correction = quantities.mixed_segment_correction(blocks.memory, size=n)
    assert plain - 1e-9 <= gain <= plain + correction + 1e-9


@settings(max_examples=60)
@given(truths())
def test_splitting_a_stationary_block_gains_something_below_the_printed_bound(blocks):
    """0 <= C(n) - C(n1) - C(n2) <= C_K: dependence never makes a split cost more."""
    by_lag = rbf_means(blocks, GAMMA).by_lag(0)
    most = quantities.homogeneous_split_bound(blocks.memory)
    for size in (2, 3, 7, 20):
        for left in range(1, size):
            gain = stationary_cost(size, by_lag) - stationary_cost(left, by_lag)
            gain -= stationary_cost(size - left, by_lag)
            assert -1e-9 <= gain <= most


@pytest.mark.parametrize("memory", [0, 3])
def test_between_two_changes_every_cut_gains_a_bounded_amount(memory):
    """Assumption A7 asks for gains in proportion to the block; on the thinnest interval that it
    speaks of they stay below a constant while the block grows eightfold."""
    largest = []
    for size in (60, 120, 240, 480):
        edges = (size, 2 * size)
        blocks = mean_change(3 * size, edges, dim=2, distance=3.0, memory=memory)
        cost = rbf_means(blocks, GAMMA).cost(blocks.labels)

        def one(start, end, cost=cost):
            return float(cost.column(np.array([start]), end)[0])

        largest.append(max(naive_theory.thinnest_gains(one, *edges, shortest=size // 3)))
    ceiling = 2.0 / 20 + quantities.mixed_segment_correction(memory, size=20)
    assert max(largest) <= ceiling
    assert largest[-1] <= largest[0] * 1.1


@pytest.mark.parametrize(("inner", "outer"), [(10, 10), (10, 40), (10, 400)])
def test_one_cut_of_a_short_block_between_long_ones_gains_its_square_over_the_long_one(
    inner, outer
):
    """A B A: cutting at the first change gains g^2 L / ((2L + g)(L + g)) Delta^2, far less than
    g Delta^2, while two cuts gain in proportion to g."""
    rows = np.eye(2)[[0] * outer + [1] * inner + [0] * outer]
    cost = LinearCost(rows)
    n = len(rows)

    def one(start, end):
        return float(cost.column(np.array([start]), end)[0])

    gain = one(0, n) - one(0, outer) - one(outer, n)
    exact = inner**2 * outer / ((2 * outer + inner) * (outer + inner)) * 2.0
    assert gain == pytest.approx(exact)
    both = one(0, n) - one(0, outer) - one(outer, outer + inner) - one(outer + inner, n)
    assert both == pytest.approx(2 * inner * outer / (2 * outer + inner) * 2.0)


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(2, 8), st.data())
def test_a_gain_is_the_squared_distance_of_two_means_and_never_negative(seed, size, data):
    """C(s, e) - C(s, t) - C(t, e) = rho |mean - mean'|^2, which the sharper bounds rest on."""
    rows = np.random.default_rng(seed).normal(size=(size, 3))
    cut = data.draw(st.integers(1, size - 1))
    gram = rows @ rows.T
    parts = ((0, size), (0, cut), (cut, size))
    whole, left, right = (naive.gram_cost(gram, start, end) for start, end in parts)
    apart = rows[:cut].mean(axis=0) - rows[cut:].mean(axis=0)
    rho = cut * (size - cut) / size
    assert whole - left - right == pytest.approx(rho * apart @ apart, abs=1e-9)


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(2, 30), st.integers(1, 5))
def test_no_data_can_pay_more_than_half_the_units_per_boundary(seed, size, count):
    """K boundaries gain at most M T K / (K + 1) when 0 <= k <= M, with equality for blocks that
    have nothing in common."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(size, 2)) * rng.uniform(0.1, 20)
    n_segments = min(count + 1, size)
    cost = GramCost(Rbf(1.0).gram(rows))
    best = cheapest_with_count(cost, n_segments)
    gain = float(cost.column(np.array([0]), size)[0]) - sum(best.costs)
    assert gain <= size * (1 - 1 / n_segments) + 1e-9
    assert gain / max(1, n_segments - 1) <= sharper.useful_penalty_limit(size) + 1e-9


def test_blocks_that_have_nothing_in_common_pay_exactly_that_much():
    gram = np.kron(np.eye(2), np.ones((5, 5)))
    best = cheapest_with_count(GramCost(gram), 2)
    whole = GramCost(gram).column(np.array([0]), 10)[0]
    assert whole - sum(best.costs) == pytest.approx(sharper.useful_penalty_limit(10))


@given(st.lists(st.floats(-2, 2), min_size=1, max_size=5), st.integers(1, 9))
def test_the_noise_is_the_moving_average_of_its_definition(raw, n_units):
    """Whichever shortcut it takes, flat weights or one weight."""
    for weights in (np.array(raw), flat_weights(len(raw) - 1)):
        drawn = moving_average(np.random.default_rng(7), weights, (2, n_units, 3))
        fresh = np.random.default_rng(7).standard_normal((2, n_units + len(weights) - 1, 3))
        for replicate in range(2):
            expected = naive_theory.moving_average(fresh[replicate], weights)
            assert drawn[replicate] == pytest.approx(np.array(expected), abs=1e-9)


class OneImpulse:
    """A generator whose only innovation is a one at a given step."""

    def __init__(self, step):
        self.step = step

    def standard_normal(self, shape):
        fresh = np.zeros(shape)
        fresh[:, self.step] = 1.0
        return fresh


@pytest.mark.parametrize("memory", [0, 1, 4])
def test_units_further_apart_than_the_memory_share_no_noise(memory):
    """One innovation reaches memory + 1 neighbouring units and no other."""
    noise = moving_average(OneImpulse(memory + 3), flat_weights(memory), (1, 20, 1))
    reached = np.flatnonzero(np.abs(noise[0, :, 0]) > 1e-12)
    assert reached.tolist() == list(range(3, 4 + memory))


def test_wrong_blocks_are_errors_that_say_why():
    eye = np.eye(2)[None]
    with pytest.raises(OptionsError, match="increase strictly"):
        GaussianBlocks(4, (4,), np.zeros((2, 2)), np.repeat(eye, 2, 0), flat_weights(0))
    with pytest.raises(OptionsError, match="as many means"):
        GaussianBlocks(4, (2,), np.zeros((1, 2)), eye, flat_weights(0))
    with pytest.raises(OptionsError, match="sum to one"):
        GaussianBlocks(4, (), np.zeros((1, 2)), eye, np.ones(3))
    with pytest.raises(OptionsError, match="explicit gamma"):
        sphere_means(topic_change(4, (2,), dim=3, noise=1.0, memory=0), Rbf())
    with pytest.raises(OptionsError, match="too sharp"):
        sphere_means(topic_change(4, (2,), dim=3, noise=1.0, memory=0), Rbf(200.0))
