"""Generated parts inside a written page, and the tables they hold.

In:  a page of prose with marks, generated parts by name, rows of cells.
Out: the page with those parts replaced; Markdown tables.

A part stands between ``<!-- begin NAME -->`` and ``<!-- end NAME -->``; everything else on the
page is prose and stays as it is.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.jsonl import read_text
from embed_kcpd.files import updating, write_atomically


def with_parts(page: str, parts: Mapping[str, str]) -> str:
    """The page with each named part replaced.

    >>> with_parts("a <!-- begin x -->old<!-- end x --> b", {"x": "new"})
    'a <!-- begin x -->\\nnew\\n<!-- end x --> b'
    """
    for name, content in parts.items():
        before, _, after = _split(page, name)
        begin, end = _marks(name)
        page = f"{before}{begin}\n{content}\n{end}{after}"
    return page


def part_of(page: str, name: str) -> str:
    """What stands between the marks of that name.

    >>> part_of("a <!-- begin x -->\\nold\\n<!-- end x --> b", "x")
    'old'
    """
    return _split(page, name)[1].strip("\n")


def write_parts(path: Path, parts: Mapping[str, str]) -> None:
    """Replace the named parts of a page on disk; commands that write others at once wait."""
    check_page(path, *parts)
    with updating(path):
        write_atomically(path, with_parts(read_text(path), parts))


def check_page(path: Path | None, *names: str) -> None:
    """Raise if a page that is asked for has no place for these parts: before a long run."""
    if path is None:
        return
    if not path.is_file():
        raise InputError(f"there is no page {path} to write the tables into")
    page = read_text(path)
    for name in names:
        _split(page, name, str(path))


def markdown_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], *, is_numeric: bool = False
) -> str:
    """A table, its cells to the right if they are numbers; bars inside cells are escaped.

    >>> print(markdown_table(["a", "b"], [["1", "x|y"]]))
    | a | b |
    | --- | --- |
    | 1 | x\\|y |
    """
    body = [heads, ["---:" if is_numeric else "---"] * len(heads), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in body
    )


def _marks(name: str) -> tuple[str, str]:
    return f"<!-- begin {name} -->", f"<!-- end {name} -->"


def _split(page: str, name: str, place: str = "the page") -> tuple[str, str, str]:
    """The page before, inside and after the marks of that name, each of which stands once."""
    begin, end = _marks(name)
    before, _, rest = page.partition(begin)
    inside, closed, after = rest.partition(end)
    if not closed or begin in rest or end in before + after:
        raise InputError(f"{place} needs {begin} once and, after it, {end} once")
    return before, inside, after
