"""One wheel, fetched with the user's own pip.

In:  a requirement, a folder, about how large the wheel is, perhaps which build of it.
Out: the wheel in the folder, or an ``OSError`` with pip's last words.

Pip's own output is not shown: a terminal sees our line and our bar, which follows the bytes
that arrive.  A wheel that grows far beyond its size is not waited for.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile

from embed_kcpd.progress import progress

_LOOK_SECONDS = 0.1
_SPARE_BYTES = 10_000_000


def pip_download(requirement: str, folder: Path, size: int, build: Sequence[str] = ()) -> None:
    """Fetch the wheel of ``requirement``; only binaries, since a source archive runs code."""
    command = [*_pip(), "download", "--no-deps", "--only-binary=:all:", "--no-input", "--quiet"]
    command += ["--disable-pip-version-check", "--dest", str(folder), *build, requirement]
    # What pip has fetched so far lies in its temporary folder.
    arriving = folder / "arriving"
    arriving.mkdir()
    environment = {**os.environ, "TMPDIR": str(arriving), "TEMP": str(arriving)}
    with TemporaryFile() as output:
        with subprocess.Popen(command, stdout=output, stderr=output, env=environment) as pip:
            try:
                _follow(pip, requirement, folder, size)
            finally:
                pip.kill()
        if pip.returncode:
            output.seek(0)
            last = output.read().decode("utf-8", "replace").strip().rpartition("\n")[2]
            raise OSError(f"pip download {requirement} failed: {last or pip.returncode}")


def _follow(pip: "subprocess.Popen[bytes]", requirement: str, folder: Path, size: int) -> None:
    """Wait for pip, moving the bar by what has arrived."""
    most, shown = 2 * size + _SPARE_BYTES, 0
    with progress(f"Fetching {requirement}", size, in_bytes=True) as advance:
        while pip.poll() is None:
            time.sleep(_LOOK_SECONDS)
            arrived = _arrived(folder)
            if arrived > most:
                raise OSError(f"{requirement} is larger than {most / 1e6:.0f} MB, so not a model")
            advance(max(0, min(arrived, size) - shown))
            shown = max(shown, min(arrived, size))


def _arrived(folder: Path) -> int:
    """Bytes of all files below a folder in which another program works."""
    total = 0
    for where, _, names in os.walk(folder):
        for name in names:
            try:
                total += Path(where, name).stat().st_size
            except OSError:
                continue
    return total


def _pip() -> list[str]:
    if find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    on_path = shutil.which("pip") or shutil.which("pip3")
    if not on_path:
        raise FileNotFoundError("pip is not installed")
    return [on_path]
