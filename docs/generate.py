"""Write the pages, and parts of pages, that are made from the code and from measured results.

In:  the public names of ``embed_kcpd``, its command line, the JSON schema, measured results.
Out: the pages and parts named below.

Run it with ``make docs``; tests compare what it writes with what is committed.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from embed_kcpd.evaluation.page_parts import write_parts
from embed_kcpd.files import write_atomically
from generator.api import reference
from generator.benchmarks import benchmarks
from generator.chunks import chunk_measures
from generator.command_line import command_line
from generator.json_schema import json_keys, published
from generator.modules import modules
from generator.package_page import description
from generator.parts import confidence_verdict, data_sources, readme_table, simulation_parts
from generator.robustness import robustness
from generator.scale import parts as scale_parts

DOCS = Path(__file__).resolve().parent
SERVER = DOCS.parent / "src" / "embed_kcpd" / "server" / "schemas"

PAGES: Mapping[Path, Callable[[], str]] = {
    DOCS / "reference" / "api.md": reference,
    DOCS / "reference" / "command-line.md": command_line,
    DOCS / "reference" / "json.md": json_keys,
    DOCS / "reference" / "modules.md": modules,
    DOCS / "results" / "benchmarks.md": benchmarks,
    DOCS.parent / "DESCRIPTION.md": description,
    SERVER / "schema.json": partial(published, "schema.json"),
    SERVER / "chapters.schema.json": partial(published, "chapters.schema.json"),
}
"""Pages that are generated whole."""

PARTS: Mapping[Path, tuple[str, Callable[[], str]]] = {
    DOCS / "how-to" / "evaluate.md": ("sources", data_sources),
    DOCS / "how-to" / "rag.md": ("measured", chunk_measures),
    DOCS / "explanation" / "confidence.md": ("verdict", confidence_verdict),
    DOCS / "explanation" / "testing.md": ("robustness", robustness),
    DOCS.parent / "README.md": ("results", readme_table),
}
"""Pages with a part that is generated, and the name of that part."""


def main() -> None:
    write_parts(DOCS / "explanation" / "scale.md", scale_parts())
    write_parts(DOCS / "explanation" / "simulation.md", simulation_parts())
    for path, (name, part) in PARTS.items():
        write_parts(path, {name: part()})
    for path, page in PAGES.items():
        write_atomically(path, page())


if __name__ == "__main__":
    main()
