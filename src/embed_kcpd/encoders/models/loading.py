"""Models in memory: each is loaded once for all encoders of the process.

In:  an official model, a precision, numbers of threads.
Out: a session that encodes.
"""

import os
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from embed_kcpd.encoders.models.averaged.preparation import AveragedArchitecture
from embed_kcpd.encoders.models.conversion import Precision
from embed_kcpd.encoders.models.forks import after_fork
from embed_kcpd.encoders.models.official import OfficialModel
from embed_kcpd.encoders.models.session import Reading, Session
from embed_kcpd.encoders.models.store import ready_model
from embed_kcpd.encoders.models.universal.preparation import UniversalArchitecture
from embed_kcpd.encoders.places import models_folder, named_path

if TYPE_CHECKING:
    from embed_kcpd.encoders.models.averaged.session import AveragedSession
    from embed_kcpd.encoders.models.universal.session import UniversalSession

AnySession: TypeAlias = "Session | UniversalSession | AveragedSession"
_sessions: dict[tuple[object, ...], AnySession] = {}
_loading = Lock()


def _forget_who_loads() -> None:
    """A thread that was loading a model is not there in a forked process to unlock it."""
    global _loading  # noqa: PLW0603
    _loading = Lock()


after_fork(_forget_who_loads)


def shared_session(
    model: OfficialModel,
    precision: Precision,
    threads: int,
    origin: Path | None = None,
    callers: int = 1,
) -> AnySession:
    """The loaded model that all who ask for the same share."""
    origin = origin or named_path(model.variable)
    # After a fork the parent's worker threads are gone, so each process loads its own.
    key = (os.getpid(), models_folder(), model.name, precision, (threads, callers), origin)
    with _loading:
        if key not in _sessions:
            _sessions[key] = open_session(model, precision, threads, origin, callers)
    return _sessions[key]


def open_session(
    model: OfficialModel,
    precision: Precision,
    threads: int,
    origin: Path | None = None,
    callers: int = 1,
) -> AnySession:
    """The model in memory; fetched and prepared first where it is not on this machine."""
    ready = ready_model(model, precision, origin)
    if isinstance(model.architecture, UniversalArchitecture):
        from embed_kcpd.encoders.models.universal.session import UniversalSession

        return UniversalSession(ready, model.max_tokens, threads)
    if isinstance(model.architecture, AveragedArchitecture):
        from embed_kcpd.encoders.models.averaged.session import AveragedSession

        return AveragedSession(ready, model.max_tokens)
    reading = Reading(model.architecture, model.max_tokens)
    return Session(ready, reading, precision, threads, callers)
