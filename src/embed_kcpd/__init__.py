"""Split any text where its topic changes."""

from embed_kcpd.granularity import PaperRule, Penalty, SegmentCount
from embed_kcpd.kernels import Cosine, Rbf
from embed_kcpd.limits import Budget, Limits
from embed_kcpd.objectives import Contrast, Paper
from embed_kcpd.path import Level, PenaltyPath
from embed_kcpd.pipeline import segment_vectors
from embed_kcpd.segmentation import Segment, Segmentation, SegmentedText
from embed_kcpd.version import __version__

__all__ = [
    "Budget",
    "Contrast",
    "Cosine",
    "Level",
    "Limits",
    "Paper",
    "PaperRule",
    "Penalty",
    "PenaltyPath",
    "Rbf",
    "Segment",
    "SegmentCount",
    "Segmentation",
    "SegmentedText",
    "__version__",
    "segment_vectors",
]
