"""Short segments that are measured together, against each of them as a text of its own."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embed_kcpd import Contrast, native
from embed_kcpd.granularity.text_scale import rule
from embed_kcpd.granularity.text_scale.doubtful_price import most_agreed, optimum
from embed_kcpd.granularity.text_scale.multiples import PriceMultiples
from embed_kcpd.granularity.text_scale.sections import inner_problem
from embed_kcpd.granularity.text_scale.short_texts import MOST_UNITS, short_texts
from embed_kcpd.problem.limits import UNLIMITED, Limits
from embed_kcpd.problem.rows import Rows

needs_c = pytest.mark.skipif(
    not native.native_available(), reason="the C extension was not built or is switched off"
)

ENGINES = native.available_engines() if native.native_available() else ()

SIZES = st.lists(
    st.one_of(st.integers(1, 20), st.integers(21, 60), st.sampled_from([64, 95, 96, 97, 130])),
    min_size=1,
    max_size=12,
).filter(lambda sizes: sum(sizes) > 2)


def stream(sizes, seed, *, dim=9, topic=6, sharpness=1.0):
    """Documents of these sizes whose topics change every few units, with all kinds of words."""
    rng = np.random.default_rng(seed)
    n = sum(sizes)
    documents = np.repeat(2.0 * rng.normal(size=(len(sizes), dim)), sizes, axis=0)
    topics = rng.normal(size=(n // topic + 1, dim))[np.arange(n) // topic]
    vectors = documents + sharpness * topics + rng.normal(size=(n, dim))
    objective = Contrast(half_weight_words=float(rng.choice([5.0, 10.0])))
    problem = objective.problem(
        vectors.astype(rng.choice([np.float32, np.float64])),
        rng.integers(0, 40, n).astype(float),
        UNLIMITED,
    )
    if rng.random() < 0.5:
        prices = rng.normal(size=n) * (rng.random(n) < 0.1)
        problem = replace(problem, evidence=problem.evidence + prices, from_places=prices)
    return problem, list(pairwise(np.cumsum([0, *sizes]).tolist()))


@needs_c
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(ENGINES or ("best",)), SIZES, st.integers(0, 10**6))
def test_a_short_segment_is_measured_as_a_text_of_its_own(engine, sizes, seed):
    problem, spans = stream(sizes, seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.ENGINE, engine)
        known = short_texts(problem, spans)
    assert set(known) == {(start, end) for start, end in spans if end - start <= MOST_UNITS}
    for (start, end), text in known.items():
        inner = inner_problem(problem, start, end)
        profile = rule.measured_profile(inner)
        assert text.n_units == inner.n_units
        assert text.order == pytest.approx(profile.order, abs=1e-6)
        assert np.full(text.n_units, text.prices[0]) == pytest.approx(profile.prices, rel=1e-6)
        assert text.evidence == pytest.approx(np.append(inner.evidence, 0.0), abs=1e-6)
        below = np.tril_indices(text.n_units + 1, -1)
        assert text.kept.costs == pytest.approx(inner.cost.matrix()[below], abs=1e-6)


@needs_c
@settings(max_examples=60, deadline=None)
@given(SIZES, st.integers(0, 10**6), st.sampled_from([0.0, 0.6, 1.0, 2.0]))
def test_segments_are_cut_again_as_each_is_alone(sizes, seed, sharpness):
    """Together in C, one after the other in C, and in NumPy."""
    problem, spans = stream(sizes, seed, sharpness=sharpness)
    boundaries = tuple(end for _, end in spans[:-1])
    alone = set(boundaries)
    for start, end in spans:
        if end - start >= rule.LEAST_UNITS:
            alone.update(start + unit for unit in rule._inside(problem, start, end))
    assert rule.cut_again(problem, boundaries) == tuple(sorted(alone))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.SWITCH, "0")
        assert short_texts(problem, spans) == {}
        assert rule.cut_again(problem, boundaries) == tuple(sorted(alone))


@needs_c
def test_a_short_segment_is_solved_at_several_prices():
    problem, spans = stream([50], 3)
    (text,) = short_texts(problem, spans).values()
    inner = inner_problem(problem, 0, 50)
    multiples = PriceMultiples(inner, rule.measured_profile(inner).all_pairs)
    prices = np.full(50, text.prices[0])
    for solved in (optimum, most_agreed):
        assert solved(50, text, text.prices)[0] == solved(50, multiples, prices)[0]


@needs_c
def test_segments_with_limits_are_cut_alone(monkeypatch):
    """Short texts know no limits: none is asked for where the text has some."""
    problem, spans = stream([40, 40], 1)
    limited = replace(problem, limits=Limits(min_size=5))
    inside = []
    monkeypatch.setattr(rule, "_inside", lambda _, *span: inside.append(span) or ())
    rule.cut_again(limited, (40,), known=short_texts(problem, spans))
    assert inside == spans


@needs_c
def test_a_short_segment_that_is_a_stream_itself_is_looked_at_alone():
    problem, spans = stream([90, 90], 2, dim=300, topic=4, sharpness=60.0)
    known = short_texts(problem, spans)
    assert [rule._inside_short(text) for text in known.values()] == [None, None]


@needs_c
def test_many_segments_are_measured_a_few_at_a_time(monkeypatch):
    problem, spans = stream([9] * 60, 4, sharpness=3.0, topic=3)
    boundaries = tuple(end for _, end in spans[:-1])
    together = rule.cut_again(problem, boundaries)
    monkeypatch.setattr(rule, "_TOGETHER", 7)
    assert rule.cut_again(problem, boundaries) == together
    assert len(together) > len(boundaries)


@needs_c
def test_a_segment_with_a_unit_without_direction_is_left_out():
    problem, spans = stream([20, 20], 5)
    rows = problem.rows[:]
    rows[30] = 0.0
    bare = replace(problem, rows=type(problem.rows)(rows))
    assert list(short_texts(bare, spans)) == spans[:1]


@needs_c
def test_segments_of_few_units_and_of_equal_ones_have_no_order():
    """Nothing is divided by zero on the way."""
    problem, spans = stream([1, 2, 3, 40], 6)
    rows = problem.rows[:]
    rows[6:] = rows[6]
    alike = replace(problem, rows=type(problem.rows)(rows))
    with np.errstate(all="raise"):
        assert [text.order for text in short_texts(alike, spans).values()] == [0.0] * 4


@needs_c
@pytest.mark.parametrize("dim", [100, 600])
@pytest.mark.parametrize("size", [15, 16, 17, 90])
def test_similarities_that_spread_little_draw_the_price_of_a_short_segment(size, dim):
    """From 16 units on, as in a text of its own: many dimensions, many words, no topics."""
    rng = np.random.default_rng(size)
    problem = Contrast().problem(rng.normal(size=(200, dim)), np.full(200, 30.0), UNLIMITED)
    ((_, text),) = short_texts(problem, [(3, 3 + size)]).items()
    profile = rule.measured_profile(inner_problem(problem, 3, 3 + size))
    assert text.prices[0] == pytest.approx(profile.prices[0], rel=1e-9)


@needs_c
def test_of_three_units_the_first_and_the_last_are_compared_too():
    """Alike at a distance of two, not of one: half of three units would be one."""
    rng = np.random.default_rng(1)
    unit, between = rng.normal(size=(2, 10, 12))
    vectors = np.stack([unit, between, unit + 0.1 * between], axis=1).reshape(30, 12)
    problem = Contrast().problem(vectors, np.full(30, 8.0), UNLIMITED)
    spans = [(start, start + 3) for start in range(0, 30, 3)]
    for (start, end), text in short_texts(problem, spans).items():
        profile = rule.measured_profile(inner_problem(problem, start, end))
        assert text.prices[0] == pytest.approx(profile.prices[0], rel=1e-9)
        assert profile.reaches[0] > 1.5


@needs_c
@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"start": -1}, "empty or outside"),
        ({"end": 2}, "empty or outside"),
        ({"end": 1}, "empty or outside"),
        ({"end": 13}, "empty or outside"),
        ({"widest": 4}, "no room"),
        ({"place": -1}, "no room"),
        ({"place": 5}, "no room"),
        ({}, None),
    ],
)
def test_segments_that_do_not_fit_are_refused_in_c(changed, message):
    """Nothing is read past the rows or written past the room that was given."""
    n, columns = 12, 14
    at = {"start": 2, "end": 12, "place": 4, "widest": 5} | changed
    starts, ends, places = (np.array([at[name]]) for name in ("start", "end", "place"))
    room = (np.empty(6), np.empty(at["widest"]), np.empty((6, columns)), np.empty(n * (n + 1)))
    given = (Rows(np.eye(n)).arguments, np.ones(n + 1), 1.0, 1, starts, ends, places)
    measure = native.extension().short_texts
    if message is None:
        measure(0, *given, at["widest"], columns, *room)
        return
    with pytest.raises(ValueError, match=message):
        measure(0, *given, at["widest"], columns, *room)


@needs_c
@pytest.mark.parametrize("engine", ENGINES)
def test_rows_of_any_length_are_measured_by_their_direction(engine, monkeypatch):
    """Those of a problem have norm one, which C does not rely on."""
    monkeypatch.setenv(native.ENGINE, engine)
    problem, spans = stream([30, 40], 8)
    lengths = np.random.default_rng(8).uniform(0.5, 2.0, 70)
    longer = replace(problem, rows=Rows(problem.rows[:] * lengths[:, None]))
    texts = [short_texts(given, spans) for given in (problem, longer)]
    for span in spans:
        expected, text = (known[span] for known in texts)
        assert text.order == pytest.approx(expected.order, abs=1e-9)
        assert text.kept.costs == pytest.approx(expected.kept.costs, abs=1e-9)
