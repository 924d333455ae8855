"""Evidence in spoken text: talks, interviews, recordings.

In:  the texts of the units, their rows, and the scale of the text.
Out: what a boundary at each gap costs more or less than in written text.

Speech comes back to its subject again and again, so a gap is judged by longer stretches on
both sides, in proportion to how long the text stays on a subject, and a boundary costs more.
In return speakers announce what is new ("moving on", "next question"): a boundary there is
cheap.  Quick dialogue, which stays on a subject for a few units only, is cut like written text.
Every constant was measured on recordings with chapters made by people (docs/results/tried.md).
"""

from collections.abc import Sequence

from embed_kcpd.arrays import FloatArray, median
from embed_kcpd.evidence.phrases import english, marked
from embed_kcpd.evidence.similarity import similarity_across

SPOKEN_SHARE = 0.035
"""Share of units with a word of conversation from which on a text counts as spoken.  Of written
sets 95 of 100 documents stay below 0.02, lectures and interviews begin at 0.08."""

FEWEST_UNITS = 16
"""Units a text must have to be taken for spoken: in fewer, one "yes" would decide."""

SLOW_REACH = 4.0
"""Reach in units from which on spoken text is a talk and not quick dialogue."""

WIDTHS_PER_REACH = (0.7, 1.4, 2.8)
"""Units compared on each side of a gap, for each unit of reach."""

STRETCHES = (2, 4, 8)
"""Passages on each side of a gap that are compared in every recording (docs/results/tried.md)."""

LEAST_STRENGTH, MOST_STRENGTH = 1.0, 4.0
"""The similarity across a gap counts as many times as a boundary costs, within these limits."""

EXTRA_PRICE = 0.45
"""What a boundary in a talk costs more, as a share of its price."""

ANNOUNCEMENT, MENTION, OPENING = 2.5, 1.25, 0.25
"""What a boundary costs less before a unit that begins with an announcement, holds a turn to
something new, begins with a word that often opens."""


def looks_spoken(texts: Sequence[str]) -> bool:
    """Whether a text is speech written down, by its words of conversation (English only).

    >>> looks_spoken(["Yeah, I think so.", "Okay."] * 8), looks_spoken(["It rained."] * 16)
    (True, False)
    """
    if len(texts) < FEWEST_UNITS:
        return False
    return float(marked(texts, english().talk).mean()) >= SPOKEN_SHARE


def phrase_discount(texts: Sequence[str]) -> FloatArray:
    """How much less a boundary before each unit costs for the words it begins with or holds.

    >>> phrase_discount(["Well.", "So, next question.", "It is late."]).tolist()
    [0.0, 2.75, 0.0]
    """
    phrases = english()
    announced = marked(texts, phrases.announcement)
    mentioned = marked(texts, phrases.mention) & ~announced
    opened = marked(texts, phrases.opening)
    discount: FloatArray = ANNOUNCEMENT * announced + MENTION * mentioned + OPENING * opened
    discount[:1] = 0.0
    return discount


def wide_similarity(
    rows: FloatArray, weights: FloatArray, reach: float, price: float
) -> FloatArray:
    """Similarity across each gap over stretches that follow the reach, times its strength."""
    widths = sorted({max(1, round(factor * reach)) for factor in WIDTHS_PER_REACH})
    strength = min(max(price, LEAST_STRENGTH), MOST_STRENGTH)
    return strength * similarity_across(rows, weights, widths)


def stretch_similarity(rows: FloatArray, weights: FloatArray) -> FloatArray:
    """Similarity across each gap of a recording over its ``STRETCHES``.

    What is said before and after a gap is compared over half a minute to two minutes, whatever
    the reach: it also counts in quick conversation, where ``wide_similarity`` does not.
    """
    return similarity_across(rows, weights, STRETCHES)


def talk_evidence(
    texts: Sequence[str],
    rows: FloatArray,
    weights: FloatArray,
    reach: float,
    prices: FloatArray,
) -> FloatArray:
    """The evidence at each gap of a talk; ``prices`` is what the text's scale puts on each."""
    price = median(prices) if len(prices) else 0.0
    similar = wide_similarity(rows, weights, reach, price)
    return similar + EXTRA_PRICE * prices - phrase_discount(texts)
