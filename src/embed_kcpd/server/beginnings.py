"""Segments of the beginning of a text while the rest of it is still being encoded.

In:  a text in units, and a function that is told.
Out: the same text; its encoder works from the beginning to the end and tells what the units so
     far would be cut into.

This is a preview: the boundaries of the whole text can differ.  The beginning doubles from one
preview to the next, so that all previews together cost less than the last segmentation.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import cast

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders import AnyEncoder, as_encoder
from embed_kcpd.encoders.protocol import Encoder, EncoderInFront
from embed_kcpd.errors import EmbedKcpdError
from embed_kcpd.pipeline import segment_vectors
from embed_kcpd.preparation import SplitText
from embed_kcpd.progress import progress
from embed_kcpd.settings import Settings
from embed_kcpd.text.words import count_words

FIRST_UNITS = 200
"""Units of the first preview; about half a second of one core."""

Told = Callable[[int, tuple[int, ...]], None]
"""Called with a number of units and the boundaries between them."""


class BeginningsEncoder(EncoderInFront):
    """``encoder``, which hands on the vectors of ever longer beginnings of what it encodes."""

    def __init__(
        self, encoder: Encoder, on_beginning: Callable[[Sequence[str], Vectors], None]
    ) -> None:
        self.encoder, self._on_beginning = encoder, on_beginning
        self._is_told = False

    def encode(self, texts: Sequence[str]) -> Vectors:
        """What the encoder itself would give."""
        parts: list[Vectors] = []
        with progress("Encoding", len(texts)) as advance:
            for start, end in doubling(len(texts)):
                parts.append(self.encoder.encode(texts[start:end]))
                advance(end - start)
                # What is encoded later are units that have changed, and no beginning.
                if end < len(texts) and not self._is_told:
                    self._on_beginning(texts[:end], np.concatenate(parts))
        self._is_told = True
        return np.concatenate(parts) if parts else self.encoder.encode(texts)


def doubling(n: int) -> Iterator[tuple[int, int]]:
    """Parts of which each is as long as all before it, up to the last; none is shorter than the
    first, unless it is the only one.

    >>> list(doubling(950)), list(doubling(250)), list(doubling(0))
    ([(0, 200), (200, 400), (400, 950)], [(0, 250)], [])
    """
    start, end = 0, FIRST_UNITS
    while start < n:
        end = n if n - end < FIRST_UNITS else end
        yield start, end
        start, end = end, 2 * end


def with_previews(split: SplitText, told: Told) -> SplitText:
    """The text, whose encoder tells of the segments of ever longer beginnings."""
    settings = split.settings
    plain = Settings(
        objective=settings.objective,
        spoken=settings.spoken,
        headings=settings.headings,
        confidence=False,
    )

    def preview(texts: Sequence[str], vectors: Vectors) -> None:
        n = len(texts)
        try:
            segmentation = segment_vectors(
                vectors, plain, words=count_words(texts), texts=texts, places=split.places[:n]
            )
        except EmbedKcpdError:
            # Whether the whole text can be cut is said when all of it is known.
            return
        told(n, segmentation.boundaries)

    # The server has chosen the encoder before.
    encoder = BeginningsEncoder(as_encoder(cast(AnyEncoder, settings.encoder)), preview)
    return replace(split, settings=replace(settings, encoder=encoder))
