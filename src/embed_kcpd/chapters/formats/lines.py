"""One line of text for each chapter.

In:  chapters.
Out: titles that fit on one line and are never empty.
"""

from embed_kcpd.outputs.lines import on_one_line


def one_line(title: str, longest: int | None = None) -> str:
    """A title without line breaks and control characters, shortened at a word.

    >>> one_line("Soil,\\nseeds and water", longest=14)
    'Soil, seeds…'
    """
    clean = on_one_line(title)
    if longest is None or len(clean) <= longest:
        return clean
    cut = clean[: longest - 1]
    at_word = cut.rpartition(" ")[0] if not clean[longest - 1].isspace() else cut
    return (at_word or cut).rstrip(" ,;:") + "…"
