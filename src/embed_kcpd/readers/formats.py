"""Every format that can be read, in the order in which they are tried.

In:  a source, or the name of a format.
Out: the ``Format`` that reads it.

A format is recognised by what a file holds, not by how it is called.  One that is told apart
by a signature comes before one that is told apart by the look of its lines; plain text is last.
"""

from collections.abc import Callable
from dataclasses import dataclass

from embed_kcpd.errors import OptionsError
from embed_kcpd.readers import plain
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.source import Source


@dataclass(frozen=True, slots=True)
class Format:
    """A way to read a file.

    ``recognises`` is quick and never raises; ``read`` raises ``InputError`` with file, line and
    what was expected there.
    """

    name: str
    description: str
    recognises: Callable[[Source], bool]
    read: Callable[[Source], Document]


PLAIN = Format(plain.NAME, "plain text", lambda _: True, plain.read_plain)
"""What a file is taken for that no other format recognises."""

FORMATS: tuple[Format, ...] = (PLAIN,)


def recognised_format(source: Source) -> Format:
    """The first format that recognises the source."""
    return next(each for each in FORMATS if each.recognises(source))


def named_format(name: str) -> Format:
    """The format of this name.

    >>> named_format("word")
    Traceback (most recent call last):
    ...
    embed_kcpd.errors.OptionsError: there is no format 'word'; choose one of: text
    """
    for each in FORMATS:
        if each.name == name:
            return each
    names = ", ".join(each.name for each in FORMATS)
    raise OptionsError(f"there is no format {name!r}; choose one of: {names}")
