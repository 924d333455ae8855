"""XML to a tree.

In:  the bytes of an XML file inside an archive, and names for messages.
Out: its root ``Node``; names are without their namespaces, places are in characters.

Entities of the file's own are refused: ten lines of them can unfold to gigabytes.
"""

import codecs
from xml.parsers import expat

from embed_kcpd.errors import InputError
from embed_kcpd.readers.texts.tree import DEEPEST, Node, Text


class _EntityError(Exception):
    """The file declares an entity."""


class _DepthError(Exception):
    """Elements stand too deep in one another."""


def xml_tree(data: bytes, name: str) -> Node:
    """The tree of an XML file; ``name`` says in messages which file it is."""
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    content = data.decode("utf-16", "replace").encode() if is_wide else data
    builder = _Builder(content, "utf-8" if is_wide else None)
    try:
        builder.parser.Parse(content, True)
    except expat.ExpatError as error:
        raise InputError(f"{name} is not well-formed XML: {error}") from None
    except _EntityError:
        raise InputError(f"{name} declares XML entities, which are not read") from None
    except _DepthError:
        raise InputError(
            f"{name} has more than {DEEPEST} elements inside one another, which are not read"
        ) from None
    except (LookupError, ValueError) as error:
        raise InputError(f"{name} cannot be read as XML: {error}") from None
    return builder.root


class _Builder:
    """Collects what ``expat`` reports; places grow, so characters are counted as they come."""

    def __init__(self, data: bytes, encoding: str | None) -> None:
        self.root = Node("", {}, 0)
        self._opened = [self.root]
        self._data, self._bytes, self._chars = data, 0, 0
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
        node = Node(_local(name), {_local(key): v for key, v in attributes.items()}, self._place())
        if len(self._opened) > DEEPEST:
            raise _DepthError
        self._opened[-1].children.append(node)
        self._opened.append(node)

    def _end(self, _: str) -> None:
        self._opened.pop().end = self._place()

    def _text(self, content: str) -> None:
        place = self._place()
        self._opened[-1].children.append(Text(content, place, place + len(content)))

    def _entity(self, *_: object) -> None:
        raise _EntityError


def _local(name: str) -> str:
    return name.rpartition("}")[2]
