"""How sure a boundary is, in a word.

In:  the probability of a boundary.
Out: "sure", "likely" or "a guess".
"""

from typing import Literal

SURE, LIKELY = 0.85, 0.5
"""Stated probability from which on a boundary is "sure", and from which on it is "likely"."""

Certainty = Literal["sure", "likely", "a guess"]


def certainty(probability: float) -> Certainty:
    """The probability in a word.

    >>> certainty(0.9), certainty(0.6), certainty(0.3)
    ('sure', 'likely', 'a guess')
    """
    if probability >= SURE:
        return "sure"
    return "likely" if probability >= LIKELY else "a guess"
