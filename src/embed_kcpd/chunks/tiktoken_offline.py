"""tiktoken without a network, where the environment forbids fetching.

In:  ``EMBED_KCPD_OFFLINE``.
Out: a context in which tiktoken reads the encodings that it has stored and fetches no other.

tiktoken has no setting for this, so its function that fetches is replaced while an encoding loads.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from embed_kcpd.encoders.places import OFFLINE_VARIABLE, is_offline
from embed_kcpd.shared_setting import SharedSetting


class FetchingForbiddenError(OSError):
    """An encoding would have to be fetched."""


def _refuse_to_fetch() -> Callable[[], None]:
    from tiktoken import load

    fetch = load.read_file

    def refuse(blobpath: str) -> bytes:
        if "://" in blobpath:
            raise FetchingForbiddenError(f"{OFFLINE_VARIABLE} forbids fetching it")
        return fetch(blobpath)

    def undo() -> None:
        load.read_file = fetch

    load.read_file = refuse
    return undo


_NO_FETCHING = SharedSetting(_refuse_to_fetch)


def stored_encodings_only() -> AbstractContextManager[None]:
    """Nothing changes unless fetching is forbidden."""
    return _NO_FETCHING if is_offline() else nullcontext()
