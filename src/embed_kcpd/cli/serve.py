"""``embed-kcpd serve``: the page and the REST addresses on this machine."""

import os
from pathlib import Path
from typing import Annotated

import typer

from embed_kcpd.errors import InputError, MissingExtraError

API_KEY = "EMBED_KCPD_API_KEY"

_LIMITS = "Limits of one request"
_MANY = "Many clients"
_ACCESS = "Access"

Host = Annotated[str, typer.Option(help="Address to listen at; 0.0.0.0 lets other machines in.")]
Port = Annotated[int, typer.Option(help="Port to listen at; 0 takes a free one.")]
MaxBytes = Annotated[
    int, typer.Option(help="Largest body of a request in bytes.", rich_help_panel=_LIMITS)
]
MaxUnits = Annotated[
    int, typer.Option(help="Largest number of units of a text.", rich_help_panel=_LIMITS)
]
MaxSeconds = Annotated[
    float, typer.Option(help="Longest work for a request in seconds.", rich_help_panel=_LIMITS)
]
Workers = Annotated[
    int | None,
    typer.Option(
        help="Number of requests computed at once, 2 or more; one of these workers is kept for "
        "short texts.",
        show_default="one for each core, from 2 to 4",
        rich_help_panel=_MANY,
    ),
]
ThreadsEach = Annotated[
    int,
    typer.Option(help="Threads of the encoder for each request.", rich_help_panel=_MANY),
]
Queue = Annotated[
    int,
    typer.Option(
        help="Number of short requests, and of long ones, that may wait; more are refused with "
        "status 429.",
        rich_help_panel=_MANY,
    ),
]
Encoders = Annotated[
    list[str] | None,
    typer.Option(
        "--encoder",
        help="Built-in encoder that clients may use (minilm, minilm-fp32, mpnet, mpnet-fp32, "
        "multilingual, wordllama); may be given several times.",
        show_default="minilm and multilingual",
        rich_help_panel=_MANY,
    ),
]
UseCache = Annotated[
    bool,
    typer.Option(
        "--cache",
        help="Store vectors in the vector cache on disk; without it nothing is stored.",
        rich_help_panel=_MANY,
    ),
]
RecentMegabytes = Annotated[
    int,
    typer.Option(
        "--recent-mb",
        help="Memory for the vectors of recent texts in megabytes: a text sent again with other "
        "settings is not encoded again. 0 keeps none.",
        rich_help_panel=_MANY,
    ),
]
ApiKeyFile = Annotated[
    Path | None,
    typer.Option(
        help=f"File with the key that clients must send; or set {API_KEY}.",
        show_default="no key",
        rich_help_panel=_ACCESS,
    ),
]
CorsOrigins = Annotated[
    list[str] | None,
    typer.Option(
        "--cors-origin",
        help="Origin of web pages that may use the server, such as https://example.org; may be "
        "given several times.",
        show_default="none",
        rich_help_panel=_ACCESS,
    ),
]


def serve(
    *,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    max_bytes: MaxBytes = 8_000_000,
    max_units: MaxUnits = 50_000,
    max_seconds: MaxSeconds = 300.0,
    workers: Workers = None,
    threads: ThreadsEach = 1,
    queue: Queue = 100,
    encoders: Encoders = None,
    recent_megabytes: RecentMegabytes = 64,
    use_cache: UseCache = False,
    api_key_file: ApiKeyFile = None,
    cors_origins: CorsOrigins = None,
) -> None:
    """Serve a page and a REST interface that cut texts where their topic changes.

    Needs the extra server. Ctrl+C ends it.
    """
    try:
        from embed_kcpd.server.running import serve as run_server
        from embed_kcpd.server.settings import ServerSettings, usual_workers
    except ImportError as error:
        raise MissingExtraError(error.name or "fastapi", "server") from None
    settings = ServerSettings(
        max_bytes=max_bytes,
        max_units=max_units,
        max_seconds=max_seconds,
        workers=usual_workers() if workers is None else workers,
        threads=threads,
        queue=queue,
        api_key=api_key(api_key_file),
        cors_origins=tuple(cors_origins or ()),
        encoders=tuple(encoders or ("minilm", "multilingual")),
        use_cache=use_cache,
        recent_bytes=1_000_000 * recent_megabytes,
    )
    run_server(settings, host, port)


def api_key(file: Path | None) -> str | None:
    """The key of the file, or of the environment; never of the command line, which others see."""
    if file is None:
        key = os.environ.get(API_KEY)
        return None if key is None else key.strip()
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise InputError(f"cannot read the key in {file}: {reason}") from None
