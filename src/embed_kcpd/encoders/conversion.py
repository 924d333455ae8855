"""Official BERT weights to a CTranslate2 model, once, without torch.

In:  the tensors of a BERT encoder under their published names, its vocabulary.
Out: a folder CTranslate2 can load.

Token types are all zero for single texts, so their one embedding is added to the
positions beforehand: one look-up less for every token.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np

from embed_kcpd.encoders.safetensors import Tensor


class Precision(str, Enum):
    """How weights are stored and multiplied."""

    INT8 = "int8"
    FLOAT32 = "float32"


@dataclass(frozen=True, slots=True)
class BertShape:
    """What the weights do not say about themselves."""

    n_layers: int
    n_heads: int
    layer_norm_epsilon: float = 1e-12


def convert_bert(
    tensors: Mapping[str, Tensor],
    shape: BertShape,
    vocabulary: Sequence[str],
    precision: Precision,
    folder: Path,
) -> None:
    """Write the model into ``folder``, which must exist."""
    from ctranslate2.specs import TransformerEncoderModelSpec, common_spec, transformer_spec

    encoder = transformer_spec.TransformerEncoderSpec(
        shape.n_layers,
        shape.n_heads,
        pre_norm=False,
        activation=common_spec.Activation.GELU,
        layernorm_embedding=True,
    )
    spec = TransformerEncoderModelSpec(encoder)
    _fill_embeddings(spec.encoder, tensors)
    for index, layer in enumerate(spec.encoder.layer):
        _fill_layer(layer, tensors, f"encoder.layer.{index}")
    spec.register_vocabulary(list(vocabulary))
    spec.config.unk_token = "[UNK]"
    spec.config.layer_norm_epsilon = shape.layer_norm_epsilon
    spec.validate()
    spec.optimize(quantization=precision.value)
    spec.save(str(folder))


def _fill_embeddings(encoder: Any, tensors: Mapping[str, Tensor]) -> None:
    encoder.scale_embeddings = False
    encoder.embeddings[0].weight = tensors["embeddings.word_embeddings.weight"]
    encoder.position_encodings.encodings = (
        tensors["embeddings.position_embeddings.weight"]
        + tensors["embeddings.token_type_embeddings.weight"][0]
    )
    _fill_norm(encoder.layernorm_embedding, tensors, "embeddings.LayerNorm")


def _fill_layer(layer: Any, tensors: Mapping[str, Tensor], name: str) -> None:
    attention, parts = layer.self_attention, ("query", "key", "value")
    # CTranslate2 multiplies queries, keys and values in one product.
    for field in ("weight", "bias"):
        stacked = np.concatenate([tensors[f"{name}.attention.self.{p}.{field}"] for p in parts])
        setattr(attention.linear[0], field, stacked)
    _fill_linear(attention.linear[1], tensors, f"{name}.attention.output.dense")
    _fill_norm(attention.layer_norm, tensors, f"{name}.attention.output.LayerNorm")
    _fill_linear(layer.ffn.linear_0, tensors, f"{name}.intermediate.dense")
    _fill_linear(layer.ffn.linear_1, tensors, f"{name}.output.dense")
    _fill_norm(layer.ffn.layer_norm, tensors, f"{name}.output.LayerNorm")


def _fill_linear(linear: Any, tensors: Mapping[str, Tensor], name: str) -> None:
    linear.weight = tensors[f"{name}.weight"]
    linear.bias = tensors[f"{name}.bias"]


def _fill_norm(norm: Any, tensors: Mapping[str, Tensor], name: str) -> None:
    norm.gamma = tensors[f"{name}.weight"]
    norm.beta = tensors[f"{name}.bias"]
