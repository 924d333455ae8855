r"""Characters of RTF: those with a control word of their own, and those given by number.

In:  control words, the number behind ``\u``, parts of a text.
Out: characters, and the text of the parts.

A number beyond 32,767 is written as a negative one.  A character beyond the first 65,536 can be
two numbers, its halves, which are joined when the parts of a text are.
"""

import re
import sys
from collections.abc import Iterable

CHARACTERS = {
    "tab": "\t",
    "line": "\n",
    "softline": "\n",
    "page": "\n",
    "column": "\n",
    "lbr": "\n",
    "emdash": "\u2014",
    "endash": "\u2013",
    "emspace": "\u2003",
    "enspace": "\u2002",
    "qmspace": "\u2005",
    "bullet": "\u2022",
    "lquote": "\u2018",
    "rquote": "\u2019",
    "ldblquote": "\u201c",
    "rdblquote": "\u201d",
    "zwj": "\u200d",
    "zwnj": "\u200c",
    "~": "\u00a0",
    "_": "\u2011",
}
"""The character that a control word stands for."""

_CONTROLS = re.compile("[\0-\x08\x0b-\x1f\x7f]")


def numbered_character(number: int | None) -> str:
    r"""The character of a number behind ``\u``; empty where there is none.

    >>> numbered_character(233), numbered_character(-10180), numbered_character(0)
    ('é', '\ud83c', '')
    """
    code = number or 0
    code += 65536 if code < 0 else 0
    return chr(code) if 0 < code <= sys.maxunicode else ""


def joined(parts: Iterable[str]) -> str:
    r"""The text of these parts: halves of a character are one, other signs for machines are none.

    >>> joined(["Be", "\0", "ans ", "\ud83c", "\udf0f"])
    'Beans 🌏'
    """
    text = "".join(parts).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return _CONTROLS.sub("", text)
