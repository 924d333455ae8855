"""Units of spoken text: what is shorter than a long sentence is joined.

In:  the parts of a transcript in order, sentences or pieces of captions, and the silence after
     each.
Out: the parts at which units begin.

Captions are cut by the width of a screen and sentences of conversation are often one word, so
neither says enough to be compared with others.  Parts are joined until they hold about as many
words as a long written sentence, and the unit then ends at a full stop or a pause.  A change of
speaker does not end a unit: "right" and "I see" are no units of their own.  Where something new
is announced a unit always begins, so that a boundary can stand there.
"""

import re
from collections.abc import Sequence

from embed_kcpd.text.words import count_words

LEAST_WORDS = 36
"""Words from which on a unit ends at the next full stop or pause (docs/results/chapters.md)."""

MOST_WORDS = 48
"""Words from which on a unit ends even where none comes, as in captions without full stops."""

NEAR_WORDS = 24
"""Words from which on a full stop or pause that was passed is where such a unit ends."""

PAUSE = 0.6
"""Seconds of silence that end a sentence: of those tried on word times of talks the best
(F1 0.70 of sentence ends; 0.68 for 0.4 s)."""

_FULL_STOP = re.compile(r"[.!?…。！？।؟։][\"'”’»)\]]*\s*\Z")


def spoken_unit_starts(
    texts: Sequence[str], silences: Sequence[float], opens: Sequence[bool]
) -> list[int]:
    """The parts that begin a unit.

    ``silences`` has the seconds of silence after each part, ``opens`` says which parts
    announce something new.

    >>> parts = ["Right.", "I see.", "word " * 40, "Next question.", "Yes."]
    >>> spoken_unit_starts(parts, [0.0] * 5, [False, False, False, True, False])
    [0, 3]
    """
    words = count_words(texts).tolist()
    ends = [
        ends_sentence(text) or silence >= PAUSE
        for text, silence in zip(texts, silences, strict=True)
    ]
    starts, joined = [0] if texts else [], 0.0
    passed: int | None = None
    for part in range(1, len(texts)):
        joined += words[part - 1]
        if ends[part - 1] and joined >= NEAR_WORDS:
            passed = part
        is_full = joined >= LEAST_WORDS and ends[part - 1]
        if not (opens[part] or is_full or joined >= MOST_WORDS):
            continue
        start = part if opens[part] or passed is None else passed
        starts.append(start)
        joined, passed = sum(words[start:part]), None
    return starts


def ends_sentence(text: str) -> bool:
    """Whether a text ends with a full stop, in any script.

    >>> ends_sentence("It is late."), ends_sentence("so today"), ends_sentence("真的？”")
    (True, False, True)
    """
    return _FULL_STOP.search(text) is not None
