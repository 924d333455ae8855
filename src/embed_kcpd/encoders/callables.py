"""Any function as an encoder.

In:  a function from texts to rows, perhaps an identity for it.
Out: an encoder whose rows are checked.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy.typing as npt

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders.protocol import checked_rows, checked_texts, encoder_identity


@dataclass(frozen=True, slots=True)
class CallableEncoder:
    """``function`` as an encoder.

    ``identity`` must change whenever its vectors would; without one they are never cached.

    >>> lengths = CallableEncoder(lambda texts: [[len(text), 1.0] for text in texts], "lengths")
    >>> lengths.encode(["a", "bcd"])
    array([[1., 1.],
           [3., 1.]])
    """

    function: Callable[[list[str]], npt.ArrayLike]
    identity: str | None = None

    def encode(self, texts: Sequence[str]) -> Vectors:
        checked = checked_texts(texts)
        return checked_rows(self.function(checked), len(checked), encoder_identity(self))
