"""The outline of a text: nested headings, one for each segment of each level.

In:  a segmented text with a hierarchy.
Out: headings with titles, coarsest first.

A heading's title tells its segment from the others of the same level.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from embed_kcpd.annotations.titles import LevelTitles
from embed_kcpd.result.hierarchy import Node
from embed_kcpd.result.segmented_text import SegmentedText

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Heading:
    """A segment of one level (0 is the coarsest); ``end_unit`` is the first unit after it.

    ``is_own`` marks the level of the segmentation itself.
    """

    level: int
    is_own: bool
    start_unit: int
    end_unit: int
    title: str
    persistence: float
    children: tuple["Heading", ...]


def outline(result: SegmentedText, titles: LevelTitles | None = None) -> tuple[Heading, ...]:
    """The headings of the coarsest level; none where no levels were asked for.

    ``titles`` are those of the result, where others need them as well.
    """
    hierarchy = result.segmentation.hierarchy
    if hierarchy is None or result.n_units == 0:
        return ()
    named, made = [], titles or LevelTitles(result)
    for place, level in enumerate(hierarchy.levels):
        spans = level.segmentation.spans
        is_own = place == hierarchy.own
        names = result.titles if is_own else _titles(made, level.segmentation.boundaries)
        named.append(dict(zip(spans, names, strict=True)))
    return tuple(_heading(node, named, hierarchy.own) for node in hierarchy.tree)


def _titles(made: LevelTitles, boundaries: Sequence[int]) -> tuple[str, ...]:
    return tuple(title.text for title in made.between(boundaries))


def flattened(headings: Sequence[Heading]) -> Iterator[Heading]:
    """Every heading in the order of the text, each before those inside it."""
    for heading in headings:
        yield heading
        yield from flattened(heading.children)


def _heading(node: Node, named: list[dict[Span, str]], own: int) -> Heading:
    return Heading(
        level=node.level,
        is_own=node.level == own,
        start_unit=node.start,
        end_unit=node.end,
        title=named[node.level][node.start, node.end],
        persistence=node.persistence,
        children=tuple(_heading(child, named, own) for child in node.children),
    )
