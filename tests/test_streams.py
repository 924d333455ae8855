"""Tables and lines of posts to documents: CSV, TSV, JSON Lines, Parquet."""

import csv
import io
import json
import os
from datetime import date, datetime, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.errors import EmbedKcpdError, InputError, MissingExtraError, OptionsError
from embed_kcpd.readers import DocumentKind, ReadOptions, read_source
from embed_kcpd.readers.dates import DateOrder
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.streams.columns import chosen_columns

CSV = "id,date,text\n1,2026-01-02,Second.\n2,2026-01-01,First.\n"


def document(content, name="posts", format_name=None, **said):
    data = content.encode() if isinstance(content, str) else content
    return read_source(Source(name, data, ReadOptions(**said)), format_name)


def texts(read):
    return [piece.text for piece in read.pieces]


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


def test_a_table_is_recognised_by_the_names_of_its_columns():
    read = document(CSV)

    assert (read.format, read.kind) == ("csv", DocumentKind.stream)
    assert texts(read) == ["First.", "Second."]
    assert [piece.place.name for piece in read.pieces] == ["2", "1"]
    assert read.notes == (
        "the text is column 'text', the time is column 'date' "
        "(--text-column, --time-column choose others)",
    )


@pytest.mark.parametrize(
    "text",
    [
        "Dates, texts, and posts.\nNothing else, really.\n",
        "One.\nTwo.\n",
        "text\n",
        "a,b\n1,2\n",
        "",
    ],
)
def test_prose_is_no_table(text):
    assert document(text).format == "text"


def test_a_file_called_csv_is_a_table_whatever_its_columns_are_called():
    read = document("wann;was\n1.2.2026;Eins.\n13.2.2026;Zwei, drei.\n", "liste.csv")

    assert read.format == "csv"
    assert texts(read) == ["Eins.", "Zwei, drei."]
    assert read.pieces[0].place.date == datetime(2026, 2, 1)
    assert "'was'" in read.notes[0]
    assert "day/month: 13.2.2026" in read.notes[1]


def test_the_span_of_a_post_is_its_row_line_breaks_in_quotes_included():
    content = 'date,text\r\n2026-01-01,"One\r\ntwo, ""three"""\r\n2026-01-02,Four\r\n'
    read = document(content)

    assert texts(read) == ['One\r\ntwo, "three"', "Four"]
    spans = [piece.place.span for piece in read.pieces]
    assert [content[span.start : span.end] for span in spans] == [
        '2026-01-01,"One\r\ntwo, ""three"""\r\n',
        "2026-01-02,Four\r\n",
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_byte_order_marks_are_no_part_of_a_name(encoding):
    read = document("text,date\nGrüße 👋,2026\n".encode(encoding))

    assert texts(read) == ["Grüße 👋"]
    assert read.format == "csv"


def test_another_encoding_is_refused_with_the_byte():
    with pytest.raises(InputError, match="byte 0xfc at offset 16"):
        document("text,date\nxyz Grüße,2026\n".encode("cp1252"))


def test_tabs_and_quotes_that_do_not_fit():
    read = document('date\ttext\n2026\t"Quote at the start\n2027\tTwo\n')

    assert read.format == "tsv"
    assert texts(read) == ['"Quote at the start', "Two"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("date,text\n2026,a,b\n", "posts, line 2: 3 fields where the first line has 2"),
        ("date,text\n2026,a\n2027\n", "posts, line 3: 1 field where the first line has 2"),
        ('date,text\n2026,"a\n', "posts, line 2: unexpected end of data"),
        ('date,text\n2026,"a"b\n', "posts, line 2: ',' expected after '\"'; a field in quotes"),
    ],
)
def test_a_broken_row_is_refused_with_its_line(content, message):
    with pytest.raises(InputError) as error:
        document(content, format_name="csv")

    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_fields_longer_than_the_library_allows_are_read():
    before = csv.field_size_limit()
    text = "word " * 50_000

    assert texts(document(f"date,text\n2026,{text}\n")) == [text]
    assert csv.field_size_limit() == before


def test_columns_are_chosen_by_name():
    content = lines(
        {"text": "no", "inner": {"said": "yes"}, "made": "2026", "date": "2020"},
        {"text": "no", "inner": {"said": "again"}, "made": "2025", "date": "2021"},
    )
    read = document(content, text_column="inner.said", time_column="made")

    assert texts(read) == ["again", "yes"]
    assert read.notes == ()


