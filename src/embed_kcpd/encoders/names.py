"""Encoders by name, for the command line and other edges.

In:  a name.
Out: an encoder; nothing is loaded yet.
"""

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from embed_kcpd.encoders.models.conversion import Precision
from embed_kcpd.encoders.models.pretrained import (
    MiniLm,
    MpNet,
    Multilingual,
    PretrainedEncoder,
    WordLlama,
)
from embed_kcpd.encoders.protocol import Encoder
from embed_kcpd.errors import OptionsError

if TYPE_CHECKING:
    from embed_kcpd.encoders.checkpoints.encoder import CheckpointEncoder

PRETRAINED: dict[str, PretrainedEncoder] = {
    "minilm": MiniLm(),
    "minilm-fp32": MiniLm(Precision.FLOAT32),
    "mpnet": MpNet(),
    "mpnet-fp32": MpNet(Precision.FLOAT32),
    "multilingual": Multilingual(),
    "wordllama": WordLlama(),
}

_HUB_NAME = re.compile(r"[\w.-]{1,96}/[\w.-]{1,96}")
_OPENAI, _TORCH, _INT8 = "openai:", "torch:", "int8:"
_OTHERS = (
    "openai:MODEL, a folder or ORGANISATION/NAME of any BERT-family model (int8:NAME is faster), "
    "and with pip install 'embed-kcpd[torch]' torch:NAME for every sentence-transformers model"
)


def default_encoder() -> Encoder:
    """all-MiniLM-L6-v2 in int8 with the vector cache in front; nothing is loaded yet."""
    from embed_kcpd.encoders.cache.vector_cache import cached

    return cached(MiniLm())


def pretrained_by_name(name: str, threads: int | None = None) -> PretrainedEncoder:
    """One of the encoders that are built in."""
    if name not in PRETRAINED:
        raise OptionsError(f"no model is called {name!r}; there are {', '.join(PRETRAINED)}")
    return replace(PRETRAINED[name], threads=threads)


def pretrained_name(encoder: Encoder) -> str | None:
    """The name of an encoder that is built in, also behind the vector cache; else ``None``.

    >>> pretrained_name(MiniLm(threads=2)), pretrained_name(encoder_by_name("a/b"))
    ('minilm', None)
    """
    from embed_kcpd.encoders.cache.vector_cache import CachedEncoder

    bare = encoder.encoder if isinstance(encoder, CachedEncoder) else encoder
    return next((name for name, each in PRETRAINED.items() if type(each) is type(bare)), None)


def encoder_by_name(name: str, threads: int | None = None) -> Encoder:
    """One of ``PRETRAINED``, ``openai:MODEL``, ``torch:NAME``, or the folder or the name on the
    hub of a BERT-family model.

    >>> encoder_by_name("minilm-fp32").precision.value
    'float32'
    >>> encoder_by_name("int8:BAAI/bge-small-en-v1.5").source
    'BAAI/bge-small-en-v1.5'
    """
    if name in PRETRAINED:
        return pretrained_by_name(name, threads)
    if is_elsewhere(name):
        return _openai(name, threads)
    if name.startswith(_TORCH):
        from embed_kcpd.encoders.sentence_transformers import SentenceTransformersEncoder

        return SentenceTransformersEncoder(name.removeprefix(_TORCH), threads=threads)
    return checkpoint_by_name(name, threads)


def is_elsewhere(name: str) -> bool:
    """Whether the encoder of this name is a server's, so that threads have no meaning for it.

    >>> is_elsewhere("openai:text-embedding-3-small")
    True
    """
    return name.startswith(_OPENAI)


def _openai(name: str, threads: int | None) -> Encoder:
    # Imported here because speaking HTTP takes a good part of a quick start.
    from embed_kcpd.encoders.openai import OpenAiEncoder

    if threads is not None:
        raise OptionsError(f"{name} computes elsewhere: threads have no meaning for it")
    return OpenAiEncoder(name.removeprefix(_OPENAI))


def checkpoint_by_name(name: str, threads: int | None = None) -> "CheckpointEncoder":
    """A model from a folder or the hub; a plain word is a slip more likely than a model."""
    source = name.removeprefix(_INT8)
    if not source or not (_HUB_NAME.fullmatch(source) or _is_folder(source)):
        raise OptionsError(
            f"no encoder is called {name!r:.60}; there are {', '.join(PRETRAINED)}, {_OTHERS}"
        )
    from embed_kcpd.encoders.checkpoints.encoder import CheckpointEncoder

    precision = Precision.INT8 if name.startswith(_INT8) else Precision.FLOAT32
    return CheckpointEncoder(source, precision=precision, threads=threads)


def _is_folder(name: str) -> bool:
    """Whether there is such a folder; a name may be too long for one, or of a user unknown here."""
    try:
        return Path(name).expanduser().is_dir()
    except (OSError, RuntimeError, ValueError):
        return False
