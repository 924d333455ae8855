"""Gauss quadrature for directions: nodes on the sphere and around a Gaussian.

In:  a dimension, and how far a Gaussian's mean lies from the origin.
Out: nodes and weights that sum to one.

Golub and Welsch: the nodes of a Gauss rule are the eigenvalues of the tridiagonal matrix of its
polynomials' recurrence, the weights the squared first entries of the eigenvectors.
"""

from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import FloatArray

NEAR = 7.0
"""Below this distance from the origin a Gaussian is integrated in polar coordinates."""


@dataclass(frozen=True, slots=True, eq=False)
class Cloud:
    """Nodes of a Gaussian around kappa p: ``height`` is x . p / |x|, ``radius`` is |x|."""

    height: FloatArray
    radius: FloatArray
    weight: FloatArray


def gaussian_cloud(dim: int, kappa: float, nodes: int) -> Cloud:
    """The Gaussian with mean kappa p and covariance I in ``dim`` dimensions."""
    return _polar_cloud(dim, kappa, nodes) if kappa < NEAR else _axial_cloud(dim, kappa, nodes)


def sphere_heights(dim: int, nodes: int) -> tuple[FloatArray, FloatArray]:
    """One coordinate of a uniform direction: density proportional to (1 - s^2)^((dim - 3) / 2).

    >>> heights, weights = sphere_heights(3, 8)
    >>> round(float(weights @ heights**2), 12) == round(1 / 3, 12)
    True
    """
    order = np.arange(1.0, nodes)
    half = (dim - 2) / 2.0
    with np.errstate(divide="ignore", invalid="ignore"):
        squares = order * (order + 2 * half - 1) / (4 * (order + half) * (order + half - 1))
    if dim == 2:
        squares[0] = 0.5
    return _golub_welsch(np.zeros(nodes), np.sqrt(squares))


def legendre(heights: FloatArray, dim: int, count: int) -> FloatArray:
    """P_0 to P_{count-1} of the dimension at each height, first axis the degree; P_j(1) = 1.

    >>> legendre(np.array([0.5]), 3, 3)[:, 0].tolist()
    [1.0, 0.5, -0.125]
    """
    values = np.ones((count, *heights.shape))
    if count > 1:
        values[1] = heights
    for j in range(1, count - 1):
        rising = (2 * j + dim - 2) * heights * values[j] - j * values[j - 1]
        values[j + 1] = rising / (j + dim - 2)
    return values


def _polar_cloud(dim: int, kappa: float, nodes: int) -> Cloud:
    """Height and radius: the density is smooth in both, also at the origin."""
    heights, height_weights = sphere_heights(dim, 2 * nodes)
    middle = np.sqrt(kappa**2 + dim)
    low, high = max(0.0, middle - 8.0), middle + 8.0
    at, radius_weights = np.polynomial.legendre.leggauss(nodes)
    radii: FloatArray = low + (high - low) * (at + 1.0) / 2.0
    log_density = (dim - 1) * np.log(radii) - radii**2 / 2.0 + kappa * np.outer(heights, radii)
    density = np.exp(log_density - log_density.max())
    weight = height_weights[:, None] * radius_weights * density
    shape = weight.shape
    return Cloud(
        np.broadcast_to(heights[:, None], shape).ravel(),
        np.broadcast_to(radii, shape).ravel(),
        weight.ravel() / weight.sum(),
    )


def _axial_cloud(dim: int, kappa: float, nodes: int) -> Cloud:
    """Along the axis a normal, across it a chi-square: exact far from the origin."""
    along, along_weights = np.polynomial.hermite_e.hermegauss(nodes)
    order: FloatArray = np.arange(float(nodes))
    shape = (dim - 1) / 2.0 - 1.0
    across, across_weights = _golub_welsch(
        2.0 * order + shape + 1.0, np.sqrt(order[1:] * (order[1:] + shape))
    )
    axis: FloatArray = kappa + along[:, None]
    radius: FloatArray = np.sqrt(axis**2 + 2.0 * across)
    weight = (along_weights / along_weights.sum())[:, None] * across_weights
    return Cloud((axis / radius).ravel(), radius.ravel(), weight.ravel())


def _golub_welsch(diagonal: FloatArray, beside: FloatArray) -> tuple[FloatArray, FloatArray]:
    matrix = np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1)
    nodes, vectors = np.linalg.eigh(matrix)
    weights: FloatArray = vectors[0] ** 2
    return nodes, weights
