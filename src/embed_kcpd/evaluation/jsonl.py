"""Files of JSON, JSON lines and plain text, read in one place.

In:  a path, plain or ``.gz``.
Out: objects with their line numbers, or text; whatever is wrong is an ``InputError`` that names
     the file, and the line where there is one.
"""

import gzip
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NoReturn

from embed_kcpd.errors import InputError

Record = Mapping[str, object]

_MARK = b"\xef\xbb\xbf"
"""The byte order mark that some editors put in front of UTF-8."""


def records(path: str | os.PathLike[str]) -> Iterator[tuple[int, Record]]:
    """Line number and object of every line that is not blank."""
    # Not splitlines: a sentence may hold a line separator that JSON does not escape.
    for number, line in enumerate(read_bytes(path).split(b"\n"), start=1):
        if not line.strip():
            continue
        place = f"{path}:{number}"
        record = parsed(line, place)
        if not isinstance(record, dict):
            raise InputError(f"{place} must be an object, got {type(record).__name__}")
        yield number, record


def read_json(path: str | os.PathLike[str]) -> object:
    """The one value of a JSON file."""
    return parsed(read_bytes(path), str(path))


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a UTF-8 file."""
    return _decoded(read_bytes(path), str(path))


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The content of a file, unpacked if its name ends in ``.gz``, without byte order mark."""
    try:
        content = Path(path).read_bytes()
        unpacked = gzip.decompress(content) if Path(path).suffix == ".gz" else content
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise InputError(f"{path} is not a whole gzip file: {error}") from None
    except (OSError, ValueError) as error:
        # A name with a null byte is a ValueError.
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read {path}: {reason}") from None
    return unpacked.removeprefix(_MARK)


def parsed(content: bytes, place: str) -> object:
    """The JSON value of ``content``, which stands at ``place``."""
    text = _decoded(content, place)
    try:
        return json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise InputError(f"{place} is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{place} is not JSON: {error}") from None
    except ValueError as error:
        reason = "a number has too many digits" if "digits" in str(error) else str(error)
        raise InputError(f"{place} is not usable JSON: {reason}") from None


def _decoded(content: bytes, place: str) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{place} is not UTF-8: byte 0x{content[error.start]:02x} at offset {error.start}"
        ) from None


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
