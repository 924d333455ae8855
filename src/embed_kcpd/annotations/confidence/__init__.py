"""Confidence: how probable a boundary is at every gap.

``boundary.py`` decides temperature and price level, ``gibbs.py`` computes the probabilities,
``calibration.py`` makes them match hit rates.
"""

from embed_kcpd.annotations.confidence.boundary import (
    boundary_confidence,
    matched_posterior,
    text_temperature,
)
from embed_kcpd.annotations.confidence.protocol import NEAR

__all__ = [
    "NEAR",
    "boundary_confidence",
    "matched_posterior",
    "text_temperature",
]
