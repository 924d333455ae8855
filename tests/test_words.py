"""The rule for words, script by script."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embed_kcpd.words import _count, count_words, word_runs


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The garden's gate, re-opened 2 times.", 7),
        ("naïve cafe\u0301 L’été", 3),
        ("हम पार्क जाएंगे", 3),
        ("Сегодня хорошая погода", 3),
        ("오늘 날씨가 좋다", 3),
        ("شكرا جزيلا", 2),
        ("今天天气很好。", 3),
        ("公園に行きます", 3.5),
        ("สวนสาธารณะ", 2.5),
        ("សួនច្បារ", 2),
        ("GPT模型 2024", 3),
        ("— … 😀 _", 0),
        ("", 0),
    ],
)
def test_words_are_runs_or_estimated_from_characters(text, expected):
    """Two characters of Chinese or Japanese, four of Thai or Khmer, a run of anything else."""
    assert count_words([text]).tolist() == [expected]


@given(st.text(st.characters(max_codepoint=127)))
def test_the_short_way_for_ascii_counts_the_same(text):
    """Counting plain runs is only faster."""
    assert count_words([text])[0] == len(word_runs(text))


@settings(max_examples=30)
@given(st.text(max_size=100))
def test_counts_are_finite_and_add_up_over_lines(text):
    """A line break ends a word in every script."""
    count = _count(text)
    assert 0 <= count <= len(text)
    assert _count(text + "\n" + text) == 2 * count
