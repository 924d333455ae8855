"""The lines of a long file, one after the other, without a copy of all of them.

In:  a source.
Out: lines with their line breaks, and where each begins; a bar shows how far reading has come.
"""

import io
from collections.abc import Iterator

from embed_kcpd.progress import progress
from embed_kcpd.readers.source import Source

LINES_BETWEEN = 2000
"""Lines after which the bar moves."""


class Lines:
    """Lines in order; ``position`` is the character behind the last one that was given."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.position = 0
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        """Every line; bytes that are no text are an ``InputError`` that says where."""
        source = self._source
        if source.encoding == "utf-8" and b"\0" in source.data:
            source.text  # noqa: B018 - raises with the offset
        stored = io.BytesIO(source.data)
        text = io.TextIOWrapper(stored, encoding=source.encoding, newline="")
        with progress("Reading", len(source.data), in_bytes=True) as advance:
            read = 0
            try:
                for line in text:
                    self.number += 1
                    self.position += len(line)
                    yield line.removeprefix("\ufeff") if self.number == 1 else line
                    if self.number % LINES_BETWEEN == 0:
                        advance(stored.tell() - read)
                        read = stored.tell()
            except UnicodeDecodeError:
                source.text  # noqa: B018 - raises with the offset
                raise
