"""What a measured number depends on: enough to notice, not so much that a comment costs hours."""

import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from embed_kcpd.evaluation import fingerprint as module
from embed_kcpd.evaluation.baselines.trivial import Even, RandomBoundaries
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.evaluation.fingerprint import PACKAGE, code_digest, code_files, fingerprint
from embed_kcpd.evaluation.registry import registry

DOCUMENTS = (Document("a", ("one", "two", "three"), (1,)), Document("b", ("four", "five"), ()))

METHOD = '''"""Cuts."""
from typing import TYPE_CHECKING

from pack import errors
from pack.kinds import Kind
from pack.parts import middle
from pack.shelf import cheapest

if TYPE_CHECKING:
    from pack.unused import Nothing


def cut(n: Kind) -> Kind:
    """Where."""
    # In the middle.
    from pack.late import half

    place: Kind = half(middle(n))
    return cheapest(errors.x, place)
'''

SHELF = """
from pack.lazy import lazy_names

_HOMES = {"cheapest": "pack.shelf.exact", "path": "pack.shelf.path"}
__getattr__ = lazy_names(__name__, _HOMES)
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of a few files, the method in one of them."""
    folder = tmp_path / "pack"
    (folder / "parts").mkdir(parents=True)
    (folder / "shelf").mkdir()
    for name, content in {
        "method.py": METHOD,
        "errors.py": "x = 1",
        "late.py": "import pack.deep\n\ndef half(n):\n    return n // 2\n",
        "deep.py": "DEPTH = 1\n",
        "unused.py": "class Nothing: ...\n",
        "kinds.py": "class Kind: ...\n",
        "lazy.py": "def lazy_names(package, homes): ...\n",
        "shelf/__init__.py": SHELF,
        "shelf/exact.py": "def cheapest(x, n):\n    return n\n",
        "shelf/path.py": "def path():\n    return 2\n",
        "parts/__init__.py": "from pack.parts.inner import middle\n",
        "parts/inner.py": "def middle(n):\n    return n\n",
    }.items():
        (folder / name).write_text(content)
    monkeypatch.setattr(module, "PACKAGE", folder)
    yield folder
    forget()


def forget():
    module._code.cache_clear()
    module._homes.cache_clear()


def edited(path, old, new):
    forget()
    before = path.read_text()
    assert old in before
    path.write_text(before.replace(old, new))


def test_the_code_of_a_method_is_what_its_file_imports_inside_the_package(package):
    """Also inside functions, through others, and by names that a package loads when they are
    first used; not errors, not what only types need."""
    reached = {str(path.relative_to(package)) for path in code_files(package / "method.py")}
    parts = {"parts/__init__.py", "parts/inner.py"}
    shelf = {"shelf/__init__.py", "shelf/exact.py", "lazy.py"}
    assert reached == {"method.py", "late.py", "deep.py", *parts, *shelf}


@pytest.mark.parametrize(
    ("file", "old", "new", "counts"),
    [
        ("method.py", "half(middle(n))", "half(n)", True),
        ("shelf/exact.py", "return n", "return n + 1", True),
        ("shelf/path.py", "2", "3", False),
        ("method.py", "n: Kind) -> Kind", "n: int) -> Kind", False),
        ("method.py", "place: Kind =", "place: int =", False),
        ("kinds.py", "Kind", "Sort", False),
        ("deep.py", "1", "2", True),
        ("parts/inner.py", "return n", "return n + 1", True),
        ("method.py", "Cuts.", "Divides a text.", False),
        ("method.py", "Where.", "The place.", False),
        ("method.py", "# In the middle.", "# Between.", False),
        ("late.py", "n // 2", "(n // 2)  # whole", False),
        ("errors.py", "1", "2", False),
        ("unused.py", "Nothing", "Something", False),
    ],
)
def test_code_that_can_change_a_number_counts_and_words_about_it_do_not(
    package, file, old, new, counts
):
    before = code_digest(package / "method.py")
    edited(package / file, old, new)
    assert (code_digest(package / "method.py") != before) is counts


def test_settings_documents_and_encoder_count():
    @dataclass
    class Named:
        identity: str

        def encode(self, texts):
            raise AssertionError("nothing has to be encoded")

    first = fingerprint(RandomBoundaries(seed=0), DOCUMENTS)
    assert first == fingerprint(RandomBoundaries(seed=0), DOCUMENTS)
    altered = (replace(DOCUMENTS[0], boundaries=(2,)), DOCUMENTS[1])
    others = [
        fingerprint(RandomBoundaries(seed=1), DOCUMENTS),
        fingerprint(Even(), DOCUMENTS),
        fingerprint(RandomBoundaries(seed=0), DOCUMENTS[:1]),
        fingerprint(RandomBoundaries(seed=0), altered),
        fingerprint(RandomBoundaries(seed=0), DOCUMENTS, Named("a model")),
        fingerprint(RandomBoundaries(seed=0), DOCUMENTS, Named("another model")),
    ]
    assert len({first, *others}) == 1 + len(others)


def test_a_baseline_does_not_depend_on_the_other_baselines():
    graphseg = PACKAGE / "evaluation" / "baselines" / "graphseg.py"
    reached = {path.name for path in code_files(graphseg)}
    assert "words.py" in reached
    assert not {"c99.py", "registry.py", "tables.py", "pipeline.py"} & reached


@pytest.mark.parametrize("name", ["bayesseg", "misra", "fragkou"])
def test_a_baseline_that_searches_depends_on_the_solver(name):
    """``embed_kcpd.solvers`` loads its functions when they are first used."""
    reached = code_of(name)
    assert {"solvers/exact.py", "solvers/search/engine.py", "evaluation/document.py"} <= reached


@pytest.mark.parametrize("name", ["kcpd-cosine", "kcpd-rbf-count", "embed-kcpd"])
def test_our_rows_do_not_depend_on_what_is_said_of_boundaries_or_on_reading(name):
    """Titles, probabilities, levels, sentences and files change no row of the paper."""
    reached = code_of(name)
    assert {"problem/objectives.py", "solvers/exact.py", "text/words.py"} <= reached
    folders = {file.rpartition("/")[0] for file in reached}
    assert not {"annotations/titles", "annotations/confidence", "readers"} & folders
    assert not {"pipeline.py", "text/sentences.py", "evaluation/datasets.py"} & reached
    has_text_scale = "granularity/text_scale" in folders
    assert has_text_scale is (name == "embed-kcpd")


def code_of(name):
    """The files on which the rows of a method depend."""
    method = sys.modules[type(registry()[name].make()).__module__].__file__
    return {str(path.relative_to(PACKAGE)) for path in code_files(Path(method), *module.MEASURING)}


def test_every_method_writes_its_settings_the_same_way_each_time():
    """A fingerprint with an address of memory in it would never be found again."""
    for registered in registry().values():
        try:
            made, again = registered.make(), registered.make()
        except ImportError:
            continue
        assert repr(made) == repr(again)
        assert " object at 0x" not in repr(made)
