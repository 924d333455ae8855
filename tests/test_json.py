"""The JSON of a result."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from embed_kcpd import segment, segment_units
from embed_kcpd.outputs import as_json


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(units=st.lists(st.text(max_size=12), max_size=8))
def test_offsets_are_right_in_characters_and_in_bytes(encoder, units):
    """Also with half a surrogate pair, which counts three bytes."""
    result = segment_units(units, encoder=encoder)
    data = result.text.encode("utf-8", "surrogatepass")
    written = json.loads(as_json(result))

    for part in written["segments"]:
        assert part["text"] == result.text[part["start_char"] : part["end_char"]]
        cut = data[part["start_byte"] : part["end_byte"]]
        assert cut.decode("utf-8", "surrogatepass") == part["text"]
    assert "".join(part["text"] for part in written["segments"]) == result.text


def test_json_can_always_be_written_as_utf_8(encoder):
    """Half a surrogate pair is escaped, everything else stays readable."""
    written = as_json(segment("Naïve 漢字 \ud800.", encoder=encoder))

    assert "Naïve 漢字 \\ud800" in written
    assert json.loads(written.encode())["segments"][0]["text"] == "Naïve 漢字 \ud800."
