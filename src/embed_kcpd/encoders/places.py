"""Where models and vectors are kept on this machine.

In:  the environment.
Out: folders; nothing is created here.
"""

import os
import sys
from pathlib import Path

from embed_kcpd.errors import OptionsError

CACHE_VARIABLE = "EMBED_KCPD_CACHE"
OFFLINE_VARIABLE = "EMBED_KCPD_OFFLINE"

VECTORS_LAYOUT = 2
"""Goes up when the tables of the vector cache change; another version keeps its own file."""


def cache_folder() -> Path:
    """``EMBED_KCPD_CACHE``, else the folder this operating system keeps caches in."""
    return named_path(CACHE_VARIABLE) or _system_caches() / "embed-kcpd"


def named_path(variable: str) -> Path | None:
    """The path in an environment variable, ``~`` resolved; ``None`` if it is not set."""
    given = os.environ.get(variable)
    if not given:
        return None
    try:
        return Path(given).expanduser()
    except RuntimeError:
        raise OptionsError(
            f"{variable} is {given!r}, but there is no such home folder; write the whole path"
        ) from None


def _system_caches() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home_folder() / "AppData" / "Local")
    if sys.platform == "darwin":
        return home_folder() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or home_folder() / ".cache")


def home_folder() -> Path:
    """The home of the user, who may have none."""
    try:
        return Path.home()
    except RuntimeError:
        raise OptionsError(
            f"this user has no home folder; set {CACHE_VARIABLE} to a folder for models and vectors"
        ) from None


def models_folder() -> Path:
    return cache_folder() / "models"


def vector_cache_path() -> Path:
    return cache_folder() / f"vectors-{VECTORS_LAYOUT}.sqlite"


def is_offline() -> bool:
    """Whether the environment forbids fetching anything."""
    wishes = (os.environ.get(name, "") for name in (OFFLINE_VARIABLE, "HF_HUB_OFFLINE"))
    return any(wish.lower() not in ("", "0", "false", "no") for wish in wishes)
