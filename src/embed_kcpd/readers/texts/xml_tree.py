"""XML to a tree.

In:  an archive and the path of an XML file in it, or the bytes of one.
Out: its root ``Node``; names are without their namespaces, places are in characters.  A reference
     to another part of an Office document keeps its ``r:``, since ``id`` is another attribute.

Entities of the file's own are refused: ten lines of them can unfold to gigabytes.
"""

import codecs
from xml.parsers import expat

from embed_kcpd.errors import InputError
from embed_kcpd.readers.texts.archive import Archive
from embed_kcpd.readers.texts.tree import DEEPEST, MOST_NODES, Node, Text


class _EntityError(Exception):
    """The file declares an entity."""


class _SizeError(Exception):
    """There are too many elements, or they stand too deep in one another."""


def xml_tree(archive: Archive, path: str) -> Node:
    """The tree of an XML file in an archive."""
    return parsed_tree(archive.read(path), f"{archive.name}: {path}")


def parsed_tree(data: bytes, name: str) -> Node:
    """The tree of an XML file; ``name`` is for messages."""
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    content = data.decode("utf-16", "replace").encode() if is_wide else data
    builder = _Builder(content, "utf-8" if is_wide else None)
    try:
        builder.parser.Parse(content, True)
    except expat.ExpatError as error:
        raise InputError(f"{name} is not well-formed XML: {error}") from None
    except _EntityError:
        raise InputError(f"{name} declares XML entities, which are not read") from None
    except _SizeError as error:
        raise InputError(f"{name} has more than {error}, which are not read") from None
    except (LookupError, ValueError) as error:
        raise InputError(f"{name} cannot be read as XML: {error}") from None
    return builder.root


class _Builder:
    """Collects what ``expat`` reports; places grow, so characters are counted as they come."""

    def __init__(self, data: bytes, encoding: str | None) -> None:
        self.root = Node("", {}, 0)
        self._opened = [self.root]
        self._data, self._bytes, self._chars, self._n_nodes = data, 0, 0, 0
        self.parser = parser = expat.ParserCreate(encoding, namespace_separator="}")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = self._entity

    def _place(self) -> int:
        """Characters before the current place."""
        at = max(self._bytes, self.parser.CurrentByteIndex)
        self._chars += len(self._data[self._bytes : at].decode("utf-8", "replace"))
        self._bytes = at
        return self._chars

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        node = Node(
            _local(name), {_attribute(key): v for key, v in attributes.items()}, self._place()
        )
        if len(self._opened) > DEEPEST:
            raise _SizeError(f"{DEEPEST} elements inside one another")
        self._add(node)
        self._opened.append(node)

    def _end(self, _: str) -> None:
        self._opened.pop().end = self._place()

    def _text(self, content: str) -> None:
        place = self._place()
        self._add(Text(content, place, place + len(content)))

    def _add(self, child: Node | Text) -> None:
        self._n_nodes += 1
        if self._n_nodes > MOST_NODES:
            raise _SizeError(f"{MOST_NODES:,} elements and texts")
        self._opened[-1].children.append(child)

    def _entity(self, *_: object) -> None:
        raise _EntityError


def _attribute(name: str) -> str:
    space, _, local = name.rpartition("}")
    return f"r:{local}" if space.endswith("/relationships") else local


def _local(name: str) -> str:
    return name.rpartition("}")[2]
