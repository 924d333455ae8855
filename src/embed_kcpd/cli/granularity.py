"""From the options about granularity to a granularity.

In:  what was said on the command line, ``None`` or ``False`` where nothing was.
Out: the granularity, or an error that names the two options at odds.
"""

from typing import TYPE_CHECKING

from embed_kcpd.cli.choices import ObjectiveName
from embed_kcpd.cli.options import GranularityOptions, ObjectiveOptions
from embed_kcpd.errors import OptionsError

if TYPE_CHECKING:
    from embed_kcpd.granularity.protocol import Granularity
    from embed_kcpd.granularity.text_target import TextTarget

OF_TEXT_SCALE = ("coarser", "finer", "strict")
"""Options of the default rule; ``strict`` may stand beside either of the others."""


def chosen_granularity(
    wanted: GranularityOptions, judged: ObjectiveOptions
) -> "Granularity | TextTarget | None":
    """How fine to cut; ``None`` leaves it to the library."""
    _check(wanted, judged)
    return _priced(wanted) or _sized(wanted) or _text_scale(wanted)


def _priced(wanted: GranularityOptions) -> "Granularity | None":
    if wanted.penalty is not None:
        from embed_kcpd.granularity.fixed import Penalty

        return Penalty(wanted.penalty)
    if wanted.scale is not None:
        from embed_kcpd.granularity.paper import PaperRule

        return PaperRule(wanted.scale)
    if wanted.elbow:
        from embed_kcpd.granularity.elbow import PaperElbow

        return PaperElbow()
    return None


def _sized(wanted: GranularityOptions) -> "Granularity | TextTarget | None":
    if wanted.segments is not None:
        from embed_kcpd.granularity.fixed import SegmentCount

        return SegmentCount(wanted.segments)
    if wanted.target_size is not None:
        from embed_kcpd.granularity.fixed import TargetSize

        return TargetSize(wanted.target_size)
    from embed_kcpd.granularity.text_target import TextTarget

    sizes = (wanted.target_chars, wanted.target_tokens, wanted.target_seconds)
    return None if sizes == (None, None, None) else TextTarget(*sizes)


def _text_scale(wanted: GranularityOptions) -> "Granularity | None":
    from embed_kcpd.granularity.text_scale.rule import TextScale

    if not wanted.given:
        return None
    steps = wanted.coarser if wanted.coarser is not None else -(wanted.finer or 0.0)
    return TextScale(coarser=steps, strict=wanted.strict)


def _check(wanted: GranularityOptions, judged: ObjectiveOptions) -> None:
    given = [f"--{name.replace('_', '-')}" for name in wanted.given]
    if len(given) > 1 and not (set(wanted.given) <= set(OF_TEXT_SCALE) and wanted.strict):
        raise OptionsError(f"{given[0]} and {given[1]} exclude each other; give one of them")
    if len(given) > 2:
        raise OptionsError("--coarser and --finer exclude each other; give one of them")
    check_steps(wanted.coarser, wanted.finer)
    if wanted.elbow and judged.objective is ObjectiveName.contrast:
        raise OptionsError(
            "--elbow and --objective contrast exclude each other: "
            "the elbow belongs to --objective paper"
        )
    culprit = _papers_option(judged)
    if culprit and set(wanted.given) & set(OF_TEXT_SCALE):
        raise OptionsError(
            f"{given[0]} and {culprit} exclude each other: "
            "steps and evidence belong to the contrast objective"
        )


def check_steps(coarser: float | None, finer: float | None) -> None:
    """Raise where steps are more than there can be, in the words of the command line."""
    from embed_kcpd.granularity.text_scale.rule import MOST_STEPS

    for name, steps in (("coarser", coarser), ("finer", finer)):
        if steps is not None and abs(steps) > MOST_STEPS:
            raise OptionsError(f"--{name} must be at most {MOST_STEPS} steps, got {steps:g}")


def _papers_option(judged: ObjectiveOptions) -> str:
    """The option that asks for the paper's objective, or nothing."""
    if judged.objective is not None:
        return "--objective paper" if judged.objective is ObjectiveName.paper else ""
    return "" if judged.kernel is None else f"--kernel {judged.kernel.value}"
