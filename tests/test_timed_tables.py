"""Transcripts that are tables: which tables are, and what their times mean."""

import pytest

from embed_kcpd.errors import InputError, OptionsError
from embed_kcpd.readers import DocumentKind, ReadOptions, read_source
from embed_kcpd.readers.date_order import DateOrder
from embed_kcpd.readers.formats import recognised_format
from embed_kcpd.readers.source import Source


def table(text, name="talk.csv", **options):
    return Source(name, text.encode(), ReadOptions(**options))


def said(document):
    return [
        (piece.place.start_seconds, piece.place.end_seconds, piece.place.speaker, piece.text)
        for piece in document.pieces
    ]


EXPECTED = [(1.5, 4.0, "Anna", "Beans climb, peas\ndo not."), (65.25, 70.0, "Ben", "Why?")]


@pytest.mark.parametrize("name", ["talk.csv", "talk.txt", "file"])
@pytest.mark.parametrize(
    "text",
    [
        'start,end,speaker,text\n1.5,4,Anna,"Beans climb, peas\ndo not."\n65.25,70,Ben,Why?\n',
        '"Speaker Name","Start Time","End Time","Text"\n'
        '"Anna","0:00:01.500","0:00:04.000","Beans climb, peas\ndo not."\n'
        '"Ben","0:01:05,250","0:01:10.0","Why?"\n',
        'Beginn;Dauer;Sprecher;Transcript\n1,5;2,5;Anna;"Beans climb, peas\ndo not."\n'
        "65,25;4,75;Ben;Why?\n",
        "Start (ms)\tEnd (ms)\tUtterance\tSpeaker\n"
        '1500\t4000\t"Beans climb, peas\ndo not."\tAnna\n65250\t70000\tWhy?\tBen\n',
        'start_s|end_s|text|speaker\n1.5s|4 s|"Beans climb, peas\ndo not."|Anna\n'
        "65.25|70|Why?|Ben\n",
    ],
)
def test_a_table_with_start_and_end_is_a_recording(text, name):
    document = read_source(table(text, name))

    assert (document.format, document.kind) == ("transcript-table", DocumentKind.recording)
    assert said(document) == EXPECTED


def test_a_text_stands_where_its_span_says():
    source = table('start,end,text\n0.5,1,"Beans, peas."\n1,2,Say ""why"".\n2,3,3\n')

    spans = [piece.place.span for piece in read_source(source).pieces]

    assert [source.text[span.start : span.end] for span in spans] == [
        "Beans, peas.",
        'Say ""why"".',
        "2,3,3\n",
    ]


def test_whole_numbers_are_thousandths_where_nobody_speaks_so_slowly():
    """Both tables have the same names; ten words in 4,000 seconds are no speech."""
    words = "one two three four five six seven eight nine ten"

    slow = read_source(table(f"start,end,text\n0,4000,{words}\n4000,9000,{words}\n"))
    quick = read_source(table(f"start,end,text\n0,4,{words}\n4,9,{words}\n"))

    assert [said(slow), said(quick)] == [[(0.0, 4.0, None, words), (4.0, 9.0, None, words)]] * 2
    assert slow.notes == ("times are read as thousandths of a second",)
    assert quick.notes == ()


@pytest.mark.parametrize("mark", [":", ";"])
def test_frames_are_left_out_and_a_note_says_so(mark):
    rows = f"Start Time,End Time,Text\n00{mark}00{mark}05{mark}12,00{mark}00{mark}09{mark}01,Why?\n"

    document = read_source(table(rows))

    assert said(document) == [(5.0, 9.0, None, "Why?")]
    assert document.notes == (
        "frames of times are left out: the file does not say how many a second has",
    )


def test_the_table_of_whisper_is_read_as_before_and_seconds_in_it_too():
    whisper = read_source(table("start\tend\ttext\n1500\t4000\tWhy?\n", "a.tsv"))
    seconds = read_source(table("start\tend\ttext\n1.50\t4.00\tWhy?\n", "a.tsv"))

    assert (whisper.format, seconds.format) == ("whisper-tsv", "transcript-table")
    assert said(whisper) == said(seconds) == [(1.5, 4.0, None, "Why?")]


@pytest.mark.parametrize(("name", "shown"), [("JD", "JD"), ("2", "Speaker 2"), ("", None)])
def test_initials_are_kept_and_numbers_are_speakers(name, shown):
    document = read_source(table(f"start,end,speaker,text\n0.5,1,{name},Why?\n"))

    assert document.pieces[0].place.speaker == shown


@pytest.mark.parametrize("first", ["0.5", "0:00:01"])
def test_a_transcript_without_names_of_columns_is_refused(first):
    """Its first row was taken for names and lost."""
    with pytest.raises(InputError, match=rf"^talk\.csv has no names of columns: '{first}' in its"):
        read_source(table(f"{first},1,Why?\n1,2,Because.\n"))


def test_a_row_without_times_takes_those_of_the_row_before():
    document = read_source(table("start,end,text\n1.5,4,Why?\n,,Because.\n"))

    assert [piece.place.start_seconds for piece in document.pieces] == [1.5, 1.5]


def test_a_column_of_the_text_may_be_named():
    text = "start,end,text,translation\n0.5,1,Warum?,Why?\n"

    assert said(read_source(table(text, text_column="translation"))) == [(0.5, 1.0, None, "Why?")]
    with pytest.raises(OptionsError, match="--date-order means nothing"):
        read_source(table(text, date_order=DateOrder.day_month))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("start,end,text\n0.5,1,A.\n1,2,B.\nnoon,3,C.\n", "line 4: expected a time such as 62.5"),
        ("start,end,text\n0.5,1,A.\n1,later,B.\n", "line 3: .* in column 'end', got 'later'"),
        ("start,end,text\n0.5,1,A.\n1,2,B.\n2,3,C,D\n", "line 4: 4 fields where the first line"),
    ],
)
def test_bad_rows_are_refused_with_their_line(text, message):
    with pytest.raises(InputError, match=rf"^talk\.csv, {message}[^\n]*$"):
        read_source(table(text))


@pytest.mark.parametrize(
    "text",
    [
        "Subject,Start Date,Start Time,End Time,Description\nTea,2024-01-02,10:00,11:00,Cake.\n",
        "start,end,text\n2024-01-02,2024-01-03,We went to the sea.\n",
        "date,start,end,text\n2024-01-02,1,2,We went to the sea.\n",
        "from,to,text\nAnna,Ben,We went to the sea.\n",
        "doc,start,end,text,label\n1,0,4,Anna,PER\n1,9,12,Ben,PER\n2,0,4,Rome,LOC\n",
        "start,end,text\n90,95,One.\n10,15,Two.\n40,50,Three.\n20,30,Four.\n",
        "Start, end, text\nThese are three words, and a story begins with them, as you see.\n",
    ],
    ids=["calendar", "dates", "posts", "mails", "characters", "falling", "prose"],
)
@pytest.mark.parametrize("name", ["a.csv", "a.txt"])
def test_other_tables_and_prose_are_not_transcripts(text, name):
    assert recognised_format(table(text, name)).name != "transcript-table"


def test_a_named_time_column_makes_posts_of_it():
    rows = "start,end,text,day\n1,2,One.,2024-01-02\n2,3,Two.,2024-01-03\n"

    assert recognised_format(table(rows, time_column="day")).name == "csv"
