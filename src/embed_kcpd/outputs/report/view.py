"""What every piece of the report is drawn from: the result, its levels, its parts.

In:  a segmented text.
Out: a ``View``, computed once for the whole page.

Parts are a few stretches of the text, each with a colour of its own: a segment has the colour of
the part it lies in, at every granularity, so that only neighbours look related.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from embed_kcpd.annotations.granularity_levels import GranularityLevels, granularity_levels
from embed_kcpd.annotations.titles import LevelTitles
from embed_kcpd.outputs.outline import Heading, outline
from embed_kcpd.outputs.phrases import unit_name
from embed_kcpd.outputs.report.parts import HUES
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.result.segmented_text import SegmentedText

NEAR_UNITS, NEAR_SHARE = 3, 0.01
"""A part begins with a segment that begins within so many units, or such a share of the text."""


@dataclass(frozen=True, slots=True)
class Colour:
    """The hue of a part; ``tone`` is 0 or 1 in turn for neighbours in the same part."""

    hue: int
    tone: int

    @property
    def style(self) -> str:
        return f"--hue:{self.hue};--tone:{self.tone}"


@dataclass(frozen=True, slots=True)
class View:
    """A result with its levels, its outline and its parts (first units and titles).

    ``shown_parts`` has the first units of segments that begin a part, and which; none where parts
    are no coarser than the segments.  ``colours`` has one for each segment.
    """

    result: SegmentedText
    unit: str
    levels: GranularityLevels
    headings: tuple[Heading, ...]
    parts: tuple[int, ...]
    part_titles: tuple[str, ...]
    shown_parts: Mapping[int, int]
    colours: tuple[Colour, ...]
    level_titles: LevelTitles

    @property
    def starts(self) -> tuple[int, ...]:
        """First units of the segments."""
        return self.result.segmentation.edges[:-1] if self.result.n_units else ()


def view_of(result: SegmentedText) -> View:
    """Everything that the page shows of a result."""
    levels = granularity_levels(result)
    level_titles = LevelTitles(result)
    headings = outline(result, level_titles)
    boundaries = _part_boundaries(result, levels)
    if boundaries == result.boundaries:
        titles = result.titles
    else:
        titles = tuple(title.text for title in level_titles.between(boundaries))
    parts = (0, *boundaries)
    return View(
        result=result,
        unit=unit_name(result),
        levels=levels,
        headings=headings,
        parts=parts,
        part_titles=titles,
        shown_parts=_shown(parts, result.segmentation),
        colours=tuple(_colours(parts, result.segmentation)),
        level_titles=level_titles,
    )


def _shown(parts: Sequence[int], segmentation: Segmentation) -> dict[int, int]:
    """A part begins where a segment begins near it."""
    starts = segmentation.edges[:-1]
    near = max(NEAR_UNITS, NEAR_SHARE * segmentation.n_units)
    shown = {0: 0}
    for index, part in enumerate(parts[1:], 1):
        after = bisect_left(starts, part)
        nearest = min(starts[max(0, after - 1) : after + 1], key=lambda start: abs(start - part))
        if nearest > 0 and abs(nearest - part) <= near and nearest not in shown:
            shown[nearest] = index
    return shown if 2 <= len(shown) < len(starts) else {}


def _colours(parts: Sequence[int], segmentation: Segmentation) -> Iterator[Colour]:
    """The hue of the part in which the middle of each segment lies."""
    before, tone = -1, 0
    for start, end in segmentation.spans:
        part = bisect_right(parts, (start + end) / 2) - 1
        tone = 1 - tone if part == before else 0
        before = part
        yield Colour(HUES[part % len(HUES)], tone)


def _part_boundaries(result: SegmentedText, levels: GranularityLevels) -> Sequence[int]:
    """The parts of the hierarchy, the segments if they are few, or a coarser level.

    Among the levels with no more segments than there are hues, a stable one; among several, or
    where none is stable, the finest.
    """
    hierarchy = result.segmentation.hierarchy
    if hierarchy is not None and hierarchy.own > 0:
        return hierarchy.levels[0].segmentation.boundaries
    if len(result.boundaries) < len(HUES):
        return result.boundaries
    coarse = [level for level in levels.levels if 2 <= level.n_segments <= len(HUES)]
    if not coarse:
        return result.boundaries
    return max(coarse, key=lambda level: (level.is_stable, level.n_segments)).boundaries


def sections_of(headings: Sequence[Heading]) -> list[tuple[int, str]]:
    """First units and titles of the sections inside the segments, where there are any."""
    found: list[tuple[int, str]] = []
    for heading in headings:
        if heading.is_own and len(heading.children) > 1:
            found += [(child.start_unit, child.title) for child in heading.children]
        else:
            found += sections_of(heading.children)
    return found
