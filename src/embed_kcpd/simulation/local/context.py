"""What the model attends to: keys and values of the tokens it may see.

In:  keys and values, layer by layer, as tokens are read.
Out: the same, with the oldest tokens or the newest taken off.

Arrays are (layer, head, token, dim).  Only differences of positions matter, so tokens keep
their position when others go.
"""

import numpy as np

from embed_kcpd.arrays import Vectors


class Context:
    """``size`` tokens, the first of them at ``first_position``, and room for more."""

    def __init__(self, shape: tuple[int, int, int]) -> None:
        n_layers, n_heads, dim = shape
        self.keys: Vectors = np.zeros((n_layers, n_heads, 0, dim), np.float32)
        self.values: Vectors = np.zeros_like(self.keys)
        self.first_position = 0
        self.size = 0

    @property
    def next_position(self) -> int:
        return self.first_position + self.size

    def make_room(self, size: int) -> None:
        """Room for ``size`` tokens, and half as many again if there was too little."""
        n_layers, n_heads, room, dim = self.keys.shape
        if size > room:
            more = np.zeros((n_layers, n_heads, size + size // 2 - room, dim), np.float32)
            self.keys = np.concatenate([self.keys, more], axis=2)
            self.values = np.concatenate([self.values, more], axis=2)

    def put(self, keys: Vectors, values: Vectors, at: int) -> None:
        """Write over the tokens from ``at`` on, or append."""
        end = at + keys.shape[2]
        self.make_room(end)
        self.keys[:, :, at:end] = keys
        self.values[:, :, at:end] = values
        self.size = max(self.size, end)

    def drop_first(self, count: int) -> None:
        """Take the oldest tokens off; the others keep their positions."""
        for held in (self.keys, self.values):
            held[:, :, : self.size - count] = held[:, :, count : self.size].copy()
        self.size -= count
        self.first_position += count

    def keep_first(self, size: int) -> None:
        """Take the newest tokens off."""
        self.size = size
