"""``embed-kcpd segment``: a text in, its segments out."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from embed_kcpd.cli import options as o
from embed_kcpd.cli.choices import (
    UnitName,
    check_targets,
    chosen_encoder,
    chosen_objective,
    chosen_splitter,
)
from embed_kcpd.cli.fineness import Fineness, chosen_granularity

if TYPE_CHECKING:
    from embed_kcpd.result.segmentation import SegmentedText


def segment(
    file: o.File,
    *,
    unit: o.UnitOption = UnitName.sentences,
    language: o.Language = None,
    encoder: o.EncoderOption = "minilm",
    threads: o.Threads = None,
    no_cache: o.NoCache = False,
    objective: o.ObjectiveOption = None,
    kernel: o.KernelOption = None,
    coarser: o.Coarser = None,
    finer: o.Finer = None,
    strict: o.Strict = False,
    segments: o.SegmentsOption = None,
    target_size: o.TargetUnits = None,
    target_chars: o.TargetChars = None,
    target_tokens: o.TargetTokens = None,
    penalty: o.PenaltyOption = None,
    scale: o.Scale = None,
    elbow: o.Elbow = False,
    levels: o.Levels = 1,
    min_size: o.MinSize = 1,
    max_size: o.MaxSize = None,
    min_chars: o.MinChars = None,
    max_chars: o.MaxChars = None,
    min_tokens: o.MinTokens = None,
    max_tokens: o.MaxTokens = None,
    as_json: o.AsJson = False,
    html: o.Html = None,
    explain: o.Explain = False,
    output: o.Output = None,
) -> None:
    """Cut a text where its topic changes.

    A terminal shows the segments; a pipe gets a line of fields for each of them.
    """
    from embed_kcpd import pipeline
    from embed_kcpd.cli.reading import read_text
    from embed_kcpd.problem.text_limits import TextLimits

    check_targets(file, html=html, output=output)
    fineness = Fineness(
        coarser=coarser,
        finer=finer,
        strict=strict,
        segments=segments,
        target_size=target_size,
        target_chars=target_chars,
        target_tokens=target_tokens,
        penalty=penalty,
        scale=scale,
        elbow=elbow,
    )
    result = pipeline.segment(
        read_text(file),
        unit=chosen_splitter(unit, language),
        encoder=chosen_encoder(encoder, threads, cache=not no_cache),
        objective=chosen_objective(objective, kernel),
        granularity=chosen_granularity(fineness, objective),
        limits=TextLimits(min_size, max_size, min_chars, max_chars, min_tokens, max_tokens),
        levels=levels,
    )
    _write(result, file, as_json, html, output)
    if explain:
        sys.stderr.write(result.explain().describe(unit.value.removesuffix("s")) + "\n")


def _write(
    result: "SegmentedText", file: str, as_json: bool, html: Path | None, output: Path | None
) -> None:
    from embed_kcpd import outputs

    if html is not None:
        name = "Standard input" if file == "-" else Path(file).name
        outputs.write_atomically(html, outputs.as_html(result, name))
    if output is not None:
        content = outputs.as_json(result) if as_json else outputs.as_lines(result)
        outputs.write_atomically(output, content)
    elif as_json:
        sys.stdout.write(outputs.as_json(result))
    else:
        outputs.print_segments(result, sys.stdout)
