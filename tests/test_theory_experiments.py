"""The studies: what they promise at a size that runs in seconds."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import naive
import naive_theory
from embed_kcpd.cli.app import app
from embed_kcpd.errors import InputError, OptionsError, OutputError
from embed_kcpd.problem.costs.gram import GramCost
from embed_kcpd.problem.kernels import Rbf
from embed_kcpd.problem.limits import Limits
from embed_kcpd.solvers import cheapest
from embed_kcpd.theory.experiments import (
    agreement,
    constants,
    deviation,
    localisation,
    oracle,
    stability,
)
from embed_kcpd.theory.experiments.ground import GROUNDS, three_blocks
from embed_kcpd.theory.experiments.registry import EXPERIMENTS
from embed_kcpd.theory.experiments.replicates import replicate
from embed_kcpd.theory.experiments.study import Plan, Study, shown, text, write_into
from embed_kcpd.theory.quantities import penalty_lower_bound
from embed_kcpd.theory.requirements import requirements


@st.composite
def grams(draw):
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    rows = rng.normal(size=(draw(st.integers(2, 9)), 2))
    return Rbf(0.5).gram(rows)


@given(grams())
def test_the_largest_deviation_is_the_largest_over_every_segment(gram):
    """Against a walk over all segments with the block cost written out."""
    other = Rbf(2.0).gram(np.arange(len(gram))[:, None] / 3.0)
    expected = naive_theory.largest_deviation(gram, other)
    found = deviation.largest_deviation(GramCost(gram), GramCost(other).matrix())
    assert found == pytest.approx(expected, abs=1e-9)


@given(grams())
def test_the_largest_gain_is_the_largest_over_every_split(gram):
    """Against a walk over all segments and all their splits."""
    expected = naive_theory.largest_gain(gram)
    assert stability.largest_gain(GramCost(gram)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("kind", GROUNDS)
@pytest.mark.parametrize(("n_units", "memory"), [(30, 0), (90, 3), (240, 20)])
def test_the_cost_that_is_searched_is_the_observed_one(kind, n_units, memory):
    """The same draw, the same costs and the same cheapest segmentation as from a Gram matrix."""
    ground = three_blocks(kind, n_units, memory)
    for seed in range(4):
        whole = ground.observed(np.random.default_rng(seed))
        fast = ground.observed_for_search(np.random.default_rng(seed))
        end = n_units - seed
        every = np.arange(end)
        assert fast.column(every, end) == pytest.approx(whole.column(every, end), abs=1e-9)
        for penalty in (0.5, 0.1 * n_units**0.5, 20.0):
            limits = Limits(min_size=1 + seed)
            slow = cheapest(whole, penalty, limits)
            found = cheapest(fast, penalty, limits)
            assert found.boundaries == slow.boundaries
            assert found.objective == pytest.approx(slow.objective, abs=1e-9)


def test_the_deviation_event_holds_at_least_as_often_as_the_lemma_says():
    """Every replicate, every truth, with and without memory."""
    study = deviation.run(Plan((30, 60), (0, 3), 20))
    for held, promised in zip(study.column("event held"), study.column("promised"), strict=True):
        assert held >= promised
    assert {"mean", "correlation", "sphere, RBF", "sphere, cosine"} == set(study.column("truth"))
    # The level is a bound, not a guess: something must come near it by a known factor.
    assert all(1 < ratio < 1000 for ratio in study.column("lambda_T / seen"))


def test_stationary_blocks_stay_whole_under_the_papers_penalty():
    """Proposition 4.10 at least as often as promised; a penalty below the gains seen fails."""
    study = stability.run(Plan((30, 60), (0, 3), 10))
    for held, promised in zip(study.column("held at A5"), study.column("promised"), strict=True):
        assert held >= promised
    assert min(study.column("held at that")) < 1.0


def test_the_oracle_inequality_holds_and_the_estimate_is_never_better_than_the_best():
    """Excess is not negative, below the remainder, and the best really is the least."""
    study = oracle.run(Plan((60,), (0, 3), 10))
    assert all(held == 1.0 for held in study.column("inequality held"))
    assert min(study.column("largest excess seen")) >= -1e-9
    assert max(study.column("largest excess seen")) > 0.0


def test_the_penalties_of_the_oracle_study_are_those_it_names():
    """A5 is the bound of the theorem, the practical one the paper's rule."""
    assert oracle.Case("A5", 60, 3).penalty == penalty_lower_bound(60, 3)
    assert oracle.Case("practical", 60, 3).penalty == pytest.approx(0.1 * np.sqrt(60 * np.log(60)))


