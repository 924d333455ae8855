"""Markup inside lines of Markdown: emphasis, links, code, tags, escapes.

In:  the text of a paragraph, and the names of links that the file defines.
Out: what a reader of the page would see.

Looks at each character a bounded number of times, so that no input is slow.
"""

import html
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator

from embed_kcpd.readers.texts.blocks import collapsed

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~\n])")
_TICKS = re.compile(r"`+")
_ADDRESS = re.compile(r"<([a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w.-]+)>")
_TAG = re.compile(
    r"</?[a-zA-Z][\w-]*(?:\s+[a-zA-Z_:@][\w.:@-]*(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'=<>`]+))?)*"
    r"\s*/?>|<[?!][^<>]*>"
)
_DESTINATION = re.compile(
    r"\(\s*(?:<[^<>\n]*>|[^\s()<]*(?:\([^\s()]*\)[^\s()]*)*)"
    r"(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)"
)
_REFERENCE = re.compile(r"\[([^\[\]]*)\]")
_NOTE_MARK = re.compile(r"\[\^[^\[\]\s]+\]")
_STARS = re.compile(r"\*+|_+|~~")
_LONGEST_NAME = 1_000
"""Characters that the name of a link may have with one bracket (CommonMark)."""

_LONGEST_COMMENT = 10_000
"""Characters looked at for the end of a tag or comment."""


def plain_text(source: str, links: frozenset[str] = frozenset()) -> str:
    """The text without markup.

    >>> plain_text("See **the [guide](a.md)** and `x*y*z` &amp; more\\\\*")
    'See the guide and x*y*z & more*'
    """
    kept = [True] * len(source)
    literal = _code_spans(source, kept)
    literal |= _escapes(source, kept, literal)
    _drop_tags(source, kept, literal)
    _drop_links(source, kept, literal, links)
    _drop_emphasis(source, kept, literal)
    lines = "".join(_shown(source, kept, literal)).split("\n")
    return " ".join(line.strip(" \t") for line in lines).strip()


def _shown(source: str, kept: list[bool], literal: set[int]) -> Iterator[str]:
    """The characters that stay, with character references resolved outside code."""
    open_text: list[str] = []
    for at, character in enumerate(source):
        if not kept[at]:
            continue
        if at in literal:
            yield html.unescape("".join(open_text))
            open_text.clear()
            yield character
        else:
            open_text.append(character)
    yield html.unescape("".join(open_text))


def _drop(kept: list[bool], start: int, end: int) -> None:
    kept[start:end] = [False] * (end - start)


def _code_spans(source: str, kept: list[bool]) -> set[int]:
    """Places of characters in code; its backticks are dropped."""
    runs = [match.span() for match in _TICKS.finditer(source)]
    by_length: dict[int, list[int]] = defaultdict(list)
    for start, end in runs:
        by_length[end - start].append(start)
    literal: set[int] = set()
    after = 0
    for start, end in runs:
        size = end - start
        before = source[max(0, start - 2) : start]
        is_escaped = before.endswith("\\") and before != "\\\\"
        starts = by_length[size]
        at = bisect_right(starts, start)
        if start < after or is_escaped or at == len(starts):
            continue
        after = starts[at] + size
        _drop(kept, start, end)
        _drop(kept, starts[at], after)
        literal.update(range(end, starts[at]))
    return literal


def _escapes(source: str, kept: list[bool], literal: set[int]) -> set[int]:
    """Places of escaped characters; their backslashes are dropped."""
    escaped = set()
    for match in _ESCAPE.finditer(source):
        if match.start() not in literal and kept[match.start()]:
            kept[match.start()] = False
            escaped.add(match.start() + 1)
    return escaped


def _drop_tags(source: str, kept: list[bool], literal: set[int]) -> None:
    """Drop HTML tags and comments, and the brackets of addresses."""
    at = source.find("<")
    while at >= 0:
        after = at + 1
        if at not in literal:
            address = _ADDRESS.match(source, at)
            tag_end = _tag_end(source, at)
            if address:
                kept[at] = kept[address.end() - 1] = False
                literal.update(range(at + 1, address.end() - 1))
                after = address.end()
            elif tag_end:
                _drop(kept, at, tag_end)
                after = tag_end
        at = source.find("<", after)


def _tag_end(source: str, at: int) -> int:
    """Where the tag or comment that begins here ends; 0 where none does."""
    stop = at + _LONGEST_COMMENT
    if source.startswith("<!--", at) and (closing := source.find("-->", at + 4, stop)) >= 0:
        return closing + 3
    tag = _TAG.match(source, at, stop)
    return tag.end() if tag else 0


def _drop_links(source: str, kept: list[bool], literal: set[int], links: frozenset[str]) -> None:
    """Drop the brackets and targets of links and pictures, and the marks of footnotes."""
    opened: list[int] = []
    at = 0
    while at < len(source):
        after = at + 1
        if at in literal or not kept[at] or source[at] not in "[]":
            pass
        elif source[at] == "[":
            note = _NOTE_MARK.match(source, at)
            if note:
                after = note.end()
                _drop(kept, at, after)
            else:
                opened.append(at)
        elif opened:
            start = opened.pop()
            after = _link_end(source, start, at, links)
            if after:
                is_picture = start > 0 and source[start - 1] == "!" and start - 1 not in literal
                _drop(kept, start - is_picture, start + 1)
                _drop(kept, at, after)
            else:
                after = at + 1
        at = after


def _link_end(source: str, start: int, at: int, links: frozenset[str]) -> int:
    """Where the link ends whose text is between two brackets; 0 where it is none."""
    target = _DESTINATION.match(source, at + 1)
    if target:
        return target.end()
    if not links:
        return 0
    own = link_name(source[start + 1 : at]) if at - start <= _LONGEST_NAME else None
    name = _REFERENCE.match(source, at + 1)
    if name and (link_name(name[1]) if name[1] else own) in links:
        return name.end()
    return at + 1 if own in links else 0


def link_name(name: str) -> str:
    """The name of a link as it is compared: case and kind of white space do not count."""
    return collapsed(name).casefold()


def _drop_emphasis(source: str, kept: list[bool], literal: set[int]) -> None:
    """Drop the marks of emphasis that open and close; others stand for themselves."""
    opened: dict[str, list[list[int]]] = defaultdict(list)
    for match in _STARS.finditer(source):
        start, end = match.span()
        if start in literal or not kept[start]:
            continue
        opens, closes = _sides(source, start, end)
        waiting = opened[source[start]]
        while closes and waiting and start < end:
            pair = waiting[-1]
            size = min(pair[1] - pair[0], end - start)
            _drop(kept, pair[1] - size, pair[1])
            _drop(kept, start, start + size)
            pair[1] -= size
            start += size
            if pair[0] == pair[1]:
                waiting.pop()
        if opens and start < end:
            waiting.append([start, end])


def _sides(source: str, start: int, end: int) -> tuple[bool, bool]:
    """Whether marks can open and whether they can close emphasis (CommonMark, flanking)."""
    before = source[start - 1] if start else " "
    after = source[end] if end < len(source) else " "
    left = not after.isspace() and (after.isalnum() or not before.isalnum())
    right = not before.isspace() and (before.isalnum() or not after.isalnum())
    if source[start] != "_":
        return left, right
    return left and not before.isalnum(), right and not after.isalnum()
