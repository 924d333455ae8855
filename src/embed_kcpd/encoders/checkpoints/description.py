"""What a checkpoint says about itself.

In:  the settings files of a model folder, as transformers and sentence-transformers write them.
Out: a ``Description``: architecture, pooling, norm, tokens read, prompts.

A setting that we would have to ignore is an error: vectors are those of the published model or
there are none.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from embed_kcpd.encoders.models.conversion import (
    BERT_NAMES,
    DISTILBERT_NAMES,
    MPNET_NAMES,
    Activation,
    Architecture,
)
from embed_kcpd.encoders.models.session import Pooling, Reading
from embed_kcpd.errors import EncoderError

ReadText = Callable[[str], str | None]
"""The text of a file of the model by its name, None where it has no such file."""

Settings = Mapping[str, Any]

ARCHITECTURES = ("bert", "roberta", "xlm-roberta", "camembert", "distilbert", "mpnet")
_ROBERTA = ("roberta", "xlm-roberta", "camembert")
_FIRST_POSITION = 2
"""RoBERTa and MPNet count positions after their padding number, which is one."""


@dataclass(frozen=True, slots=True)
class Description:
    """How a checkpoint turns a text into a vector.

    ``prompts`` are texts to put in front, by name; ``default_prompt`` is put there unless told.
    """

    reading: Reading
    dimension: int
    is_lower_case: bool = False
    prompts: Mapping[str, str] = field(default_factory=dict)
    default_prompt: str = ""


class UnknownArchitectureError(EncoderError):
    """The checkpoint is none that can be run without torch."""


def describe(read_text: ReadText) -> Description:
    """The description of a checkpoint, or an error that says what cannot be run."""
    try:
        return _described(read_text)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise EncoderError(f"its settings lack or garble something: {error!r}") from error


def _described(read_text: ReadText) -> Description:
    config = _settings(read_text, "config.json")
    if not config:
        raise EncoderError("it has no config.json")
    pooling, is_normalised = _modules(read_text)
    limits = _settings(read_text, "sentence_bert_config.json")
    max_tokens = _max_tokens(config, limits, _settings(read_text, "tokenizer_config.json"))
    prompts = _settings(read_text, "config_sentence_transformers.json")
    named = dict(prompts.get("prompts") or {})
    return Description(
        reading=Reading(_architecture(config), max_tokens, pooling, is_normalised),
        dimension=int(config.get("hidden_size") or config["dim"]),
        is_lower_case=bool(limits.get("do_lower_case")),
        prompts=named,
        default_prompt=named.get(prompts.get("default_prompt_name") or "", ""),
    )


def reader_of(folder: Path) -> ReadText:
    """Reads the files of a folder."""

    def read_text(name: str) -> str | None:
        try:
            return (folder / name).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise EncoderError(f"its {name} cannot be read: {error}") from error

    return read_text


def _settings(read_text: ReadText, name: str) -> dict[str, Any]:
    settings = _json(read_text, name, {})
    if not isinstance(settings, dict):
        raise EncoderError(f"its {name} is not an object")
    return settings


def _json(read_text: ReadText, name: str, missing: object) -> Any:
    text = read_text(name)
    if text is None:
        return missing
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise EncoderError(f"its {name} is not JSON: {error}") from error


def _architecture(config: Settings) -> Architecture:
    kind = config.get("model_type")
    _refuse_unless(kind in ARCHITECTURES, f"its architecture is {kind!r}")
    positions = config.get("position_embedding_type", "absolute")
    _refuse_unless(positions == "absolute", f"its positions are {positions!r}")
    activation = config.get("activation" if kind == "distilbert" else "hidden_act", "gelu")
    known = {a.value for a in Activation}
    _refuse_unless(activation in known, f"its activation is {activation!r}")
    return _of_kind(str(kind), config, Activation(activation))


def _of_kind(kind: str, config: Settings, activation: Activation) -> Architecture:
    if kind == "distilbert":
        n_layers, n_heads = int(config["n_layers"]), int(config["n_heads"])
        return Architecture(n_layers, n_heads, 1e-12, DISTILBERT_NAMES, activation=activation)
    return Architecture(
        int(config["num_hidden_layers"]),
        int(config["num_attention_heads"]),
        float(config.get("layer_norm_eps", 1e-12)),
        MPNET_NAMES if kind == "mpnet" else BERT_NAMES,
        has_distance_bias=kind == "mpnet",
        first_position=0 if kind == "bert" else _FIRST_POSITION,
        activation=activation,
    )


def _max_tokens(config: Settings, limits: Settings, tokenizer: Settings) -> int:
    """The least of what the settings allow and what there are positions for."""
    kind = config.get("model_type")
    skipped = _FIRST_POSITION if kind in (*_ROBERTA, "mpnet") else 0
    wishes = [config.get("max_position_embeddings", 512) - skipped]
    wishes += [limits.get("max_seq_length"), tokenizer.get("model_max_length")]
    return int(min(wish for wish in wishes if wish))


def _modules(read_text: ReadText) -> tuple[Pooling, bool]:
    """Pooling, and whether vectors are set to norm one: plain models are averaged and are not."""
    pooling, is_normalised = Pooling.MEAN, False
    for module in _json(read_text, "modules.json", []):
        kind = str(module["type"]).rpartition(".")[2]
        if kind == "Pooling":
            pooling = _pooling(_settings(read_text, f"{module['path']}/config.json"))
        _refuse_unless(
            kind in ("Transformer", "Pooling", "Normalize"), f"it has a module {module['type']!r}"
        )
        is_normalised |= kind == "Normalize"
    return pooling, is_normalised


_MODES = {"pooling_mode_cls_token": "cls", "pooling_mode_mean_tokens": "mean"}


def _pooling(config: Settings) -> Pooling:
    """The one pooling that is on: a flag for each, or since version 5.4 a name."""
    flags = [name for name, value in config.items() if name.startswith("pooling_mode_") and value]
    named = config.get("pooling_mode")
    modes = [named] if isinstance(named, str) else named or [_MODES.get(n, n) for n in flags]
    is_known = len(modes) == 1 and modes[0] in ("cls", "mean")
    _refuse_unless(is_known, f"its pooling is {', '.join(map(str, modes)) or 'none'}")
    _refuse_unless(config.get("include_prompt", True), "its prompts are left out of the mean")
    return Pooling(modes[0])


def _refuse_unless(is_fine: bool, reason: str) -> None:
    if not is_fine:
        raise UnknownArchitectureError(
            f"{reason}; without torch there are {', '.join(ARCHITECTURES)} with mean or cls "
            "pooling, the others need pip install 'embed-kcpd[torch]' and the encoder torch:NAME"
        )
