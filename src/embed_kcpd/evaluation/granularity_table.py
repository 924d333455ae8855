"""How well each rule guesses the number of segments, on thirteen data sets and two of recordings.

In:  documents with vectors, rules for the granularity.
Out: rows with Pk, WindowDiff and the surplus of boundaries, and the regret of each rule.

Regret compares a rule with the same objective told the true number of segments: the mean over
families of sets of (error / error with the true number) - 1, over the thirteen sets that are no
recordings.  The four Choi sets are drawn from the same text and count as one family.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders import Encoder
from embed_kcpd.evaluation.baselines.percentile_rule import PercentileRule
from embed_kcpd.evaluation.baselines.trivial import Even, NoBoundary, RandomBoundaries
from embed_kcpd.evaluation.bench import measure
from embed_kcpd.evaluation.chapters_data import TALKS
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.methods import Method
from embed_kcpd.evaluation.page_parts import markdown_table
from embed_kcpd.evaluation.paper_method import PAPER_MIN_SIZE, OracleCount, PaperMethod, words_of
from embed_kcpd.granularity.fixed import SegmentCount
from embed_kcpd.granularity.protocol import Granularity
from embed_kcpd.granularity.text_scale.rule import TextScale
from embed_kcpd.pipeline import segment_vectors
from embed_kcpd.problem.kernels import Cosine
from embed_kcpd.problem.objectives import Paper
from embed_kcpd.settings import Settings

SETS = {
    "choi-3-5": "Choi 3-5",
    "choi-6-8": "6-8",
    "choi-9-11": "9-11",
    "choi-3-11": "3-11",
    "wiki50": "Wiki-50",
    "elements": "Elements",
    "arxiv": "arXiv",
    "cities": "Cities",
    "wiki300": "Wiki-300",
    "lectures_ai": "lectures_ai",
    "clinical": "clinical",
    "eslpod": "eslpod",
    "dialseg711": "dialseg",
    "btctranscripts": "btctranscripts",
    "optech": "optech",
}
"""The sets of the table with their column titles."""

MOST_DOCUMENTS = {"dialseg711": 300}
"""Sets of which only the first documents are taken."""

LEAST_UNITS = 4
"""Documents with fewer units leave no room for the window of Pk and are left out."""

TRUE_COUNT = "contrast, true number"
"""The rule that regret is measured against."""


@dataclass(frozen=True, slots=True)
class AtScale:
    """The contrast objective with any granularity; ``spoken`` as in ``Settings``."""

    name: str
    granularity: Granularity
    spoken: bool | None = None
    needs_vectors: ClassVar[bool] = True
    needs_count: ClassVar[bool] = False

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        if vectors is None or document.n_units == 0:
            return ()
        return cut(document, vectors, self.granularity, self.spoken)


@dataclass(frozen=True, slots=True)
class AtTrueCount:
    """The same objective and evidence, told the true number of segments."""

    name: str
    needs_vectors: ClassVar[bool] = True
    needs_count: ClassVar[bool] = True

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        if vectors is None or document.n_units == 0:
            return ()
        return cut(document, vectors, SegmentCount(document.n_segments), None)


def cut(
    document: Document, vectors: Vectors, granularity: Granularity, spoken: bool | None
) -> tuple[int, ...]:
    """The boundaries that the road finds."""
    settings = Settings(confidence=False, granularity=granularity, spoken=spoken)
    return segment_vectors(
        vectors, settings, words=words_of(document), texts=document.units
    ).boundaries


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule on one set; errors in percent, mean over documents."""

    set: str
    rule: str
    documents: int
    pk: float
    wd: float
    extra_boundaries: float


@dataclass(frozen=True, slots=True)
class Regret:
    """Mean over families of error / error with the true number, minus one."""

    pk: float
    wd: float


def rules(window_encoder: Encoder | None) -> dict[str, Method]:
    """Every rule of the table; without an encoder for its windows not the percentile rule."""
    methods: dict[str, Method] = {
        "text scale (default)": AtScale("text-scale", TextScale()),
        "text scale, consensus always": AtScale(
            "text-scale-consensus", TextScale(consensus_threshold=0.0)
        ),
        "text scale, consensus never": AtScale("text-scale-alone", TextScale(consensus=False)),
        "text scale, as written text": AtScale("text-scale-written", TextScale(), spoken=False),
        TRUE_COUNT: AtTrueCount("contrast-count"),
        "cosine, true number": OracleCount("cosine-count", Paper(Cosine()), PAPER_MIN_SIZE),
        "paper's rule": PaperMethod("paper", Paper(Cosine())),
        "no boundary": NoBoundary(),
        "even, true number": Even(),
        "random, true number": RandomBoundaries(),
    }
    if window_encoder is not None:
        methods["percentile 95"] = PercentileRule(window_encoder)
    return methods


def rule_row(
    set_name: str,
    rule: str,
    method: Method,
    documents: Sequence[Document],
    vectors: Sequence[Vectors],
    *,
    on_progress: Callable[[int], None],
) -> RuleRow:
    """Measure one rule on one set."""
    scores = measure(method, documents, vectors, on_progress)
    return RuleRow(
        set_name,
        rule,
        len(documents),
        round(100 * float(np.mean(scores.pk)), 3),
        round(100 * float(np.mean(scores.wd)), 3),
        round(float(np.mean(scores.extra_boundaries)), 3),
    )


def regret(rows: Sequence[RuleRow], rule: str) -> Regret:
    """How much worse a rule is than the true number, over the sets it was measured on."""
    best = {row.set: row for row in rows if row.rule == TRUE_COUNT}
    ratios: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        if row.rule == rule and row.set in best and row.set not in TALKS:
            told = best[row.set]
            ratios.setdefault(family(row.set), []).append((row.pk / told.pk, row.wd / told.wd))
    means = np.array([np.mean(pairs, axis=0) for pairs in ratios.values()])
    pk, wd = means.mean(axis=0) - 1.0
    return Regret(float(pk), float(wd))


def family(set_name: str) -> str:
    """Sets drawn from the same text are one family.

    >>> family("choi-3-5"), family("arxiv")
    ('choi', 'arxiv')
    """
    return set_name.partition("-")[0]


def errors_table(rows: Sequence[RuleRow]) -> str:
    """The table of errors in Markdown: Pk / WindowDiff per set, and the regret."""
    sets = [name for name in SETS if any(row.set == name for row in rows)]
    names = dict.fromkeys(row.rule for row in rows)
    head = ["rule", *(SETS[name] for name in sets), "regret Pk / WD"]
    lines = []
    for rule in names:
        cells = {row.set: f"{row.pk:.1f}/{row.wd:.1f}" for row in rows if row.rule == rule}
        # A mean over fewer families than the other rows would be read as if it were theirs.
        is_whole = cells.keys() >= {name for name in sets if name not in TALKS}
        worse = _shown(regret(rows, rule)) if is_whole else "-"
        lines.append([rule, *(cells.get(name, "-") for name in sets), worse])
    return markdown_table(head, lines)


def _shown(worse: Regret) -> str:
    return f"{worse.pk:.3f} / {worse.wd:.3f}"


def surplus_line(rows: Sequence[RuleRow], rule: str) -> str:
    """Boundaries found minus true ones, per set, in one sentence."""
    parts = [f"{SETS[row.set]} {row.extra_boundaries:+.1f}" for row in rows if row.rule == rule]
    return f"Boundaries found minus true ones, {rule}: {', '.join(parts)}."
