"""Evidence in conversation: who begins to speak, and with a question.

In:  the parts of a recording in order, sentences or cues, and who says each.
Out: how much less a boundary before each part costs.

People let a chapter begin where somebody begins to speak at length, above all with a question.
Turns are far more frequent than chapters, so they say where a boundary stands and not that
there is one (docs/results/tried.md): ``granularity/turns.py`` asks them only near boundaries that
were found.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from embed_kcpd.arrays import BoolArray, FloatArray
from embed_kcpd.evidence.spoken import phrase_discount
from embed_kcpd.text.words import count_words

TURN_WORDS = 20
"""Words from which on a turn is more than an answer such as "right, I see"."""

QUESTION_WORDS = 80
"""Words of a turn within which a question opens it."""


LONG_TURN, QUESTION = 1.0, 0.5
"""What a boundary costs less before a turn that is long, and before one that a question opens;
these and the two below were chosen on talks and on recaps (docs/results/chapters.md)."""

PHRASES = 0.5
"""Share of the discount for phrases that counts: a turn says where their matter begins."""

FARTHEST = 60.0
"""Seconds by which a boundary may move to a turn."""

_QUESTION_MARK = re.compile(r"[?？؟]")


def turn_discounts(texts: Sequence[str], speakers: Sequence[str | None]) -> FloatArray:
    """How much less a boundary before each part costs because a turn begins there.

    >>> texts = ["I see.", "Now what is that " * 5 + "?", "Yes.", "It is a well."]
    >>> turn_discounts(texts, ["Ann", "Ben", "Ann", "Ann"]).tolist()
    [0.0, 1.5, 0.0, 0.0]
    """
    is_long, asks = turn_kinds(texts, speakers)
    discounts: FloatArray = LONG_TURN * is_long + QUESTION * asks
    return discounts


def turn_kinds(texts: Sequence[str], speakers: Sequence[str | None]) -> tuple[BoolArray, BoolArray]:
    """The parts at which a long turn begins, and those at which one begins that asks.

    The first turn, and what nobody is known to say, count as neither.
    """
    words = count_words(texts).tolist()
    is_long, asks = np.zeros(len(texts), dtype=np.bool_), np.zeros(len(texts), dtype=np.bool_)
    for first, last in pairwise([*_turn_starts(speakers), len(texts)]):
        if first == 0 or speakers[first] is None:
            continue
        said = 0.0
        for part in range(first, last):
            if said < QUESTION_WORDS and _QUESTION_MARK.search(texts[part]):
                asks[first] = True
            said += words[part]
        is_long[first] = said >= TURN_WORDS
    return is_long, asks


def place_discounts(texts: Sequence[str], turns: FloatArray) -> FloatArray:
    """The same with the phrases by which speakers announce something new."""
    discounts: FloatArray = turns + PHRASES * phrase_discount(texts)
    return discounts


def _turn_starts(speakers: Sequence[str | None]) -> list[int]:
    return [n for n, name in enumerate(speakers) if n == 0 or name != speakers[n - 1]]
