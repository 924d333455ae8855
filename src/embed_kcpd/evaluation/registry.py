"""Every method the bench knows, by name.

Names exist at the edge only: the command line and the JSON.  Inside, a method is an object.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from embed_kcpd.errors import OptionsError
from embed_kcpd.evaluation.baselines import BASELINES
from embed_kcpd.evaluation.methods import Learner, Method
from embed_kcpd.evaluation.ours import Default
from embed_kcpd.evaluation.paper_method import PAPER_MIN_SIZE, OracleCount, PaperMethod
from embed_kcpd.problem.kernels import Cosine, Rbf
from embed_kcpd.problem.objectives import Contrast, Paper


@dataclass(frozen=True, slots=True)
class Entry:
    """How to make a method, and what its row says about it."""

    make: Callable[[], Method | Learner]
    kernel: str | None = None
    objective: str | None = None


def _paper(kernel: Cosine | Rbf) -> Entry:
    def make() -> Method:
        return PaperMethod(f"kcpd-{kernel.name}", Paper(kernel))

    return Entry(make, kernel.name, Paper.name)


def _paper_count(kernel: Cosine | Rbf) -> Entry:
    def make() -> Method:
        return OracleCount(f"kcpd-{kernel.name}-count", Paper(kernel), PAPER_MIN_SIZE)

    return Entry(make, kernel.name, Paper.name)


OURS: Mapping[str, Entry] = {
    "kcpd-cosine": _paper(Cosine()),
    "kcpd-rbf": _paper(Rbf()),
    "embed-kcpd": Entry(Default, Cosine.name, Contrast.name),
    "kcpd-cosine-count": _paper_count(Cosine()),
    "kcpd-rbf-count": _paper_count(Rbf()),
    "embed-kcpd-count": Entry(lambda: Default(needs_count=True), Cosine.name, Contrast.name),
}
"""The paper's method with both kernels, our default, and all three told the number of segments."""


def registry() -> Mapping[str, Entry]:
    """Ours first, then the baselines."""
    return {**OURS, **{name: Entry(make) for name, make in BASELINES.items()}}


def entry(name: str) -> Entry:
    """The entry of one method, or an error that lists them all."""
    known = registry()
    if name not in known:
        raise OptionsError(f"no method is called {name!r}; choose from {', '.join(known)}")
    return known[name]
