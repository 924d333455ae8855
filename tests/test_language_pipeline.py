"""The language of a text decides how it is read, from the library and the command line."""

import json
import math
import warnings

import numpy as np
import pytest

from conftest import WordHashing
from embed_kcpd import Contrast, PaperRule, Settings, segment, segment_path, segment_units
from embed_kcpd.encoders import (
    CachedEncoder,
    CallableEncoder,
    MiniLm,
    MpNet,
    Multilingual,
    Precision,
    WordLlama,
)
from embed_kcpd.encoders.by_language import (
    ENCODER_LANGUAGES,
    EncoderByLanguage,
    warn_if_unknown,
)
from embed_kcpd.encoders.models.pretrained import PretrainedEncoder
from embed_kcpd.encoders.names import PRETRAINED, pretrained_name
from embed_kcpd.errors import LanguageWarning, OptionsError
from embed_kcpd.outputs import as_html
from embed_kcpd.preparation import text_language
from embed_kcpd.text.language import Language, known_language
from embed_kcpd.text.sentences import Sentences
from test_language import SAMPLES
from test_pipeline import SOIL, STARS

TEXT = " ".join(SOIL + STARS)


@pytest.fixture
def read_with(monkeypatch, encoder):
    """The built-in encoders are replaced; the list holds the names that were asked for."""
    names = []

    def pretrained(name, threads=None):
        names.append((name, threads))
        return encoder

    monkeypatch.setattr("embed_kcpd.encoders.names.pretrained_by_name", pretrained)
    monkeypatch.setattr("embed_kcpd.encoders.cache.vector_cache.cached", lambda encoder: encoder)
    return names


@pytest.mark.parametrize(
    ("code", "name"), [("en", "minilm"), ("de", "multilingual"), ("zh", "multilingual")]
)
def test_the_language_chooses_the_encoder(read_with, code, name):
    """And stands in the provenance."""
    result = segment(SAMPLES[code] * 5)
    assert read_with == [(name, None)]
    assert result.provenance["language"]["code"] == code


def test_english_is_read_as_before(read_with):
    """No warning, the same sentences, and a language that is not written into the unit."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = segment(TEXT)
    assert read_with == [("minilm", None)]
    assert result.provenance["unit"] == {"name": "sentences", "language": None}
    assert result.boundaries == (4,)


def test_the_language_reaches_the_sentences(read_with):
    """An ordinal ends no German sentence."""
    result = segment("Im 6. Jahrhundert kamen die Slawen in das Land an der Donau. " * 3)
    assert result.provenance["unit"] == {"name": "sentences", "language": "de"}
    assert result.n_units == 3


def test_a_named_language_is_not_detected(read_with):
    """The settings, or the sentences, say it; the settings first."""
    by_settings = segment(TEXT, Settings(language="fr"))
    by_unit = segment(TEXT, Settings(unit=Sentences("fr")))
    for result in (by_settings, by_unit):
        assert result.provenance["language"] == {"code": "fr", "name": "French", "confidence": 1.0}
        assert result.provenance["unit"] == {"name": "sentences", "language": "fr"}
    assert read_with == [("multilingual", None)] * 2


def test_a_language_that_no_encoder_knows_is_warned_of(read_with):
    """One warning, of a category of its own, at the line that called."""
    with pytest.warns(LanguageWarning, match="in Hindi, .* with minilm, ") as caught:
        segment(SAMPLES["hi"] * 5)
    assert len(caught) == 1
    assert caught[0].filename == __file__


@pytest.mark.parametrize("entry", [segment_path, lambda text: segment_units([text, text])])
def test_every_entry_warns(read_with, entry):
    """The whole path and a list of units are read by the same encoder."""
    with pytest.warns(LanguageWarning, match="in Finnish, "):
        entry(SAMPLES["fi"] * 5)


def test_an_encoder_of_which_nothing_is_known_is_not_doubted(encoder, tmp_path):
    """Neither are vectors that somebody brought, nor a language that somebody named."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        segment(SAMPLES["hi"], Settings(encoder=encoder))
        segment(SAMPLES["hi"], Settings(encoder=CachedEncoder(encoder, tmp_path / "v.sqlite")))
        segment(SAMPLES["hi"], Settings(encoder="minilm"), vectors=[[1.0, 0.0]])
        for named in (Settings(language="en"), Settings(unit=Sentences("en"))):
            warn_if_unknown(MiniLm(), text_language(SAMPLES["de"], named))


