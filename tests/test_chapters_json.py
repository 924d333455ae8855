"""The JSON of chapters, and the schema that describes it."""

import copy
import json
from pathlib import Path

import jsonschema
import pytest
from referencing import Registry, Resource

from embed_kcpd import Settings
from embed_kcpd.chapters import Existing, chapters
from embed_kcpd.granularity.fixed import SegmentCount
from embed_kcpd.readers.document import Document, DocumentKind, GivenChapter, Piece
from embed_kcpd.text.places import Place

REFERENCE = Path(__file__).parent.parent / "docs" / "reference"
SHARED, PUBLISHED = (
    json.loads((REFERENCE / name).read_text("utf-8"))
    for name in ("schema.json", "chapters.schema.json")
)
VALIDATOR = jsonschema.Draft202012Validator(
    PUBLISHED,
    registry=Registry().with_resource("schema.json", Resource.from_contents(SHARED)),
)
SUBJECTS = ("garden soil spring worms roots", "telescope night stars planets comet")
GIVEN = (GivenChapter(0.0, "Soil"), GivenChapter(405.0, "Stars"))


def recording(given=GIVEN):
    """Two subjects of twenty cues each, and chapters that came with them."""
    cues = [
        Piece(f"{SUBJECTS[n // 20]} number {n}. " * 6, Place(None, 20.0 * n, 20.0 * n + 20.0))
        for n in range(40)
    ]
    return Document("talk.srt", "srt", DocumentKind.recording, tuple(cues), chapters=given)


def written(encoder, given=GIVEN, existing=Existing.compare, **settings):
    made = chapters(recording(given), Settings(encoder=encoder, **settings), existing=existing)
    return json.loads(made.to_json())


@pytest.mark.parametrize(
    ("given", "existing", "settings"),
    [
        (GIVEN, Existing.compare, {}),
        (GIVEN, Existing.cut, {}),
        ((), Existing.ignore, {"confidence": False}),
        ((), Existing.ignore, {"granularity": SegmentCount(1)}),
        ((), Existing.ignore, {"granularity": SegmentCount(8), "levels": 3}),
    ],
    ids=["compared", "cut", "no confidence", "one chapter", "nested"],
)
def test_chapters_of_every_kind_fit_the_published_schema(encoder, given, existing, settings):
    """What programs build on is written down and kept."""
    VALIDATOR.check_schema(PUBLISHED)
    VALIDATOR.validate(written(encoder, given, existing, **settings))


def test_the_schema_misses_every_promised_key(encoder):
    """Those of chapters, and those of the segmentation beside them."""
    values = written(encoder, granularity=SegmentCount(8), levels=3)
    assert values["parts"]
    for place in ([], ["chapters", 0], ["chapters", 1], ["parts", 0], ["comparison"]):
        for key in _at(values, place):
            broken = copy.deepcopy(values)
            del _at(broken, place)[key]
            assert not VALIDATOR.is_valid(broken), (place, key)


@pytest.mark.parametrize(
    ("place", "key", "value"),
    [
        (["chapters", 0], "start", 3.0),
        (["chapters", 1], "title", ""),
        (["chapters", 1], "confidence", 1.5),
        (["comparison"], "n_matched", -1),
        ([], "chapters", []),
    ],
)
def test_the_schema_refuses_values_that_cannot_be(encoder, place, key, value):
    values = written(encoder)
    assert VALIDATOR.is_valid(values)
    _at(values, place)[key] = value
    assert not VALIDATOR.is_valid(values)


def test_every_key_that_is_written_is_described(encoder):
    values = written(encoder)
    known = {*PUBLISHED["properties"], *SHARED["properties"]}
    assert set(values) == known
    assert set(values["chapters"][0]) == set(PUBLISHED["$defs"]["chapter"]["properties"])
    assert set(values["comparison"]) == set(PUBLISHED["properties"]["comparison"]["properties"])


def _at(values, place):
    for step in place:
        values = values[step]
    return values
