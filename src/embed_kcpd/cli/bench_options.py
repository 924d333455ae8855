"""Options that commands share which measure or list something."""

import json
from collections.abc import Collection
from pathlib import Path
from typing import Annotated

import typer

from embed_kcpd.errors import OptionsError

Data = Annotated[
    Path | None,
    typer.Option(help="Folder that holds the data sets.", show_default="$EMBED_KCPD_DATA"),
]
Sets = Annotated[
    str | None, typer.Option(help="Names of data sets, separated by commas.", show_default="all")
]
Methods = Annotated[
    str | None, typer.Option(help="Names of methods, separated by commas.", show_default="all")
]
EncoderName = Annotated[
    str,
    typer.Option(
        "--encoder",
        help="Encoder by name: minilm, minilm-fp32, mpnet, multilingual, wordllama, openai:MODEL.",
    ),
]
JsonFile = Annotated[
    Path | None,
    typer.Option(
        "--json",
        help="JSON file for the measured rows; rows that it already holds are not measured again "
        "unless their code, settings or documents have changed.",
    ),
]
Fresh = Annotated[
    bool, typer.Option("--fresh", help="Measure again the rows that the JSON file already holds.")
]
Page = Annotated[
    Path | None,
    typer.Option("--write-docs", help="Markdown page whose generated parts are replaced."),
]
PartOfPage = Annotated[
    Path | None,
    typer.Option(help="Markdown page whose part of this name is replaced by the table."),
]
PrintJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Seed = Annotated[int, typer.Option(min=0, help="Seed of the random draws.")]


def write_json(path: Path | None, values: object) -> None:
    """What was measured as JSON, into the file that was named, if one was."""
    if path is not None:
        from embed_kcpd.files import write_atomically

        write_atomically(path, json.dumps(values, indent=1) + "\n")


def named(given: str | None, known: Collection[str], what: str) -> list[str]:
    """The names in a comma-separated list, all of them if nothing was given."""
    names = [name.strip() for name in given.split(",") if name.strip()] if given else list(known)
    for name in names:
        if name not in known:
            raise OptionsError(f"no {what} is called {name!r}; choose from {', '.join(known)}")
    return names
