"""Vectors from an OpenAI-compatible embeddings endpoint.

In:  texts.
Out: the server's vectors, in the order of the texts, or an error that names what was wrong.

Servers differ in how many texts a request may hold.  One that refuses a request as too large is
asked for half as many at a time.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders.endpoint import Endpoint
from embed_kcpd.encoders.models.batches import check_positive
from embed_kcpd.encoders.models.wordpieces import without_lone_surrogates
from embed_kcpd.encoders.protocol import checked_texts
from embed_kcpd.errors import EncoderError, EndpointError, OptionsError
from embed_kcpd.progress import progress

OPENAI_URL = "https://api.openai.com/v1"
KEY_VARIABLE = "OPENAI_API_KEY"
URL_VARIABLE = "OPENAI_BASE_URL"

TEXT_BYTES = 8_191
"""Bytes sent of one text.  A token has at least one byte, so no text is over the limit of
8,191 tokens; a unit that long would be cut by other encoders far earlier."""

REQUEST_TOKENS = 100_000
REQUEST_TEXTS = 2_048
_BYTES_PER_TOKEN = 2
"""Fewer than any common language has, so that a request is rather too small than refused."""


_TOO_MANY = re.compile(r"batch|too many", re.IGNORECASE)
"""What servers say, with a status that has other meanings too, of a request with too many texts."""


def openai_endpoint(base_url: str | None = None) -> Endpoint:
    """``base_url``, else ``OPENAI_BASE_URL``, else OpenAI; another server may need no key."""
    chosen = base_url or os.environ.get(URL_VARIABLE)
    needs_key = not chosen or KEY_VARIABLE in os.environ
    return Endpoint(chosen or OPENAI_URL, KEY_VARIABLE if needs_key else None)


@dataclass(frozen=True, slots=True)
class OpenAiEncoder:
    """An embedding model behind HTTP; ``dimensions`` asks for shortened vectors."""

    model: str = "text-embedding-3-small"
    endpoint: Endpoint = field(default_factory=openai_endpoint)
    dimensions: int | None = None

    def __post_init__(self) -> None:
        if not (isinstance(self.model, str) and self.model):
            raise OptionsError(f"model must be the name of a model, got {self.model!r:.60}")
        if not isinstance(self.endpoint, Endpoint):
            raise OptionsError(
                "endpoint must be Endpoint(...), such as "
                'Endpoint("https://host/v1", "MY_KEY") with the key in that variable'
            )
        if self.dimensions is not None:
            check_positive(dimensions=self.dimensions)
            object.__setattr__(self, "dimensions", int(self.dimensions))

    @property
    def identity(self) -> str:
        shortened = f"/{self.dimensions}" if self.dimensions else ""
        return f"openai:{self.model}{shortened}@{self.endpoint.name}"

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row for each text, as the server gives it."""
        sendable = [_sendable(text) for text in checked_texts(texts)]
        rows: list[Vectors] = []
        most = REQUEST_TEXTS
        with progress("Encoding", len(sendable)) as advance:
            while len(rows) < len(sendable):
                batch = next(requests(sendable[len(rows) :], most))
                try:
                    rows += self._asked(batch)
                except EndpointError as error:
                    if len(batch) == 1 or not _is_too_large(error):
                        raise
                    most = len(batch) // 2
                else:
                    advance(len(batch))
        dimension = self.dimensions or (len(rows[0]) if rows else 0)
        for place, row in enumerate(rows):
            if len(row) != dimension:
                raise EncoderError(
                    f"{self.identity} gave text {place} a vector of {len(row)} numbers, "
                    f"not {dimension}; check the model and its dimensions"
                )
        return np.array(rows, dtype=np.float32).reshape(len(rows), dimension)

    def _asked(self, texts: list[str]) -> list[Vectors]:
        payload: dict[str, Any] = {"model": self.model, "input": texts}
        if self.dimensions:
            payload["dimensions"] = self.dimensions
        answer = self.endpoint.post("/embeddings", payload)
        if "data" not in answer:
            said = self.endpoint.shown(json.dumps(answer, ensure_ascii=False))
            raise EncoderError(f"{self.identity} gave no list of vectors but {said}")
        try:
            given = sorted(((_place(entry), entry) for entry in answer["data"]), key=itemgetter(0))
            rows = [_row(entry["embedding"]) for _, entry in given]
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
            said = self.endpoint.shown(repr(error))
            raise EncoderError(f"{self.identity} gave no list of vectors: {said}") from None
        places = [place for place, _ in given]
        if places != list(range(len(texts))):
            raise EncoderError(
                f"{self.identity} gave {len(places)} vectors for {len(texts)} texts, "
                "or gave them twice"
            )
        for place, row in enumerate(rows):
            if row.ndim != 1 or not np.isfinite(row).all():
                raise EncoderError(f"{self.identity} gave text {place} a vector with no numbers")
        return rows


def _place(entry: Mapping[str, object]) -> int:
    """Which text an entry of the answer belongs to."""
    index = entry["index"]
    if type(index) is not int:
        raise TypeError(f"an index that is no whole number: {index!r}")
    return index


def _row(numbers: object) -> Vectors:
    """One vector; text is not taken for numbers, and what float32 cannot hold becomes infinite."""
    row = np.asarray(numbers)
    if row.dtype.kind not in "fiu":
        raise TypeError(f"an embedding that is no list of numbers: {numbers!r}")
    with np.errstate(over="ignore"):
        return row.astype(np.float32)


def _is_too_large(error: EndpointError) -> bool:
    """Whether the server refused a request that would be taken in parts."""
    return error.status == 413 or (
        error.status in (400, 422) and _TOO_MANY.search(str(error)) is not None
    )


def requests(texts: Sequence[str], most: int = REQUEST_TEXTS) -> Iterator[list[str]]:
    """Consecutive texts, as many as one request may hold.

    >>> [len(batch) for batch in requests(["a"] * 3000)]
    [2048, 952]
    """
    batch: list[str] = []
    tokens = 0
    for text in texts:
        needed = len(text.encode()) // _BYTES_PER_TOKEN + 1
        if batch and (tokens + needed > REQUEST_TOKENS or len(batch) == most):
            yield batch
            batch, tokens = [], 0
        batch.append(text)
        tokens += needed
    if batch:
        yield batch


def _sendable(text: str) -> str:
    """What the endpoint accepts: valid Unicode, not too long, and never empty."""
    start = without_lone_surrogates(text[:TEXT_BYTES]).encode()[:TEXT_BYTES]
    return start.decode("utf-8", "ignore") or " "
