"""Data sets with known boundaries, in one form.

In:  the name of a set, or a JSONL file (plain or .gz).
Out: documents: units, and the boundaries a person put between them.

A line of the file is an object with ``id``, ``sentences`` (or ``units``), a list of strings,
and ``boundaries``, the 0-based first unit of every segment but the first.  Data are taken by
path, never bundled; ``releases.py`` reads the forms in which the sets were first published.
"""

import os
import reprlib
from collections.abc import Mapping
from pathlib import Path

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.jsonl import Record, records

DATA_VARIABLE = "EMBED_KCPD_DATA"

FILES: Mapping[str, str] = {
    "choi-3-5": "choi/3-5.jsonl",
    "choi-6-8": "choi/6-8.jsonl",
    "choi-9-11": "choi/9-11.jsonl",
    "choi-3-11": "choi/3-11.jsonl",
    "wiki300": "wiki300/docs.jsonl.gz",
    "wiki50": "wiki50/docs.jsonl",
    "elements": "elements/docs.jsonl",
    "arxiv": "arxiv/docs.jsonl",
    "cities": "cities/docs.jsonl",
    "lectures_ai": "lectures_ai/docs.jsonl",
    "clinical": "clinical/docs.jsonl",
    "eslpod": "eslpod/docs.jsonl",
    "dialseg711": "dialseg711/docs.jsonl",
}
"""Where each named set lies inside the data folder."""

ORIGINS: Mapping[str, str] = {
    "choi": "https://github.com/koomri/text-segmentation (data/choi)",
    "wiki300": "https://github.com/pinkeshbadjatiya/neuralTextSegmentation (code/data/wiki)",
    "wiki50": "https://github.com/Ighina/DeepTiling (data/wiki_test_50)",
    "elements": "https://github.com/gguex/SemSim_AutoCor (corpora/elements)",
    "arxiv": "https://arxiv.org by: embed-kcpd bench arxiv",
    "cities": "https://github.com/gguex/SemSim_AutoCor (corpora/cities)",
    "lectures_ai": "https://github.com/jacobeisenstein/bayes-seg (data/lectures/ai)",
    "clinical": "https://github.com/jacobeisenstein/bayes-seg (data/books/clinical)",
    "eslpod": "https://github.com/minwoo/TopicSeg (data/Lecture)",
    "dialseg711": "https://github.com/lxing532/Dialogue-Topic-Segmenter (data/eval)",
}
"""Where the folder of each set can be had; ``releases.py`` reads the published forms."""


def data_folder() -> Path:
    """The folder of the data sets, named by ``EMBED_KCPD_DATA``."""
    folder = os.environ.get(DATA_VARIABLE)
    if not folder:
        raise InputError(
            f"no folder of data sets is known; give it with --data or set {DATA_VARIABLE}. "
            f"It holds files such as {FILES['wiki50']}; the sets are public: {_origins()}"
        )
    return Path(folder)


def load(name: str, folder: str | os.PathLike[str] | None = None) -> tuple[Document, ...]:
    """The documents of a named set, in the order of its file, compressed or not."""
    if name not in FILES:
        raise InputError(f"no data set is called {name!r}; choose from {', '.join(FILES)}")
    return read_documents(data_file(name, FILES[name], folder))


def data_file(name: str, inside: str, folder: str | os.PathLike[str] | None) -> Path:
    """The file of a named set that lies at ``inside`` in the data folder, compressed or not."""
    path = (data_folder() if folder is None else Path(folder)) / inside
    plain = path.with_name(path.name.removesuffix(".gz"))
    for candidate in (path, plain, plain.with_name(f"{plain.name}.gz")):
        if candidate.exists():
            return candidate
    origin = ORIGINS.get(inside.partition("/")[0])
    raise InputError(
        f"the data set {name} is not at {path}; give the folder of the data sets with --data or "
        f"set {DATA_VARIABLE}" + (f". The set can be had from {origin}" if origin else "")
    )


def read_documents(path: str | os.PathLike[str]) -> tuple[Document, ...]:
    """Every document of a JSONL file in the normalised form, at least one."""
    documents = tuple(_document(record, f"{path}:{line}") for line, record in records(path))
    if not documents:
        raise InputError(
            f"{path} holds no document; each line is an object with id, units and boundaries"
        )
    return documents


def record_id(record: Record, place: str) -> str:
    """The id of a record; its place if it has none."""
    name = record.get("id", place)
    if not isinstance(name, str | int):
        raise InputError(f"{place} has an 'id' that is {type(name).__name__}, not a string")
    return str(name)


def record_boundaries(record: Record, place: str) -> tuple[int, ...]:
    """The boundaries of a record, not yet checked against its units."""
    boundaries = record.get("boundaries")
    if not (isinstance(boundaries, list) and all(type(cut) is int for cut in boundaries)):
        given = "" if boundaries is None else f", got {reprlib.repr(boundaries)}"
        raise InputError(f"{place} needs 'boundaries', a list of integers{given}")
    return tuple(boundaries)


def _document(record: Record, place: str) -> Document:
    units = record.get("units", record.get("sentences"))
    if not (isinstance(units, list) and all(isinstance(unit, str) for unit in units)):
        raise InputError(f"{place} needs 'units' (or 'sentences'), a list of strings")
    if not units:
        raise InputError(f"{place} has no units; a document needs at least one")
    boundaries = record_boundaries(record, place)
    try:
        return Document(record_id(record, place), tuple(units), boundaries)
    except InputError as error:
        raise InputError(f"{place}: {error}") from None


def _origins() -> str:
    return "; ".join(f"{name} from {origin}" for name, origin in ORIGINS.items())
