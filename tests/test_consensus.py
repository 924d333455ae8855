"""The consensus against window-by-window error."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive_granularity as naive
from embed_kcpd import native
from embed_kcpd.granularity.text_scale.consensus import WINDOWS_COMPARED, disagreements, least_risk


@st.composite
def candidates(draw):
    n = draw(st.integers(3, 24))
    cut = st.sets(st.integers(1, n - 1)).map(lambda found: tuple(sorted(found)))
    return n, draw(st.lists(cut, min_size=1, max_size=5))


@pytest.mark.parametrize("switch", ["0", "1"])
@settings(max_examples=60, deadline=None)
@given(candidates())
def test_disagreement_is_counted_window_by_window(switch, drawn):
    """Every entry is (Pk + WindowDiff) / 2 with the row as truth, in C and in NumPy."""
    n, found = drawn
    expected = [[naive.disagreement(truth, guess, n) for guess in found] for truth in found]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.SWITCH, switch)
        assert disagreements(found, n) == pytest.approx(np.array(expected))


@pytest.mark.skipif(not native.native_available(), reason="the extension was not built")
@pytest.mark.parametrize("n", [2, 700, WINDOWS_COMPARED + 2, 3 * WINDOWS_COMPARED])
def test_c_and_numpy_compare_the_same_windows(monkeypatch, n):
    """Short texts, and long ones of which some windows are compared."""
    rng = np.random.default_rng(n)
    chosen = [rng.random(n - 1) < share for share in (0.0, 0.001, 0.03, 0.5, 1.0)]
    found = [tuple((1 + np.flatnonzero(marks)).tolist()) for marks in chosen]
    in_c = disagreements(found, n)
    monkeypatch.setenv(native.SWITCH, "0")
    assert (in_c == disagreements(found, n)).all()


@pytest.mark.skipif(not native.native_available(), reason="the extension was not built")
@pytest.mark.parametrize("outside", [-1, 10])
def test_a_boundary_outside_the_text_is_refused_in_c(outside):
    with pytest.raises(ValueError, match="outside the text"):
        disagreements([(3,), (outside,)], 10)


@pytest.mark.skipif(not native.native_available(), reason="the extension was not built")
def test_a_text_without_a_window_is_refused_in_c():
    with pytest.raises(ValueError, match="two units and a window"):
        disagreements([()], 1)
    with pytest.raises(ValueError, match="two units and a window"):
        native.extension().disagreements(9, [()], 0, np.empty((1, 1)))


@pytest.mark.skipif(not native.native_available(), reason="the extension was not built")
@pytest.mark.parametrize("given_candidates", [((3,),), [[3]], [3], None])
def test_anything_but_a_list_of_tuples_is_an_error_in_c(given_candidates):
    """Nothing is written where the matrix has no room."""
    room = np.full((1, 1), 7.0)
    with pytest.raises(SystemError):
        native.extension().disagreements(9, given_candidates, 5, room)
    assert room[0, 0] == 7.0


def test_the_least_risk_is_the_most_central_candidate():
    """Between two extremes, the one in the middle."""
    found = [(10,), (10, 20), (10, 20, 30)]
    risk = disagreements(found, 40)
    assert least_risk(risk, [1.0, 1.0, 1.0], np.zeros(3)) == 1


def test_a_likely_candidate_pulls_the_choice():
    found = [(10,), (10, 20), (10, 20, 30)]
    risk = disagreements(found, 40)
    assert least_risk(risk, [0.01, 0.01, 0.98], np.zeros(3)) == 2


def test_equal_risks_go_to_the_smaller_tie():
    risk = disagreements([(5,), (5,)], 10)
    assert least_risk(risk, [0.5, 0.5], np.array([1e-6, 0.0])) == 1


def test_a_long_text_is_compared_on_evenly_spaced_windows():
    """Beyond 20,000 windows the sample is close to all of them."""
    rng = np.random.default_rng(0)
    n = 3 * WINDOWS_COMPARED
    first = tuple(range(10, n, 10))
    second = tuple(b for b in first if rng.random() < 0.8)
    before = [np.zeros(n, dtype=int) for _ in range(2)]
    for marks, cut in zip(before, (first, second), strict=True):
        marks[list(cut)] = 1
    sums = [np.cumsum(marks) for marks in before]
    true, found = (one[5:] - one[:-5] for one in sums)
    expected = ((true != found).mean() + ((true > 0) != (found > 0)).mean()) / 2
    assert disagreements([first, second], n)[0, 1] == pytest.approx(expected, abs=0.01)
