r"""Tokens of LaTeX to blocks: headings, paragraphs, items of lists, tables, notes.

In:  the text of a file.
Out: its blocks in order, their text without markup, what the file is called, and which other
     files it names.

The second of two passes.  Most commands are left out and their arguments are read on; what is
set apart (a heading, a note, a table) has a frame on a stack until the token that closes it, so
that no nesting is too deep.  A formula inside a line is its letters and signs; one on a line of
its own leaves a gap in the sentence, like a citation.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from embed_kcpd.readers.texts import latex_commands as known
from embed_kcpd.readers.texts.blocks import Block, BlockKind, collapsed, table_text
from embed_kcpd.readers.texts.latex_signs import ACCENTS, LIGATURES, SIGNS
from embed_kcpd.readers.texts.latex_tokens import Kind, Token, closings, latex_tokens
from embed_kcpd.text.places import SourceSpan

_GAP = "\0"
"""Stands where something was left out of a sentence, until its spaces are mended."""

_GAPS = re.compile(r"\0(?: ?[,\u2013\u2014-]? ?\0)+")
_EMPTY_BRACKETS = re.compile(r" ?([(\[])[\s\0,;]{0,99}\0[\s\0,;]{0,99}[)\]]")
_GAP_BEFORE_MARK = re.compile(r" ?\0 ?(?=[.,;:!?)\]]|\Z)")
_MARK_BEFORE_GAP = re.compile(r"[,;:] ?\0(?=[.,;:?!])|\. ?\0(?=\.)")
_DOTLESS = {"ı": "i", "ȷ": "j"}
_LONGEST_OPTION = 60
"""Tokens among which the bracket is looked for that closes an option."""

_LONGEST_HEAD = 1_000
"""The same where the head of a page stands in brackets."""

_LONGEST_MACRO = 40
"""Tokens of a command that a person defines; a longer one is left out where it is used."""

_PARENTHESIS = re.compile(r"\([lr]{1,2}\)")
_LENGTH = re.compile(r"[-+]?[\d.,]+\s*(?:pt|mm|cm|in|ex|em|sp|bp|mu)\b")
_PUNCTUATION = ".,;:?!"


class _What(Enum):
    flow = "flow"
    text = "text"
    heading = "heading"
    note = "note"
    caption = "caption"
    table = "table"


@dataclass(slots=True)
class _Frame:
    """What is being written, up to the token ``end``."""

    what: _What
    end: int
    level: int = 0
    opened: int = 0
    parts: list[str] = field(default_factory=list)
    start: int = -1
    stop: int = -1
    rows: list[list[str]] = field(default_factory=lambda: [[]])

    def take(self) -> str:
        """The text so far, which begins anew."""
        said = _mended("".join(self.parts))
        self.parts.clear()
        return said


@dataclass(frozen=True, slots=True)
class _Macro:
    """What a defined command prints; ``spaced`` where it cares for the space after it."""

    text: str
    spaced: bool


@dataclass(frozen=True, slots=True)
class LatexText:
    """What a file says: its blocks, its title where it has one, the files that it reads."""

    blocks: tuple[Block, ...]
    title: str | None
    files: tuple[str, ...]


def latex_text(text: str) -> LatexText:
    """What a file says; where it has a document, nothing else of it."""
    tokens = list(latex_tokens(text, int(text.startswith("\ufeff"))))
    walk = _Walk(tokens, closings(tokens))
    body = next((at for at, token in enumerate(tokens) if _is_document(token)), -1)
    if body >= 0:
        walk.read_preamble(body)
    end = _document_end(tokens, body + 1)
    blocks = tuple(_ranked(walk.blocks_of(body + 1, end)))
    title = next((block.text for block in blocks if block.level == 1), None)
    return LatexText(blocks, title if walk.has_title else None, tuple(walk.files))


def _is_document(token: Token) -> bool:
    return token.kind is Kind.begin and token.text == "document"


def _document_end(tokens: Sequence[Token], start: int) -> int:
    for at in range(start, len(tokens)):
        if tokens[at].kind is Kind.end and tokens[at].text == "document":
            return at
    return len(tokens)


def _ranked(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks with the levels of headings counted from 1, without levels that no one has."""
    levels = sorted({block.level for block in blocks if block.level})
    for block in blocks:
        level = levels.index(block.level) + 1 if block.level else 0
        yield Block(block.kind, block.text, block.span, level)


