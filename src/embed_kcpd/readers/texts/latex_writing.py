r"""Text of LaTeX, as it is read, to blocks: headings, paragraphs, items, tables, notes.

In:  words in their order; where paragraphs, cells and rows end; frames and lists with the token
     that closes each.
Out: the blocks.

What is set apart (a heading, a note, a table) has a frame on a stack until the token that closes
it, so that no nesting is too deep.  Notes follow the block in which they stand.
"""

import unicodedata
from dataclasses import dataclass, field
from enum import Enum

from embed_kcpd.readers.texts.blocks import Block, BlockKind, table_text
from embed_kcpd.readers.texts.latex_gaps import mended
from embed_kcpd.readers.texts.latex_tokens import Token
from embed_kcpd.text.places import SourceSpan

_DOTLESS = {"ı": "i", "ȷ": "j"}


class What(Enum):
    """What a frame comes to."""

    flow = "flow"
    """Paragraphs, one after the other."""

    text = "text"
    """A few words on their own, which are no block."""

    heading = "heading"
    note = "note"
    caption = "caption"
    table = "table"


@dataclass(slots=True)
class Frame:
    """What is being written, up to the token ``end``."""

    what: What
    end: int
    level: int = 0
    markup: SourceSpan | None = None
    """From the command that begins it to the token that closes it."""

    parts: list[str] = field(default_factory=list)
    start: int = -1
    stop: int = -1
    rows: list[list[str]] = field(default_factory=lambda: [[]])

    def take(self) -> str:
        """The text so far, which begins anew."""
        said = mended("".join(self.parts))
        self.parts.clear()
        return said

    def span(self) -> SourceSpan:
        """Where the words stand that it has."""
        return SourceSpan(max(self.start, 0), max(self.stop, 0))


class Writing:
    """The blocks so far, and the frames that are open, the innermost last."""

    def __init__(self, outermost: Frame) -> None:
        self.blocks: list[Block] = []
        self.frames = [outermost]
        self.notes: list[Block] = []
        self.lists: list[int] = []
        self.accent = ""

    @property
    def frame(self) -> Frame:
        """The innermost frame."""
        return self.frames[-1]

    def say(self, text: str, token: Token) -> None:
        """Write what a token says, under the accent that waits for a letter."""
        frame = self.frames[-1]
        if self.accent and text.strip():
            letter = _DOTLESS.get(text[0], text[0])
            text = unicodedata.normalize("NFC", letter + self.accent) + text[1:]
            self.accent = ""
        if text.strip():
            frame.start = token.start if frame.start < 0 else frame.start
            frame.stop = token.end
        frame.parts.append(text)

    def add(self, text: str) -> None:
        """Write spaces, marks or a gap that belong to no token."""
        self.frames[-1].parts.append(text)

    def add_heading(self, text: str, span: SourceSpan, level: int) -> None:
        """A heading that has no frame."""
        self.blocks.append(Block(BlockKind.heading, text, span, level))

    def end_paragraph(self) -> None:
        """Where a paragraph ends, or words inside a frame are apart."""
        self.accent = ""
        if len(self.frames) == 1 and self.frames[0].what is What.flow:
            self._close_paragraph(self.frames[0])
        else:
            self.add(" ")

    def end_cell(self) -> None:
        """Where a cell of a table ends."""
        self.frame.rows[-1].append(self.frame.take())

    def end_row(self) -> None:
        """Where a row of a table ends, and its last cell."""
        self.end_cell()
        self.frame.rows.append([])

    def open(self, frame: Frame) -> None:
        """Begin a frame; only a note does not end the words before it."""
        if frame.what is not What.note:
            self.end_paragraph()
        self.frames.append(frame)

    def open_list(self, end: int) -> None:
        """Begin a list; paragraphs are its items up to the token ``end``."""
        self.lists.append(end)

    def close_until(self, at: int) -> None:
        """Close frames and lists that end before a token."""
        while len(self.frames) > 1 and self.frames[-1].end <= at:
            self._close(self.frames.pop())
        while self.lists and self.lists[-1] < at:
            self.lists.pop()

    def close_inner(self) -> None:
        """Close all frames but the outermost."""
        while len(self.frames) > 1:
            self._close(self.frames.pop())

    def _close(self, frame: Frame) -> None:
        """Hand on what a frame has."""
        said = frame.take()
        span = frame.span()
        if frame.what is What.heading:
            self.blocks.append(Block(BlockKind.heading, said, span, frame.level))
            self._add_notes()
        elif frame.what is What.note:
            self.notes.append(Block(BlockKind.note, said, span))
        elif frame.what is What.caption:
            self.blocks.append(Block(BlockKind.paragraph, said, span))
            self._add_notes()
        else:
            frame.rows[-1].append(said)
            self._add_table(frame)

    def _add_table(self, frame: Frame) -> None:
        """A table as a block; inside another one, as text of its cell."""
        if self.frame.what is What.flow:
            self.blocks.append(Block(BlockKind.whole, table_text(frame.rows), frame.markup))
            self._add_notes()
        else:
            self.add(" ".join(["", *(cell for row in frame.rows for cell in row), ""]))

    def _close_paragraph(self, frame: Frame) -> None:
        kind = BlockKind.item if self.lists else BlockKind.paragraph
        self.blocks.append(Block(kind, frame.take(), frame.span()))
        frame.start = frame.stop = -1
        self._add_notes()

    def _add_notes(self) -> None:
        if len(self.frames) <= 1:
            self.blocks += self.notes
            self.notes.clear()
