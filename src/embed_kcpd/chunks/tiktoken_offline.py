"""tiktoken without a network, where the environment forbids fetching.

In:  ``EMBED_KCPD_OFFLINE``.
Out: a context in which tiktoken reads the encodings that it has stored and fetches no other.

tiktoken has no setting for this, so its function that fetches is replaced while an encoding loads.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from embed_kcpd.encoders.places import OFFLINE_VARIABLE, is_offline


class FetchingForbiddenError(OSError):
    """An encoding would have to be fetched."""


@contextmanager
def stored_encodings_only() -> Iterator[None]:
    """Nothing changes unless fetching is forbidden."""
    from tiktoken import load

    fetch = load.read_file

    def refuse(blobpath: str) -> bytes:
        if "://" in blobpath:
            raise FetchingForbiddenError(f"{OFFLINE_VARIABLE} forbids fetching it")
        return fetch(blobpath)

    if is_offline():
        load.read_file = refuse
    try:
        yield
    finally:
        load.read_file = fetch
