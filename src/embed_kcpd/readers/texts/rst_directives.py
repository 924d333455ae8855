"""Directives of reStructuredText: which give text, and which are left out.

In:  the name and the argument of a directive (``.. name:: argument``), and the lines below it.
Out: what kind it is, and where its argument and its options end.

The content of a directive that no list here names is text, its argument is not.
"""

import re
from collections.abc import Sequence
from enum import Enum

from embed_kcpd.readers.texts.rst_indentation import is_blank_at, is_deeper_at
from embed_kcpd.readers.texts.rst_lines import EXPLICIT, FIELD, MARKER, Line

CODE = frozenset(
    [
        *("code", "code-block", "sourcecode", "parsed-literal", "doctest", "testcode", "prompt"),
        *("ipython", "jupyter-execute", "code-cell", "console", "productionlist"),
    ]
)
"""Directives whose content is code."""

SILENT = frozenset(
    [
        *("image", "raw", "math", "toctree", "include", "literalinclude", "index", "contents"),
        *("sectnum", "graphviz", "digraph", "graph", "inheritance-diagram", "plot", "mermaid"),
        *("uml", "meta", "role", "default-role", "highlight", "currentmodule", "module", "title"),
        *("tabularcolumns", "bibliography", "testsetup", "testcleanup", "testoutput", "replace"),
        *("header", "footer", "default-domain", "py:currentmodule", "py:module", "sectionauthor"),
        *("codeauthor", "autosummary", "target-notes", "unicode", "date", "youtube", "video"),
    ]
)
"""Directives that are left out with their content; those that begin with ``auto`` as well."""

TITLED = frozenset(
    [
        *("note", "warning", "tip", "important", "hint", "danger", "caution", "error"),
        *("attention", "seealso", "todo", "admonition", "topic", "sidebar", "rubric", "epigraph"),
        *("pull-quote", "highlights", "compound", "centered", "versionadded", "versionchanged"),
        *("deprecated", "versionremoved", "table", "list-table", "csv-table", "tab-item", "tab"),
        *("card", "dropdown", "grid-item-card", "describe", "object", "function", "method"),
        *("attribute", "data", "exception", "option", "envvar", "confval", "setting", "property"),
        *("classmethod", "staticmethod", "decorator", "macro", "type", "cmdoption", "program"),
    ]
)
"""Directives whose argument is text."""

_TABLES = frozenset(["csv-table"])
_SIGNATURE = re.compile(r"[A-Z(.]")
"""Signs by which ``class`` describes a class of Python; the other ``class`` styles its content."""


class DirectiveKind(Enum):
    """What of a directive is read."""

    code = "code"
    """Its content, as it stands."""

    table = "table"
    """Its argument, and its content as values with commas between them."""

    silent = "silent"
    """Nothing."""

    titled = "titled"
    """Its argument and its content."""

    content = "content"
    """Its content alone."""


def directive_kind(name: str, argument: str) -> DirectiveKind:
    """What of a directive is read; ``name`` is in small letters, with or without its domain.

    >>> directive_kind("py:function", "dig(bed)").value, directive_kind("figure", "bed.png").value
    ('titled', 'content')
    """
    own = name.rpartition(":")[2]
    if own in CODE:
        return DirectiveKind.code
    if own in _TABLES:
        return DirectiveKind.table
    if name in SILENT or own in SILENT or own.startswith("auto"):
        return DirectiveKind.silent
    is_titled = own in TITLED or (own == "class" and _SIGNATURE.search(argument) is not None)
    return DirectiveKind.titled if is_titled and argument else DirectiveKind.content


def argument_end(lines: Sequence[Line], at: int) -> int:
    """The line after the argument of a directive, which goes on in the lines right below it."""
    end = at + 1
    while is_deeper_at(lines, end, lines[at].indent) and not _begins(lines[end]):
        end += 1
    return end


def _begins(line: Line) -> bool:
    """Whether something of its own begins with a line."""
    return any(pattern.match(line.content) for pattern in (FIELD, MARKER, EXPLICIT))


def options_end(lines: Sequence[Line], at: int) -> int:
    """The line after the options of a directive, which stand right below it."""
    indent, end = lines[at].indent, at + 1
    is_option = False
    while not is_blank_at(lines, end):
        line = lines[end]
        begins = line.indent > 0 and FIELD.match(line.content) is not None
        if not begins and not (is_option and line.indent > indent):
            break
        if begins:
            is_option, indent = True, line.indent
        end += 1
    return end
