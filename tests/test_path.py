"""The penalty path against a fresh solve at every penalty."""

import json
from contextlib import contextmanager
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import naive
from embed_kcpd import (
    Limits,
    Paper,
    PathRange,
    Settings,
    native,
    segment_path,
    segment_units_path,
    segment_vectors_path,
)
from embed_kcpd.cli.app import app
from embed_kcpd.errors import InfeasibleError, OptionsError
from embed_kcpd.native import SWITCH
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.solvers import cheapest, path, penalty_path
from embed_kcpd.solvers.search import kept
from embed_kcpd.solvers.search.engine import traced_edges
from embed_kcpd.solvers.windows import Windows
from embed_kcpd.text.units import Lines
from test_exact import problems


@pytest.fixture(params=["native", "numpy"])
def engine(request, monkeypatch):
    """C where it was built, and NumPy in any case."""
    monkeypatch.setenv(SWITCH, "0" if request.param == "numpy" else "1")


def path_or_none(problem, **span):
    rows, weights, ridge, prices, limits = problem
    cost = LinearCost(rows, weights, ridge)
    try:
        return cost, penalty_path(cost, prices, limits, **span)
    except InfeasibleError:
        return cost, None


@given(problems(), st.lists(st.floats(0.0, 8.0), min_size=5, max_size=5))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_path_is_as_cheap_as_a_fresh_solve_at_any_penalty(engine, problem, penalties):
    """Under every limit, and at penalties nobody solved for."""
    *_, prices, limits = problem
    cost, path = path_or_none(problem)
    if path is None:
        with pytest.raises(InfeasibleError):
            cheapest(cost, prices, limits)
        return
    for penalty in penalties:
        step = path.step_at(penalty)
        expected = cheapest(cost, prices + penalty, limits).objective
        assert step.objective_at(penalty) == pytest.approx(expected, abs=1e-8)
        assert step.lowest <= penalty <= step.highest
        assert naive.admissible(step.segmentation.edges, limits)


@given(problems(max_units=7))
@settings(max_examples=60)
def test_every_number_of_segments_is_as_cheap_as_trying_everything(problem):
    """On the path or off it; an impossible number is an error."""
    rows, weights, ridge, prices, limits = problem
    _, path = path_or_none(problem)
    if path is None:
        return

    def segment_cost(start, end):
        return naive.linear_cost(rows, weights, ridge, start, end)

    for count in range(1, len(rows) + 1):
        expected = naive.cheapest_with_count(len(rows), segment_cost, prices, count, limits)
        if expected is None:
            with pytest.raises(InfeasibleError):
                path.with_count(count)
        else:
            assert path.with_count(count).objective == pytest.approx(expected, abs=1e-8)


@given(problems(), st.floats(0.0, 3.0), st.floats(0.0, 3.0))
def test_a_narrow_path_covers_exactly_its_range(problem, first, second):
    """Its ends are the range that was asked for; outside is an error, not a guess."""
    low, high = sorted((first, second))
    _, path = path_or_none(problem, lowest=low, highest=high)
    if path is None:
        return
    assert (path.lowest, path.highest) == (low, high)
    with pytest.raises(OptionsError, match="wider range"):
        path.at(high + 1.0)


@given(problems())
def test_nested_says_whether_the_finer_level_keeps_every_boundary(problem):
    """One claim for each pair of neighbouring steps."""
    _, path = path_or_none(problem)
    if path is None:
        return
    assert len(path.is_nested) == len(path.steps) - 1
    for claim, coarse, fine in zip(path.is_nested, path.steps, path.steps[1:], strict=False):
        missing = [b for b in coarse.segmentation.boundaries if b not in fine.segmentation.edges]
        assert claim == (not missing)


