"""Jupyter notebooks: text in Markdown, and code.

In:  a source.
Out: a document of the blocks of all cells.  A cell of code is a block that no boundary cuts; what
     it printed and drew is left out.
"""

from collections.abc import Iterator
from dataclasses import replace

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, DocumentKind
from embed_kcpd.readers.json_values import json_object, json_value, objects
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.blocks import Block, BlockKind, block_pieces
from embed_kcpd.readers.texts.markdown_blocks import markdown_blocks

NAME = "notebook"

SUFFIX = ".ipynb"


def is_notebook(source: Source) -> bool:
    """By its name, or as JSON that says which version of the format it has."""
    if source.suffix == SUFFIX:
        return True
    value = json_value(source)
    return isinstance(value, dict) and "nbformat" in value


def read_notebook(source: Source) -> Document:
    """The cells of a notebook in order."""
    value = json_object(source, "a notebook, an object with cells")
    if "worksheets" in value:
        raise InputError(
            f"{source.name} is a notebook in a format before version 4; "
            "convert it first with: jupyter nbconvert --to notebook"
        )
    cells = objects(value.get("cells"), f"{source.name}: cells")
    blocks = [
        block
        for number, cell in enumerate(cells)
        for block in _blocks(
            cell.get("cell_type"), _text(cell.get("source"), f"{source.name}: cells[{number}]")
        )
    ]
    return Document(source.name, NAME, DocumentKind.text, block_pieces(blocks))


def _text(value: object, place: str) -> str:
    """A text, or lines with their ends."""
    lines = [value] if isinstance(value, str) else value
    if isinstance(lines, list) and all(isinstance(line, str) for line in lines):
        return "".join(lines)
    raise InputError(f"{place}: expected 'source' to be a text or a list of lines")


def _blocks(kind: object, text: str) -> Iterator[Block]:
    """The blocks of a cell; where they stand in the file is not known, since JSON escapes text."""
    if kind == "markdown":
        yield from (replace(block, span=None) for block in markdown_blocks(text))
    else:
        yield Block(BlockKind.whole if kind == "code" else BlockKind.paragraph, text.strip("\n"))
