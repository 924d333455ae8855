"""Population costs: the expectation of a segment cost, in closed form.

In:  Gaussian blocks and a kernel.
Out: E k(Y_i, Y_j) for every pair of blocks and every lag, and from it C(s, e) exactly.

Two units at lag l have noise of correlation r_l, so their difference is Gaussian with mean
``mu - mu'`` and covariance ``V = A A^T + A' A'^T - r_l (A A'^T + A' A^T)``, and

    E exp(-gamma |X - Y|^2) = det(I + 2 gamma V)^(-1/2) exp(-gamma d^T (I + 2 gamma V)^(-1) d)

with d = mu - mu'.  The cost is linear in the Gram matrix, so the expected Gram matrix goes
through the same ``GramCost`` as an observed one.
"""

from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.errors import OptionsError
from embed_kcpd.problem.costs.gram import GramCost
from embed_kcpd.theory.sequences import GaussianBlocks


@dataclass(frozen=True, slots=True, eq=False)
class KernelMeans:
    """``table[b, c, l]`` is E k of a unit of block b and one of block c at lag l.

    The last lag, memory + 1, stands for all longer ones, where units are independent.  Lag 0 of
    two different blocks cannot occur and holds NaN.
    """

    table: FloatArray

    @property
    def memory(self) -> int:
        return int(self.table.shape[2]) - 2

    @property
    def signals(self) -> FloatArray:
        """Delta_k^2 of Assumption A3: squared distance of neighbouring mean embeddings."""
        far = self.table[:, :, -1]
        own = np.diagonal(far)
        return own[:-1] + own[1:] - 2.0 * np.diagonal(far, offset=1)

    def by_lag(self, block: int) -> FloatArray:
        """c_0, ..., c_m, c_infinity of one block, as the stability proof calls them."""
        return np.array(self.table[block, block])

    def gram(self, labels: IntArray) -> FloatArray:
        """The expected Gram matrix of units that lie in these blocks."""
        at = np.arange(len(labels))
        lags = np.minimum(np.abs(at[:, None] - at), self.memory + 1)
        return np.array(self.table[labels[:, None], labels[None, :], lags])

    def cost(self, labels: IntArray) -> GramCost:
        """The population cost C(s, e) of every segment."""
        return GramCost(self.gram(labels))


def rbf_means(blocks: GaussianBlocks, gamma: float) -> KernelMeans:
    """Expectations of ``exp(-gamma |x - y|^2)``, in closed form."""
    if not gamma > 0:
        raise OptionsError(f"gamma must be above 0, got {gamma:g}")
    count = len(blocks.means)
    correlations = blocks.correlations
    table = np.full((count, count, len(correlations)), np.nan)
    for first in range(count):
        for other in range(first, count):
            for lag, correlation in enumerate(correlations):
                if lag or first == other:
                    mean = _rbf_mean(blocks, gamma, first, other, float(correlation))
                    table[first, other, lag] = table[other, first, lag] = mean
    return KernelMeans(table)


def stationary_cost(size: int, by_lag: FloatArray) -> float:
    """C(n) of a stationary segment, the formula (Cn) of the stability proof.

    C(n) = (n - 1) c_0 - (2 / n) sum_{l=1}^{n-1} (n - l) c_l, with c_l = c_infinity beyond m.

    >>> stationary_cost(2, np.array([1.0, 0.25]))
    0.75
    """
    lags = np.arange(1, size)
    means = by_lag[np.minimum(lags, len(by_lag) - 1)]
    return float((size - 1) * by_lag[0] - 2.0 / size * ((size - lags) @ means))


def stationary_cost_by_excess(size: int, by_lag: FloatArray) -> float:
    """The same C(n) after the proof's substitution delta_l = c_l - c_infinity.

    C(n) = (n - 1)(c_0 - c_infinity) - 2 sum_{l=1}^{min(n-1, m)} (1 - l / n) delta_l.

    >>> stationary_cost_by_excess(2, np.array([1.0, 0.25]))
    0.75
    """
    far = by_lag[-1]
    lags = np.arange(1, min(size, len(by_lag) - 1))
    excess = by_lag[lags] - far
    return float((size - 1) * (by_lag[0] - far) - 2.0 * ((1.0 - lags / size) @ excess))


def _rbf_mean(
    blocks: GaussianBlocks, gamma: float, first: int, other: int, correlation: float
) -> float:
    """The expected kernel of a unit of each of two blocks whose noise correlates this much."""
    left, right = blocks.roots[first], blocks.roots[other]
    cross = left @ right.T
    spread = left @ left.T + right @ right.T - correlation * (cross + cross.T)
    inflated = np.eye(blocks.dim) + 2.0 * gamma * spread
    gap = blocks.means[first] - blocks.means[other]
    exponent = -gamma * gap @ np.linalg.solve(inflated, gap)
    return float(np.exp(exponent) / np.sqrt(np.linalg.det(inflated)))
