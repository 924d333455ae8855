"""A client for OpenAI-compatible HTTP endpoints that tries again after passing trouble.

In:  a base address, the name of the environment variable that holds the key, a payload.
Out: the JSON object the server answers, or an error that says how often and why it failed.

Trouble that passes (429, 5xx, timeouts, dropped connections, half an answer) is waited out
with growing, jittered pauses; everything else fails at once.  The key is read when it is
sent and kept nowhere: not in a field, a message, a log or a redirect.
"""

import http.client
import json
import os
import random
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from email.utils import parsedate_to_datetime
from numbers import Integral
from typing import Any
from urllib.parse import SplitResult, urlsplit

from embed_kcpd.encoders.redaction import redacted
from embed_kcpd.errors import EndpointError, OptionsError
from embed_kcpd.given_numbers import is_number
from embed_kcpd.version import __version__

_PASSING = frozenset({408, 425, 429})
_SAID_CHARACTERS = 300
_BLOCK_BYTES = 1 << 16
_MOST_BYTES = 1 << 29
"""No answer is longer: 2,048 vectors of 3,072 numbers take a quarter of it."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long one answer may take, how often to ask, and how long to pause in between.

    Pauses double from ``first_pause`` up to ``longest_pause`` seconds, each shortened by a
    random part so that many clients do not come back together.  A server that asks for a
    longer pause than ``longest_pause`` is not waited for.
    """

    timeout: float = 60.0
    attempts: int = 6
    first_pause: float = 0.5
    longest_pause: float = 60.0

    def __post_init__(self) -> None:
        if not (is_number(self.attempts, Integral) and self.attempts >= 1):
            raise OptionsError(
                f"attempts must be a whole number from 1 on, got {self.attempts!r:.60}"
            )
        if not (is_number(self.timeout) and self.timeout > 0):
            raise OptionsError(f"timeout must be a number of seconds, got {self.timeout!r:.60}")
        for name in ("first_pause", "longest_pause"):
            seconds = getattr(self, name)
            if not (is_number(seconds) and seconds >= 0):
                raise OptionsError(f"{name} must be a number of seconds, got {seconds!r:.60}")

    def allows_another(self, attempt: int, failure: "_Failure") -> bool:
        """Whether to ask again after failed attempt number ``attempt``."""
        is_wanted = failure.may_pass and failure.asked_pause <= self.longest_pause
        return is_wanted and attempt < self.attempts

    def pause_after(self, attempt: int) -> float:
        """Seconds to wait after failed attempt number ``attempt``, counted from one."""
        full = min(self.longest_pause, self.first_pause * 2.0 ** (attempt - 1))
        return full * random.uniform(0.5, 1.0)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A server that takes and gives JSON.

    ``key_variable`` names the environment variable with the key; None sends no key, as
    local servers want it.
    """

    base_url: str
    key_variable: str | None = None
    patience: Patience = field(default_factory=Patience)

    def __post_init__(self) -> None:
        if not isinstance(self.key_variable, str | None):
            raise OptionsError("key_variable must be the name of an environment variable, or None")
        if not isinstance(self.patience, Patience):
            raise OptionsError(f"patience must be Patience(...), got {self.patience!r:.60}")
        parts = _split(self.base_url)
        if "@" in parts.netloc or parts.query or parts.fragment:
            # Such an address would be shown in errors, identities and reprs.
            raise OptionsError(
                f"the base URL for {parts.hostname} carries a user, password or query; "
                "put the key into an environment variable"
            )

    @property
    def name(self) -> str:
        """The address as it is shown."""
        return self.base_url.rstrip("/")

    def post(self, path: str, payload: Mapping[str, Any]) -> dict[str, Any]:
        """The server's JSON answer to ``payload``, asked for as often as patience allows.

        A server that streams gives ``{"events": [...]}``, once its stream is complete.
        """
        attempt = 0
        while True:
            attempt += 1
            outcome = self._attempt(path, payload)
            if not isinstance(outcome, _Failure):
                return outcome
            if not self.patience.allows_another(attempt, outcome):
                raise EndpointError(self.name + path, outcome.reason, attempt, outcome.status)
            time.sleep(max(outcome.asked_pause, self.patience.pause_after(attempt)))

    def shown(self, text: str) -> str:
        """What a server said, fit for a message: without the key, on one line, not too long."""
        key = os.environ.get(self.key_variable, "").strip() if self.key_variable else ""
        return _fit(text, key)

    def _attempt(self, path: str, payload: Mapping[str, Any]) -> "dict[str, Any] | _Failure":
        key = self.key()
        request = _request(self.name + path, key, payload)
        try:
            return _asked(request, float(self.patience.timeout))
        except urllib.error.HTTPError as error:
            return _refusal(error, key)
        except urllib.error.URLError as error:
            is_certain = isinstance(error.reason, ssl.SSLCertVerificationError)
            return _Failure(_fit(str(error.reason), key), may_pass=not is_certain)
        except (http.client.HTTPException, OSError, ValueError) as error:
            reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            return _Failure(_fit(reason, key), may_pass=True)

    def key(self) -> str:
        """The key, read from the environment anew; empty where none is sent."""
        if self.key_variable is None:
            return ""
        key = os.environ.get(self.key_variable, "").strip()
        if not key:
            raise EndpointError(self.name, f"the environment has no {self.key_variable}; set it", 0)
        if not (key.isascii() and key.isprintable()) or " " in key:
            reason = f"{self.key_variable} holds characters that no key has"
            raise EndpointError(self.name, reason, 0)
        return key


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why one attempt failed, and whether another one may succeed."""

    reason: str
    may_pass: bool
    status: int | None = None
    asked_pause: float = 0.0


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the key to a host nobody chose."""

    def redirect_request(self, *_: object) -> None:
        return None


def _request(url: str, key: str, payload: Mapping[str, Any]) -> urllib.request.Request:
    request = urllib.request.Request(url, data=json.dumps(payload).encode(), method="POST")
    request.add_header("Content-Type", "application/json")
    request.add_header("Accept", "application/json")
    request.add_header("User-Agent", f"embed-kcpd/{__version__}")
    if key:
        request.add_unredirected_header("Authorization", f"Bearer {key}")
    return request


def _asked(request: urllib.request.Request, timeout: float) -> dict[str, Any]:
    deadline = time.monotonic() + timeout
    with urllib.request.build_opener(NoRedirects).open(request, timeout=timeout) as response:
        body = _body(response, deadline)
        is_stream = response.headers.get_content_type() == "text/event-stream"
    return {"events": _events(body)} if is_stream else _object(body)


def _object(body: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        raise ValueError(f"an answer of {len(body)} bytes that is not JSON") from None
    if not isinstance(answer, dict):
        raise ValueError("an answer that is not a JSON object")
    return answer


def _events(body: bytes) -> list[dict[str, Any]]:
    """The objects of a stream of server-sent events, which must end with ``[DONE]``."""
    lines = [line.strip() for line in body.splitlines() if line.startswith(b"data:")]
    said = [line.removeprefix(b"data:").strip() for line in lines]
    if not said or said[-1] != b"[DONE]":
        raise ValueError(f"a stream that broke off after {len(said)} events")
    return [_object(event) for event in said[:-1]]


def _body(response: http.client.HTTPResponse, deadline: float) -> bytes:
    """The whole body in time; a server that trickles or stops early is an error."""
    expected = response.length
    blocks, n_bytes = [], 0
    while block := response.read1(_BLOCK_BYTES):
        blocks.append(block)
        n_bytes += len(block)
        if n_bytes > _MOST_BYTES:
            raise http.client.HTTPException(f"an answer of more than {_MOST_BYTES} bytes")
        if time.monotonic() > deadline:
            raise TimeoutError("the answer did not end in time")
    body = b"".join(blocks)
    if expected is not None and len(body) < expected:
        raise http.client.IncompleteRead(body, expected - len(body))
    return body


def _refusal(error: urllib.error.HTTPError, key: str) -> _Failure:
    with error:
        said, code = _said(error)
    may_pass = error.code in _PASSING or error.code >= 500
    # An empty account answers 429 as well, and no pause fills it.
    if code == "insufficient_quota":
        may_pass = False
    pause = _asked_pause(error.headers)
    reason = f"HTTP {error.code}" + (f": {_fit(said, key)}" if said else "")
    if pause:
        reason += f" (asks to wait {pause:.0f} s)"
    return _Failure(reason, may_pass, error.code, pause)


def _said(error: urllib.error.HTTPError) -> tuple[str, str]:
    """The server's own message and error code, as far as it gave any."""
    try:
        text = error.read(_BLOCK_BYTES).decode("utf-8", "replace")
    except (OSError, http.client.HTTPException):
        return "", ""
    try:
        detail = json.loads(text)["error"]
        text, code = str(detail["message"]), str(detail.get("code"))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        code = ""
    return text, code


def _asked_pause(headers: Message) -> float:
    """Seconds the server asks us to wait, given as a number or as a date."""
    asked = headers.get("Retry-After", "").strip()
    try:
        return max(0.0, float(asked))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(asked).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return 0.0


def _fit(text: str, key: str) -> str:
    """``text`` for a message; the key goes first, so that no cut can leave a part of it."""
    return " ".join(redacted(text, key).split())[:_SAID_CHARACTERS]


def _split(base_url: str) -> SplitResult:
    """The parts of an address that can be asked, or an error that does not repeat it."""
    try:
        parts = urlsplit(base_url)
        host = (parts.hostname or "").encode("idna")
        is_address = parts.scheme in ("http", "https") and bool(host) and parts.port != 0
    except (ValueError, TypeError, AttributeError):  # the last two where it is no string
        is_address = False
    if not is_address or not base_url.isprintable() or " " in base_url:
        raise OptionsError("a base URL looks like https://host/v1; this one does not")
    return parts
