"""Transcripts of every format: what is said, when, and by whom."""

import json
import os
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embed_kcpd.errors import EmbedKcpdError, InputError
from embed_kcpd.readers import DocumentKind, read, read_source
from embed_kcpd.readers.formats import FORMATS
from embed_kcpd.readers.source import Source

FILES = Path(os.environ.get("EMBED_KCPD_DATA", "")) / "formats"
FOLDERS = ("vtt/wpt", "vtt/webvtt-py", "srt", "whisper", "youtube", "podcast20")
REAL = [path for name in FOLDERS for path in sorted((FILES / name).rglob("*")) if path.is_file()]
needs_files = pytest.mark.skipif(not REAL, reason="formats is not in EMBED_KCPD_DATA")
READERS = {each.name: each for each in FORMATS if each.module.startswith("transcripts")}


def read_text(text, name="file", format_name=None):
    return read_source(Source(name, text.encode()), format_name)


def read_or_refused(source, format_name=None):
    """The document, or None where an error of ours refuses the file in one line."""
    try:
        return read_source(source, format_name)
    except EmbedKcpdError as error:
        message = str(error)
    assert "\n" not in message
    return None


def said(document):
    return [
        (piece.place.start_seconds, piece.place.speaker, piece.text) for piece in document.pieces
    ]


def times(document):
    return [(piece.place.start_seconds, piece.place.end_seconds) for piece in document.pieces]


@needs_files
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name[:40])
def test_every_real_file_is_read_or_refused_in_one_line(path):
    """Pieces are never blank, start times never fall, spans lie in the file."""
    document = read_or_refused(Source(path.name, path.read_bytes()))
    if document is None:
        return
    starts = [piece.place.start_seconds or 0.0 for piece in document.pieces]
    n_chars = len(path.read_bytes().decode("utf-8", "replace"))
    assert all(piece.text.strip() for piece in document.pieces)
    assert starts == sorted(starts)
    for piece in document.pieces:
        span = piece.place.span
        assert span is not None
        assert 0 <= span.start < span.end <= n_chars


@needs_files
@pytest.mark.parametrize(
    ("name", "format_name", "n_pieces"),
    [
        ("podcast20/real-transcripts/Bloat.srt", "srt", 724),
        ("podcast20/real-transcripts/AI Autocomplete for QGIS.srt", "srt", 583),
        ("podcast20/real-transcripts/Episode 17.srt", "srt", 678),
        (
            "podcast20/real-transcripts/Hunting CrossSite Scripting on the Web.xsl",
            "caption-xml",
            3311,
        ),
        ("podcast20/real-transcripts/300 multiple choices.html", "podcast-html", 307),
        ("podcast20/transcripts/example.json", "podcast-json", 5),
        ("whisper/whisperx/a95KMDHf4vQ.en.json", "whisper", 99),
        ("youtube/json3/manual.json3", "youtube-json", 151),
        ("youtube/timedtext-xml/transcript.xml.static", "caption-xml", 3),
        ("srt/webvtt-py/sample.sbv", "sbv", 5),
    ],
)
def test_formats_are_recognised_whatever_the_files_are_called(name, format_name, n_pieces):
    document = read(FILES / name)

    assert (document.format, len(document.pieces)) == (format_name, n_pieces)
    assert document.kind is DocumentKind.recording


@needs_files
def test_the_same_captions_say_the_same_as_json_and_as_srt():
    folder = FILES / "youtube" / "json3"
    from_json, from_srt = read(folder / "manual.json3"), read(folder / "manual.srt")

    assert from_json.text == from_srt.text
    starts = [start for start, _ in times(from_json)]
    assert starts == pytest.approx([start for start, _ in times(from_srt)])


SRT = """1
00:00:01,000 --> 00:00:02,500
Anna: <i>Hello</i>,
how are you?

2
00:00:03,000 --> 00:00:04,000
Ben: Fine &amp; well.
Anna: Good.

3
00:00:05,000 --> 00:00:06,000
42
"""


def test_srt_has_times_speakers_and_no_markup():
    """A cue in which a second speaker begins is split; a number that is said stays."""
    document = read_text(SRT)

    assert said(document) == [
        (1.0, "Anna", "Hello,\nhow are you?"),
        (3.0, "Ben", "Fine & well."),
        (pytest.approx(3.5, abs=0.2), "Anna", "Good."),
        (5.0, "Anna", "42"),
    ]


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_line_endings_change_nothing(ending):
    assert said(read_text(SRT.replace("\n", ending))) == said(read_text(SRT))


