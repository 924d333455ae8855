r"""RTF: the text of a Rich Text Format file.

In:  a source.
Out: a document of its headings, paragraphs, lists, tables, text boxes and notes.

A group is a pair of braces; what control words set inside it ends with it.  The first word of a
group can make it a destination, such as the table of fonts: one that is not known to hold text
is passed over.  A note or a text box stands inside a paragraph and comes after it.  Hidden and
deleted text is not part of the text.  Groups are kept on a list, so that none is too deep.
"""

import re
import sys
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, DocumentKind
from embed_kcpd.readers.signs import begins_rtf
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.blocks import Block, BlockKind, block_pieces, collapsed, table_text
from embed_kcpd.readers.texts.heading_styles import LEVELS, Style, heading_levels
from embed_kcpd.readers.texts.rtf_encodings import WESTERN, charset_encoding, page_encoding
from embed_kcpd.readers.texts.rtf_tokens import Token, rtf_tokens
from embed_kcpd.text.places import SourceSpan

NAME = "rtf"

_UNREAD = frozenset(
    [
        *("colortbl", "pict", "object", "fldinst", "nonshppict", "shprslt", "sn", "sv", "sp"),
        *("header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf"),
        *("xe", "tc", "tcn", "rxe", "txe", "annotation", "ftnsep", "ftnsepc", "ftncn", "aftnsep"),
        *("aftnsepc", "aftncn", "nonesttables", "private", "template", "mmath", "fchars", "lchars"),
    ]
)
"""Destinations that hold no text of the document; a result of a shape repeats its text box."""

_BOXES = frozenset(["shptxt", "dptxbxtext"])
"""Destinations that are text boxes."""

_STARRED = frozenset(["shpinst", "shpgrp", "do", "footnote", *_BOXES])
"""Destinations that hold text although programs that do not know them may pass them over."""

_ITEMS = frozenset(["listtext", "pntext"])
"""The bullet or number of an item, as text; what follows is an item."""

_CHARACTERS = {
    "tab": "\t",
    "line": "\n",
    "softline": "\n",
    "page": "\n",
    "column": "\n",
    "lbr": "\n",
    "emdash": "\u2014",
    "endash": "\u2013",
    "emspace": "\u2003",
    "enspace": "\u2002",
    "qmspace": "\u2005",
    "bullet": "\u2022",
    "lquote": "\u2018",
    "rquote": "\u2019",
    "ldblquote": "\u201c",
    "rdblquote": "\u201d",
    "zwj": "\u200d",
    "zwnj": "\u200c",
    "~": "\u00a0",
    "_": "\u2011",
}
_PAGES = {"ansi": WESTERN, "mac": "mac-roman", "pc": "cp437", "pca": "cp850"}


class _Target(Enum):
    """Where the text of a group goes."""

    text = "text"
    unread = "unread"
    fonts = "fonts"
    styles = "styles"
    info = "info"
    title = "title"


_DESTINATIONS = {
    "fonttbl": _Target.fonts,
    "stylesheet": _Target.styles,
    "info": _Target.info,
    **dict.fromkeys(_UNREAD | _ITEMS, _Target.unread),
}


@dataclass(frozen=True, slots=True)
class _State:
    """What holds until the end of a group.

    ``encoding`` is that of the font, empty where none is chosen.  ``n_repeats`` is how many
    characters after ``\\u`` repeat it for programs without Unicode.  ``level`` is the outline level
    of the paragraph, ``None`` where its style decides.
    """

    target: _Target = _Target.text
    encoding: str = ""
    n_repeats: int = 1
    is_hidden: bool = False
    is_deleted: bool = False
    style: int = 0
    level: int | None = None
    is_item: bool = False
    in_table: bool = False
    in_box: bool = False

    @property
    def is_read(self) -> bool:
        return not (self.is_hidden or self.is_deleted) and self.target is not _Target.unread


