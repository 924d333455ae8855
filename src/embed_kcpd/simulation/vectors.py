"""Vectors with known boundaries and no text: topic directions on the sphere, noise with a memory.

In:  a number of units and a random generator.
Out: unit rows, where the topic changes, and which topic each segment has.

A unit is its topic's direction plus Gaussian noise, divided by its norm.  The noise is a moving
average of order ``memory``, so units further apart are independent.  Two units of one topic,
far apart, have a cosine of about ``1 / (1 + noise^2)``; of two topics about ``likeness`` times
that.  A replicate of 500 units takes a few milliseconds; its population costs are known
(``theory.sphere``).
"""

import math
from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.errors import OptionsError
from embed_kcpd.simulation.placement import changing_topics, paper_boundary_count, random_boundaries
from embed_kcpd.theory.sequences import GaussianBlocks, SphereBlocks, flat_weights


@dataclass(frozen=True, slots=True, eq=False)
class SimulatedVectors:
    """One replicate: unit rows, the first unit of every segment but the first, their topics."""

    rows: FloatArray
    boundaries: tuple[int, ...]
    topics: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TopicSimulator:
    """Topics with pairwise cosine ``likeness`` under noise of norm about ``noise``."""

    dim: int = 64
    n_topics: int = 5
    noise: float = 1.4
    memory: int = 10
    likeness: float = 0.1

    def __post_init__(self) -> None:
        if self.n_topics < 2:
            raise OptionsError(f"topics can only change between two or more, got {self.n_topics}")
        if self.dim <= self.n_topics:
            raise OptionsError(
                f"{self.n_topics} topics need {self.n_topics + 1} dimensions or more"
            )
        if not (self.noise > 0 and self.memory >= 0 and 0 <= self.likeness < 1):
            raise OptionsError(
                "noise must be above 0, memory 0 or more, likeness in [0, 1); got "
                f"noise={self.noise:g}, memory={self.memory}, likeness={self.likeness:g}"
            )

    def directions(self) -> FloatArray:
        """One unit row per topic."""
        rows = math.sqrt(1.0 - self.likeness) * np.eye(self.n_topics, self.dim)
        rows[:, -1] = math.sqrt(self.likeness)
        return rows

    def truth(
        self, n_units: int, boundaries: tuple[int, ...], topics: tuple[int, ...]
    ) -> SphereBlocks:
        """The distribution of a sequence with these segments, for its population costs."""
        means = self.directions()[list(topics)]
        spread = self.noise / math.sqrt(self.dim) * np.eye(self.dim)
        roots = np.broadcast_to(spread, (len(topics), self.dim, self.dim))
        return SphereBlocks(
            GaussianBlocks(n_units, boundaries, means, roots, flat_weights(self.memory))
        )

    def draw(
        self, n_units: int, rng: np.random.Generator, n_boundaries: int | None = None
    ) -> SimulatedVectors:
        """One replicate; without ``n_boundaries`` as many as the paper's simulation has."""
        count = paper_boundary_count(n_units) if n_boundaries is None else n_boundaries
        boundaries = random_boundaries(n_units, count, rng)
        topics = changing_topics(count + 1, self.n_topics, rng)
        return SimulatedVectors(
            self.truth(n_units, boundaries, topics).draw(rng), boundaries, topics
        )
