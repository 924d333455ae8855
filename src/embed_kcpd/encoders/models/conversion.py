"""Weights of the BERT family to a CTranslate2 model, once, without torch.

In:  the tensors of an encoder under their published names.
Out: a folder CTranslate2 can load.

Token types are all zero for single texts, so their one embedding is added to the positions
beforehand.  MPNet has positions and, in every layer, a learned bias for the distance of two
tokens.  CTranslate2 drops positions where there is such a bias, so they enter as a second
embedding, through the door it keeps for token types: see ``positions``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np

from embed_kcpd.encoders.models.safetensors import Tensor, tensors_in
from embed_kcpd.errors import OptionsError

Tensors = Mapping[str, Tensor]


class Precision(str, Enum):
    """How weights are stored and multiplied."""

    INT8 = "int8"
    FLOAT32 = "float32"


def check_precision(precision: object) -> None:
    """Raise unless this says how weights are stored: its name alone does not."""
    if not isinstance(precision, Precision):
        names = " or ".join(str(each) for each in Precision)
        raise OptionsError(f"precision must be {names}, got {precision!r:.60}")


@dataclass(frozen=True, slots=True)
class LayerNames:
    """What the publishers call the parts of one layer."""

    layers: str
    inputs: tuple[str, str, str]
    output: str
    norm: str
    wide: str = "intermediate.dense"
    narrow: str = "output.dense"
    last_norm: str = "output.LayerNorm"


BERT_NAMES = LayerNames(
    "encoder.layer",
    ("attention.self.query", "attention.self.key", "attention.self.value"),
    "attention.output.dense",
    "attention.output.LayerNorm",
)
MPNET_NAMES = LayerNames(
    "encoder.layer",
    ("attention.attn.q", "attention.attn.k", "attention.attn.v"),
    "attention.attn.o",
    "attention.LayerNorm",
)
DISTILBERT_NAMES = LayerNames(
    "transformer.layer",
    ("attention.q_lin", "attention.k_lin", "attention.v_lin"),
    "attention.out_lin",
    "sa_layer_norm",
    "ffn.lin1",
    "ffn.lin2",
    "output_layer_norm",
)


class Activation(str, Enum):
    """What stands between the two halves of a layer, by its published name."""

    GELU = "gelu"
    GELU_NEW = "gelu_new"
    RELU = "relu"


@dataclass(frozen=True, slots=True)
class Architecture:
    """What the weights do not say about themselves.

    ``first_position`` is the row of the first token in the published table of positions.
    """

    n_layers: int
    n_heads: int
    layer_norm_epsilon: float
    names: LayerNames
    has_distance_bias: bool = False
    first_position: int = 0
    activation: Activation = Activation.GELU

    @property
    def precisions(self) -> tuple[Precision, ...]:
        return tuple(Precision)

    def write(self, contents: Mapping[str, bytearray], precision: Precision, folder: Path) -> None:
        """Write the converted model and its tokenizer into ``folder``, which must exist."""
        convert(tensors_in(contents["model.safetensors"]), self, precision, folder)
        (folder / "tokenizer.json").write_bytes(contents["tokenizer.json"])

    def positions(self, lengths: Sequence[int]) -> list[list[int]] | None:
        """The second input of a batch: token positions for MPNet, nothing for the others."""
        return [list(range(length)) for length in lengths] if self.has_distance_bias else None


def bert(n_layers: int, n_heads: int) -> Architecture:
    return Architecture(n_layers, n_heads, 1e-12, BERT_NAMES)


def mpnet(n_layers: int, n_heads: int) -> Architecture:
    # MPNet counts positions after its padding number, as RoBERTa does.
    return Architecture(
        n_layers, n_heads, 1e-5, MPNET_NAMES, has_distance_bias=True, first_position=2
    )


def convert(
    tensors: Tensors, architecture: Architecture, precision: Precision, folder: Path
) -> None:
    """Write the model into ``folder``, which must exist."""
    from ctranslate2.specs import TransformerEncoderModelSpec

    encoder = _empty(architecture)
    _fill_embeddings(encoder, tensors, architecture)
    for index, layer in enumerate(encoder.layer):
        _fill_layer(layer, tensors, f"{architecture.names.layers}.{index}", architecture)
    spec = TransformerEncoderModelSpec(encoder)
    # Whoever checks a model before it is written wants a vocabulary as long as the table.
    spec.register_vocabulary([str(n) for n in range(len(encoder.embeddings[0].weight))])
    spec.config.unk_token = "0"
    spec.config.layer_norm_epsilon = architecture.layer_norm_epsilon
    spec.validate()
    spec.optimize(quantization=precision.value)
    spec.save(str(folder))
    _shorten_vocabulary(folder)


def _shorten_vocabulary(folder: Path) -> None:
    """Leave one token in the vocabulary: texts arrive as token numbers, and to read 30,000 names
    takes as long as to read the weights.  A runtime that wants them all keeps them."""
    import ctranslate2

    vocabulary = folder / "vocabulary.json"
    whole = vocabulary.read_bytes()
    vocabulary.write_text('["0"]\n', encoding="utf-8")
    try:
        ctranslate2.Encoder(str(folder))
    except (RuntimeError, ValueError):
        vocabulary.write_bytes(whole)


def _empty(architecture: Architecture) -> Any:
    from ctranslate2.specs import common_spec, transformer_spec

    activations = {
        Activation.GELU: common_spec.Activation.GELU,
        Activation.GELU_NEW: common_spec.Activation.GELUTanh,
        Activation.RELU: common_spec.Activation.RELU,
    }
    return transformer_spec.TransformerEncoderSpec(
        architecture.n_layers,
        architecture.n_heads,
        pre_norm=False,
        activation=activations[architecture.activation],
        layernorm_embedding=True,
        num_source_embeddings=2 if architecture.has_distance_bias else 1,
        embeddings_merge=common_spec.EmbeddingsMerge.ADD,
        relative_attention_bias=architecture.has_distance_bias,
    )


_FARTHEST = 128
"""All distances from here on share one bias; fixed in the published architecture of MPNet."""

_TYPES = "embeddings.token_type_embeddings.weight"


def _fill_embeddings(encoder: Any, tensors: Tensors, architecture: Architecture) -> None:
    encoder.scale_embeddings = False
    encoder.embeddings[0].weight = tensors["embeddings.word_embeddings.weight"]
    published = tensors["embeddings.position_embeddings.weight"]
    positions = published[architecture.first_position :]
    if architecture.has_distance_bias:
        encoder.embeddings[1].weight = positions
    else:
        types = tensors[_TYPES][0] if _TYPES in tensors else np.float32(0)
        encoder.position_encodings.encodings = positions + types
    _fill_norm(encoder.layernorm_embedding, tensors, "embeddings.LayerNorm")


def _fill_layer(layer: Any, tensors: Tensors, at: str, architecture: Architecture) -> None:
    attention, names = layer.self_attention, architecture.names
    # CTranslate2 multiplies queries, keys and values in one product.
    for field in ("weight", "bias"):
        stacked = np.concatenate([tensors[f"{at}.{name}.{field}"] for name in names.inputs])
        setattr(attention.linear[0], field, stacked)
    if architecture.has_distance_bias:
        attention.relative_attention_bias = tensors["encoder.relative_attention_bias.weight"]
        attention.relative_attention_max_distance = np.int32(_FARTHEST)
    _fill_linear(attention.linear[1], tensors, f"{at}.{names.output}")
    _fill_norm(attention.layer_norm, tensors, f"{at}.{names.norm}")
    _fill_linear(layer.ffn.linear_0, tensors, f"{at}.{names.wide}")
    _fill_linear(layer.ffn.linear_1, tensors, f"{at}.{names.narrow}")
    _fill_norm(layer.ffn.layer_norm, tensors, f"{at}.{names.last_norm}")


def _fill_linear(linear: Any, tensors: Tensors, name: str) -> None:
    linear.weight = tensors[f"{name}.weight"]
    linear.bias = tensors[f"{name}.bias"]


def _fill_norm(norm: Any, tensors: Tensors, name: str) -> None:
    norm.gamma = tensors[f"{name}.weight"]
    norm.beta = tensors[f"{name}.bias"]
