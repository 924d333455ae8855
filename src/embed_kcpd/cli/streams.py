"""Standard streams made safe: closed, full or of any encoding.

In:  the streams of the process, open, closed, full or of any encoding.
Out: streams that take every string; what cannot be written is an error when it is written.
"""

import io
import os
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from embed_kcpd.cli.printable import printable
from embed_kcpd.errors import LanguageWarning


def prepare_streams() -> None:
    """Make the three streams usable; results are UTF-8 like the texts, whatever the machine's."""
    _occupy_closed()
    if sys.stdout is None:
        # Open for reading only: nothing is lost silently, since writing is an error.
        sys.stdout = io.TextIOWrapper(io.FileIO(1, "w", closefd=False), line_buffering=True)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Half a character, or a name that is not UTF-8, is written as its escape.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    warnings.simplefilter("always", LanguageWarning)
    warnings.showwarning = warnings_once()


def say_error(message: str) -> None:
    """One line on standard error, whatever the message holds."""
    line = printable(" ".join(message.split()))
    with suppress(OSError, ValueError):
        print(f"embed-kcpd: {line}", file=sys.stderr, flush=True)


def settle_streams() -> None:
    """Write what is left; what cannot be written is forgotten, or leaving would try it again."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            _discard(stream)


def _discard(stream: TextIO) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    with suppress(OSError, ValueError):
        os.dup2(nowhere, stream.fileno())
        stream.flush()
    os.close(nowhere)


def _occupy_closed() -> None:
    """Put the null device where a standard stream is closed: the next file opened must not get
    its number.  It is open for reading only."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free number is the closed one.
            os.open(os.devnull, os.O_RDONLY)


def warnings_once() -> Callable[..., None]:
    """Warnings as a user wants them: what happened, without file, line and source, and once.

    Each document of a folder may be in the same language that no encoder knows.
    """
    said: set[str] = set()

    def show(message: Warning | str, *_: object, **__: object) -> None:
        if str(message) not in said:
            said.add(str(message))
            say_error(str(message))

    return show