@dataclass
class _Flow:
    """A body, a text box or a note: its blocks so far, its open table and its open paragraph."""

    is_note: bool = False
    blocks: list[Block] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    span: tuple[int, int] | None = None
    is_item: bool = False
    inside: list[Block] = field(default_factory=list)
    """Boxes and notes of the open paragraph."""

    in_table: list[Block] = field(default_factory=list)
    """Those of the open table."""

    cell: list[str] = field(default_factory=list)
    row: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    table_span: tuple[int, int] | None = None


def is_rtf(source: Source) -> bool:
    """By how it begins."""
    return begins_rtf(source)


def read_rtf(source: Source) -> Document:
    """The text of an RTF file."""
    if not begins_rtf(source):
        raise InputError(f"{source.name} is not RTF, which begins with {{\\rtf")
    reader = _Reader()
    for token in rtf_tokens(source.data):
        reader.take(token)
    pieces = block_pieces(reader.finished())
    notes = ("the file ends inside a group: its end is missing",) if reader.groups else ()
    title = collapsed(_joined(reader.title)) or None
    return Document(source.name, NAME, DocumentKind.text, pieces, title=title, notes=notes)


class _Reader:
    """Follows the tokens of a file, and collects its blocks."""

    def __init__(self) -> None:
        self.groups: list[_State] = []
        self.title: list[str] = []
        self._state = _State()
        self._flows = [_Flow()]
        self._pending = bytearray()
        self._pending_span = (0, 0)
        self._n_skipped = 0
        self._is_first, self._is_starred = False, False
        self._page, self._fonts = WESTERN, dict[int, str]()
        self._default_font, self._font = 0, 0
        self._styles: dict[str, Style] = {}
        self._style, self._style_number = _NO_STYLE, 0

    @cached_property
    def _levels(self) -> dict[str, int]:
        """Heading levels of styles: their table stands before the text."""
        return heading_levels(self._styles)

    def take(self, token: Token) -> None:
        """Follow one token."""
        if token.text:
            self._take_bytes(token)
            return
        self._flush()
        if token.brace:
            self._n_skipped = 0
            self._is_first = self._open() if token.brace == "open" else self._close()
            self._is_starred = False
        elif token.word == "*":
            self._is_starred = True
        else:
            self._take_word(token)
            self._is_first = self._is_starred = False

    def finished(self) -> list[Block]:
        """The blocks of the whole file; groups that are open end with it."""
        self._flush()
        if self._state.in_box:
            self._end_box()
        return self._ended(self._flows[0])

    def _open(self) -> bool:
        self.groups.append(self._state)
        return True

    def _close(self) -> bool:
        if self._state.target is _Target.styles:
            self._end_style()
        if self.groups:
            before = self.groups.pop()
            if self._state.in_box and not before.in_box:
                self._end_box()
            self._state = before
        return False

    def _take_bytes(self, token: Token) -> None:
        """Text is decoded when it ends: a character can be several bytes in several tokens."""
        self._is_first = self._is_starred = False
        text = token.text[self._n_skipped :]
        self._n_skipped -= len(token.text) - len(text)
        if text and self._state.is_read:
            start = self._pending_span[0] if self._pending else token.start
            self._pending_span = start, token.end
            self._pending += text

    def _flush(self) -> None:
        if self._pending:
            encoding = self._state.encoding or self._fonts.get(self._default_font) or self._page
            text = self._pending.decode(encoding, "replace")
            self._pending.clear()
            self._say(text, *self._pending_span)

    def _say(self, text: str, start: int, end: int) -> None:
        state = self._state
        if not state.is_read:
            return
        if state.target is _Target.text:
            flow = self._flows[-1]
            flow.parts.append(text)
            flow.span = (start if flow.span is None else flow.span[0]), end
        elif state.target is _Target.title:
            self.title.append(text)
        elif state.target is _Target.styles:
            self._style = replace(self._style, name=(self._style.name + text)[:_LONGEST_NAME])

    def _take_word(self, token: Token) -> None:
        target = self._state.target
        if target is _Target.unread:
            return
        if self._is_first and self._begins_destination(token.word):
            return
        if token.word == "u":
            self._say_unicode(token)
        elif token.word in _CHARACTERS:
            if self._n_skipped:
                self._n_skipped -= 1
            else:
                self._say(_CHARACTERS[token.word], token.start, token.end)
        elif target is _Target.fonts:
            self._take_font(token)
        elif target is _Target.styles:
            self._take_style(token)
        elif not self._take_encoding(token):
            self._take_layout(token)

    def _begins_destination(self, word: str) -> bool:
        """Whether the word makes its group a destination."""
        target = self._state.target
        if target is _Target.info:
            if word == "title":
                self._state = replace(self._state, target=_Target.title)
            return True
        if word in _BOXES or word == "footnote":
            self._begin_box(word)
        elif word in _DESTINATIONS:
            self._flows[-1].is_item |= word in _ITEMS
            self._state = replace(self._state, target=_DESTINATIONS[word])
        elif self._is_starred and word not in _STARRED:
            self._state = replace(self._state, target=_Target.unread)
        else:
            return False
        return True

    def _say_unicode(self, token: Token) -> None:
        """Numbers beyond 32,767 are written as negative ones; halves of a character are joined."""
        code = token.number or 0
        code += 65536 if code < 0 else 0
        if 0 < code <= sys.maxunicode:
            self._say(chr(code), token.start, token.end)
        self._n_skipped = self._state.n_repeats

    def _take_font(self, token: Token) -> None:
        """A line of the table of fonts."""
        number = token.number or 0
        if token.word == "f":
            self._font = number
        elif token.word in ("fcharset", "cpg"):
            named = charset_encoding if token.word == "fcharset" else page_encoding
            encoding = named(number)
            if encoding is not None:
                self._fonts[self._font] = encoding

    def _take_style(self, token: Token) -> None:
        """A line of the table of styles."""
        if token.word == "s":
            self._style_number = token.number or 0
        elif token.word == "sbasedon":
            self._style = replace(self._style, based_on=str(token.number or 0))
        elif token.word == "outlinelevel":
            self._style = replace(self._style, level=_level(token.number))

    def _end_style(self) -> None:
        name = self._style.name.partition(";")[0].strip()
        if name:
            self._styles[str(self._style_number)] = replace(self._style, name=name)
        self._style, self._style_number = _NO_STYLE, 0

    def _take_encoding(self, token: Token) -> bool:
        """Whether the word says how bytes are to be read, or whether they are."""
        word, number = token.word, token.number
        if word == "f":
            encoding = self._fonts.get(number or 0, self._page)
            self._state = replace(self._state, encoding=encoding)
        elif word == "plain":
            self._state = replace(self._state, encoding="", is_hidden=False, is_deleted=False)
        elif word == "v":
            self._state = replace(self._state, is_hidden=number != 0)
        elif word in ("deleted", "mvf"):
            self._state = replace(self._state, is_deleted=number != 0)
        elif word == "uc":
            self._state = replace(self._state, n_repeats=max(0, number or 0))
        elif word == "deff":
            self._default_font = number or 0
        elif word in _PAGES or word == "ansicpg":
            self._page = _PAGES.get(word) or page_encoding(number or 0) or WESTERN
        else:
            return False
        return True

    def _take_layout(self, token: Token) -> None:
        """Paragraphs, their properties, and the cells of tables."""
        word, number = token.word, token.number
        if word in ("par", "sect"):
            self._end_paragraph(self._flows[-1], in_table=self._state.in_table)
        elif word == "pard":
            self._state = replace(self._state, style=0, level=None, is_item=False, in_table=False)
        elif word == "s":
            self._state = replace(self._state, style=number or 0)
        elif word == "outlinelevel":
            self._state = replace(self._state, level=_level(number))
        elif word == "ls":
            self._state = replace(self._state, is_item=number != 0)
        elif word in ("intbl", "itap"):
            self._state = replace(self._state, in_table=number != 0)
        elif word in ("cell", "nestcell", "row"):
            self._end_cell(word, token)

    def _begin_box(self, word: str) -> None:
        """A box or a note; one inside another is a paragraph of that one, however deep it is."""
        if self._state.in_box:
            self._end_paragraph(self._flows[-1], in_table=self._state.in_table)
            return
        self._flows.append(_Flow(is_note=word == "footnote"))
        state = self._state
        self._state = _State(encoding=state.encoding, n_repeats=state.n_repeats, in_box=True)

    def _end_box(self) -> None:
        """What a box or a note says comes after the paragraph around it."""
        flow = self._flows.pop()
        blocks = self._ended(flow)
        spans = [block.span for block in blocks if block.span is not None]
        if flow.is_note and spans:
            span = replace(spans[0], end=spans[-1].end)
            said = "\n".join(block.text for block in blocks)
            blocks = [Block(BlockKind.note, said, span)]
        self._flows[-1].inside += blocks

    def _end_paragraph(self, flow: _Flow, *, in_table: bool) -> None:
        text = _joined(flow.parts).strip()
        if in_table:
            flow.cell.append(text)
            flow.table_span = _around(flow.table_span, flow.span)
            flow.in_table += flow.inside
        else:
            _end_table(flow)
            if text and flow.span is not None:
                flow.blocks.append(self._block(flow, text, SourceSpan(*flow.span)))
            flow.blocks += flow.inside
        flow.parts, flow.span, flow.inside, flow.is_item = [], None, [], False

    def _block(self, flow: _Flow, text: str, span: SourceSpan) -> Block:
        own = self._state.level
        level = self._levels.get(str(self._state.style), 0) if own is None else own
        if level:
            return Block(BlockKind.heading, text, span, level)
        is_item = self._state.is_item or flow.is_item
        return Block(BlockKind.item if is_item else BlockKind.paragraph, text, span)

    def _end_cell(self, word: str, token: Token) -> None:
        """A paragraph of a cell, the cell, or the row; the cells of inner tables are paragraphs."""
        flow = self._flows[-1]
        if word != "row" or flow.parts:
            self._end_paragraph(flow, in_table=True)
        if word == "cell" or (word == "row" and flow.cell):
            flow.row.append(" ".join(text for text in flow.cell if text))
            flow.cell = []
        if word == "row":
            flow.rows.append(flow.row)
            flow.row = []
            flow.table_span = _around(flow.table_span, (token.start, token.end))

    def _ended(self, flow: _Flow) -> list[Block]:
        """The blocks of a flow, its open paragraph and table included."""
        if flow.parts or flow.inside:
            self._end_paragraph(flow, in_table=self._state.in_table)
        _end_table(flow)
        return flow.blocks


def _end_table(flow: _Flow) -> None:
    """The rows so far as one block, then the boxes and notes that stand in them."""
    if flow.table_span is not None:
        rows = [*flow.rows, [*flow.row, " ".join(text for text in flow.cell if text)]]
        span = SourceSpan(*flow.table_span)
        flow.blocks.append(Block(BlockKind.whole, table_text(rows), span))
    flow.blocks += flow.in_table
    flow.in_table, flow.rows, flow.row, flow.cell, flow.table_span = [], [], [], [], None


def _around(first: tuple[int, int] | None, last: tuple[int, int] | None) -> tuple[int, int] | None:
    """The span from the beginning of one to the end of the other."""
    if first is None or last is None:
        return first or last
    return first[0], last[1]


def _level(number: int | None) -> int:
    """The heading level of an outline level; 0 where it is that of body text."""
    return number + 1 if number is not None and 0 <= number < LEVELS else 0


def _joined(parts: list[str]) -> str:
    """The text of these parts: halves of a character are one, other signs for machines are none."""
    text = "".join(parts).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return _CONTROLS.sub("", text)


_NO_STYLE = Style("", None, "")
_LONGEST_NAME = 200
_CONTROLS = re.compile("[\0-\x08\x0b-\x1f\x7f]")
