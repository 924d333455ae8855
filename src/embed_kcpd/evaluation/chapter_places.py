"""What stands where chapters begin, where they were put wrongly, and anywhere else.

In:  recordings, and when the chapters found in them begin.
Out: for each kind of place how many there are, and how often a turn, a question or a phrase begins.

A cue can put a boundary right only if the true place has it more often than the place that was
taken for it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.evidence.phrases import english, marked
from embed_kcpd.evidence.turns import turn_kinds

NEAR, FAR = 20.0, 60.0
"""Seconds within which a chapter is found, and within which it is found and misplaced."""

CUES = (
    "begins a turn",
    "of 20 words or more",
    "with a question",
    "announces",
    "turns to something",
)
"""What a place may have, in the order of the columns."""


@dataclass(slots=True)
class Places:
    """The cues of all places of each kind."""

    right: list[FloatArray] = field(default_factory=list)
    misplaced: list[FloatArray] = field(default_factory=list)
    meant: list[FloatArray] = field(default_factory=list)
    unseen: list[FloatArray] = field(default_factory=list)
    wrong: list[FloatArray] = field(default_factory=list)
    anywhere: list[FloatArray] = field(default_factory=list)

    def rows(self) -> Iterator[tuple[str, int, list[float]]]:
        """The name of each kind, how many places it has, and the share that has each cue."""
        yield from (
            (name, len(places), np.mean(places, axis=0).tolist())
            for name, places in (
                (f"found within {NEAR:g} s", self.right),
                (f"found {NEAR:g} to {FAR:g} s beside", self.misplaced),
                ("where these should stand", self.meant),
                (f"true, nothing found within {FAR:g} s", self.unseen),
                (f"found, nothing true within {FAR:g} s", self.wrong),
                ("any sentence", self.anywhere),
            )
            if places
        )


def place_cues(texts: Sequence[str], speakers: Sequence[str | None]) -> FloatArray:
    """Which of ``CUES`` each sentence has, as a row of zeros and ones.

    >>> place_cues(["I see.", "Next question, why?", "Yes."], ["Ann", "Ben", "Ann"])[1].tolist()
    [1.0, 0.0, 1.0, 1.0, 1.0]
    """
    begins = [n > 0 and name != speakers[n - 1] for n, name in enumerate(speakers)]
    phrases = english()
    return np.column_stack(
        [
            np.array(begins, dtype=np.float64),
            *turn_kinds(texts, speakers),
            marked(texts, phrases.announcement),
            marked(texts, phrases.mention),
        ]
    ).astype(np.float64)


def add_places(
    places: Places,
    cues: FloatArray,
    seconds: FloatArray,
    true: Sequence[float],
    found: Sequence[float],
) -> None:
    """Sort the places of one recording, whose sentences begin at ``seconds``, by kind."""
    places.anywhere += list(cues[1:])
    for time in found:
        beside = [abs(start - time) for start in true]
        own = cues[_nearest(seconds, time)]
        if min(beside) <= NEAR:
            places.right.append(own)
        elif min(beside) <= FAR:
            places.misplaced.append(own)
            places.meant.append(cues[_nearest(seconds, true[int(np.argmin(beside))])])
        else:
            places.wrong.append(own)
    places.unseen += [
        cues[_nearest(seconds, start)]
        for start in true
        if min((abs(start - time) for time in found), default=np.inf) > FAR
    ]


def _nearest(seconds: FloatArray, time: float) -> int:
    return int(np.argmin(np.abs(seconds - time)))
