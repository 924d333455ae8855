"""What a user may pass as an encoder.

In:  an encoder, the name of one, or a plain function from texts to rows.
Out: an encoder.
"""

from collections.abc import Callable
from typing import cast

import numpy.typing as npt

from embed_kcpd.encoders.protocol import Encoder
from embed_kcpd.errors import OptionsError

EncoderFunction = Callable[[list[str]], npt.ArrayLike]
"""Texts to one row of numbers each."""

AnyEncoder = Encoder | str | EncoderFunction


def as_encoder(encoder: AnyEncoder) -> Encoder:
    """``encoder`` itself, the encoder of that name with its cache, or the function as an encoder.

    A function has no identity, so its vectors are never stored: see ``CallableEncoder``.

    >>> as_encoder("minilm-fp32").identity.split("/")[:2]
    ['all-MiniLM-L6-v2', 'float32']
    >>> as_encoder(lambda texts: [[len(text), 1.0] for text in texts]).encode(["a", "bcd"])
    array([[1., 1.],
           [3., 1.]])
    """
    if isinstance(encoder, str):
        from embed_kcpd.encoders.cache.vector_cache import cached
        from embed_kcpd.encoders.names import encoder_by_name

        return cached(encoder_by_name(encoder))
    if isinstance(encoder, type):
        raise OptionsError(
            f"encoder is the class {encoder.__name__}; pass an object of it: {encoder.__name__}()"
        )
    if callable(getattr(encoder, "encode", None)):
        return cast(Encoder, encoder)
    if callable(encoder):
        from embed_kcpd.encoders.callables import CallableEncoder

        return CallableEncoder(encoder)
    raise OptionsError(
        f"encoder is {type(encoder).__name__}; pass an object with encode(texts), a function from "
        "texts to rows of numbers, or a name such as 'minilm', 'mpnet' or 'openai:MODEL'"
    )
