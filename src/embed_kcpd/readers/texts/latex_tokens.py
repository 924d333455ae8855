r"""LaTeX to tokens: commands, braces, formulas, text.

In:  the text of a file.
Out: its tokens without comments, and which token closes which.

The first of two passes.  What opens and is never closed has no partner, so that a missing brace
or ``\end`` costs a few words and not the rest of the file.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What a token is."""

    text = "text"
    space = "space"
    paragraph = "paragraph"
    """Blank lines."""

    command = "command"
    opening = "opening"
    closing = "closing"
    begin = "begin"
    end = "end"
    dollar = "dollar"
    verbatim = "verbatim"
    """Characters as they are, inside a line."""

    code = "code"
    """An environment whose content is no LaTeX."""


@dataclass(frozen=True, slots=True)
class Token:
    r"""Characters ``start`` to ``end - 1``; ``text`` is the name of a command or environment.

    ``end`` of a command is after the white space that belongs to it.
    """

    kind: Kind
    text: str
    start: int
    end: int


_TOKEN = re.compile(
    r"(?P<comment>%[^\r\n]*(?:\r\n?|\n|\Z)[ \t]*)"
    r"|(?P<space>\s+)"
    r"|\\(?:url|nolinkurl|path)\s*\{(?P<address>[^{}]*)\}"
    r"|\\(?:verb\*?|lstinline)(?P<mark>[^A-Za-z0-9\s*\[{])(?P<verbatim>[^\r\n]{0,1000}?)(?P=mark)"
    r"|\\begin\s*\{\s*(?P<begin>[^{}\s\\]{1,60})\s*\}"
    r"|\\end\s*\{\s*(?P<end>[^{}\s\\]{1,60})\s*\}"
    r"|\\(?P<command>[A-Za-z]+(?:@[A-Za-z@]*)?)\*?[ \t]*(?:\r?\n(?![ \t]*\r?\n)[ \t]*)?"
    r"|\\(?P<sign>[^A-Za-z]|\Z)"
    r"|(?P<opening>\{)|(?P<closing>\})|(?P<dollar>\$)"
    r"|(?P<text>``|''|---?|[\[\]&~^_'`\"-]|[^\\%{}$&~\[\]^_`'\"\-\s]+)"
    r"|(?P<other>[a-zA-Z])"
)
_LINE_END = re.compile(r"\r\n?|\n")

RAW = frozenset(
    [
        *("verbatim", "verbatim*", "Verbatim", "Verbatim*", "BVerbatim", "lstlisting", "minted"),
        *("comment", "filecontents", "filecontents*", "alltt", "CCSXML", "pycode", "luacode"),
    ]
)
"""Environments whose content is no LaTeX."""


def latex_tokens(text: str, start: int = 0) -> Iterator[Token]:
    """The tokens of a file, comments left out."""
    unclosed: set[str] = set()
    at, after_comment = start, False
    while at < len(text):
        match = _TOKEN.match(text, at)
        kind = match.lastgroup if match else None
        if match is None or kind is None:
            at, after_comment = at + 1, False
            continue
        end = match.end()
        if kind == "space":
            n_lines = len(_LINE_END.findall(match[0])) + after_comment
            yield Token(Kind.paragraph if n_lines > 1 else Kind.space, " ", at, end)
        elif kind == "begin" and match["begin"] in RAW:
            code_end = _code_end(text, end, match["begin"], unclosed)
            if code_end:
                yield Token(Kind.code, match["begin"], at, code_end)
            end = code_end or end
        elif kind != "comment":
            yield Token(_KINDS[kind], match[kind], at, end)
        at, after_comment = end, kind == "comment"


_KINDS = {
    **{kind.value: kind for kind in Kind},
    "sign": Kind.command,
    "address": Kind.verbatim,
    "other": Kind.text,
}


def _code_end(text: str, at: int, name: str, unclosed: set[str]) -> int:
    r"""Where an environment ends whose content is no LaTeX; 0 where its ``\end`` is missing."""
    closing = f"\\end{{{name}}}"
    found = -1 if name in unclosed else text.find(closing, at)
    if found < 0:
        unclosed.add(name)
        return 0
    return found + len(closing)


def closings(tokens: Sequence[Token]) -> dict[int, int]:
    """For each token that opens something, the token that closes it."""
    found: dict[int, int] = {}
    groups: list[int] = []
    for at, token in enumerate(tokens):
        if token.kind is Kind.opening:
            groups.append(at)
        elif token.kind is Kind.closing and groups:
            found[groups.pop()] = at
    found.update(_environments(tokens))
    found.update(_formulas(tokens))
    found.update(_switched_off(tokens))
    return found


def _environments(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    r"""Every ``\begin`` with its ``\end``; those that are left open inside it have none."""
    opened: list[int] = []
    names: Counter[str] = Counter()
    for at, token in enumerate(tokens):
        if token.kind is Kind.begin:
            opened.append(at)
            names[token.text] += 1
        elif token.kind is Kind.end and names[token.text]:
            last = ""
            while last != token.text:
                begin = opened.pop()
                last = tokens[begin].text
                names[last] -= 1
            yield begin, at


def _formulas(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    r"""``$``, ``$$``, ``\(`` and ``\[`` with what closes them; dollars end with the paragraph.

    The first of two dollars opens, and the last of two closes.
    """
    dollar = bracket = -1
    is_display = False
    skipped = -1
    for at, token in enumerate(tokens):
        if token.kind is Kind.paragraph:
            dollar = -1
        elif token.kind is Kind.command and token.text in "([":
            bracket = at
        elif token.kind is Kind.command and token.text in ")]" and bracket >= 0:
            if "([".index(tokens[bracket].text) == ")]".index(token.text):
                yield bracket, at
            bracket = -1
        elif token.kind is Kind.dollar and at != skipped:
            is_double = _is_double(tokens, at)
            if dollar < 0:
                dollar, is_display = at, is_double
                skipped = at + is_double
            elif not is_display or is_double:
                yield dollar, at + is_display
                skipped = at + is_display
                dollar = -1


def _is_double(tokens: Sequence[Token], at: int) -> bool:
    if at + 1 >= len(tokens) or tokens[at + 1].kind is not Kind.dollar:
        return False
    return tokens[at + 1].start == tokens[at].end


def _switched_off(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    r"""``\iffalse`` with its ``\fi``."""
    opened: list[int] = []
    for at, token in enumerate(tokens):
        if token.kind is not Kind.command:
            continue
        if token.text.startswith("if") and token.text not in ("iff", "ifthenelse"):
            opened.append(at)
        elif token.text == "fi" and opened:
            begin = opened.pop()
            if tokens[begin].text == "iffalse":
                yield begin, at
