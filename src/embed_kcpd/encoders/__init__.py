"""Texts to vectors: the protocol, the models we run ourselves, and the vector cache.

Adapters are in modules of their own, which are loaded only when they are used:
``encoders.openai.OpenAiEncoder``, ``encoders.checkpoints.encoder.CheckpointEncoder`` and
``encoders.sentence_transformers.SentenceTransformersEncoder``.
"""

from typing import TYPE_CHECKING

from embed_kcpd.lazy_names import lazy_names

if TYPE_CHECKING:
    from embed_kcpd.encoders.accepted import AnyEncoder, as_encoder
    from embed_kcpd.encoders.cache.vector_cache import CachedEncoder, cached
    from embed_kcpd.encoders.callables import CallableEncoder
    from embed_kcpd.encoders.models.conversion import Precision
    from embed_kcpd.encoders.models.pretrained import MiniLm, MpNet, Multilingual, WordLlama
    from embed_kcpd.encoders.names import default_encoder
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
    "WordLlama",
    "as_encoder",
    "cached",
    "default_encoder",
    "encoder_identity",
    "has_identity",
]

_HOMES = {
    "AnyEncoder": "embed_kcpd.encoders.accepted",
    "CachedEncoder": "embed_kcpd.encoders.cache.vector_cache",
    "CallableEncoder": "embed_kcpd.encoders.callables",
    "Encoder": "embed_kcpd.encoders.protocol",
    "MiniLm": "embed_kcpd.encoders.models.pretrained",
    "MpNet": "embed_kcpd.encoders.models.pretrained",
    "Multilingual": "embed_kcpd.encoders.models.pretrained",
    "Precision": "embed_kcpd.encoders.models.conversion",
    "WordLlama": "embed_kcpd.encoders.models.pretrained",
    "as_encoder": "embed_kcpd.encoders.accepted",
    "cached": "embed_kcpd.encoders.cache.vector_cache",
    "default_encoder": "embed_kcpd.encoders.names",
    "encoder_identity": "embed_kcpd.encoders.protocol",
    "has_identity": "embed_kcpd.encoders.protocol",
}
"""The module that each name comes from."""

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
