"""A target size that is known before the text is: in characters or tokens.

In:  the size a person wants, and the units of a text.
Out: a ``TargetSize`` with each unit's size measured.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from embed_kcpd.encoders import Encoder
from embed_kcpd.errors import OptionsError
from embed_kcpd.granularity.fixed import TargetSize
from embed_kcpd.problem.text_limits import token_counts


@dataclass(frozen=True, slots=True)
class TextTarget:
    """Segments of about so many characters, or so many tokens, on average.

    Tokens are those of the encoder if it can count them, and words otherwise.
    """

    chars: float | None = None
    tokens: float | None = None

    def __post_init__(self) -> None:
        if (self.chars is None) == (self.tokens is None):
            raise OptionsError(
                f"a target size is given in chars or in tokens, "
                f"got chars={self.chars} and tokens={self.tokens}"
            )

    def measured(self, chars: Sequence[int], texts: Sequence[str], encoder: Encoder) -> TargetSize:
        """This target for units with so many characters and these texts."""
        if self.chars is not None:
            return TargetSize(self.chars, tuple(map(float, chars)), "characters")
        counts, measure = token_counts(texts, encoder)
        return TargetSize(float(self.tokens or 0), tuple(counts), measure)
