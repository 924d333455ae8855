"""Split any text where its topic changes."""

from typing import TYPE_CHECKING

from embed_kcpd.errors import LanguageWarning
from embed_kcpd.evidence.places import Headings
from embed_kcpd.granularity.elbow import PaperElbow
from embed_kcpd.granularity.fixed import Penalty, SegmentCount, TargetSize
from embed_kcpd.granularity.paper import PaperRule
from embed_kcpd.granularity.text_scale.rule import TextScale
from embed_kcpd.granularity.text_target import TextTarget
from embed_kcpd.native import native_available
from embed_kcpd.pipeline import (
    segment,
    segment_path,
    segment_units,
    segment_units_path,
    segment_vectors,
    segment_vectors_path,
)
from embed_kcpd.problem.kernels import Cosine, Rbf
from embed_kcpd.problem.limits import Budget, Limits
from embed_kcpd.problem.objectives import Contrast, Paper
from embed_kcpd.problem.text_limits import TextLimits
from embed_kcpd.result.explanation import Explanation, TextScaleEvidence
from embed_kcpd.result.path import PathRange, PathStep, PenaltyPath
from embed_kcpd.result.segment import Segment
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.result.segmented_text import SegmentedText
from embed_kcpd.settings import Settings
from embed_kcpd.solvers.online import RunningSegmentation
from embed_kcpd.text.language import Language, detect_language
from embed_kcpd.text.places import Place, SourceSpan
from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.units import Lines, Paragraphs, Turns, Unit
from embed_kcpd.version import __version__

if TYPE_CHECKING:
    from embed_kcpd.chunks.chunking import chunk, chunk_many
    from embed_kcpd.chunks.revision import rechunk
    from embed_kcpd.chunks.settings import ChunkSettings

__all__ = [
    "Budget",
    "ChunkSettings",
    "Contrast",
    "Cosine",
    "Explanation",
    "Headings",
    "Language",
    "LanguageWarning",
    "Limits",
    "Lines",
    "Paper",
    "PaperElbow",
    "PaperRule",
    "Paragraphs",
    "PathRange",
    "PathStep",
    "Penalty",
    "PenaltyPath",
    "Place",
    "Rbf",
    "RunningSegmentation",
    "Segment",
    "SegmentCount",
    "Segmentation",
    "SegmentedText",
    "Sentences",
    "Settings",
    "SourceSpan",
    "TargetSize",
    "TextLimits",
    "TextScale",
    "TextScaleEvidence",
    "TextTarget",
    "Turns",
    "Unit",
    "__version__",
    "chunk",
    "chunk_many",
    "detect_language",
    "native_available",
    "rechunk",
    "segment",
    "segment_path",
    "segment_units",
    "segment_units_path",
    "segment_vectors",
    "segment_vectors_path",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Chunks stand beside the road: they are loaded when somebody asks for them."""
        if name not in {"ChunkSettings", "chunk", "chunk_many", "rechunk"}:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from embed_kcpd import chunks

        return getattr(chunks, name)
