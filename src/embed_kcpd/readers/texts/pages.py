"""Lines of printed pages to paragraphs: running heads, hyphens and line breaks undone.

In:  the lines of each page.
Out: blocks of text, each with the page on which it begins.

A running head is one of the two first or last lines of a page that says the same on two of
five pages (figures aside), or begins or ends with the number of the page.  A word that is
parted at the end of a line is joined; it keeps its hyphen where the document writes it so
elsewhere, or where a capital follows.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from embed_kcpd.readers.texts.blocks import Block, BlockKind, collapsed
from embed_kcpd.text.places import SourceSpan

EDGE_LINES = 2
"""Lines at the top and at the bottom of a page that may be running heads."""

FEWEST_PAGES = 3
LEAST_SHARE = 0.4
"""Pages on which a running head must stand: left and right pages often have their own."""

LONGEST_HEAD = 100
"""Characters of a line that begins or ends with the number of its page."""

SHORT, FULL = 0.6, 0.85
"""Parts of the usual length below which a line ends its paragraph, also without a full stop, and
from which on it does not end it, also with one."""

PARTED = "\u00ad"
"""Stands at the end of a line whose last word goes on in the next."""

_FIGURES = re.compile(r"\d+")
_EDGE_NUMBER = re.compile(r"^\W*(\d{1,4})\b|\b(\d{1,4})\W*$")
_SENTENCE_END = re.compile(r"[.!?:。！？…][\"'”’»)\]]*$")
_INNER_END = re.compile(r"[.!?…][\"'”’»)\]]*\s|[。！？]")
_HYPHENATED = re.compile(r"(?<!\w)\w+-\w+")
_LAST_WORD = re.compile(r"\w*$")
_FIRST_WORD = re.compile(r"\w*")


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line of a page, at ``start`` to ``end - 1`` of what the page says; pages count from 1.

    ``heading`` counts the headings of the document from 1 on and is 0 for other lines; lines of
    one heading have the same number.  ``level`` is that of the heading.
    """

    text: str
    page: int
    start: int
    end: int
    heading: int = 0
    level: int = 0


def without_running_heads(pages: Sequence[Sequence[PageLine]]) -> list[list[PageLine]]:
    """The pages without lines that stand at the same place of many of them."""
    if len(pages) < FEWEST_PAGES:
        return [list(page) for page in pages]
    seen = Counter(
        (place, key) for page in pages for place, line in _edges(page) for key in _keys(line)
    )
    enough = max(FEWEST_PAGES, LEAST_SHARE * len(pages))
    # A page that would be left without a line keeps what it has.
    return [list(_body(page, seen, enough)) or list(page) for page in pages]


def _edges(page: Sequence[PageLine]) -> Iterator[tuple[int, PageLine]]:
    """The outer lines of a page: 0, 1 from the top, -1, -2 from the bottom."""
    for place in range(min(EDGE_LINES, len(page))):
        yield place, page[place]
        yield -1 - place, page[-1 - place]


def _keys(line: PageLine) -> Iterator[object]:
    """What a line has in common with running heads of other pages."""
    yield _FIGURES.sub("0", collapsed(line.text)).casefold()
    if len(line.text) <= LONGEST_HEAD:
        for match in _EDGE_NUMBER.finditer(line.text.strip()):
            yield int(match[1] or match[2]) - line.page


def _body(
    page: Sequence[PageLine], seen: Mapping[tuple[int, object], int], enough: float
) -> Iterator[PageLine]:
    running = {
        id(line)
        for place, line in _edges(page)
        if any(seen[place, key] >= enough for key in _keys(line))
    }
    return (line for line in page if id(line) not in running)


def page_blocks(pages: Iterable[Sequence[PageLine]]) -> Iterator[Block]:
    """Headings and paragraphs of the pages."""
    lines = [line for page in pages for line in page if line.text.strip()]
    hyphenated = Counter(w.casefold() for line in lines for w in _HYPHENATED.findall(line.text))
    usual = _usual_length(lines)
    paragraph: list[PageLine] = []
    for line, after in pairwise([*lines, PageLine("", 0, 0, 0)]):
        paragraph.append(line)
        if _ends_paragraph(line, after, usual):
            yield from _blocks(paragraph, hyphenated)
            paragraph = []


def _usual_length(lines: Sequence[PageLine]) -> int:
    """The length that nine of ten lines do not pass: that of a full line."""
    lengths = sorted(len(line.text) for line in lines)
    return lengths[len(lengths) * 9 // 10] if lengths else 0


def _ends_paragraph(line: PageLine, after: PageLine, usual: int) -> bool:
    """Whether a paragraph ends with a line: it is short, or a heading stands beside it."""
    if not after.page or line.heading or after.heading:
        return not (after.page and line.heading and line.heading == after.heading)
    if line.text.endswith(PARTED) or after.text[:1].islower():
        return False
    if not _ends_sentence(line):
        return len(line.text) < (SHORT if line.page == after.page else FULL) * usual
    is_title = len(after.text) < SHORT * usual and not _ends_sentence(after)
    return is_title or line.page != after.page or len(line.text) < FULL * usual


def _ends_sentence(line: PageLine) -> bool:
    return _SENTENCE_END.search(line.text.rstrip()) is not None


def _blocks(lines: Sequence[PageLine], hyphenated: Mapping[str, int]) -> Iterator[Block]:
    """A heading or paragraph; one that goes over pages becomes a block on each.

    The first sentence on a page that began on the page before stays with that.
    """
    by_page = [list(own) for _, own in groupby(lines, lambda line: line.page)]
    texts = [_joined_lines(own, hyphenated) for own in by_page]
    for at in range(len(texts) - 1, 0, -1):
        end = _INNER_END.search(texts[at])
        cut = end.end() if end else len(texts[at])
        texts[at - 1] = _joined(texts[at - 1], texts[at][:cut].strip(), hyphenated)
        texts[at] = texts[at][cut:].strip()
    kind = BlockKind.heading if lines[0].heading else BlockKind.paragraph
    for own, text in zip(by_page, texts, strict=True):
        span = SourceSpan(own[0].start, own[-1].end, f"page {own[0].page}")
        yield Block(kind, text.replace(PARTED, ""), span, lines[0].level, own[0].page)


def _joined_lines(lines: Sequence[PageLine], hyphenated: Mapping[str, int]) -> str:
    text = ""
    for line in lines:
        text = _joined(text, line.text.strip(" \t"), hyphenated)
    return text


def _joined(before: str, after: str, hyphenated: Mapping[str, int]) -> str:
    """Two lines as one."""
    if not before:
        return after
    is_marked = before.endswith(PARTED)
    stem = before[:-1] if is_marked or before.endswith("-") else ""
    left, right = _LAST_WORD.search(stem), _FIRST_WORD.match(after)
    if not stem or left is None or right is None or not left[0] or not right[0]:
        return f"{before} {after}"
    is_compound = f"{left[0]}-{right[0]}".casefold() in hyphenated or not right[0][0].islower()
    return f"{stem}-{after}" if is_compound else f"{stem}{after}"