@pytest.mark.parametrize(
    ("head", "day"),
    [
        ("Datum;Autor;Nachricht", "5. März 2024"),
        ("Date;Auteur;Texte", "5 mars 2024"),
        ("Fecha;Autor;Texto", "5 de marzo de 2024"),
        ("Date;Autore;Testo", "5 marzo 2024"),
    ],
)
def test_columns_are_known_in_other_languages(head, day):
    """Also in a file that is not called a table, as from a pipe."""
    table = f"{head}\n{day};Ada;eins\n{day};Ben;eins\n"

    posts = read_source(Source("standard input", table.encode())).pieces

    assert [(post.text, post.place.speaker) for post in posts] == [("eins", "Ada"), ("eins", "Ben")]
    assert {post.place.date for post in posts} == {datetime(2024, 3, 5)}


@pytest.mark.parametrize(
    ("table", "hours"),
    [
        ("Datum;Uhrzeit;Text\n15.3.2024;21:05;B.\n15.3.2024;9.05 Uhr;A.\n", ["09:05", "21:05"]),
        ("Date,Time,Text\n3/15/2024,9:05 PM,B.\n3/15/2024,9:05 AM,A.\n", ["09:05", "21:05"]),
        ("date,time,text\n2024-03-15,21h05,B.\n2024-03-15,,A.\n", ["00:00", "21:05"]),
    ],
)
def test_a_column_with_the_time_of_day_belongs_to_the_date(table, hours):
    """Posts of one day used to stay as the file has them; a blank is the start of the day."""
    document = read_source(Source("a.csv", table.encode()))

    assert [piece.text for piece in document.pieces] == ["A.", "B."]
    assert [f"{piece.place.date:%H:%M}" for piece in document.pieces] == hours
    clock = table.replace(";", ",").split(",")[1]
    assert f"the time of day is column {clock!r}" in document.notes


@pytest.mark.parametrize(
    "table",
    [
        "date,time,text\n2024-03-15T10:00,21:05,A.\n",
        "date,time,text\n2024-03-15,soon,A.\n",
        "date,time,text\n2024-03-15,21,A.\n",
        "date,zone,text\n2024-03-15,21:05,A.\n",
    ],
    ids=["dates with hours", "words", "numbers", "another name"],
)
def test_other_columns_are_no_time_of_day(table):
    document = read_source(Source("a.csv", table.encode()))

    assert f"{document.pieces[0].place.date:%H:%M}" in ("00:00", "10:00")
    assert not any("time of day" in note for note in document.notes)


def test_a_column_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(InputError, match=r"no column 'body'; its columns are: 'id', 'date'"):
        document(CSV, text_column="body", format_name="csv")


def test_options_that_mean_nothing_for_a_format_are_refused():
    with pytest.raises(OptionsError, match="plain text, for which --time-column means nothing"):
        document("One. Two.", time_column="date")


def test_columns_without_known_names_are_told_by_what_they_hold():
    sample = [{"a": "2026-01-01", "b": "x", "c": "A longer text."}]

    columns, _ = chosen_columns(sample, ReadOptions(), "f")

    assert (columns.text, columns.time) == ("c", "a")


def test_a_column_called_time_that_holds_no_time_is_not_taken():
    sample = [{"time": "often", "when": "2026-01-01", "text": "A."}]

    assert chosen_columns(sample, ReadOptions(), "f")[0].time == "when"


def test_posts_without_any_date_keep_their_order():
    read = document(lines({"text": "b"}, {"text": "a"}))

    assert texts(read) == ["b", "a"]
    assert "no column holds dates, so the order of the file is kept" in read.notes[0]


def test_repeats_blanks_and_unreadable_dates_are_counted():
    """The same words on another day, or by somebody else, are another post."""
    read = document(
        lines(
            {"text": "Hello.", "date": "2026-01-01", "author": "Ada"},
            {"text": "Hello.", "date": "2026-01-01", "author": "Ada"},
            {"text": "Hello.", "date": "2026-01-01", "author": "Bob"},
            {"text": "Hello.", "date": "2026-01-02", "author": "Ada"},
            {"text": " \n", "date": "2026-01-03", "author": "Ada"},
            {"text": "Bye.", "date": "some day", "author": "Ada"},
        )
    )

    assert len(read.pieces) == 4
    assert read.pieces[-1].place.date is None
    assert read.notes[1:] == (
        "1 post without text left out",
        "1 post left out for repeating the text, date and author of another",
        "1 post without a date that can be read, such as 'some day'",
    )


