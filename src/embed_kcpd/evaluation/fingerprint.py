"""What a measured number depends on, as one short digest.

In:  a method with its settings, documents, perhaps an encoder; or files of code.
Out: a digest that changes when the number could.

Code is the file a method is written in and every file of this package that it imports, directly
or through others.  Comments, docstrings and the types of arguments and variables are left out, and
so is what only these import.  Errors and progress bars cannot change a number; vectors are known
by their encoder's identity and documents by what they hold; compiled code is held equal to the
Python code by the tests.  These are left out as well, and so are the versions of other packages.
"""

import ast
import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from embed_kcpd.encoders import Encoder
from embed_kcpd.encoders.protocol import encoder_identity
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.methods import Learner, Method

PACKAGE = Path(__file__).resolve().parents[1]
MEASURING = PACKAGE / "evaluation" / "bench.py", PACKAGE / "evaluation" / "document.py"
LEFT_OUT = ("encoders", "errors.py", "files.py", "native.py", "progress.py", "version.py")
"""Folders and files of the package that cannot change a number once the vectors are there."""

LENGTH = 16


def fingerprint(
    method: Method | Learner, documents: Sequence[Document], encoder: Encoder | None = None
) -> str:
    """Code, settings, documents and encoder of one row of a table."""
    written_in = Path(str(sys.modules[type(method).__module__].__file__))
    parts = [code_digest(written_in, *MEASURING), repr(method)]
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
    if path.name != "__init__.py":  # what a package imports, others may ask it for
        tree = _Used(tree).visit(tree)
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
        for module, name in names:
            yield from _files(module, name)


def _files(module: str, name: str) -> Iterator[Path]:
    """The file of ``module.name`` if that is a module, else of ``module``, if it is ours.

    Where that is a package which loads the name when it is first used, its module's file too.
    """
    first, *rest = module.split(".")
    if first != PACKAGE.name:
        return
    path = PACKAGE.joinpath(*rest)
    inside = [path / f"{name}.py", path / name / "__init__.py"] if name else []
    candidates = [*inside, path.with_suffix(".py"), path / "__init__.py"]
    found = next((file for file in candidates if file.is_file()), None)
    if found is not None:
        yield found
        if (home := _homes(found).get(name, module)) != module:
            yield from _files(home, name)


@cache
def _homes(path: Path) -> Mapping[str, str]:
    """The module of each name that a package loads when it is first used (``lazy_names``)."""
    for node in ast.parse(path.read_bytes()).body if path.name == "__init__.py" else ():
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_HOMES":
            homes: dict[str, str] = ast.literal_eval(node.value)
            return homes
    return {}


class _Doing(ast.NodeTransformer):
    """Code without strings that stand alone (docstrings) and what only a type checker reads.

    Fields of classes keep their types, and so do functions that a decorator registers: by them
    ``dataclass`` and ``singledispatch`` know what to do.
    """

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if is_text else node

    def visit_If(self, node: ast.If) -> ast.AST | None:
        is_for_types = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return None if is_for_types else self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if all(isinstance(decorator, ast.Name) for decorator in node.decorator_list):
            node.returns = None
            for part in ast.walk(node):
                if isinstance(part, ast.arg) and not _says_more(part.annotation):
                    part.annotation = None
                elif isinstance(part, ast.AnnAssign):
                    part.annotation = ast.Constant(None)
        return self.generic_visit(node)


def _says_more(annotation: ast.expr | None) -> bool:
    """Whether it is more than a type: ``Annotated`` says what a command line makes of it."""
    return annotation is not None and "Annotated" in ast.unparse(annotation)


class _Used(ast.NodeTransformer):
    """Code without the names it imports and never uses: those of types, once types are gone."""

    def __init__(self, tree: ast.AST) -> None:
        self.names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        node.names = [alias for alias in node.names if (alias.asname or alias.name) in self.names]
        return node if node.names else None
