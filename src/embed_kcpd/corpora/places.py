"""Addresses of files: paths on this machine, and what fsspec opens (s3://, gs://, https://).

In:  an address.
Out: its file system and the path there; errors in one line.
"""

from typing import Any

from embed_kcpd.errors import InputError, MissingExtraError


def file_system(address: str) -> tuple[Any, str]:
    """The fsspec file system of an address, and the path in it."""
    if not address:
        # For fsspec it is the folder we are in.
        raise InputError("the name of a folder or file is empty; give one, or . for this folder")
    try:
        import fsspec
    except ImportError:
        raise MissingExtraError("fsspec", "corpora") from None
    try:
        system, path = fsspec.core.url_to_fs(address)
    except (ImportError, ValueError) as error:
        raise InputError(f"{address} cannot be opened: {error}") from None
    return system, path.rstrip("/") or "/"


def is_local(system: Any) -> bool:
    """Whether files are on this machine, where they can be renamed."""
    from fsspec.implementations.local import LocalFileSystem

    return isinstance(system, LocalFileSystem)


def full_address(system: Any, path: str) -> str:
    """What opens the file again; a plain path on this machine."""
    return path if is_local(system) else str(system.unstrip_protocol(path))


def reason_of(error: BaseException) -> str:
    """Why a file cannot be read or written, in a few words."""
    said = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(str(said).split())
