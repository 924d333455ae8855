"""The network of the multilingual Universal Sentence Encoder (Yang et al. 2019), in NumPy.

In:  the token numbers of texts.
Out: one vector of norm one for each text.

Each token has an embedding.  Three convolutions look at windows of two, three and five tokens;
each has two layers, and each layer adds to what enters it.  Embedding and convolutions
together are normalised, summed over the text, divided by the square root of its length, and
pass through a small network of two blocks.  The tokens of a batch stand one below the other
in one matrix.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import IntArray
from embed_kcpd.encoders.models.universal.products import Rows, steady_product

Table = npt.NDArray[np.uint8]

TABLE_FILE, LAYERS_FILE = "table.npy", "layers.npz"
WINDOWS = {2: 0, 3: 1, 5: 2}
"""Tokens a convolution looks at, and how many of them stand before its own token."""
_GAP = 2
"""Rows of zeros between two texts: no window reaches over them."""
_TOKEN_ROWS, _TEXT_ROWS = 64, 16
"""Rows of one product of tokens and of texts: a little waste where there are few."""


@dataclass(frozen=True, slots=True)
class Network:
    """The weights, under the names they are published with or joined as.

    ``table`` holds the embeddings in eight bits; token ``t`` has the scale and the offset of
    group ``t % n_groups``.
    """

    table: Table
    layers: dict[str, Rows]

    def vectors(self, texts: Sequence[Sequence[int]]) -> Rows:
        """One row of norm one for each list of token numbers; no list may be empty."""
        lengths = np.array([len(text) for text in texts])
        tokens = np.concatenate([np.asarray(text, dtype=np.int64) for text in texts])
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        features = self._features(tokens, lengths)
        sums: Rows = np.add.reduceat(features, starts, axis=0)
        weight, bias = self.layers["cnn_W"], self.layers["cnn_b"]
        counts: Rows = lengths.astype(np.float32)[:, None]
        summed = steady_product(sums, weight, _TEXT_ROWS) + counts * bias
        summed /= np.sqrt(counts)
        return self._outer(summed)

    def _features(self, tokens: IntArray, lengths: IntArray) -> Rows:
        """Embedding and convolutions of each token, normalised together."""
        embeddings = self._embeddings(tokens)
        weight, bias = self.layers["inner_proj"], self.layers["inner_proj_b"]
        inner = steady_product(embeddings, weight, _TOKEN_ROWS) + bias
        inner = self._normalised(inner, "inner_ln_g", "inner_ln_b")
        # Each token's row in a matrix with a gap before every text and behind the last.
        places = np.arange(len(tokens)) + _GAP * np.repeat(np.arange(1, len(lengths) + 1), lengths)
        n_rows = len(tokens) + _GAP * (len(lengths) + 1)
        width = inner.shape[1] // len(WINDOWS)
        parts = [embeddings]
        for index, window in enumerate(WINDOWS):
            part = np.ascontiguousarray(inner[:, index * width : (index + 1) * width])
            for layer in ("1", "2"):
                part = part + self._convolved(part, window, layer, places, n_rows)
            parts.append(part)
        return self._normalised(np.concatenate(parts, axis=1), "ln_g", "ln_b")

    def _embeddings(self, tokens: IntArray) -> Rows:
        scale, offset = self.layers["scale"], self.layers["lo"]
        groups = tokens % len(scale)
        embeddings = self.table[tokens].astype(np.float32)
        embeddings *= scale[groups, None]
        embeddings += offset[groups, None]
        return embeddings

    def _convolved(
        self, part: Rows, window: int, layer: str, places: IntArray, n_rows: int
    ) -> Rows:
        """One layer of one convolution; outside its text a window sees zeros."""
        spaced: Rows = np.zeros((n_rows, part.shape[1]), dtype=np.float32)
        spaced[places] = part
        reach = np.arange(window) - WINDOWS[window]
        seen = spaced[places[:, None] + reach].reshape(len(part), -1)
        weight, bias = self.layers[f"w{layer}_{window}"], self.layers[f"b{layer}_{window}"]
        return _positive(steady_product(seen, weight, _TOKEN_ROWS) + bias)

    def _outer(self, summed: Rows) -> Rows:
        """The two blocks behind the sum, each with a way past its hidden layer."""
        hidden = _positive(self._product(summed, "d0"))
        middle = _positive(self._product(summed, "p1") + self._product(hidden, "d1"))
        hidden = _positive(self._product(middle, "d2"))
        final: Rows = np.tanh(self._product(middle, "p3") + self._product(hidden, "d3"))
        norms = np.sqrt(np.einsum("td,td->t", final, final))
        final /= np.where(norms > 0, norms, np.float32(1))[:, None]
        return final

    def _product(self, rows: Rows, name: str) -> Rows:
        return steady_product(rows, self.layers[name], _TEXT_ROWS)

    def _normalised(self, rows: Rows, factor: str, offset: str) -> Rows:
        """Rows of mean zero and variance one, times learned factors, plus learned offsets."""
        rows = rows - rows.mean(axis=1, keepdims=True)
        variance = np.einsum("td,td->t", rows, rows) / np.float32(rows.shape[1])
        rows /= np.sqrt(variance + np.float32(self.layers["eps"]))[:, None]
        rows *= self.layers[factor]
        rows += self.layers[offset]
        return rows


def load_network(folder: Path) -> Network:
    """The network that ``UniversalArchitecture`` wrote; the table is read when it is asked for."""
    table: Table = np.load(folder / TABLE_FILE, mmap_mode="r")
    with np.load(folder / LAYERS_FILE, allow_pickle=False) as layers:
        return Network(table, dict(layers))


def _positive(rows: Rows) -> Rows:
    return np.maximum(rows, 0, out=rows)
