"""Any checkpoint of the BERT family as an encoder.

In:  texts, and the folder of a model or its name on the hub.
Out: the model's own vectors, computed by CTranslate2.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders.checkpoints.description import (
    Description,
    describe,
    reader_of,
)
from embed_kcpd.encoders.checkpoints.preparation import Snapshot, prepared
from embed_kcpd.encoders.folder_state import folder_state
from embed_kcpd.encoders.models.batches import BATCH_TOKENS, check_positive
from embed_kcpd.encoders.models.conversion import Precision, check_precision
from embed_kcpd.encoders.models.encoding import encode_each
from embed_kcpd.encoders.models.session import Session
from embed_kcpd.encoders.models.threads import runtime, usable_threads
from embed_kcpd.encoders.protocol import checked_texts
from embed_kcpd.errors import EncoderError
from embed_kcpd.files import check_path

QUERY_PROMPTS = ("intfloat/e5-", "intfloat/multilingual-e5-")
"""Models whose authors ask for "query: " before every text and whose files do not say so."""


@dataclass(frozen=True, slots=True)
class CheckpointEncoder:
    """A BERT, RoBERTa, XLM-RoBERTa, DistilBERT or MPNet model, loaded at the first text.

    ``source`` is a folder or a name on the hub (``BAAI/bge-small-en-v1.5``), ``revision`` what a
    name on the hub means.  Pooling, norm, length and prompts are those of the model's own
    sentence-transformers files.  ``prompt`` is the name of one of its prompts or a text to put
    in front of every text (None: what the model does by default).
    """

    source: str
    revision: str = "main"
    precision: Precision = Precision.FLOAT32
    prompt: str | None = None
    threads: int | None = None
    batch_tokens: int = BATCH_TOKENS

    def __post_init__(self) -> None:
        check_positive(threads=self.threads, batch_tokens=self.batch_tokens)
        check_precision(self.precision)
        check_path(self.source, "source")
        object.__setattr__(self, "source", os.fspath(self.source))

    @property
    def identity(self) -> str:
        """Of a model on the hub, its commit; it is fetched first where it is not here."""
        prompt = f"/prompt {self._prefix()!r}" if self._prefix() else ""
        at = self._snapshot()
        return f"{self.source}@{at.commit}/{self.precision.value}/{runtime('ctranslate2')}{prompt}"

    @property
    def dimension(self) -> int:
        return self._description().dimension

    @property
    def licence(self) -> str:
        """As the hub states it."""
        return self._snapshot().licence

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row for each text, whatever the other texts are."""
        checked = checked_texts(texts)
        about = self._description()
        if not checked:
            return np.empty((0, about.dimension), dtype=np.float32)
        shown = [self._prefix() + text for text in checked]
        if about.is_lower_case:
            shown = [text.lower() for text in shown]
        return encode_each(self._session(), shown, about.dimension, self.batch_tokens)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each whole text, also of what lies behind the last one the model reads."""
        return self._session().count_tokens(checked_texts(texts))

    def prepare(self) -> Path:
        """Fetch and convert the model now; the folder it is kept in."""
        return prepared(self._snapshot(), self.source, self._description(), self.precision).folder

    def _prefix(self) -> str:
        about = self._description()
        if self.prompt is None:
            asks = self.source.startswith(QUERY_PROMPTS) and not about.default_prompt
            return "query: " if asks else about.default_prompt
        return about.prompts.get(self.prompt, self.prompt)

    def _snapshot(self) -> Snapshot:
        folder = Path(self.source).expanduser()
        if folder.is_dir():
            return Snapshot(folder, folder_state(folder), "not stated")
        return _fetched(os.getpid(), self.source, self.revision)

    def _description(self) -> Description:
        return _described(self.source, self._snapshot())

    def _session(self) -> Session:
        threads = self.threads or usable_threads()
        return _opened(os.getpid(), self.source, self._snapshot(), self.precision, threads)


@lru_cache(maxsize=16)
def _fetched(_process: int, source: str, revision: str) -> Snapshot:
    from embed_kcpd.encoders.checkpoints.snapshot import snapshot

    return snapshot(source, revision)


@lru_cache(maxsize=16)
def _described(source: str, at: Snapshot) -> Description:
    try:
        return describe(reader_of(at.folder))
    except EncoderError as error:
        raise type(error)(f"{source} cannot be run: {error}") from error


@lru_cache(maxsize=4)
def _opened(
    _process: int, source: str, at: Snapshot, precision: Precision, threads: int
) -> Session:
    about = _described(source, at)
    return Session(prepared(at, source, about, precision), about.reading, precision, threads)
