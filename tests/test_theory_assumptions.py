"""The paper's quantities and the verdicts on its assumptions."""

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import naive_theory
from embed_kcpd.cli.app import app
from embed_kcpd.errors import OptionsError
from embed_kcpd.theory import check_assumptions, quantities
from embed_kcpd.theory.setting import setting, smallest_n

lengths = st.integers(3, 10**7)
memories = st.integers(0, 50)
bounds = st.floats(0.1, 10.0)


@given(lengths, memories, bounds)
def test_the_deviation_level_is_where_the_tail_bound_reaches_four_over_t_to_the_fourth(n, m, bound):
    """Lemma 4.9 sets x = lambda_T sqrt(size) so that Prop. A.1 gives 4 T^-4, for every size."""
    level = quantities.deviation_level(n, m, bound)
    for size in (1, 7, n):
        found = quantities.segment_tail_bound(level * math.sqrt(size), m, bound, size=size)
        assert found == pytest.approx(4.0 * n**-4.0, rel=1e-9)


def test_the_union_over_all_segments_fails_at_most_once_in_t_from_three_units_on():
    """2 (T + 1) / T^3 <= 1 / T from T = 3 on and not at T = 2, as the proof says."""
    assert quantities.uniform_failure_bound(2) > 1 / 2
    for n in range(3, 2000):
        union = n * (n + 1) / 2 * 4 * n**-4
        assert quantities.uniform_failure_bound(n) == pytest.approx(union)
        assert union <= 1 / n


@given(lengths, memories, bounds)
def test_the_penalty_bound_is_four_deviations_and_the_split_bound(n, m, bound):
    """A5 and the last line of the stability proof print the same number in two ways."""
    penalty = quantities.penalty_lower_bound(n, m, bound)
    assert penalty == pytest.approx(naive_theory.a5(n, m, bound))
    margin = quantities.stability_margin(n, m, bound, penalty=penalty)
    assert margin == pytest.approx(quantities.deviation_level(n, m, bound) * math.sqrt(n))


@pytest.mark.parametrize(("size", "memory"), [(1, 0), (4, 0), (5, 1), (7, 2), (6, 8)])
def test_the_dependence_factor_counts_enough_colours(size, memory):
    """(8m + 5) n colours are enough for the graph of ordered pairs, by counting its neighbours."""
    counted = naive_theory.color_count(size, memory)
    assert counted <= quantities.dependence_factor(memory) * size


@given(memories, bounds, st.floats(1, 1e5), st.floats(1, 1e5), st.floats(0.0, 2.0))
def test_the_signal_bounds_of_the_lemma_agree_where_they_meet(m, bound, left, right, signal):
    """With l_T / 2 units on each side the two inequalities of Lemma A.2 are the same."""
    first = quantities.mixed_segment_signal(m, bound, left=left, right=left, signal=signal)
    second = quantities.spaced_segment_signal(m, bound, spacing=2 * left, signal=signal)
    assert first == pytest.approx(second)
    exact = left * right / (left + right) * signal
    printed = quantities.mixed_segment_signal(m, bound, left=left, right=right, signal=signal)
    assert exact - printed >= 2 * bound * (1 - 1e-9) - 1e-9 * exact


@settings(max_examples=50)
@given(memories, bounds, st.floats(0.01, 1.0), st.floats(0.01, 0.5), st.data())
def test_the_smallest_n_is_the_first_at_which_a_claim_holds(m, bound, part, share, data):
    """It holds there, fails one unit earlier and at any earlier n one may try."""
    n = data.draw(lengths)
    report = check_assumptions(setting(n, m, bound, signal=2 * bound * part, spacing=share * n))
    case = report.setting
    first = next(v.smallest_n for v in report.verdicts if v.name == "A7'")

    def margin(length):
        at = case.at(length)
        return quantities.signal_dominance_margin(
            length, m, bound, min_size=at.min_size, signal=at.signal, penalty=at.penalty
        )

    assert first is not None
    assert margin(first) > 0
    assert margin(first - 1) <= 0
    assert margin(data.draw(st.integers(3, first - 1))) <= 0
    assert margin(data.draw(st.integers(first, 100 * first))) > 0


