"""Population costs on the sphere, by numerical integration.

In:  blocks on the sphere, and the cosine or the RBF kernel.
Out: E k(Y_i, Y_j) for every pair of blocks and every lag.

On the sphere both kernels are functions of the cosine, k = sum_j b_j P_j(u . v) with P_j the
Legendre polynomials of the dimension.  If u is distributed symmetrically around p, then
E P_j(u . v) = E P_j(u . p) P_j(p . v) (Funk and Hecke).  A projected Gaussian with mean kappa p
and covariance I is symmetric around p; with alpha_j(kappa) = E P_j(u . p),

    independent units:  E k = sum_j b_j alpha_j(kappa) alpha_j(kappa') P_j(p . p')
    correlation r:      given the first unit x = |x| u, the second is Gaussian around
                        eta = kappa' p' + r (x - kappa p) with covariance (1 - r^2) I, so E k is the
                        mean over x of sum_j b_j alpha_j(|eta| / sqrt(1 - r^2)) P_j(u . eta / |eta|)
"""

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.errors import OptionsError
from embed_kcpd.problem.kernels import Cosine, Rbf
from embed_kcpd.theory.population import KernelMeans
from embed_kcpd.theory.quadrature import gaussian_cloud, legendre, sphere_heights
from embed_kcpd.theory.sequences import SphereBlocks

NODES = 32
SIDE_NODES = 16
TABLE_NODES = 48
LARGEST_DEGREE = 60
NEGLIGIBLE = 1e-14

Pair = tuple[float, float, float, float]
"""kappa, kappa', the cosine of p and p', and the correlation r of two units."""

Alphas = Callable[[FloatArray], FloatArray]
"""kappa, any shape -> alpha_0, alpha_1, ... along a new first axis."""


def sphere_means(sphere: SphereBlocks, kernel: Cosine | Rbf) -> KernelMeans:
    """Expectations of a kernel between units of every two blocks at every lag."""
    blocks = sphere.blocks
    norms: FloatArray = np.sqrt(np.einsum("bd,bd->b", blocks.means, blocks.means))
    kappas: FloatArray = norms / blocks.roots[:, 0, 0]
    axes: FloatArray = blocks.means / np.where(norms > 0, norms, 1.0)[:, None]
    correlations = blocks.correlations
    reach = _reach(kappas, correlations, blocks.dim)
    table = np.full((len(kappas), len(kappas), len(correlations)), np.nan)
    for first, other, lag in np.ndindex(*table.shape):
        if lag or first == other:
            cosine = 1.0 if first == other else float(axes[first] @ axes[other])
            pair = (float(kappas[first]), float(kappas[other]), cosine, float(correlations[lag]))
            table[first, other, lag] = _kernel_mean(kernel, blocks.dim, pair, reach)
    return KernelMeans(table)


@lru_cache(maxsize=4096)
def _kernel_mean(kernel: Cosine | Rbf, dim: int, pair: Pair, reach: float) -> float:
    """Expected kernel of one pair; kept, since most pairs of blocks are alike."""
    coefficients = kernel_coefficients(kernel, dim)
    alphas = tabulated_alphas(dim, len(coefficients), reach)
    return float(coefficients @ pair_means(pair, dim, alphas))


def kernel_coefficients(kernel: Cosine | Rbf, dim: int) -> FloatArray:
    """b_j with k(u, v) = sum_j b_j P_j(u . v) on the unit sphere; they are never negative.

    >>> kernel_coefficients(Cosine(), 8).tolist()
    [0.0, 1.0]
    """
    if isinstance(kernel, Cosine):
        return np.array([0.0, 1.0])
    if kernel.gamma is None:
        raise OptionsError("a population cost needs an explicit gamma, not the median heuristic")
    steep = 2.0 * kernel.gamma
    values = np.array([_exponential_coefficient(j, steep, dim) for j in range(LARGEST_DEGREE)])
    values *= math.exp(-steep)
    kept = np.flatnonzero(values > NEGLIGIBLE)
    if kept[-1] == LARGEST_DEGREE - 1:
        raise OptionsError(f"gamma={kernel.gamma:g} is too sharp for the expansion on the sphere")
    return values[: kept[-1] + 1]


