"""The archive of an account of X: posts, dates, answers, and what else lies in it."""

import json

import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.readers import DocumentKind, ReadOptions, read_source
from embed_kcpd.readers.formats import recognised_format
from embed_kcpd.readers.source import Source
from reader_files import zipped


def post(number, text, date="Sat Oct 11 15:50:20 +0000 2025", **more):
    return {"tweet": {"id_str": number, "full_text": text, "created_at": date, **more}}


POSTS = [
    post("2", "Peas &amp; “beans”.", in_reply_to_status_id_str="1"),
    post("1", "Who has seeds?", "Fri Oct 10 09:00:00 +0000 2025"),
]


def script(value, name="tweets", part=0, **how):
    return f"window.YTD.{name}.part{part} = {json.dumps(value, indent=2, **how)}"


def told(document):
    return [(piece.place.name, piece.place.reply_to, piece.text) for piece in document.pieces]


EXPECTED = [("1", None, "Who has seeds?"), ("2", "1", "Peas & “beans”.")]


@pytest.mark.parametrize(
    "text",
    [
        script(POSTS),
        script(POSTS, "tweet", ensure_ascii=False) + ";\n",
        "\ufeff" + script([each["tweet"] for each in POSTS], "tweet", 1),
        json.dumps(POSTS),
    ],
    ids=["tweets", "tweet", "bare", "list"],
)
def test_posts_of_a_file_of_the_archive_have_dates_and_answers(text):
    source = Source("tweets.js", text.encode())

    document = read_source(source)

    assert (document.format, document.kind) == ("x-archive", DocumentKind.stream)
    assert told(document) == EXPECTED
    assert document.pieces[0].place.date.isoformat() == "2025-10-10T09:00:00+00:00"
    spans = [piece.place.span for piece in document.pieces]
    assert [json.loads(f'"{source.text[span.start : span.end]}"') for span in spans] == [
        "Who has seeds?",
        "Peas &amp; “beans”.",
    ]


def test_the_whole_archive_has_all_parts_and_the_name_of_the_account():
    members = {
        "data/tweets.js": script(POSTS[:1]),
        "data/tweets-part1.js": script(POSTS[1:], part=1),
        "data/like.js": script([{"like": {"fullText": "Not mine."}}], "like"),
        "data/account.js": script([{"account": {"username": "ada"}}], "account"),
    }

    document = read_source(Source("twitter.zip", zipped(members)))

    assert (document.format, document.title) == ("x-archive", "ada")
    assert told(document) == EXPECTED
    assert {piece.place.speaker for piece in document.pieces} == {"ada"}
    assert document.pieces[0].place.span.part == "data/tweets-part1.js"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (script([{"like": {}}], "like"), "a.js is the file like.js of an archive of X"),
        (script([{}], "direct_messages"), "a.js is the file direct-messages.js of an archive"),
        (script([post("1", "a"), {"tweet": {}}]), "a.js, post 2: expected an object with full_te"),
        (script({}), "a.js: expected a list of objects, got dict"),
        (script(POSTS)[:120], r"a.js is not valid JSON: .* line 5 column"),
        ("window.YTD.tweets.part0 = [x]", r"a.js is not valid JSON: .* line 1 column 28"),
    ],
)
def test_other_files_of_the_archive_and_broken_ones_are_refused(text, message):
    with pytest.raises(InputError, match=rf"^{message}[^\n]*$"):
        read_source(Source("a.js", text.encode()))


def test_an_archive_without_posts_is_refused_by_name():
    archive = Source("a.zip", zipped({"data/like.js": script([], "like")}))

    assert recognised_format(archive).name != "x-archive"
    with pytest.raises(InputError, match=r"^a\.zip: expected data/tweets\.js in the archive"):
        read_source(archive, "x-archive")


@pytest.mark.parametrize(
    "text",
    [
        "window.alert('a')",
        "The line window.YTD.tweets.part0 = [ begins the file of an archive.",
        '[{"tweet": "a", "date": "2024-01-01", "text": "b"}]',
    ],
)
def test_other_texts_are_not_taken_for_an_archive(text):
    assert recognised_format(Source("a.js", text.encode())).name != "x-archive"


def test_a_named_column_makes_a_list_of_posts_of_it():
    options = ReadOptions(text_column="tweet.full_text", time_column="tweet.created_at")

    document = read_source(Source("a.json", json.dumps(POSTS).encode(), options))

    assert document.format == "json-list"