def test_the_search_for_the_smallest_n_finds_what_a_walk_finds():
    """Doubling and halving find what a walk finds."""
    for wanted in (3, 4, 5, 6, 7, 11, 12, 13, 500):
        found = smallest_n(lambda n, wanted=wanted: n >= wanted)
        assert found == naive_theory.lowest_n(lambda n, w=wanted: n - w + 1, 3, 1000)
    assert smallest_n(lambda n: n < 0) is None


def test_the_papers_own_rates_with_factor_one_never_meet_signal_dominance():
    """delta_T = sqrt(T log T) loses to beta_T at every n, since both grow alike."""
    n = 2000
    shortest = quantities.minimum_size(n)
    report = check_assumptions(setting(n, 0, min_size=shortest))
    verdict = next(v for v in report.verdicts if v.name == "A7'")
    assert verdict.holds is False
    assert verdict.smallest_n is None
    assert "would have to exceed 88.54" in verdict.reason


def test_the_papers_practical_penalty_is_hundreds_of_times_below_its_own_assumption():
    """C = 0.1 can never satisfy A5: the factor needed is 50.6 without any memory."""
    n = 2000
    report = check_assumptions(setting(n, 0, penalty=0.1 * math.sqrt(n * math.log(n))))
    verdict = next(v for v in report.verdicts if v.name == "A5")
    assert verdict.holds is False
    assert verdict.smallest_n is None
    assert "exceed 50.6" in verdict.reason


def test_two_changes_contradict_the_assumption_on_mixed_intervals():
    """A7 is empty with one change and impossible with two."""
    one = check_assumptions(setting(1000, 1, spacing=400))
    two = check_assumptions(setting(1000, 1, spacing=300))
    assert one.verdicts[7].holds is True
    assert one.smallest_n == one.verdicts[6].smallest_n
    assert two.verdicts[7].holds is False
    assert two.smallest_n is None


def test_a_case_far_beyond_any_text_satisfies_everything():
    """Where n is large enough the theorem does apply."""
    report = check_assumptions(setting(10**9, 0))
    assert all(verdict.holds is not False for verdict in report.verdicts)


@pytest.mark.parametrize(
    ("given_values", "message"),
    [
        ({"n_units": 2, "memory": 0}, "starts at n = 3"),
        ({"n_units": 10, "memory": -1}, "memory must be 0 or more"),
        ({"n_units": 10, "memory": 0, "bound": 0.0}, "bound must be a number above 0"),
        ({"n_units": 10, "memory": 0, "bound": float("nan")}, "bound must be a number above 0"),
        ({"n_units": 10, "memory": 0, "signal": 2.5}, "at most at 2"),
        ({"n_units": 10, "memory": 0, "spacing": 6.0}, "n / 2 = 5"),
        ({"n_units": 10, "memory": 0, "penalty": 0.0}, "penalty must be above 0"),
        ({"n_units": 10, "memory": 0, "penalty": float("inf")}, "penalty must be a number"),
        ({"n_units": 10, "memory": 0, "signal": "1"}, "signal must be a number, got '1'"),
        ({"n_units": 10, "memory": 1.5}, "must be whole numbers, got 10, 1.5"),
        ({"n_units": "10", "memory": 1}, "must be whole numbers, got '10', 1"),
    ],
)
def test_an_impossible_case_is_an_error_that_says_why(given_values, message):
    with pytest.raises(OptionsError, match=message):
        setting(**given_values)


def test_the_command_prints_every_quantity_as_json():
    """What the command prints is what the library returns."""
    arguments = ["theory", "check", "--n", "2000", "--memory", "3", "--spacing", "300", "--json"]
    result = CliRunner().invoke(app, arguments)
    printed = json.loads(result.stdout)
    expected = check_assumptions(setting(2000, 3, spacing=300))
    assert [q["value"] for q in printed["quantities"]] == [q.value for q in expected.quantities]
    assert [v["holds"] for v in printed["verdicts"]] == [v.holds for v in expected.verdicts]


def test_the_command_prints_tables_for_people():
    result = CliRunner().invoke(app, ["theory", "check", "--n", "2000", "--memory", "3"])
    assert result.exit_code == 0
    assert "15061.9" in result.stdout
    assert "can hold from n = 28,075,718 on" in result.stdout
