"""The outline of a text: nested headings, one for each segment of each level.

In:  a segmented text with a hierarchy.
Out: headings with titles, coarsest first.

A heading's title tells its segment from the others of the same level.
"""

from dataclasses import dataclass

from embed_kcpd.annotations.titles import titles
from embed_kcpd.result.hierarchy import Node
from embed_kcpd.result.segmentation import SegmentedText
from embed_kcpd.text.units import unit_texts

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Heading:
    """A segment of one level; ``end_unit`` is the first unit after it."""

    start_unit: int
    end_unit: int
    title: str
    persistence: float
    children: tuple["Heading", ...]


def outline(result: SegmentedText) -> tuple[Heading, ...]:
    """The headings of the coarsest level; none where no levels were asked for."""
    found = result.segmentation.hierarchy
    if found is None or result.n_units == 0:
        return ()
    texts = unit_texts(result.text, result.units)
    named = []
    for level in found.levels[:-1]:
        spans = level.segmentation.spans
        named.append(dict(zip(spans, titles([texts[a:b] for a, b in spans]), strict=True)))
    named.append(dict(zip(result.segmentation.spans, result.titles, strict=True)))
    return tuple(_heading(node, named) for node in found.tree)


def _heading(node: Node, named: list[dict[Span, str]]) -> Heading:
    return Heading(
        start_unit=node.start,
        end_unit=node.end,
        title=named[node.level][node.start, node.end],
        persistence=node.persistence,
        children=tuple(_heading(child, named) for child in node.children),
    )