def test_numbers_of_cues_are_dropped_where_lines_between_cues_are_missing():
    document = read_text(
        "1\n00:00:01,000 --> 00:00:02,000\nOne.\n"
        "2\n00:00:02,000 --> 00:00:03,000\nTwo.\n\n3\nStill.\n"
    )

    assert [piece.text for piece in document.pieces] == ["One.", "Two.\nStill."]


@pytest.mark.parametrize("times", ["0:0x:01 --> 00:04", "00:03,000 -> 00:04,000"])
def test_a_broken_time_is_named_with_its_line(times):
    with pytest.raises(InputError, match=r"^a.srt line 5: expected times such as 00:00:01,000"):
        read_text(f"1\n00:01,000 --> 00:02,000\nA.\n\n{times}\nB.\n", "a.srt")


def test_note_is_no_speaker():
    document = read_text(
        "1\n00:00:01,000 --> 00:00:02,000\nNote: this is it.\n\n"
        "2\n00:00:02,000 --> 00:00:03,000\nNote: and this.\n\n"
        "3\n00:00:03,000 --> 00:00:04,000\nSure: fine.\n"
    )

    assert {piece.place.speaker for piece in document.pieces} == {None}
    assert document.text.startswith("Note: this")


@pytest.mark.parametrize("label", ["Hinweis", "Frage", "Remarque", "Pregunta", "Risposta"])
def test_labels_of_other_languages_name_nobody(label):
    """Beside names the label was taken for one, and its word was lost."""
    cues = ["Anna: Guten Tag.", f"{label}: so ist es.", "Anna: Ja."]
    text = "".join(f"00:0{n}:00,000 --> 00:0{n}:09,000\n{cue}\n\n" for n, cue in enumerate(cues))
    document = read_text(text)

    assert [piece.place.speaker for piece in document.pieces] == ["Anna", "Anna", "Anna"]
    assert document.pieces[1].text == f"{label}: so ist es."


def test_numbered_speakers_are_known_from_one_line():
    document = read_text("1\n00:00:01,000 --> 00:00:02,000\n[SPEAKER_01]: Hola.\n")

    assert said(document) == [(1.0, "SPEAKER_01", "Hola.")]


def test_times_may_be_negative_pass_a_day_and_miss_their_ends():
    document = read_text(
        "1\n-00:00:05,000 --> -00:00:04,000\nMinus five.\n\n"
        "2\n00:00:00,000 --> \nLift-off.\n\n3\n26:00:00,000 --> 25:00:00,000\nTwo words.\n"
    )

    assert times(document) == [(-5.0, -4.0), (0.0, 93600.0), (93600.0, 93600.8)]


def cue(number, start, text):
    clock = f"{start // 3600:02d}:{start % 3600 // 60:02d}:{start % 60:02d},000"
    return f"{number}\n{clock} --> {clock}\n{text}\n\n"


def test_times_that_begin_again_are_continued():
    tape = "".join(cue(number, 300 * number, f"Word {number}.") for number in range(4))
    document = read_text(tape + tape)

    assert [start for start, _ in times(document)] == [0, 300, 600, 900, 900, 1200, 1500, 1800]
    assert document.notes == ("times begin again once and are continued there",)


def test_cues_out_of_order_are_sorted():
    document = read_text(cue(1, 10, "Late.") + cue(2, 5, "Early.") + cue(3, 20, "Last."))

    assert [piece.text for piece in document.pieces] == ["Early.", "Late.", "Last."]
    assert document.notes == ("cues were not in the order of time and were sorted",)


def test_twelve_hours_are_read_in_a_moment():
    text = "".join(cue(number, 3 * number, f"שלום {number} 👩‍🚀 مرحبا") for number in range(14_400))
    started = time.process_time()

    document = read_text(text)

    assert len(document.pieces) == 14_400
    assert document.pieces[-1].text == "שלום 14399 👩‍🚀 مرحبا"
    assert time.process_time() - started < 5


def test_sbv():
    document = read_text(
        "0:00:01.500,0:00:02.000\nHello\nthere.\n\n0:00:03.000,0:00:04.000\nYes.\n"
    )

    assert said(document) == [(1.5, None, "Hello\nthere."), (3.0, None, "Yes.")]


