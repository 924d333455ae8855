"""Settings: one value for every entry point, checked when it is made."""

import json

import numpy as np
import pytest

from embed_kcpd import (
    Budget,
    ChunkSettings,
    Contrast,
    Limits,
    Lines,
    Paper,
    PaperRule,
    Penalty,
    Rbf,
    Segmentation,
    SegmentCount,
    Settings,
    TargetSize,
    TextLimits,
    TextScale,
    TextTarget,
    chunk,
    segment,
    segment_path,
    segment_units,
    segment_units_path,
    segment_vectors,
    segment_vectors_path,
)
from embed_kcpd.errors import InfeasibleError, LimitsError, OptionsError, VectorsError
from embed_kcpd.outputs import as_json
from test_pipeline import SOIL, STARS


@pytest.mark.parametrize("wrong", [SegmentCount(5), {"levels": 2}, 5, None])
def test_what_are_no_settings_is_refused_with_what_to_write(wrong):
    """It was once an ``AttributeError`` from the inside."""
    for cut, content in (
        (segment, "One. Two."),
        (segment_path, "One. Two."),
        (segment_units, ["One.", "Two."]),
        (segment_units_path, ["One.", "Two."]),
        (segment_vectors, np.eye(2)),
        (segment_vectors_path, np.eye(2)),
    ):
        with pytest.raises(OptionsError, match=r"must be Settings\(\.\.\.\), got"):
            cut(content, wrong)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"limits": None}, "limits must be Limits or TextLimits, got None"),
        ({"unit": "sentences"}, "unit must be an object such as Sentences"),
        ({"objective": "paper"}, "objective must be an object such as"),
        ({"objective": Paper}, "objective must be an object such as"),
        ({"granularity": 5}, "granularity must be an object such as"),
        ({"levels": 0}, "levels must be a whole number from 1 on, got 0"),
        ({"levels": True}, "levels must be a whole number"),
        ({"levels": 1.5}, "levels must be a whole number"),
    ],
)
def test_a_choice_without_meaning_is_refused_when_it_is_made(wrong, message):
    with pytest.raises(OptionsError, match=message):
        Settings(**wrong)


def test_one_value_serves_every_entry_point(encoder):
    """The same settings, from text to path: the same boundaries."""
    settings = Settings(unit=Lines(), encoder=encoder, granularity=SegmentCount(2))
    text = "\n".join(SOIL + STARS)
    result = segment(text, settings)

    assert segment_units(SOIL + STARS, settings).boundaries == result.boundaries == (4,)
    words = [len(unit.split()) for unit in SOIL + STARS]
    assert segment_vectors(result.vectors, settings, words=words).boundaries == (4,)
    for path in (
        segment_path(text, settings),
        segment_units_path(SOIL + STARS, settings),
        segment_vectors_path(result.vectors, settings, words=words),
    ):
        assert path.with_count(2).boundaries == (4,)


def test_own_vectors_stand_in_for_the_encoder():
    """With vectors no encoder is asked, and the provenance says so."""

    class Never:
        def encode(self, texts):
            raise AssertionError("asked although vectors were given")

    vectors = np.repeat(np.eye(2), 4, axis=0)
    result = segment_units(SOIL + STARS, Settings(encoder=Never()), vectors=vectors)

    assert result.boundaries == (4,)
    assert np.array_equal(result.vectors, vectors)
    assert result.provenance["encoder"] == "given vectors"
    assert segment(" ".join(SOIL + STARS), Settings(encoder=Never()), vectors=vectors).boundaries


def test_a_vector_is_needed_for_each_unit():
    with pytest.raises(VectorsError, match="3 vectors were given for 4 units"):
        segment_units(SOIL, vectors=np.eye(3))


