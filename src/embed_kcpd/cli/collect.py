"""``embed-kcpd collect``: posts of a service into a file that can be read."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from embed_kcpd.errors import OptionsError

collect = typer.Typer(help="Collect posts into a file.", no_args_is_help=True)


@collect.callback()
def _group() -> None:
    """Collect posts into a file."""


@collect.command()
def x(
    account: Annotated[str, typer.Argument(help="Name of the account, or its number.")],
    first_day: Annotated[
        str,
        typer.Option("--from", help="Start of the period: a day such as 2024-01-01, or a moment."),
    ],
    last_day: Annotated[str, typer.Option("--to", help="End of the period, itself not included.")],
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", help="JSON Lines file to write; an existing one is continued."
        ),
    ],
) -> None:
    """Collect the posts of one account of X through its API.

    The bearer token is read from X_BEARER_TOKEN.  A run that was ended goes on where it was;
    the service reaches back 3,200 posts and charges for each.
    """
    from datetime import timezone

    from embed_kcpd.collectors.x import Period, collect_posts
    from embed_kcpd.readers.dates import read_date

    moments = []
    for flag, written in (("--from", first_day), ("--to", last_day)):
        moment = read_date(written)
        if moment is None:
            raise OptionsError(f"{flag} must be a date such as 2026-11-16, got {written!r}")
        moments.append(moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc))
    count = collect_posts(account, Period(*moments), output)
    sys.stderr.write(f"{output} holds {count:,} posts\n")
