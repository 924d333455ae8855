"""Any sentence-transformers model, through torch; needs the [torch] extra.

In:  texts, and the name or folder of a model.
Out: the model's own vectors.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders.folder_state import folder_state
from embed_kcpd.encoders.models.wordpieces import without_lone_surrogates
from embed_kcpd.encoders.protocol import checked_rows, checked_texts
from embed_kcpd.errors import EncoderError, MissingExtraError

CHARACTERS_PER_TOKEN = 128
"""More than any token has; what lies behind that many is not read, so it is not tokenised."""


@dataclass(frozen=True, slots=True)
class SentenceTransformersEncoder:
    """A model by its name on the hub or its folder; it is loaded at the first text.

    ``revision`` pins what a name on the hub means.  ``device`` is torch's (None chooses).
    ``threads`` sets torch's threads for the whole process (None leaves them alone).
    """

    model_name: str
    revision: str | None = None
    device: str | None = None
    threads: int | None = None
    batch_size: int = 32

    @property
    def identity(self) -> str:
        folder = Path(self.model_name)
        state = folder_state(folder) if folder.is_dir() else self.revision or "latest"
        return f"sentence-transformers:{self.model_name}@{state}"

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row for each text, as the model gives it."""
        checked = checked_texts(texts)
        model = _loaded(self.model_name, self.revision, self.device, self.threads)
        longest = (model.max_seq_length or sys.maxsize) * CHARACTERS_PER_TOKEN
        readable = [without_lone_surrogates(text[:longest]) for text in checked]
        rows = model.encode(
            readable or [""],  # no text at all still has a dimension
            batch_size=self.batch_size,
            convert_to_numpy=True,
            show_progress_bar=sys.stderr.isatty(),
        )
        return checked_rows(rows[: len(checked)], len(checked), self.identity)


@cache
def _loaded(name: str, revision: str | None, device: str | None, threads: int | None) -> Any:
    try:
        import torch
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise MissingExtraError("sentence-transformers", "torch") from error
    if threads is not None:
        torch.set_num_threads(threads)
    try:
        return SentenceTransformer(name, revision=revision, device=device)
    except (OSError, ValueError, RuntimeError) as error:
        first = str(error).strip().partition("\n")[0]
        raise EncoderError(
            f"no sentence-transformers model {name!r} could be loaded: {first}"
        ) from error