def test_a_series_of_numbers_is_told_how_to_be_passed():
    """Reshaped alone it would be scaled to norm one: only signs would be left of it."""
    series = np.repeat([10.0, 13.0, 11.0], 20) + np.random.default_rng(0).normal(size=60) / 9
    with pytest.raises(VectorsError, match=r"reshape\(-1, 1\), with objective=Paper\(kernel=Rbf"):
        segment_vectors(series)
    by_size = Settings(objective=Paper(kernel=Rbf()), granularity=PaperRule())
    assert segment_vectors(series.reshape(-1, 1), by_size).boundaries == (20, 40)


def test_an_encoder_may_be_a_plain_function():
    """No class is needed, and nothing of it is stored."""
    result = segment_units(
        SOIL + STARS, Settings(encoder=lambda texts: [["star" in t.lower(), 1.0] for t in texts])
    )
    assert result.boundaries == (4,)


@pytest.mark.parametrize(
    "words", [[1.0] * 3, [[1.0] * 4], ["a"] * 4, [1.0, -1.0, 1.0, 1.0], [np.nan] * 4, None]
)
def test_words_are_one_number_for_each_unit(words):
    """Anything else is one clear line, not an error of a matrix product."""
    if words is None:
        assert segment_vectors(np.eye(4), words=None).n_units == 4
        return
    with pytest.raises(VectorsError, match="words must be"):
        segment_vectors(np.eye(4), words=words)


@pytest.mark.parametrize("size", [2.5, "3", True])
def test_sizes_are_whole_numbers(size):
    with pytest.raises(LimitsError, match="min_size must be a whole number of units"):
        Limits(min_size=size)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: Limits(min_size=None), "min_size must be a whole number of units, got None"),
        (lambda: Limits(budgets=Budget((1.0,))), "budgets must be a list of Budget"),
        (lambda: Limits(budgets=(3,)), "budgets must be a list of Budget"),
        (lambda: Budget((1.0,), least="a"), "the least of a segment in tokens must be a number"),
        (lambda: Budget((1.0,), most=None), "the most of a segment in tokens must be a number"),
        (lambda: TextLimits(forced=3), "forced must hold whole numbers of units, got 3"),
        (lambda: TextLimits(max_tokens=-1), "at least 0 and at most -1 tokens"),
        (lambda: TextLimits(min_chars=5, max_chars=3), "at least 5 and at most 3 characters"),
        (lambda: TextLimits(max_seconds="1"), "the most of a segment in seconds must be a number"),
        (lambda: TextLimits(min_size=0), "min_size must be at least 1"),
    ],
)
def test_limits_of_other_values_are_refused_when_they_are_made(wrong, message):
    with pytest.raises(LimitsError, match=message):
        wrong()


def test_limits_made_of_lists_and_arrays_can_be_compared_and_hashed():
    sizes = np.array([1.0, 2.0, 3.0])
    budgets = [Budget(sizes, most=4.0)]
    assert Limits(budgets=budgets) == Limits(budgets=(Budget((1.0, 2.0, 3.0), most=4.0),))
    assert len({Limits(budgets=budgets), Limits(budgets=[Budget(sizes.tolist(), most=4.0)])}) == 1
    assert len({Settings(limits=TextLimits(forced=places)) for places in ([2], np.array([2]))}) == 1


def test_numbers_of_numpy_can_be_written_as_json():
    """``Limits(forced=np.flatnonzero(...))`` made a result that no JSON could hold."""
    chosen = [
        {"limits": Limits(forced=np.array([3]), min_size=np.int64(2))},
        {"limits": TextLimits(forced=np.array([3]), max_chars=np.int32(900))},
        {"granularity": SegmentCount(np.int64(2)), "levels": np.int64(2)},
        {"granularity": Penalty(np.float32(0.5))},
        {"granularity": TargetSize(np.int64(4))},
        {"objective": Paper(Rbf(np.float32(0.5)))},
    ]
    vectors = np.repeat(np.eye(2), 4, axis=0)
    for each in chosen:
        result = segment_units(SOIL + STARS, Settings(**each), vectors=vectors)
        assert json.loads(as_json(result))["provenance"] == result.provenance