WHISPER_SHAPES = [
    {"segments": [{"start": 1.5, "end": 2, "text": " Hello."}], "language": "en"},
    {"transcription": [{"offsets": {"from": 1500, "to": 2000}, "text": " Hello."}],
     "result": {"language": "en"}},
    {"chunks": [{"timestamp": [1.5, None], "text": " Hello."}], "language": "en"},
]  # fmt: skip


@pytest.mark.parametrize("value", WHISPER_SHAPES, ids=lambda value: next(iter(value)))
def test_every_shape_of_whisper_is_read(value):
    document = read_text(json.dumps(value))

    assert document.format == "whisper"
    assert said(document) == [(1.5, None, " Hello.")]
    assert document.language == "en"
    span = document.pieces[0].place.span
    assert json.dumps(value)[span.start : span.end] == " Hello."


def test_a_bare_list_of_segments_is_read():
    assert said(read_text('[{"start": 0, "end": 1, "text": "Hi."}]')) == [(0.0, None, "Hi.")]


def test_a_segment_is_split_where_its_words_change_the_speaker():
    words = [
        {"word": "Is", "start": 0.0, "speaker": "A"},
        {"word": "it?", "speaker": "A"},
        {"word": "It", "start": 1.25, "end": 1.5, "score": 0.9, "speaker": "B"},
        {"word": "is.", "speaker": "B"},
    ]
    segment = {"start": 0, "end": 2, "text": "Is it? It is.", "words": words, "speaker": "A"}

    document = read_text(json.dumps({"segments": [segment]}))

    assert said(document) == [(0.0, "A", "Is it? "), (1.25, "B", "It is.")]


def test_chapters_in_a_json_transcript_are_kept():
    value = {**WHISPER_SHAPES[0], "chapters": [{"start": 0, "end": 9, "title": "Start"}]}

    chapters = read_text(json.dumps(value)).chapters

    assert [(each.start_seconds, each.title, each.end_seconds) for each in chapters] == [
        (0, "Start", 9)
    ]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ('{"segments": [{"start": NaN, "text": "a"}]}', r"segments\[0\].start: expected a number"),
        ('{"segments": [{"start": "soon", "text": "a"}]}', "got 'soon'"),
        ('{"segments": [{"start": 0, "text": "a"}, 3]}', r"segments\[1\]: expected an object"),
        ('{"segments": [{"start": 0, "text": "a"}, {"start": 1, "text": 2}]}', "expected a text"),
    ],
)
def test_a_wrong_value_is_named_with_its_place(value, message):
    with pytest.raises(InputError, match=message):
        read_text(value)


def test_a_translation_is_english_whatever_was_heard():
    """Whisper names the language of the sound; a translation was read as Catalan."""
    said = " The legs of the foxes have developed, and they are made for jumping when they hunt."
    value = {"segments": [{"start": 0, "end": 9, "text": said}], "language": "ca"}

    assert read_text(json.dumps(value)).language == "en"
    value["segments"][0]["text"] = " Les potes de les guineus són fetes per saltar quan cacen."
    assert read_text(json.dumps(value)).language == "ca"


def test_silence_is_a_transcript_without_words():
    document = read_text('{"text": "", "segments": [], "language": "en"}')

    assert (document.format, document.pieces) == ("whisper", ())
    assert document.notes == ("nothing is said in the transcript",)


def test_whisper_table():
    document = read_text("start\tend\ttext\n0\t2000\tHello,\tyou.\n2000\t3000\tYes.\n")

    assert said(document) == [(0.0, None, "Hello,\tyou."), (2.0, None, "Yes.")]
    with pytest.raises(InputError, match="line 3: expected start, end and text"):
        read_text("start\tend\ttext\n0\t2000\tHello\nx\t3000\tYes.\n")


def test_youtube_json_ends_captions_where_the_next_begin():
    words = [{"utf8": "so"}, {"utf8": " today", "tOffsetMs": 300}]
    events = [
        {"tStartMs": 0, "dDurationMs": 9000, "id": 1},
        {"tStartMs": 500, "dDurationMs": 4000, "segs": words},
        {"tStartMs": 2000, "dDurationMs": 2500, "aAppend": 1, "segs": [{"utf8": "\n"}]},
        {"tStartMs": 2100, "dDurationMs": 3000, "segs": [{"utf8": "we bake"}]},
    ]  # fmt: skip

    document = read_text(json.dumps({"wireMagic": "pb3", "events": events}))

    assert [piece.text for piece in document.pieces] == ["so today", "we bake"]
    assert times(document) == [(0.5, 2.1), (2.1, 5.1)]


