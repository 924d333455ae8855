"""The granularities around a result, and what a browser is told of them."""

import json
import pickle
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import naive_levels
from embed_kcpd import (
    Limits,
    Paper,
    PathRange,
    SegmentCount,
    Settings,
    segment,
    segment_units,
    segment_units_path,
)
from embed_kcpd.annotations import granularity_levels as module
from embed_kcpd.annotations.granularity_levels import (
    GranularityLevel,
    GranularityLevels,
    granularity_levels,
)
from embed_kcpd.errors import InputError
from embed_kcpd.outputs.slider import levels_values, utf16_values
from embed_kcpd.solvers import path
from embed_kcpd.text.units import Unit
from test_pipeline import SOIL, STARS

ALL = 10**6


def drifting(n_units, seed, limits):
    """Texts whose vectors wander, so that the path has many steps that are not nested."""
    rng = np.random.default_rng(seed)
    rows = np.cumsum(rng.normal(size=(n_units, 5)), axis=0) + rng.normal(size=(n_units, 5))
    texts = [f"Sentence {number}." for number in range(n_units)]
    wanted = Settings(limits=limits, confidence=False)
    return texts, rows, wanted


@settings(max_examples=40)
@given(
    n_units=st.integers(0, 40),
    seed=st.integers(0, 10**6),
    limits=st.sampled_from([Limits(), Limits(min_size=3), Limits(max_size=9)]),
)
def test_the_differences_give_exactly_the_steps_of_the_whole_path(n_units, seed, limits):
    """Applied one after the other, as a browser does; the result's own level is the default."""
    texts, rows, wanted = drifting(n_units, seed, limits)
    if n_units < limits.min_size:
        return
    result = segment_units(texts, wanted, vectors=rows)
    whole = segment_units_path(texts, wanted, vectors=rows)

    levels = granularity_levels(result, most=ALL)
    values = json.loads(json.dumps(levels_values(levels), allow_nan=False))
    found = naive_levels.applied(values)

    expected = naive_levels.every_level(result, whole)
    assert found[values["default"]] == result.boundaries
    assert found == [level.boundaries for level in levels.levels]
    finest = max(module.FINER * len(result.segmentation.spans), module.FINEST)
    wanted_counts = [count for count in sorted(expected) if count <= finest]
    assert [level["n_segments"] for level in values["levels"]] == wanted_counts
    assert found == [expected[count] for count in wanted_counts]
    assert values["n_units"] == n_units


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), most=st.integers(2, 12))
def test_too_many_levels_are_thinned_and_the_default_stays(seed, most):
    """No more than asked for; each one is still a step of the path."""
    texts, rows, wanted = drifting(60, seed, Limits())
    result = segment_units(texts, wanted, vectors=rows)
    every = granularity_levels(result, most=ALL)

    few = granularity_levels(result, most=most)

    assert len(few.levels) <= most
    assert few.levels[few.default].boundaries == result.boundaries
    assert set(few.levels) <= set(every.levels)


class CountedSolves(path.Hull):
    """How many penalties were solved for."""

    total = 0

    def halves(self, gaps, advance):
        CountedSolves.total += len(gaps)
        return super().halves(gaps, advance)


@pytest.mark.parametrize("kind", ["topics", "drift"])
def test_a_long_text_is_not_solved_for_every_step(kind, monkeypatch):
    """The slider of 40,000 units solved for 3,700 penalties, to show 77 of their steps."""
    texts, rows, wanted = drifting(1200, 5, Limits())
    if kind == "topics":
        rng = np.random.default_rng(4)
        rows = np.repeat(rng.normal(size=(400, 40)), 3, axis=0) + rng.normal(size=(1200, 40))
    asked = replace(wanted, granularity=SegmentCount(200), objective=Paper())
    result = segment_units(texts, asked, vectors=rows)
    whole = result.path(PathRange(most=module.FINER * 200))
    every = granularity_levels(result, most=60)
    monkeypatch.setattr("embed_kcpd.solvers.few_steps.WHOLE_UNITS", 0)
    monkeypatch.setattr("embed_kcpd.solvers.few_steps.Hull", CountedSolves)
    CountedSolves.total = 0

    few = granularity_levels(result, most=60)

    assert len(whole.steps) > 300
    assert CountedSolves.total < 4 * 60
    assert abs(len(few.levels) - len(every.levels)) <= 1
    assert few.levels[few.default].boundaries == result.boundaries
    stable = [level.boundaries for level in few.levels if level.is_stable]
    assert stable == [level.boundaries for level in every.levels if level.is_stable]
    for level in few.levels:
        assert whole.at(level.penalty).boundaries == level.boundaries


