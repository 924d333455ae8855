"""Texts into batches that cannot change each other's vectors.

In:  the token numbers of each text.
Out: places of texts that run together, shortest texts first.

A batch holds texts of one token length only.  Attention multiplies matrices as large as the
longest text of its batch, and a library may add up a product of another size in another
order: padding a text is enough to change its last bits.  At one length nothing is padded, and
the product of a text has the same size in every batch.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from embed_kcpd.arrays import IntArray
from embed_kcpd.errors import OptionsError

BATCH_TOKENS = 256
"""Tokens that run together unless told: fewer waste the product, more leave the near memory."""

FEWEST_TOKENS = 32
"""Smaller products of float32 matrices may take another routine, which adds in another order."""


def batches(lengths: Sequence[int], batch_tokens: int) -> Iterator[IntArray]:
    """Places of texts of one length: ``batch_tokens`` tokens at most, but one text at least.

    >>> [places.tolist() for places in batches([3, 5, 3, 3], batch_tokens=6)]
    [[0, 2], [3], [1]]
    """
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    for length, group in groupby(order, key=lengths.__getitem__):
        places = np.fromiter(group, dtype=np.int64)
        size = max(1, batch_tokens // length)
        yield from (places[i : i + size] for i in range(0, len(places), size))


def grouped(lengths: Sequence[int], batch_tokens: int) -> Iterator[IntArray]:
    """Places of consecutive texts of any lengths: ``batch_tokens`` at most, one text at least.

    >>> [places.tolist() for places in grouped([3, 5, 3, 3], batch_tokens=6)]
    [[0], [1], [2, 3]]
    """
    start = total = 0
    for place, length in enumerate(lengths):
        if place > start and total + length > batch_tokens:
            yield np.arange(start, place)
            start, total = place, 0
        total += length
    if lengths:
        yield np.arange(start, len(lengths))


def filled(tokens: list[list[int]]) -> list[list[int]]:
    """A batch of at least ``FEWEST_TOKENS`` tokens: its first text again where it is smaller.

    >>> len(filled([[101, 102]]))
    16
    """
    copies = -(-FEWEST_TOKENS // len(tokens[0])) - len(tokens)
    return tokens + tokens[:1] * copies


def check_positive(**counts: int | None) -> None:
    """Raise unless each number that was given is 1 or more.

    >>> check_positive(threads=2, batch_tokens=None)
    """
    for name, value in counts.items():
        if value is not None and value < 1:
            raise OptionsError(f"{name} must be at least 1, got {value}")
