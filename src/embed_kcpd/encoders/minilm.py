"""The default encoder: all-MiniLM-L6-v2 without torch.

In:  texts.
Out: one vector of norm one each: the mean of its token vectors, as the model was trained.

A text's vector does not depend on the texts beside it: batches only group texts of like
length, and each worker thread runs whole batches by itself.
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders.conversion import Precision
from embed_kcpd.encoders.official import MINILM
from embed_kcpd.encoders.places import chosen_model
from embed_kcpd.encoders.progress import progress
from embed_kcpd.encoders.protocol import checked_texts
from embed_kcpd.encoders.store import ready_model
from embed_kcpd.encoders.wordpieces import WordPieces
from embed_kcpd.errors import OptionsError

MOST_THREADS = 4
"""Threads used unless told: more rarely help, and the machine is seldom ours alone."""

_WINDOW = 2048
"""Texts sorted by length at a time, which bounds what is held as tokens."""

Rows = npt.NDArray[np.float32]

_sessions: dict[tuple[int, Precision, int, Path | None], "_Session"] = {}
_loading = Lock()


@dataclass(frozen=True, slots=True)
class MiniLm:
    """all-MiniLM-L6-v2 through CTranslate2; the model is loaded at the first text.

    ``precision`` int8 is fast and differs from float32 by about 0.003 in cosine.
    ``threads`` is how many batches run at once (default: up to four, one per core).
    ``origin`` is a folder or wheel with the official files, for machines without network.
    """

    precision: Precision = Precision.INT8
    threads: int | None = None
    batch_size: int = 8
    origin: Path | None = None

    def __post_init__(self) -> None:
        for name, value in (("threads", self.threads), ("batch_size", self.batch_size)):
            if value is not None and value < 1:
                raise OptionsError(f"{name} must be at least 1, got {value}")

    @property
    def identity(self) -> str:
        # The runtime is part of the name: another version may round otherwise.
        return f"{MINILM.name}/{self.precision.value}/{_runtime()}"

    @property
    def dimension(self) -> int:
        return MINILM.dimension

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row of norm one for each text, whatever the other texts are."""
        checked = checked_texts(texts)
        rows: Rows = np.empty((len(checked), MINILM.dimension), dtype=np.float32)
        if not checked:
            return rows
        threads = self.threads or _usable_threads()
        session = _session(self.precision, threads, self.origin or chosen_model())
        with progress("Encoding", len(checked)) as advance:
            for start in range(0, len(checked), _WINDOW):
                window = checked[start : start + _WINDOW]
                for places, vectors in session.run(window, self.batch_size):
                    rows[start + places] = vectors
                    advance(len(places))
        return rows


def _usable_threads() -> int:
    wanted = os.environ.get("OMP_NUM_THREADS", "")
    if wanted.isdigit() and int(wanted) > 0:
        return int(wanted)
    has_affinity = hasattr(os, "sched_getaffinity")
    cores = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
    return min(cores, MOST_THREADS)


def _session(precision: Precision, threads: int, origin: Path | None) -> "_Session":
    # After a fork the parent's worker threads are gone, so each process loads its own.
    key = (os.getpid(), precision, threads, origin)
    with _loading:
        if key not in _sessions:
            _sessions[key] = _Session(precision, threads, origin)
    return _sessions[key]


@cache
def _runtime() -> str:
    return f"ctranslate2-{version('ctranslate2')}"


class _Session:
    """A loaded model and its tokenizer, shared by all encoders with the same settings."""

    def __init__(self, precision: Precision, threads: int, origin: Path | None) -> None:
        import ctranslate2

        ready = ready_model(MINILM, precision, origin)
        self._pieces = WordPieces(ready.tokenizer, MINILM.max_tokens)
        self._threads = threads
        # Whole batches side by side, one thread each: the rounding of a product then never
        # depends on how many threads shared it.
        self._encoder = ctranslate2.Encoder(
            str(ready.folder),
            compute_type=precision.value,
            inter_threads=threads,
            intra_threads=1,
        )

    def run(
        self, texts: list[str], batch_size: int
    ) -> Iterator[tuple[npt.NDArray[np.int64], Rows]]:
        """Batches of vectors with the places of their texts, shortest texts first."""
        tokens = [self._pieces.ids(text) for text in texts]
        order = np.argsort([len(ids) for ids in tokens], kind="stable")
        batches = [order[i : i + batch_size] for i in range(0, len(order), batch_size)]
        with ThreadPoolExecutor(self._threads) as pool:
            work = [[tokens[place] for place in places] for places in batches]
            yield from zip(batches, pool.map(self._vectors, work), strict=True)

    def _vectors(self, tokens: list[list[int]]) -> Rows:
        hidden = np.array(self._encoder.forward_batch(tokens).last_hidden_state)
        pairs = zip(hidden, tokens, strict=True)
        means: Rows = np.stack([states[: len(ids)].mean(axis=0) for states, ids in pairs])
        norms = np.sqrt(np.einsum("td,td->t", means, means))
        unit: Rows = means / norms[:, None]
        return unit
