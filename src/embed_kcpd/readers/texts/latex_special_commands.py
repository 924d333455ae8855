r"""Commands of LaTeX that need more than a table says.

In:  how far a file has been read, and the command.
Out: where to go on.

Most of them print something between or around their arguments, which are read on as text.
"""

from collections.abc import Callable

from embed_kcpd.readers.texts.latex_formulas import bracketed_formula
from embed_kcpd.readers.texts.latex_reading import Reading


def _switched_off(reading: Reading, at: int) -> int:
    return reading.arguments.ends.get(at, at) + 1


def _item(reading: Reading, at: int) -> int:
    r"""The next item of a list; what ``\item[this]`` defines is text."""
    reading.writing.end_paragraph()
    at = reading.arguments.after_spaces(at + 1)
    end = reading.arguments.option_end(at)
    if end is not None:
        reading.instead[end] = " "
        return at + 1
    return at


def _line_end(reading: Reading, at: int) -> int:
    """The end of a row or of a line, with a length that may follow."""
    arguments = reading.arguments
    if reading.in_row:
        reading.writing.end_row()
    else:
        reading.writing.add(" ")
    at += 1 + arguments.is_text(at + 1, "*")
    end = arguments.option_end(at)
    return end + 1 if end is not None and arguments.is_length(at + 1, end) else at


def _paragraph_end(reading: Reading, at: int) -> int:
    reading.writing.end_paragraph()
    return at + 1


def _fraction(reading: Reading, at: int) -> int:
    argument = reading.arguments.argument(at + 1)
    if argument is not None:
        reading.instead[argument[1]] = "/"
    return at + 1


def _quotation(reading: Reading, at: int) -> int:
    argument = reading.arguments.argument(at + 1)
    if argument is not None:
        reading.writing.say("\u201c", reading.arguments.tokens[at])
        reading.instead[argument[1]] = "\u201d"
    return at + 1


def _columns(reading: Reading, at: int) -> int:
    r"""``\twocolumn[...]``: what stands in the brackets is text above the columns."""
    end = reading.arguments.page_head_end(at + 1)
    if end is None:
        return at + 1
    reading.instead[end] = " "
    return at + 2


def _skip(reading: Reading, at: int) -> int:
    """A space of some length, which is not in braces."""
    after = reading.arguments.after_length(reading.arguments.after_spaces(at + 1))
    return at + 1 if after is None else after


def _delimiter(reading: Reading, at: int) -> int:
    r"""``\left`` and ``\right``: the dot of a delimiter that is not there is no text."""
    after = reading.arguments.after_spaces(at + 1)
    return after + 1 if reading.arguments.is_text(after, ".") else after


SPECIAL_COMMANDS: dict[str, Callable[[Reading, int], int]] = {
    "(": bracketed_formula,
    "[": bracketed_formula,
    "iffalse": _switched_off,
    "item": _item,
    "\\": _line_end,
    "tabularnewline": _line_end,
    "par": _paragraph_end,
    "frac": _fraction,
    "dfrac": _fraction,
    "tfrac": _fraction,
    "enquote": _quotation,
    "twocolumn": _columns,
    "vskip": _skip,
    "hskip": _skip,
    "kern": _skip,
    "left": _delimiter,
    "right": _delimiter,
}
"""What reads each of them, from its name."""
