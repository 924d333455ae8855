"""A digest that changes when a file in the folder of a model does.

In:  a folder.
Out: the digest, 16 hexadecimal digits.
"""

import hashlib
from pathlib import Path


def folder_state(folder: Path) -> str:
    """Digest of the names, sizes and times of all files below ``folder``."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    state = [(str(f.relative_to(folder)), f.stat().st_size, f.stat().st_mtime_ns) for f in files]
    return hashlib.sha256(repr(state).encode()).hexdigest()[:16]
