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
from numbers import Integral

import numpy as np

from embed_kcpd.arrays import IntArray
from embed_kcpd.errors import OptionsError
from embed_kcpd.given_numbers import is_number

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


def check_positive(*, threads: int | None = None, **counts: int) -> None:
    """Raise unless each number is whole and 1 or more; threads need not be given.

    >>> check_positive(threads=None, batch_tokens=256)
    """
    given = counts if threads is None else {"threads": threads, **counts}
    for name, value in given.items():
        if not (is_number(value, Integral) and value >= 1):
            raise OptionsError(f"{name} must be a whole number from 1 on, got {value!r:.60}")
