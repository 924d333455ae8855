"""Texts to vectors: the protocol, the models we run ourselves, and the vector cache.

Adapters are imported from where they live, so that nobody pays for what they do not use:
``encoders.openai``, ``encoders.sentence_transformers``; ``encoders.names`` knows them all.
"""

from embed_kcpd.encoders.accepted import AnyEncoder, as_encoder
from embed_kcpd.encoders.cache.vector_cache import CachedEncoder, cached
from embed_kcpd.encoders.callables import CallableEncoder
from embed_kcpd.encoders.models.conversion import Precision
from embed_kcpd.encoders.models.pretrained import MiniLm, MpNet, Multilingual
from embed_kcpd.encoders.protocol import Encoder, encoder_identity, has_identity

__all__ = [
    "AnyEncoder",
    "CachedEncoder",
    "CallableEncoder",
    "Encoder",
    "MiniLm",
    "MpNet",
    "Multilingual",
    "Precision",
    "as_encoder",
    "cached",
    "default_encoder",
    "encoder_identity",
    "has_identity",
]


def default_encoder() -> Encoder:
    """all-MiniLM-L6-v2 in int8 with the vector cache in front; nothing is loaded yet."""
    return cached(MiniLm())
