"""The page of the JSON that programs read.

In:  ``reference/schema.json``.
Out: ``reference/json.md``: every key with its type and meaning, nested keys by their path.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from embed_kcpd.evaluation.page_parts import markdown_table

SCHEMA = Path(__file__).parent.parent / "reference" / "schema.json"


def json_keys() -> str:
    """A table of the keys of the whole object, and one of each definition."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    parts = ["# JSON", schema["description"]]
    parts.append(
        "Described by [schema.json](schema.json) (JSON Schema), from which `make docs` makes "
        "this page. How to print and read it: [outputs and report](../how-to/outputs.md)."
    )
    parts += ["## The whole", _table(schema)]
    for name, definition in schema.get("$defs", {}).items():
        parts += [f"## {name.capitalize()}", definition.get("description", ""), _table(definition)]
    return "\n\n".join(part for part in parts if part) + "\n"


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
        name = node["$ref"].rpartition("/")[2]
        return f"[{name}](#{name})"
    if node.get("type") == "array" and node.get("items"):
        return f"array of {_kind(node['items'])}"
    kinds = node.get("type", "any")
    return kinds if isinstance(kinds, str) else " or ".join(kinds)
