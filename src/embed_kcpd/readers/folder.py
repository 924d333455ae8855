"""A folder as the archive of its files: chats are exported as either.

In:  a folder.
Out: the bytes of a zip file that holds the JSON files in it, or nothing if it is no such export:
     no file is opened then.
"""

import io
import re
from pathlib import Path

from embed_kcpd.errors import InputError

MOST_BYTES = 512 * 2**20
"""Bytes of JSON that a folder may hold."""

DEEPEST = 3
"""Folders inside one another that are looked into."""

DAY = re.compile(r"(?:.*/)?([^/]+)/\d{4}-\d{2}-\d{2}[^/]*\.json")
"""The messages of one day, in the folder of a channel: what every export as a folder has."""


def not_a_chat(folder: str) -> str:
    """What to say of a folder that is no export of a chat."""
    return (
        f"{folder} is a folder and not the export of a chat; give one of its files, or cut all "
        "of them with: embed-kcpd chunk, or embed-kcpd corpus run"
    )


def folder_archive(folder: Path) -> bytes | None:
    """The JSON files of a folder, packed without compression."""
    import zipfile  # loaded for folders alone: most commands read one file

    paths = sorted(path for n in range(DEEPEST) for path in folder.glob("*/" * n + "*.json"))
    names = [path.relative_to(folder).as_posix() for path in paths]
    if not any(DAY.fullmatch(name) for name in names):
        return None
    size = sum(path.stat().st_size for path in paths)
    if size > MOST_BYTES:
        raise InputError(f"{folder} holds {size:,} bytes of JSON; at most {MOST_BYTES:,} are read")
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for path, name in zip(paths, names, strict=True):
            archive.writestr(name, path.read_bytes())
    return stream.getvalue()
