"""A client of the X API v2 that keeps to its rate limits.

In:  a path and a query; the bearer token in an environment variable.
Out: the JSON object the service answers.

The token is read when it is sent and shown nowhere.  Where the rate limit is used up, the client
waits until the moment that the headers name; trouble that passes is waited out with growing
pauses; everything else is an error in one line.
"""

import gzip
import http.client
import json
import time
import urllib.error
import urllib.request
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.message import Message
from typing import Any
from urllib.parse import urlencode

from embed_kcpd.encoders.endpoint import Endpoint, NoRedirects, Patience
from embed_kcpd.errors import EndpointError
from embed_kcpd.progress import say
from embed_kcpd.version import __version__

ADDRESS = "https://api.x.com/2"
TOKEN_VARIABLE = "X_BEARER_TOKEN"
LONGEST_WAIT = 20 * 60.0
"""Seconds; the windows of the service last 15 minutes."""
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class XClient:
    """The service at ``address``; ``sleep`` and ``now`` are there for tests."""

    address: str = ADDRESS
    patience: Patience = field(default_factory=Patience)
    sleep: Callable[[float], None] = time.sleep
    now: Callable[[], float] = time.time

    def get(self, path: str, query: Mapping[str, str]) -> dict[str, Any]:
        """The answer, asked for as often as patience allows; a used-up limit is waited for."""
        attempt = 0
        while True:
            attempt += 1
            answer, reason, status, headers = self._asked(path, query)
            if answer is not None:
                self._wait_if_used_up(headers)
                return answer
            if status not in _PASSING | {None} or attempt >= self.patience.attempts:
                raise EndpointError(self.address + path, reason, attempt, status)
            pause = self._until_reset(headers) if status == 429 else 0.0
            self._wait(pause or self.patience.pause_after(attempt))

    def _asked(
        self, path: str, query: Mapping[str, str]
    ) -> tuple[dict[str, Any] | None, str, int | None, Message]:
        """One attempt: the answer, or why there is none; and the headers."""
        endpoint = Endpoint(self.address, TOKEN_VARIABLE)
        request = urllib.request.Request(f"{endpoint.name}{path}?{urlencode(query)}")
        request.add_header("User-Agent", f"embed-kcpd/{__version__}")
        request.add_header("Accept-Encoding", "gzip")
        request.add_unredirected_header("Authorization", f"Bearer {endpoint.key()}")
        opener = urllib.request.build_opener(NoRedirects)
        try:
            with opener.open(request, timeout=self.patience.timeout) as response:
                return _object(response.read(), response.headers), "", 200, response.headers
        except urllib.error.HTTPError as error:
            with error:
                said = _complaint(error)
            reason = f"HTTP {error.code}" + (f": {endpoint.shown(said)}" if said else "")
            return None, reason, error.code, error.headers
        except (OSError, http.client.HTTPException, ValueError, EOFError, zlib.error) as error:
            reason = f"{type(error).__name__}: {error}"
            return None, endpoint.shown(reason), None, Message()

    def _wait_if_used_up(self, headers: Message) -> None:
        """Before the next question, where this answer was the last of its window."""
        if headers.get("x-rate-limit-remaining", "").strip() == "0":
            self._wait(self._until_reset(headers))

    def _until_reset(self, headers: Message) -> float:
        """Seconds until the window of the rate limit ends, 0 where no header says so."""
        try:
            seconds = float(headers.get("x-rate-limit-reset", "")) - self.now()
        except ValueError:
            return 0.0
        return min(LONGEST_WAIT, max(0.0, seconds) + 1.0)

    def _wait(self, seconds: float) -> None:
        if seconds > 5:
            say(f"Waiting {seconds:.0f} s for the rate limit of the service")
        self.sleep(seconds)


def _object(body: bytes, headers: Message) -> dict[str, Any]:
    if headers.get("Content-Encoding", "").lower() == "gzip":
        body = gzip.decompress(body)
    try:
        answer = json.loads(body)
    except RecursionError:
        raise ValueError("an answer that is nested too deeply") from None
    if not isinstance(answer, dict):
        raise ValueError("an answer that is not a JSON object")
    return answer


def _complaint(error: urllib.error.HTTPError) -> str:
    """What the service says is wrong, in either of its two forms."""
    try:
        answer = _object(error.read(1 << 16), error.headers)
    except (OSError, http.client.HTTPException, ValueError, EOFError, zlib.error):
        return ""
    errors = answer.get("errors")
    if isinstance(errors, list) and errors and isinstance(errors[0], dict):
        return str(errors[0].get("message") or errors[0].get("detail") or "")
    return str(answer.get("detail") or answer.get("title") or "")
