"""What is asked for arrives: options, words and prices reach the place that uses them."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from embed_kcpd import (
    Contrast,
    PathRange,
    Settings,
    TextScale,
    segment,
    segment_units,
    segment_units_path,
    segment_vectors,
    segment_vectors_path,
)
from embed_kcpd.cli.app import app
from embed_kcpd.encoders import names as encoder_names
from embed_kcpd.encoders.models import loading
from embed_kcpd.encoders.models.pretrained import MiniLm
from embed_kcpd.granularity.text_scale.reach import reach_profile
from embed_kcpd.granularity.text_scale.rule import FROM_CONSENSUS
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.solvers import cheapest
from embed_kcpd.text.words import count_words
from test_granularity import blocks
from test_pipeline import SOIL, STARS
from tiny_models import tiny_model

MODEL, CONTENTS, _ = tiny_model()
TEXT = " ".join([*SOIL, *STARS] * 3)


class Tiny(MiniLm):
    """A built-in model small enough to be made in a test."""

    model = MODEL


def subjects(names, n_units=10):
    """Lines about one subject after the other; a name with a hyphen shares half its words."""
    rng = np.random.default_rng(0)
    return [
        " ".join(f"{part}{rng.integers(4)}{part}" for part in name.split("-") for _ in range(4))
        for name in names
        for _ in range(n_units)
    ]


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine of its own on which the model ``tiny`` is ready; the folder of its cache."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("EMBED_KCPD_CACHE", str(folder))
    monkeypatch.setenv("EMBED_KCPD_OFFLINE", "1")
    monkeypatch.setitem(encoder_names.PRETRAINED, "tiny", Tiny())
    for name, content in CONTENTS.items():
        (tmp_path / name).write_bytes(content)
    assert run("download", "tiny", "--from", tmp_path).exit_code == 0
    return folder


@pytest.fixture
def sample(tmp_path):
    path = tmp_path / "sample.txt"
    path.write_text(TEXT)
    return path


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def run_json(*arguments):
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.exception
    return json.loads(result.stdout)


class Watched:
    """The default objective, and the words it was given."""

    name = "watched"
    paper_scale = None
    has_text_scale = True
    words = None

    def problem(self, vectors, words, limits):
        self.words = words
        return Contrast().problem(vectors, words, limits)


def test_the_words_of_a_text_reach_the_objective_and_the_price(encoder):
    """Nothing but the number of words tells a long sentence from a short one."""
    units = [*SOIL, *STARS, "Yes.", "The long last sentence of this text has ten words in it."]
    objective = Watched()
    result = segment_units(units, Settings(encoder=encoder, objective=objective))
    assert objective.words.tolist() == count_words(units).tolist()
    assert result.explain().evidence.words_per_unit == pytest.approx(count_words(units).mean())
    same = segment(TEXT, Settings(encoder=encoder)).explain().evidence
    assert same.words_per_unit == pytest.approx(count_words([*SOIL, *STARS]).mean())


def test_words_change_the_price_of_a_boundary():
    """Vectors alone count as twenty words; other lengths have another price."""
    vectors = blocks([10] * 6, dim=50, noise=1.3)
    prices = [
        segment_vectors(vectors, words=words).explain().price
        for words in (None, np.full(60, 20.0), np.full(60, 5.0))
    ]
    assert prices[0] == prices[1]
    assert prices[2] != pytest.approx(prices[0], rel=0.05)


def test_the_price_of_the_consensus_is_the_price_that_is_reported_and_used():
    """Where the consensus moves away from the measured price, so does everything after it.

    The segmentation is the optimum at the prices of the decision, and the penalty it reports
    is not the measured one.
    """
    moved = 0
    for seed in range(12):
        vectors = blocks([3, 5, 12, 4, 20, 6, 9, 3, 8, 10], seed=seed, dim=50, noise=1.8)
        problem = Contrast().problem(vectors, np.full(80, 20.0), UNLIMITED)
        decision = TextScale(consensus_threshold=0.0).decide(problem)
        measured = reach_profile(problem.rows, problem.weights, problem.words).prices
        factors = (decision.prices - problem.evidence)[1:] / measured[1:]
        assert factors == pytest.approx(factors[0])
        assert decision.notes["penalty"] == pytest.approx(np.median(measured) * factors[0], rel=0.2)
        if decision.segmentation.boundaries:
            assert decision.explanation.rule == FROM_CONSENSUS
            best = cheapest(problem.cost, decision.prices, UNLIMITED)
            assert best.objective == pytest.approx(decision.segmentation.objective)
            moved += abs(factors[0] - 1.0) > 0.05
    assert moved >= 3


def test_levels_reach_the_result(tmp_path, monkeypatch, encoder):
    """One level has no hierarchy; three have one, and what is printed shows it."""
    monkeypatch.setattr("embed_kcpd.cli.choices.chosen_encoder", lambda *_, **__: encoder)
    sample = tmp_path / "parts.txt"
    sample.write_text("\n".join(subjects(["soil", "soil-worms", "stars", "stars-light"])))
    alone = run_json("segment", sample, "--unit", "lines", "--segments", 4)
    nested = run_json("segment", sample, "--unit", "lines", "--segments", 4, "--levels", 3)
    assert alone["hierarchy"] is None
    assert 1 < len(nested["hierarchy"]["levels"]) <= 3
    assert nested["boundaries"] == alone["boundaries"]
    asked = ("segment", sample, "--unit", "lines", "--segments", 4, "--levels")
    assert run(*asked, 1).stdout != run(*asked, 3).stdout


def test_threads_reach_the_model(machine, sample, monkeypatch):
    """The model is loaded with as many threads as were asked for."""
    seen = []
    opened = loading.open_session

    def watched(model, precision, threads, *others):
        seen.append(threads)
        return opened(model, precision, threads, *others)

    monkeypatch.setattr(loading, "open_session", watched)
    for threads in (1, 3):
        run_json("segment", sample, "--encoder", "tiny", "--threads", threads, "--no-cache")
    assert seen == [1, 3]
    refused = run("segment", sample, "--encoder", "tiny", "--threads", 0)
    assert "threads must be a whole number from 1 on" in str(refused.exception)


def test_no_cache_neither_reads_nor_stores_vectors(machine, sample):
    """Without the option the vectors are kept; with it the machine is left as it was."""
    first = run_json("segment", sample, "--encoder", "tiny", "--no-cache")
    assert run_json("cache", "info")["entries"] == 0
    second = run_json("segment", sample, "--encoder", "tiny")
    assert run_json("cache", "info")["entries"] >= len({*SOIL, *STARS})
    assert second["boundaries"] == first["boundaries"]


def test_the_name_of_the_encoder_reaches_the_provenance(machine, sample):
    made_by = run_json("segment", sample, "--encoder", "tiny")["provenance"]["encoder"]
    assert made_by.startswith("tiny/int8/ctranslate2")
    unknown = run("segment", sample, "--encoder", "huge")
    assert "no encoder is called 'huge'" in str(unknown.exception)


def test_the_lowest_and_highest_penalty_bound_the_path(machine, sample):
    """Steps outside the range are not listed, and those at its ends are cut to it."""
    whole = run_json("path", sample, "--encoder", "tiny")["steps"]
    middle = [step["lowest"] for step in whole][1:-1]
    low, high = sorted((middle[-1], middle[0]))
    assert low < high
    options = ("--lowest", low, "--highest", high)
    part = run_json("path", sample, "--encoder", "tiny", *options)["steps"]
    assert 0 < len(part) < len(whole)
    assert min(step["lowest"] for step in part) == pytest.approx(low)
    assert max(step["highest"] for step in part) == pytest.approx(high)


def test_own_vectors_reach_every_function_that_takes_a_text():
    """No encoder is asked where the vectors are given: segmentation, path, of text or units."""
    units = [*SOIL, *STARS]
    vectors = blocks([len(SOIL), len(STARS)], dim=30, noise=0.5)
    settings = Settings(encoder=refusing, confidence=False)
    within = PathRange(lowest=0.5, highest=9.0)
    expected = segment_vectors(vectors, settings, words=count_words(units)).boundaries
    assert segment_units(units, settings, vectors=vectors).boundaries == expected
    path = segment_units_path(units, settings, vectors=vectors, within=within)
    assert (path.lowest, path.highest) == (0.5, 9.0)
    same = segment_vectors_path(vectors, settings, words=count_words(units), within=within)
    assert [step.segmentation for step in path.steps] == [step.segmentation for step in same.steps]


def refusing(texts):
    """An encoder that must not be asked."""
    raise AssertionError(texts)
