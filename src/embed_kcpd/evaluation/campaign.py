"""Many methods on many sets, resumable.

In:  sets, names of methods, an encoder, the rows that are already there.
Out: all rows, in the order of the tables; each is handed over as soon as it is measured.

A row is taken over when set, method, encoder and number of documents are the same; an
interrupted campaign therefore goes on where it stopped.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders import Encoder
from embed_kcpd.encoders.progress import progress
from embed_kcpd.evaluation.bench import Row, embed, measure, row
from embed_kcpd.evaluation.datasets import FILES, Document
from embed_kcpd.evaluation.registry import entry, registry


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
    on_rows: Callable[[list[Row]], None] | None = None,
) -> list[Row]:
    """Measure what is not known yet; ``on_rows`` sees all rows after each new one."""
    rows = {one.settings: one for one in known}
    for set_name, load in sets.items():
        documents = load()
        vectors: tuple[Vectors, ...] | None = None
        for name in methods:
            one = entry(name)
            method = one.make()
            uses_vectors = getattr(method, "needs_vectors", False)
            used = encoder.name if uses_vectors else None
            if (set_name, name, used, len(documents)) in rows:
                continue
            if uses_vectors and vectors is None:
                vectors = embed(documents, encoder.encoder)
            with progress(f"{name} on {set_name}", len(documents)) as advance:
                scores = measure(method, documents, vectors, advance)
            made = row(set_name, name, one, used, scores)
            rows[made.settings] = made
            if on_rows is not None:
                on_rows(in_order(rows.values()))
    return in_order(rows.values())


def in_order(rows: Iterable[Row]) -> list[Row]:
    """Rows by set, method and encoder, as the tables list them."""
    sets, methods = list(FILES), list(registry())

    def place(names: list[str], name: str) -> tuple[int, str]:
        return (names.index(name) if name in names else len(names), name)

    return sorted(
        rows,
        key=lambda one: (
            place(sets, one.set),
            place(methods, one.method),
            one.encoder or "",
            one.documents,
        ),
    )