@lru_cache(maxsize=16)
def tabulated_alphas(dim: int, count: int, reach: float) -> Alphas:
    """alpha_j(kappa) for kappa up to ``reach``, interpolated.

    In t = kappa / sqrt(kappa^2 + dim) it is nearly the polynomial P_j(t), so few nodes do.
    """
    top = reach / math.sqrt(reach**2 + dim)
    nodes = (np.polynomial.chebyshev.chebpts1(TABLE_NODES) + 1.0) * top / 2.0
    columns = []
    for t in nodes:
        cloud = gaussian_cloud(dim, float(t * math.sqrt(dim / (1.0 - t**2))), NODES)
        columns.append(legendre(cloud.height, dim, count) @ cloud.weight)
    scaled = 2.0 * nodes / top - 1.0
    fit = np.polynomial.chebyshev.chebfit(scaled, np.array(columns), TABLE_NODES - 1)

    def alphas(kappa: FloatArray) -> FloatArray:
        t = kappa / np.sqrt(kappa**2 + dim)
        return np.asarray(np.polynomial.chebyshev.chebval(2.0 * t / top - 1.0, fit), np.float64)

    return alphas


def pair_means(pair: Pair, dim: int, alphas: Alphas) -> FloatArray:
    """E P_j(u . v) for j = 0, 1, ..."""
    kappa, other, cosine, correlation = pair
    if correlation == 1.0:
        return np.ones(len(alphas(np.zeros(1))))
    if correlation == 0.0:
        first, second = alphas(np.array(kappa)), alphas(np.array(other))
        return first * second * legendre(np.array(cosine), dim, len(first))
    cloud = gaussian_cloud(dim, kappa, NODES)
    aside, aside_weights = sphere_heights(dim - 1, SIDE_NODES) if cosine < 1.0 else ONE_SIDE
    height, radius = cloud.height[:, None], cloud.radius[:, None]
    level = np.sqrt(np.maximum(0.0, (1.0 - height**2) * (1.0 - cosine**2)))
    towards = height * cosine + level * aside
    inner = other * towards - correlation * kappa * height + correlation * radius
    squared = (
        other**2
        + (correlation * kappa) ** 2
        + (correlation * radius) ** 2
        - 2.0 * correlation * kappa * other * cosine
        + 2.0 * correlation * radius * (other * towards - correlation * kappa * height)
    )
    length: FloatArray = np.sqrt(np.maximum(squared, 1e-300))
    values = alphas(length / math.sqrt(1.0 - correlation**2))
    values *= legendre(np.clip(inner / length, -1.0, 1.0), dim, len(values))
    means: FloatArray = np.einsum("jcs,c,s->j", values, cloud.weight, aside_weights)
    return means


ONE_SIDE = (np.zeros(1), np.ones(1))
"""Where the two axes agree there is nothing beside them to integrate over."""


def _exponential_coefficient(j: int, steep: float, dim: int) -> float:
    """N_j Gamma(d/2) sum_i (a/2)^(2i+j) / (i! Gamma(i+j+d/2)): the coefficient of exp(a s)."""
    if steep == 0.0:
        return float(j == 0)
    harmonics = (
        math.log(2 * j + dim - 2)
        + math.lgamma(j + dim - 2)
        - math.lgamma(j + 1)
        - math.lgamma(dim - 1)
    )
    half = math.log(steep / 2.0)
    return math.fsum(
        math.exp(
            harmonics
            + math.lgamma(dim / 2)
            + (2 * i + j) * half
            - math.lgamma(i + 1)
            - math.lgamma(i + j + dim / 2)
        )
        for i in range(200)
    )


def _reach(kappas: FloatArray, correlations: FloatArray, dim: int) -> float:
    """The largest kappa at which alpha is ever asked for."""
    dependent = correlations[(correlations > 0) & (correlations < 1)]
    narrow = math.sqrt(1.0 - float(dependent.max()) ** 2) if len(dependent) else 1.0
    return (2.0 * float(kappas.max()) + math.sqrt(dim) + 20.0) / narrow
