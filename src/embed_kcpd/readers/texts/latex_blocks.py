r"""A file of LaTeX to blocks: headings, paragraphs, items of lists, tables, notes.

In:  the text of a file.
Out: its blocks in order, their text without markup, what the file is called, and which other
     files it names.

Where a file has a document, what stands before it is read only for its title and for the
commands that it defines, and what stands after it not at all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from embed_kcpd.readers.texts import latex_commands as known
from embed_kcpd.readers.texts.blocks import Block
from embed_kcpd.readers.texts.latex_arguments import Arguments
from embed_kcpd.readers.texts.latex_reading import Reading
from embed_kcpd.readers.texts.latex_tokens import Kind, Token, closings, latex_tokens
from embed_kcpd.readers.texts.latex_walk import define, text_apart, walk
from embed_kcpd.readers.texts.latex_writing import Frame, What, Writing
from embed_kcpd.text.places import SourceSpan


@dataclass(frozen=True, slots=True)
class LatexText:
    """What a file says: its blocks, its title where it has one, the files that it reads."""

    blocks: tuple[Block, ...]
    title: str | None
    files: tuple[str, ...]


def latex_text(text: str) -> LatexText:
    """What a file says; where it has a document, nothing else of it."""
    tokens = list(latex_tokens(text, int(text.startswith("\ufeff"))))
    body = next((at for at, token in enumerate(tokens) if _is_document(token)), -1)
    end = _document_end(tokens, body + 1)
    writing = Writing(Frame(What.flow, end))
    reading = Reading(Arguments(tokens, closings(tokens)), writing)
    _read_preamble(reading, body)
    walk(reading, body + 1, end)
    writing.end_paragraph()
    blocks = tuple(_ranked(writing.blocks))
    title = next((block.text for block in blocks if block.level == 1), None)
    return LatexText(blocks, title if reading.has_title else None, tuple(reading.files))


def _is_document(token: Token) -> bool:
    return token.kind is Kind.begin and token.text == "document"


def _document_end(tokens: Sequence[Token], start: int) -> int:
    for at in range(start, len(tokens)):
        if tokens[at].kind is Kind.end and tokens[at].text == "document":
            return at
    return len(tokens)


def _read_preamble(reading: Reading, stop: int) -> None:
    """The title, and commands that are defined before the document."""
    at = 0
    while at < stop:
        token = reading.arguments.tokens[at]
        after = at + 1
        if token.kind is Kind.command:
            after = define(reading, at) or after
            if token.text in ("title", "icmltitle"):
                after = _read_title(reading, at, after)
        at = after


def _read_title(reading: Reading, at: int, after: int) -> int:
    """A title before the document; the brace that closes it, where it has one."""
    tokens = reading.arguments.tokens
    argument = reading.arguments.argument(after)
    if argument is None:
        return after
    first, last = argument
    said = text_apart(reading, first + 1, last)
    span = SourceSpan(tokens[at].start, tokens[last].end)
    reading.writing.add_heading(said, span, known.HEADINGS["title"])
    reading.has_title = bool(said)
    return last


def _ranked(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks with the levels of headings counted from 1, without levels that no one has."""
    levels = sorted({block.level for block in blocks if block.level})
    for block in blocks:
        level = levels.index(block.level) + 1 if block.level else 0
        yield Block(block.kind, block.text, block.span, level)
