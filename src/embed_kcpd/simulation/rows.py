"""What the study found, one row per encoder, memory, length and rule, and as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from embed_kcpd.errors import InputError

Place = tuple[str, int, int, str]
"""Encoder, memory, length and rule: where in the tables a row stands."""


@dataclass(frozen=True, slots=True)
class Row:
    """Errors in percent: mean and standard deviation over the replicates.

    ``n_sentences`` is the size of the shortest topic document; ``started_over`` the share of
    segments, in percent, that are longer than their topic document; ``fingerprint`` the digest
    of code, encoder, texts and settings (None: measured before rows had one).
    """

    encoder: str
    memory: int
    n_units: int
    n_change_points: int
    n_sentences: int
    started_over: float
    kernel: str
    rule: str
    scale: float | None
    replicates: int
    pk: float
    pk_sd: float
    wd: float
    wd_sd: float
    extra_boundaries: float
    fingerprint: str | None = None

    @property
    def place(self) -> Place:
        return self.encoder, self.memory, self.n_units, self.rule


def rows_as_json(rows: Sequence[Row]) -> str:
    """One row per line."""
    return "[\n" + ",\n".join(json.dumps(asdict(row)) for row in rows) + "\n]\n"


def rows_from_json(text: str) -> tuple[Row, ...]:
    """The same, read again."""
    return tuple(Row(**row) for row in json.loads(text))


def read_rows(path: Path) -> tuple[Row, ...]:
    """The rows of a file; none if there is no file yet."""
    try:
        return rows_from_json(path.read_text("utf-8"))
    except FileNotFoundError:
        return ()
    except (OSError, TypeError, ValueError) as error:
        raise InputError(f"{path} holds no rows of a study: {error}") from None
