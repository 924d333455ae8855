"""A loaded model: batches of texts in, batches of vectors out.

In:  texts.
Out: vectors with the places of their texts.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import IntArray
from embed_kcpd.encoders.models.batches import batches, filled
from embed_kcpd.encoders.models.conversion import Architecture, Precision
from embed_kcpd.encoders.models.engine import load_engine
from embed_kcpd.encoders.models.forks import keep_in_children
from embed_kcpd.encoders.models.store import ReadyModel
from embed_kcpd.encoders.models.wordpieces import WordPieces
from embed_kcpd.encoders.models.workers import results
from embed_kcpd.errors import EncoderError

Rows = npt.NDArray[np.float32]


class Pooling(str, Enum):
    """How the vectors of a text's tokens become one."""

    MEAN = "mean"
    CLS = "cls"


@dataclass(frozen=True, slots=True)
class Reading:
    """How a model turns a text into a vector."""

    architecture: Architecture
    max_tokens: int
    pooling: Pooling = Pooling.MEAN
    is_normalised: bool = True


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of one text: where in it each lies, and its vector in the context of the text.

    The model's own marks at both ends are among them, with empty spans.
    """

    spans: tuple[tuple[int, int], ...]
    rows: Rows = field(repr=False)


class Session:
    """A transformer and its tokenizer in memory, with its worker threads.

    ``threads`` is how many batches of one call run at once, ``callers`` how many calls do.
    """

    def __init__(
        self,
        ready: ReadyModel,
        reading: Reading,
        precision: Precision,
        threads: int,
        callers: int = 1,
    ) -> None:
        self._reading = reading
        self._pieces = WordPieces(ready.tokenizer, reading.max_tokens)
        self._is_exact = precision is Precision.INT8
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        try:
            # Whole batches side by side, one thread each: the rounding of a product then
            # never depends on how many threads shared it.
            self._encoder = load_engine().Encoder(
                str(ready.folder),
                compute_type=precision.value,
                inter_threads=threads * callers,
                intra_threads=1,
            )
        except (RuntimeError, ValueError) as error:
            raise EncoderError(
                f"{ready.folder} cannot be loaded: {error}; remove the folder to make it anew"
            ) from error
        keep_in_children(self)

    def run(self, texts: Sequence[str], batch_tokens: int) -> Iterator[tuple[IntArray, Rows]]:
        """Batches of vectors with the places of their texts, shortest texts first."""
        tokens = [self._pieces.ids(text) for text in texts]
        places = list(batches([len(ids) for ids in tokens], batch_tokens))
        work = [[tokens[place] for place in batch] for batch in places]
        yield from zip(places, results(self._vectors, work, self._pool), strict=True)

    def run_tokens(self, texts: Sequence[str], batch_tokens: int) -> Iterator[tuple[int, Tokens]]:
        """The tokens of each text before they are pooled, with its place, shortest first."""
        tokens = [self._pieces.ids(text) for text in texts]
        for places in batches([len(ids) for ids in tokens], batch_tokens):
            states = self._states([tokens[place] for place in places])
            for place, rows in zip(places.tolist(), states, strict=True):
                yield place, Tokens(tuple(self._pieces.spans(texts[place])), rows)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each whole text, without the model's first and last mark."""
        return self._pieces.count(texts)

    def _vectors(self, tokens: list[list[int]]) -> Rows:
        hidden = self._states(tokens)
        pooled = hidden[:, 0] if self._reading.pooling is Pooling.CLS else _means(hidden)
        if not self._reading.is_normalised:
            return pooled
        norms = np.sqrt(np.einsum("td,td->t", pooled, pooled))
        unit: Rows = pooled / norms[:, None]
        return unit

    def _states(self, tokens: list[list[int]]) -> Rows:
        """The last layer of texts of one length: a row for each token of each text."""
        # Products of int8 are sums of integers: exact in every order, so small ones may stay small.
        batch = tokens if self._is_exact else filled(tokens)
        positions = self._reading.architecture.positions([len(ids) for ids in batch])
        output = self._encoder.forward_batch(batch, token_type_ids=positions)
        states: Rows = np.array(output.last_hidden_state)[: len(tokens)]
        return states


def _means(hidden: Rows) -> Rows:
    """The mean of each text's tokens, one text at a time: the same sum in every batch."""
    means: Rows = np.stack([states.mean(axis=0) for states in hidden])
    return means
