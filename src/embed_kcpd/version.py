"""Versions: of this package, in one place, and of packages that are installed beside it.

In:  the name of a package on the index.
Out: its version, or None.

An installer writes the version into the name of a folder beside the package, so a look at that
name is enough.  ``importlib.metadata`` reads the whole description instead, and first loads the
modules for zip files, tables and mail, which takes longer than to cut a short text.
"""

import re
import sys
from functools import cache
from pathlib import Path

__version__ = "0.1.0"

FOLDER = re.compile(r"(?P<name>[^-]+)-(?P<version>[^-]+)\.dist-info")
"""What an installer calls the folder of a package."""


@cache
def installed_version(package: str) -> str | None:
    """The version that Python would import.

    >>> installed_version("no such package") is None
    True
    """
    wanted = _plain(package)
    for place in sys.path:
        version = _folders(place).get(wanted)
        if version is not None:
            return version
    return _described_version(package)


@cache
def _folders(place: str) -> dict[str, str]:
    """The versions of the packages that were installed in one folder of the path."""
    try:
        names = [entry.name for entry in Path(place).iterdir()]
    except OSError:
        return {}
    found = (FOLDER.fullmatch(name) for name in names)
    return {_plain(folder["name"]): folder["version"] for folder in found if folder}


def _described_version(package: str) -> str | None:
    """By the description, for packages that were installed in another way."""
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")
