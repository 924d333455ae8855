"""The forms in which the data sets were first published.

In:  files as their authors released them.
Out: documents in the one form of ``datasets.py``.

Choi (also Wiki-300, the lectures, the medical chapters): one unit per line, a line of ten or
more ``=`` between segments.  Koshorek (Wiki-727K, Wiki-50): headings ``========,level,title.``
open sections.  Chen (Elements, Cities): one text file and one aligned file that gives, for
each line, document number, line number and section title.

White space inside a unit is collapsed and empty lines are dropped; nothing else changes.  A
section without a unit of its own makes no boundary.
"""

import json
import os
import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.jsonl import read_text

AnyPath = str | os.PathLike[str]

_RULE = re.compile(r"={10,}\s*")
_HEADING = re.compile(r"={8},(\d+),(.*)")
_PLACE = re.compile(r"(\d+),(\d+),(.*)")


def read_choi(path: AnyPath, name: str | None = None) -> Document:
    """A file with lines of ``=`` between its segments."""
    segments: list[list[str]] = [[]]
    for line in _lines(path):
        if _RULE.fullmatch(line):
            segments.append([])
        else:
            segments[-1].append(line)
    return _joined(name or Path(path).stem, segments)


def read_choi_folder(folder: AnyPath, pattern: str = "**/*.ref") -> tuple[Document, ...]:
    """Every file below a folder that fits the pattern; ids are paths inside it."""
    return tuple(read_choi(path, _id(path, folder)) for path in _found(folder, pattern))


def read_koshorek(path: AnyPath, name: str | None = None, deepest: int | None = None) -> Document:
    """A file with headings; ``deepest`` keeps only headings up to that level."""
    segments: list[list[str]] = [[]]
    for line in _lines(path):
        heading = _HEADING.fullmatch(line)
        if heading is None:
            segments[-1].append(line)
        elif deepest is None or int(heading[1]) <= deepest:
            segments.append([])
    return _joined(name or Path(path).name, segments)


def read_koshorek_folder(
    folder: AnyPath, pattern: str = "**/*", deepest: int | None = None
) -> tuple[Document, ...]:
    """Every file below a folder that begins with a heading; ids are paths inside it."""
    return tuple(
        read_koshorek(path, _id(path, folder), deepest)
        for path in _found(folder, pattern)
        if path.read_bytes().lstrip().startswith(b"========,")
    )


def read_chen(text: AnyPath, titles: AnyPath) -> tuple[Document, ...]:
    """A text file and its aligned file of titles; a boundary wherever the title changes.

    Cities repeats the entry of the titles file in front of each line of text; it is removed.
    """
    lines, places = _raw_lines(text), _raw_lines(titles)
    if len(lines) != len(places):
        raise InputError(f"{text} has {len(lines)} lines but {titles} has {len(places)}")
    entries = []
    for number, (line, place) in enumerate(zip(lines, places, strict=True), start=1):
        parts = _PLACE.fullmatch(place)
        if parts is None:
            raise InputError(f"{titles}:{number} is not 'document,line,title': {place!r}")
        entries.append((parts[1], parts[3], _collapsed(line.removeprefix(place))))
    return tuple(
        _joined(
            number,
            [[unit for _, _, unit in part if unit] for _, part in groupby(lines, lambda e: e[1])],
        )
        for number, lines in groupby(entries, lambda entry: entry[0])
    )


def documents_as_jsonl(documents: Iterable[Document]) -> str:
    """The documents in the normalised form."""
    return "".join(
        json.dumps(
            {"id": document.id, "units": document.units, "boundaries": document.boundaries},
            ensure_ascii=False,
        )
        + "\n"
        for document in documents
    )


def _joined(name: str, segments: Sequence[Sequence[str]]) -> Document:
    """A document of the segments that hold anything."""
    units: list[str] = []
    boundaries = []
    for segment in segments:
        if segment and units:
            boundaries.append(len(units))
        units.extend(segment)
    return Document(name, tuple(units), tuple(boundaries))


def _lines(path: AnyPath) -> list[str]:
    return [line for line in map(_collapsed, _raw_lines(path)) if line]


def _raw_lines(path: AnyPath) -> list[str]:
    """Lines as the file has them; only the last may be missing its line break."""
    text = read_text(path).replace("\r\n", "\n")
    return text.removesuffix("\n").split("\n") if text else []


def _collapsed(line: str) -> str:
    return " ".join(line.split())


def _found(folder: AnyPath, pattern: str) -> list[Path]:
    paths = sorted(path for path in Path(folder).glob(pattern) if path.is_file())
    if not paths:
        raise InputError(f"no file below {folder} fits {pattern!r}")
    return paths


def _id(path: Path, folder: AnyPath) -> str:
    return path.relative_to(folder).with_suffix("").as_posix()
