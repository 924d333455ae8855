"""Texts with plain changes of topic in fourteen languages, cut by the built-in encoders."""

import warnings
from itertools import accumulate
from pathlib import Path

import pytest

from embed_kcpd import SegmentCount, Settings, detect_language, segment, segment_units
from embed_kcpd.encoders import MiniLm, Multilingual, Precision
from embed_kcpd.encoders.by_language import encoder_for
from embed_kcpd.encoders.models.store import converted_home, is_whole
from embed_kcpd.errors import LanguageWarning
from embed_kcpd.evaluation.metrics import pk

ALL = ("ar", "ca", "cs", "de", "el", "fa", "he", "hi", "ja", "ru", "sv", "uk", "vi", "zh")
FOLDER = Path(__file__).parent / "data" / "languages"
GAPS = {"zh": "", "ja": ""}
"""What stands between two sentences, where it is no space."""


def topics(code):
    """The sentences of each topic; blank lines part the topics in the file alone."""
    text = (FOLDER / f"{code}.txt").read_text(encoding="utf-8")
    return [topic.splitlines() for topic in text.strip().split("\n\n")]


def joined(code):
    """One text in which nothing but the words shows the change of topic."""
    return GAPS.get(code, " ").join(sentence for topic in topics(code) for sentence in topic)


def is_missing(model, precision):
    return not is_whole(converted_home(model, precision))


needs_multilingual = pytest.mark.skipif(
    is_missing(Multilingual.model, Precision.FLOAT32),
    reason="multilingual is not in the cache; run: embed-kcpd download multilingual",
)


@needs_multilingual
@pytest.mark.parametrize("code", ["de", "zh", "ja", "ru", "ar"])
def test_a_text_is_cut_where_its_topic_changes(code):
    """Nothing is told: not the language, not the encoder, not the number of segments."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = segment(joined(code))

    sizes = [len(topic) for topic in topics(code)]
    assert result.provenance["language"]["code"] == code
    assert result.n_units == sum(sizes)
    assert result.boundaries == tuple(accumulate(sizes[:-1]))


@needs_multilingual
def test_a_text_in_three_languages_is_cut_where_its_topic_changes():
    """German, Russian and Chinese share one space of vectors; the language is several."""
    parts = [topics("de")[0], topics("ru")[0], topics("de")[1], topics("zh")[1]]
    result = segment(" ".join(sentence for part in parts for sentence in part))
    assert result.provenance["language"]["code"] == "mul"
    assert {"de", "ru"} <= set(result.provenance["language"]["parts"])
    assert result.boundaries == (16,)


@pytest.mark.skipif(
    is_missing(MiniLm.model, Precision.INT8),
    reason="all-MiniLM-L6-v2 is not in the cache; run: embed-kcpd download",
)
def test_a_text_that_no_encoder_knows_comes_with_a_warning():
    """Hindi: cut as well as MiniLM can, and the warning says why that is not well."""
    with pytest.warns(LanguageWarning, match="in Hindi, which no built-in encoder knows"):
        result = segment(joined("hi"))
    assert result.n_units == 24
    assert "MiniLM" in result.provenance["encoder"]


@needs_multilingual
@pytest.mark.skipif(
    is_missing(MiniLm.model, Precision.INT8),
    reason="all-MiniLM-L6-v2 is not in the cache; run: embed-kcpd download",
)
@pytest.mark.filterwarnings("ignore::embed_kcpd.errors.LanguageWarning")
@pytest.mark.parametrize("code", ["ca", "cs", "el", "fa", "he", "sv", "uk", "vi"])
def test_the_better_encoder_reads_a_language_that_neither_knows(code):
    """Told the number of segments, it errs no more than the other."""
    parts = topics(code)
    units = [sentence for part in parts for sentence in part]
    truth = tuple(accumulate(map(len, parts[:-1])))
    errors = {}
    for name in ("minilm", "multilingual"):
        settings = Settings(encoder=name, granularity=SegmentCount(len(parts)), confidence=False)
        errors[name] = pk(truth, segment_units(units, settings).boundaries, len(units))

    choice = encoder_for(detect_language(joined(code)))

    assert choice.warning is not None
    assert errors[choice.name] == min(errors.values())


@pytest.mark.parametrize("code", ALL)
def test_the_sentences_of_the_text_are_found(code, encoder):
    """Every sentence is a unit of its own."""
    result = segment(joined(code), Settings(encoder=encoder))
    sentences = [sentence for topic in topics(code) for sentence in topic]
    assert [result.text[unit.start : unit.end].strip() for unit in result.units] == sentences
