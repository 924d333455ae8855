"""Chats: a long silence speaks for a boundary, an answer across it speaks against.

In:  the places of messages: the silence before each, its name, and the one it replies to.
Out: a price per gap.

What is long differs from chat to chat, so a silence is compared with the usual one.  Both
amounts are judgements, for no chat with known subjects and times was at hand.  A silence takes
off at most about what a boundary costs in most texts, so that it makes none by itself: people
come back to the same subject the next day.
"""

import math
from collections.abc import Sequence

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.text.places import Place

SILENCE = 1.0
"""What a boundary after a silence ``LONGEST`` times the usual one costs less."""

LONGEST = 1000.0
"""Silences beyond so many usual ones are all alike: a night in a chat of one message a minute is
480 of them."""

REPLY = 0.5
"""What a boundary costs more for each answer that reaches across it."""

MOST_REPLIES = 2
"""Answers across one gap that count."""

FARTHEST_REPLY = 20
"""Messages between an answer and what it answers; one to an older message says nothing about
what was written in between."""


def silence_prices(places: Sequence[Place]) -> FloatArray:
    """What a boundary before each message costs less, as a negative number.

    The price falls with the logarithm of the silence, from the usual one on.

    >>> silences = [None, 60.0, 60.0, 60.0, 60_000.0]
    >>> silence_prices([Place(silence=silence) for silence in silences]).tolist()
    [0.0, 0.0, 0.0, 0.0, -1.0]
    """
    from statistics import median

    silences = np.array([place.silence or 0.0 for place in places], dtype=np.float64)
    counted = silences[np.isfinite(silences) & (silences > 0)]
    usual = median(counted.tolist()) if len(counted) else 1.0
    ratios = np.clip(silences / usual, 1.0, LONGEST)
    prices: FloatArray = 0.0 - SILENCE * np.log(ratios) / np.log(LONGEST)
    return prices


def reply_prices(places: Sequence[Place]) -> FloatArray:
    """What a boundary before each message costs more for the answers across it.

    >>> answers = [Place(name="a"), Place(name="b"), Place(name="c", reply_to="a")]
    >>> reply_prices(answers).tolist()
    [0.0, 0.5, 0.5]
    """
    across = np.zeros(len(places) + 1)
    known: dict[str, int] = {}
    for unit, place in enumerate(places):
        answered = known.get(place.reply_to or "")
        if answered is not None and unit - answered <= FARTHEST_REPLY:
            across[answered + 1] += 1
            across[unit + 1] -= 1
        if place.name:
            known[place.name] = unit
    return REPLY * np.minimum(np.cumsum(across[:-1]), MOST_REPLIES)


def chat_prices(places: Sequence[Place]) -> FloatArray:
    """Both prices of a chat; nothing where no message says how long the silence was."""
    if all(place.silence is None for place in places):
        return np.zeros(len(places))
    return silence_prices(places) + reply_prices(places)


def room_starts(places: Sequence[Place]) -> frozenset[int]:
    """First messages of another room, before which the silence has no end.

    >>> room_starts([Place(), Place(silence=9.0), Place(silence=float("inf"))])
    frozenset({2})
    """
    return frozenset(
        unit for unit, place in enumerate(places) if unit and place.silence == math.inf
    )
