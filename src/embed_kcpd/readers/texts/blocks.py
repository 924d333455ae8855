"""Blocks to pieces: what all formats of written documents share.

In:  the headings, paragraphs, list items, tables and code of a document, in order.
Out: pieces, each with the path of headings above it.

Items of one list become one piece, a line each: alone they are often a word or two, and a
unit that short says little.  Tables and code are pieces that no boundary cuts.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby

from embed_kcpd.readers.document import Piece
from embed_kcpd.text.places import Place, SourceSpan, joined_place

_SPACES = re.compile(r"\s+")


class BlockKind(Enum):
    """What a block is."""

    heading = "heading"
    paragraph = "paragraph"
    item = "item"
    """An item of a list."""

    whole = "whole"
    """A table or code: never cut inside."""

    note = "note"
    """A footnote: it belongs to the block before it."""


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a document; ``level`` is that of a heading, from 1 on."""

    kind: BlockKind
    text: str
    span: SourceSpan | None = None
    level: int = 0
    page: int | None = None


def block_pieces(blocks: Iterable[Block]) -> tuple[Piece, ...]:
    """The pieces of a document; blocks that say nothing are left out.

    >>> blocks = [Block(BlockKind.heading, "Soil", level=1), Block(BlockKind.paragraph, "Dig.")]
    >>> block_pieces(blocks)[1].place.headings
    ('Soil',)
    """
    path: list[tuple[int, str]] = []
    pieces: list[Piece] = []
    for block in _joined_items([block for block in blocks if block.text.strip()]):
        if block.kind is BlockKind.heading:
            path = [(level, title) for level, title in path if level < block.level]
            path.append((block.level, collapsed(block.text)))
        pieces.append(_piece(block, tuple(title for _, title in path), is_first=not pieces))
    return tuple(pieces)


def collapsed(text: str) -> str:
    """The text on one line, with one space for any white space.

    >>> collapsed("  Beans\\n and   peas ")
    'Beans and peas'
    """
    return _SPACES.sub(" ", text).strip()


def table_text(rows: Iterable[Sequence[str]]) -> str:
    """A table as lines, its cells parted by bars; rows without text are left out.

    >>> table_text([["Name", "Age"], ["", " "], ["Ada", "36"]])
    'Name | Age\\nAda | 36'
    """
    filled = [[collapsed(cell) for cell in row] for row in rows]
    return "\n".join(" | ".join(row) for row in filled if any(row))


def _piece(block: Block, headings: tuple[str, ...], *, is_first: bool) -> Piece:
    place = Place(
        span=block.span,
        page=block.page,
        heading=block.level if block.kind is BlockKind.heading else 0,
        headings=headings,
        continues=block.kind is BlockKind.note and not is_first,
    )
    return Piece(block.text, place, whole=block.kind is BlockKind.whole)


def _joined_items(blocks: Sequence[Block]) -> Iterable[Block]:
    """The blocks, with the items of one list joined."""
    for is_list, group in groupby(blocks, lambda block: block.kind is BlockKind.item):
        members = list(group)
        if not is_list:
            yield from members
            continue
        span = joined_place([Place(span=member.span) for member in members]).span
        yield replace(members[0], text="\n".join(m.text for m in members), span=span)
