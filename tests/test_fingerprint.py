"""What a measured number depends on: enough to notice, not so much that a comment costs hours."""

from dataclasses import dataclass, replace

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
from pack.parts import middle

if TYPE_CHECKING:
    from pack.unused import Nothing


def cut(n):
    """Where."""
    # In the middle.
    from pack.late import half

    return half(middle(n))
'''


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of a few files, the method in one of them."""
    folder = tmp_path / "pack"
    (folder / "parts").mkdir(parents=True)
    for name, content in {
        "method.py": METHOD,
        "errors.py": "x = 1",
        "late.py": "import pack.deep\n\ndef half(n):\n    return n // 2\n",
        "deep.py": "DEPTH = 1\n",
        "unused.py": "class Nothing: ...\n",
        "parts/__init__.py": "from pack.parts.inner import middle\n",
        "parts/inner.py": "def middle(n):\n    return n\n",
    }.items():
        (folder / name).write_text(content)
    monkeypatch.setattr(module, "PACKAGE", folder)
    yield folder
    module._code.cache_clear()


def edited(path, old, new):
    module._code.cache_clear()
    before = path.read_text()
    assert old in before
    path.write_text(before.replace(old, new))


def test_the_code_of_a_method_is_what_its_file_imports_inside_the_package(package):
    """Also inside functions and through others; not errors, not what only types need."""
    reached = {str(path.relative_to(package)) for path in code_files(package / "method.py")}
    assert reached == {"method.py", "late.py", "deep.py", "parts/__init__.py", "parts/inner.py"}


@pytest.mark.parametrize(
    ("file", "old", "new", "counts"),
    [
        ("method.py", "half(middle(n))", "half(n)", True),
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


def test_every_method_writes_its_settings_the_same_way_each_time():
    """A fingerprint with an address of memory in it would never be found again."""
    for registered in registry().values():
        try:
            made, again = registered.make(), registered.make()
        except ImportError:
            continue
        assert repr(made) == repr(again)
        assert " object at 0x" not in repr(made)
