"""Solvers: a segment cost and a price per boundary in, the cheapest segmentation out."""

from embed_kcpd.solvers.exact import cheapest, cheapest_with_count

__all__ = ["cheapest", "cheapest_with_count"]
