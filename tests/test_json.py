"""The JSON of a result, and the schema that describes it."""

import copy
import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from embed_kcpd import Paper, Rbf, Settings, TextLimits, segment, segment_units
from embed_kcpd.outputs import as_json, as_values
from embed_kcpd.outputs.json_output import SCHEMA
from test_pipeline import SOIL, STARS

PUBLISHED = json.loads(
    (Path(__file__).parent.parent / "docs" / "reference" / "schema.json").read_text("utf-8")
)
VALIDATOR = jsonschema.Draft202012Validator(PUBLISHED)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(units=st.lists(st.text(max_size=12), max_size=8))
def test_offsets_are_right_in_characters_and_in_bytes(encoder, units):
    """Also with half a surrogate pair, which counts three bytes."""
    result = segment_units(units, Settings(encoder=encoder))
    data = result.text.encode("utf-8", "surrogatepass")
    written = json.loads(as_json(result))

    for part in written["segments"]:
        assert part["text"] == result.text[part["start_char"] : part["end_char"]]
        cut = data[part["start_byte"] : part["end_byte"]]
        assert cut.decode("utf-8", "surrogatepass") == part["text"]
    assert "".join(part["text"] for part in written["segments"]) == result.text
    VALIDATOR.validate(written)


def test_json_can_always_be_written_as_utf_8(encoder):
    """Half a surrogate pair is escaped, everything else stays readable."""
    written = as_json(segment("Naïve 漢字 \ud800.", Settings(encoder=encoder)))

    assert "Naïve 漢字 \\ud800" in written
    assert json.loads(written.encode())["segments"][0]["text"] == "Naïve 漢字 \ud800."


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"objective": Paper(Rbf())},
        {"limits": TextLimits(1, 5, 10, 200, None, 40)},
    ],
    ids=str,
)
def test_every_kind_of_result_fits_the_published_schema(encoder, settings):
    """What programs build on is written down and kept."""
    VALIDATOR.check_schema(PUBLISHED)
    VALIDATOR.validate(
        as_values(segment_units(SOIL + STARS, Settings(encoder=encoder, **settings)))
    )


def test_the_schema_misses_every_promised_key(encoder):
    """A judge that accepts anything would be no judge."""
    values = json.loads(as_json(segment_units(SOIL + STARS, Settings(encoder=encoder))))
    for place in ([], ["segments", 0], ["provenance"], ["schema"]):
        for key in _at(values, place):
            broken = copy.deepcopy(values)
            del _at(broken, place)[key]
            assert not VALIDATOR.is_valid(broken), (place, key)


def test_code_and_schema_agree_on_the_name_and_version():
    """One cannot be changed without the other."""
    assert PUBLISHED["title"] == f"{SCHEMA['name']} {SCHEMA['version']}"


def _at(values, place):
    for step in place:
        values = values[step]
    return values
