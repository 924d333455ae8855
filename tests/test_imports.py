"""Who may import whom, and what must not be loaded to say hello."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import embed_kcpd
from embed_kcpd import encoders, outputs, solvers
from generator.modules import ROAD

SOURCE = Path(embed_kcpd.__file__).parent
STAGES = (*ROAD, "settings", "preparation", "recutting", "pipeline")
"""The road: a stage imports itself and those before it, never one that comes later."""

SHARED = {
    "arrays",
    "errors",
    "files",
    "given_kinds",
    "given_numbers",
    "lazy_names",
    "native",
    "progress",
    "shared_setting",
    "version",
}
"""Single files that every stage may import; among themselves they import only each other."""

ROAD_FOLDERS = set(STAGES)
CORE = {"ctranslate2", "tokenizers"}
HEAVY = {
    "ctranslate2",
    "daft",
    "datasets",
    "fastapi",
    "httpx",
    "langchain_core",
    "llama_index",
    "matplotlib",
    "nltk",
    "onnxruntime",
    "openai",
    "pandas",
    "pyarrow",
    "pypdfium2",
    "pyspark",
    "ray",
    "requests",
    "ruptures",
    "scipy",
    "segeval",
    "sentence_transformers",
    "sklearn",
    "starlette",
    "tokenizers",
    "torch",
    "transformers",
    "uvicorn",
}


def folders_of(path):
    return path.relative_to(SOURCE).parts[:-1]


def is_on_the_road(path):
    """Files directly in the package and in the road's own folders; ``__main__`` is the command."""
    folders = folders_of(path)
    return path.name != "__main__.py" and (not folders or folders[0] in ROAD_FOLDERS)


def beside_the_road():
    """Names of the packages that stand beside the road."""
    packages = {p.parent.name for p in SOURCE.glob("*/__init__.py")}
    return packages - ROAD_FOLDERS


def is_for_types_only(node):
    """``if TYPE_CHECKING:`` is never true when the program runs."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def imported_modules(path):
    """Every module the file imports, at any depth, as ``(dotted name, is at import time)``."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, (ast.FunctionDef, ast.AsyncFunctionDef)) or is_for_types_only(block)
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, id(node) not in inside) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports relatively; write the full name"
            # "from embed_kcpd import cli" names the package only in its alias.
            for alias in node.names:
                yield f"{node.module}.{alias.name}", id(node) not in inside


EVERY_FILE = sorted(SOURCE.rglob("*.py"))
ROAD = [path for path in EVERY_FILE if is_on_the_road(path)]


@pytest.mark.parametrize("path", ROAD, ids=lambda p: str(p.relative_to(SOURCE)))
def test_the_road_never_imports_what_stands_beside_it(path):
    """Evaluation, readers, server, command line and the like import the road, never the reverse.

    The package itself hands out chunks, but only to those who ask for them.
    """
    forbidden = {f"embed_kcpd.{name}" for name in beside_the_road()}
    if path == SOURCE / "__init__.py":
        assert not any(at_once and "chunks" in name for name, at_once in imported_modules(path))
        forbidden -= {"embed_kcpd.chunks"}
    for name, _ in imported_modules(path):
        package = ".".join(name.split(".")[:2])
        assert package not in forbidden, f"{path.name} is on the road and imports {name}"


def stage_of(path):
    """The stage a file of the road belongs to: its folder, or its own name in the root."""
    return (*folders_of(path), path.stem)[0]


@pytest.mark.parametrize("path", ROAD, ids=lambda p: str(p.relative_to(SOURCE)))
def test_imports_follow_the_road(path):
    """A file imports its own stage, earlier stages and the shared files, nothing else of ours."""
    if path == SOURCE / "__init__.py":
        return
    own = stage_of(path)
    earlier = STAGES[: STAGES.index(own) + 1] if own in STAGES else ()
    for name, _ in imported_modules(path):
        package, _, rest = name.partition(".")
        if package == "embed_kcpd":
            assert rest.split(".")[0] in {*earlier, *SHARED}, f"{own} imports {name}"


def test_every_file_of_the_road_has_a_stage():
    """Nothing new stands in the root without being a stage or a shared file."""
    assert {stage_of(path) for path in ROAD} <= {*STAGES, *SHARED, "__init__"}


@pytest.mark.parametrize("path", EVERY_FILE, ids=lambda p: str(p.relative_to(SOURCE)))
def test_optional_packages_are_imported_where_they_are_used(path):
    """Loading a module never needs an extra; calling the function that uses it does.

    Adapters are the exception, since they extend the classes of the framework they are named
    after, and so is the server, which is made of its framework.
    """
    if folders_of(path)[:1] in (("adapters",), ("server",)):
        return
    at_import_time = {n.split(".")[0] for n, at_once in imported_modules(path) if at_once}
    assert not at_import_time & (HEAVY - CORE)


def modules_loaded_by(code, *arguments, **environment):
    """All modules loaded by running ``code`` in a fresh interpreter."""
    script = f"import sys, json\n{code}\nprint(json.dumps(sorted(sys.modules)))"
    run = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return set(json.loads(run.stdout.splitlines()[-1]))


def loaded_by(code):
    """Top-level names of all modules loaded by running ``code`` in a fresh interpreter."""
    return {name.split(".")[0] for name in modules_loaded_by(code)}


