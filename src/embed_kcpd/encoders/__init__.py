"""Texts to vectors: the protocol, the default model, adapters, the model store, the cache."""

from embed_kcpd.encoders.protocol import Encoder, encoder_identity

__all__ = ["Encoder", "encoder_identity"]
