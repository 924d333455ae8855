"""From text to segments through the public functions."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conftest import WordHashing
from embed_kcpd import (
    Contrast,
    Limits,
    Paper,
    PaperRule,
    Rbf,
    SegmentCount,
    Settings,
    TextLimits,
    chunk_many,
    detect_language,
    segment,
    segment_units,
    segment_vectors,
)
from embed_kcpd.errors import EncoderError, InfeasibleError, InputError, TooFewUnitsError
from embed_kcpd.readers import read

SOIL = ["Soil holds water.", "Worms loosen the soil.", "Compost feeds the soil.", "Soil is alive."]
STARS = ["Stars burn far away.", "Each star shines.", "Stars are old.", "The brightest stars die."]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=80) | st.lists(st.sampled_from(SOIL + STARS)).map(" ".join))
def test_segments_joined_are_the_text(encoder, text):
    """Whatever the text, nothing is lost and every offset is right."""
    result = segment(text, Settings(encoder=encoder))

    assert "".join(part.text for part in result.segments) == text
    for part in result.segments:
        assert part.text == text[part.start_char : part.end_char]
        assert part.start_char == result.units[part.start_unit].start


def test_a_text_is_cut_where_its_subject_changes(encoder):
    """The plainest case there is."""
    result = segment(" ".join(SOIL + STARS), Settings(encoder=encoder))

    assert result.boundaries == (4,)
    assert [part.title.split(", ")[0].lower() for part in result.segments] == ["soil", "stars"]


def test_units_and_text_are_cut_alike(encoder):
    """The same sentences give the same boundaries, joined or not."""
    listed = segment_units(SOIL + STARS, Settings(encoder=encoder), separator=" ")

    assert (
        listed.boundaries == segment(" ".join(SOIL + STARS), Settings(encoder=encoder)).boundaries
    )
    assert listed.text == " ".join(SOIL + STARS)
    assert [part.text for part in listed.segments] == [" ".join(SOIL) + " ", " ".join(STARS)]


def test_vectors_and_text_are_cut_alike(encoder):
    """The vectors handed back reproduce the cut."""
    result = segment_units(SOIL + STARS, Settings(encoder=encoder, granularity=PaperRule()))
    again = segment_vectors(result.vectors, Settings(granularity=PaperRule()))

    assert again == result.segmentation


@pytest.mark.parametrize("text", ["", " \n\t ", "One sentence.", "Same. " * 30, "\ufeff", "\0"])
@pytest.mark.parametrize("objective", [Paper(), Paper(Rbf()), Contrast()], ids=repr)
def test_texts_with_nothing_to_cut_stay_whole(encoder, text, objective):
    """Empty, blank, a single sentence, always the same sentence: no error, no boundary."""
    result = segment(text, Settings(encoder=encoder, objective=objective))

    assert result.boundaries == ()
    assert len(result.segments) == (1 if text else 0)


def test_an_empty_text_loads_no_model():
    """No units, no encoding: the default encoder is never asked."""
    assert segment("").segments == ()
    assert segment_units([]).segments == ()
    assert segment_vectors(np.zeros((0, 5))).spans == ()


def test_fewer_units_than_min_size_is_an_error_that_says_so(encoder):
    """The limit was asked for; the message says how far to lower it."""
    with pytest.raises(TooFewUnitsError, match="lower min_size to 4"):
        segment_units(SOIL, Settings(encoder=encoder, limits=Limits(min_size=5)))


def test_limits_in_characters_and_words_are_kept(encoder):
    """Each segment's text is within bounds; tokens are words where the encoder counts none."""
    limits = TextLimits(max_chars=60, max_tokens=9)
    result = segment(" ".join(SOIL + STARS), Settings(encoder=encoder, limits=limits))

    assert all(len(part.text) <= 60 for part in result.segments)
    assert all(len(part.text.split()) <= 9 for part in result.segments)
    assert result.provenance["limits"] == {
        "min_size": 1,
        "max_size": None,
        "characters": {"least": 0.0, "most": 60.0},
        "words": {"least": 0.0, "most": 9.0},
    }


def test_tokens_are_the_encoders_own_where_it_counts_them(encoder):
    """A limit in tokens means what the encoder means by it."""
    encoder.count_tokens = lambda texts: [10 for _ in texts]
    result = segment_units(
        SOIL + STARS, Settings(encoder=encoder, limits=TextLimits(max_tokens=20))
    )

    assert all(end - start <= 2 for start, end in result.segmentation.spans)
    assert result.provenance["limits"]["tokens"] == {"least": 0.0, "most": 20.0}


def test_a_unit_above_the_limit_is_an_error(encoder):
    """Units are never cut to fit."""
    with pytest.raises(InfeasibleError):
        segment_units(SOIL, Settings(encoder=encoder, limits=TextLimits(max_chars=5)))


def test_provenance_is_plain_json_and_names_every_choice(encoder):
    """Enough to make the result again."""
    result = segment_units(
        SOIL + STARS, Settings(encoder=encoder, objective=Paper(Rbf()), granularity=PaperRule(0.1))
    )
    made = json.loads(json.dumps(result.provenance, allow_nan=False))

    assert made["encoder"] == "word-hashing/64"
    assert (made["objective"], made["kernel"], made["gamma"]) == ("paper", "rbf", "median")
    assert made["penalty"] == pytest.approx(0.1 * np.sqrt(8 * np.log(8)))
    assert made["granularity"]["scale"] == 0.1
    assert {"embed-kcpd", "numpy", "sentencex", "ctranslate2"} <= set(made["versions"])


def test_a_number_of_segments_is_kept(encoder):
    """Exactly as many as asked for."""
    result = segment_units(SOIL + STARS, Settings(encoder=encoder, granularity=SegmentCount(5)))
    assert len(result.segments) == 5
    assert len(result.gains) == 4


def test_an_encoder_that_loses_a_text_is_found_out():
    """One row for each unit, or an error naming the encoder."""

    class Forgetful:
        def encode(self, texts):
            return np.ones((len(texts) - 1, 3))

    with pytest.raises(EncoderError, match=r"Forgetful gave float64 of shape .7, 3. for 8 texts"):
        segment_units(SOIL + STARS, Settings(encoder=Forgetful()))


def test_what_is_no_text_is_refused_with_a_word():
    """Bytes are not decoded by guess, one string is not a list of letters."""
    with pytest.raises(InputError, match="must be a string, got bytes"):
        segment(b"bytes")
    with pytest.raises(InputError, match="list of strings, got None"):
        segment_units(None)
    with pytest.raises(InputError, match="separator must be a string, got None"):
        segment_units(["one", "two"], separator=None)
    with pytest.raises(InputError, match="a text must be a string, got NoneType"):
        detect_language(None)
    with pytest.raises(InputError, match=r"got \w*Path; for a file see embed_kcpd.readers.read"):
        segment(Path("talk.txt"))
    with pytest.raises(InputError, match="the path of a file, got None"):
        read(None)
    with pytest.raises(InputError, match="several strings, got None"):
        chunk_many(None)
    with pytest.raises(InputError, match="list of strings, got one string"):
        segment_units("One string.")


@given(st.lists(st.text(max_size=5), max_size=6), st.text(max_size=2))
def test_units_are_found_again_in_the_joined_text(units, separator):
    """Each unit's span holds it and the separator behind it, empty units included."""
    result = segment_units(units, Settings(encoder=WordHashing()), separator=separator)

    held = [result.text[unit.start : unit.end] for unit in result.units]
    assert held == [unit + separator for unit in units[:-1]] + units[-1:]
