"""What OpenAPI says of the answers.

In:  the published JSON schemas, and the names of answers.
Out: entries for ``responses`` of a route, and the schemas they name.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

SCHEMAS = Path(__file__).parent / "schemas"
"""Copies of docs/reference/*.schema.json, which ``make docs`` writes."""

Schema = dict[str, Any]

_INDEX: Schema = {"type": "integer", "minimum": 0}
_STRINGS: Schema = {"type": "array", "items": {"type": "string"}}


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "required": list(properties), "properties": properties}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _batch_of(name: str) -> Schema:
    entries = {"type": "array", "items": {"anyOf": [_ref(name), _ref("Failure")]}}
    return {"anyOf": [_ref(name), _object(results=entries)]}


_LEVEL = _object(
    n_segments={"type": "integer", "minimum": 1},
    penalty={"type": "number"},
    stable={"type": "boolean"},
    add={"type": "array", "items": _INDEX},
    remove={"type": "array", "items": _INDEX},
)

OWN: dict[str, Schema] = {
    "Failure": _object(
        error=_object(
            code={"type": "string"}, message={"type": "string"}, request_id={"type": "string"}
        )
    ),
    "Segmentations": _batch_of("Segmentation"),
    "Path": _object(
        result=_ref("Segmentation"),
        units=_object(
            start_utf16={"type": "array", "items": _INDEX},
            end_utf16={"type": "array", "items": _INDEX},
        ),
        levels=_object(n_units=_INDEX, default=_INDEX, levels={"type": "array", "items": _LEVEL}),
    ),
    "Titles": _object(titles=_STRINGS, keywords={"type": "array", "items": _STRINGS}),
    "ChunkedText": _object(
        n_units=_INDEX,
        chunks={
            "type": "array",
            "items": _object(
                id={"type": "string"},
                text={"type": "string"},
                start_char=_INDEX,
                end_char=_INDEX,
                n_tokens=_INDEX,
            ),
        },
    ),
    "ChunkedTexts": _batch_of("ChunkedText"),
    "Vectors": _object(
        encoder={"type": "string"},
        vectors={"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
    ),
}
"""Answers that are described here alone."""

REFUSALS: Mapping[int, str] = {
    400: "The body is not JSON.",
    401: "The key is missing or wrong.",
    405: "The address takes another method.",
    408: "The body did not arrive in time.",
    413: "The body is too large.",
    415: "The body is not JSON in UTF-8.",
    422: "Something in the request is not valid, or the text has too many units.",
    429: "Too many requests are waiting; Retry-After says when to ask again.",
    503: "The work took too long, an encoder is missing, or the server is shutting down.",
}


def answers_with(name: str, *other_types: str) -> dict[int | str, Schema]:
    """The answers of an address that does work: JSON of this schema, events, or a refusal."""
    content: Schema = {"application/json": {"schema": _ref(name)}}
    for media_type in ("text/event-stream", *other_types):
        content[media_type.partition(";")[0]] = {"schema": {"type": "string"}}
    failures = {"application/json": {"schema": _ref("Failure")}}
    refused: dict[int | str, Schema] = {
        status: {"description": text, "content": failures} for status, text in REFUSALS.items()
    }
    return {200: {"description": "Done.", "content": content}, **refused}


def refused_with(*statuses: int) -> dict[int | str, Schema]:
    """The refusals of an address that only answers questions."""
    failures = {"application/json": {"schema": _ref("Failure")}}
    return {status: {"description": REFUSALS[status], "content": failures} for status in statuses}


def describe(app: FastAPI) -> None:
    """Let the application describe itself with the published schemas."""

    def description() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(
                title=app.title,
                version=app.version,
                description=app.description,
                routes=app.routes,
            )
            known = made.setdefault("components", {}).setdefault("schemas", {})
            known |= OWN | published_schemas()
            for unused in ("HTTPValidationError", "ValidationError"):
                known.pop(unused, None)
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = description  # type: ignore[method-assign]


def published_schemas() -> dict[str, Schema]:
    """The published schemas, with references as OpenAPI resolves them."""
    return {
        **_published("schema.json", "Segmentation"),
        **_published("chapters.schema.json", "Chapters"),
    }


def _published(file: str, name: str) -> dict[str, Schema]:
    schema = json.loads((SCHEMAS / file).read_text("utf-8"))
    parts = {f"{name}.{part}": inner for part, inner in schema.pop("$defs", {}).items()}
    schema.pop("$schema", None)
    renamed = {"#/$defs/": f"#/components/schemas/{name}."}
    known = {name: schema, **parts}
    return {part: _with_references(inner, renamed) for part, inner in known.items()}


def _with_references(value: Any, renamed: Mapping[str, str]) -> Any:
    """The schema with its references renamed."""
    if isinstance(value, list):
        return [_with_references(item, renamed) for item in value]
    if not isinstance(value, dict):
        return value
    target = value.get("$ref")
    if isinstance(target, str):
        if target == "schema.json":
            target = "#/components/schemas/Segmentation"
        for old, new in renamed.items():
            target = target.replace(old, new)
        value = {**value, "$ref": target}
    return {
        key: inner if key == "$ref" else _with_references(inner, renamed)
        for key, inner in value.items()
    }
