"""A process that forks while a model is loaded or being loaded: child and parent go on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tiny_models import tiny_model

SCRIPT = """
import os, sys, threading, time
from pathlib import Path

from embed_kcpd.encoders.models import loading as loading_module
from embed_kcpd.encoders.models.pretrained import MiniLm
from tiny_models import tiny_model

class Tiny(MiniLm):
    model = tiny_model()[0]

case, threads, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
encoder = Tiny(threads=threads, origin=folder)
load = loading_module.open_session
loading, forked = threading.Event(), threading.Event()

def before(*settings):
    loading.set()
    forked.wait()
    return load(*settings)

def after(*settings):
    session = load(*settings)
    loading.set()
    forked.wait()
    return session

if case == "loaded":
    encoder.encode(["one"])
else:
    loading_module.open_session = {"before": before, "after": after}[case]
    thread = threading.Thread(target=encoder.encode, args=(["one"],))
    thread.start()
    loading.wait()
child = os.fork()
if child == 0:
    loading_module.open_session = load
    rows = encoder.encode(["one", "two"])
    grandchild = os.fork()
    if grandchild == 0:
        encoder.encode(["one"])
        sys.exit(0)
    assert os.waitpid(grandchild, 0)[1] == 0
    sys.exit(0 if rows.shape[0] == 2 else 1)
forked.set()
if case != "loaded":
    thread.join()
print(os.waitpid(child, 0)[1], encoder.encode(["one", "two"]).shape[0])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no forks")
@pytest.mark.parametrize(
    ("case", "threads"), [("loaded", 1), ("loaded", 2), ("before", 1), ("after", 2)]
)
def test_a_fork_goes_on_and_ends(case, threads, tmp_path):
    """The child waited for ever: for a thread that loads, or for the threads of a loaded model."""
    for name, content in tiny_model()[1].items():
        (tmp_path / name).write_bytes(content)
    here = str(Path(__file__).parent)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SCRIPT, case, str(threads), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": here, "EMBED_KCPD_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.split() == ["0", "2"], done.stderr
