"""The options of commands that segment a text, each declared once.

In:  nothing.
Out: annotated types; a command lists those it offers.
"""

from pathlib import Path
from typing import Annotated

import typer

from embed_kcpd.cli.choices import KernelName, ObjectiveName, UnitName

_FINENESS = "How fine to cut"
_SIZES = "Size of a segment"
_OUTPUT = "Output"

File = Annotated[str, typer.Argument(help="A UTF-8 text, or - for standard input.")]

UnitOption = Annotated[UnitName, typer.Option(help="What is never cut.")]
Language = Annotated[
    str | None, typer.Option(help="Language of sentences, like de.", show_default="by script")
]
EncoderOption = Annotated[
    str, typer.Option(help="minilm, mpnet, openai:MODEL, or a sentence-transformers model.")
]
Threads = Annotated[int | None, typer.Option(help="Threads of the encoder.")]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Keep no vectors.")]
ObjectiveOption = Annotated[
    ObjectiveName | None,
    typer.Option(help="What segments are judged by.", show_default="contrast"),
]
KernelOption = Annotated[
    KernelName | None, typer.Option(help="Kernel of the paper's objective.", show_default="cosine")
]

Coarser = Annotated[
    float | None,
    typer.Option(help="Steps coarser; each is 1.5 times the price.", rich_help_panel=_FINENESS),
]
Finer = Annotated[float | None, typer.Option(help="Steps finer.", rich_help_panel=_FINENESS)]
Strict = Annotated[
    bool, typer.Option("--strict", help="No cut without evidence.", rich_help_panel=_FINENESS)
]
SegmentsOption = Annotated[
    int | None, typer.Option(help="Exactly this many segments.", rich_help_panel=_FINENESS)
]
TargetUnits = Annotated[
    float | None, typer.Option(help="About this many units each.", rich_help_panel=_FINENESS)
]
TargetChars = Annotated[
    float | None, typer.Option(help="About this many characters each.", rich_help_panel=_FINENESS)
]
TargetTokens = Annotated[
    float | None, typer.Option(help="About this many tokens each.", rich_help_panel=_FINENESS)
]
PenaltyOption = Annotated[
    float | None, typer.Option(help="Price of a boundary.", rich_help_panel=_FINENESS)
]
Scale = Annotated[
    float | None, typer.Option(help="Factor of the paper's rule.", rich_help_panel=_FINENESS)
]
Elbow = Annotated[
    bool, typer.Option("--elbow", help="The paper's elbow.", rich_help_panel=_FINENESS)
]
Levels = Annotated[
    int,
    typer.Option(help="Nested levels, the usual one the finest.", rich_help_panel=_FINENESS),
]

MinSize = Annotated[int, typer.Option(help="Least units.", rich_help_panel=_SIZES)]
MaxSize = Annotated[int | None, typer.Option(help="Most units.", rich_help_panel=_SIZES)]
MinChars = Annotated[int | None, typer.Option(help="Least characters.", rich_help_panel=_SIZES)]
MaxChars = Annotated[int | None, typer.Option(help="Most characters.", rich_help_panel=_SIZES)]
MinTokens = Annotated[
    int | None, typer.Option(help="Least tokens of the encoder.", rich_help_panel=_SIZES)
]
MaxTokens = Annotated[
    int | None, typer.Option(help="Most tokens of the encoder.", rich_help_panel=_SIZES)
]

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.", rich_help_panel=_OUTPUT)]
Html = Annotated[
    Path | None, typer.Option(help="Write a report to look at.", rich_help_panel=_OUTPUT)
]
Explain = Annotated[
    bool, typer.Option("--explain", help="Say why it is cut this fine.", rich_help_panel=_OUTPUT)
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Write there, not here.", rich_help_panel=_OUTPUT),
]
