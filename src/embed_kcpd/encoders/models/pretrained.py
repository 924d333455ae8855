"""The encoders we run ourselves: all-MiniLM-L6-v2 (the default) and its alternatives.

In:  texts.
Out: one vector of norm one each: the mean of its token vectors, as the models were trained.

A text's vector does not depend on the texts beside it: batches only group texts of one
length, and each worker thread runs whole batches by itself.  Equal texts are run once.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders.models.batches import BATCH_TOKENS, check_positive
from embed_kcpd.encoders.models.conversion import Architecture, Precision, check_precision
from embed_kcpd.encoders.models.official import (
    MINILM,
    MPNET,
    UNIVERSAL,
    WORDLLAMA,
    OfficialModel,
)
from embed_kcpd.encoders.models.threads import runtime, usable_threads
from embed_kcpd.encoders.protocol import checked_texts
from embed_kcpd.errors import OptionsError
from embed_kcpd.files import check_path

if TYPE_CHECKING:
    from embed_kcpd.encoders.models.loading import AnySession
    from embed_kcpd.encoders.models.session import Tokens


@dataclass(frozen=True, slots=True)
class PretrainedEncoder:
    """An official model through CTranslate2; it is loaded at the first text.

    ``precision`` int8 is fast and differs from float32 by about 0.003 in cosine.
    ``threads`` is how many batches run at once (default: up to four, one per core), and
    ``batch_tokens`` how many tokens one holds: neither changes a vector.  ``callers`` is how many
    threads of a program may encode at once without waiting for each other.
    ``origin`` is a folder or wheel with the official files, for machines without network.
    """

    model: ClassVar[OfficialModel]
    runtime: ClassVar[str] = "ctranslate2"

    precision: Precision = Precision.INT8
    threads: int | None = None
    batch_tokens: int = BATCH_TOKENS
    origin: str | os.PathLike[str] | None = None
    callers: int = 1

    def __post_init__(self) -> None:
        check_positive(threads=self.threads, batch_tokens=self.batch_tokens, callers=self.callers)
        check_precision(self.precision)
        if self.origin is not None:
            check_path(self.origin, "origin")
        if self.precision not in self.model.architecture.precisions:
            raise OptionsError(
                f"{self.model.name} has no {self.precision.value}; leave precision out"
            )

    @property
    def identity(self) -> str:
        # The runtime is part of the name: another version may round otherwise.
        return f"{self.model.name}/{self.precision.value}/{runtime(self.runtime)}"

    @property
    def dimension(self) -> int:
        return self.model.dimension

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row of norm one for each text, whatever the other texts are."""
        checked = checked_texts(texts)
        if not checked:
            return np.empty((0, self.dimension), dtype=np.float32)
        from embed_kcpd.encoders.models.encoding import encode_each

        return encode_each(self._session(), checked, self.dimension, self.batch_tokens)

    def encode_tokens(self, texts: Sequence[str]) -> "list[Tokens]":
        """The vectors of each text's tokens before they are pooled, with their places in it."""
        if not isinstance(self.model.architecture, Architecture):
            raise OptionsError(f"{self.model.name} has no vectors of tokens; use minilm or mpnet")
        from embed_kcpd.encoders.models.session import Session

        checked = checked_texts(texts)
        session = self._session() if checked else None
        if not isinstance(session, Session):
            return []
        tokens = dict(session.run_tokens(checked, self.batch_tokens))
        return [tokens[place] for place in range(len(checked))]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each whole text, also of what lies behind the last one the model reads."""
        return self._session().count_tokens(checked_texts(texts))

    def _session(self) -> "AnySession":
        """The loaded model, shared by all encoders of this process with the same settings."""
        # Imported here because a text whose vectors are remembered does without it.
        from embed_kcpd.encoders.models.loading import shared_session

        threads = self.threads or usable_threads()
        origin = None if self.origin is None else Path(self.origin)
        return shared_session(self.model, self.precision, threads, origin, self.callers)


@dataclass(frozen=True, slots=True)
class MiniLm(PretrainedEncoder):
    """all-MiniLM-L6-v2: 384 numbers, the first 256 tokens; the paper's "sBERT"."""

    model: ClassVar[OfficialModel] = MINILM


@dataclass(frozen=True, slots=True)
class MpNet(PretrainedEncoder):
    """all-mpnet-base-v2: 768 numbers, the first 384 tokens; better and far slower."""

    model: ClassVar[OfficialModel] = MPNET


@dataclass(frozen=True, slots=True)
class Multilingual(PretrainedEncoder):
    """Universal Sentence Encoder, multilingual, version 3: 512 numbers, the first 512 tokens.

    It reads fifteen languages and places the same meaning in all of them nearby.  Its weights are
    published in eight bits and multiplied in float32: there is no other precision.
    """

    model: ClassVar[OfficialModel] = UNIVERSAL
    runtime: ClassVar[str] = "numpy"
    half_weight_words: ClassVar[float] = 5.0
    topic_sharpness: ClassVar[float] = 0.625
    """Half of MiniLM's: mean Pk 13.9 to 13.0 over twelve languages, unchanged on English sets."""

    precision: Precision = Precision.FLOAT32
    batch_tokens: int = 1024


@dataclass(frozen=True, slots=True)
class WordLlama(PretrainedEncoder):
    """WordLlama of 256 numbers: the mean of trained vectors of the text's tokens, for English.

    It does not read the order of words.  It is far faster than a network: for texts so long or so
    many that encoding them takes too long.  It runs on the thread that asks, whatever ``threads``
    says: more threads would take longer.
    """

    model: ClassVar[OfficialModel] = WORDLLAMA
    runtime: ClassVar[str] = "numpy"
    topic_sharpness: ClassVar[float] = 0.77

    precision: Precision = Precision.FLOAT32
    batch_tokens: int = 4096