def test_the_printed_remainder_exceeds_all_that_costs_can_add_up_to():
    """2 lambda_T T > 2 M T at every n and m: the inequality as printed cannot fail."""
    for m in (0, 1, 20):
        for n in (3, 10, 10**6):
            assert oracle.oracle_remainder(n, m) > 2.0 * n


def test_localisation_error_over_delta_falls_as_the_text_grows():
    """The promise of Theorem 4.12 in the study, without and with memory."""
    study = localisation.run(Plan((60, 480), (0, 2), 25))
    for memory in (0, 2):
        short, long = study.where("m", memory).column("mean error / delta_T")
        assert long < short / 2
    assert study.where("T", 480).column("within delta_T") == [1.0, 1.0]


def test_an_estimated_segment_can_hold_two_changes_that_are_both_localised():
    """Lemma A.4 denies it; one unit too early and one too late is enough."""
    true, found = (100, 200), (99, 201)
    assert localisation.localisation_error(true, found, 300) == 1
    assert localisation.is_overfull(true, found, 300)


@given(st.integers(30, 500), st.integers(0, 10**6))
def test_random_changes_leave_every_block_its_share(n_units, seed):
    first, second = localisation.spaced_boundaries(n_units, np.random.default_rng(seed))
    least = math.ceil(localisation.SPACING_SHARE * n_units)
    assert min(first, second - first, n_units - second) >= least


def test_closed_forms_agree_with_simulation_in_every_row():
    """No difference above five standard errors; C(n) exact to rounding."""
    study = agreement.run(Plan((30,), (0, 2), 60))
    assert max(study.column("largest z")) < 5.0
    assert max(study.column("C(n) formula off by")) < 1e-9


def test_every_constant_is_above_what_is_seen():
    """A printed bound below an observation would be a wrong theorem."""
    study = constants.run(Plan((40,), (0, 2), 8))
    ratios = [ratio for ratio in study.column("printed / seen") if ratio is not None]
    assert min(ratios) > 1.0
    needed = study.where("constant", "correction of Lemma A.2").column("seen")
    assert needed == pytest.approx([0.0, 0.0], abs=1e-9)


def test_the_smallest_lengths_grow_with_memory_and_fall_with_the_signal():
    study = requirements((0, 5), (2.0, 0.5))
    strong, weak, remembering, _ = study.column("A7' can hold from n =")
    assert strong < weak
    assert strong < remembering


def lucky_number(case, rngs):
    return [int(rng.integers(10**9)) + case for rng in rngs]


def test_replicates_do_not_depend_on_the_number_of_processes():
    """One process and two draw the same numbers in the same order."""
    cases = [0, 10**10]
    alone = replicate(lucky_number, cases, Plan((30,), (0,), 11), "test")
    shared = replicate(lucky_number, cases, Plan((30,), (0,), 11, workers=2), "test")
    assert alone == shared
    assert len(set(alone[0])) == 11
    assert [len(one) for one in alone] == [11, 11]
    assert {value % 10**10 for value in alone[0]}.isdisjoint(v - 10**10 for v in alone[1])


def test_a_failing_replicate_is_an_error_and_not_a_hole():
    with pytest.raises(ZeroDivisionError):
        replicate(failing, [0], Plan((30,), (0,), 4), "test")


