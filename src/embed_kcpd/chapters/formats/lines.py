"""One line of text for each chapter.

In:  chapters.
Out: titles that fit on one line and are never empty.
"""

import re

_UNWRITABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def one_line(title: str, longest: int | None = None) -> str:
    """A title without line breaks and control characters, shortened at a word.

    >>> one_line("Soil,\\nseeds and water", longest=14)
    'Soil, seeds…'
    """
    clean = " ".join(_UNWRITABLE.sub(" ", title).split())
    if longest is None or len(clean) <= longest:
        return clean
    cut = clean[: longest - 1]
    at_word = cut.rpartition(" ")[0] if not clean[longest - 1].isspace() else cut
    return (at_word or cut).rstrip(" ,;:") + "…"