def test_chapter_and_verse_are_no_times():
    """Verses lost their numbers, and the book of Genesis lasted half an hour."""
    verses = [f"{chapter}:{verse} And so on.\n" for chapter in (1, 2) for verse in range(1, 32)]

    assert read_text("".join(verses), "genesis.txt").format == "text"


def test_ttml_as_broadcasters_write_it():
    """It was cut as prose, tags and all."""
    document = read_text(
        '<?xml version="1.0"?><tt:tt xmlns:tt="http://www.w3.org/ns/ttml"><tt:body><tt:div>'
        '<tt:p begin="00:01:01.500" end="00:01:03.000"><tt:span>Guten Abend,</tt:span><tt:br/>'
        "meine Damen &amp; Herren.</tt:p>"
        '<tt:p begin="63.5s" dur="500ms">Regen.</tt:p><tt:p begin="00:01:05:12">Ende.</tt:p>'
        "</tt:div></tt:body></tt:tt>"
    )

    assert document.format == "caption-xml"
    assert [(p.text, p.place.start_seconds, p.place.end_seconds) for p in document.pieces[:2]] == [
        ("Guten Abend,\nmeine Damen & Herren.", 61.5, 63.0),
        ("Regen.", 63.5, 64.0),
    ]
    assert document.pieces[2].place.start_seconds == 65.0


def test_a_page_with_typewriter_letters_is_a_page():
    page = "<html><body><p>Type <tt class='ttml'>ls</tt> here.</p></body></html>"

    assert read_text(page).format == "html"


def test_timedtext_of_both_versions():
    cue = '<text start="0.5" dur="1">R&amp;amp;D &lt;i&gt;now&lt;/i&gt;</text>'
    paragraph = '<p t="500" d="1000"><s>so</s><s t="9"> now</s></p>'
    first = f"<transcript>{cue}</transcript>"
    third = f'<timedtext format="3"><body>{paragraph}</body></timedtext>'

    assert said(read_text(first)) == [(0.5, None, "R&D now")]
    assert said(read_text(third)) == [(0.5, None, "so now")]


def test_entities_that_multiply_stay_harmless():
    """A document type is skipped, so what it defines is never replaced."""
    bomb = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 20))
    document = read_text(
        f'<?xml version="1.0"?><!DOCTYPE t [<!ENTITY e0 "ha">{bomb}]>'
        '<transcript><text start="0" dur="1">&e19;</text></transcript>'
    )

    assert len(document.text) < 100


def test_html_transcripts_with_and_without_times():
    timed = read_text(
        "<cite>Anna:</cite>\n<time>0:05</time>\n<p>It&#39;s <b>late</b>.</p>\n"
        "<cite>Ben:</cite><time>1:02:03</time><p>Yes.</p><p>Very.</p>"
    )
    untimed = read_text(
        "<html><head><title>T</title></head><cite>A:</cite><p>One.</p><cite>B:</cite><p>Two.</p>"
    )
    paragraphs = read_text("<p>0:05 </p><p>One.</p><p></p><p>1:00</p><p>Two.</p>")

    assert said(timed) == [
        (5.0, "Anna", "It's late."),
        (3723.0, "Ben", "Yes."),
        (3723.0, "Ben", "Very."),
    ]
    assert said(untimed) == [(None, "A", "One."), (None, "B", "Two.")]
    assert untimed.notes == ("the transcript has no times",)
    assert said(paragraphs) == [(5.0, None, "One."), (60.0, None, "Two.")]