def _mended(text: str) -> str:
    r"""The text on one line, without the spaces and brackets around what was left out.

    >>> _mended("As shown \0 (\0), it\n grows \0. Lines \0\u2013\0 too.")
    'As shown, it grows. Lines too.'
    """
    text = collapsed(text)
    if _GAP in text:
        text = _EMPTY_BRACKETS.sub(_GAP, _GAPS.sub(_GAP, text))
        text = _MARK_BEFORE_GAP.sub("", _GAPS.sub(_GAP, text))
        text = _GAP_BEFORE_MARK.sub("", text)
        text = collapsed(text.replace(_GAP, " "))
    return text


class _Walk:
    """A walk over tokens, and what has been read on it."""

    def __init__(
        self,
        tokens: Sequence[Token],
        ends: Mapping[int, int],
        macros: dict[str, _Macro] | None = None,
    ) -> None:
        self.tokens = tokens
        self.ends = ends
        self.macros = {} if macros is None else macros
        self.theorems = set(known.THEOREMS)
        self.blocks: list[Block] = []
        self.files: list[str] = []
        self.has_title = False
        self.notes: list[Block] = []
        self.frames: list[_Frame] = []
        self.lists: list[int] = []
        self.instead: dict[int, str] = {}
        self.formula_end = -1
        self.accent = ""

    def read_preamble(self, stop: int) -> None:
        """The title, and commands that are defined before the document."""
        at = 0
        while at < stop:
            token = self.tokens[at]
            after = at + 1
            if token.kind is Kind.command:
                after = self._definition(at) or after
                argument = self._argument(after) if token.text in ("title", "icmltitle") else None
                if argument is not None:
                    first, after = argument
                    span = SourceSpan(token.start, self.tokens[after].end)
                    said = self._part(first + 1, after)
                    self.blocks.append(
                        Block(BlockKind.heading, said, span, known.HEADINGS["title"])
                    )
                    self.has_title = bool(said)
            at = after

    def blocks_of(self, start: int, stop: int) -> list[Block]:
        """The blocks of these tokens, after those that there are."""
        self._run(_Frame(_What.flow, stop), start, stop)
        self._close_paragraph(self.frames.pop())
        return self.blocks

    def _part(self, start: int, stop: int) -> str:
        """What a few tokens say, read by a walk of their own."""
        walk = _Walk(self.tokens, self.ends, self.macros)
        frame = _Frame(_What.text, stop)
        walk._run(frame, start, stop)
        return frame.take()

    def _run(self, frame: _Frame, start: int, stop: int) -> None:
        self.frames.append(frame)
        at = start
        while at < stop:
            self._close_frames(at)
            at = max(self._step(at), at + 1)
        self._close_frames(stop)
        while len(self.frames) > 1:
            self._close(self.frames.pop())

    def _close_frames(self, at: int) -> None:
        while len(self.frames) > 1 and self.frames[-1].end <= at:
            self._close(self.frames.pop())
        while self.lists and self.lists[-1] < at:
            self.lists.pop()
        if 0 <= self.formula_end < at:
            self.formula_end = -1

    # -- tokens

    def _step(self, at: int) -> int:
        """Read one token, with its arguments where they are no text; where to go on."""
        token = self.tokens[at]
        if at in self.instead:
            self._say(self.instead.pop(at), token)
        elif token.kind is Kind.command:
            return self._command(at)
        elif token.kind is Kind.dollar:
            return self._formula(at, is_inline=not self._is_double(at))
        elif token.kind is Kind.begin:
            return self._begin(at)
        elif token.kind is Kind.end:
            if token.text not in known.INLINE and not self._in_formula:
                self._break()
        elif token.kind is Kind.paragraph:
            self._break()
        elif token.kind in (Kind.text, Kind.space, Kind.verbatim):
            self._text(token)
        return at + 1

    def _text(self, token: Token) -> None:
        frame = self.frames[-1]
        if token.text == "&" and token.kind is Kind.text:
            if frame.what is _What.table and not self._in_formula:
                frame.rows[-1].append(frame.take())
            else:
                self._say(" ", token)
        elif token.kind is Kind.text and (token.text == "~" or not self._in_formula):
            self._say(LIGATURES.get(token.text, token.text), token)
        else:
            self._say(token.text, token)

    @property
    def _in_formula(self) -> bool:
        return self.formula_end >= 0

    def _is_double(self, at: int) -> bool:
        end = self.ends.get(at, -1)
        is_double = end > at + 2 and self.tokens[at + 1].kind is Kind.dollar
        return is_double and self.tokens[end - 1].kind is Kind.dollar

    def _formula(self, at: int, *, is_inline: bool) -> int:
        end = self.ends.get(at)
        if end is None or self._in_formula:
            return at + 1
        if is_inline:
            self.formula_end = end
            return at + 1
        self._leave_gap(at, end)
        return end + 1

    def _leave_gap(self, start: int, end: int) -> None:
        """Leave out a formula on its own line, but not the mark that ends its sentence."""
        parts = self.frames[-1].parts
        parts.append(f" {_GAP}")
        at = end - 1
        while at > start and self.tokens[at].kind in (Kind.space, Kind.dollar):
            at -= 1
        said = self.tokens[at].text
        if self.tokens[at].kind is Kind.text and said[-1] in _PUNCTUATION:
            parts.append(said[-1])
        parts.append(" ")

    def _say(self, text: str, token: Token) -> None:
        frame = self.frames[-1]
        if self.accent and text.strip():
            letter = _DOTLESS.get(text[0], text[0])
            text = unicodedata.normalize("NFC", letter + self.accent) + text[1:]
            self.accent = ""
        if text.strip():
            frame.start = token.start if frame.start < 0 else frame.start
            frame.stop = token.end
        frame.parts.append(text)

    def _break(self) -> None:
        """Where a paragraph ends, or words inside a frame are apart."""
        self.accent = ""
        if len(self.frames) == 1 and self.frames[0].what is _What.flow:
            self._close_paragraph(self.frames[0])
        else:
            self.frames[-1].parts.append(" ")

    # -- arguments

    def _skip_spaces(self, at: int) -> int:
        while at < len(self.tokens) and self.tokens[at].kind is Kind.space:
            at += 1
        return at

    def _options(self, at: int) -> int:
        """The token after the options that stand here."""
        while (end := self._option_end(at)) is not None:
            at = end + 1
        return at

    def _option_end(self, at: int, longest: int = _LONGEST_OPTION) -> int | None:
        """The bracket that closes the option that begins here."""
        if not self._is_text(at, "["):
            return None
        last = min(at + longest, len(self.tokens))
        at += 1
        while at < last:
            if self.tokens[at].kind is Kind.paragraph and longest == _LONGEST_OPTION:
                break
            if self._is_text(at, "]"):
                return at
            at = self.ends.get(at, at) + 1 if self._opens_group(at) else at + 1
        return None

    def _is_text(self, at: int, text: str) -> bool:
        if at >= len(self.tokens):
            return False
        return self.tokens[at].kind is Kind.text and self.tokens[at].text == text

    def _opens_group(self, at: int) -> bool:
        return at < len(self.tokens) and self.tokens[at].kind is Kind.opening

    def _argument(self, at: int) -> tuple[int, int] | None:
        """The braces of the next argument, options before it left out."""
        at = self._skip_spaces(self._options(self._skip_spaces(at)))
        end = self.ends.get(at) if self._opens_group(at) else None
        return None if end is None else (at, end)

    def _arguments(self, at: int, number: int) -> int:
        """The token after so many arguments."""
        at = self._options(at)
        for _ in range(number):
            argument = self._argument(at)
            if argument is None:
                break
            at = argument[1] + 1
        return at

    # -- commands

    def _command(self, at: int) -> int:
        name = self.tokens[at].text
        special = _SPECIAL.get(name)
        if name in known.HEADINGS or name in known.NOTES or name == "caption":
            special = _Walk._set_apart
        elif name in known.SILENT:
            special = _Walk._silent
        defined = self._definition(at)
        if defined is not None:
            return defined
        return self._printed(at) if special is None else special(self, at)

    def _printed(self, at: int) -> int:
        """A command that prints something by itself, or that nobody knows here."""
        token = self.tokens[at]
        name = token.text
        if name in self.macros:
            self._macro(token, self.macros[name])
        elif name in ACCENTS and not self._in_formula:
            return self._accent(at)
        elif name in SIGNS:
            self._sign(token, SIGNS[name])
        else:
            return self._unknown(at)
        return at + 1

    def _bracketed(self, at: int) -> int:
        r"""The formula of ``\(`` or ``\[``."""
        return self._formula(at, is_inline=self.tokens[at].text == "(")

    def _switched_off(self, at: int) -> int:
        return self.ends.get(at, at) + 1

    def _unknown(self, at: int) -> int:
        """A command that prints nothing: its options are left out, its arguments are read on."""
        token = self.tokens[at]
        is_directly = token.end == token.start + 1 + len(token.text)
        after = self._options(at + 1) if is_directly and token.text.isalpha() else at + 1
        self._part_arguments(after)
        return after

    def _part_arguments(self, at: int) -> None:
        """Put spaces between the arguments that follow one another."""
        while self._opens_group(at) and (end := self.ends.get(at)) is not None:
            if self._opens_group(end + 1):
                self.instead[end] = " "
            at = end + 1

    def _set_apart(self, at: int) -> int:
        """A heading, a note or a caption: its argument has a frame."""
        name = self.tokens[at].text
        argument = self._argument(at + 1)
        if argument is None:
            return at + 1
        if name in known.HEADINGS:
            self._open(_What.heading, argument[1], at, known.HEADINGS[name])
            self.has_title = self.has_title or known.HEADINGS[name] == known.HEADINGS["title"]
        else:
            what = _What.note if name in known.NOTES else _What.caption
            self._open(what, argument[1], at)
        return argument[0] + 1

    def _open(self, what: _What, end: int, at: int, level: int = 0) -> None:
        if what is not _What.note:
            self._break()
        self.frames.append(_Frame(what, min(end, self.frames[-1].end), level, at))

    def _silent(self, at: int) -> int:
        """A command whose first arguments are no text."""
        name = self.tokens[at].text
        after = at + 1
        if name == "cmidrule" and after < len(self.tokens):
            after += _PARENTHESIS.fullmatch(self.tokens[after].text) is not None
        after = self._arguments(after, known.SILENT[name])
        if name in known.CITATIONS:
            self.frames[-1].parts.append(_GAP)
        if name in known.FILES:
            self.files.append(self._part(at + 1, after))
        return after

    def _macro(self, token: Token, macro: _Macro) -> None:
        has_space = token.end > token.start + 1 + len(token.text)
        is_spaced = has_space and (macro.spaced or self._in_formula)
        self._say(macro.text + " " * is_spaced, token)

    def _sign(self, token: Token, said: str) -> None:
        """A sign; in a formula the spaces around it are those of the file."""
        if self._in_formula:
            before = self.frames[-1].parts[-1:]
            is_word = len(said) > 1 and said.isalpha()
            said = " " * (is_word and bool(before) and before[0][-1:].isalnum()) + said
            said += " " * (token.end > token.start + 1 + len(token.text))
        self._say(said, token)

    def _accent(self, at: int) -> int:
        """The accent waits for its letter; on nothing it stands for itself."""
        token = self.tokens[at]
        if self._opens_group(at + 1) and self.ends.get(at + 1) == at + 2:
            self._say(token.text if token.text in "~^" else "", token)
            return at + 3
        self.accent = ACCENTS[token.text]
        return at + 1

    def _item(self, at: int) -> int:
        r"""The next item of a list; what ``\item[this]`` defines is text."""
        self._break()
        at = self._skip_spaces(at + 1)
        end = self._option_end(at)
        if end is not None:
            self.instead[end] = " "
            return at + 1
        return at

    def _line_end(self, at: int) -> int:
        """The end of a row or of a line, with a length that may follow."""
        frame = self.frames[-1]
        if frame.what is _What.table and not self._in_formula:
            frame.rows[-1].append(frame.take())
            frame.rows.append([])
        else:
            frame.parts.append(" ")
        at += 1 + self._is_text(at + 1, "*")
        end = self._option_end(at)
        if end is not None and _LENGTH.match("".join(t.text for t in self.tokens[at + 1 : end])):
            return end + 1
        return at

    def _paragraph_end(self, at: int) -> int:
        self._break()
        return at + 1

    def _fraction(self, at: int) -> int:
        argument = self._argument(at + 1)
        if argument is not None:
            self.instead[argument[1]] = "/"
        return at + 1

    def _quotation(self, at: int) -> int:
        argument = self._argument(at + 1)
        if argument is not None:
            self._say("\u201c", self.tokens[at])
            self.instead[argument[1]] = "\u201d"
        return at + 1

    def _columns(self, at: int) -> int:
        r"""``\twocolumn[...]``: what stands in the brackets is text above the columns."""
        end = self._option_end(at + 1, _LONGEST_HEAD)
        if end is None:
            return at + 1
        self.instead[end] = " "
        return at + 2

    def _skip(self, at: int) -> int:
        """A space of some length, which is not in braces."""
        after = self._skip_spaces(at + 1)
        said = "".join(token.text for token in self.tokens[after : after + 3])
        length = _LENGTH.match(said)
        if length is None:
            return at + 1
        stop = self.tokens[after].start + length.end()
        while after < len(self.tokens) and self.tokens[after].end <= stop:
            after += 1
        return after

    def _delimiter(self, at: int) -> int:
        r"""``\left`` and ``\right``: the dot of a delimiter that is not there is no text."""
        after = self._skip_spaces(at + 1)
        return after + 1 if self._is_text(after, ".") else after

    # -- environments

    def _begin(self, at: int) -> int:
        name = self.tokens[at].text
        base = name.rstrip("*")
        end = self.ends.get(at)
        if base in known.FORMULAS or base in known.DRAWINGS:
            if end is None or self._in_formula:
                return at + 1
            if base in known.FORMULAS:
                self._leave_gap(at, end)
            else:
                self._break()
            return end + 1
        if name in known.TABLES:
            return self._table(at, end)
        if self._in_formula:
            return at + 1
        if name not in known.INLINE:
            self._break()
        if base in known.LISTS and end is not None:
            self.lists.append(end)
        return self._environment(at, base)

    def _environment(self, at: int, base: str) -> int:
        """Any other environment: its options are no text, unless they name a theorem."""
        after = at + 1
        if base == "abstract":
            token = self.tokens[at]
            macro = self.macros.get("abstractname")
            title = macro.text if macro else known.ABSTRACT[0]
            span = SourceSpan(token.start, token.end)
            self.blocks.append(Block(BlockKind.heading, title, span, known.ABSTRACT[1]))
        elif base in self.theorems and (option := self._option_end(after)) is not None:
            self.instead[after], self.instead[option] = "(", ") "
        elif base == "frame" and (argument := self._argument(after)) is not None:
            self._open(_What.heading, argument[1], at, known.HEADINGS["frametitle"])
            return argument[0] + 1
        else:
            after = self._arguments(after, known.LAYOUTS.get(base, 0))
            self._part_arguments(after)
        return after

    def _table(self, at: int, end: int | None) -> int:
        name = self.tokens[at].text
        if end is not None and not self._in_formula:
            self._open(_What.table, end, at)
        return self._arguments(at + 1, known.TABLES[name])

    # -- what is done

    def _close(self, frame: _Frame) -> None:
        """Hand on what a frame has."""
        said = frame.take()
        span = SourceSpan(max(frame.start, 0), max(frame.stop, 0))
        if frame.what is _What.heading:
            self.blocks.append(Block(BlockKind.heading, said, span, frame.level))
            self._add_notes()
        elif frame.what is _What.note:
            self.notes.append(Block(BlockKind.note, said, span))
        elif frame.what is _What.caption:
            self.blocks.append(Block(BlockKind.paragraph, said, span))
            self._add_notes()
        else:
            frame.rows[-1].append(said)
            self._add_table(frame)

    def _add_table(self, frame: _Frame) -> None:
        """A table as a block; inside another one, as text of its cell."""
        parent = self.frames[-1]
        if parent.what is _What.flow:
            end = min(frame.end, len(self.tokens) - 1)
            span = SourceSpan(self.tokens[frame.opened].start, self.tokens[end].end)
            self.blocks.append(Block(BlockKind.whole, table_text(frame.rows), span))
            self._add_notes()
        else:
            parent.parts.append(" ".join(["", *(cell for row in frame.rows for cell in row), ""]))

    def _close_paragraph(self, frame: _Frame) -> None:
        kind = BlockKind.item if self.lists else BlockKind.paragraph
        span = SourceSpan(max(frame.start, 0), max(frame.stop, 0))
        self.blocks.append(Block(kind, frame.take(), span))
        frame.start = frame.stop = -1
        self._add_notes()

    def _add_notes(self) -> None:
        if len(self.frames) <= 1:
            self.blocks += self.notes
            self.notes.clear()

    # -- definitions

    def _definition(self, at: int) -> int | None:
        """The token after a definition; nothing where there is none."""
        name = self.tokens[at].text
        if name in known.DEFINITIONS or name in known.PRIMITIVE_DEFINITIONS:
            return self._new_command(at, is_primitive=name in known.PRIMITIVE_DEFINITIONS)
        if name in known.NEW_ENVIRONMENTS:
            return self._arguments(at + 1, known.NEW_ENVIRONMENTS[name])
        if name == "newtheorem":
            return self._new_theorem(at)
        if name == "let":
            after = self._skip_spaces(at + 2)
            return after + 1 + self._is_text(after, "=")
        return None

    def _new_command(self, at: int, *, is_primitive: bool) -> int:
        """Remember what a command prints that has no arguments and is short."""
        named = self._skip_spaces(at + 1)
        after = named + 1
        if self._opens_group(named) and named in self.ends:
            named, after = self._skip_spaces(named + 1), self.ends[named] + 1
        if named >= len(self.tokens) or self.tokens[named].kind is not Kind.command:
            return at + 1
        first = after
        while is_primitive and after < min(first + 20, len(self.tokens)):
            if self._opens_group(after):
                break
            after += 1
        body = self._argument(after)
        if body is None:
            return first
        if self.tokens[at].text.endswith("DocumentCommand"):
            body = self._argument(body[1] + 1) or body
        elif body[0] == first or body[0] == self._skip_spaces(first):
            self._remember(self.tokens[named].text, *body)
        return body[1] + 1

    def _remember(self, name: str, start: int, end: int) -> None:
        body = self.tokens[start + 1 : end]
        names = [token.text for token in body if token.kind is Kind.command]
        if len(body) <= _LONGEST_MACRO and not any("@" in each for each in names):
            self.macros[name] = _Macro(self._part(start + 1, end), "xspace" in names)

    def _new_theorem(self, at: int) -> int:
        after = at + 1
        first = self._argument(after)
        if first is not None:
            self.theorems.add("".join(t.text for t in self.tokens[first[0] + 1 : first[1]]))
        return self._options(self._arguments(after, 2))


_SPECIAL: dict[str, Callable[[_Walk, int], int]] = {
    "(": _Walk._bracketed,
    "[": _Walk._bracketed,
    "iffalse": _Walk._switched_off,
    "item": _Walk._item,
    "\\": _Walk._line_end,
    "tabularnewline": _Walk._line_end,
    "par": _Walk._paragraph_end,
    "frac": _Walk._fraction,
    "dfrac": _Walk._fraction,
    "tfrac": _Walk._fraction,
    "enquote": _Walk._quotation,
    "twocolumn": _Walk._columns,
    "vskip": _Walk._skip,
    "hskip": _Walk._skip,
    "kern": _Walk._skip,
    "left": _Walk._delimiter,
    "right": _Walk._delimiter,
}
"""Commands that need more than a table says."""
