"""A target size that is known before the text is: in characters, tokens or seconds.

In:  the size a person wants, and the units of a text.
Out: a ``TargetSize`` with each unit's size measured.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from embed_kcpd.encoders import Encoder
from embed_kcpd.errors import OptionsError
from embed_kcpd.given_numbers import is_number
from embed_kcpd.problem.text_limits import seconds_of, token_counts
from embed_kcpd.text.places import Place

if TYPE_CHECKING:
    from embed_kcpd.granularity.fixed import TargetSize


@dataclass(frozen=True, slots=True)
class TextTarget:
    """Segments of about so many characters, tokens, or seconds of a recording, on average.

    Tokens are those of the encoder if it can count them, and words otherwise.
    """

    chars: float | None = None
    tokens: float | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        sizes = (self.chars, self.tokens, self.seconds)
        if sum(size is not None for size in sizes) != 1:
            raise OptionsError(
                "a target size is given in chars, in tokens or in seconds, got "
                f"chars={self.chars}, tokens={self.tokens} and seconds={self.seconds}"
            )
        for size in sizes:
            if size is not None and not (is_number(size) and size > 0):
                raise OptionsError(f"the target size must be a positive number, got {size!r}")

    def measured(
        self,
        chars: Sequence[int],
        texts: Sequence[str],
        encoder: Encoder,
        places: Sequence[Place] = (),
    ) -> "TargetSize":
        """This target for units with so many characters, these texts and places."""
        from embed_kcpd.granularity.fixed import TargetSize

        if self.chars is not None:
            return TargetSize(self.chars, tuple(map(float, chars)), "characters")
        if self.seconds is not None:
            return TargetSize(self.seconds, tuple(seconds_of(places)), "seconds")
        counts, measure = token_counts(texts, encoder)
        return TargetSize(float(self.tokens or 0), tuple(counts), measure)
