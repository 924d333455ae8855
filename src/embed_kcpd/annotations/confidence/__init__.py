"""Confidence: how probable a boundary is at every gap.

``boundary.py`` decides temperature and price level, ``gibbs.py`` computes the probabilities,
``calibration.py`` makes them match hit rates.
"""

from embed_kcpd.annotations.confidence.boundary import (
    TEMPERATURE_SCALE,
    boundary_confidence,
    matched_posterior,
    text_temperature,
)
from embed_kcpd.annotations.confidence.gibbs import posterior
from embed_kcpd.annotations.confidence.protocol import NEAR
from embed_kcpd.result.certainty import certainty

__all__ = [
    "NEAR",
    "TEMPERATURE_SCALE",
    "boundary_confidence",
    "certainty",
    "matched_posterior",
    "posterior",
    "text_temperature",
]