@given(problems(), st.integers(1, 8), st.integers(1, 8))
def test_a_range_of_counts_is_that_part_of_the_whole_path(problem, first, second):
    """The same steps over the same penalties; where there is none, the step before."""
    fewest, most = sorted((first, second))
    _, whole = path_or_none(problem)
    if whole is None:
        return
    _, part = path_or_none(problem, fewest=fewest, most=most)
    wanted = [step for step in whole.steps if fewest <= step.n_segments <= most]
    if not wanted:
        before = [step for step in whole.steps if step.n_segments < fewest]
        wanted = before[-1:] or [whole.steps[0]]
    assert [step.n_segments for step in part.steps] == [step.n_segments for step in wanted]
    for step, same in zip(part.steps, wanted, strict=True):
        assert step.segmentation.objective == pytest.approx(same.segmentation.objective, abs=1e-9)
        assert step.lowest == pytest.approx(same.lowest, abs=1e-8)
        assert step.highest == pytest.approx(same.highest, abs=1e-8)


@pytest.mark.parametrize(("fewest", "most"), [(0, 3), (4, 3)])
def test_an_empty_range_of_counts_is_refused(fewest, most):
    with pytest.raises(OptionsError, match="no number of segments"):
        penalty_path(LinearCost(np.eye(5)), fewest=fewest, most=most)


