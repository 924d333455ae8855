"""Slides to blocks: what presentations of all programs share.

In:  the slides of a presentation.
Out: its blocks, with the number of the slide as the page.

The title of a slide is a heading and comes first.  What the speaker notes belongs to the slide
and comes last.  Hidden slides count, as the program counts them, but are left out.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from embed_kcpd.readers.texts.blocks import Block, BlockKind

OPENING, OTHER = 1, 2
"""Levels of the title of a slide that opens a presentation or a section, and of any other."""


@dataclass(frozen=True, slots=True)
class Slide:
    """What one slide says; ``titles`` are the paragraphs of its title, ``notes`` the speaker's."""

    number: int
    titles: Sequence[Block]
    level: int
    body: Sequence[Block]
    notes: Sequence[Block]


def slide_blocks(slides: Iterable[Slide]) -> Iterator[Block]:
    """The blocks of all slides."""
    for slide in slides:
        heading = _joined(slide.titles, BlockKind.heading, slide.level)
        shown = [block for block in [*heading, *slide.body] if block.text.strip()]
        # A note belongs to what stands before it, which may be another slide.
        kind = BlockKind.note if shown else BlockKind.paragraph
        for block in [*shown, *_joined(slide.notes, kind)]:
            yield replace(block, page=slide.number)


def hidden_note(n_hidden: int) -> tuple[str, ...]:
    """What to tell a person about slides that are not shown."""
    said = "hidden slide is" if n_hidden == 1 else "hidden slides are"
    return (f"{n_hidden} {said} left out",) if n_hidden else ()


def own_title(title: str | None) -> str | None:
    """The title that a presentation has, and not the one that the program gives to all."""
    return None if title is not None and "PowerPoint" in title else title


def _joined(blocks: Sequence[Block], kind: BlockKind, level: int = 0) -> list[Block]:
    """The paragraphs as one block."""
    said = [block for block in blocks if block.text.strip()]
    if not said:
        return []
    spans = [block.span for block in said if block.span is not None]
    span = replace(spans[0], end=spans[-1].end) if spans else None
    return [Block(kind, "\n".join(block.text for block in said), span, level)]
