"""Any function as an encoder.

In:  a function from texts to rows, perhaps an identity for it.
Out: an encoder whose rows are checked.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy.typing as npt

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders.protocol import checked_rows, checked_texts, encoder_identity
from embed_kcpd.errors import OptionsError


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

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise OptionsError(
                "CallableEncoder takes a function from texts to rows of numbers, "
                f"got {self.function!r:.60}"
            )
        if not isinstance(self.identity, str | None):
            raise OptionsError(f"identity must be a string, got {self.identity!r:.60}")

    def encode(self, texts: Sequence[str]) -> Vectors:
        checked = checked_texts(texts)
        return checked_rows(self.function(checked), len(checked), encoder_identity(self))