BUILT_IN = {
    "minilm-fp32": (MiniLm(Precision.FLOAT32), "de", "German, which minilm does not know"),
    "mpnet": (MpNet(threads=2), "de", "German, which mpnet does not know"),
    "wordllama": (WordLlama(), "de", "German, which wordllama does not know"),
    "another language": (WordLlama(), "fi", "Finnish, which no built-in .* read with wordllama"),
    "multilingual": (Multilingual(), "hi", "Hindi, which no built-in .* read with multilingual"),
    "by name": ("mpnet", "de", "German, which mpnet .*Settings.encoder='multilingual'"),
}


@pytest.mark.parametrize("case", BUILT_IN)
def test_a_built_in_encoder_that_somebody_chose_is_used_with_a_warning(monkeypatch, case):
    """German read with wordllama was one segment, and nothing was said."""
    chosen, code, message = BUILT_IN[case]
    rows = CallableEncoder(lambda texts: np.eye(len(texts), 8) + 0.1).encode
    monkeypatch.setattr(PretrainedEncoder, "encode", lambda _, texts: rows(texts))
    with pytest.warns(LanguageWarning, match=f"the text is in {message}") as caught:
        result = segment(SAMPLES[code] * 5, Settings(encoder=chosen))
    assert (len(caught), caught[0].filename) == (1, __file__)
    assert result.provenance["language"]["code"] == code


def test_of_every_built_in_encoder_it_is_known_which_languages_it_knows():
    """One that is missing in the table would be silent."""
    assert {pretrained_name(each) for each in PRETRAINED.values()} == set(ENCODER_LANGUAGES)


def test_what_a_built_in_encoder_knows_is_read_without_a_warning():
    """English by all; several languages by multilingual alone; no language by any."""
    german, english = known_language("de"), known_language("en-GB")
    several = Language("mul", "English and German", 1.0, ("en", "de"))
    for encoder, silent, warned in (
        (MiniLm(), (english, Language("und", "unknown", 0.0)), (german, several)),
        (Multilingual(), (english, german, several, known_language("yue")), ()),
    ):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for language in silent:
                warn_if_unknown(encoder, language)
        for language in warned:
            with pytest.warns(LanguageWarning, match="in German, which minilm does not know"):
                warn_if_unknown(encoder, language)


def test_threads_and_cache_are_those_asked_for(read_with, encoder, monkeypatch):
    """Whichever encoder it becomes."""
    monkeypatch.setattr("embed_kcpd.encoders.cache.vector_cache.cached", lambda _: "cached")
    german = known_language("de")
    assert EncoderByLanguage(threads=2, use_cache=False).encoder(german) is encoder
    assert EncoderByLanguage().encoder(german) == "cached"
    assert read_with == [("multilingual", 2), ("multilingual", None)]


class Weighing(WordHashing):
    """Relies on short texts more than others do."""

    identity = "word-hashing-weighing"
    half_weight_words = 2.0


@pytest.mark.parametrize("levels", [1, 3])
def test_an_encoder_says_how_little_a_short_unit_weighs(encoder, levels, tmp_path):
    """Through the cache too, as if the objective had been given; it stands in the provenance."""
    units = ["Soil.", *SOIL, "Stars.", *STARS]
    given = Settings(encoder=encoder, objective=Contrast(2.0), levels=levels)
    expected = segment_units(units, given).segmentation
    for own in (Weighing(), CachedEncoder(Weighing(), tmp_path / "vectors.sqlite")):
        result = segment_units(units, Settings(encoder=own, levels=levels))
        assert result.segmentation == expected
        assert result.provenance["half_weight_words"] == 2.0
    usual = segment_units(units, Settings(encoder=encoder, levels=levels))
    assert usual.segmentation.objective != expected.objective
    assert "half_weight_words" not in usual.provenance


SENTENCES = [f"The sentence with the number {n} says something of its own." for n in range(120)]
"""Ten topics of twelve sentences, if ``Blurring`` reads them."""


