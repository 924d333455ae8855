"""The tree of an HTML or XML file: elements and texts with their places.

In:  nothing; what the parsers of both build.
Out: ``Node`` and ``Text``, and the walks over them that readers need.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

DEEPEST = 150
"""Elements inside one another that a tree may have: real files stay below 60."""


MOST_NODES = 2_000_000
"""Elements and texts that a tree may have: a book of a thousand pages has some hundred thousand,
and a small archive can hold more than fit into memory."""


@dataclass(frozen=True, slots=True)
class Text:
    """Characters between two tags, written at ``start`` to ``end - 1`` of the file."""

    content: str
    start: int
    end: int


@dataclass(slots=True)
class Node:
    """An element; ``tag`` is its name without a namespace."""

    tag: str
    attributes: dict[str, str]
    start: int
    end: int = 0
    children: "list[Node | Text]" = field(default_factory=list)

    def elements(self) -> "Iterator[Node]":
        """The elements directly inside."""
        return (child for child in self.children if isinstance(child, Node))

    def first(self, tag: str) -> "Node | None":
        """The first element of this name directly inside."""
        return next((child for child in self.elements() if child.tag == tag), None)

    def all(self, *tags: str) -> "Iterator[Node]":
        """Elements of these names at any depth, in the order of the file."""
        todo = [*self.children][::-1]
        while todo:
            child = todo.pop()
            if isinstance(child, Node):
                if child.tag in tags:
                    yield child
                todo += child.children[::-1]

    def texts(self) -> Iterator[Text]:
        """Every text inside, in the order of the file."""
        todo = [*self.children][::-1]
        while todo:
            child = todo.pop()
            if isinstance(child, Text):
                yield child
            else:
                todo += child.children[::-1]

    @property
    def content(self) -> str:
        """What it says, tags left out."""
        return "".join(text.content for text in self.texts())
