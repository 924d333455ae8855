"""Throw-away environments for the checks of a release.

In:  a folder, the program of a Python, what to install.
Out: an ``Environment`` in which commands are run; the first that fails ends the check.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"


@dataclass(frozen=True)
class Environment:
    """A virtual environment."""

    folder: Path

    def program(self, name: str) -> str:
        scripts = self.folder / ("Scripts" if os.name == "nt" else "bin")
        return str(scripts / name)

    def python(self, *arguments: str, **options: object) -> str:
        return run([self.program("python"), *arguments], **options)

    def install(self, *what: str, extra: Mapping[str, str] | None = None) -> None:
        self.python("-m", "pip", "install", "--quiet", *what, extra=extra)


def clean_environment(name: str, python: str = sys.executable) -> Environment:
    """A new environment in ``build/``; one of that name is removed first."""
    folder = BUILD / "environments" / name
    shutil.rmtree(folder, ignore_errors=True)
    run([python, "-m", "venv", str(folder)])
    return Environment(folder)


def run(
    command: Sequence[str], folder: Path | None = None, extra: Mapping[str, str] | None = None
) -> str:
    """What the command prints; its failure ends the program with its own words."""
    made = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **(extra or {})},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if made.returncode:
        sys.exit(f"{made.stdout[-6000:]}\nfailed: {' '.join(command)}")
    return made.stdout


def say(line: str) -> None:
    print(line, flush=True)
