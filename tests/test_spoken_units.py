"""Units of spoken text: cues and sentences joined until they say something."""

from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.readers.document import Document, DocumentKind, Piece
from embed_kcpd.readers.segmenting import document_settings
from embed_kcpd.readers.units import document_units
from embed_kcpd.settings import Settings
from embed_kcpd.text.places import Place
from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.spoken_units import LEAST_WORDS, MOST_WORDS, PAUSE, spoken_unit_starts
from embed_kcpd.text.units import Lines, Turns


def recording(*cues):
    """A document of cues of four seconds each; a cue is a text, or a speaker and a text."""
    named = [cue if isinstance(cue, tuple) else (None, cue) for cue in cues]
    pieces = tuple(
        Piece(text, Place(start_seconds=4.0 * n, end_seconds=4.0 * n + 4.0, speaker=speaker))
        for n, (speaker, text) in enumerate(named)
    )
    return Document("talk", "srt", DocumentKind.recording, pieces)


def texts_of(document, splitter=None):
    units, _ = document_units(document, splitter or Sentences("en"))
    return [document.text[unit.start : unit.end] for unit in units]


def test_captions_are_joined_up_to_a_full_stop():
    """A sentence goes over several captions; units begin when a caption does."""
    captions = ["so this is about the soil"] * 6 + ["and it ends.", "Then a new", "one begins"]

    texts = texts_of(recording(*captions))

    assert texts[0].endswith("and it ends.\n")
    assert texts[1] == "Then a new\none begins"


def test_captions_without_full_stops_are_cut_at_a_cue():
    texts = texts_of(recording(*["eight words of a talk without any stop"] * 20))

    sizes = [len(text.split()) for text in texts]
    assert all(MOST_WORDS <= size < MOST_WORDS + 8 for size in sizes[:-1])
    assert all("stop" in text[-5:] for text in texts)


def test_a_full_stop_that_was_passed_ends_a_unit_that_grew_too_long():
    """Thirty words and a stop, then no stop: the unit does not end within a sentence."""
    parts = ["word " * 29 + "stop.", *["more words without any stop"] * 8]

    assert spoken_unit_starts(parts, [0.0] * 9, [False] * 9) == [0, 1]


def test_a_pause_ends_a_unit():
    """Forty words, then silence, then the rest."""
    words = ["word " * 8] * 12
    silences = [PAUSE if part == 4 else 0.0 for part in range(12)]

    assert spoken_unit_starts(words, silences, [False] * 12) == [0, 5, 11]


def test_a_change_of_speaker_ends_no_unit():
    document = recording(("Anna", "Is it late?"), ("Ben", "Yes."), ("Anna", "I see."))

    units, places = document_units(document, Sentences("en"))

    assert len(units) == 1
    assert places[0].speaker == "Anna"
    assert (places[0].start_seconds, places[0].end_seconds) == (0.0, 12.0)


def test_an_announcement_begins_a_unit():
    assert texts_of(recording("Yes.", "Next question. Who waters it?")) == [
        "Yes.\n",
        "Next question. Who waters it?",
    ]


def test_long_sentences_stay_units_of_their_own():
    sentence = "word " * (LEAST_WORDS + 5) + "end."

    assert len(texts_of(recording(f"{sentence} {sentence}", sentence))) == 3


def test_turns_are_what_one_speaker_says():
    document = recording(("Anna", "One."), ("Anna", "Two."), ("Ben", "Three."), ("Anna", "Four."))

    assert texts_of(document, Turns()) == ["One.\nTwo.\n", "Three.\n", "Four."]


def test_lines_keep_the_lines_of_cues():
    assert texts_of(recording("one\ntwo", "three"), Lines()) == ["one\n", "two\n", "three"]


def test_units_of_a_recording_are_called_passages():
    unit = document_settings(recording("One.", "Two."), Settings()).unit

    assert unit.name == "passages"


@given(
    cues=st.lists(
        st.text(alphabet="ab .?!\n。ض", min_size=1, max_size=60).filter(str.strip), max_size=40
    )
)
def test_units_tile_what_is_said_and_times_rise(cues):
    document = recording(*cues)

    units, places = document_units(document, Sentences("en"))

    assert "".join(document.text[unit.start : unit.end] for unit in units) == document.text
    starts = [place.start_seconds for place in places]
    assert starts == sorted(starts)
    assert all(document.text[unit.start : unit.end].strip() for unit in units)
