"""A text and where its topic changes.

In:  a text, its units, a segmentation of them, titles.
Out: a frozen value whose segments, joined, are the text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from embed_kcpd.arrays import Vectors
from embed_kcpd.errors import InputError, OptionsError
from embed_kcpd.given_kinds import check_kind
from embed_kcpd.result.certainty import Certainty
from embed_kcpd.result.explanation import Explanation
from embed_kcpd.result.path import WHOLE_PATH, PathRange, PathSolver, PenaltyPath
from embed_kcpd.result.segment import Segment
from embed_kcpd.result.segmentation import Segmentation, shortened
from embed_kcpd.text.places import Place
from embed_kcpd.text.units import Unit

BEGINNING = 40
"""Characters of the text that ``repr`` shows."""


@dataclass(frozen=True, repr=False)
class SegmentedText:
    """A text, its units, and where its topic changes.

    The segments' texts, joined in order, are ``text`` itself.  ``provenance`` says how the
    result was made, in plain JSON values.  ``titles`` and ``keywords`` have one entry for each
    segment; keywords may be left out.  ``places`` says where each unit comes from, and is empty
    for a plain text.  ``solve_path`` computes ``path``; a result that was not made by ``segment``
    may have none.
    """

    text: str
    units: tuple[Unit, ...]
    segmentation: Segmentation
    titles: tuple[str, ...]
    vectors: Vectors = field(compare=False)
    provenance: Mapping[str, object] = field(default_factory=dict, hash=False)
    keywords: tuple[tuple[str, ...], ...] = ()
    places: tuple[Place, ...] = ()
    solve_path: PathSolver | None = field(default=None, compare=False, repr=False)

    def __repr__(self) -> str:
        beginning = self.text[:BEGINNING] + ("…" if len(self.text) > BEGINNING else "")
        return (
            f"SegmentedText({beginning!r}, n_units={self.n_units}, "
            f"n_segments={len(self.segmentation.spans)}, "
            f"boundaries={shortened(self.boundaries)})"
        )

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from embed_kcpd.result.notebook import notebook_table

        return notebook_table(self.segments, self.certainties, self.n_units)

    @property
    def n_units(self) -> int:
        return len(self.units)

    @property
    def boundaries(self) -> tuple[int, ...]:
        return self.segmentation.boundaries

    @property
    def gains(self) -> tuple[float, ...]:
        return self.segmentation.gains

    @property
    def probabilities(self) -> tuple[float, ...]:
        """For each boundary the probability that a true one lies within one unit of it."""
        return self.segmentation.probabilities

    @property
    def certainties(self) -> tuple[Certainty, ...]:
        """Each of ``probabilities`` in a word: sure, likely or a guess."""
        return self.segmentation.certainties

    @property
    def is_reliable(self) -> bool:
        """Whether there was evidence enough; ``explain().reason`` says what is missing."""
        return self.segmentation.is_reliable

    def places_of(self, segment: Segment) -> tuple[Place, ...]:
        """The places of the units of one segment."""
        check_kind(segment, Segment, "segment")
        return self.places[segment.start_unit : segment.end_unit]

    def explain(self) -> Explanation:
        """Why it is cut this fine."""
        return self.segmentation.explain()

    @property
    def has_path(self) -> bool:
        """Whether ``path`` can be computed."""
        return self.solve_path is not None

    def path(self, within: PathRange = WHOLE_PATH) -> PenaltyPath:
        """Every segmentation that is cheapest for some penalty, without encoding anything again.

        Each boundary pays the penalty, the evidence at its place, and as much more or less than
        elsewhere as it did in this result: the price can differ along a long text.
        """
        if self.solve_path is None:
            raise InputError("this result was not made by segment(), so its path is not known")
        if not isinstance(within, PathRange):
            raise OptionsError(f"within must be PathRange(...), got {within!r:.60}")
        return self.solve_path(within)

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The segments in order; made once."""
        costs = self.segmentation.costs
        keywords = self.keywords or ((),) * len(costs)
        return tuple(
            Segment(
                start_unit=start,
                end_unit=end,
                start_char=self.units[start].start,
                end_char=self.units[end - 1].end,
                text=self.text[self.units[start].start : self.units[end - 1].end],
                title=title,
                cost=cost,
                keywords=words,
            )
            for (start, end), title, cost, words in zip(
                self.segmentation.spans, self.titles, costs, keywords, strict=True
            )
        )


def check_result(result: object) -> None:
    """Raise unless this is a segmented text."""
    if not isinstance(result, SegmentedText):
        raise InputError(f"result must be what segment() gives, got {result!r:.60}")