PLAIN_LAYOUTS = [
    "[00:00:05] Anna: Hello at 12:30.\n[00:01:00] Ben: Yes.\nIndeed.\n[00:02:00] Anna: No.\n",
    "00:00:05 Anna: Hello at 12:30.\n00:01:00 Ben: Yes.\nIndeed.\n00:02:00 Anna: No.\n",
    "(0:05) Anna: Hello at 12:30.\n\n(1:00) Ben: Yes.\nIndeed.\n\n(2:00) Anna: No.\n",
    "Anna [00:00:05]: Hello at 12:30.\nBen [00:01:00]: Yes.\nIndeed.\nAnna [00:02:00]: No.\n",
    "Anna  0:05\nHello at 12:30.\n\nBen  1:00\nYes.\nIndeed.\n\nAnna  2:00\nNo.\n",
    "Anna: 00:00:05\n\nHello at 12:30.\n\nBen: 00:01:00\n\nYes.\nIndeed.\n\nAnna: 00:02:00\nNo.\n",
    "[00:05.000 --> 00:07.000]  Anna: Hello at 12:30.\n"
    "[01:00.000 --> 01:02.000] Ben: Yes.\nIndeed.\n"
    "[02:00.000 --> 02:02.000] Anna: No.\n",
]


@pytest.mark.parametrize("text", PLAIN_LAYOUTS, ids=range(len(PLAIN_LAYOUTS)))
def test_plain_texts_with_times_are_read_in_every_layout(text):
    document = read_text(text)

    assert document.format == "timed-text"
    assert said(document) == [
        (5.0, "Anna", "Hello at 12:30."),
        (60.0, "Ben", "Yes.\nIndeed."),
        (120.0, "Anna", "No."),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "At 12:30 we met.\nThen we left.\nIt was late.\n",
        "One.\n\nTwo.\n",
        "[1] Smith 2020.\n[2] Ng.",
    ],
)
def test_prose_stays_prose(text):
    assert read_text(text).format == "text"


def test_text_without_words_is_an_empty_recording():
    document = read_text("WEBVTT\n\nNOTE nothing\n")

    assert document.pieces == ()
    assert document.notes == ("nothing is said in the transcript",)


def check_document(document):
    if document is None:
        return
    assert all(piece.text.strip() for piece in document.pieces)
    starts = [piece.place.start_seconds for piece in document.pieces]
    assert all(start is None for start in starts) or starts == sorted(starts)


@settings(max_examples=60)
@given(
    data=st.one_of(
        st.binary(max_size=200),
        st.lists(
            st.sampled_from(
                ["WEBVTT\n\n", "00:01.000 --> 00:02.000\n", "1\n", "0:01,0:02\n", "<v A>", "A: ",
                 "{", "[", '"segments"', '"text": "a"', ":", ",", "}", "]", "<p>", "<cite>", "</p>",
                 "<time>0:01</time>", "<transcript>", '<text start="1">', "[00:01] ", "(0:09)\n",
                 "start\tend\ttext\n", "1\t2\ta\n", "\n", "\r", "\0", "\ufeff", "&amp;",
                 "<!--", "é"]
            ),
            max_size=30,
        ).map(lambda parts: "".join(parts).encode()),
    )
)  # fmt: skip
@pytest.mark.parametrize("name", [None, *READERS])
def test_any_bytes_are_read_or_refused(name, data):
    """No reader raises anything but an error of ours."""
    check_document(read_or_refused(Source("file", data), name))


@needs_files
@settings(max_examples=100)
@given(source=st.randoms(use_true_random=False))
def test_damaged_real_files_are_read_or_refused(source):
    """Bytes removed, repeated or replaced in files people made."""
    path = source.choice(REAL)
    data = bytearray(path.read_bytes()[:20_000])
    for _ in range(source.randint(1, 6)):
        at, length = source.randrange(len(data) + 1), source.randrange(40)
        data[at : at + length] = source.choice(
            [
                b"",
                bytes(data[at : at + length]) * 2,
                b"\xff\x00",
                b"-->",
                b"{",
                b"\n\n",
                b"<",
                b"99",
            ]
        )
    check_document(read_or_refused(Source(path.name, bytes(data))))


@pytest.mark.parametrize(
    "text",
    ["<!--" * 50_000, "<" * 100_000, "<p>" * 50_000, "A " * 50_000 + ":", "<!" * 50_000,
     "&" * 100_000, "<a " * 50_000, "<text " + "a" * 100_000 + ">",
     "[" * 100_000, "0:" * 50_000, " " * 100_000 + "x", '"text": "' * 20_000, "- " * 50_000],
    ids=lambda text: text[:4],
)  # fmt: skip
@pytest.mark.parametrize("name", [None, *READERS])
def test_long_nonsense_takes_no_long_time(name, text):
    started = time.process_time()
    with suppress(EmbedKcpdError):
        read_text(text, format_name=name)
    assert time.process_time() - started < 2
