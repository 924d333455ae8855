"""Words, stop words and stems."""

import builtins
from fractions import Fraction

import numpy as np
import pytest

from embed_kcpd.errors import MissingExtraError
from embed_kcpd.evaluation.baselines import words
from embed_kcpd.evaluation.baselines.stop_words import STOP_WORDS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("   \r\n ", []),
        ("👩‍🚀 🎉", []),
        ("Müller's naïve café", ["müller's", "naïve", "café"]),
        ("Она читает книгу.", ["она", "читает", "книгу"]),
        ("他在读书。", ["他在读书"]),
        ("lone \ud800 surrogate", ["lone", "surrogate"]),
        ("snake_case a-b", ["snake", "case", "a", "b"]),
    ],
)
def test_tokens_are_runs_of_letters_and_digits_of_any_script(text, expected):
    """Nothing but words survives, whatever the script."""
    assert words.tokens(text) == expected


def test_numbers_and_function_words_are_no_content():
    """``1961`` says no topic, ``3rd`` has a letter and stays."""
    assert words.content_words("In 1961 it was the 3rd election") == ["3rd", "election"]


def test_the_stop_list_is_lower_case_and_has_the_closed_classes():
    """Articles, pronouns, prepositions, conjunctions and auxiliaries are all there."""
    assert all(word == word.lower() for word in STOP_WORDS)
    assert {"the", "she", "of", "because", "would", "n't"} <= STOP_WORDS


def test_stems_are_porters():
    """Examples of Porter (1980)."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    stems = [words.stem(word) for word in ("caresses", "ponies", "relational", "hopping")]
    assert stems == ["caress", "poni", "relat", "hop"]


def test_a_missing_stemmer_names_the_extra(monkeypatch):
    """The error says what to install."""
    real = builtins.__import__

    def refusing(name, *args, **kwargs):
        if name == "snowballstemmer":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    words._porter.cache_clear()
    monkeypatch.setattr(builtins, "__import__", refusing)
    with pytest.raises(MissingExtraError, match=r"embed-kcpd\[baselines\]"):
        words.stem("unheardofword")
    monkeypatch.undo()
    words._porter.cache_clear()


def test_cosines_of_counts():
    """(2, 1) and (1, 2): 4 / 5."""
    pairs = words.cosines(np.array([[2.0, 1.0], [1.0, 2.0]]))
    assert pairs == pytest.approx(np.array([[1.0, 0.8], [0.8, 1.0]]))


def test_equal_cosines_of_counts_are_equal_to_the_last_bit():
    """C99 ranks them: rounding that differs between machines decided which of two was larger."""
    rng = np.random.default_rng(0)
    counts = rng.integers(0, 3, size=(40, 12)).astype(float)
    found = words.cosines(counts)
    products = (counts @ counts.T).astype(int)
    norms = products.diagonal()
    values = {}
    for i, j in zip(*np.triu_indices(40), strict=True):
        if norms[i] and norms[j]:
            exact = Fraction(int(products[i, j]) ** 2, int(norms[i] * norms[j]))
            values.setdefault(exact, set()).update((found[i, j], found[j, i]))
            assert found[i, j] == pytest.approx(float(exact) ** 0.5)
    assert len(values) > 100
    assert all(len(equal) == 1 for equal in values.values())