def topics(n, length, seed=0):
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(n // length + 1, 12))[np.arange(n) // length]
    return rows + 0.8 * rng.normal(size=(n, 12))


@pytest.mark.parametrize("cost", [LinearCost(topics(700, 40)), RbfCost(topics(400, 40), 0.05)])
@pytest.mark.parametrize("limits", [Limits(), Limits(min_size=9, max_size=150)])
def test_a_long_path_is_as_cheap_as_a_fresh_solve_at_each_of_its_steps(cost, limits, monkeypatch):
    """Kept costs, searched costs and NumPy alone give the same steps."""
    prices = np.random.default_rng(1).uniform(0.0, 3.0, cost.n_units)
    quick = penalty_path(cost, prices, limits, fewest=2, most=40)
    monkeypatch.setattr(kept, "KEPT_UNITS", 0)
    monkeypatch.setattr(path, "_SQUARE_UNITS", 0)
    searched = penalty_path(cost, prices, limits, fewest=2, most=40)
    assert quick.counts == searched.counts
    for step in quick.steps:
        penalty = min(step.highest, 2.0 * step.lowest) / 2.0 + step.lowest / 2.0
        expected = cheapest(cost, prices + penalty, limits).objective
        assert step.objective_at(penalty) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("name", native.available_engines() if native.native_available() else ())
def test_every_engine_finds_the_same_path(name, monkeypatch):
    """The code for each kind of processor."""
    cost, prices = LinearCost(topics(300, 25), ridge=1.0), np.full(300, 0.5)
    best = penalty_path(cost, prices)
    monkeypatch.setenv(native.ENGINE, name)
    assert penalty_path(cost, prices) == best


@pytest.mark.parametrize("scale", [1e-8, 1e-4, 1e4, 1e8])
def test_a_path_does_not_depend_on_the_scale_of_the_vectors(engine, scale):
    """Tiny costs are no ties: penalties grow with the square of the scale, the steps stay."""
    rows = topics(60, 10)
    path_of_ones, scaled = penalty_path(LinearCost(rows)), penalty_path(LinearCost(rows * scale))
    assert scaled.counts == path_of_ones.counts
    for step, same in zip(scaled.steps[1:], path_of_ones.steps[1:], strict=True):
        assert step.highest == pytest.approx(same.highest * scale**2, rel=1e-6)


def test_kept_costs_are_those_of_the_cost():
    """Every segment, for both kinds of cost, over several chunks."""
    for cost in (LinearCost(topics(600, 50) + 5.0, ridge=1.0), RbfCost(topics(600, 50), 0.1)):
        costs = kept.KeptCosts.of(cost, Windows.of(Limits(), 600))
        for end in (1, 2, 255, 256, 257, 599, 600):
            starts = np.arange(end)
            edges = np.stack([starts, np.full(end, end)])
            single = np.array([costs.along(pair)[0][0] for pair in edges.T])
            assert single == pytest.approx(cost.column(starts, end), rel=1e-11, abs=1e-10)


def test_every_refused_allocation_is_a_memory_error(failing_memory, monkeypatch):
    """The walk over kept costs asks twice for memory, and says so when it gets none."""
    monkeypatch.setattr(native, "loaded", lambda: failing_memory)
    costs = kept.KeptCosts.of(LinearCost(topics(100, 10)), Windows.of(Limits(), 100))
    try:
        for granted in range(2):
            failing_memory.refuse_after(granted)
            with pytest.raises(MemoryError):
                costs.starts(np.zeros(101), np.ones(3))
    finally:
        failing_memory.refuse_after(-1)


def test_a_path_reports_progress_until_all_counts_are_settled(monkeypatch):
    """Each pair of neighbours settles the counts between them, all of them once."""
    advanced, totals = [], []

    @contextmanager
    def watched(what, total):
        totals.append(total)
        yield advanced.append

    monkeypatch.setattr(path, "progress", watched)
    rows = topics(80, 10)
    whole = penalty_path(LinearCost(rows))
    adjacent = sum(1 for a, b in pairwise(whole.counts) if b == a + 1)
    assert totals == [79]
    assert sum(advanced) + adjacent == 79


def test_three_blocks_are_the_most_stable_level():
    """Well separated blocks hold over the widest range of penalties."""
    rng = np.random.default_rng(3)
    rows = np.repeat(np.eye(3), 20, axis=0) + 0.2 * rng.normal(size=(60, 3))

    whole = penalty_path(LinearCost(rows))

    assert whole.steps[0].segmentation.boundaries == ()
    inner = whole.steps[1:-1]
    assert max(inner, key=lambda step: step.stability).segmentation.boundaries == (20, 40)


def test_no_units_and_one_unit_have_one_level():
    """Nothing to cut at any penalty."""
    for n in (0, 1):
        path = penalty_path(LinearCost(np.zeros((n, 2))))
        assert [step.segmentation.boundaries for step in path.steps] == [()]
        assert (path.lowest, path.highest) == (0.0, float("inf"))


TEXT = "\n".join(["the cat and the kitten purr softly"] * 6 + ["stocks bonds markets money"] * 6)


def test_the_path_of_a_text_holds_its_segmentation(encoder):
    """Text, units and vectors give the same path; a count asks for a step."""
    path = segment_path(TEXT, Settings(unit=Lines(), encoder=encoder, objective=Paper()))
    units = segment_units_path(TEXT.split("\n"), Settings(encoder=encoder, objective=Paper()))
    vectors = encoder.encode(TEXT.split("\n"))

    assert path.with_count(2).boundaries == (6,)
    assert units.with_count(2).boundaries == (6,)
    assert segment_vectors_path(vectors, Settings(objective=Paper())).with_count(2).boundaries == (
        6,
    )


def test_a_range_of_counts_reaches_the_solver_from_every_entry(encoder):
    """Text, units and vectors pass it on."""
    chosen = Settings(unit=Lines(), encoder=encoder, objective=Paper())
    units, vectors = TEXT.split("\n"), encoder.encode(TEXT.split("\n"))
    for part in (
        segment_path(TEXT, chosen, within=PathRange(fewest=2, most=2)),
        segment_units_path(units, chosen, within=PathRange(fewest=2, most=2)),
        segment_vectors_path(vectors, chosen, within=PathRange(fewest=2, most=2)),
    ):
        assert part.counts == (2,)


@pytest.mark.parametrize(
    "wrong", [{"lowest": "a"}, {"highest": None}, {"fewest": 2.5}, {"most": "3"}, {"fewest": True}]
)
def test_a_range_of_other_values_is_refused(wrong):
    """Two and a half segments were taken for three."""
    with pytest.raises(OptionsError, match="must be a"):
        segment_vectors_path(np.eye(4), within=PathRange(**wrong))


def test_a_path_is_asked_with_numbers():
    steps = segment_vectors_path(np.eye(4))
    for ask, wrong in ((steps.at, "a"), (steps.at, None), (steps.with_count, "3")):
        with pytest.raises(OptionsError, match="must be a"):
            ask(wrong)
    for count in (2.5, True):
        with pytest.raises(OptionsError, match="must be a whole number from 1 on"):
            steps.with_count(count)
    assert steps.with_count(np.int64(2)).n_segments == 2


def test_the_command_lists_levels_from_coarse_to_fine(encoder, tmp_path, monkeypatch):
    """Tab-separated in a pipe, JSON when asked for, an open end as null."""
    file = tmp_path / "text.txt"
    file.write_text(TEXT, encoding="utf-8")
    monkeypatch.setattr("embed_kcpd.cli.choices.chosen_encoder", lambda *_, **__: encoder)
    asked = ["path", str(file), "--unit", "lines", "--objective", "paper"]

    lines = CliRunner().invoke(app, asked).stdout.splitlines()
    values = json.loads(CliRunner().invoke(app, [*asked, "--json"]).stdout)

    assert lines[0].split("\t")[0] == "segments"
    assert [int(line.split("\t")[0]) for line in lines[1:3]] == [1, 2]
    assert values["n_units"] == 12
    assert values["steps"][0]["highest"] is None
    assert values["steps"][1]["boundaries"] == [6]


class _CountingCost(LinearCost):
    """A cost that counts the rows that are read for costs along edges."""

    rows_read = 0

    def along(self, lists):
        self.rows_read += sum(int(edges[-1] - edges[0]) for edges in lists)
        return super().along(lists)


def test_segments_that_steps_share_are_priced_once(engine, monkeypatch):
    """Every step read all rows again: most of the 20 seconds of 6,000 units."""
    monkeypatch.setattr(kept, "KEPT_UNITS", 0)
    monkeypatch.setattr(path, "_SQUARE_UNITS", 0)
    cost = _CountingCost(topics(500, 20))
    steps = penalty_path(cost).steps
    assert len(steps) > 200
    assert cost.rows_read < 60 * 500
    for step in steps[:: len(steps) // 9]:
        costs, merged = LinearCost(cost.source).along([np.array(step.segmentation.edges)])[0]
        assert step.segmentation.costs == tuple(costs.tolist())
        gains = merged - costs[1:] - costs[:-1]
        assert step.segmentation.gains == pytest.approx(gains, abs=1e-12)


def test_numbers_that_steps_share_are_one_object():
    """A path of 6,000 units took 1.6 GB, most of it the same numbers again."""
    steps = penalty_path(LinearCost(topics(500, 20))).steps
    numbers = [
        number
        for step in steps
        for number in (
            *step.segmentation.boundaries,
            *step.segmentation.costs,
            *step.segmentation.gains,
        )
    ]
    assert len(numbers) > 100_000
    assert len(set(map(id, numbers))) < 15 * 500


@pytest.mark.parametrize("kind", [np.int32, np.int64])
def test_edges_are_read_back_from_best_starts(engine, kind):
    """From arrays of both sizes, and from none at all."""
    starts = np.array([0, 0, 0, 2, 1, 3], dtype=kind)
    assert traced_edges(starts).tolist() == [0, 2, 3, 5]
    assert traced_edges(starts[:1]).tolist() == [0]


def test_a_start_behind_its_end_is_refused():
    """The walk back would leave the array."""
    if native.native_available():
        with pytest.raises(ValueError, match="a start must lie before its end"):
            traced_edges(np.array([0, 2, 1]))


def test_a_path_of_many_steps_is_shown_in_one_line():
    """A notebook printed every boundary of every step."""
    rows = np.random.default_rng(0).normal(size=(200, 4))
    found = segment_vectors_path(rows, Settings(objective=Paper()))
    assert len(found.steps) > 12
    shown = repr(found)
    assert shown.startswith(f"PenaltyPath(n_units=200, n_steps={len(found.steps)}, counts=(1, ")
    assert shown.endswith("more), lowest=0, highest=inf)")
    assert len(shown) < 200
