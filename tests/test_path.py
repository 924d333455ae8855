"""The penalty path against a fresh solve at every penalty."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import naive
from embed_kcpd import Paper, Settings, segment_path, segment_units_path, segment_vectors_path
from embed_kcpd.cli.app import app
from embed_kcpd.errors import InfeasibleError, OptionsError
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.solvers import cheapest, penalty_path
from embed_kcpd.text.units import Lines
from test_exact import problems


def path_or_none(problem, **span):
    rows, weights, ridge, prices, limits = problem
    cost = LinearCost(rows, weights, ridge)
    try:
        return cost, penalty_path(cost, prices, limits, **span)
    except InfeasibleError:
        return cost, None


@given(problems(), st.lists(st.floats(0.0, 8.0), min_size=5, max_size=5))
def test_the_path_is_as_cheap_as_a_fresh_solve_at_any_penalty(problem, penalties):
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

    def one(start, end):
        return naive.linear_cost(rows, weights, ridge, start, end)

    for count in range(1, len(rows) + 1):
        expected = naive.cheapest_with_count(len(rows), one, prices, count, limits)
        if expected is None:
            with pytest.raises(InfeasibleError):
                path.with_count(count)
        else:
            assert path.with_count(count).objective == pytest.approx(expected, abs=1e-8)


@given(problems(), st.floats(0.0, 3.0), st.floats(0.0, 3.0))
def test_a_narrow_path_covers_exactly_its_range(problem, one, other):
    """Its ends are the range that was asked for; outside is an error, not a guess."""
    low, high = sorted((one, other))
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


def test_three_blocks_are_the_most_stable_level():
    """Well separated blocks hold over the widest range of penalties."""
    rng = np.random.default_rng(3)
    rows = np.repeat(np.eye(3), 20, axis=0) + 0.2 * rng.normal(size=(60, 3))

    path = penalty_path(LinearCost(rows))

    assert path.steps[0].segmentation.boundaries == ()
    inner = path.steps[1:-1]
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
