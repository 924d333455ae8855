"""``embed-kcpd models``: which models are here, where, and under which licence."""

import json
from typing import TYPE_CHECKING, Literal

import typer

from embed_kcpd.cli.bench_options import PrintJson
from embed_kcpd.cli.printable import printable

if TYPE_CHECKING:
    from embed_kcpd.encoders.models.inventory import Stored


def models(*, as_json: PrintJson = False) -> None:
    """List the models of the store; official files are checked against their digests."""
    from embed_kcpd.encoders.models.inventory import inventory

    entries = inventory()
    if as_json:
        typer.echo(json.dumps([_plain(entry) for entry in entries], indent=2))
    else:
        _print_table(entries)


def _plain(entry: "Stored") -> dict[str, object]:
    return {
        "model": entry.model,
        "form": entry.form,
        "state": entry.state.value,
        "bytes": entry.size,
        "licence": entry.licence,
        "folder": str(entry.folder),
    }


def _print_table(entries: "tuple[Stored, ...]") -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("model", "form", "state", "MB", "licence"):
        # Names and numbers are never cut off; a narrow terminal wraps the words.
        is_word = heading in ("form", "licence")
        justify: Literal["left", "right"] = "right" if heading == "MB" else "left"
        table.add_column(heading, justify=justify, no_wrap=not is_word, overflow="fold")
    for entry in entries:
        megabytes = f"{entry.size / 1e6:.1f}" if entry.size else ""
        table.add_row(entry.model, entry.form, entry.state.value, megabytes, entry.licence)
    console = Console()
    console.print(table)
    # Paths are not wrapped, so that they can be copied; brackets in them are no markup.
    kept_in = printable(str(entries[0].folder.parent.parent))
    console.print(Text(f"Kept in {kept_in}"), soft_wrap=True)
