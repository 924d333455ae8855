"""Histories of LINE."""

import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import Source

JAPANESE = """[LINE] 夏祭りのトーク履歴
保存日時：2024/05/21 18:05

2024/05/19(日)
9:00\t田中太郎\t夏祭りの準備を始めましょう。
9:02\t山田花子\t焼きそばがいいと思います。
9:03\t佐藤一郎\t[スタンプ]
9:05\t田中太郎\t"鉄板は
2024/05/20(月)
公民館で借りられます。"
9:06\t\t山田花子が鈴木を招待しました。
9:07\t山田花子がメッセージの送信を取り消しました

2024/05/20(月)
午後8:20\t田中太郎\t☎ 通話時間 3:25
午後8:21\t鈴木\t"雨"の場合は？
"""
ENGLISH = """[LINE] Chat history with Ada
Saved on: 5/21/2024, 18:05

Sun, 5/19/2024
9:00 AM\tAda\tShall we plan the garden?
9:02 PM\tBo\tYes, beans first.
9:03 PM\tAda\t[Sticker]
"""
WITHOUT_TITLE = """2024.01.02 Tuesday
09:00\tAda\tHello
10:00\tBo\tHi
"""


def document(text):
    return read_source(Source("[LINE] a.txt", text.encode()))


@pytest.mark.parametrize("before", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_history_of_line_has_names_and_dates(end, before):
    """It was prose, with times and names in it."""
    written = before + JAPANESE.replace("\n", end)

    chat = document(written)

    assert (chat.format, chat.title) == ("line", "夏祭り")
    assert [(piece.place.speaker, piece.text) for piece in chat.pieces] == [
        ("田中太郎", "夏祭りの準備を始めましょう。"),
        ("山田花子", "焼きそばがいいと思います。"),
        ("田中太郎", "鉄板は\n2024/05/20(月)\n公民館で借りられます。"),
        ("鈴木", '"雨"の場合は？'),
    ]
    assert [f"{piece.place.date:%d %H:%M}" for piece in chat.pieces] == [
        "19 09:00",
        "19 09:02",
        "19 09:05",
        "20 20:21",
    ]
    assert chat.notes == ("4 service messages are left out",)
    spans = [piece.place.span for piece in chat.pieces]
    texts = [piece.text.split() for piece in chat.pieces]
    assert [written[s.start : s.end].split() for s in spans] == texts


@pytest.mark.parametrize(
    ("text", "title", "dates"),
    [
        (ENGLISH, "Ada", ["2024-05-19 09:00", "2024-05-19 21:02"]),
        (WITHOUT_TITLE, None, ["2024-01-02 09:00", "2024-01-02 10:00"]),
    ],
)
def test_a_history_in_english(text, title, dates):
    """One was a recording in which nobody spoke, since its clock was taken for minutes."""
    chat = document(text)

    assert (chat.format, chat.title) == ("line", title)
    assert [piece.place.speaker for piece in chat.pieces] == ["Ada", "Bo"]
    assert [f"{piece.place.date:%Y-%m-%d %H:%M}" for piece in chat.pieces] == dates


@pytest.mark.parametrize(
    "text",
    [
        "[LINE] is an app.\nIt is green.\n",
        "2024/05/19(日)\n今日は雨でした。\n",
        "Sun, 5/19/2024\n9:00 we met\n",
    ],
)
def test_other_texts_are_no_history_of_line(text):
    assert document(text).format != "line"


def test_a_text_without_messages_is_refused():
    with pytest.raises(InputError, match=r"^a\.txt: expected lines such as '9:00', a name"):
        read_source(Source("a.txt", b"Hello."), "line")
