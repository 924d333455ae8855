"""Options that several ``bench`` commands share."""

from collections.abc import Collection
from pathlib import Path
from typing import Annotated

import typer

from embed_kcpd.cli.options import flag
from embed_kcpd.errors import OptionsError

Data = Annotated[
    Path | None,
    typer.Option(help="Folder of the data sets.", show_default="$EMBED_KCPD_DATA"),
]
Sets = Annotated[
    str | None, typer.Option(help="Names of sets, parted by commas.", show_default="all")
]
Methods = Annotated[
    str | None, typer.Option(help="Names of methods, parted by commas.", show_default="all")
]
EncoderName = Annotated[str, typer.Option("--encoder", help="Name of the encoder.")]
JsonFile = Annotated[
    Path | None,
    typer.Option("--json", help="File of rows; rows already in it are not measured again."),
]
Fresh = Annotated[bool, flag("--fresh", help="Measure again what the file already has.")]
Page = Annotated[
    Path | None, typer.Option("--write-docs", help="Replace the generated parts of this page.")
]
Seed = Annotated[int, typer.Option(min=0, help="Seed of what is drawn at random.")]


def named(given: str | None, known: Collection[str], what: str) -> list[str]:
    """The names in a comma-separated list, all of them if nothing was given."""
    names = [name.strip() for name in given.split(",") if name.strip()] if given else list(known)
    for name in names:
        if name not in known:
            raise OptionsError(f"no {what} is called {name!r}; choose from {', '.join(known)}")
    return names
