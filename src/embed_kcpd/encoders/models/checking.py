"""A file read piece by piece, and refused unless it is the published one.

In:  a source and the published name, size and digest of a file.
Out: its bytes in pieces; an ``OSError`` at the end if they are not the published ones.
"""

import hashlib
from collections.abc import Iterator

from embed_kcpd.encoders.models.official import OfficialFile
from embed_kcpd.encoders.models.sources import Source

_CHUNK_BYTES = 1 << 20


def checked_chunks(source: Source, file: OfficialFile) -> Iterator[bytes]:
    """``file`` piece by piece, never more than its published size; the end is an error unless
    all of it together has the published digest."""
    sha256, remaining = hashlib.sha256(), file.size
    with source.open(file) as stream:
        while chunk := stream.read(min(_CHUNK_BYTES, remaining + 1)):
            remaining -= len(chunk)
            if remaining < 0:
                raise OSError(f"{file.name} is longer than the published {file.size} bytes")
            sha256.update(chunk)
            yield chunk
    if sha256.hexdigest() != file.sha256:
        raise OSError(
            f"{file.name} came incomplete or altered: it is not the published file "
            f"(sha256 {file.sha256})"
        )
