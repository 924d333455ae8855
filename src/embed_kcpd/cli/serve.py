"""``embed-kcpd serve``: the page and the REST addresses on this machine."""

import os
from pathlib import Path
from typing import Annotated

import typer

from embed_kcpd.cli.option_groups import options_in
from embed_kcpd.errors import InputError, MissingExtraError

API_KEY = "EMBED_KCPD_API_KEY"

_limit_option = options_in("Limits of one request")
_load_option = options_in("Many clients")
_access_option = options_in("Access")

Host = Annotated[str, typer.Option(help="Address to listen at; 0.0.0.0 lets other machines in.")]
Port = Annotated[int, typer.Option(help="Port to listen at; 0 takes a free one.")]
MaxBytes = Annotated[int, _limit_option(help="Largest body of a request in bytes.")]
MaxUnits = Annotated[int, _limit_option(help="Largest number of units of a text.")]
MaxSeconds = Annotated[float, _limit_option(help="Longest work for a request in seconds.")]
Workers = Annotated[
    int | None,
    _load_option(
        help="Number of requests computed at once, 2 or more; one of these workers is kept for "
        "short texts.",
        show_default="one for each core, from 2 to 4",
    ),
]
ThreadsEach = Annotated[int, _load_option(help="Threads of the encoder for each request.")]
Queue = Annotated[
    int,
    _load_option(
        help="Number of short requests, and of long ones, that may wait; more are refused with "
        "status 429."
    ),
]
Encoders = Annotated[
    list[str] | None,
    _load_option(
        "--encoder",
        help="Built-in encoder that clients may use (minilm, minilm-fp32, mpnet, mpnet-fp32, "
        "multilingual, wordllama); may be given several times.",
        show_default="minilm and multilingual",
    ),
]
UseCache = Annotated[
    bool,
    _load_option(
        "--cache", help="Store vectors in the vector cache on disk; without it nothing is stored."
    ),
]
RecentMegabytes = Annotated[
    int,
    _load_option(
        "--recent-mb",
        help="Memory for the vectors of recent texts in megabytes: a text sent again with other "
        "settings is not encoded again. 0 keeps none.",
    ),
]
ApiKeyFile = Annotated[
    Path | None,
    _access_option(
        help=f"File with the key that clients must send; or set {API_KEY}.", show_default="no key"
    ),
]
CorsOrigins = Annotated[
    list[str] | None,
    _access_option(
        "--cors-origin",
        help="Origin of web pages that may use the server, such as https://example.org; may be "
        "given several times.",
        show_default="none",
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
