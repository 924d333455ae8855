"""Chunks of many documents in one file; a run that was stopped goes on where it was.

In:  a target file, and the chunks of one document after another.
Out: the target, written whole at the end; until then everything done lies in ``TARGET.part``.

The first line of the part file says how chunks are made.  A run with the same settings goes on
where the last one stopped; with others it refuses to mix.  The last chunk of a document has no
next one: documents without such a chunk were cut off and are done again.
"""

import json
import math
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from embed_kcpd.chunks.chunk import ChunkedText, arrow_schema, storable_rows
from embed_kcpd.errors import MissingExtraError, OptionsError, OutputError
from embed_kcpd.files import is_replaceable, write_atomically

ROWS_AT_ONCE = 8_192
"""Chunks that go into one row group of a Parquet file."""


class WorkFile:
    """The chunks that are done; ``finish`` turns them into the target.

    ``done`` names their documents, ``stopped`` is when the run before wrote the last of them.
    """

    def __init__(self, target: Path, recipe: Mapping[str, object], embedding: bool) -> None:
        if not is_replaceable(target):
            raise OptionsError(
                f"{target} is not an ordinary file, so a run could not go on there; without an "
                "output file the chunks are printed, with --jsonl as JSON lines"
            )
        if target.suffix == ".parquet":
            # A missing package is named before the work, not after it.
            _check_pyarrow()
        self.target, self._embedding = target, embedding
        self.part = target.with_name(target.name + ".part")
        self.stopped = self.part.stat().st_mtime if self.part.exists() else math.inf
        header = json.dumps({"recipe": {**recipe, "embeddings": embedding}}, sort_keys=True)
        self.done = self._resumed(header)

    def _resumed(self, header: str) -> set[str]:
        """Sources that are done; what was cut off is taken away."""
        if not self.part.exists():
            write_atomically(self.part, header + "\n")
            return set()
        try:
            with self.part.open("rb") as file:
                if (first := file.readline()) != header.encode() + b"\n":
                    raise OptionsError(
                        f"{self.part} was begun with other settings; "
                        "give the same ones, delete it, or choose another output file"
                    )
                done, end = self._done(file, len(first))
            os.truncate(self.part, end)
        except OutputError:
            raise
        except OSError as error:
            raise OutputError(f"cannot read {self.part}: {error.strerror or error}") from None
        return done

    def forget(self, sources: Collection[str]) -> None:
        """Take the chunks of these documents away."""
        if not sources:
            return
        header, *rows = self.part.read_bytes().splitlines(keepends=True)
        kept = (row for row in rows if str(json.loads(row)["source"]) not in sources)
        write_atomically(self.part, b"".join((header, *kept)))
        self.done = self.done - set(sources)

    def _done(self, lines: Iterable[bytes], start: int) -> tuple[set[str], int]:
        """Sources that are done, and where the last of them ends; lines begin at ``start``."""
        done, at, end = set(), start, start
        for line in lines:
            at += len(line)
            # What has no line break was cut off.
            source = self._last_of(line) if line.endswith(b"\n") else None
            if source is not None:
                done.add(source)
                end = at
        return done, end

    def add(self, chunks: ChunkedText) -> None:
        """Append the chunks of one document; they are on the disk when this returns."""
        try:
            with self.part.open("a", encoding="utf-8", newline="\n") as file:
                file.write(chunks.to_jsonl(self._embedding))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise OutputError(f"cannot write {self.part}: {error.strerror or error}") from None

    def finish(self) -> None:
        """Write the target and remove the part file."""
        write = _write_parquet if self.target.suffix == ".parquet" else _copy
        target = self.target.resolve()
        whole = target.with_name(target.name + ".whole")
        try:
            write(self.part, whole)
            if target.exists():
                whole.chmod(target.stat().st_mode & 0o7777)
            whole.replace(target)
        except OSError as error:
            raise OutputError(f"cannot write {self.target}: {error.strerror or error}") from None
        finally:
            whole.unlink(missing_ok=True)
        self.part.unlink()

    def _last_of(self, line: bytes) -> str | None:
        """The source of a line that is the last chunk of a document."""
        try:
            values = json.loads(line)
            return str(values["source"]) if values["next"] is None else None
        except (ValueError, KeyError, TypeError):
            raise OutputError(
                f"{self.part} is damaged; delete it, or choose another output file"
            ) from None


def _rows(part: Path) -> Iterator[str]:
    with part.open(encoding="utf-8", newline="\n") as file:
        next(file)
        yield from file


def _copy(part: Path, target: Path) -> None:
    with target.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_rows(part))
        file.flush()
        os.fsync(file.fileno())


def _check_pyarrow() -> None:
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise MissingExtraError("pyarrow", "parquet") from None


def _write_parquet(part: Path, target: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = arrow_schema("embedding" in next(map(json.loads, _rows(part)), {}))
    rows = map(json.loads, _rows(part))
    with pq.ParquetWriter(target, schema) as writer:
        while batch := list(islice(rows, ROWS_AT_ONCE)):
            writer.write_table(pa.Table.from_pylist(storable_rows(batch), schema))
