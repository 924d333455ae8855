"""Atomic writes: a file is complete or as it was before; and locks between processes.

In:  a path and the whole content.
Out: the file, complete, or an error and the file as it was before; a lock for what takes longer.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from embed_kcpd.errors import OptionsError, OutputError

if TYPE_CHECKING:
    from filelock import BaseFileLock

_STREAMS = ("/dev/std", "/dev/fd/", "/proc/")


def check_path(path: object, name: str) -> None:
    """Raise unless this is the path of a file or folder."""
    if not isinstance(path, str | os.PathLike):
        raise OptionsError(f"{name} must be a path, got {path!r:.60}")


def write_atomically(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write ``content`` beside ``path`` and rename it into place; text is written as UTF-8.

    A link is followed, the permissions of a file that is replaced are kept, and what is not
    an ordinary file (a pipe, a terminal) is written to directly.  Half a character, which
    UTF-8 cannot hold, is written as its escape.
    """
    check_path(path, "path")
    if not isinstance(content, str | bytes):
        raise OptionsError(f"content must be a string or bytes, got {content!r:.60}")
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    try:
        if is_replaceable(Path(path)):
            _replace(Path(path).resolve(), data)
        else:
            Path(path).write_bytes(data)
    # A name with a null byte is a ValueError, a ring of links a RuntimeError.
    except (OSError, ValueError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise OutputError(f"cannot write {os.fspath(path)}: {reason}") from error


def is_replaceable(path: Path) -> bool:
    """Whether a file may take the place of what is there: an ordinary file, or nothing.

    Devices, pipes and the streams of a process (``/dev/stdout``) have to stay what they are.
    """
    if os.path.abspath(path).startswith(_STREAMS):  # noqa: PTH100  links are not followed here
        return False
    return path.is_file() or not path.exists()


def locked(path: Path) -> "BaseFileLock":
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
    return locked(_lock_of(path))


@contextmanager
def claimed(path: Path) -> Iterator[None]:
    """A context in which this process alone writes a file; for others it is an error."""
    from filelock import Timeout

    lock = locked(_lock_of(path))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise OutputError(
            f"another run is writing {path}; wait for it, or choose another file"
        ) from None
    try:
        yield
    finally:
        lock.release()


def _lock_of(path: Path) -> Path:
    # Imported here because most runs update nothing.
    import hashlib
    import tempfile

    whose = getattr(os, "getuid", lambda: "")()
    name = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"embed-kcpd-{whose}-{name}.lock"


def _replace(target: Path, data: bytes) -> None:
    if target.is_symlink():  # a ring of links, which resolve() does not mind from Python 3.13 on
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
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
