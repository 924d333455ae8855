"""Files to documents: what every format shares."""

import gzip
import io
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from embed_kcpd.errors import InputError, NotTextError, OptionsError
from embed_kcpd.readers import DocumentKind, read, read_source
from embed_kcpd.readers.document import Document, Piece
from embed_kcpd.readers.formats import recognised_format
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.units import document_units
from embed_kcpd.text.places import Place, SourceSpan, joined_place
from embed_kcpd.text.sentences import Sentences


@pytest.mark.parametrize(
    ("beginning", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"\xff\xd8\xff\xe0", "a picture"),
        (b"RIFF\n\0\0\0WEBP", "a picture"),
        (b"ID3\x04\0\0", "a recording"),
        (b"\xff\xfb\x90\x64", "a recording"),
        (b"RIFF\n\0\0\0WAVE", "a recording"),
        (b"\0\0\0\x18ftypmp42", "a recording"),
    ],
)
def test_pictures_and_recordings_are_called_what_they_are(beginning, kind):
    """They were taken for texts in another encoding, to be converted with iconv."""
    with pytest.raises(NotTextError, match=f"a is {kind}, not a plain text; "):
        read_source(Source("a", beginning + bytes(range(256))))
    for text in (b"ID3 tags name songs.", b"RIFF is a container.", b"GIF89 is old."):
        assert read_source(Source("a", text)).format == "text"


def test_a_text_in_another_encoding_names_several():
    """Russian was said to be in the encoding of Western Europe, and read so it is nonsense."""
    with pytest.raises(InputError, match=r"byte 0xcf at offset 0; .*WINDOWS-1251 \(Cyrillic\)"):
        read_source(Source("a.txt", "Привет".encode("cp1251")))


def test_json_that_was_cut_off_is_no_prose():
    """Half a transcript was read as a text of braces and figures."""
    with pytest.raises(InputError, match=r"a\.json is not valid JSON: .*line 1 column 13"):
        read_source(Source("a.json", b'{"segments":'))
    assert read_source(Source("a.txt", b"[sic] is what he wrote.")).format == "text"


def test_a_plain_text_is_one_piece_exactly_as_it_stands(tmp_path):
    """Line endings and byte order mark are kept."""
    path = tmp_path / "notes.txt"
    path.write_bytes(b"\xef\xbb\xbfOne.\r\nTwo.\r\n")

    document = read(path)

    assert document.text == "\ufeffOne.\r\nTwo.\r\n"
    assert document.format == "text"
    assert document.pieces[0].place.span == SourceSpan(0, len(document.text))


def test_an_empty_file_has_no_pieces():
    assert read_source(Source("empty", b"")).pieces == ()


def test_utf16_and_utf32_with_a_byte_order_mark_are_read():
    for encoding in ("utf-16", "utf-32"):
        assert read_source(Source("a.txt", "Grüße.".encode(encoding))).text == "Grüße."


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a\x00b", "byte 0x00 at offset 1"),
        (b"a\xe9b", "byte 0xe9 at offset 1"),
        (b"\xd0\xcf\x11\xe0", "an old Office document"),
    ],
)
def test_what_is_no_text_is_refused_in_one_line(data, message):
    with pytest.raises(InputError, match=message) as error:
        read_source(Source("file", data))

    assert "\n" not in str(error.value)


def test_an_unknown_format_is_named_with_the_known_ones():
    with pytest.raises(OptionsError, match=r"no format 'word'; choose one of: .*text"):
        read_source(Source("a", b"A."), "word")


def test_units_of_a_document_tile_its_text_and_keep_their_places():
    """Headings stay whole, paragraphs become sentences, spans point into the file."""
    pieces = (
        Piece("The garden", Place(SourceSpan(2, 12), heading=1)),
        Piece("Beans climb. Peas too.", Place(SourceSpan(14, 36), headings=("The garden",))),
    )
    document = Document("a.md", "markdown", DocumentKind.text, pieces)

    units, places = document_units(document, Sentences("en"))

    assert "".join(document.text[unit.start : unit.end] for unit in units) == document.text
    assert [place.heading for place in places] == [1, 0, 0]
    assert [place.span for place in places] == [
        SourceSpan(2, 12),
        SourceSpan(14, 27),
        SourceSpan(27, 36),
    ]


