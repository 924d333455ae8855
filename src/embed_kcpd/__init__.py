"""Split any text where its topic changes.

Names are loaded when they are first used: ``import embed_kcpd`` alone loads nothing else.
"""

from typing import TYPE_CHECKING

from embed_kcpd.lazy_names import lazy_names
from embed_kcpd.version import __version__

if TYPE_CHECKING:
    from embed_kcpd.chunks.chunking import chunk, chunk_many
    from embed_kcpd.chunks.revision import rechunk
    from embed_kcpd.chunks.settings import ChunkSettings
    from embed_kcpd.errors import EmbedKcpdError, LanguageWarning
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

__all__ = [
    "Budget",
    "ChunkSettings",
    "Contrast",
    "Cosine",
    "EmbedKcpdError",
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

_HOMES = {
    "Budget": "embed_kcpd.problem.limits",
    "ChunkSettings": "embed_kcpd.chunks.settings",
    "Contrast": "embed_kcpd.problem.objectives",
    "Cosine": "embed_kcpd.problem.kernels",
    "EmbedKcpdError": "embed_kcpd.errors",
    "Explanation": "embed_kcpd.result.explanation",
    "Headings": "embed_kcpd.evidence.places",
    "Language": "embed_kcpd.text.language",
    "LanguageWarning": "embed_kcpd.errors",
    "Limits": "embed_kcpd.problem.limits",
    "Lines": "embed_kcpd.text.units",
    "Paper": "embed_kcpd.problem.objectives",
    "PaperElbow": "embed_kcpd.granularity.elbow",
    "PaperRule": "embed_kcpd.granularity.paper",
    "Paragraphs": "embed_kcpd.text.units",
    "PathRange": "embed_kcpd.result.path",
    "PathStep": "embed_kcpd.result.path",
    "Penalty": "embed_kcpd.granularity.fixed",
    "PenaltyPath": "embed_kcpd.result.path",
    "Place": "embed_kcpd.text.places",
    "Rbf": "embed_kcpd.problem.kernels",
    "RunningSegmentation": "embed_kcpd.solvers.online",
    "Segment": "embed_kcpd.result.segment",
    "SegmentCount": "embed_kcpd.granularity.fixed",
    "Segmentation": "embed_kcpd.result.segmentation",
    "SegmentedText": "embed_kcpd.result.segmented_text",
    "Sentences": "embed_kcpd.text.sentences",
    "Settings": "embed_kcpd.settings",
    "SourceSpan": "embed_kcpd.text.places",
    "TargetSize": "embed_kcpd.granularity.fixed",
    "TextLimits": "embed_kcpd.problem.text_limits",
    "TextScale": "embed_kcpd.granularity.text_scale.rule",
    "TextScaleEvidence": "embed_kcpd.result.explanation",
    "TextTarget": "embed_kcpd.granularity.text_target",
    "Turns": "embed_kcpd.text.units",
    "Unit": "embed_kcpd.text.units",
    "chunk": "embed_kcpd.chunks.chunking",
    "chunk_many": "embed_kcpd.chunks.chunking",
    "detect_language": "embed_kcpd.text.language",
    "native_available": "embed_kcpd.native",
    "rechunk": "embed_kcpd.chunks.revision",
    "segment": "embed_kcpd.pipeline",
    "segment_path": "embed_kcpd.pipeline",
    "segment_units": "embed_kcpd.pipeline",
    "segment_units_path": "embed_kcpd.pipeline",
    "segment_vectors": "embed_kcpd.pipeline",
    "segment_vectors_path": "embed_kcpd.pipeline",
}
"""The module that each name comes from."""

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
