"""Many methods on many sets, resumable.

In:  sets, names of methods, an encoder, the rows that are already there.
Out: all rows, in the order of the tables; each is handed over as soon as it is measured.

A row is taken over when its place in the tables (set, method, encoder, number of documents) and its
fingerprint (code, settings, documents, see ``fingerprint.py``) are the same; an interrupted
campaign therefore goes on where it stopped, and a row of older code is measured again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders import Encoder
from embed_kcpd.errors import EmbedKcpdError, EncoderError, InputError, MissingExtraError
from embed_kcpd.evaluation.bench import embed, measure
from embed_kcpd.evaluation.datasets import FILES
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.fingerprint import fingerprint
from embed_kcpd.evaluation.ours import Default
from embed_kcpd.evaluation.registry import entry, registry
from embed_kcpd.evaluation.rows import Row, Settings, read_rows, row, rows_as_json
from embed_kcpd.files import updating, write_atomically
from embed_kcpd.progress import progress


@dataclass(frozen=True, slots=True)
class NamedEncoder:
    """An encoder and the name its rows carry."""

    name: str
    encoder: Encoder


def run(
    sets: Mapping[str, Callable[[], Sequence[Document]]],
    methods: Sequence[str],
    encoder: NamedEncoder,
    known: Iterable[Row] = (),
    *,
    on_rows: Callable[[list[Row]], None] | None = None,
    on_left_out: Callable[[str, EmbedKcpdError], None] | None = None,
) -> list[Row]:
    """Measure what is not known yet; ``on_rows`` sees all rows after each new one.

    With ``on_left_out`` a method that cannot run is reported there and left out: its package
    is not installed, its own data cannot be fetched, or it finds no other document to learn from.
    """
    rows = {row_before.settings: row_before for row_before in known}
    wanted = list(methods)
    for set_name, load in sets.items():
        measured = _MeasuredSet(set_name, load(), encoder)
        for name in list(wanted):
            try:
                made = measured.row(name, rows)
            except (MissingExtraError, EncoderError, InputError) as error:
                # Without the encoder that was asked for there is nothing to measure.
                is_ours = isinstance(error, EncoderError) and measured.gives_vectors(name)
                if on_left_out is None or is_ours:
                    raise
                on_left_out(name, error)
                if not isinstance(error, InputError):
                    wanted.remove(name)
                continue
            if made is not None:
                rows[made.settings] = made
                if on_rows is not None:
                    on_rows(in_order(rows.values()))
    return in_order(rows.values())


@dataclass
class _MeasuredSet:
    """One set; its vectors are computed when the first method asks for them."""

    name: str
    documents: Sequence[Document]
    encoder: NamedEncoder
    vectors: tuple[Vectors, ...] | None = None

    def gives_vectors(self, method_name: str) -> bool:
        """Whether the method is given the vectors of the encoder."""
        return getattr(entry(method_name).make(), "needs_vectors", False)

    def row(self, method_name: str, known: Mapping[Settings, Row]) -> Row | None:
        """The row of a method, or None where it is known as it would be measured now."""
        registered = entry(method_name)
        method = registered.make()
        if isinstance(method, Default):
            method = method.suited_to(self.encoder.encoder)
        uses_vectors = getattr(method, "needs_vectors", False)
        used = self.encoder.name if uses_vectors else None
        made_by = fingerprint(method, self.documents, self.encoder.encoder if used else None)
        before = known.get((self.name, method_name, used, len(self.documents)))
        if before is not None and before.fingerprint == made_by:
            return None
        if uses_vectors and self.vectors is None:
            self.vectors = embed(self.documents, self.encoder.encoder)
        with progress(f"{method_name} on {self.name}", len(self.documents)) as advance:
            scores = measure(method, self.documents, self.vectors, advance)
        return row(self.name, method_name, registered, used, scores, fingerprint=made_by)


def add_rows(path: Path, rows: Iterable[Row]) -> None:
    """Put rows into a file; those that another command has put there meanwhile stay."""
    with updating(path):
        there = {row.settings: row for row in read_rows(path)}
        there.update((added.settings, added) for added in rows)
        write_atomically(path, rows_as_json(in_order(there.values())))


def in_order(rows: Iterable[Row]) -> list[Row]:
    """Rows by set, method and encoder, as the tables list them."""
    sets, methods = list(FILES), list(registry())

    def place(names: list[str], name: str) -> tuple[int, str]:
        return (names.index(name) if name in names else len(names), name)

    return sorted(
        rows,
        key=lambda measured: (
            place(sets, measured.set),
            place(methods, measured.method),
            measured.encoder or "",
            measured.documents,
        ),
    )
