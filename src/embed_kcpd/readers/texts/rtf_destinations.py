r"""Destinations of RTF: where the text of a group goes, by the first word of the group.

In:  the first control word of a group, whether ``\*`` stands before it, and where the text around
     the group goes.
Out: where the text of the group goes, or nothing where the word says nothing about it.

A destination after ``\*`` that is not known is passed over, as the format asks for.
"""

from enum import Enum


class Destination(Enum):
    """Where the text of a group goes."""

    text = "text"
    """To the paragraph that is open."""

    box = "box"
    note = "note"
    bullet = "bullet"
    """The bullet or number of an item, as text; what follows is an item."""

    fonts = "fonts"
    styles = "styles"
    info = "info"
    """Facts about the file, of which only the title is read."""

    title = "title"
    unread = "unread"
    """No text of the document."""


_UNREAD = frozenset(
    [
        *("colortbl", "pict", "object", "fldinst", "nonshppict", "shprslt", "sn", "sv", "sp"),
        *("header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf"),
        *("xe", "tc", "tcn", "rxe", "txe", "annotation", "ftnsep", "ftnsepc", "ftncn", "aftnsep"),
        *("aftnsepc", "aftncn", "nonesttables", "private", "template", "mmath", "fchars", "lchars"),
    ]
)
"""A result of a shape (``shprslt``) repeats its text box."""

_DESTINATIONS = {
    "fonttbl": Destination.fonts,
    "stylesheet": Destination.styles,
    "info": Destination.info,
    "shptxt": Destination.box,
    "dptxbxtext": Destination.box,
    "footnote": Destination.note,
    "listtext": Destination.bullet,
    "pntext": Destination.bullet,
    **dict.fromkeys(_UNREAD, Destination.unread),
}

_STARRED = frozenset(["shpinst", "shpgrp", "do"])
"""Shapes: they hold text boxes although programs that do not know them may pass them over."""


def group_destination(word: str, around: Destination, *, is_starred: bool) -> Destination | None:
    """Where the text of a group goes that begins with this word.

    >>> group_destination("pict", Destination.text, is_starred=False)
    <Destination.unread: 'unread'>
    >>> group_destination("b", Destination.text, is_starred=False) is None
    True
    """
    if around is Destination.info:
        return Destination.title if word == "title" else Destination.info
    if word in _DESTINATIONS:
        return _DESTINATIONS[word]
    return Destination.unread if is_starred and word not in _STARRED else None