def failing(case, rngs):
    return [1 // case for _ in rngs]


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_study_prints_its_table_and_draws_its_figure(name, tmp_path):
    """JSON with the command that repeats it, and a picture of the kind its name asks for."""
    picture = tmp_path / "study.svg"
    arguments = ["theory", "experiment", name, "--lengths", "30,33", "--memories", "0,1"]
    arguments += ["--replicates", "3", "--workers", "1", "--json", "--figure", str(picture)]
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    printed = json.loads(result.stdout)
    assert printed["name"] == name
    assert printed["command"].startswith(f"embed-kcpd theory experiment {name} --lengths 30,33")
    assert printed["rows"]
    assert picture.read_text(encoding="utf-8").lstrip().startswith("<?xml")


@pytest.mark.parametrize(
    ("file", "message"),
    [("x.foo", "its name must end in one of"), ("none/x.svg", "there is no folder")],
)
def test_a_figure_that_cannot_be_written_is_refused_before_the_work(
    file, message, tmp_path, monkeypatch
):
    """A study of minutes ended without its table."""
    pytest.importorskip("matplotlib")
    monkeypatch.setattr("embed_kcpd.theory.experiments.agreement.replicate", failing)
    arguments = ["theory", "experiment", "agreement", "--figure", str(tmp_path / file)]

    with pytest.raises(OutputError, match=message):
        CliRunner().invoke(app, arguments, catch_exceptions=False)


def test_the_same_study_gives_the_same_picture(tmp_path):
    """No date and no random identifiers: a page changes only when its numbers do."""
    study = requirements((0,), (2.0, 1.0))
    from embed_kcpd.theory.figures import draw_requirements

    for name in ("one.svg", "two.svg"):
        draw_requirements(study, tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_a_study_is_written_between_its_marks_and_nowhere_else(tmp_path):
    """The rest of the page stays as it was, and writing twice changes nothing."""
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- begin small -->\nold\n<!-- end small -->\nafter\n", "utf-8")
    study = Study("small", "Title", "make it", ("a", "b"), ((1, 2.5), (None, "x")), ("A note.",))
    write_into(page, study)
    once = page.read_text("utf-8")
    write_into(page, study)
    assert page.read_text("utf-8") == once
    assert once.startswith("before\n<!-- begin small -->\n")
    assert once.endswith("<!-- end small -->\nafter\n")
    assert "old" not in once
    assert "| 1 | 2.5 |\n|  | x |" in once


def test_a_printed_table_shows_every_number_whole():
    """Names wrap over their column, cells never do, and all lines are equally long."""
    study = Study("s", "Title", "c", ("a long name", "b"), ((28075718, 2.5), (None, "word")))
    title, _, *table = text(study).rstrip().split("\n")
    assert title == "Title"
    assert len({len(line) for line in table}) == 1
    assert [line.split() for line in table[:3]] == [
        ["a", "long"],
        ["name", "b"],
        ["-" * 10, "----"],
    ]
    assert table[3].split() == ["28,075,718", "2.5"]


def test_a_page_without_the_marks_is_an_error(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("nothing here", "utf-8")
    with pytest.raises(InputError, match="needs <!-- begin small -->"):
        write_into(page, Study("small", "", "", ("a",), ((1,),)))


def test_an_impossible_plan_is_an_error():
    for wrong in (
        {"lengths": ()},
        {"lengths": (5,)},
        {"memories": (-1,)},
        {"replicates": 1},
        {"workers": 0},
    ):
        with pytest.raises(OptionsError):
            Plan(**{"lengths": (30,), "memories": (0,), "replicates": 2, **wrong})


def test_the_studies_are_listed_when_none_is_named():
    result = CliRunner().invoke(app, ["theory", "experiment"])
    assert all(name in result.stdout for name in EXPERIMENTS)


def test_the_naive_population_objective_is_the_solvers():
    """The least objective on expected costs, by enumeration."""
    case = oracle.Case("practical", 8, 1)
    (outcome,) = oracle.draw(case, [np.random.default_rng(0)])
    ground = oracle.mean_ground(8, 1, oracle.thirds(8))
    gram = ground.means.gram(ground.truth.labels)
    least = naive.cheapest(8, lambda s, e: naive.gram_cost(gram, s, e), [case.penalty] * 8)
    assert outcome.best == pytest.approx(least)
    assert shown(outcome.excess)


@pytest.mark.parametrize("asked", [["experiment", "deviation"], ["memory", "no"], ["sets", "no"]])
def test_a_page_without_the_marks_is_told_before_the_study_runs(tmp_path, asked):
    """A study of minutes must not end with a page that has no place for its table."""
    page = tmp_path / "page.md"
    page.write_text("# A page\n")
    told = CliRunner().invoke(app, ["theory", *asked, "--into", str(page)])
    assert isinstance(told.exception, InputError)
    assert "page.md needs <!-- begin" in str(told.exception)
