"""Files of one document each to documents.

In:  paths.
Out: one row for each file, whose id is its name; a file that cannot be read has an error.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from embed_kcpd.corpora.documents import DocumentError, Documents, check_size
from embed_kcpd.corpora.places import reason_of
from embed_kcpd.corpora.reading.lines import BLOCK, BrokenShardError, decompressed, read_block
from embed_kcpd.corpora.together import Row
from embed_kcpd.text.utf8 import storable


def file_rows(
    paths: Sequence[Path], names: Sequence[str], documents: Documents
) -> Iterator[tuple[Row, float]]:
    """The rows of files, and how many of them have been read."""
    for number, (path, name) in enumerate(zip(paths, names, strict=True), 1):
        row: Row = {"id": storable(name)}
        try:
            row["text"] = _content(path, name, documents.max_bytes)
        except (DocumentError, BrokenShardError) as error:
            row["error"] = storable(str(error))
        except OSError as error:
            row["error"] = storable(f"cannot be opened: {reason_of(error)}")
        yield row, number / len(paths)


def _content(path: Path, name: str, most: int) -> bytes:
    content = bytearray()
    with decompressed(path, name) as (read, _):
        while block := read_block(read, name, BLOCK):
            content += block
            if len(content) > most:
                check_size(max(path.stat().st_size, len(content)), most)
    return bytes(content)
