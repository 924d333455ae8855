"""Everything that can be chosen about a segmentation, in one frozen value.

In:  what a person wants to be different from the defaults.
Out: a ``Settings`` that ``segment``, ``segment_units``, ``segment_vectors`` and their path
     siblings share; it can be used for any number of texts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from numbers import Integral

from embed_kcpd.encoders import AnyEncoder, Encoder
from embed_kcpd.encoders.by_language import EncoderByLanguage
from embed_kcpd.errors import OptionsError
from embed_kcpd.evidence.places import Headings
from embed_kcpd.given_kinds import check_yes_or_no
from embed_kcpd.given_numbers import is_number
from embed_kcpd.granularity.protocol import Granularity
from embed_kcpd.granularity.text_target import TextTarget
from embed_kcpd.problem.limits import UNLIMITED, Limits
from embed_kcpd.problem.objectives import Objective
from embed_kcpd.problem.text_limits import TextLimits
from embed_kcpd.text.language_names import main_code
from embed_kcpd.text.places import Place
from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.units import Splitter


@dataclass(frozen=True, slots=True)
class Settings:
    """How a text is cut.

    ``unit`` splits the text into the pieces that are never cut themselves.  ``encoder`` turns
    these into vectors: an encoder, the name of one (``"mpnet"``), or a function from a list of
    texts to one vector each; by default the built-in one for the language of the text:
    all-MiniLM-L6-v2 for English.  ``language`` is its code (``"de"``); by default it is
    detected.  ``objective`` is what a segmentation is judged by, ``granularity`` how fine to
    cut, ``limits`` what one segment may hold.  ``confidence`` gives each boundary a
    probability.  ``levels`` is the number of nested levels: coarser parts above the
    segmentation and finer sections below it.
    ``spoken`` says whether the text is speech written down, which is cut by other evidence;
    ``None`` recognises English speech by its words.  ``headings`` says what a heading in the
    document means for the boundary before it.

    >>> Settings(levels=0)
    Traceback (most recent call last):
    ...
    embed_kcpd.errors.OptionsError: levels must be a whole number from 1 on, got 0
    """

    unit: Splitter = field(default_factory=Sentences)
    encoder: AnyEncoder | EncoderByLanguage | None = None
    language: str | None = None
    objective: Objective | None = None
    granularity: Granularity | TextTarget | None = None
    limits: Limits | TextLimits = UNLIMITED
    confidence: bool = True
    levels: int = 1
    spoken: bool | None = None
    headings: Headings = Headings.favour

    def __post_init__(self) -> None:
        if not isinstance(self.limits, Limits | TextLimits):
            raise OptionsError(f"limits must be Limits or TextLimits, got {self.limits!r}")
        if self.language is not None:
            main_code(self.language)
        check_unit(self.unit)
        check_yes_or_no(self.confidence, "confidence")
        if self.spoken is not None:
            check_yes_or_no(self.spoken, "spoken")
        _check_method(self.objective, "objective", "problem", "Contrast() or Paper()")
        if not isinstance(self.granularity, TextTarget):
            _check_method(
                self.granularity, "granularity", "decide", "TextScale() or SegmentCount(5)"
            )
        check_headings(self.headings)
        if not (is_number(self.levels, Integral) and self.levels >= 1):
            raise OptionsError(f"levels must be a whole number from 1 on, got {self.levels!r}")

    def measured(
        self,
        chars: Sequence[int],
        texts: Sequence[str],
        encoder: Encoder,
        places: Sequence[Place] = (),
    ) -> "Settings":
        """The settings with limits and target in the sizes of these units."""
        limits, granularity = self.limits, self.granularity
        if isinstance(limits, TextLimits):
            limits = limits.measured(chars, texts, encoder, places)
        if isinstance(granularity, TextTarget):
            granularity = granularity.measured(chars, texts, encoder, places)
        return replace(self, limits=limits, granularity=granularity)

    def for_vectors(self) -> tuple[Granularity | None, Limits]:
        """Granularity and limits where no text is known: sizes in characters or tokens need one."""
        if isinstance(self.granularity, TextTarget):
            raise OptionsError(
                "TextTarget measures a text; for vectors give TargetSize(size, sizes)"
            )
        limits = self.limits
        return self.granularity, limits.without_text() if isinstance(limits, TextLimits) else limits


def checked_settings(settings: object) -> Settings:
    """Raise unless these are settings: a granularity or a dictionary in their place is not."""
    if isinstance(settings, Settings):
        return settings
    raise OptionsError(
        f"settings must be Settings(...), got {str(settings)[:60]!r}; "
        "write for instance Settings(granularity=SegmentCount(5), levels=2)"
    )


def check_unit(unit: object) -> None:
    """Raise unless this splits a text into units."""
    if unit is None:
        raise OptionsError("unit must be an object such as Sentences() or Lines(), got None")
    _check_method(unit, "unit", "split", "Sentences() or Lines()")


def check_headings(headings: object) -> None:
    """Raise unless this says what headings mean."""
    if not isinstance(headings, Headings):
        raise OptionsError(f"headings must be Headings.force, .favour or .ignore, got {headings!r}")


def _check_method(value: object, name: str, method: str, examples: str) -> None:
    if value is not None and (isinstance(value, type | str | bytes) or not hasattr(value, method)):
        raise OptionsError(f"{name} must be an object such as {examples}, got {value!r}")


DEFAULT_SETTINGS = Settings()
"""Sentences, the default encoder, the contrast objective, the text's own scale."""
