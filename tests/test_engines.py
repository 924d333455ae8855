"""The public functions give the same answers with the search in C and in NumPy."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from embed_kcpd import (
    Budget,
    Limits,
    Paper,
    PaperRule,
    PathRange,
    SegmentCount,
    Settings,
    segment_vectors,
    segment_vectors_path,
)
from embed_kcpd.arrays import unit_rows
from embed_kcpd.native import SWITCH
from embed_kcpd.problem.costs.gram import GramCost
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.kernels import Rbf
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.solvers import penalty_path
from test_granularity import blocks
from test_wiring import subjects

VECTORS = blocks([9, 14, 5, 30, 12, 8, 22, 17, 6, 11] * 4, dim=40, noise=1.4)
"""Longer than what is solved by one matrix of costs, so that the search itself runs."""

SIZES = Budget(tuple(float(1 + unit % 7) for unit in range(len(VECTORS))), 0.0, 160.0)

CASES = {
    "default": Settings(levels=3),
    "limits": Settings(limits=Limits(min_size=3, max_size=25, budgets=(SIZES,))),
    "count": Settings(granularity=SegmentCount(23)),
    "paper": Settings(objective=Paper(), granularity=PaperRule()),
    "rbf": Settings(objective=Paper(Rbf()), granularity=PaperRule()),
}


@pytest.mark.parametrize("case", CASES)
def test_both_engines_give_the_same_segmentation(case, monkeypatch):
    """Objectives to rounding, and with them boundaries, probabilities and levels."""
    results = {}
    for switch in ("1", "0"):
        monkeypatch.setenv(SWITCH, switch)
        results[switch] = segment_vectors(VECTORS, CASES[case])
    native, plain = results["1"], results["0"]
    assert plain.objective == pytest.approx(native.objective, rel=1e-9)
    assert plain.boundaries == native.boundaries
    assert plain.probabilities == pytest.approx(native.probabilities, abs=1e-6)
    if native.hierarchy is not None:
        levels = [
            [one.segmentation.boundaries for one in r.hierarchy.levels] for r in (native, plain)
        ]
        assert levels[0] == levels[1]


def test_both_engines_give_the_same_path(monkeypatch):
    objectives = []
    for switch in ("1", "0"):
        monkeypatch.setenv(SWITCH, switch)
        path = segment_vectors_path(VECTORS, within=PathRange(lowest=1.0, highest=40.0))
        objectives.append([(step.n_segments, step.segmentation.objective) for step in path.steps])
    assert np.array(objectives[0]) == pytest.approx(np.array(objectives[1]), rel=1e-9)


def test_a_process_without_the_search_in_c_cuts_the_same(tmp_path):
    """The switch is read by the whole program: the same JSON but for what made it."""
    script = tmp_path / "cut.py"
    script.write_text(
        "import sys\n"
        "from conftest import WordHashing\n"
        "from embed_kcpd import Settings, segment_units\n"
        "from embed_kcpd.outputs import as_json\n"
        "units = sys.stdin.read().splitlines()\n"
        "sys.stdout.write(as_json(segment_units(units, Settings(encoder=WordHashing()))))\n"
    )
    names = [name + number for number in "abcdefgh" for name in ("soil", "stars", "bread")]
    units = "\n".join(subjects(names, n_units=14))
    results = []
    for switch in ("1", "0"):
        environment = {**os.environ, SWITCH: switch, "PYTHONPATH": str(Path(__file__).parent)}
        done = subprocess.run(
            [sys.executable, str(script)],
            input=units,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        results.append(json.loads(done.stdout))
    native, plain = results
    assert plain["boundaries"] == native["boundaries"]
    assert len(native["boundaries"]) > 1
    assert plain["objective"] == pytest.approx(native["objective"], rel=1e-9)
    assert plain["explanation"]["price"] == pytest.approx(native["explanation"]["price"], rel=1e-9)


@pytest.mark.parametrize("limits", [UNLIMITED, Limits(min_size=2, max_size=9)])
def test_a_matrix_of_costs_has_the_path_of_the_vectors_it_was_made_from(limits, monkeypatch):
    """Costs that are neither of vectors nor of a Gaussian kernel take a way of their own."""
    rows = unit_rows(blocks([4, 6, 3, 7], dim=12, noise=1.0))
    prices = np.linspace(0.0, 0.3, len(rows))
    for switch in ("1", "0"):
        monkeypatch.setenv(SWITCH, switch)
        paths = [
            penalty_path(cost, prices, limits)
            for cost in (LinearCost(rows), GramCost(rows @ rows.T))
        ]
        own, given = ([step.segmentation.objective for step in path.steps] for path in paths)
        assert given == pytest.approx(own, abs=1e-9)
        counts = [[step.n_segments for step in path.steps] for path in paths]
        assert counts[0] == counts[1]
