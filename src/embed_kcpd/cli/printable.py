"""Strings from files, servers and users, made safe for a terminal.

In:  any string.
Out: the same string with everything that could move a cursor, hide text or fail to be written
     replaced by its escape.
"""

import re
import unicodedata

_MAY_BE_UNSAFE = re.compile(r"[^\x20-\x7e]")
_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Controls, formats (such as right-to-left overrides), surrogates, private and unassigned
characters, line and paragraph separators."""

_JOINERS = frozenset("\u200c\u200d")
"""Formats that words of Persian and Indian languages and emoji need."""


def printable(text: str) -> str:
    """``text`` on one line, with unsafe characters as escapes.

    >>> printable("naïve \\x1b[31m line\\n")
    'naïve \\\\x1b[31m line\\\\n'
    """
    return _MAY_BE_UNSAFE.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    character = match[0]
    if unicodedata.category(character) not in _UNSAFE or character in _JOINERS:
        return character
    return character.encode("unicode_escape").decode("ascii")
