"""When each word of a caption is said, where the file tells.

In:  the text of a caption, and the characters at which the file puts a time.
Out: a ``Place`` that knows when its words begin.

A time stands before a word and often before the blank that precedes it.  Times that fall back
or lie outside the caption tell nothing and are left out.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from embed_kcpd.text.places import Place, WordTime


def with_word_times(place: Place, text: str, marks: Sequence[WordTime]) -> Place:
    """The place with the words of the text that a mark stands before.

    It begins with its first word where that one has a time of its own.

    >>> place = with_word_times(Place(None, 1.0, 4.0), " so it is", [(0, 1.5), (3, 2.0), (6, 0.5)])
    >>> place.start_seconds, place.words
    (1.5, ((1, 1.5), (4, 2.0)))
    """
    words: list[WordTime] = []
    latest = place.start_seconds or 0.0
    end = math.inf if place.end_seconds is None else place.end_seconds
    for mark, second in marks:
        at = len(text) - len(text[mark:].lstrip())
        is_new = at < len(text) and (not words or at > words[-1][0])
        if is_new and latest <= second <= end:
            words.append((at, second))
            latest = second
    return begun(replace(place, words=tuple(words)), text)


def begun(place: Place, text: str) -> Place:
    """The place, beginning with the first word of the text where its time is known."""
    first = len(text) - len(text.lstrip())
    if place.words and place.words[0][0] == first:
        return replace(place, start_seconds=place.words[0][1])
    return place
