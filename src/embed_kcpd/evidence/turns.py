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
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.evidence.spoken import phrase_discount
from embed_kcpd.text.words import count_words

TURN_WORDS = 20
"""Words from which on a turn is more than an answer such as "right, I see"."""

QUESTION_WORDS = 80
"""Words of a turn within which a question opens it."""


@dataclass(frozen=True, slots=True)
class TurnAmounts:
    """How much less a boundary costs where a turn begins, and how far it may move to one.

    ``long_turn`` comes off before a turn of ``TURN_WORDS`` words or more, ``question`` before one
    with a question among its first ``QUESTION_WORDS`` words, and this share, ``phrases``, of the
    discount for phrases: a turn says where the matter of a phrase begins.  ``farthest`` is in
    seconds.  Chosen on talks and on recaps (docs/results/chapters.md).
    """

    long_turn: float = 1.0
    question: float = 0.5
    phrases: float = 0.5
    farthest: float = 60.0


TURN_AMOUNTS = TurnAmounts()

_QUESTION_MARK = re.compile(r"[?？؟]")


def turn_discounts(
    texts: Sequence[str],
    speakers: Sequence[str | None],
    amounts: TurnAmounts = TURN_AMOUNTS,
) -> FloatArray:
    """How much less a boundary before each part costs because a turn begins there.

    >>> texts = ["I see.", "Now what is that " * 5 + "?", "Yes.", "It is a well."]
    >>> turn_discounts(texts, ["Ann", "Ben", "Ann", "Ann"]).tolist()
    [0.0, 1.5, 0.0, 0.0]
    """
    words = count_words(texts).tolist()
    discounts = np.zeros(len(texts))
    turns = _turn_starts(speakers)
    for first, last in pairwise([*turns, len(texts)]):
        if first == 0 or speakers[first] is None:
            continue
        said = 0.0
        for part in range(first, last):
            if said < QUESTION_WORDS and _QUESTION_MARK.search(texts[part]):
                discounts[first] = amounts.question
            said += words[part]
        discounts[first] += amounts.long_turn * (said >= TURN_WORDS)
    return discounts


def place_discounts(
    texts: Sequence[str], turns: FloatArray, amounts: TurnAmounts = TURN_AMOUNTS
) -> FloatArray:
    """The same with the phrases by which speakers announce something new."""
    discounts: FloatArray = turns + amounts.phrases * phrase_discount(texts)
    return discounts


def _turn_starts(speakers: Sequence[str | None]) -> list[int]:
    return [n for n, name in enumerate(speakers) if n == 0 or name != speakers[n - 1]]
