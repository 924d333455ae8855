"""Packages of Office Open XML: the parts of a Word document or a presentation.

In:  an open archive.
Out: the path of its main part, the parts that another part refers to, and the title.
"""

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass

from embed_kcpd.errors import InputError
from embed_kcpd.readers.texts.archive import Archive
from embed_kcpd.readers.texts.blocks import collapsed
from embed_kcpd.readers.texts.xml_tree import xml_tree

CONTENT_TYPES = "[Content_Types].xml"
"""What every such package holds."""


@dataclass(frozen=True, slots=True)
class Relation:
    """What another part is for, such as ``notesSlide``, and its path in the archive."""

    kind: str
    path: str


def main_part(archive: Archive, usual: str) -> str:
    """Where the relations of the package say that the document is."""
    for relation in relations(archive, "").values():
        if relation.kind == "officeDocument" and archive.holds(relation.path):
            return relation.path
    if archive.holds(usual):
        return usual
    raise InputError(f"{archive.name} is a zip archive without {usual}")


def relations(archive: Archive, part: str) -> Mapping[str, Relation]:
    """The parts that a part refers to, by identity; the package itself is the part ``""``."""
    folder, name = posixpath.split(part)
    path = posixpath.join(folder, "_rels", f"{name}.rels")
    if not archive.holds(path):
        return {}
    return {
        element.attributes.get("Id", ""): Relation(
            element.attributes.get("Type", "").rpartition("/")[2],
            _resolved(folder, element.attributes.get("Target", "")),
        )
        for element in xml_tree(archive, path).all("Relationship")
    }


def _resolved(folder: str, target: str) -> str:
    """A path from the root begins with a slash; any other is beside the part."""
    return posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")


def stated_title(archive: Archive, path: str = "docProps/core.xml") -> str | None:
    """The title that a document gives itself in its metadata."""
    if not archive.holds(path):
        return None
    title = next(xml_tree(archive, path).all("title"), None)
    return collapsed(title.content) or None if title is not None else None