def test_each_level_is_the_cheapest_at_its_penalty():
    """And a stable one stays so while the penalty grows by a quarter around it."""
    texts, rows, wanted = drifting(60, 3, Limits())
    result = segment_units(texts, wanted, vectors=rows)
    path = result.path()

    levels = granularity_levels(result).levels

    assert any(level.is_stable for level in levels)
    assert not levels[0].is_stable
    for level in levels:
        assert path.at(level.penalty).boundaries == level.boundaries
        if level.is_stable:
            for factor in (1.11, 1 / 1.11):
                assert path.at(level.penalty * factor).boundaries == level.boundaries


def test_prices_that_differ_along_the_text_keep_the_result_on_its_path():
    """A long text has windows with prices of their own; its own segmentation is still a step."""
    rng = np.random.default_rng(1)
    calm = np.repeat(rng.normal(size=(10, 8)), 60, axis=0)
    busy = np.repeat(rng.normal(size=(100, 8)), 6, axis=0)
    rows = np.vstack([calm, busy]) + 0.4 * rng.normal(size=(1200, 8))
    texts = ["A sentence of a few words."] * len(rows)
    result = segment_units(texts, Settings(confidence=False), vectors=rows)

    own = [step.segmentation.boundaries for step in result.path(PathRange(most=300)).steps]

    assert result.boundaries in own
    plain = segment_units_path(texts, vectors=rows, within=PathRange(most=300))
    assert result.boundaries not in [step.segmentation.boundaries for step in plain.steps]


def test_a_number_of_segments_that_is_on_no_path_is_the_default():
    """It stands in the place of the step with as many segments, or between two."""
    texts, rows, wanted = drifting(40, 5, Limits())
    on_path = segment_units_path(texts, wanted, vectors=rows).counts
    missing = next(count for count in range(2, 40) if count not in on_path)

    asked = replace(wanted, granularity=SegmentCount(missing))
    result = segment_units(texts, asked, vectors=rows)
    levels = granularity_levels(result)

    assert levels.levels[levels.default].boundaries == result.boundaries
    assert levels.levels[levels.default].n_segments == missing
    assert not levels.levels[levels.default].is_stable


@pytest.mark.parametrize("text", ["", "One sentence.", "Same. Same. Same.", "\ud800", "一。二。"])
def test_texts_with_little_to_cut_have_their_own_level(encoder, text):
    """Also an empty one."""
    result = segment(text, Settings(encoder=encoder))

    values = levels_values(granularity_levels(result))

    assert naive_levels.applied(values)[values["default"]] == result.boundaries


def test_a_result_without_a_path_has_one_level(encoder):
    """Boundaries that somebody gave are shown as they are."""
    made = segment(" ".join(SOIL + STARS), Settings(encoder=encoder))
    given_boundaries = replace(made, solve_path=None)

    assert [level.boundaries for level in granularity_levels(given_boundaries).levels] == [(4,)]
    with pytest.raises(InputError, match="path is not known"):
        given_boundaries.path()


def test_a_result_holds_no_encoder_and_can_be_sent_to_another_process(encoder):
    """What computes the path is data."""
    made = segment(" ".join(SOIL + STARS), Settings(encoder=encoder))

    again = pickle.loads(pickle.dumps(made))

    assert b"WordHashing" not in pickle.dumps(made)
    assert granularity_levels(again) == granularity_levels(made)


def test_levels_check_themselves():
    """Coarse to fine, with the default among them."""
    level = GranularityLevel((2,), 1.0, is_stable=True)
    with pytest.raises(ValueError, match="grow finer"):
        GranularityLevels(4, 0, (level, level))
    with pytest.raises(ValueError, match="default"):
        GranularityLevels(4, 1, (level,))


@given(text=st.text(st.characters(codec=None) | st.sampled_from("😀\ud800\udc00\r\na")))
@example(text="\uffff\U00010000a")
def test_offsets_count_as_javascript_does(text):
    """Characters beyond the first plane count two, halves of a pair one."""
    cuts = sorted({0, len(text) // 3, len(text)})
    units = [Unit(start, end) for start, end in pairwise(cuts)]

    values = utf16_values(text, units)

    assert values["start_utf16"] == [naive_levels.utf16_length(text[: u.start]) for u in units]
    assert values["end_utf16"] == [naive_levels.utf16_length(text[: u.end]) for u in units]
