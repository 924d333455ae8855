"""The parts of written pages that are made from measured results.

In:  ``benchmarks/results/``, the study of the simulation.
Out: tables and sentences that stand between the marks of their page.
"""

import json
from pathlib import Path

from embed_kcpd.evaluation import datasets
from generator.benchmarks import RESULTS, grid

STUDY = Path(__file__).parent.parent / "figures" / "simulation" / "study.json"

README_RULES = (
    "text scale (default)",
    "paper's rule",
    "percentile 95",
    "no boundary",
    "random, true number",
)
"""What the README shows of the granularity table."""


def data_sources() -> str:
    """Where each data set can be had, and its file in the folder of data sets."""
    rows = [
        [name, place, datasets.ORIGINS[place.partition("/")[0]]]
        for name, place in datasets.FILES.items()
    ]
    return grid(["set", "file", "from"], rows)


def simulation_table() -> str:
    """Pk and WindowDiff of each rule at each length."""
    rows = json.loads(STUDY.read_text(encoding="utf-8"))
    lengths = sorted({row["n_units"] for row in rows})
    rules = list(dict.fromkeys(row["rule"] for row in rows))
    cells = {(row["rule"], row["n_units"]): f"{row['pk']:.1f} / {row['wd']:.1f}" for row in rows}
    table = [[rule, *(cells[rule, length] for length in lengths)] for rule in rules]
    return grid(["Pk / WindowDiff (%)", *(f"T = {length}" for length in lengths)], table)


def confidence_verdict() -> str:
    """What the calibration measured, in its own words."""
    result = json.loads((RESULTS / "confidence.json").read_text(encoding="utf-8"))
    return "\n".join(result["notes"])


def readme_table() -> str:
    """Pk of a few rules on every set; a dash where a set was not measured."""
    measured = json.loads((RESULTS / "granularity" / "rows.json").read_text(encoding="utf-8"))
    rows = measured["errors"]
    sets = list(dict.fromkeys(row["set"] for row in rows))
    cells = {(row["rule"], row["set"]): f"{row['pk']:.1f}" for row in rows}
    table = [[rule, *(cells.get((rule, name)) for name in sets)] for rule in README_RULES]
    return grid(["Pk (%)", *sets], table)
