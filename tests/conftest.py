"""Fixtures shared by all tests: an encoder that needs no model."""

import hashlib
import re

import numpy as np
import pytest
from hypothesis import settings

# A busy machine is not a failure of the code.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


class WordHashing:
    """Texts with the same words get near vectors; nothing is loaded, nothing is random."""

    identity = "word-hashing/64"
    dimension = 64

    def encode(self, texts):
        rows = np.full((len(texts), self.dimension), 0.01)
        for index, text in enumerate(texts):
            for word in re.findall(r"\w{4,}", text.lower()) or ["(nothing)"]:
                digest = hashlib.blake2b(word.encode("utf-8", "surrogatepass")).digest()
                rows[index] += np.unpackbits(np.frombuffer(digest[:8], np.uint8)) * 2.0 - 1.0
        return rows


@pytest.fixture
def encoder():
    """The word-hashing encoder."""
    return WordHashing()
