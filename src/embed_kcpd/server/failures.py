"""Why a request was refused or failed, as a status and one line.

In:  an error.
Out: a ``Failure``, written as ``{"error": {"code", "message", "request_id"}}``.

Messages of the library name options of the command line; a client knows them as JSON keys.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from embed_kcpd.errors import (
    EmbedKcpdError,
    EncoderError,
    EndpointError,
    InputError,
    LimitsError,
    MissingExtraError,
    OptionsError,
)

_OPTION = re.compile(r"--([a-z]+(?:-[a-z]+)*)")


@dataclass(frozen=True, slots=True)
class Failure:
    """What a client is told."""

    status: int
    code: str
    message: str
    headers: Mapping[str, str] = field(default_factory=dict)

    def values(self, request_id: str) -> dict[str, object]:
        inner = {"code": self.code, "message": self.message, "request_id": request_id}
        return {"error": inner}

    def response(self, request_id: str) -> Response:
        body = json.dumps(self.values(request_id))
        return Response(body, self.status, dict(self.headers), "application/json")


class RefusedError(EmbedKcpdError):
    """The server does not do what was asked; it has the failure to answer with."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def failure_of(error: BaseException) -> Failure:
    """The failure behind an error; what nobody foresaw is 500 and says nothing of the text."""
    if isinstance(error, RefusedError):
        return error.failure
    if isinstance(error, RequestValidationError):
        return Failure(422, "invalid_request", _first_problem(error))
    if isinstance(error, HTTPException):
        return Failure(error.status_code, _http_code(error.status_code), str(error.detail))
    if isinstance(error, EmbedKcpdError):
        status, code = _status(error)
        return Failure(status, code, _in_json_words(str(error)))
    return Failure(500, "internal", "unforeseen error; the log has its place under the request id")


def _status(error: EmbedKcpdError) -> tuple[int, str]:
    if isinstance(error, (EncoderError, EndpointError)):
        return 503, "encoder_unavailable"
    names: dict[type[EmbedKcpdError], str] = {
        MissingExtraError: "missing_extra",
        LimitsError: "impossible_limits",
        OptionsError: "invalid_settings",
        InputError: "unreadable_input",
    }
    return 422, next((name for kind, name in names.items() if isinstance(error, kind)), "invalid")


def _in_json_words(message: str) -> str:
    """``--target-size`` as ``target_size``, on one line.

    >>> _in_json_words("--coarser and --target-size exclude each other")
    'coarser and target_size exclude each other'
    """
    named = _OPTION.sub(lambda option: option.group(1).replace("-", "_"), message)
    return " ".join(named.split())


def _first_problem(error: RequestValidationError) -> str:
    """The first thing that is wrong, without what was sent."""
    problem = error.errors()[0]
    place = ".".join(str(part) for part in problem["loc"] if part != "body")
    said = problem.get("msg", "is not valid")
    return f"{place}: {said}" if place else f"the body: {said}"


def _http_code(status: int) -> str:
    return {400: "bad_request", 404: "not_found", 405: "method_not_allowed"}.get(status, "refused")