def test_limits_in_tokens_need_a_text():
    """Bare vectors have neither characters nor tokens; sizes in units they have."""
    with pytest.raises(OptionsError, match="need a text"):
        segment_vectors(np.eye(4), Settings(limits=TextLimits(max_tokens=9)))
    with pytest.raises(OptionsError, match="TextTarget measures a text"):
        segment_vectors(np.eye(4), Settings(granularity=TextTarget(tokens=9)))
    limited = segment_vectors(np.eye(4), Settings(limits=TextLimits(max_size=2)))
    assert max(end - start for start, end in limited.spans) <= 2


def test_text_limits_force_and_forbid_boundaries(encoder):
    limits = TextLimits(forced=frozenset({2}), forbidden=frozenset({4}))
    boundaries = segment_units(SOIL + STARS, Settings(encoder=encoder, limits=limits)).boundaries
    assert 2 in boundaries
    assert 4 not in boundaries


def test_a_unit_too_large_for_a_segment_is_shown(encoder):
    """The message says how the unit begins, so that it can be found."""
    limits = TextLimits(max_chars=22)
    with pytest.raises(InfeasibleError, match=r"unit 1 alone holds .*it begins 'Worms loosen") as e:
        segment_units(SOIL, Settings(encoder=encoder, limits=limits))
    assert e.value.unit == 1


def test_results_are_short_on_a_screen(encoder):
    """However long the text, ``repr`` and the table of a notebook stay readable."""
    result = segment_units(
        SOIL * 200 + STARS * 200, Settings(encoder=encoder, granularity=SegmentCount(100))
    )
    assert len(repr(result)) < 400
    assert len(repr(result.segmentation)) < 400
    assert "... 87 more" in repr(result)
    table = result._repr_html_()
    assert table.count("<tr>") == 52
    assert "50 more" in table


def test_a_notebook_shows_text_as_text(encoder):
    result = segment("<b>bold</b> \ud800", Settings(encoder=encoder))
    assert "<b>" not in result._repr_html_()
    assert "&lt;b&gt;" in result._repr_html_()


def test_settings_are_values():
    """Equal choices are equal settings."""
    assert Settings(objective=Contrast(), granularity=TextScale(1)) == Settings(
        objective=Contrast(), granularity=TextScale(1)
    )


@pytest.mark.parametrize("kind", [Settings, ChunkSettings])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"confidence": "no"}, "confidence must be True or False, got 'no'"),
        ({"language": 5}, "language must be a code such as 'en', got 5"),
        ({"language": "klingon"}, "is not a language code"),
        ({"unit": "lines"}, "unit must be an object"),
        ({"headings": "force"}, "headings must be Headings.force"),
    ],
)
def test_values_of_another_type_are_refused_when_settings_are_made(kind, options, message):
    """Strings such as "no" counted as yes; chunks found out late, by an ``AttributeError``."""
    with pytest.raises(OptionsError, match=message):
        kind(**options)


def test_speech_is_said_by_true_or_false():
    with pytest.raises(OptionsError, match="spoken must be True or False, got 'yes'"):
        Settings(spoken="yes")
    assert Settings(spoken=np.True_).spoken


def test_a_range_that_is_none_is_refused():
    with pytest.raises(OptionsError, match=r"within must be PathRange\(\.\.\.\), got \(1, 5\)"):
        segment_vectors_path(np.eye(4), within=(1, 5))


def test_results_can_be_members_of_a_set(encoder):
    """A dictionary inside made them unhashable."""
    text = " ".join([*SOIL, *STARS])
    settings, chunked = Settings(encoder=encoder), ChunkSettings(encoder=encoder)
    assert len({segment(text, settings), segment(text, settings)}) == 1
    assert len({chunk(text, settings=chunked), chunk(text, settings=chunked)}) == 1
    assert "boundaries=(2,)" in repr(Segmentation(5, (2,), 0.0))
