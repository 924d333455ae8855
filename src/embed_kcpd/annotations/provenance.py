"""How a result was made, in plain JSON values: enough to make it again.

In:  the problem, the decision, and what stood before them.
Out: a dictionary of strings, numbers, lists and dictionaries.
"""

import math
from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from embed_kcpd.granularity.protocol import Decision
from embed_kcpd.problem.kernels import Rbf
from embed_kcpd.problem.limits import Limits
from embed_kcpd.problem.objectives import Contrast, Problem
from embed_kcpd.version import __version__, installed_version

PACKAGES = ("sentencex", "py3langid", "ctranslate2", "tokenizers")
"""Packages beside NumPy whose version can change a result."""

SAID_OF_VECTORS = ("half_weight_words", "topic_sharpness")
"""What the encoder or the objective may say of the vectors."""


def provenance(problem: Problem, decision: Decision) -> dict[str, object]:
    """What the vectors were judged by and cut with."""
    kernel = problem.kernel
    made: dict[str, object] = {"objective": problem.objective.name, "kernel": kernel.name}
    if isinstance(kernel, Rbf):
        made["gamma"] = "median" if kernel.gamma is None else kernel.gamma
    if isinstance(problem.objective, Contrast):
        said = {name: getattr(problem.objective, name) for name in SAID_OF_VECTORS}
        made.update({name: value for name, value in said.items() if value is not None})
    made["penalty"] = decision.notes.get("penalty")
    made["granularity"] = dict(decision.notes)
    if problem.is_talk:
        made["spoken"] = True
    made["limits"] = limits_values(problem.limits)
    made["versions"] = dict(versions())
    return {name: _plain(value) for name, value in made.items()}


def _plain(value: object) -> object:
    """The same with numbers and lists of Python, which JSON can hold, for those of NumPy.

    >>> _plain({"n_segments": np.int64(3)})
    {'n_segments': 3}
    """
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return value.tolist() if isinstance(value, np.generic | np.ndarray) else value


def limits_values(limits: Limits) -> dict[str, object]:
    """The limits without the sizes of the units, which follow from the text."""
    described: dict[str, object] = {"min_size": limits.min_size, "max_size": limits.max_size}
    for budget in limits.budgets:
        most = None if math.isinf(budget.most) else budget.most
        described[budget.measure] = {"least": budget.least, "most": most}
    if limits.forced:
        described["forced"] = sorted(limits.forced)
    if limits.forbidden:
        described["forbidden"] = sorted(limits.forbidden)
    return described


@lru_cache(maxsize=1)
def versions() -> Mapping[str, str]:
    """This package and those whose version can change a result."""
    # NumPy knows its own; its metadata holds every licence and takes 4 ms to read.
    own = {"embed-kcpd": __version__, "numpy": np.__version__}
    return own | {name: installed_version(name) or "not installed" for name in PACKAGES}
