"""Everything that can be chosen about the server, in one frozen value.

In:  what a person wants to be different from the defaults.
Out: a ``ServerSettings``; a number without meaning is an ``OptionsError``.
"""

import re
from dataclasses import dataclass, field

from embed_kcpd.encoders.models.threads import usable_threads
from embed_kcpd.encoders.names import PRETRAINED
from embed_kcpd.errors import OptionsError

_ORIGIN = re.compile(r"\*|null|[a-z][a-z0-9+.-]*://[^/?#@\sA-Z]+")
"""What the header ``Origin`` of a browser holds, or any origin."""


def usual_workers() -> int:
    """One for each core, and two at least: a long text then never keeps a short one waiting."""
    return max(2, usable_threads())


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Limits of one request, and how many are served at once.

    ``max_bytes``, ``max_units`` and ``max_seconds`` limit one request, ``queue`` how many short
    ones, and how many long ones, may wait.
    ``workers`` requests are computed at once, each by ``threads`` threads of the encoder.
    ``encoders`` are the ones a client may name; the first is loaded at the start and reads the
    languages whose own encoder is not among them.
    ``recent_bytes`` is the memory in which vectors of recent texts are kept, so that a text is
    not encoded again when only its settings change; ``use_cache`` keeps them on disk as well.
    ``head_seconds`` is how long the head of a request, and each part of its body, may take.
    """

    max_bytes: int = 8_000_000
    max_units: int = 50_000
    max_seconds: float = 300.0
    workers: int = field(default_factory=usual_workers)
    threads: int = 1
    queue: int = 100
    api_key: str | None = field(default=None, repr=False)
    cors_origins: tuple[str, ...] = ()
    encoders: tuple[str, ...] = ("minilm", "multilingual")
    use_cache: bool = False
    recent_bytes: int = 64_000_000
    head_seconds: float = 10.0

    def __post_init__(self) -> None:
        for name in ("max_bytes", "max_units", "max_seconds", "threads", "queue", "head_seconds"):
            if not 0 < getattr(self, name) < float("inf"):
                raise OptionsError(f"{name} must be more than 0, got {getattr(self, name)}")
        if self.workers < 2:
            raise OptionsError(
                f"workers must be at least 2, got {self.workers}: one is kept for short texts"
            )
        if self.recent_bytes < 0:
            raise OptionsError(f"recent_bytes must be 0 or more, got {self.recent_bytes}")
        unknown = [name for name in self.encoders if name not in PRETRAINED]
        if unknown or not self.encoders:
            named = ", ".join(unknown) or "none"
            raise OptionsError(f"encoders must be among {', '.join(PRETRAINED)}, got {named}")
        for origin in self.cors_origins:
            if not _ORIGIN.fullmatch(origin):
                raise OptionsError(
                    f"an origin is a scheme and a host as browsers send them, such as "
                    f"https://example.org or http://localhost:3000, without a path; got {origin!r}"
                )
        if self.api_key is not None and not self.api_key.strip():
            raise OptionsError("the API key is empty; give one, or leave it out")