def test_importing_the_package_loads_nothing_heavy():
    """``import embed_kcpd`` stays quick whatever else is installed."""
    assert not loaded_by("import embed_kcpd") & HEAVY


def test_importing_the_package_alone_does_not_load_numpy():
    """The command line says how many threads NumPy may have before NumPy is loaded."""
    assert "numpy" not in loaded_by("import embed_kcpd, embed_kcpd.cli.app")
    assert "numpy" in loaded_by("import embed_kcpd; embed_kcpd.segment")


LAZY = (embed_kcpd, encoders, outputs, solvers)
"""Packages whose names are loaded when somebody asks for them."""


@pytest.mark.parametrize("package", LAZY, ids=lambda package: package.__name__)
def test_every_public_name_comes_from_the_module_that_type_checkers_see(package):
    tree = ast.parse(Path(package.__file__).read_text(encoding="utf-8"))
    seen = {
        alias.name: node.module
        for block in ast.walk(tree)
        if is_for_types_only(block)
        for node in block.body
        for alias in node.names
    }
    assert {*seen} == {*package.__all__} - {"__version__"}
    assert {*package.__all__} <= {*dir(package)}
    assert seen == package._HOMES
    for name in package.__all__:
        assert getattr(package, name) is not None
    assert not hasattr(package, "no_such_name")


@pytest.mark.parametrize("package", LAZY, ids=lambda package: package.__name__)
def test_a_lazy_package_alone_loads_none_of_its_modules(package):
    """Whoever imports one file of the package does not wait for the others."""
    homes = set(package._HOMES.values())
    assert not modules_loaded_by(f"import {package.__name__}") & homes


def test_chunks_are_loaded_when_they_are_asked_for():
    """Whoever only segments does not wait for them."""
    script = (
        "import sys, embed_kcpd\n"
        "assert 'embed_kcpd.chunks' not in sys.modules\n"
        "from embed_kcpd import ChunkSettings, chunk, chunk_many, rechunk\n"
        "assert embed_kcpd.chunk is embed_kcpd.chunks.chunk\n"
        "assert not hasattr(embed_kcpd, 'no_such_name')\n"
    )
    loaded_by(script)


def test_asking_for_help_loads_nothing_heavy():
    """Every command registers itself without its machinery."""
    ask = (
        "from embed_kcpd.cli.app import app\n"
        "from typer.testing import CliRunner\n"
        "assert CliRunner().invoke(app, ['--help']).exit_code == 0\n"
    )
    assert not loaded_by(ask) & HEAVY


SEGMENT = """
import numpy
from embed_kcpd.__main__ import main
from embed_kcpd.encoders.models import pretrained

def encode(self, texts):
    rows = numpy.random.default_rng(0).normal(size=(len(texts), self.dimension))
    return (rows / numpy.linalg.norm(rows, axis=1)[:, None]).astype(numpy.float32)

if sys.argv.pop() == "encoding":
    pretrained.PretrainedEncoder.encode = encode
try:
    main()
except SystemExit as leaving:
    assert leaving.code == 0
"""

NOT_FOR_SEGMENTS = {
    "csv",
    "email",
    "embed_kcpd.annotations.granularity_levels",
    "embed_kcpd.annotations.hierarchy",
    "embed_kcpd.encoders.models.loading",
    "embed_kcpd.encoders.models.session",
    "embed_kcpd.granularity.elbow",
    "embed_kcpd.granularity.places",
    "embed_kcpd.outputs.json_output",
    "embed_kcpd.outputs.outline",
    "embed_kcpd.outputs.report",
    "embed_kcpd.recutting",
    "embed_kcpd.result.hierarchy",
    "embed_kcpd.result.notebook",
    "embed_kcpd.solvers.count_by_penalty",
    "embed_kcpd.solvers.path",
    "html",
    "importlib.metadata",
    "rich",
    "ssl",
    "statistics",
}
"""What a plain text printed to a pipe has no use for, once its vectors are there."""


def test_a_short_text_loads_only_what_it_needs(tmp_path):
    """Each module that is loaded for nothing delays every start of the command."""
    text = tmp_path / "text.txt"
    text.write_text("The sun rose over the garden.\nThey were awake.\n" * 8, encoding="utf-8")
    command = ("segment", str(text), "--unit", "lines")
    cache = {"EMBED_KCPD_CACHE": str(tmp_path)}

    unremembered = modules_loaded_by(SEGMENT, *command, "--no-cache", "encoding", **cache)
    assert not unremembered & {*NOT_FOR_SEGMENTS, "sqlite3", "embed_kcpd.encoders.cache"}

    modules_loaded_by(SEGMENT, *command, "encoding", **cache)
    remembered = modules_loaded_by(SEGMENT, *command, "not encoding", **cache)
    assert not remembered & {*NOT_FOR_SEGMENTS, "concurrent.futures", "ctranslate2", "tokenizers"}
    assert "embed_kcpd.encoders.cache" in remembered


def test_the_check_itself_sees_an_import(tmp_path):
    """A judge that finds nothing anywhere would be no judge."""
    sample = tmp_path / "sample.py"
    sample.write_text("from embed_kcpd import cli\ndef f():\n    import embed_kcpd.server.app\n")

    assert list(imported_modules(sample)) == [
        ("embed_kcpd.cli", True),
        ("embed_kcpd.server.app", False),
    ]
    assert {"cli", "evaluation"} <= beside_the_road()
    assert "json" in loaded_by("import json")
