r"""Formulas of LaTeX: read on inside a line, left out on a line of their own.

In:  how far a file has been read, and the token that opens a formula.
Out: where to go on.

A formula inside a line is its letters and signs; one on a line of its own leaves a gap in the
sentence, like a citation, and the mark that ends the sentence.
"""

from embed_kcpd.readers.texts.latex_arguments import Arguments
from embed_kcpd.readers.texts.latex_gaps import GAP
from embed_kcpd.readers.texts.latex_reading import Reading
from embed_kcpd.readers.texts.latex_tokens import Kind

_PUNCTUATION = ".,;:?!"


def dollar_formula(reading: Reading, at: int) -> int:
    """The formula that a dollar opens, or two of them."""
    return _formula(reading, at, is_inline=not _is_double(reading.arguments, at))


def bracketed_formula(reading: Reading, at: int) -> int:
    r"""The formula of ``\(`` or ``\[``."""
    return _formula(reading, at, is_inline=reading.arguments.tokens[at].text == "(")


def _formula(reading: Reading, at: int, *, is_inline: bool) -> int:
    end = reading.arguments.ends.get(at)
    if end is None or reading.in_formula:
        return at + 1
    if is_inline:
        reading.formula_end = end
        return at + 1
    leave_gap(reading, at, end)
    return end + 1


def _is_double(arguments: Arguments, at: int) -> bool:
    tokens = arguments.tokens
    end = arguments.ends.get(at, -1)
    is_double = end > at + 2 and tokens[at + 1].kind is Kind.dollar
    return is_double and tokens[end - 1].kind is Kind.dollar


def leave_gap(reading: Reading, start: int, end: int) -> None:
    """Leave out a formula on its own line, but not the mark that ends its sentence."""
    tokens = reading.arguments.tokens
    reading.writing.add(f" {GAP}")
    at = end - 1
    while at > start and tokens[at].kind in (Kind.space, Kind.dollar):
        at -= 1
    said = tokens[at].text
    if tokens[at].kind is Kind.text and said[-1] in _PUNCTUATION:
        reading.writing.add(said[-1])
    reading.writing.add(" ")
