"""A language model of the Llama family, in NumPy.

In:  tokens, each group after a context of its own.
Out: the model's scores for the token after each group; the contexts have grown.

All groups share the products with the weights, which are what costs: a step that adds one token
to each of fifteen texts takes four times as long as a step for one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import IntArray, Vectors
from embed_kcpd.simulation.local.context import Context
from embed_kcpd.simulation.local.gguf import ModelFile
from embed_kcpd.simulation.local.rotation import turned

_HIDDEN = -1e9


@dataclass(frozen=True, slots=True)
class Group:
    """Tokens to read after what ``context`` holds; they are appended to it."""

    context: Context
    tokens: Sequence[int]


@dataclass(frozen=True, slots=True, eq=False)
class _Layer:
    attention_norm: Vectors
    inputs: Vectors
    output: Vectors
    wide_norm: Vectors
    wide: Vectors
    narrow: Vectors


@dataclass(frozen=True, slots=True, eq=False)
class _Batch:
    """The tokens of all groups under each other: whose rows are where, and their positions."""

    contexts: tuple[Context, ...]
    rows: tuple[slice, ...]
    positions: IntArray


def _batch(groups: Sequence[Group]) -> _Batch:
    rows, positions, start = [], [], 0
    for group in groups:
        size = len(group.tokens)
        group.context.make_room(group.context.size + size)
        positions.append(group.context.next_position + np.arange(size))
        rows.append(slice(start, start + size))
        start += size
    contexts = tuple(group.context for group in groups)
    return _Batch(contexts, tuple(rows), np.concatenate(positions))


class Llama:
    """Weights ready for products, and the sizes the file names."""

    def __init__(self, file: ModelFile) -> None:
        sizes = {name.removeprefix("llama."): held for name, held in file.values.items()}
        self._n_heads = int(sizes["attention.head_count"])
        self._n_shared = int(sizes["attention.head_count_kv"])
        self._epsilon = float(sizes["attention.layer_norm_rms_epsilon"])
        self.base = float(sizes["rope.freq_base"])
        self._words = file.tensors["token_embd.weight"]
        self._last_norm = file.tensors["output_norm.weight"]
        self._layers = [_layer(file, n) for n in range(int(sizes["block_count"]))]
        self._dim = self._words.shape[1] // self._n_heads

    def context(self) -> Context:
        return Context((len(self._layers), self._n_shared, self._dim))

    def scores(self, groups: Sequence[Group]) -> Vectors:
        """Read the groups; one row of scores over the vocabulary for each."""
        batch = _batch(groups)
        states = self._words[np.concatenate([group.tokens for group in groups])]
        for number, layer in enumerate(self._layers):
            states = states + self._attended(number, layer, states, batch)
            states = states + self._widened(layer, states)
        for group in groups:
            group.context.size += len(group.tokens)
        last = states[[part.stop - 1 for part in batch.rows]]
        return np.asarray(self._normed(last, self._last_norm) @ self._words.T)

    def _attended(self, number: int, layer: _Layer, states: Vectors, batch: _Batch) -> Vectors:
        """Every group attends to its own context, and causally to itself."""
        joint = self._normed(states, layer.attention_norm) @ layer.inputs
        heads = joint.reshape(len(states), -1, self._dim).swapaxes(0, 1)
        n_turned = self._n_heads + self._n_shared
        queries_keys = turned(heads[:n_turned], batch.positions, self.base)
        queries, keys = queries_keys[: self._n_heads], queries_keys[self._n_heads :]
        result = np.empty((len(states), self._n_heads * self._dim), np.float32)
        for context, part in zip(batch.contexts, batch.rows, strict=True):
            end = context.size + part.stop - part.start
            seen_keys, seen_values = context.keys[number, :, :end], context.values[number, :, :end]
            seen_keys[:, context.size :] = keys[:, part]
            seen_values[:, context.size :] = heads[n_turned:, part]
            result[part] = _attention(queries[:, part], seen_keys, seen_values)
        return np.asarray(result @ layer.output)

    def _widened(self, layer: _Layer, states: Vectors) -> Vectors:
        gate, up = np.split(self._normed(states, layer.wide_norm) @ layer.wide, 2, axis=1)
        return np.asarray((gate / (1.0 + np.exp(-gate)) * up) @ layer.narrow)

    def _normed(self, states: Vectors, weights: Vectors) -> Vectors:
        squares = np.einsum("nd,nd->n", states, states) / states.shape[1]
        return np.asarray(states / np.sqrt(squares + self._epsilon)[:, None] * weights)


def _attention(queries: Vectors, keys: Vectors, values: Vectors) -> Vectors:
    """Several heads of queries share each head of keys; the last keys are the queries' own."""
    n_heads, n, dim = queries.shape
    n_shared, n_keys, _ = keys.shape
    shared = queries.reshape(n_shared, -1, dim) * np.float32(dim**-0.5)
    # Keys first: with a few queries on the left the product takes three times as long.
    weights = np.ascontiguousarray((keys @ shared.swapaxes(1, 2)).swapaxes(1, 2))
    if n > 1:
        own = weights.reshape(n_heads, n, n_keys)[:, :, n_keys - n :]
        own += np.triu(np.full((n, n), _HIDDEN, np.float32), 1)
    weights -= weights.max(axis=2, keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=2, keepdims=True)
    return np.asarray((weights @ values).reshape(n_heads, n, dim).swapaxes(0, 1).reshape(n, -1))


def _layer(file: ModelFile, number: int) -> _Layer:
    def held(*names: str) -> Vectors:
        rows = [file.tensors[f"blk.{number}.{name}.weight"] for name in names]
        return np.ascontiguousarray(np.concatenate(rows).T)

    return _Layer(
        attention_norm=held("attn_norm"),
        inputs=held("attn_q", "attn_k", "attn_v"),
        output=held("attn_output"),
        wide_norm=held("ffn_norm"),
        wide=held("ffn_gate", "ffn_up"),
        narrow=held("ffn_down"),
    )
