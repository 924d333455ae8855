"""Markup inside lines of reStructuredText: emphasis, roles, links, substitutions, escapes.

In:  the text of a paragraph, and what the file puts in place of names (``|name|``).
Out: what a reader of the page would see.

Every mark that opens looks up the next one that can close it, so that no input is slow.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_OPENERS = "'\"([{<\u00ab\u2018\u201c\u2039\u201e-/:"
_CLOSERS = "'\")]}>\u00bb\u2019\u201d\u203a-/:.,;!?\\"
_MARK = re.compile(r"\\.?|``|\*\*|\*|`|\||\[|_`", re.DOTALL)
_PAIRS = {"'": "'", '"': '"', "(": ")", "[": "]", "{": "}", "<": ">", "\u201c": "\u201d"}
_NOTE = re.compile(r"\[(?:\d{1,9}|#[\w.-]{0,99}|\*|[^\W\d_][\w.:+-]{0,99})\]_")
_REFERENCE = re.compile(
    r"(?<![\w.+:-])([^\W_]+(?:[-._+:][^\W_]+)*)__?(?=\s|\Z|[" + re.escape(_CLOSERS) + "])"
)
_ROLE_BEFORE = re.compile(r":([A-Za-z][\w.+:-]*):\Z")
_ROLE_AFTER = re.compile(r":([A-Za-z][\w.+:-]*):(?!`)")
_TARGET = re.compile(r"\s*<[^<>]*>\Z")
_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)
_LONGEST_ROLE = 60
_MATHS = frozenset(["math", "eq"])


@dataclass(frozen=True, slots=True)
class _Ends:
    """Places of the marks that can close, by mark."""

    places: Mapping[str, list[int]]

    def after(self, mark: str, at: int) -> int:
        """The next place from here on; -1 where there is none."""
        places = self.places[mark]
        index = bisect_left(places, at)
        return places[index] if index < len(places) else -1


def plain_text(source: str, substitutions: Mapping[str, str] | None = None) -> str:
    """The text without markup.

    >>> plain_text("See **the** :ref:`guide <a>` and ``x*y`` of `us <https://a.b>`_ [1]_.")
    'See the guide and x*y of us.'
    """
    said = "".join(_shown(source, substitutions or {}))
    lines = said.split("\n")
    return " ".join(filter(None, (line.strip(" \t") for line in lines)))


def _shown(source: str, substitutions: Mapping[str, str]) -> Iterator[str]:
    """What stays of the text, in parts."""
    ends = _closing_marks(source)
    at = 0
    for match in _MARK.finditer(source):
        start = match.start()
        if start < at:
            continue
        found = _marked(source, match, ends, substitutions)
        if found is None:
            continue
        said, begin, end = found
        before = _references(source[at : max(begin, at)])
        yield before.rstrip(" ") if not said and match[0] == "[" else before
        yield said
        at = end
    yield _references(source[at:])


def _references(text: str) -> str:
    """The text with the underscores after names that are links left out."""
    return _REFERENCE.sub(r"\1", text) if "_" in text else text


def _closing_marks(source: str) -> _Ends:
    """Where each mark can close: behind a character, before a space or punctuation."""
    places: dict[str, list[int]] = {mark: [] for mark in ("``", "**", "*", "`", "|")}
    escaped = {match.start() + 1 for match in _ESCAPE.finditer(source)}
    for mark, starts in places.items():
        at = source.find(mark)
        while at >= 0:
            is_literal = mark == "``"
            # The last two of three backticks close: "```a```" is the literal "`a`".
            while source[at : at + len(mark) + 1] == mark + mark[0] and len(mark) == 2:
                at += 1
            if _can_close(source, mark, at) and (is_literal or at not in escaped):
                starts.append(at)
            at = source.find(mark, at + len(mark))
    return _Ends(places)


def _can_close(source: str, mark: str, at: int) -> bool:
    if at == 0 or source[at - 1].isspace():
        return False
    after = source[at + len(mark) : at + len(mark) + 1]
    if mark == "`":
        return source[at - 1] != "`" and after != "`"
    if mark == "*" and "*" in (after, source[at - 1]):
        return False
    return not after or after.isspace() or after in _CLOSERS or (mark == "|" and after == "_")


def _can_open(source: str, start: int, end: int) -> bool:
    before, after = source[start - 1 : start], source[end : end + 1]
    if not after or after.isspace():
        return False
    if before and not before.isspace() and before not in _OPENERS:
        return before == "\0"
    return not (before and _PAIRS.get(before) == after)


def _marked(
    source: str, match: re.Match[str], ends: _Ends, substitutions: Mapping[str, str]
) -> tuple[str, int, int] | None:
    """What a mark and its partner come to, and where both begin and end; ``None`` for no markup."""
    mark, start = match[0], match.start()
    if mark[0] == "\\":
        said = mark[1:]
        return ("" if said.isspace() else said), start, match.end()
    if mark == "[":
        note = _NOTE.match(source, start)
        return ("", start, note.end()) if note else None
    if mark == "`":
        return _interpreted(source, start, ends)
    return _paired(source, match, ends, substitutions)


def _paired(
    source: str, match: re.Match[str], ends: _Ends, substitutions: Mapping[str, str]
) -> tuple[str, int, int] | None:
    """Emphasis, literals, substitutions and targets: two marks with text between them."""
    mark, start = match[0], match.start()
    if not _is_opened(source, start, match.end()):
        return None
    closing = "`" if mark == "_`" else mark
    end = ends.after(closing, match.end() + 1)
    if end < 0:
        return None
    inner = source[match.end() : end]
    after = end + len(closing)
    if mark == "|":
        after += 2 if source.startswith("__", after) else source.startswith("_", after)
        return substitutions.get(" ".join(inner.split()), ""), start, after
    return (inner if mark == "``" else _unescaped(inner)), start, after


def _is_opened(source: str, start: int, end: int) -> bool:
    # An escaped space before a mark stands for nothing, so that the mark opens.
    if source[start - 2 : start] in ("\\ ", "\\\n"):
        return end < len(source) and not source[end].isspace()
    return _can_open(source, start, end)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda match: "" if match[1].isspace() else match[1], text)


def _interpreted(source: str, start: int, ends: _Ends) -> tuple[str, int, int] | None:
    """Text between backticks: with a role before or after it, a link, or neither."""
    role = _ROLE_BEFORE.search(source, max(0, start - _LONGEST_ROLE), start)
    begin = role.start() if role else start
    if not _is_opened(source, begin, begin + 1) or source[start + 1 : start + 2].isspace():
        return None
    end = ends.after("`", start + 1)
    if end < 0:
        return None
    inner, after = source[start + 1 : end], end + 1
    if role is None and (later := _ROLE_AFTER.match(source, after, after + _LONGEST_ROLE)):
        role, after = later, later.end()
    elif source.startswith("__", after):
        after += 2
    elif source.startswith("_", after):
        after += 1
    return _role_text(role[1] if role else "", inner), begin, after


def _role_text(role: str, inner: str) -> str:
    """What a role prints: the text before its target, or the last name of an object."""
    if role.rpartition(":")[2] in _MATHS:
        return _formula(inner) if role.endswith("math") else ""
    said = _TARGET.sub("", _unescaped(inner))
    if not said.strip():
        said = inner.strip(" <>").rstrip("_")
    if role and said.startswith("!"):
        return said[1:]
    return said[1:].rpartition(".")[2] if role and said.startswith("~") else said


def _formula(inner: str) -> str:
    """A formula in LaTeX as its letters and signs."""
    from embed_kcpd.readers.texts.latex_blocks import latex_text  # for files with formulas alone

    return " ".join(block.text for block in latex_text(f"${inner}$").blocks)
