"""Atomic writes: a file is complete or as it was before; and locks between processes.

In:  a path and the whole content.
Out: the file, complete, or an error and the file as it was before; a lock for what takes longer.
"""

import os
from contextlib import AbstractContextManager
from pathlib import Path

from embed_kcpd.errors import OutputError


def write_atomically(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write ``content`` beside ``path`` and rename it into place; text is written as UTF-8.

    A link is followed, the permissions of a file that is replaced are kept, and what is not
    an ordinary file (a pipe, a terminal) is written to directly.  Half a character, which
    UTF-8 cannot hold, is written as its escape.
    """
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    try:
        target = Path(path).resolve()
        if target.exists() and not target.is_file():
            target.write_bytes(data)
        else:
            _replace(target, data)
    # A name with a null byte is a ValueError, a ring of links a RuntimeError.
    except (OSError, ValueError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise OutputError(f"cannot write {os.fspath(path)}: {reason}") from error


def locked(path: Path) -> AbstractContextManager[object]:
    """A context that only one process on the machine can be inside; ``path`` is its lock file.

    The operating system holds the lock, so a lock file left behind by a crash has no effect.
    """
    # Imported here because most runs lock nothing.
    from filelock import FileLock

    path.parent.mkdir(parents=True, exist_ok=True)
    return FileLock(path)


def updating(path: Path) -> AbstractContextManager[object]:
    """A context in which this process alone reads a file and writes it again; others wait.

    The lock lies among the user's temporary files, so that nothing is left beside the file.
    """
    # Imported here because most runs update nothing.
    import hashlib
    import tempfile

    whose = getattr(os, "getuid", lambda: "")()
    name = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:16]
    return locked(Path(tempfile.gettempdir()) / f"embed-kcpd-{whose}-{name}.lock")


def _replace(target: Path, data: bytes) -> None:
    mode = target.stat().st_mode & 0o7777 if target.exists() else None
    part = target.with_name(f".{target.name[:40]}.{os.urandom(8).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    # The system takes the user's umask off the mode of a new file.
    descriptor = os.open(part, flags, 0o666 if mode is None else mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            part.chmod(mode)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
