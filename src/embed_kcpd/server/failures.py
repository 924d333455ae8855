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

_LISTED = "/openapi.json lists what there is"
_NO_OBJECT = ("model_attributes_type", "model_type", "dict_type")
"""What pydantic calls a value that is no object."""

_OPTION = re.compile(r"--([a-z]+(?:-[a-z]+)*)")
_KEYS = {"chapters": "segments", "min_duration": "min_seconds", "max_duration": "max_seconds"}
"""Options of the command ``chapters`` that have another name among the keys."""


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
    """The failure behind an error; an unforeseen error is 500 and does not quote the text."""
    if isinstance(error, RefusedError):
        return error.failure
    if isinstance(error, RequestValidationError):
        return Failure(422, "invalid_request", _first_problem(error))
    if isinstance(error, HTTPException):
        return _http_failure(error)
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
    >>> _in_json_words("ask for more with --chapters 3")
    'ask for more with segments 3'
    """
    return " ".join(_OPTION.sub(_key, message).split())


def _key(option: re.Match[str]) -> str:
    name = option.group(1).replace("-", "_")
    return _KEYS.get(name, name)


def _first_problem(error: RequestValidationError) -> str:
    """The first thing that is wrong, without what was sent."""
    problem = error.errors()[0]
    kind, said = problem.get("type"), str(problem.get("msg", "is not valid"))
    if kind == "json_invalid":
        where = f"{problem.get('ctx', {}).get('error', said)} at character {problem['loc'][-1]}"
        return f"the body is not valid JSON: {where}"
    place = ".".join(str(part) for part in problem["loc"] if part != "body")
    if kind == "extra_forbidden":
        return f"{place}: there is no such key; {_LISTED}"
    if kind == "missing":
        said = "is missing"
    elif kind in _NO_OBJECT:
        said = "must be a JSON object"
    else:
        said = said.removeprefix("Value error, ").replace("Input should", "must", 1)
    if place:
        return f"{place}: {said}"
    return f"the body {said}" if said.startswith(("is ", "must ")) else f"the body: {said}"


def _http_failure(error: HTTPException) -> Failure:
    """What the framework refuses; its own words say too little."""
    status, cause = error.status_code, error.__cause__
    if isinstance(cause, UnicodeDecodeError):
        wrong = f"byte 0x{cause.object[cause.start]:02x} at offset {cause.start}"
        return Failure(status, "not_utf8", f"the body is not UTF-8: {wrong}; send JSON in UTF-8")
    if isinstance(cause, RecursionError):
        return Failure(status, "bad_request", "the body is JSON nested too deeply to be read")
    if isinstance(cause, ValueError):
        # What Python refuses of JSON that is well-formed.
        return Failure(status, "bad_request", "the body holds a number of too many digits")
    said = {
        404: ("not_found", f"nothing is at this address; {_LISTED}"),
        405: ("method_not_allowed", f"this address does not take this method; {_LISTED}"),
    }
    other = "bad_request" if status == 400 else "refused"
    code, message = said.get(status, (other, str(error.detail)))
    return Failure(status, code, message, error.headers or {})
