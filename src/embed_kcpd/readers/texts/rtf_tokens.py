r"""RTF to tokens: braces, control words, bytes of text.

In:  the bytes of a file.
Out: tokens in order, each with its place; ``\'e9`` is a byte of text like any other, and data
     that ``\bin`` announces is passed over.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    rb"(?P<open>\{)|(?P<close>\})"
    rb"|\\(?P<word>[a-zA-Z]{1,32})(?P<number>-?[0-9]{1,10})? ?"
    rb"|(?P<hex>(?:\\'[0-9a-fA-F]{2})+)"
    rb"|\\(?P<sign>[^a-zA-Z])"
    rb"|(?P<text>[^\\{}\r\n\0]+)"
    rb"|[\r\n\0]+|\\",
    re.DOTALL,
)
"""Line breaks and what is left of a control word mean nothing."""

_LITERAL = frozenset([b"\\", b"{", b"}"])


@dataclass(frozen=True, slots=True)
class Token:
    """A brace, a control word, a control sign, or bytes of text, whichever is not empty.

    ``number`` is what stands behind a control word.
    """

    start: int
    end: int
    brace: str = ""
    word: str = ""
    number: int | None = None
    text: bytes = b""


def rtf_tokens(data: bytes) -> Iterator[Token]:
    """The tokens of a file; whatever the bytes are, every one is passed once."""
    position = 0
    while position < len(data):
        match = _TOKEN.match(data, position)
        if match is None:
            position += 1
            continue
        position = match.end()
        token = _token(match)
        if token is None:
            continue
        if token.word == "bin":
            position += max(0, token.number or 0)
        else:
            yield token


def _token(match: re.Match[bytes]) -> Token | None:
    start, end, kind = match.start(), match.end(), match.lastgroup
    if kind in ("open", "close"):
        return Token(start, end, brace=kind)
    if kind in ("word", "number"):
        number = match["number"]
        word = match["word"].decode()
        return Token(start, end, word=word, number=None if number is None else int(number))
    if kind == "hex":
        return Token(start, end, text=bytes.fromhex(match["hex"].replace(b"\\'", b"").decode()))
    if kind == "sign":
        sign = match["sign"]
        if sign in _LITERAL:
            return Token(start, end, text=sign)
        # A backslash before a line break is a paragraph mark.
        return Token(start, end, word="par" if sign in b"\r\n" else sign.decode("latin-1"))
    return Token(start, end, text=match["text"]) if kind == "text" else None
