"""Methods to compare with, each from its own paper.

``BASELINES`` maps the name of a baseline, as the command line and the tables spell it, to a
function without arguments that makes it with the settings of its paper.
"""

from collections.abc import Callable, Mapping
from importlib.util import find_spec

from embed_kcpd.errors import MissingExtraError
from embed_kcpd.evaluation.baselines.bayesseg import BayesSeg
from embed_kcpd.evaluation.baselines.c99 import C99
from embed_kcpd.evaluation.baselines.coherence import CoherenceLearner
from embed_kcpd.evaluation.baselines.embedding_tiling import EmbeddingTiling, ThresholdTiling
from embed_kcpd.evaluation.baselines.fragkou import FragkouLearner
from embed_kcpd.evaluation.baselines.graphseg import GraphSegLearner
from embed_kcpd.evaluation.baselines.misra import MisraLearner
from embed_kcpd.evaluation.baselines.plsa import PlsaLearner
from embed_kcpd.evaluation.baselines.relatedness import UnitRelatedness
from embed_kcpd.evaluation.baselines.texttiling import TextTiling, TokenTiling
from embed_kcpd.evaluation.baselines.topictiling import TopicTilingLearner
from embed_kcpd.evaluation.baselines.treeseg import TreeSeg
from embed_kcpd.evaluation.baselines.trivial import (
    Even,
    EveryBoundary,
    NoBoundary,
    RandomBoundaries,
)
from embed_kcpd.evaluation.methods import Learner, Method

Make = Callable[[], Method | Learner]

EXTRA = {"snowballstemmer": "snowballstemmer", "sklearn": "scikit-learn", "pyarrow": "pyarrow"}
"""Modules of the [baselines] extra, and the packages that bring them."""


def _extra(make: Make) -> Make:
    """The same function, refusing at once where the extra is not installed."""

    def checked() -> Method | Learner:
        for module, package in EXTRA.items():
            if find_spec(module) is None:
                raise MissingExtraError(package, "baselines")
        return make()

    return checked


BASELINES: Mapping[str, Make] = {
    "none": NoBoundary,
    "all": EveryBoundary,
    "even": Even,
    "random": RandomBoundaries,
    "texttiling": _extra(TextTiling),
    "texttiling-tokens": _extra(TokenTiling),
    "embedding-threshold": ThresholdTiling,
    "embedding-tiling": EmbeddingTiling,
    "c99": _extra(C99),
    "c99-count": _extra(lambda: C99(needs_count=True)),
    "graphseg": _extra(GraphSegLearner),
    "graphseg-units": lambda: GraphSegLearner("graphseg-units", UnitRelatedness()),
    "coherence": CoherenceLearner,
    "bayesseg": _extra(lambda: BayesSeg(needs_count=False)),
    "bayesseg-count": _extra(BayesSeg),
    "topictiling": _extra(TopicTilingLearner),
    "topictiling-count": _extra(lambda: TopicTilingLearner(needs_count=True)),
    "misra": _extra(MisraLearner),
    "misra-count": _extra(lambda: MisraLearner(needs_count=True)),
    "fragkou": _extra(FragkouLearner),
    "plsa": _extra(PlsaLearner),
    "plsa-count": _extra(lambda: PlsaLearner(needs_count=True)),
    "treeseg": TreeSeg,
}
"""A name that ends in ``-count`` is told the true number of segments, as are even, random and
treeseg."""
