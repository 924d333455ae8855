"""Texts to vectors: the protocol, the default model, adapters, the model store, the cache."""

from embed_kcpd.encoders.conversion import Precision
from embed_kcpd.encoders.pretrained import MiniLm, MpNet
from embed_kcpd.encoders.protocol import Encoder, encoder_identity
from embed_kcpd.encoders.vector_cache import CachedEncoder, cached

__all__ = [
    "CachedEncoder",
    "Encoder",
    "MiniLm",
    "MpNet",
    "Precision",
    "cached",
    "default_encoder",
    "encoder_identity",
]


def default_encoder() -> Encoder:
    """all-MiniLM-L6-v2 in int8 with the vector cache in front; nothing is loaded yet."""
    return cached(MiniLm())
