"""Quotation marks and brackets that nothing near closes.

In:  a text.
Out: a text of the same length in which such marks are spaces.

``sentencex`` ends no sentence inside quotation marks or brackets, however far they reach: an inch
mark (5" pipe), an apostrophe before a word ('bout), a quotation or a bracket left open takes the
sentences after it together, up to the next such mark, and turns every pair after it inside out.
No quotation that is longer than the longest sentence could be one unit, so marks that far apart
are no pair; nor are two of which both stand as an opening mark does.
"""

import re

FARTHEST = 500
"""Characters that a pair of marks may hold: those of the longest sentence."""

_CLOSING = {
    **dict.fromkeys("([{<", ")>]}"),
    **{mark: mark for mark in "\"'‚‛‟"},
    **{
        "`": "`'",
        "«": "»",
        "»": "«",
        "‘": "’",
        "“": "”",
        "„": "“",
        "‹": "›",
        "《": "》",
        "「": "」",
    },
}
"""What closes each mark, as ``sentencex`` 1.0 pairs them."""

_MARK = re.compile(r"(?<=\s)'|[" + re.escape("".join(_CLOSING).replace("'", "")) + "]")
"""What may open something; an apostrophe only behind white space."""

_APOSTROPHES = "'’"
_STRAIGHT = "\"'"
_AFTER_A_QUOTATION = ".,;:!?)]}"


def without_stray_marks(text: str) -> str:
    """The text, with a space for every mark that belongs to no pair.

    >>> without_stray_marks('A 5" pipe and (so on')
    'A 5  pipe and  so on'
    >>> without_stray_marks('She said "wait. Then "now (at last)" she left.')
    'She said  wait. Then "now (at last)" she left.'
    """
    kept: list[str] = []
    done = after_pair = 0
    for mark in _MARK.finditer(text):
        at = mark.start()
        if at < after_pair:
            continue
        end = _closing(text, at)
        if end >= 0:
            after_pair = end + 1
        else:
            kept += [text[done:at], " "]
            done = at + 1
    return "".join([*kept, text[done:]])


def _closing(text: str, at: int) -> int:
    """Where the mark at ``at`` is closed, -1 where it opens nothing or nothing near closes it."""
    if text[at] == '"' and _only_closes(text, at):
        return -1
    found = [_next(text, mark, at + 1) for mark in _CLOSING[text[at]]]
    return min((end for end in found if end >= 0), default=-1)


def _next(text: str, mark: str, start: int) -> int:
    """The next such mark near; -1 where there is none, or where it opens something itself."""
    end = min(len(text), start + FARTHEST)
    at = text.find(mark, start, end)
    while at >= 0 and mark in _APOSTROPHES and text[at + 1 : at + 2].isalpha():
        at = text.find(mark, at + 1, end)
    return -1 if at >= 0 and mark in _STRAIGHT and _only_opens(text, at) else at


def _only_closes(text: str, at: int) -> bool:
    """Whether something stands before the mark and nothing, or a full stop, behind it."""
    after = text[at + 1 : at + 2]
    return (
        at > 0 and not text[at - 1].isspace() and (not after.strip() or after in _AFTER_A_QUOTATION)
    )


def _only_opens(text: str, at: int) -> bool:
    """Whether nothing stands before the mark and something behind it."""
    return text[at - 1].isspace() and bool(text[at + 1 : at + 2].strip())