def test_a_post_is_one_unit():
    document = Document(
        "posts", "csv", DocumentKind.stream, (Piece("One. Two."), Piece("Three. Four."))
    )

    units, _ = document_units(document, Sentences("en"))

    assert len(units) == 2


def test_a_joined_place_lasts_from_the_first_to_the_last():
    first = Place(SourceSpan(0, 4), 1.0, 2.0, speaker="ANNA")
    last = Place(SourceSpan(9, 12), 3.0, 5.5, speaker="BEN")

    joined = joined_place([first, last])

    assert (joined.start_seconds, joined.end_seconds, joined.speaker) == (1.0, 5.5, "ANNA")
    assert joined.span == SourceSpan(0, 12)
    assert joined.seconds == 4.5


def test_a_folder_of_other_json_files_is_called_a_folder(tmp_path):
    """It was called a zip archive, which is what a folder is read as."""
    (tmp_path / "settings.json").write_text('{"a": 1}')

    with pytest.raises(InputError, match="is a folder and not the export of a chat"):
        read(tmp_path)


def test_no_file_of_a_folder_that_is_no_export_is_opened(tmp_path, monkeypatch):
    """Half a gigabyte of JSON was read before a folder was refused."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "settings.json").write_text("{}")
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail(f"{path} was read"))
    with pytest.raises(InputError, match="is a folder and not the export of a chat"):
        read(tmp_path)


def test_an_archive_that_was_cut_off_is_called_damaged():
    with pytest.raises(InputError, match=r"a\.docx is a damaged zip archive"):
        read_source(Source("a.docx", b"PK\x03\x04" + bytes(200)))


VTT = "WEBVTT\nLanguage: {}\n\n00:00.000 --> 00:02.000\nHallo Welt\n"
WHISPER = '{{"language": "{}", "segments": [{{"start": 0, "end": 2, "text": "Hallo Welt"}}]}}'
FEED = "<rss><channel><language>{}</language><item><title>Hallo Welt</title></item></channel></rss>"


@pytest.mark.parametrize("form", [VTT, WHISPER, FEED])
@pytest.mark.parametrize(
    ("stated", "code"),
    [
        ("de", "de"),
        ("de-de", "de"),
        ("DE_AT", "de"),
        ("german", "de"),
        ("x", None),
        ("Klingon", None),
    ],
)
def test_a_language_is_what_the_file_says_or_unknown(form, stated, code):
    """The service of OpenAI writes "german"; a file was refused for that."""
    assert read_source(Source("file", form.format(stated).encode())).language == code


def test_broken_json_is_parsed_once_however_many_formats_ask(monkeypatch):
    calls = []

    def loads(text):
        calls.append(text)
        raise ValueError("no JSON")

    monkeypatch.setattr("embed_kcpd.readers.source.json", SimpleNamespace(loads=loads))

    assert recognised_format(Source("a.json", b'[{"text": 1}, ')).name == "text"
    assert len(calls) == 1


@pytest.mark.parametrize("packed", [gzip.compress(b"Beans climb."), b"BZh91AY&SY", b"\xfd7zXZ\x00"])
def test_a_compressed_file_is_called_so(packed):
    """It was called a binary file, or UTF-16."""
    with pytest.raises(NotTextError, match=r"is a compressed file, not a plain text; unpack it"):
        read_source(Source("posts.csv.gz", packed))


def test_an_archive_that_stores_a_transcript_as_it_is_is_no_transcript():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.srt", "1\n00:00:01,000 --> 00:00:02,000\nBeans climb.\n")

    with pytest.raises(NotTextError, match=r"is a zip archive.*unpack it and give a file"):
        read_source(Source("talk.zip", packed.getvalue()))
