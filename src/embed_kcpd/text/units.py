"""Text to units: paragraphs, lines and turns; sentences are in ``sentences.py``.

In:  a string.
Out: units that tile it: the first starts at 0, each starts where the one before ends,
     the last ends at the end, so that joining them gives the text back unchanged.

A splitter only finds where units start.  ``tiled`` turns any starts into units: white space
belongs to the unit before it, so that no unit is blank unless the whole text is.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import accumulate, pairwise
from os import PathLike
from typing import ClassVar, Protocol

from embed_kcpd.errors import InputError
from embed_kcpd.text.long_units import byte_length, cut_points
from embed_kcpd.text.places import Place, joined_place
from embed_kcpd.text.scripts import MARKS

LONGEST_UNIT = 10_000
"""Bytes (UTF-8) beyond which a paragraph, line or turn is cut into several units."""

BYTE_ORDER_MARK = "\ufeff"
"""Some editors begin a file with it; it stays in the text and says nothing."""

_NAME = rf"[^\W_][\w{MARKS} .'’&()/-]{{0,39}}"
_TURN = re.compile(
    r"[\s>*_#-]{0,9}"  # quotation marks, bullets and emphasis of plain-text formats
    r"(?:[\[(][\d:.,\s>-]{1,30}[\])]\s{0,3})?"  # a time stamp in brackets
    rf"[*_]{{0,3}}(?:\[{_NAME}\]|{_NAME})[*_]{{0,3}}(?::[*_]{{0,3}}(?=\s|$)|：)"
)


def check_text(text: object) -> None:
    """Raise where this is no string, and say what to do with a path."""
    if not isinstance(text, str):
        remedy = "; for a file see embed_kcpd.readers.read" if isinstance(text, PathLike) else ""
        raise InputError(f"a text must be a string, got {type(text).__name__}{remedy}")


@dataclass(frozen=True, slots=True)
class Unit:
    """Characters ``start`` to ``end - 1`` of the text, white space after it included."""

    start: int
    end: int


class Splitter(Protocol):
    """Anything that cuts a text into units that tile it."""

    def split(self, text: str) -> tuple[Unit, ...]: ...


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """Lines up to the next blank line.

    >>> text = "One.\\nStill one.\\n\\nTwo."
    >>> [text[unit.start : unit.end] for unit in Paragraphs().split(text)]
    ['One.\\nStill one.\\n\\n', 'Two.']
    """

    name: ClassVar[str] = "paragraphs"

    def split(self, text: str) -> tuple[Unit, ...]:
        lines = _lines(text)
        blank = [text[line.start : line.end].isspace() for line in lines]
        starts = [
            line.start
            for line, is_blank, after_blank in zip(lines, blank, [True, *blank], strict=False)
            if after_blank and not is_blank
        ]
        return tiled(text, starts)


@dataclass(frozen=True, slots=True)
class Lines:
    """Every line that is not blank.

    >>> text = "one\\n\\ntwo"
    >>> [text[unit.start : unit.end] for unit in Lines().split(text)]
    ['one\\n\\n', 'two']
    """

    name: ClassVar[str] = "lines"

    def split(self, text: str) -> tuple[Unit, ...]:
        starts = [line.start for line in _lines(text)]
        return tiled(text, starts)


@dataclass(frozen=True, slots=True)
class Turns:
    """What one speaker says: a line ``NAME: words`` and the lines after it.

    The name has at most 40 characters; a time stamp in brackets may stand before it.
    A text without such lines is an ``InputError``.

    >>> text = "ANNA: Hello.\\nHow are you?\\nBEN: Fine."
    >>> [text[unit.start : unit.end] for unit in Turns().split(text)]
    ['ANNA: Hello.\\nHow are you?\\n', 'BEN: Fine.']
    """

    name: ClassVar[str] = "turns"

    def split(self, text: str) -> tuple[Unit, ...]:
        starts = [line.start for line in _lines(text) if _TURN.match(text, line.start, line.end)]
        _check_turns(text, len(starts))
        return tiled(text, starts)


Part = tuple[int, Place]
"""The character of a text at which a part of a unit begins, and its place."""


@dataclass(frozen=True, slots=True)
class GivenUnits:
    """Units known beforehand, for instance the captions of a film.

    ``places`` says where each of them comes from, or is empty; ``name`` what they are.
    ``parts`` are the smaller parts they were joined from, where a unit could begin as well.
    """

    units: tuple[Unit, ...]
    places: tuple[Place, ...] = ()
    name: str = "given"
    parts: tuple[Part, ...] = ()

    def __post_init__(self) -> None:
        if self.places and len(self.places) != len(self.units):
            raise InputError(f"{len(self.places)} places were given for {len(self.units)} units")

    def split(self, text: str) -> tuple[Unit, ...]:
        check_tiling(text, self.units)
        return self.units


def joined_parts(parts: Sequence[Part], starts: Sequence[int]) -> list[Part]:
    """The parts from each start to the next as one.

    >>> joined_parts([(0, Place()), (4, Place()), (9, Place(page=2))], [0, 2])
    [(0, Place()), (9, Place(page=2))]
    """
    return [
        (parts[first][0], joined_place([place for _, place in parts[first:last]]))
        for first, last in pairwise([*starts, len(parts)])
    ]


def tiled(text: str, starts: Iterable[int], longest: int = LONGEST_UNIT) -> tuple[Unit, ...]:
    """Units that start at 0 and at ``starts``, given in increasing order.

    A unit of more than ``longest`` bytes is cut; white space alone joins the unit before it.

    >>> tiled("a  b ", [1, 3])
    (Unit(start=0, end=3), Unit(start=3, end=5))
    """
    if not text:
        return ()
    given = pairwise([0, *(start for start in starts if start > 0), len(text)])
    pieces = [p for start, end in given for p in (start, *cut_points(text, start, end, longest))]
    said = [a for a, b in pairwise([*pieces, len(text)]) if not text[a:b].isspace()]
    return tuple(Unit(start, end) for start, end in pairwise([0, *said[1:], len(text)]))


def check_tiling(text: str, units: Sequence[Unit]) -> None:
    """Raise unless the units, joined, are the text."""
    covered = 0
    for number, unit in enumerate(units):
        if not isinstance(unit, Unit):
            raise InputError(f"unit {number} must be Unit(start, end), got {unit!r:.60}")
        if not (isinstance(unit.start, int) and isinstance(unit.end, int)):
            raise InputError(f"unit {number} must have an int as start and as end, got {unit!r}")
        if not covered == unit.start <= unit.end:
            raise InputError(
                "units must follow one another without gaps, white space included: "
                f"unit {number} is {unit.start} to {unit.end}, those before it end at {covered}"
            )
        covered = unit.end
    if covered != len(text):
        raise InputError(
            f"the units end at character {covered} of {len(text)}; they must cover all"
        )


def unit_texts(text: str, units: Sequence[Unit]) -> list[str]:
    """What each unit says, without the white space around it: what encoders read."""
    return [text[unit.start : unit.end].strip().strip(BYTE_ORDER_MARK) for unit in units]


def splitter_values(splitter: Splitter) -> dict[str, object]:
    """The splitter's name and settings in plain JSON values, for the provenance of results."""
    described: dict[str, object] = {"name": getattr(splitter, "name", type(splitter).__name__)}
    if is_dataclass(splitter):
        for setting in fields(splitter):
            value = getattr(splitter, setting.name)
            if isinstance(value, str | int | None):
                described[setting.name] = value
    return described


def _check_turns(text: str, n_turns: int) -> None:
    """Raise where turns would be pieces of equal size: none begins, or one alone is too long."""
    is_short = byte_length(text) <= LONGEST_UNIT
    if n_turns > 1 or (n_turns == 1 and is_short) or not text.strip():
        return
    beginning = "no line begins" if n_turns == 0 else "only one line begins"
    raise InputError(
        f"the text has no turns to cut between: {beginning} with a name and a colon, "
        "like 'ANNA: Hello.'; choose sentences, paragraphs or lines as the unit"
    )


def _lines(text: str) -> list[Unit]:
    check_text(text)
    edges = accumulate(map(len, text.splitlines(keepends=True)), initial=0)
    return [Unit(start, end) for start, end in pairwise(edges)]
