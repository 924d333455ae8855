"""Size limits that are known before the text is: in units, characters, tokens and seconds.

In:  the limits a person sets, and the units of a text.
Out: ``Limits`` with each unit's size measured.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from embed_kcpd.encoders import Encoder
from embed_kcpd.encoders.protocol import checked_counts, encoder_identity, token_counter
from embed_kcpd.errors import OptionsError
from embed_kcpd.problem.limits import Budget, Limits, check_amounts, check_sizes, unit_numbers
from embed_kcpd.text.places import Place
from embed_kcpd.text.words import count_words


@dataclass(frozen=True, slots=True)
class TextLimits:
    """Least and most that one segment may hold.

    Sizes are in units.  Characters are those of the text, white space included.  Tokens are
    those of the encoder if it can count them, and words otherwise.  Seconds are those of a
    recording.  ``forced`` units must start a segment, ``forbidden`` units must not.
    """

    min_size: int = 1
    max_size: int | None = None
    min_chars: int | None = None
    max_chars: int | None = None
    min_tokens: int | None = None
    max_tokens: int | None = None
    forced: frozenset[int] = frozenset()
    forbidden: frozenset[int] = frozenset()
    min_seconds: float | None = None
    max_seconds: float | None = None

    def __post_init__(self) -> None:
        check_sizes(self.min_size, self.max_size)
        for least, most, measure in (
            (self.min_chars, self.max_chars, "characters"),
            (self.min_tokens, self.max_tokens, "tokens"),
            (self.min_seconds, self.max_seconds, "seconds"),
        ):
            check_amounts(
                0.0 if least is None else least, math.inf if most is None else most, measure
            )
        forced, forbidden = unit_numbers(self.forced, self.forbidden)
        object.__setattr__(self, "forced", forced)
        object.__setattr__(self, "forbidden", forbidden)

    def measured(
        self,
        chars: Sequence[int],
        texts: Sequence[str],
        encoder: Encoder,
        places: Sequence[Place] = (),
    ) -> Limits:
        """These limits for units with so many characters and these texts."""
        budgets = []
        if not self.min_chars is self.max_chars is None:
            budgets.append(_budget(chars, self.min_chars, self.max_chars, "characters"))
        if not self.min_tokens is self.max_tokens is None:
            counts, measure = token_counts(texts, encoder)
            budgets.append(_budget(counts, self.min_tokens, self.max_tokens, measure))
        if not self.min_seconds is self.max_seconds is None:
            lasting = seconds_of(places)
            budgets.append(_budget(lasting, self.min_seconds, self.max_seconds, "seconds"))
        return self._in_units(tuple(budgets))

    def without_text(self) -> Limits:
        """These limits where no text is known: characters and tokens cannot be counted."""
        sizes = (self.min_chars, self.max_chars, self.min_tokens, self.max_tokens)
        if any(size is not None for size in (*sizes, self.min_seconds, self.max_seconds)):
            raise OptionsError(
                "limits in characters, tokens or seconds need a text; "
                "for vectors give Limits(budgets=(Budget(sizes, most=...),))"
            )
        return self._in_units(())

    def _in_units(self, budgets: tuple[Budget, ...]) -> Limits:
        return Limits(self.min_size, self.max_size, budgets, self.forced, self.forbidden)


def token_counts(texts: Sequence[str], encoder: Encoder) -> tuple[list[float], str]:
    """Tokens of each text as the encoder counts them, else its words; and which it was."""
    count = token_counter(encoder)
    if count is None:
        return count_words(texts).tolist(), "words"
    counts = checked_counts(count(texts), len(texts), encoder_identity(encoder))
    return [float(tokens) for tokens in counts], "tokens"


def seconds_of(places: Sequence[Place]) -> list[float]:
    """How long each unit lasts: until the next one begins, so that silence counts too."""
    starts = [place.start_seconds for place in places]
    if not places or any(start is None for start in starts):
        raise OptionsError(
            "seconds can only be counted in a recording: give a transcript with times"
        )
    edges = list(accumulate([*(start or 0.0 for start in starts), _end(places)], max))
    return [end - start for start, end in pairwise(edges)]


def _end(places: Sequence[Place]) -> float:
    """When the recording ends, as far as is known."""
    return max(max(place.start_seconds or 0.0, place.end_seconds or 0.0) for place in places)


def _budget(
    sizes: Sequence[float], least: float | None, most: float | None, measure: str
) -> Budget:
    return Budget(
        tuple(float(size) for size in sizes),
        least=0.0 if least is None else float(least),
        most=float("inf") if most is None else float(most),
        measure=measure,
    )
