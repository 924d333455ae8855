"""Vectors of units, for methods that must ask for more than the bench gives them.

In:  texts.
Out: one vector of norm one each.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from embed_kcpd.arrays import FloatArray, unit_rows
from embed_kcpd.encoders import Encoder, cached
from embed_kcpd.encoders.names import encoder_by_name


def minilm() -> Encoder:
    """all-MiniLM-L6-v2 in float32, with the vector cache in front."""
    return cached(encoder_by_name("minilm-fp32"))


@dataclass(slots=True)
class TextVectors:
    """Asks an encoder that is made at first use; only its cache remembers the texts."""

    make_encoder: Callable[[], Encoder] = minilm
    _encoder: Encoder | None = field(default=None, repr=False)

    def of_texts(self, texts: Sequence[str]) -> FloatArray:
        """One row per text, in order."""
        if self._encoder is None:
            self._encoder = self.make_encoder()
        return unit_rows(self._encoder.encode(list(texts)))
