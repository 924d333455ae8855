"""What a measured number depends on, as one short digest.

In:  a method with its settings, documents, perhaps an encoder; or files of code.
Out: a digest that changes when the number could.

Code is the file a method is written in and every file of this package that it imports, directly
or through others, without comments and docstrings.  Errors and progress bars cannot change a
number; vectors are known by their encoder's identity; compiled code is held equal to the Python
code by the tests.  These are left out, and so are the versions of other packages.
"""

import ast
import hashlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from embed_kcpd.encoders import Encoder
from embed_kcpd.encoders.protocol import encoder_identity
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.evaluation.methods import Learner, Method

PACKAGE = Path(__file__).resolve().parents[1]
MEASURING = PACKAGE / "evaluation" / "bench.py"
LEFT_OUT = ("encoders", "errors.py", "files.py", "native.py", "progress.py", "version.py")
"""Folders and files of the package that cannot change a number once the vectors are there."""

LENGTH = 16


def fingerprint(
    method: Method | Learner, documents: Sequence[Document], encoder: Encoder | None = None
) -> str:
    """Code, settings, documents and encoder of one row of a table."""
    written_in = Path(str(sys.modules[type(method).__module__].__file__))
    parts = [code_digest(written_in, MEASURING), repr(method)]
    parts.append(encoder_identity(encoder) if encoder is not None else "")
    for document in documents:
        parts += [document.id, repr(document.boundaries), repr(document.units)]
    return digest(parts)


def digest(parts: Iterable[str]) -> str:
    """A short digest of texts, their borders included.

    >>> digest(["ab", "c"]) == digest(["a", "bc"])
    False
    """
    sha256 = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "backslashreplace")
        sha256.update(len(data).to_bytes(8, "little") + data)
    return sha256.hexdigest()[:LENGTH]


def code_digest(*files: Path) -> str:
    """The digest of what the files do, and all files of the package that they import."""
    code = code_files(*files)
    return digest(text for path in code for text in (path.name, _code(path)[0]))


def code_files(*files: Path) -> list[Path]:
    """The files, and those of the package that they import, directly or through others."""
    reached: set[Path] = set()
    waiting = [path.resolve() for path in files]
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached.add(path)
            waiting += _code(path)[1]
    return sorted(reached)


@cache
def _code(path: Path) -> tuple[str, tuple[Path, ...]]:
    """What a file does, as code without comments and docstrings, and the files it imports."""
    tree = _Doing().visit(ast.parse(path.read_bytes()))
    return ast.unparse(tree), tuple(file for file in _imported(tree) if not _is_left_out(file))


def _is_left_out(path: Path) -> bool:
    return path.relative_to(PACKAGE).parts[0] in LEFT_OUT


def _imported(tree: ast.AST) -> Iterator[Path]:
    """The files of this package that a module imports, at its top or inside a function."""
    for node in ast.walk(tree):
        names: list[tuple[str, str]] = []
        if isinstance(node, ast.Import):
            names = [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [(node.module, alias.name) for alias in node.names]
        yield from filter(None, (_file(module, name) for module, name in names))


def _file(module: str, name: str) -> Path | None:
    """The file of ``module.name`` if that is a module, else of ``module``, if it is ours."""
    first, *rest = module.split(".")
    if first != PACKAGE.name:
        return None
    path = PACKAGE.joinpath(*rest)
    inside = [path / f"{name}.py", path / name / "__init__.py"] if name else []
    candidates = [*inside, path.with_suffix(".py"), path / "__init__.py"]
    return next((file for file in candidates if file.is_file()), None)


class _Doing(ast.NodeTransformer):
    """Code without strings that stand alone (docstrings) and what only a type checker reads."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if is_text else node

    def visit_If(self, node: ast.If) -> ast.AST | None:
        is_for_types = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return None if is_for_types else self.generic_visit(node)
