"""Fixtures shared by all tests: an encoder that needs no model, and C that runs out of memory."""

import hashlib
import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

from embed_kcpd import native
from embed_kcpd.cli import app as command

NATIVE = Path(__file__).parent.parent / "native"

# The data sets of a working copy lie beside it; shipped code knows only the variable.
os.environ.setdefault(
    "EMBED_KCPD_DATA", str(Path(__file__).resolve().parents[2] / "shared" / "data")
)

# A busy machine is not a failure of the code.  Everybody's tests draw the same examples, so that
# what passes here passes elsewhere; HYPOTHESIS_PROFILE=explore draws new ones (make soak).
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


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


@pytest.fixture(scope="session")
def failing_memory(tmp_path_factory):
    """The extension built so that requests for memory can be refused; only tests have it."""
    if hasattr(native.loaded(), "refuse_after"):
        return native.loaded()
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None or not NATIVE.is_dir():
        pytest.skip("needs a C compiler and the sources in native/")
    built = tmp_path_factory.mktemp("native") / "_native.abi3.so"
    macros = ["-DPy_LIMITED_API=0x030A0000", "-DEMBED_KCPD_TEST_BUILD"]
    flags = ["-std=c99", "-O1", "-shared", "-fPIC", f"-I{sysconfig.get_path('include')}"]
    sources = sorted(map(str, NATIVE.glob("*.c")))
    subprocess.run([compiler, *flags, *macros, *sources, "-o", str(built), "-lm"], check=True)
    spec = importlib.util.spec_from_file_location("_native", built)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SAMPLE_TEXT = (
    "Soil holds water. Worms loosen the soil. Compost feeds the soil. Soil is alive. "
    "Stars burn far away. Each star shines. Stars are old. The brightest stars die."
)


@pytest.fixture
def run(monkeypatch, capsys, encoder):
    """Run the command in this process with the word-hashing encoder: (code, out, err)."""
    monkeypatch.setattr("embed_kcpd.cli.choices.chosen_encoder", lambda *_, **__: encoder)

    def run(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "argv", ["embed-kcpd", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as stopped:
            command.main()
        return (stopped.value.code or 0, *capsys.readouterr())

    return run


@pytest.fixture
def sample(tmp_path):
    """A file of eight sentences about soil and stars."""
    path = tmp_path / "sample.txt"
    path.write_text(SAMPLE_TEXT, encoding="utf-8")
    return path
