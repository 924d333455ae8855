"""Strings from files, servers and users, made safe for a terminal.

In:  any string, or a value to be printed as JSON.
Out: the same with everything that could move a cursor, hide text or fail to be written
     replaced by its escape.
"""

import json
import re
import unicodedata

from embed_kcpd.text.utf8 import storable

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


def json_text(value: object) -> str:
    """``value`` as indented JSON that can be written as UTF-8.

    A lone surrogate becomes its escape, which is also how JSON writes it.

    >>> print(json_text({"id": "é" + chr(0xD800)}))
    {
      "id": "é\\ud800"
    }
    """
    return storable(json.dumps(value, indent=2, ensure_ascii=False))


def _escaped(match: re.Match[str]) -> str:
    character = match[0]
    if unicodedata.category(character) not in _UNSAFE or character in _JOINERS:
        return character
    return character.encode("unicode_escape").decode("ascii")
