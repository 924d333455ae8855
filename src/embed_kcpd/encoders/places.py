"""Where models and vectors are kept on this machine.

In:  the environment.
Out: folders; nothing is created here.
"""

import os
import sys
from pathlib import Path

CACHE_VARIABLE = "EMBED_KCPD_CACHE"
OFFLINE_VARIABLE = "EMBED_KCPD_OFFLINE"

VECTORS_LAYOUT = 2
"""Goes up when the tables of the vector cache change; another version keeps its own file."""


def cache_folder() -> Path:
    """``EMBED_KCPD_CACHE``, else the folder this operating system keeps caches in."""
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen).expanduser() if chosen else _system_caches() / "embed-kcpd"


def _system_caches() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def models_folder() -> Path:
    return cache_folder() / "models"


def vector_cache_path() -> Path:
    return cache_folder() / f"vectors-{VECTORS_LAYOUT}.sqlite"


def is_offline() -> bool:
    """Whether the environment forbids fetching anything."""
    wishes = (os.environ.get(name, "") for name in (OFFLINE_VARIABLE, "HF_HUB_OFFLINE"))
    return any(wish.lower() not in ("", "0", "false", "no") for wish in wishes)
