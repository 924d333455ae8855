"""Methods to compare with, each from its own paper.

``BASELINES`` maps the name of a baseline, as the command line and the tables spell it, to a
function without arguments that makes it with the settings of its paper.
"""

from collections.abc import Callable, Mapping

from embed_kcpd.evaluation.baselines.c99 import C99
from embed_kcpd.evaluation.baselines.embedding_tiling import EmbeddingTiling, ThresholdTiling
from embed_kcpd.evaluation.baselines.texttiling import TextTiling, TokenTiling
from embed_kcpd.evaluation.baselines.treeseg import TreeSeg
from embed_kcpd.evaluation.baselines.trivial import (
    Even,
    EveryBoundary,
    NoBoundary,
    RandomBoundaries,
)
from embed_kcpd.evaluation.methods import Learner, Method

BASELINES: Mapping[str, Callable[[], Method | Learner]] = {
    "none": NoBoundary,
    "all": EveryBoundary,
    "even": Even,
    "random": RandomBoundaries,
    "texttiling": TextTiling,
    "texttiling-tokens": TokenTiling,
    "embedding-threshold": ThresholdTiling,
    "embedding-tiling": EmbeddingTiling,
    "c99": C99,
    "c99-count": lambda: C99(needs_count=True),
    "treeseg": TreeSeg,
}
