"""A running segmentation against a fresh solve of everything so far."""

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embed_kcpd import Budget, Limits, RunningSegmentation
from embed_kcpd.arrays import unit_rows
from embed_kcpd.errors import (
    EmbedKcpdError,
    InfeasibleError,
    LimitsError,
    OptionsError,
    TooFewUnitsError,
    VectorsError,
)
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.solvers import cheapest
from solver_cases import some_rows


@given(st.integers(0, 2**32))
@settings(max_examples=25)
def test_appending_is_as_cheap_as_starting_again(seed):
    """After every append, for any pieces, sizes, ridge and centre; longer than two blocks."""
    rng = np.random.default_rng(seed)
    n, ridge = int(rng.integers(1, 320)), float(rng.choice([0.0, 1.0]))
    vectors = some_rows(rng, n, 6) + 3.0
    min_size = int(rng.choice([1, 1, 2, 5]))
    limits = Limits(min_size, max_size=int(rng.choice([0, 40])) or None)
    penalty = float(10 ** rng.uniform(-1, 1))
    centre = vectors.mean(axis=0) + 0.1 if rng.random() < 0.5 else None
    running = RunningSegmentation(penalty, centre=centre, ridge=ridge, limits=limits)
    weights = rng.uniform(0.2, 2.0, n)
    cuts = sorted(rng.integers(0, n + 1, 4).tolist())
    for start, end in zip([0, *cuts], [*cuts, n], strict=True):
        running.append(vectors[start:end], weights[start:end])
        assert running.n_units == end
        if end < max(min_size, 1) or end == 0:
            continue
        rows = unit_rows(vectors[:end] - (0.0 if centre is None else centre))
        fresh = cheapest(LinearCost(rows, weights[:end], ridge), penalty, limits)
        segmentation = running.segmentation
        assert segmentation.objective == pytest.approx(fresh.objective, rel=1e-9, abs=1e-9)
        assert segmentation.boundaries == running.boundaries


def test_one_unit_at_a_time_finds_the_change():
    """A live transcript: the boundary appears once there is enough behind it."""
    running = RunningSegmentation(penalty=1.0)
    for vector in np.repeat(np.eye(2), 200, axis=0):
        running.append([vector])
    assert running.boundaries == (200,)


def memory_of_one_more(n):
    """Bytes that appending one unit to ``n`` others takes at its peak."""
    running = RunningSegmentation(penalty=1.0)
    running.append(np.repeat(np.eye(4), 50, axis=0)[np.arange(n) % 200])
    running.append([[1.0, 0.0, 0.0, 0.0]])
    tracemalloc.start()
    running.append([[1.0, 0.0, 0.0, 0.0]])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_one_more_unit_costs_a_block_and_not_the_text():
    """Nothing that grows with the text is copied, except when its room is doubled."""
    assert memory_of_one_more(20_000) < 1.5 * memory_of_one_more(1_000) < 10**6


def test_nothing_appended_is_no_segment():
    """Like an empty text."""
    running = RunningSegmentation(penalty=1.0)
    running.append(np.zeros((0, 3)))
    assert running.segmentation.spans == ()
    assert running.boundaries == ()


def test_what_cannot_run_is_refused_by_name():
    """Limits that need the whole text, vectors of another size, zero vectors, too few units."""
    with pytest.raises(LimitsError, match="min_size and max_size only"):
        RunningSegmentation(1.0, limits=Limits(budgets=(Budget((1.0,)),)))
    running = RunningSegmentation(1.0, limits=Limits(min_size=3))
    running.append([[1.0, 0.0]])
    with pytest.raises(TooFewUnitsError, match="lower min_size to 1"):
        _ = running.boundaries
    with pytest.raises(VectorsError, match="2 numbers, the new 3"):
        running.append([[1.0, 0.0, 0.0]])
    with pytest.raises(VectorsError, match="zero"):
        running.append([[0.0, 0.0]])
    for penalty in (-1.0, "a", math.nan):
        with pytest.raises(OptionsError, match="a number from 0 on"):
            RunningSegmentation(penalty)
    with pytest.raises(VectorsError, match=r"the centre has shape \(3,\)"):
        RunningSegmentation(1.0, centre=np.ones(3)).append([[1.0, 0.0]])
    tight = RunningSegmentation(1.0, limits=Limits(min_size=3, max_size=3))
    tight.append(np.eye(4))
    with pytest.raises(InfeasibleError, match="raise max_size to 4"):
        _ = tight.boundaries


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"centre": [math.nan, 0.0]}, "the centre must be one vector"),
        ({"centre": "middle"}, "the centre must be one vector"),
        ({"centre": [[1.0, 0.0]]}, "the centre must be one vector"),
        ({"ridge": -1.0}, "the ridge must be a number from 0 on"),
        ({"ridge": "a"}, "the ridge must be a number from 0 on"),
        ({"limits": 3}, "limits must be Limits"),
    ],
)
def test_values_of_another_kind_are_refused_when_it_is_made(wrong, message):
    with pytest.raises(EmbedKcpdError, match=message):
        RunningSegmentation(1.0, **wrong)


@pytest.mark.parametrize(
    ("vectors", "weights"),
    [
        ([[1.0, 2.0, 3.0]], [1.0, 1.0]),
        ([[1.0, 2.0, 3.0]], "a"),
        ([[0.0, 0.0, 0.0]], None),
        ([[]], None),
    ],
)
def test_what_was_refused_leaves_no_trace(vectors, weights):
    """The first vectors that were refused decided how many numbers all others must have."""
    running = RunningSegmentation(penalty=0.5)
    with pytest.raises(VectorsError):
        running.append(vectors, weights)
    assert running.boundaries == ()

    running.append(np.repeat(np.eye(2), 4, axis=0))
    assert running.boundaries == (4,)


def test_a_running_segmentation_says_how_far_it_is():
    """A notebook showed the address of an object."""
    running = RunningSegmentation(penalty=2.0)
    running.append(np.eye(3))
    assert repr(running) == "RunningSegmentation(penalty=2, n_units=3)"
    with pytest.raises(VectorsError, match=r"got \(3,\)$"):  # one row is no series
        running.append([1.0, 0.0, 0.0])