def test_posts_that_were_taken_back_are_left_out():
    """They were posts like others, and all alike."""
    bodies = ["Beans climb.", "[deleted]", "[removed]", "It says [deleted] there."]
    lines = [{"created_utc": 1_700_000_000 + n, "body": body} for n, body in enumerate(bodies)]

    read = read_source(Source("r.jsonl", "\n".join(map(json.dumps, lines)).encode()))

    assert texts(read) == ["Beans climb.", "It says [deleted] there."]
    assert "2 posts without text left out" in read.notes


def test_a_file_with_the_newest_first_is_turned_around():
    """Posts of one moment were written in the reverse of the file's order."""
    read = document(
        lines(
            {"text": "4", "date": "2026-01-02"},
            {"text": "3", "date": "2026-01-02"},
            {"text": "undated, after 2", "date": "?"},
            {"text": "2", "date": "2026-01-01"},
            {"text": "1", "date": "2026-01-01"},
        )
    )

    assert texts(read) == ["1", "2", "undated, after 2", "3", "4"]


@given(st.lists(st.tuples(st.integers(1, 9), st.sampled_from("abc")), max_size=12))
def test_posts_come_sorted_and_none_is_lost(rows):
    """The judge: a set of what was written."""
    read = document(
        lines(*({"text": text, "date": f"2026-01-0{day}"} for day, text in rows)) or "\n",
        format_name="jsonl",
    )

    dates = [piece.place.date for piece in read.pieces]
    assert dates == sorted(dates)
    assert {(piece.place.date.day, piece.text) for piece in read.pieces} == set(rows)
    assert len(read.pieces) == len(set(rows))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"text": "a"}\n[1]\n', "line 2: expected a JSON object, got [1]"),
        ('{"text": "a"}\n{"text":\n', "line 2: expected a JSON object: "),
        ('{"text": "a"}\n{"text": 5}\n', "line 2: 'text' should be a text, but it is int 5"),
        ("[" * 100_000, "line 1: JSON nested too deeply"),
        ('{"n": 1}\n', "has no column that looks like a text"),
    ],
)
def test_a_broken_line_is_refused_with_its_number(content, message):
    with pytest.raises(InputError) as error:
        document(content, format_name="jsonl")

    assert message in str(error.value)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "date,text\n2026,One.\n2026,Two, three.\n", "line 3: 3 fields where the first"),
        ("posts", "date,text\n2026,One.\n2026,Two, three.\n", "line 3: 3 fields where the first"),
        ("a.csv", "date,text\n2026,'One, two.'\n", "line 2: 3 fields where the first"),
        ("a.jsonl", '{"text": "a"}\n{"text": \n', "line 2: expected a JSON object: Expecting"),
        ("a.jsonl", '{"text": \n{"text": "a"}\n', "line 1: expected a JSON object: Expecting"),
    ],
)
def test_a_broken_table_is_refused_and_not_read_as_prose(name, content, message):
    """The first rows decide what a file is, and a broken one among them made a text of it."""
    with pytest.raises(InputError) as error:
        document(content, name)

    assert f"{name}, {message}" in str(error.value)


@pytest.mark.parametrize("name", ["a.csv", "posts"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_the_line_by_which_excel_names_the_delimiter_is_no_row(name, mark):
    read = document(f"{mark}sep=;\r\ndate;text\r\n2026;One, two.\r\n", name)

    assert (read.format, texts(read)) == ("csv", ["One, two."])


def test_a_table_without_names_of_columns_is_refused():
    """Its first post was once taken for the names, and lost."""
    with pytest.raises(InputError, match=r"no names of columns: '2026-01-01' in its first line"):
        document("2026-01-01,One.\n2026-01-02,Two.\n", "a.csv")


def test_a_line_separator_inside_a_text_ends_no_line():
    content = '{"date": "2026", "text": "a\u2028b"}\n{"date": "2027", "text": "c"}\n'

    assert texts(document(content)) == ["a\u2028b", "c"]


def test_an_answer_of_a_service_may_hold_the_list_of_posts():
    """As that of X: ``data`` beside ``meta``."""
    posts = [{"id": "1", "text": "One.", "created_at": "2026-01-01"}]
    answer = {"data": posts, "errors": [{"detail": "gone"}], "meta": {"result_count": 1}}

    read = document(json.dumps(answer), "answer.json")

    assert (read.format, texts(read)) == ("json-list", ["One."])
    with pytest.raises(InputError, match="JSON of no kind that is known here"):
        document(json.dumps({"data": posts, "more": posts}), "answer.json")


def test_a_json_list_of_posts_is_read():
    posts = [{"when": "2026-01-02", "text": "Two."}, {"when": "2026-01-01", "text": "One."}]

    read = document(json.dumps(posts), "posts.json")

    assert (read.format, texts(read)) == ("json-list", ["One.", "Two."])
    nested = json.dumps([{"tweet": {"full_text": "Hi.", "created_at": "2026"}}])
    options = ReadOptions(text_column="tweet.full_text", time_column="tweet.created_at")
    (post,) = read_source(Source("x.json", nested.encode(), options)).pieces
    assert (post.text, post.place.date.year) == ("Hi.", 2026)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"text": "a"}', "expected a list of objects, got dict"),
        ('[{"text": "a", "date": "2026"}, 5]', "item 2: expected an object, got int"),
        ('[{"text": "a", "date": "2026"}, {"text": 5}]', "item 2: 'text' should be a text"),
        ('[{"a": {"b": "c"}}]', "no column that looks like a text.* one of: 'a.b'"),
    ],
)
def test_a_json_list_of_something_else_is_refused(content, message):
    with pytest.raises(InputError, match=message):
        read_source(Source("a.json", content.encode()), "json-list")


