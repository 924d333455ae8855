"""``embed-kcpd segment``: a text in, its segments out."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from embed_kcpd.cli.choices import (
    KernelName,
    ObjectiveName,
    UnitName,
    chosen_encoder,
    chosen_objective,
    chosen_splitter,
)
from embed_kcpd.cli.fineness import Fineness, chosen_granularity

_FINENESS = "How fine to cut"
_SIZES = "Size of a segment"
_OUTPUT = "Output"


def segment(
    file: Annotated[str, typer.Argument(help="A UTF-8 text, or - for standard input.")],
    *,
    unit: Annotated[UnitName, typer.Option(help="What is never cut.")] = UnitName.sentences,
    language: Annotated[
        str | None,
        typer.Option(help="Language code for sentences, like de.", show_default="by script"),
    ] = None,
    encoder: Annotated[
        str,
        typer.Option(
            help="minilm, minilm-fp32, mpnet, mpnet-fp32, openai:MODEL, or the name or folder "
            "of a sentence-transformers model."
        ),
    ] = "minilm",
    threads: Annotated[int | None, typer.Option(help="Threads of the encoder.")] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Keep no vectors.")] = False,
    objective: Annotated[
        ObjectiveName | None, typer.Option(help="What segments are judged by.")
    ] = None,
    kernel: Annotated[KernelName | None, typer.Option(help="Kernel of the paper.")] = None,
    coarser: Annotated[
        float | None,
        typer.Option(help="Steps coarser; each is 1.5 times the price.", rich_help_panel=_FINENESS),
    ] = None,
    finer: Annotated[
        float | None, typer.Option(help="Steps finer.", rich_help_panel=_FINENESS)
    ] = None,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="No cut without evidence.", rich_help_panel=_FINENESS),
    ] = False,
    segments: Annotated[
        int | None, typer.Option(help="Exactly this many segments.", rich_help_panel=_FINENESS)
    ] = None,
    target_size: Annotated[
        float | None, typer.Option(help="About this many units each.", rich_help_panel=_FINENESS)
    ] = None,
    target_chars: Annotated[
        float | None,
        typer.Option(help="About this many characters each.", rich_help_panel=_FINENESS),
    ] = None,
    target_tokens: Annotated[
        float | None, typer.Option(help="About this many tokens each.", rich_help_panel=_FINENESS)
    ] = None,
    penalty: Annotated[
        float | None, typer.Option(help="Price of a boundary.", rich_help_panel=_FINENESS)
    ] = None,
    scale: Annotated[
        float | None,
        typer.Option(help="Factor of the paper's rule.", rich_help_panel=_FINENESS),
    ] = None,
    elbow: Annotated[
        bool, typer.Option("--elbow", help="The paper's elbow.", rich_help_panel=_FINENESS)
    ] = False,
    min_size: Annotated[int, typer.Option(help="Least units.", rich_help_panel=_SIZES)] = 1,
    max_size: Annotated[
        int | None, typer.Option(help="Most units.", rich_help_panel=_SIZES)
    ] = None,
    min_chars: Annotated[
        int | None, typer.Option(help="Least characters.", rich_help_panel=_SIZES)
    ] = None,
    max_chars: Annotated[
        int | None, typer.Option(help="Most characters.", rich_help_panel=_SIZES)
    ] = None,
    min_tokens: Annotated[
        int | None, typer.Option(help="Least tokens of the encoder.", rich_help_panel=_SIZES)
    ] = None,
    max_tokens: Annotated[
        int | None, typer.Option(help="Most tokens of the encoder.", rich_help_panel=_SIZES)
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON.", rich_help_panel=_OUTPUT)
    ] = False,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Say why it is cut this fine.", rich_help_panel=_OUTPUT),
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write there, not here.", rich_help_panel=_OUTPUT),
    ] = None,
) -> None:
    """Cut a text where its topic changes.

    On a terminal the segments are printed for people; in a pipe as lines of first unit, unit
    after the last, first character, character after the last, title and first words.
    """
    from embed_kcpd import outputs, pipeline
    from embed_kcpd.cli.reading import read_text
    from embed_kcpd.text_limits import TextLimits

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
    )
    if output is not None:
        outputs.write_atomically(
            output, outputs.as_json(result) if as_json else outputs.as_lines(result)
        )
    elif as_json:
        sys.stdout.write(outputs.as_json(result))
    else:
        outputs.print_segments(result, sys.stdout)
    if explain:
        sys.stderr.write(result.explain().describe(unit.value.removesuffix("s")) + "\n")
