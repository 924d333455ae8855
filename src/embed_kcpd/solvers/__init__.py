"""Solvers: a segment cost and a price per boundary in, the cheapest segmentation out."""

from embed_kcpd.solvers.count import cheapest_with_count
from embed_kcpd.solvers.exact import cheapest, cheapest_each
from embed_kcpd.solvers.path import penalty_path

__all__ = ["cheapest", "cheapest_each", "cheapest_with_count", "penalty_path"]
