"""The README as a package index shows it.

In:  ``README.md``, the address of the sources in ``pyproject.toml`` where there is one.
Out: ``DESCRIPTION.md``, the long description of the package.

A package index knows no relative links.  With a ``Source`` among the project's addresses links
and pictures become absolute; without one links become plain text and pictures are left out.
"""

import re
from importlib.metadata import metadata
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"
PICTURE = re.compile(r"!\[[^\]]*\]\((?!https?:)([^)]+)\)\n*")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)]+)\)")


def description() -> str:
    """The README with links that work anywhere."""
    return portable(README.read_text(encoding="utf-8"), source_address())


def portable(page: str, source: str | None) -> str:
    """The page with absolute links, or with none that is relative.

    >>> portable("See [units](docs/units.md) or [the paper](https://arxiv.org).", None)
    'See units or [the paper](https://arxiv.org).'
    """
    if source is None:
        return LINK.sub(r"\1", PICTURE.sub("", page))
    raw = source.replace("https://github.com/", "https://raw.githubusercontent.com/")
    page = PICTURE.sub(lambda m: m[0].replace(m[1], f"{raw}/HEAD/{m[1]}"), page)
    return LINK.sub(lambda m: f"[{m[1]}]({source}/blob/HEAD/{m[2]})", page)


def source_address() -> str | None:
    """The address named ``Source`` in the metadata of the project."""
    for entry in metadata("embed-kcpd").get_all("Project-URL") or ():
        name, _, address = entry.partition(", ")
        if name == "Source":
            return address.rstrip("/")
    return None
