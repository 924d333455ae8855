"""The elbow's C beside the best C: what choosing C as the paper does costs on each set.

In:  the errors of a set at many scales, and the scales that somebody would choose.
Out: a table: each chosen C with its errors, the C of least Pk with its errors.

Only who knows the true boundaries can choose the best C; it is what a choice is measured by.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean

from embed_kcpd.evaluation.elbows import (
    ElbowDefinition,
    ScaleCurve,
    chord_on_log_axis,
    greatest_bend,
    set_elbows,
)
from embed_kcpd.evaluation.page_parts import markdown_table
from embed_kcpd.evaluation.sensitivity import Sensitivity
from embed_kcpd.problem.kernels import Kernel

CHORD = "elbow, chord"
BEND = "elbow, bend"
PAPER = "the paper"
DEFINITIONS = (
    ElbowDefinition(CHORD, chord_on_log_axis),
    ElbowDefinition(BEND, greatest_bend, 10),
)
"""The elbow read off the exact path, and the definition that comes closest to the paper's C."""

CHOICES = (CHORD, BEND, PAPER)
CLOSE = 1.0
"""Points of Pk within which a scale is as good as the best."""


@dataclass(frozen=True, slots=True)
class ScaleChoices:
    """One set and kernel: the errors against C, and the scales chosen by each rule."""

    curve: Sensitivity
    chosen: Mapping[str, float]

    def errors(self, scale: float) -> tuple[float, float]:
        """Pk and WindowDiff at a scale that was measured."""
        place = self.curve.scales.index(scale)
        return self.curve.pk[place], self.curve.wd[place]

    @property
    def good_range(self) -> tuple[float, float]:
        """The scales around the best one whose Pk is within a point of its."""
        pairs = list(zip(self.curve.scales, self.curve.pk, strict=True))
        best = self.curve.scales.index(self.curve.best)
        low = high = best
        while low > 0 and pairs[low - 1][1] <= self.curve.least + CLOSE:
            low -= 1
        while high + 1 < len(pairs) and pairs[high + 1][1] <= self.curve.least + CLOSE:
            high += 1
        return pairs[low][0], pairs[high][0]


def chosen_scales(curves: Sequence[ScaleCurve], kernel: Kernel) -> dict[str, float]:
    """The scale by each rule, from the curves of the sampled documents."""
    elbows = set_elbows(curves, DEFINITIONS)
    scales = {elbow.definition: round(elbow.mean, 6) for elbow in elbows}
    return {**scales, PAPER: kernel.paper_scale}


def choice_table(choices: Sequence[ScaleChoices]) -> str:
    """A line for each set and kernel."""
    heads = ["set", "kernel"]
    for name in (*CHOICES, "best C"):
        heads += [name if name == "best C" else f"{name}: C", "Pk / WD"]
    return markdown_table([*heads, "C with Pk within 1 of the best"], [*map(_line, choices)])


def choice_summary(choices: Sequence[ScaleChoices]) -> str:
    """What each rule costs over all lines of the table, in one sentence."""
    least = [each.curve.least for each in choices]
    said = []
    for name in CHOICES:
        found = [each.errors(each.chosen[name])[0] for each in choices]
        close = sum(pk <= best + CLOSE for pk, best in zip(found, least, strict=True))
        said.append(f"{name} {fmean(found):.1f} ({close} of {len(choices)})")
    return (
        f"Mean Pk over these {len(choices)} lines, and lines within a point of the best C: "
        f"{'; '.join(said)}; best C {fmean(least):.1f}."
    )


def _line(choices: ScaleChoices) -> list[str]:
    cells = [choices.curve.set, choices.curve.kernel]
    for scale in (*(choices.chosen[name] for name in CHOICES), choices.curve.best):
        pk, wd = choices.errors(scale)
        cells += [f"{scale:.3f}", f"{pk:.1f} / {wd:.1f}"]
    low, high = choices.good_range
    return [*cells, f"{low:.3f} to {high:.3f}"]


def choices_as_values(choices: Sequence[ScaleChoices]) -> list[dict[str, object]]:
    """Curves and choices as plain JSON values."""
    return [{**asdict(each.curve), "chosen": dict(each.chosen)} for each in choices]
