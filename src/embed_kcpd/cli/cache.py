"""``embed-kcpd cache``: the stored vectors."""

import json
from typing import TYPE_CHECKING

import typer

from embed_kcpd.cli.bench_options import PrintJson
from embed_kcpd.cli.printable import printable

if TYPE_CHECKING:
    from embed_kcpd.encoders.cache.vector_file import VectorFile

cache = typer.Typer(help="Show or clear the stored vectors.", no_args_is_help=True)


@cache.command()
def info(*, as_json: PrintJson = False) -> None:
    """Print where vectors are stored, how large the file is and may become, and its entries."""
    file = _file()
    holdings = file.holdings()
    if as_json:
        content = {
            "path": str(file.path),
            "bytes": file.size,
            "limit": file.limit,
            "entries": sum(holding.n_vectors for holding in holdings),
            "vectors": {holding.identity: holding.n_vectors for holding in holdings},
        }
        typer.echo(json.dumps(content, indent=2))
        return
    typer.echo(f"file     {printable(str(file.path))}")
    typer.echo(f"size     {_megabytes(file.size)} of at most {_megabytes(file.limit)}")
    typer.echo(f"entries  {sum(holding.n_vectors for holding in holdings):,}")
    for holding in holdings:
        typer.echo(f"{holding.n_vectors:>12,}  {printable(holding.identity)}")


@cache.command()
def clear() -> None:
    """Delete all stored vectors; models stay."""
    file = _file()
    size = file.size
    file.clear()
    typer.echo(f"{printable(str(file.path))}: {_megabytes(size)} freed")


def _file() -> "VectorFile":
    from embed_kcpd.encoders.cache.limit import cache_limit
    from embed_kcpd.encoders.cache.vector_file import VectorFile
    from embed_kcpd.encoders.places import vector_cache_path

    return VectorFile(vector_cache_path(), cache_limit())


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
