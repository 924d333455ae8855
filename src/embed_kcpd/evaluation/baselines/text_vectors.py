"""Vectors of words and units, for methods that must ask for more than the bench gives them.

In:  words or texts.
Out: one vector of norm one each.

GraphSeg used GloVe and Coherence used BERT, neither of which can be had offline; a sentence
encoder given a single word stands in for them.  Its vector of a word is the same everywhere.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from embed_kcpd.arrays import FloatArray, unit_rows
from embed_kcpd.encoders import Encoder, cached
from embed_kcpd.encoders.names import encoder_by_name


def stand_in() -> Encoder:
    """all-MiniLM-L6-v2 in float32, with the vector cache in front."""
    return cached(encoder_by_name("minilm-fp32"))


@dataclass(slots=True)
class TextVectors:
    """Asks the encoder, made at first use, for each new word once."""

    make_encoder: Callable[[], Encoder] = stand_in
    _encoder: Encoder | None = field(default=None, repr=False)
    _known: dict[str, FloatArray] = field(default_factory=dict, repr=False)

    def of_words(self, words: Sequence[str]) -> FloatArray:
        """One row per word, in order."""
        new = sorted(set(words) - self._known.keys())
        if new:
            self._known.update(zip(new, self.of_texts(new), strict=True))
        return np.array([self._known[word] for word in words])

    def of_texts(self, texts: Sequence[str]) -> FloatArray:
        """One row per text; only the cache of the encoder remembers them."""
        if self._encoder is None:
            self._encoder = self.make_encoder()
        return unit_rows(self._encoder.encode(list(texts)))
