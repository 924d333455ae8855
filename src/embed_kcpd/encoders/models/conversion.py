"""Official BERT and MPNet weights to a CTranslate2 model, once, without torch.

In:  the tensors of an encoder under their published names, its vocabulary.
Out: a folder CTranslate2 can load.

BERT: token types are all zero for single texts, so their one embedding is added to the
positions beforehand.  MPNet has positions and, in every layer, a learned bias for the
distance of two tokens.  CTranslate2 drops positions where there is such a bias, so they
enter as a second embedding, through the door it keeps for token types: see ``positions``.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np

from embed_kcpd.encoders.models.safetensors import Tensor, tensors_in

Tensors = Mapping[str, Tensor]


class Precision(str, Enum):
    """How weights are stored and multiplied."""

    INT8 = "int8"
    FLOAT32 = "float32"


@dataclass(frozen=True, slots=True)
class LayerNames:
    """What the publishers call the parts of one layer."""

    inputs: tuple[str, str, str]
    output: str
    norm: str


@dataclass(frozen=True, slots=True)
class Architecture:
    """What the weights do not say about themselves."""

    n_layers: int
    n_heads: int
    layer_norm_epsilon: float
    names: LayerNames
    has_distance_bias: bool

    @property
    def precisions(self) -> tuple[Precision, ...]:
        return tuple(Precision)

    def write(self, contents: Mapping[str, bytearray], precision: Precision, folder: Path) -> None:
        """Write the converted model and its tokenizer into ``folder``, which must exist."""
        tokenizer = contents["tokenizer.json"]
        tokens: dict[str, int] = json.loads(tokenizer)["model"]["vocab"]
        vocabulary = sorted(tokens, key=tokens.__getitem__)
        convert(tensors_in(contents["model.safetensors"]), self, vocabulary, precision, folder)
        (folder / "tokenizer.json").write_bytes(tokenizer)

    def positions(self, lengths: Sequence[int]) -> list[list[int]] | None:
        """The second input of a batch: token positions for MPNet, nothing for BERT."""
        return [list(range(length)) for length in lengths] if self.has_distance_bias else None


def bert(n_layers: int, n_heads: int) -> Architecture:
    parts = ("attention.self.query", "attention.self.key", "attention.self.value")
    names = LayerNames(parts, "attention.output.dense", "attention.output.LayerNorm")
    return Architecture(n_layers, n_heads, 1e-12, names, has_distance_bias=False)


def mpnet(n_layers: int, n_heads: int) -> Architecture:
    parts = ("attention.attn.q", "attention.attn.k", "attention.attn.v")
    names = LayerNames(parts, "attention.attn.o", "attention.LayerNorm")
    return Architecture(n_layers, n_heads, 1e-5, names, has_distance_bias=True)


def convert(
    tensors: Tensors,
    architecture: Architecture,
    vocabulary: Sequence[str],
    precision: Precision,
    folder: Path,
) -> None:
    """Write the model into ``folder``, which must exist."""
    from ctranslate2.specs import TransformerEncoderModelSpec

    encoder = _empty(architecture)
    _fill_embeddings(encoder, tensors, architecture)
    for index, layer in enumerate(encoder.layer):
        _fill_layer(layer, tensors, f"encoder.layer.{index}", architecture)
    spec = TransformerEncoderModelSpec(encoder)
    spec.register_vocabulary(list(vocabulary))
    spec.config.unk_token = "[UNK]"
    spec.config.layer_norm_epsilon = architecture.layer_norm_epsilon
    spec.validate()
    spec.optimize(quantization=precision.value)
    spec.save(str(folder))


def _empty(architecture: Architecture) -> Any:
    from ctranslate2.specs import common_spec, transformer_spec

    return transformer_spec.TransformerEncoderSpec(
        architecture.n_layers,
        architecture.n_heads,
        pre_norm=False,
        activation=common_spec.Activation.GELU,
        layernorm_embedding=True,
        num_source_embeddings=2 if architecture.has_distance_bias else 1,
        embeddings_merge=common_spec.EmbeddingsMerge.ADD,
        relative_attention_bias=architecture.has_distance_bias,
    )


_MPNET_FIRST_POSITION = 2
"""MPNet counts positions after its padding number, as RoBERTa does."""

_MPNET_FARTHEST = 128
"""All distances from here on share one bias; fixed in the published architecture."""


def _fill_embeddings(encoder: Any, tensors: Tensors, architecture: Architecture) -> None:
    encoder.scale_embeddings = False
    encoder.embeddings[0].weight = tensors["embeddings.word_embeddings.weight"]
    positions = tensors["embeddings.position_embeddings.weight"]
    if architecture.has_distance_bias:
        encoder.embeddings[1].weight = positions[_MPNET_FIRST_POSITION:]
    else:
        types = tensors["embeddings.token_type_embeddings.weight"]
        encoder.position_encodings.encodings = positions + types[0]
    _fill_norm(encoder.layernorm_embedding, tensors, "embeddings.LayerNorm")


def _fill_layer(layer: Any, tensors: Tensors, at: str, architecture: Architecture) -> None:
    attention, names = layer.self_attention, architecture.names
    # CTranslate2 multiplies queries, keys and values in one product.
    for field in ("weight", "bias"):
        stacked = np.concatenate([tensors[f"{at}.{name}.{field}"] for name in names.inputs])
        setattr(attention.linear[0], field, stacked)
    if architecture.has_distance_bias:
        attention.relative_attention_bias = tensors["encoder.relative_attention_bias.weight"]
        attention.relative_attention_max_distance = np.int32(_MPNET_FARTHEST)
    _fill_linear(attention.linear[1], tensors, f"{at}.{names.output}")
    _fill_norm(attention.layer_norm, tensors, f"{at}.{names.norm}")
    _fill_linear(layer.ffn.linear_0, tensors, f"{at}.intermediate.dense")
    _fill_linear(layer.ffn.linear_1, tensors, f"{at}.output.dense")
    _fill_norm(layer.ffn.layer_norm, tensors, f"{at}.output.LayerNorm")


def _fill_linear(linear: Any, tensors: Tensors, name: str) -> None:
    linear.weight = tensors[f"{name}.weight"]
    linear.bias = tensors[f"{name}.bias"]


def _fill_norm(norm: Any, tensors: Tensors, name: str) -> None:
    norm.gamma = tensors[f"{name}.weight"]
    norm.beta = tensors[f"{name}.bias"]