def test_a_text_that_begins_with_common_words_is_no_table():
    for title in ("Text, Zeit", "Text, Data"):
        assert document(f"{title}\n\nEs geht um Text, Zeit und Raum.\n", "a.txt").format == "text"


def test_lists_are_no_posts_in_a_file_called_json_lines():
    """They were cut as prose."""
    with pytest.raises(InputError, match="line 1: expected a JSON object, got"):
        document('["2026-01-01", "a"]\n["2026-01-02", "b"]\n', "a.jsonl")


def test_one_object_alone_is_json_lines_only_if_it_is_called_so():
    with pytest.raises(InputError, match="JSON of no kind that is known here"):
        document('{"text": "a", "date": "2026"}')
    assert document('{"text": "a", "date": "2026"}', "x.jsonl").format == "jsonl"
    long = lines({"text": "a " * 5000}, {"text": "b"})
    assert document(long).format == "jsonl"


def parquet(**columns):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet as files

    stored = io.BytesIO()
    files.write_table(pa.table(columns), stored)
    return stored.getvalue()


def test_parquet_is_read_with_its_own_dates():
    pa = pytest.importorskip("pyarrow")
    times = pa.array([1_700_000_000_123_456_789, None], pa.timestamp("ns", "UTC"))
    read = document(parquet(when=times, text=["One.", "Two."], n=[1, 2]))

    assert read.format == "parquet"
    assert read.pieces[0].place.date == datetime(
        2023, 11, 14, 22, 13, 20, 123_456, tzinfo=timezone.utc
    )
    days = document(parquet(day=[date(2026, 1, 2), date(2026, 1, 1)], text=["b", "a"]))
    assert texts(days) == ["a", "b"]


def test_a_damaged_parquet_file_is_refused_in_one_line():
    with pytest.raises(InputError, match="cannot be read as Parquet") as error:
        document(parquet(text=["a"])[:-10])

    assert "\n" not in str(error.value)


def test_without_the_extra_its_name_is_said(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)

    with pytest.raises(MissingExtraError, match=r"embed-kcpd\[parquet\]"):
        document(b"PAR1")


def test_the_order_of_day_and_month_can_be_said():
    read = document("date,text\n1/2/2026,a\n", date_order=DateOrder.month_day)

    assert read.pieces[0].place.date == datetime(2026, 1, 2)


@given(
    st.binary(max_size=80),
    st.sampled_from(["csv", "tsv", "jsonl", "parquet", None]),
    st.sampled_from([b"", b"text,date\n", b"text\tdate\n", b'{"text": "a"}\n', b"PAR1"]),
)
def test_any_bytes_are_read_or_refused(data, format_name, beginning):
    try:
        read = document(beginning + data, format_name=format_name)
    except EmbedKcpdError as error:
        message = str(error)
    else:
        message = ""
        assert all(piece.text.strip() for piece in read.pieces) or read.format == "text"
    assert "\n" not in message


def test_real_streams_are_read_in_the_order_of_time():
    """Posts of two accounts and 33 years of statements."""
    streams = Path(os.environ.get("EMBED_KCPD_DATA", "")) / "streams"
    if not streams.is_dir():
        pytest.skip("EMBED_KCPD_DATA holds no streams")
    for name, count in (("fomc", 236), ("tweets_realDonaldTrump", 3232), ("state_union", 65)):
        path = streams / f"{name}.jsonl"
        read = read_source(Source(path.name, path.read_bytes()))
        dates = [piece.place.date for piece in read.pieces]
        assert len(read.pieces) == count
        assert dates == sorted(dates)
