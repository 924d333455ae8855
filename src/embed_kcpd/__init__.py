"""Split any text where its topic changes."""

from embed_kcpd.elbow import PaperElbow
from embed_kcpd.explanation import Explanation, ReachEvidence
from embed_kcpd.granularity import PaperRule, Penalty, SegmentCount, TargetSize
from embed_kcpd.kernels import Cosine, Rbf
from embed_kcpd.limits import Budget, Limits
from embed_kcpd.objectives import Contrast, Paper
from embed_kcpd.path import Level, PenaltyPath
from embed_kcpd.pipeline import (
    segment,
    segment_path,
    segment_units,
    segment_units_path,
    segment_vectors,
    segment_vectors_path,
)
from embed_kcpd.reach_rule import Reach
from embed_kcpd.segmentation import Segment, Segmentation, SegmentedText
from embed_kcpd.sentences import Sentences
from embed_kcpd.solvers.native import native_available
from embed_kcpd.solvers.online import RunningSegmentation
from embed_kcpd.text_limits import TextLimits
from embed_kcpd.text_target import TextTarget
from embed_kcpd.units import Lines, Paragraphs, Turns, Unit
from embed_kcpd.version import __version__

__all__ = [
    "Budget",
    "Contrast",
    "Cosine",
    "Explanation",
    "Level",
    "Limits",
    "Lines",
    "Paper",
    "PaperElbow",
    "PaperRule",
    "Paragraphs",
    "Penalty",
    "PenaltyPath",
    "Rbf",
    "Reach",
    "ReachEvidence",
    "RunningSegmentation",
    "Segment",
    "SegmentCount",
    "Segmentation",
    "SegmentedText",
    "Sentences",
    "TargetSize",
    "TextLimits",
    "TextTarget",
    "Turns",
    "Unit",
    "__version__",
    "native_available",
    "segment",
    "segment_path",
    "segment_units",
    "segment_units_path",
    "segment_vectors",
    "segment_vectors_path",
]
