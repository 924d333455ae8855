r"""What is left out of a sentence of LaTeX: its spaces, brackets and marks go with it.

In:  text with ``GAP`` wherever a citation or a formula on its own line was left out.
Out: the text on one line, without gaps.

A citation often stands in brackets of its own, or between commas that mean nothing without it.
"""

import re

from embed_kcpd.readers.texts.blocks import collapsed

GAP = "\0"
"""Stands where something was left out of a sentence, until its spaces are mended."""

_GAPS = re.compile(r"\0(?: ?[,\u2013\u2014-]? ?\0)+")
_EMPTY_BRACKETS = re.compile(r" ?([(\[])[\s\0,;]{0,99}\0[\s\0,;]{0,99}[)\]]")
_GAP_BEFORE_MARK = re.compile(r" ?\0 ?(?=[.,;:!?)\]]|\Z)")
_MARK_BEFORE_GAP = re.compile(r"[,;:] ?\0(?=[.,;:?!])|\. ?\0(?=\.)")


def mended(text: str) -> str:
    r"""The text on one line, without the spaces and brackets around what was left out.

    >>> mended("As shown \0 (\0), it\n grows \0. Lines \0\u2013\0 too.")
    'As shown, it grows. Lines too.'
    """
    text = collapsed(text)
    if GAP in text:
        text = _EMPTY_BRACKETS.sub(GAP, _GAPS.sub(GAP, text))
        text = _MARK_BEFORE_GAP.sub("", _GAPS.sub(GAP, text))
        text = _GAP_BEFORE_MARK.sub("", text)
        text = collapsed(text.replace(GAP, " "))
    return text
