"""What a file of reStructuredText puts in place of names.

In:  its lines.
Out: names (``|name|``) and what stands for them, without markup.
"""

import re
from collections.abc import Iterator, Sequence

from embed_kcpd.readers.texts.rst_inline import plain_text
from embed_kcpd.readers.texts.rst_lines import DIRECTIVE, EXPLICIT, SUBSTITUTION, Line


def substitutions(lines: Sequence[Line]) -> Iterator[tuple[str, str]]:
    """Each name, and the text in its place."""
    for line in lines:
        marker = EXPLICIT.match(line.content)
        named = SUBSTITUTION.match(line.content, marker.end()) if marker else None
        directive = DIRECTIVE.match(line.content[named.end() :]) if named else None
        if named is None or directive is None or directive[1] not in ("replace", "unicode"):
            continue
        shown = line.content[named.end() + directive.end() :]
        if directive[1] == "unicode":
            shown = _letters(shown)
        yield " ".join(named[1].split()), plain_text(shown)


def _letters(codes: str) -> str:
    """Characters by number (``U+00A9`` or ``0xA9``), and words as they are."""
    shown = []
    for code in codes.partition(" .. ")[0].split():
        number = re.fullmatch(r"(?:0x|U\+|u|\\u|&#x)([0-9A-Fa-f]{1,6});?", code)
        value = int(number[1], 16) if number else 0
        is_letter = 0 < value < 0x110000 and not 0xD800 <= value < 0xE000
        shown.append(chr(value) if is_letter else code)
    return "".join(shown)
