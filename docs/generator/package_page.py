"""The README as a package index shows it.

In:  ``README.md``, the address of the sources in ``pyproject.toml`` where there is one.
Out: ``DESCRIPTION.md``, the long description of the package.

Who reads it there has no clone: the package is installed by its name, and nothing is made.  A
package index knows no relative links.  With a ``Source`` among the project's addresses links
and pictures become absolute; without one links become plain text and pictures are left out.
"""

import re
from importlib.metadata import metadata
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"
PICTURE = re.compile(r"!\[[^\]]*\]\((?!https?:)([^)]+)\)\n*")
ASIDE = re.compile(r" \(\[[^\]]+\]\((?!https?:|#)[^)]+\)\)")
"""A link alone in brackets, which says nothing without its target."""
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)]+)\)")
MAKING = re.compile(r"    make demo.*?(?=```python)", re.DOTALL)
DOCUMENTATION = re.compile(r"## Documentation\n.*?(?=## Results)", re.DOTALL)
IN_THE_SOURCES = """## Documentation

The source distribution holds the documentation (`docs/`), the examples (`examples/`) and the tests.

"""
BY_NAME = (
    ("In a clone, with Python", "With Python"),
    ("pip install .            #", "pip install embed-kcpd           #"),
    ("pip install '.[pdf]'     #", "pip install 'embed-kcpd[pdf]'    #"),
)
"""What is installed: in a clone, and from an index."""


def description() -> str:
    """The README with links that work anywhere."""
    source = source_address()
    return portable(without_clone(README.read_text(encoding="utf-8"), source), source)


def without_clone(page: str, source: str | None) -> str:
    """The page for somebody who has no clone; pages that no link can reach are not listed."""
    page = MAKING.sub("", page)
    for in_a_clone, from_an_index in BY_NAME:
        if in_a_clone not in page:
            raise ValueError(f"README.md has no longer {in_a_clone!r}; change BY_NAME")
        page = page.replace(in_a_clone, from_an_index)
    return DOCUMENTATION.sub(IN_THE_SOURCES, page) if source is None else page


def portable(page: str, source: str | None) -> str:
    """The page with absolute links, or with none that is relative.

    >>> portable("See [units](docs/units.md) or [the paper](https://arxiv.org).", None)
    'See units or [the paper](https://arxiv.org).'
    """
    if source is None:
        return LINK.sub(r"\1", ASIDE.sub("", PICTURE.sub("", page)))
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
