"""Errors of a command as one line for the user and an exit code.

In:  the command line, ready to run.
Out: an exit code.  0: done.  2: the input, an option or the output was wrong.  1: the program
     was; the details are in a file that can be sent with a report.
"""

import errno
import os
import platform
import sys
import tempfile
import traceback
from collections.abc import Callable
from dataclasses import dataclass

from embed_kcpd.cli.streams import say_error, settle_streams
from embed_kcpd.errors import EmbedKcpdError
from embed_kcpd.version import __version__

WRONG_INPUT, WRONG_PROGRAM = 2, 1
_KEYS = ("OPENAI_API_KEY", "X_BEARER_TOKEN", "HF_TOKEN", "EMBED_KCPD_API_KEY")
"""Environment variables whose values no report may hold."""

_OUTPUT_REFUSED = {errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG}
_NO_MEMORY = (
    "can't start new thread",
    "std::bad_alloc",
    "failed to map segment from shared object",
)


@dataclass
class Session:
    """What the options before the command ask for."""

    debug: bool = False


def guarded(run: Callable[[], object], session: Session) -> int:
    """Run the command; every way in which it can end becomes an exit code."""
    try:
        return _ended(run)
    except EmbedKcpdError as error:
        say_error(str(error))
        return WRONG_INPUT
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        return WRONG_PROGRAM
    except OSError as error:
        if error.errno in _OUTPUT_REFUSED and error.filename is None:
            say_error(f"cannot write to standard output: {error.strerror}")
            return WRONG_INPUT
        return _unforeseen(error, session)
    except Exception as error:
        return _unforeseen(error, session)
    finally:
        settle_streams()


def _ended(run: Callable[[], object]) -> int:
    """Exit code of a command that ended by itself; its output must have arrived."""
    try:
        run()
        code: object = 0
    except SystemExit as leave:
        code = leave.code
    sys.stdout.flush()
    return code if isinstance(code, int) else int(code is not None)


def _is_want_of_memory(error: Exception) -> bool:
    """Also as libraries in other languages tell it."""
    return isinstance(error, MemoryError) or str(error).endswith(_NO_MEMORY)


def _unforeseen(error: Exception, session: Session) -> int:
    """One line, and a file with the rest; with ``--debug`` the traceback instead."""
    report = _report(error)
    if session.debug:
        sys.stderr.write(report)
        return WRONG_PROGRAM
    if _is_want_of_memory(error):
        say_error("there is not enough memory; give it more, or a shorter text")
        return WRONG_INPUT
    said = " ".join(str(error).split())[:200]
    what = f"{type(error).__name__}: {said}" if said else type(error).__name__
    say_error(f"unforeseen error, {_without_key(what)}; please report it{_kept(report)}")
    return WRONG_PROGRAM


def _report(error: Exception) -> str:
    """Versions, arguments and traceback for a bug report, without keys."""
    about = f"embed-kcpd {__version__}, Python {platform.python_version()}, {platform.platform()}"
    steps = "".join(traceback.format_exception(error))
    text = f"{about}\narguments: {sys.argv[1:]!r}\n\n{steps}"
    return _without_key(text)


def _without_key(text: str) -> str:
    """The text with every API key taken out."""
    # Imported here because a command that succeeds needs none of it.
    from embed_kcpd.encoders.redaction import redacted

    for name in _KEYS:
        text = redacted(text, os.environ.get(name, "").strip())
    return text


def _kept(report: str) -> str:
    """Where the report was written, as the end of a sentence."""
    try:
        descriptor, name = tempfile.mkstemp(prefix="embed-kcpd-", suffix=".log")
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(report.encode("utf-8", "backslashreplace"))
    except OSError:
        return " with what --debug prints (embed-kcpd --debug COMMAND ...)"
    return f" with the file {name}"
