"""Encoders for runs over a corpus: they load nothing, and some kill the process they are in."""

import os
import signal
import time
from dataclasses import dataclass

import numpy as np

from embed_kcpd.errors import EncoderError


@dataclass(frozen=True)
class Letters:
    """Counts of letters."""

    identity: str = "letters"
    seconds: float = 0.0

    def encode(self, texts):
        if self.seconds:
            time.sleep(self.seconds)
        rows = [np.bincount(np.frombuffer(t.encode(), np.uint8), minlength=256) for t in texts]
        return np.array(rows, dtype=np.float64) + 0.01


@dataclass(frozen=True)
class Deadly:
    """Kills its process at the word "killer", at most ``times``; the file counts."""

    path: str
    times: int
    identity: str = "letters"

    def encode(self, texts):
        if any("killer" in text for text in texts):
            with open(self.path, "ab") as file:  # noqa: PTH123
                file.write(b"x")
            if os.path.getsize(self.path) <= self.times:  # noqa: PTH202
                os.kill(os.getpid(), signal.SIGKILL)
        return Letters().encode(texts)


@dataclass(frozen=True)
class Absent:
    """Cannot be loaded."""

    identity: str = "letters"

    def encode(self, texts):
        raise EncoderError("the model is not here; fetch it first")
