"""Signs decide which formats are loaded; they never keep one from a file that it recognises."""

import subprocess
import sys
from importlib import import_module
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fuzz_chats
import fuzz_streams
import fuzz_texts
import fuzz_transcripts
from embed_kcpd.readers import signs
from embed_kcpd.readers.formats import FORMATS
from embed_kcpd.readers.options import ReadOptions
from embed_kcpd.readers.source import Source
from reader_files import changed, real_files

ASKED = [each for each in FORMATS if each.shows is not signs.never]
SAMPLES = [
    *fuzz_streams.SAMPLES,
    *(each if isinstance(each, bytes) else each.encode() for each in fuzz_transcripts.SAMPLES),
    *fuzz_chats.FILES.values(),
    fuzz_chats.ARCHIVE,
    *fuzz_texts.FILES.values(),
    b"PAR1 and more",
    b"0:00:01.000,0:00:02.000\nHello.\n",
    b"Start\tEnd\tText\n0\t1\tHello.\n",
    b"[SPEAKER_00]: Hello.\n[SPEAKER_01]: Hello.\n",
    b"# One\n\n## Two\n\nWords.\n",
    b"Subject: a\r\nFrom: b\r\n  c\r\nDate: d\r\n\r\nWords.\r\n",
    b'"da""te";"text"\n1;One\n',
    b'da"te|text|"date"\n1|One|2\n',
]
BEFORE = [b"", b" ", b"\n\n", b"\r\n", b"\t", b"\xef\xbb\xbf", b"\xe2\x80\x8e", b"\x1f", b"\x0b\n"]
NAMES = ["file", "standard input", "a.txt", "a.csv", "a.tsv", "a.md", "a.html", "a.jsonl", "a.pdf"]
NAMES += ["a.ipynb", "a.tex", "a.rst"]
FIELDS = ["text", "Created at", "date", '"', '""', ",", ";", "\t", "|", "\n", "\r", " ", "1"]


def kept_from(source):
    """The formats that recognise a source although it does not show their sign."""
    return [each.name for each in ASKED if not each.shows(source) and each.recogniser(source)]


@pytest.mark.parametrize("each", FORMATS, ids=lambda each: each.name)
def test_the_code_of_every_format_is_where_the_list_says(each):
    module = import_module(f"embed_kcpd.readers.{each.module}")

    assert each.name in vars(module).values()
    assert callable(each.reader)
    assert each.shows is signs.never or callable(each.recogniser)


@given(
    sample=st.sampled_from(SAMPLES),
    before=st.lists(st.sampled_from(BEFORE), max_size=3),
    encoding=st.sampled_from(["utf-8", "utf-16"]),
    said=st.tuples(st.sampled_from(NAMES), st.sampled_from([None, "id", "Words"])),
    seed=st.integers(0, 10**6),
)
def test_a_file_shows_the_sign_of_every_format_that_recognises_it(
    sample, before, encoding, said, seed
):
    """Whole samples and damaged ones, whatever stands before them."""
    data = b"".join(before) + (changed(Random(seed), sample) if seed % 2 else sample)
    if encoding == "utf-16":
        data = data.decode("utf-8", "replace").encode(encoding)
    name, column = said

    assert kept_from(Source(name, data, ReadOptions(text_column=column))) == []


def test_a_mark_before_a_page_of_telegram_keeps_no_format_from_it():
    """The page was recognised as a chat, but its format was never asked."""
    sample = fuzz_chats.FILES["telegram-html"]
    assert kept_from(Source("page.html", b"\xe2\x80\x8e" + sample)) == []


@given(pieces=st.lists(st.sampled_from(FIELDS), min_size=1, max_size=14))
def test_every_table_shows_its_columns(pieces):
    """Quotes, line breaks and delimiters in any order."""
    assert kept_from(Source("a.txt", "".join(pieces).encode())) == []


def test_real_files_show_the_signs_of_their_formats():
    for path in real_files("*"):
        assert kept_from(Source(path.name, path.read_bytes())) == [], path


def test_the_samples_are_recognised_as_every_format_that_has_a_sign():
    """Otherwise the tests above would say nothing about a format."""
    recognised = {
        each.name
        for each in ASKED
        for name in NAMES
        for sample in SAMPLES
        if each.recognises(Source(name, sample))
    }

    assert recognised == {each.name for each in ASKED}


def test_a_plain_text_loads_no_other_format(tmp_path):
    """Nor the standard library's parsers of mails and pages, which only they need."""
    path = tmp_path / "notes.txt"
    path.write_text('In 1998, on a "blue" Monday, it rained; nobody came.\nThe text was long.\n')
    code = (
        "import sys; from embed_kcpd.readers import formats, source\n"
        f"print(formats.recognised_format(source.source_at({str(path)!r})).name)\n"
        "print(*sorted(sys.modules))"
    )

    printed = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.splitlines()

    loaded = set(printed[1].split())
    assert printed[0] == "text"
    assert {f"embed_kcpd.readers.{each.module}" for each in FORMATS} & loaded <= {
        "embed_kcpd.readers.plain"
    }
    assert not {"html.parser", "mailbox", "zoneinfo", "xml.etree.ElementTree"} & loaded
