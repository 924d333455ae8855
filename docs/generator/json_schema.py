"""The page of the JSON that programs read.

In:  ``schema.json``, ``chapters.schema.json`` and ``timeline.schema.json`` of the reference.
Out: ``reference/json.md``: every key with its type and meaning, nested keys by their path.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from embed_kcpd.evaluation.page_parts import markdown_table

REFERENCE = Path(__file__).parent.parent / "reference"


def json_keys() -> str:
    """The keys of a segmentation, those that chapters have beside them, those of a timeline."""
    schema, chapters, timeline = (
        json.loads((REFERENCE / name).read_text(encoding="utf-8"))
        for name in ("schema.json", "chapters.schema.json", "timeline.schema.json")
    )
    parts = ["# JSON", schema["description"]]
    parts.append(
        "Described by [schema.json](schema.json) (JSON Schema), from which `make docs` makes "
        "this page. How to print and read it: [outputs and report](../how-to/outputs.md)."
    )
    parts += ["## The whole", _table(schema), *_definitions(schema)]
    parts += ["## Chapters of a recording", chapters["description"]]
    parts.append("Described by [chapters.schema.json](chapters.schema.json).")
    parts += [_table(chapters), *_definitions(chapters)]
    parts += ["## Timeline of a stream", timeline["description"]]
    parts.append("Described by [timeline.schema.json](timeline.schema.json).")
    parts += [_table(timeline), *_definitions(timeline)]
    return "\n\n".join(part for part in parts if part) + "\n"


def published(name: str) -> str:
    """A schema as it stands in the reference, for the server, which describes itself with it."""
    return (REFERENCE / name).read_text(encoding="utf-8")


def _definitions(schema: Mapping[str, Any]) -> Iterator[str]:
    """A heading, the meaning and a table of each definition."""
    for name, definition in schema.get("$defs", {}).items():
        yield from (f"## {name.capitalize()}", definition.get("description", ""))
        yield _table(definition)


def _table(node: Mapping[str, Any]) -> str:
    return markdown_table(["key", "type", "meaning"], list(_rows(node, "")))


def _rows(node: Mapping[str, Any], path: str) -> Iterator[list[str]]:
    for key, value in node.get("properties", {}).items():
        where = f"{path}{key}"
        yield [f"`{where}`", _kind(value), value.get("description", "")]
        yield from _rows(value, f"{where}.")
        yield from _rows(value.get("items", {}), f"{where}[].")


def _kind(node: Mapping[str, Any]) -> str:
    if "const" in node:
        return json.dumps(node["const"])
    if "$ref" in node:
        file, _, path = node["$ref"].partition("#")
        name = path.rpartition("/")[2]
        return "object" if file else f"[{name}](#{name})"
    if "enum" in node:
        return " or ".join(map(json.dumps, node["enum"]))
    if "anyOf" in node or "oneOf" in node:
        return " or ".join(_kind(each) for each in node.get("anyOf") or node["oneOf"])
    if node.get("type") == "array" and node.get("items"):
        return f"array of {_kind(node['items'])}"
    kinds = node.get("type", "any")
    return kinds if isinstance(kinds, str) else " or ".join(kinds)
