"""The ground all studies stand on: one truth of each kind, with its kernel and population cost.

In:  a kind, a length, a memory, boundaries.
Out: the truth, the cost observed on a draw, the population cost.

Eight dimensions and unit variances; the RBF kernel has gamma 1/16, the median heuristic for
independent units, and bound M = 1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from embed_kcpd.problem.costs.gram import GramCost
from embed_kcpd.problem.costs.protocol import SegmentCost
from embed_kcpd.problem.kernels import Cosine, Rbf
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.problem.objectives import Paper
from embed_kcpd.theory.population import KernelMeans, rbf_means
from embed_kcpd.theory.sequences import GaussianBlocks, KnownTruth
from embed_kcpd.theory.sphere import sphere_means
from embed_kcpd.theory.truths import correlation_change, mean_change, topic_change

DIM = 8
GAMMA = 1.0 / (2 * DIM)
SPHERE_KERNEL = Rbf(1.0)
DISTANCE = 3.0
"""Between neighbouring means, in standard deviations of one coordinate."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A truth, the kernel its sequences are judged by, and the expectations of that kernel."""

    truth: KnownTruth
    kernel: Rbf | Cosine
    means: KernelMeans

    @property
    def population(self) -> GramCost:
        return self.means.cost(self.truth.labels)

    @property
    def signal(self) -> float:
        """The least signal, Delta_*^2; zero where nothing changes."""
        return float(self.means.signals.min(initial=np.inf)) if self.truth.boundaries else 0.0

    def observed(self, rng: np.random.Generator) -> GramCost:
        """The cost of a fresh draw."""
        return GramCost(self.kernel.gram(self.truth.draw(rng)))

    def observed_for_search(self, rng: np.random.Generator) -> SegmentCost:
        """The same cost of the same draw without a Gram matrix: searched in C, in less memory."""
        rows = self.truth.draw(rng)
        problem = Paper(self.kernel).problem(rows, np.ones(len(rows)), UNLIMITED)
        return problem.cost


def mean_ground(n_units: int, memory: int, boundaries: tuple[int, ...]) -> Ground:
    """Neighbouring means ``DISTANCE`` apart."""
    truth = mean_change(n_units, boundaries, dim=DIM, distance=DISTANCE, memory=memory)
    return _gaussian(truth)


def correlation_ground(n_units: int, memory: int, boundaries: tuple[int, ...]) -> Ground:
    """Equal means and marginals; correlations of 0.9 change sign."""
    truth = correlation_change(n_units, boundaries, pairs=DIM // 2, correlation=0.9, memory=memory)
    return _gaussian(truth)


def topic_ground(n_units: int, memory: int, boundaries: tuple[int, ...]) -> Ground:
    """Topics on the sphere under the RBF kernel."""
    truth = topic_change(n_units, boundaries, dim=DIM, noise=1.4, memory=memory)
    return Ground(truth, SPHERE_KERNEL, sphere_means(truth, SPHERE_KERNEL))


def cosine_ground(n_units: int, memory: int, boundaries: tuple[int, ...]) -> Ground:
    """Topics on the sphere under the cosine kernel, which Assumption A2 excludes."""
    truth = topic_change(n_units, boundaries, dim=DIM, noise=1.4, memory=memory)
    return Ground(truth, Cosine(), sphere_means(truth, Cosine()))


GROUNDS: dict[str, Callable[[int, int, tuple[int, ...]], Ground]] = {
    "mean": mean_ground,
    "correlation": correlation_ground,
    "sphere, RBF": topic_ground,
    "sphere, cosine": cosine_ground,
}


@lru_cache(maxsize=4)
def three_blocks(kind: str, n_units: int, memory: int) -> Ground:
    """Three blocks of nearly equal size; kept, since one process draws many parts of a case."""
    return GROUNDS[kind](n_units, memory, thirds(n_units))


def thirds(n_units: int) -> tuple[int, ...]:
    """Two boundaries that cut n units into three blocks of nearly equal size."""
    return n_units // 3, 2 * n_units // 3


def _gaussian(truth: GaussianBlocks) -> Ground:
    return Ground(truth, Rbf(GAMMA), rbf_means(truth, GAMMA))
