"""The test suite on every Python that is installed, and on the oldest dependencies.

In:  versions of Python (all that are found unless some are named), ``--oldest`` if the packages
     shall be those that ``pyproject.toml`` names as the lowest.
Out: one line for each; exit code 1 if one failed.

Run with: make test-pythons, make test-oldest
"""

import argparse
import re
import shutil
import subprocess
from importlib.metadata import requires
from pathlib import Path

from environments import BUILD, ROOT, clean_environment, say

VERSIONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
RUNTIME_EXTRAS = ("plot", "baselines")
"""Extras whose lowest versions are tested; those of ``dev`` are judges, not dependencies."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("versions", nargs="*", default=VERSIONS)
    parser.add_argument("--oldest", action="store_true")
    chosen = parser.parse_args()
    pythons = {version: python_of(version) for version in chosen.versions}
    results = {version: tested(version, pythons[version], chosen.oldest) for version in pythons}
    for version, result in results.items():
        say(f"Python {version}: {result}")
    if not all(result is None or " passed" in result for result in results.values()):
        raise SystemExit(1)


def tested(version: str, python: str | None, is_oldest: bool) -> str | None:
    """The last line of the suite on this Python."""
    if python is None:
        return None
    environment = clean_environment(f"python-{version}{'-oldest' if is_oldest else ''}", python)
    limits = ("--constraint", str(lowest_versions())) if is_oldest else ()
    environment.install(*limits, f"{ROOT}[dev]")
    # Adapters are tried with their frameworks, by make test-adapters.
    others = f"--ignore-glob={BUILD}/*/embed_kcpd/adapters"
    command = [environment.program("python"), "-m", "pytest", others, "--pyargs", "embed_kcpd"]
    command.append("tests")
    made = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)
    last = made.stdout.strip().splitlines()[-1] if made.stdout.strip() else made.stderr[-400:]
    if made.returncode:
        say(made.stdout[-6000:])
        return f"FAILED {last}".replace(" passed", " others")
    return last


def python_of(version: str) -> str | None:
    """A program of this version that runs: from the path, else one that pyenv installed."""
    homes = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    for program in filter(None, [shutil.which(f"python{version}"), *map(str, homes)]):
        asked = [program, "-c", "import sys, venv; print('%d.%d' % sys.version_info[:2])"]
        answer = subprocess.run(asked, capture_output=True, text=True, check=False)
        if answer.returncode == 0 and answer.stdout.strip() == version:
            return program
    return None


def lowest_versions() -> Path:
    """A file of constraints: every package at the lowest version that is promised."""
    lines = []
    for requirement in requires("embed-kcpd") or ():
        # The metadata may name the upper bound first: typer<0.29,>=0.19.2.
        bound = re.match(r"([\w.-]+)[^;]*?>=([\w.]+)", requirement)
        extra = re.search(r"extra == ['\"]([\w-]+)", requirement)
        if bound and (extra is None or extra[1] in RUNTIME_EXTRAS):
            lines.append(f"{bound[1]}=={bound[2]}")
    path = BUILD / "lowest-versions.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    main()
