"""From the options about fineness to a granularity.

In:  what was said on the command line, ``None`` or ``False`` where nothing was.
Out: the granularity, or an error that names the two options at odds.
"""

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from embed_kcpd.cli.choices import ObjectiveName
from embed_kcpd.errors import OptionsError

if TYPE_CHECKING:
    from embed_kcpd.granularity.protocol import Granularity
    from embed_kcpd.granularity.text_target import TextTarget

OF_REACH = ("coarser", "finer", "strict")
"""Options of the default rule; ``strict`` may stand beside either of the others."""


@dataclass(frozen=True, slots=True)
class Fineness:
    """Every option that says how fine to cut, named as on the command line."""

    coarser: float | None = None
    finer: float | None = None
    strict: bool = False
    segments: int | None = None
    target_size: float | None = None
    target_chars: float | None = None
    target_tokens: float | None = None
    penalty: float | None = None
    scale: float | None = None
    elbow: bool = False

    @property
    def given(self) -> tuple[str, ...]:
        """Names of the options that were given."""
        values = ((one.name, getattr(self, one.name)) for one in fields(self))
        return tuple(name for name, value in values if value is not None and value is not False)


def chosen_granularity(
    wanted: Fineness, objective: ObjectiveName | None
) -> "Granularity | TextTarget | None":
    """How fine to cut; ``None`` leaves it to the library."""
    _check(wanted, objective)
    return _priced(wanted) or _sized(wanted) or _reach(wanted)


def _priced(wanted: Fineness) -> "Granularity | None":
    from embed_kcpd.granularity.elbow import PaperElbow
    from embed_kcpd.granularity.fixed import Penalty
    from embed_kcpd.granularity.paper import PaperRule

    if wanted.penalty is not None:
        return Penalty(wanted.penalty)
    if wanted.scale is not None:
        return PaperRule(wanted.scale)
    return PaperElbow() if wanted.elbow else None


def _sized(wanted: Fineness) -> "Granularity | TextTarget | None":
    from embed_kcpd.granularity.fixed import SegmentCount, TargetSize
    from embed_kcpd.granularity.text_target import TextTarget

    if wanted.segments is not None:
        return SegmentCount(wanted.segments)
    if wanted.target_size is not None:
        return TargetSize(wanted.target_size)
    if wanted.target_chars is not None or wanted.target_tokens is not None:
        return TextTarget(chars=wanted.target_chars, tokens=wanted.target_tokens)
    return None


def _reach(wanted: Fineness) -> "Granularity | None":
    from embed_kcpd.granularity.text_scale.rule import TextScale

    if not wanted.given:
        return None
    steps = wanted.coarser if wanted.coarser is not None else -(wanted.finer or 0.0)
    return TextScale(coarser=steps, strict=wanted.strict)


def _check(wanted: Fineness, objective: ObjectiveName | None) -> None:
    given = [f"--{name.replace('_', '-')}" for name in wanted.given]
    if len(given) > 1 and not (set(wanted.given) <= set(OF_REACH) and wanted.strict):
        raise OptionsError(f"{given[0]} and {given[1]} exclude each other; give one of them")
    if len(given) > 2:
        raise OptionsError("--coarser and --finer exclude each other; give one of them")
    if objective is ObjectiveName.paper and set(wanted.given) & set(OF_REACH):
        raise OptionsError(
            f"{given[0]} and --objective paper exclude each other: "
            "steps and evidence belong to the contrast objective"
        )
