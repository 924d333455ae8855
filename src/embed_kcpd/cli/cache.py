"""``embed-kcpd cache``: the remembered vectors."""

import json
from typing import Annotated

import typer

cache = typer.Typer(help="The remembered vectors: how many, and forget them.")


@cache.command()
def info(*, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Say where vectors are remembered, how many, and from which encoders."""
    from embed_kcpd.encoders.cache.vector_file import VectorFile
    from embed_kcpd.encoders.places import vector_cache_path

    file = VectorFile(vector_cache_path())
    holdings = file.holdings()
    if as_json:
        vectors = {holding.identity: holding.n_vectors for holding in holdings}
        content = {"path": str(file.path), "bytes": file.size, "vectors": vectors}
        typer.echo(json.dumps(content, indent=2))
        return
    typer.echo(f"{file.path}: {file.size / 1e6:.1f} MB")
    for holding in holdings:
        typer.echo(f"{holding.n_vectors:>10,}  {holding.identity}")


@cache.command()
def clear() -> None:
    """Forget all remembered vectors; models stay."""
    from embed_kcpd.encoders.cache.vector_file import VectorFile
    from embed_kcpd.encoders.places import vector_cache_path

    file = VectorFile(vector_cache_path())
    size = file.size
    file.clear()
    typer.echo(f"{file.path}: {size / 1e6:.1f} MB freed")
