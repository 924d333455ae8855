"""Units of many documents encoded together.

In:  documents in units, each with its encoder and with what makes its row.
Out: groups of them, and for each group an encoder that has the vectors of their units at hand.

The built-in encoders run texts of one length together, and one short text alone takes as long as
three together.  Their vectors do not depend on what is encoded beside them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders import Encoder, encoder_identity
from embed_kcpd.encoders.protocol import EncoderInFront, checked_rows
from embed_kcpd.errors import EncoderError, EndpointError, MissingExtraError, OptionsError

CONCERNS_ALL = (EncoderError, EndpointError, MissingExtraError, OptionsError)
"""Errors that the next document would meet as well."""

UNITS_AT_ONCE = 4_096
"""Units of several documents that are encoded together."""


Row = dict[str, object]
"""Values of one row of the results, by column."""


@dataclass(frozen=True, slots=True)
class InUnits:
    """A document in units: what is encoded, and what its row is once an encoder is given."""

    texts: Sequence[str]
    encoder: Encoder
    row: Callable[[Encoder], Row]


@dataclass(frozen=True, slots=True, eq=False)
class KnownVectors(EncoderInFront):
    """``encoder`` in front of which some vectors are known."""

    encoder: Encoder
    known: dict[str, Vectors]

    def encode(self, texts: Sequence[str]) -> Vectors:
        """What the encoder itself would give."""
        if not texts or any(text not in self.known for text in texts):
            return self.encoder.encode(texts)
        return np.stack([self.known[text] for text in texts])


def groups(documents: Iterable[tuple[Row, InUnits]]) -> Iterator[list[tuple[Row, InUnits]]]:
    """Documents with the same encoder, about ``UNITS_AT_ONCE`` units together."""
    group: list[tuple[Row, InUnits]] = []
    n_units = 0
    for row, each in documents:
        if group and (group[0][1].encoder != each.encoder or n_units >= UNITS_AT_ONCE):
            yield group
            group, n_units = [], 0
        group.append((row, each))
        n_units += len(each.texts)
    if group:
        yield group


def with_known_vectors(group: Sequence[InUnits]) -> Encoder:
    """The encoder of the group, which has encoded its units.

    One that cannot encode them together is asked for each document alone: the fault may be in
    one of them.
    """
    encoder = group[0].encoder
    texts = list(dict.fromkeys(text for each in group for text in each.texts))
    if len(group) == 1 or not texts:
        return encoder
    try:
        rows = checked_rows(encoder.encode(texts), len(texts), encoder_identity(encoder))
    except CONCERNS_ALL:
        raise
    except Exception:
        return encoder
    return KnownVectors(encoder, dict(zip(texts, rows, strict=True)))
