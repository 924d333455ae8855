"""Solvers: a segment cost and a price per boundary in, the cheapest segmentation out."""

from typing import TYPE_CHECKING

from embed_kcpd.lazy_names import lazy_names

if TYPE_CHECKING:
    from embed_kcpd.solvers.count import cheapest_with_count
    from embed_kcpd.solvers.exact import cheapest, cheapest_each
    from embed_kcpd.solvers.path import penalty_path

__all__ = ["cheapest", "cheapest_each", "cheapest_with_count", "penalty_path"]

_HOMES = {
    "cheapest": "embed_kcpd.solvers.exact",
    "cheapest_each": "embed_kcpd.solvers.exact",
    "cheapest_with_count": "embed_kcpd.solvers.count",
    "penalty_path": "embed_kcpd.solvers.path",
}
"""The module that each name comes from."""

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
