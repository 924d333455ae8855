"""Units that fit into a chunk: those that are too long are split.

In:  units of a text and how tokens are counted.
Out: units that each hold at most so many tokens, and which of them were split.

A long unit is split at the end of a clause, else of a word, else between characters.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from embed_kcpd.chunks.tokens import Counter
from embed_kcpd.text.long_units import byte_length, cut_points
from embed_kcpd.text.units import Unit


@dataclass(frozen=True, slots=True)
class Fitted:
    """A unit, its tokens, the unit it was part of, and whether it is only a part of that."""

    unit: Unit
    tokens: int
    whole: int
    is_part: bool


def fitted_units(
    text: str, units: Sequence[Unit], counter: Counter, most: int
) -> tuple[Fitted, ...]:
    """The units, those above ``most`` tokens in as few parts as need be."""
    counts = counter.count([text[unit.start : unit.end] for unit in units])
    fitted = []
    for whole, (unit, tokens) in enumerate(zip(units, counts, strict=True)):
        if tokens <= most:
            fitted.append(Fitted(unit, tokens, whole, is_part=False))
        else:
            parts = _parts(text, unit, counter, most)
            fitted += [Fitted(part, number, whole, is_part=True) for part, number in parts]
    return tuple(fitted)


def _parts(text: str, unit: Unit, counter: Counter, most: int) -> list[tuple[Unit, int]]:
    """The unit in parts of at most ``most`` tokens; one character may hold more than that."""
    tokens = counter.count([text[unit.start : unit.end]])[0]
    if tokens <= most or unit.end - unit.start == 1:
        return [(unit, tokens)]
    size = byte_length(text[unit.start : unit.end])
    # Parts of similar size, each with a little room, since tokens are not spread evenly.
    room = max(1, min(size - 1, int(0.9 * size * most / tokens)))
    edges = [unit.start, *cut_points(text, unit.start, unit.end, room), unit.end]
    if len(edges) == 2:
        edges.insert(1, (unit.start + unit.end) // 2)
    return [
        part
        for start, end in pairwise(edges)
        for part in _parts(text, Unit(start, end), counter, most)
    ]
