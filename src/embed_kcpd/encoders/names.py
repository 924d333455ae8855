"""Encoders by name, for the command line and other edges.

In:  a name.
Out: an encoder; nothing is loaded yet.
"""

from importlib.util import find_spec
from pathlib import Path

from embed_kcpd.encoders.models.conversion import Precision
from embed_kcpd.encoders.models.pretrained import MiniLm, MpNet, Multilingual, PretrainedEncoder
from embed_kcpd.encoders.openai import OpenAiEncoder
from embed_kcpd.encoders.protocol import Encoder
from embed_kcpd.encoders.sentence_transformers import SentenceTransformersEncoder
from embed_kcpd.errors import OptionsError

PRETRAINED: dict[str, PretrainedEncoder] = {
    "minilm": MiniLm(),
    "minilm-fp32": MiniLm(Precision.FLOAT32),
    "mpnet": MpNet(),
    "mpnet-fp32": MpNet(Precision.FLOAT32),
    "multilingual": Multilingual(),
}

_OPENAI = "openai:"


def pretrained_by_name(name: str, threads: int | None = None) -> PretrainedEncoder:
    """One of the encoders that run without extras."""
    if name not in PRETRAINED:
        raise OptionsError(f"no model is called {name!r}; there are {', '.join(PRETRAINED)}")
    known = PRETRAINED[name]
    return type(known)(known.precision, threads)


def encoder_by_name(name: str, threads: int | None = None) -> Encoder:
    """One of ``PRETRAINED``, ``openai:MODEL``, or the name or folder of any sentence-transformers
    model.

    >>> encoder_by_name("minilm-fp32").precision.value
    'float32'
    """
    if name in PRETRAINED:
        return pretrained_by_name(name, threads)
    if name.startswith(_OPENAI):
        if threads is not None:
            raise OptionsError(f"{name} computes elsewhere: threads have no meaning for it")
        return OpenAiEncoder(name.removeprefix(_OPENAI))
    # A slip of the pen should not send anybody to install torch.
    if not Path(name).is_dir() and find_spec("sentence_transformers") is None:
        raise OptionsError(
            f"no encoder is called {name!r}; there are {', '.join(PRETRAINED)}, openai:MODEL, and "
            "with pip install 'embed-kcpd[torch]' every sentence-transformers model"
        )
    return SentenceTransformersEncoder(name, threads=threads)