class Blurring:
    """Topics look less sharp to it than to others."""

    identity = "blurring"
    topic_sharpness = 0.5

    def encode(self, texts):
        rng = np.random.default_rng(0)
        rows = rng.normal(size=(60, 48))[np.arange(120) // 12] + 2 * rng.normal(size=(120, 48))
        return rows[[int(text.split()[5]) for text in texts]]


class UsuallySharp(Blurring):
    """The same vectors, of which nothing is said."""

    identity = "usually-sharp"
    topic_sharpness = None


def test_an_encoder_says_how_sharp_topics_look_to_it(tmp_path):
    """Else a long text whose topics look blurred is cut as coarsely as prose with blurred ones."""
    given = Settings(encoder=UsuallySharp(), objective=Contrast(topic_sharpness=0.5))
    expected = segment_units(SENTENCES, given)
    for own in (Blurring(), CachedEncoder(Blurring(), tmp_path / "vectors.sqlite")):
        result = segment_units(SENTENCES, Settings(encoder=own))
        assert result.segmentation == expected.segmentation
        assert result.provenance["topic_sharpness"] == 0.5
    usual = segment_units(SENTENCES, Settings(encoder=UsuallySharp()))
    assert len(usual.boundaries) < len(expected.boundaries)
    assert "topic_sharpness" not in usual.provenance


def test_what_somebody_chose_outweighs_the_encoder(encoder):
    """An objective with its own weights, the paper's rule, and vectors brought along."""
    units = ["Soil.", *SOIL, "Stars.", *STARS]
    for chosen in ({"objective": Contrast(10.0)}, {"granularity": PaperRule()}):
        by_other = segment_units(units, Settings(encoder=encoder, **chosen))
        by_weighing = segment_units(units, Settings(encoder=Weighing(), **chosen))
        assert by_weighing.segmentation == by_other.segmentation
    brought = segment_units(units, Settings(encoder=Weighing()), vectors=encoder.encode(units))
    assert brought.segmentation == segment_units(units, Settings(encoder=encoder)).segmentation


def test_weights_need_a_positive_number_of_words():
    """Zero words at half weight would weigh everything alike and divide by nothing."""
    with pytest.raises(OptionsError, match="half_weight_words must be a number above 0"):
        Contrast(0.0)
    with pytest.raises(OptionsError, match="topic_sharpness must be a number above 0, got nan"):
        Contrast(topic_sharpness=math.nan)


def test_settings_refuse_what_is_no_language():
    """When they are made, not when the text is read."""
    with pytest.raises(OptionsError, match="'klingon' is not a language code"):
        Settings(language="klingon")


@pytest.mark.parametrize(("code", "attribute"), [("ru", "ru"), ("en", "en"), ("", "")])
def test_the_report_names_its_language(read_with, code, attribute):
    """Browsers choose voices, hyphens and quotation marks by it; numbers have none."""
    page = as_html(segment(SAMPLES.get(code, "1 + 2 = 3") * 5), "A text")
    assert f'<html lang="{attribute}">' in page


def test_the_command_line_takes_a_language(run, tmp_path):
    """For every unit, since the encoder depends on it."""
    path = tmp_path / "sample.txt"
    path.write_text(TEXT)
    code, out, _ = run("segment", path, "--language", "de", "--unit", "lines", "--json")
    assert code == 0
    assert json.loads(out)["provenance"]["language"]["code"] == "de"


def test_the_command_line_warns_in_one_line(read_with, run, tmp_path, monkeypatch):
    """On standard error, without the place in the code; the result comes all the same."""
    monkeypatch.setattr(
        "embed_kcpd.cli.choices.chosen_encoder", lambda *_, **__: EncoderByLanguage()
    )
    path = tmp_path / "sample.txt"
    path.write_text(SAMPLES["hi"] * 5, encoding="utf-8")
    code, out, err = run("segment", path)
    assert code == 0
    assert out
    assert err.startswith("embed-kcpd: the text is in Hindi, ")
    assert err.count("\n") == 1
    assert "--encoder intfloat/multilingual-e5-small" in err


def test_without_an_encoder_the_command_line_leaves_it_to_the_language():
    """With the threads and the cache that were asked for."""
    from embed_kcpd.cli.choices import chosen_encoder

    assert chosen_encoder(None, 2, cache=False) == EncoderByLanguage(2, use_cache=False)
    assert chosen_encoder("minilm", None, cache=False).identity.startswith("all-MiniLM")
